#include "server/match/own_notes.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <sodium.h>

#include "protocol/codec.hpp"
#include "server/match/dice_record.hpp"

namespace cubilete::server {
namespace {

using namespace dice_record;
using Kind = DiceVerdict::Kind;

constexpr protocol::Limits line_limits{
    .bytes = std::size_t{64} << 20, .depth = 64, .values = 1 << 20, .fractions = false};

/// A seat's chain has this many links (docs/fairness.md). The last is the tip, and one more is the reveal.
constexpr std::ptrdiff_t chain_length = 4'096;

/// A difference between notes and record; `entry` as in DiceVerdict.
struct NotesFault {
    std::string reason;
    std::int64_t entry = 0;
    Kind kind = Kind::wrong;
};

/// Equal as JSON values: members may have another order, and 1.0 is 1.
bool same_json(const Json& one, const Json& other) {
    if (one.is_object() && other.is_object()) {
        for (const auto& [name, value] : one.items()) {
            const auto found = other.find(name);
            if (found == other.end() || !same_json(value, *found)) return false;
        }
        return one.size() == other.size();
    }
    if (one.is_array() && other.is_array()) return std::ranges::equal(one, other, same_json);
    return one == other;
}

std::optional<Digest> optional_digest(const Json& object, const char* name) {
    return member(object, name).is_null() ? std::nullopt : std::optional(digest(object, name));
}

bool read_flag(const Json& object, const char* name) {
    const Json& value = member(object, name);
    if (!value.is_null() && !value.is_boolean()) throw Malformed(name);
    return value == true;
}

const Json& read_list(const Json& object, const char* name) {
    const Json& value = member(object, name);
    if (!value.is_array()) throw Malformed(name);
    return value;
}

PlayerNonce read_nonce(const Json& notes) {
    const std::string hex = text(notes, "nonce");
    const auto is_digit = [](char c) { return ('0' <= c && c <= '9') || ('a' <= c && c <= 'f'); };
    PlayerNonce nonce;
    if (hex.size() != 2 * nonce.size() || !std::ranges::all_of(hex, is_digit)) throw Malformed("nonce");
    sodium_hex2bin(nonce.data(), nonce.size(), hex.data(), hex.size(), nullptr, nullptr, nullptr);
    return nonce;
}

/// What the server asked before an entry, and what the player gave.
struct NotedAsk {
    std::int64_t seq;
    Digest hash;
    Json by;
    std::int64_t n;
    Json move;
    std::int64_t k;
    Json seats;
    std::optional<Digest> value;
    bool accepted;

    explicit NotedAsk(const Json& ask) {
        if (!ask.is_object()) throw Malformed("asks");
        seq = integer(ask, "seq", 2, most);
        hash = digest(ask, "hash");
        by = member(ask, "by");
        n = integer(ask, "n", 0, most);
        move = member(ask, "move");
        k = integer(ask, "k", 0, most);
        seats = read_list(ask, "seats");
        value = optional_digest(ask, "value");
        accepted = read_flag(ask, "accepted");
    }
};

/// Two entries and all between them.
struct Span {
    std::int64_t first;
    std::int64_t last;

    explicit Span(const Json& span) {
        const bool pair = span.is_array() && span.size() == 2;
        const auto one = pair ? integer(span[0]) : std::nullopt;
        const auto other = pair ? integer(span[1]) : std::nullopt;
        if (!one || !other || *one < 1 || *other < *one) throw Malformed("live");
        first = *one;
        last = *other;
    }
    bool has(std::int64_t seq) const { return first <= seq && seq <= last; }
};

class OwnNotes {
  public:
    /// Reads the fields in the order of docs/fairness.md. Throws Malformed for the first wrong one.
    explicit OwnNotes(const Json& notes);

    /// Throws NotesFault for the first difference to a record that is consistent by itself.
    void compare(const Json& record) const;
    /// Throws NotesFault if the program noticed a fault during the match.
    void throw_noticed() const;
    /// Draws of the record with a value of the notes' seat.
    std::int64_t own_draws(const Json& record, const DiceVerdict& verdict) const;

  private:
    /// Whether the roster has the tip of the notes.
    bool is_own(const Json& proof) const {
        return seat_ && tip_ && member(proof["tips"], seat_name().c_str()) == hex(*tip_);
    }
    std::string seat_name() const { return std::to_string(*seat_); }
    void compare_start(const Json& proof) const;
    void compare_seat(const Json& proof, bool own) const;
    void compare_ask(const Json& record, const NotedAsk& ask) const;
    /// Each draw that the server showed when it was made was asked for.
    void compare_live(const Json& record) const;

    Digest commit_{};
    std::string settings_;
    std::string players_;
    std::optional<Seat> seat_;
    std::string player_;
    PlayerNonce nonce_{};
    std::optional<Digest> tip_;
    bool tip_accepted_ = false;
    bool reveal_accepted_ = false;
    std::optional<Digest> roster_;
    std::optional<SeatValues> reveals_;
    std::vector<NotedAsk> asks_;
    std::int64_t seq_ = 0;
    std::optional<Digest> hash_;
    std::vector<std::string> faults_;
    bool witness_ = false;
    std::vector<Span> live_;  ///< entries that were shown when they were made
};

OwnNotes::OwnNotes(const Json& notes)
    : commit_(digest(notes, "commit")), settings_(text(notes, "settings")), players_(text(notes, "players")) {
    if (!member(notes, "seat").is_null()) {
        seat_ = static_cast<Seat>(integer(notes, "seat", 0, 255));
        player_ = text(notes, "player");
        nonce_ = read_nonce(notes);
    }
    tip_ = optional_digest(notes, "tip");
    tip_accepted_ = read_flag(notes, "tip_accepted");
    reveal_accepted_ = read_flag(notes, "reveal_accepted");
    roster_ = optional_digest(notes, "roster");
    if (!member(notes, "reveals").is_null()) reveals_ = seat_values(notes, "reveals");
    for (const Json& ask : read_list(notes, "asks")) asks_.emplace_back(ask);
    seq_ = integer(notes, "seq", 0, most);
    hash_ = optional_digest(notes, "hash");
    for (const Json& fault : read_list(notes, "faults")) {
        if (!fault.is_string()) throw Malformed("faults");
        faults_.push_back(fault.get<std::string>());
    }
    witness_ = read_flag(notes, "witness");
    if (!member(notes, "live").is_null())
        for (const Json& span : read_list(notes, "live")) live_.emplace_back(span);
}

void OwnNotes::compare(const Json& record) const {
    const Json& log = record["log"];
    const auto entries = static_cast<std::int64_t>(log.size());
    compare_start(record["proof"]);
    for (const NotedAsk& ask : asks_) compare_ask(record, ask);
    if (seq_ > entries)
        throw NotesFault{"the notes have an entry " + std::to_string(seq_) + ", the log ends before it"};
    if (seq_ > 0 && hash_ && log[static_cast<std::size_t>(seq_ - 1)]["hash"] != hex(*hash_))
        throw NotesFault{"the notes have another hash", seq_};
    throw_noticed();
    if (witness_ && reveals_) compare_live(record);
}

void OwnNotes::throw_noticed() const {
    if (!faults_.empty()) throw NotesFault{"noticed during the match: " + faults_.front()};
}

void OwnNotes::compare_live(const Json& record) const {
    const auto given =
        std::ranges::count_if(asks_, [](const NotedAsk& ask) { return ask.value.has_value(); });
    bool takes_part = is_own(record["proof"]) && given < chain_length - 1 &&
                      !member(record["proof"]["reveals"], seat_name().c_str()).is_null();
    std::int64_t seq = 0;
    for (const Json& entry : record["log"]) {
        ++seq;
        const Json& extra = member(entry, "extra");
        if (seq == 1 || member(extra, "drawn").is_null()) continue;
        const bool live = std::ranges::any_of(live_, [&](const Span& span) { return span.has(seq); });
        const bool asked = std::ranges::find(asks_, seq, &NotedAsk::seq) != asks_.end();
        if (live && !asked && (!extra["seats"].empty() || takes_part))
            throw NotesFault{"it drew, but the server did not ask for it", seq};
        if (!seat_) continue;
        const auto value = extra["fresh"].find(seat_name());
        if (value != extra["fresh"].end() && value->is_null()) takes_part = false;
    }
}

void OwnNotes::compare_start(const Json& proof) const {
    if (proof["commit"] != hex(commit_)) throw NotesFault{"the notes have another commitment"};
    if (proof["settings"] != settings_) throw NotesFault{"the notes have other settings"};
    if (proof["players"] != players_) throw NotesFault{"the notes have other players"};
    const bool own = is_own(proof);
    if (seat_) compare_seat(proof, own);
    if (roster_ && proof["roster"] != hex(*roster_)) throw NotesFault{"the notes have another roster"};
    if (own && reveal_accepted_ && proof["reveals"][seat_name()].is_null())
        throw NotesFault{"the reveal of seat " + seat_name() + " came in time and is missing"};
    if (reveals_ && *reveals_ != seat_values(proof, "reveals"))
        throw NotesFault{"the notes have other reveals"};
}

void OwnNotes::compare_seat(const Json& proof, bool own) const {
    const Json marks = Json::parse(players_);
    if (*seat_ >= marks.size() || marks[*seat_] != hex(player_mark(nonce_, player_)))
        throw NotesFault{"seat " + seat_name() + " is not the player of the notes"};
    if (!tip_ || !tip_accepted_ || own) return;
    if (!proof["tips"].contains(seat_name()))
        throw NotesFault{"the tip of seat " + seat_name() + " came in time and is missing"};
    throw NotesFault{"seat " + seat_name() + " has another tip than in the notes"};
}

void OwnNotes::compare_ask(const Json& record, const NotedAsk& ask) const {
    const Json& log = record["log"];
    const auto entries = static_cast<std::int64_t>(log.size());
    if (ask.seq > entries) {
        const Json& reason = member(member(record, "result"), "reason");
        if (ask.seq == entries + 1 && reason.is_string() && reason != "finished")
            return;  // it was broken off
        throw NotesFault{"entry " + std::to_string(ask.seq) + " was asked for and is missing"};
    }
    const Json& entry = log[static_cast<std::size_t>(ask.seq - 1)];
    const auto differs = [&](const std::string& reason) { return NotesFault{reason, ask.seq}; };
    if (log[static_cast<std::size_t>(ask.seq - 2)]["hash"] != hex(ask.hash))
        throw differs("the question followed another entry before it");
    if (!same_json(entry["by"], ask.by) || integer(entry["n"]) != ask.n ||
        !same_json(entry["move"], ask.move))
        throw differs("it is not the one that was asked for");
    const Json& extra = member(entry, "extra");
    const Json& drawn = member(extra, "drawn");
    if (drawn.is_null()) throw differs("it drew nothing, but was asked for");
    if (integer(drawn[0]["k"]) != ask.k) throw differs("its first draw is not the one that was asked for");
    if (!same_json(extra["seats"], ask.seats)) throw differs("its seats are not those that were asked");
    if (seat_ && ask.accepted && ask.value && member(extra["fresh"], seat_name().c_str()) != hex(*ask.value))
        throw differs("the value of seat " + seat_name() + " came in time and is missing");
}

std::int64_t OwnNotes::own_draws(const Json& record, const DiceVerdict& verdict) const {
    return is_own(record["proof"]) ? verdict.draws - verdict.without.at(*seat_) : 0;
}

void compare_with(const Json& record, const Json& json, DiceVerdict& verdict) {
    if (json.is_null() || !same_json(member(json, "match"), member(record, "id")))
        throw NotesFault{"the notes have no line for this match", 0, Kind::not_verifiable};
    const OwnNotes notes(json);
    if (member(record, "proof").is_null()) {
        const bool running = record.contains("ended_ms") && record["ended_ms"].is_null();
        if (!running && member(record, "kept") != false) throw NotesFault{"never opened"};
        notes.throw_noticed();
    }
    if (verdict.kind == Kind::not_verifiable) return;
    notes.compare(record);
    verdict.own = notes.own_draws(record, verdict);
}

}  // namespace

Json find_notes(std::string_view lines, std::string_view match) {
    Json found;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        auto read = protocol::read_json(lines.substr(0, end), line_limits);
        if (Json* notes = std::get_if<Json>(&read); notes && member(*notes, "match") == match)
            found = std::move(*notes);
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return found;
}

void compare_notes(const Json& record, const Json& notes, DiceVerdict& verdict) {
    if (verdict.kind == Kind::wrong || !record.is_object()) return;
    try {
        compare_with(record, notes, verdict);
    } catch (const NotesFault& fault) {
        verdict.kind = fault.kind;
        verdict.reason = fault.reason;
        verdict.entry = fault.entry;
    } catch (const Malformed& field) {
        verdict.kind = Kind::not_verifiable;
        verdict.reason = "the field " + field.name + " of the notes is malformed";
    }
}

}  // namespace cubilete::server
