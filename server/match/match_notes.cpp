#include "server/match/match_notes.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <sodium.h>

#include "server/match/dice_record.hpp"

namespace cubilete::server {

using namespace dice_record;

namespace {

std::optional<Digest> optional_digest(const Json& object, const char* name) {
    return member(object, name).is_null() ? std::nullopt : std::optional(digest(object, name));
}

bool read_flag(const Json& object, const char* name) {
    const Json& value = member(object, name);
    if (!value.is_null() && !value.is_boolean()) throw MalformedField(name);
    return value == true;
}

const Json& read_list(const Json& object, const char* name) {
    const Json& value = member(object, name);
    if (!value.is_array()) throw MalformedField(name);
    return value;
}

PlayerNonce read_nonce(const Json& notes) {
    const std::string hex = text(notes, "nonce");
    PlayerNonce nonce;
    if (!is_hex(hex, 2 * nonce.size())) throw MalformedField("nonce");
    sodium_hex2bin(nonce.data(), nonce.size(), hex.data(), hex.size(), nullptr, nullptr, nullptr);
    return nonce;
}

/// Reads the number of an entry as a name in an object: no sign, no leading zero.
std::int64_t read_seq(const std::string& name) {
    std::int64_t seq = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), seq);
    if (error != std::errc() || seq < 1 || std::to_string(seq) != name || name.size() > 16)
        throw MalformedField("shown");
    return seq;
}

std::map<std::int64_t, SightNote> read_shown(const Json& json) {
    if (!json.is_object()) throw MalformedField("shown");
    std::map<std::int64_t, SightNote> shown;
    for (const auto& [name, value] : json.items()) shown.emplace(read_seq(name), value);
    return shown;
}

std::string read_hash(const Json& json) {
    const std::string hash = json.is_string() ? json.get<std::string>() : std::string();
    if (!is_hex(hash, shown_hash_digits)) throw MalformedField("shown");
    return hash;
}

}  // namespace

RevealRequestRecord::RevealRequestRecord(const Json& ask) {
    if (!ask.is_object()) throw MalformedField("asks");
    seq = integer(ask, "seq", 2, max_exact_integer);
    hash = digest(ask, "hash");
    by = member(ask, "by");
    n = integer(ask, "n", 0, max_exact_integer);
    move = member(ask, "move");
    k = integer(ask, "k", 0, max_exact_integer);
    seats = read_list(ask, "seats");
    value = optional_digest(ask, "value");
    accepted = read_flag(ask, "accepted");
}

EntrySpan::EntrySpan(const Json& span) {
    const bool pair = span.is_array() && span.size() == 2;
    const auto one = pair ? integer(span[0]) : std::nullopt;
    const auto other = pair ? integer(span[1]) : std::nullopt;
    if (!one || !other || *one < 1 || *other < *one) throw MalformedField("live");
    first = *one;
    last = *other;
}

SightNote::SightNote(const Json& shown) {
    if (!shown.is_array() || shown.size() != 4) throw MalformedField("shown");
    watcher = read_hash(shown[0]);
    if (!shown[1].is_null()) seat = read_hash(shown[1]);
    events = read_hash(shown[2]);
    faces = shown[3];
    const auto is_face = [](const Json& face) {
        const auto number = integer(face);
        return number && 0 <= *number && *number <= 255;
    };
    if (!faces.is_null() && !(faces.is_array() && std::ranges::all_of(faces, is_face)))
        throw MalformedField("shown");
}

MoveNote::MoveNote(const Json& sent) {
    const Json& request = member(sent, "id");
    const auto prompt = integer(member(sent, "n"));
    const Json& entry = member(sent, "seq");
    if (!entry.is_null()) seq = integer(entry);
    if (!request.is_string() || !prompt || *prompt < 0 || (!entry.is_null() && (!seq || *seq < 1)))
        throw MalformedField("moves");
    id = request.get<std::string>();
    n = *prompt;
    move = member(sent, "move");
}

MatchNotes::MatchNotes(const Json& notes) : commit(optional_digest(notes, "commit")) {
    if (commit) {
        settings = text(notes, "settings");
        players = text(notes, "players");
    }
    if (!member(notes, "seat").is_null()) {
        seat = static_cast<Seat>(integer(notes, "seat", 0, 255));
        if (!member(notes, "nonce").is_null()) {
            player = text(notes, "player");
            nonce = read_nonce(notes);
        }
    }
    tip = optional_digest(notes, "tip");
    tip_accepted = read_flag(notes, "tip_accepted");
    reveal_accepted = read_flag(notes, "reveal_accepted");
    roster = optional_digest(notes, "roster");
    if (!member(notes, "reveals").is_null()) reveals = seat_values(notes, "reveals");
    for (const Json& ask : read_list(notes, "asks")) asks.emplace_back(ask);
    seq = integer(notes, "seq", 0, max_exact_integer);
    hash = optional_digest(notes, "hash");
    for (const Json& fault : read_list(notes, "faults")) {
        if (!fault.is_string()) throw MalformedField("faults");
        faults.push_back(fault.get<std::string>());
    }
    witness = read_flag(notes, "witness");
    if (!member(notes, "live").is_null())
        for (const Json& span : read_list(notes, "live")) live.emplace_back(span);
    if (const Json& json = member(notes, "shown"); !json.is_null()) shown = read_shown(json);
    views = member(notes, "views");
    last = member(notes, "last");
    result = member(notes, "result");
    if (people = member(notes, "people"); !people.is_null())
        for (const Json& id : read_list(notes, "people"))
            if (!id.is_null() && !id.is_string()) throw MalformedField("people");
    if (!member(notes, "moves").is_null()) {
        moves.emplace();
        for (const Json& sent : read_list(notes, "moves")) moves->emplace_back(sent);
    }
    if (const Json& ended = member(notes, "ended"); !ended.is_null() && !is_ending(ended))
        throw MalformedField("ended");
}

bool MatchNotes::is_own(const Json& proof) const {
    return seat && tip && member(member(proof, "tips"), seat_name().c_str()) == hex(*tip);
}

bool is_ending(const Json& text) {
    static constexpr std::array words{"finished", "abandoned", "void", "unopened", "no_record"};
    return std::ranges::any_of(words, [&](const char* word) { return text == word; });
}

}  // namespace cubilete::server
