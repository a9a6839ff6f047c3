#include "server/match/own_notes.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/match/dice_record.hpp"
#include "server/match/match_notes.hpp"
#include "server/match/notes_comparison.hpp"

namespace cubilete::server {
namespace {

using namespace dice_record;
using Kind = DiceVerdict::Kind;

constexpr protocol::Limits line_limits{
    .bytes = std::size_t{64} << 20, .depth = 64, .values = 1 << 20, .fractions = false};

/// A seat's chain has this many links (docs/fairness.md). The last is the tip, and one more is the reveal.
constexpr std::ptrdiff_t chain_length = 4'096;

/// So many matches of a player say how many were broken off.
constexpr std::size_t last_matches = 20;

/// Compares notes with a record that has a proof and is consistent by itself.
class Comparison {
  public:
    Comparison(const Json& record, const MatchNotes& notes)
        : record_(record), proof_(record["proof"]), notes_(notes), own_(notes.is_own(proof_)) {}

    /// Throws NotesMismatch for the first difference. Returns in how many entries what was shown agrees.
    std::int64_t run(const ReplayResult* rules) const;
    /// Why the player has no part in the dice; nothing if they have.
    std::optional<std::string> left_out_reason(const DiceVerdict& verdict) const;
    /// The verdict's text about the player's own secret.
    std::string own_text(const DiceVerdict& verdict) const;

  private:
    void compare_start() const;
    void compare_seat() const;
    void compare_ask(const RevealRequestRecord& ask) const;
    /// Each draw that the server showed when it was made was asked for.
    void compare_live() const;
    bool is_live(std::int64_t seq) const {
        return std::ranges::any_of(notes_.live, [&](const EntrySpan& span) { return span.has(seq); });
    }
    std::int64_t own_draws(const DiceVerdict& verdict) const {
        return verdict.draws - verdict.without.at(*notes_.seat);
    }

    const Json& record_;
    const Json& proof_;
    const MatchNotes& notes_;
    bool own_;  ///< the roster has the tip of the notes
};

void throw_live_fault(const MatchNotes& notes) {
    if (!notes.faults.empty()) throw NotesMismatch{"noticed during the match: " + notes.faults.front()};
}

std::int64_t Comparison::run(const ReplayResult* rules) const {
    const Json& log = record_["log"];
    const auto entries = static_cast<std::int64_t>(log.size());
    if (notes_.commit) compare_start();
    for (const RevealRequestRecord& ask : notes_.asks) compare_ask(ask);
    if (notes_.seq > entries)
        throw NotesMismatch{"the notes have an entry " + std::to_string(notes_.seq) +
                            ", the log ends before it"};
    if (notes_.seq > 0 && notes_.hash &&
        log[static_cast<std::size_t>(notes_.seq - 1)]["hash"] != hex(*notes_.hash))
        throw NotesMismatch{"the notes have another hash", notes_.seq};
    const std::int64_t agrees = compare_shown(record_, notes_, rules);
    compare_outcome(record_, notes_);
    compare_moves(record_, notes_, rules);
    throw_live_fault(notes_);
    if (notes_.witness && notes_.reveals) compare_live();
    return agrees;
}

void Comparison::compare_live() const {
    const auto given = std::ranges::count_if(
        notes_.asks, [](const RevealRequestRecord& ask) { return ask.value.has_value(); });
    bool takes_part =
        own_ && given < chain_length - 1 && !member(proof_["reveals"], notes_.seat_name().c_str()).is_null();
    std::int64_t seq = 0;
    for (const Json& entry : record_["log"]) {
        ++seq;
        const Json& extra = member(entry, "extra");
        if (seq == 1 || member(extra, "drawn").is_null()) continue;
        const bool asked =
            std::ranges::find(notes_.asks, seq, &RevealRequestRecord::seq) != notes_.asks.end();
        if (is_live(seq) && !asked && (!extra["seats"].empty() || takes_part))
            throw NotesMismatch{"it drew, but the server did not ask for it", seq};
        if (!notes_.seat) continue;
        const auto value = extra["fresh"].find(notes_.seat_name());
        if (value != extra["fresh"].end() && value->is_null()) takes_part = false;
    }
}

void Comparison::compare_start() const {
    if (proof_["commit"] != hex(*notes_.commit)) throw NotesMismatch{"the notes have another commitment"};
    if (proof_["settings"] != notes_.settings) throw NotesMismatch{"the notes have other settings"};
    if (proof_["players"] != notes_.players) throw NotesMismatch{"the notes have other players"};
    if (notes_.seat) compare_seat();
    if (notes_.roster && proof_["roster"] != hex(*notes_.roster))
        throw NotesMismatch{"the notes have another roster"};
    if (own_ && notes_.reveal_accepted && proof_["reveals"][notes_.seat_name()].is_null())
        throw NotesMismatch{"the reveal of seat " + notes_.seat_name() + " came in time and is missing"};
    if (notes_.reveals && *notes_.reveals != seat_values(proof_, "reveals"))
        throw NotesMismatch{"the notes have other reveals"};
}

void Comparison::compare_seat() const {
    const Json marks = Json::parse(notes_.players);
    const std::string seat = notes_.seat_name();
    if (notes_.nonce && (*notes_.seat >= marks.size() ||
                         marks[*notes_.seat] != hex(player_mark(*notes_.nonce, notes_.player))))
        throw NotesMismatch{"seat " + seat + " is not the player of the notes"};
    if (!notes_.tip || !notes_.tip_accepted || own_) return;
    if (!proof_["tips"].contains(seat))
        throw NotesMismatch{"the tip of seat " + seat + " came in time and is missing"};
    throw NotesMismatch{"seat " + seat + " has another tip than in the notes"};
}

void Comparison::compare_ask(const RevealRequestRecord& ask) const {
    const Json& log = record_["log"];
    const auto entries = static_cast<std::int64_t>(log.size());
    if (ask.seq > entries) {
        const Json& reason = member(member(record_, "result"), "reason");
        if (ask.seq == entries + 1 && reason.is_string() && reason != "finished")
            return;  // it was broken off
        throw NotesMismatch{"entry " + std::to_string(ask.seq) + " was asked for and is missing"};
    }
    const Json& entry = log[static_cast<std::size_t>(ask.seq - 1)];
    const auto differs = [&](const std::string& reason) { return NotesMismatch{reason, ask.seq}; };
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
    if (notes_.seat && ask.accepted && ask.value &&
        member(extra["fresh"], notes_.seat_name().c_str()) != hex(*ask.value))
        throw differs("the value of seat " + notes_.seat_name() + " came in time and is missing");
}

std::optional<std::string> Comparison::left_out_reason(const DiceVerdict& verdict) const {
    if (!notes_.seat) return std::nullopt;
    const std::string seat = "seat " + notes_.seat_name();
    if (!own_ && proof_["tips"].contains(notes_.seat_name()))
        return "another device holds the secret of " + seat + ": check with its notes";
    if (!own_) return "the secret of " + seat + " is not in the key";
    if (!notes_.witness || own_draws(verdict) > 0) return std::nullopt;
    std::int64_t seq = 0;
    for (const Json& entry : record_["log"])
        if (++seq > 1 && is_live(seq) && !member(member(entry, "extra"), "drawn").is_null())
            return "the value of " + seat + " is in no throw";
    return std::nullopt;
}

std::string Comparison::own_text(const DiceVerdict& verdict) const {
    if (!own_) return {};
    const bool revealed = !member(proof_["reveals"], notes_.seat_name().c_str()).is_null();
    return "; your secret is " + std::string(revealed ? "" : "not ") + "in the key, your value in " +
           std::to_string(own_draws(verdict)) + " of " + count_text(verdict.draws, "draw", "draws");
}

std::string endings_text(const std::vector<std::string>& endings) {
    const auto count = [&](const char* word) { return std::ranges::count(endings, word); };
    const auto broken = count("void") + count("unopened") + count("no_record");
    const auto abandoned = count("abandoned");
    if (broken + abandoned == 0) return {};
    return "; " + std::to_string(broken) + " of the last " +
           count_text(static_cast<std::int64_t>(endings.size()), "match", "matches") + " " +
           (broken == 1 ? "was" : "were") + " broken off" +
           (abandoned > 0 ? ", " + std::to_string(abandoned) + " abandoned" : std::string());
}

std::string shown_text_of(const Json& record, const MatchNotes& notes, std::int64_t agrees,
                          const ReplayResult* rules) {
    const Json& log = member(record, "log");
    if (!notes.shown || !has_view_hashes(log)) return "; what was shown is not checked";
    return "; what was shown agrees with the record in " + std::to_string(agrees) + " of " +
           count_text(static_cast<std::int64_t>(log.size()), "entry", "entries") +
           (rules ? " and with the rules" : "; only cubilete verify knows the rules");
}

void compare_with(const Json& record, const PlayerNotes& own, DiceVerdict& verdict,
                  const ReplayResult* rules) {
    if (own.notes.is_null() || !same_json(member(own.notes, "match"), member(record, "id")))
        throw NotesMismatch{"the notes have no line for this match", 0, Kind::not_verifiable};
    const MatchNotes notes(own.notes);
    const bool proven = !member(record, "proof").is_null();
    if (!proven) {
        const bool running = record.contains("ended_ms") && record["ended_ms"].is_null();
        if (notes.commit && !running && member(record, "kept") != false) throw NotesMismatch{"never opened"};
        throw_live_fault(notes);
    }
    if (verdict.kind == Kind::not_verifiable) return;
    std::int64_t agrees = 0;
    std::optional<std::string> left_out_reason;
    if (proven) {
        const Comparison comparison(record, notes);
        agrees = comparison.run(rules);
        left_out_reason = comparison.left_out_reason(verdict);
        verdict.notes_text = comparison.own_text(verdict);
    } else if (notes.seat) {
        left_out_reason = "the secret of seat " + notes.seat_name() + " is not in the key";
    }
    verdict.notes_text += shown_text_of(record, notes, agrees, rules);
    if (proven) verdict.notes_text += unknown_moves_text(record, notes);
    verdict.notes_text += endings_text(own.endings);
    if (!left_out_reason) return;
    verdict.kind = Kind::left_out;
    verdict.reason = *left_out_reason;
}

/// Adds the word for how a match has ended, and keeps the last ones.
void add_ending(std::vector<std::string>& endings, const Json& word) {
    if (!is_ending(word)) return;
    if (endings.size() == last_matches) endings.erase(endings.begin());
    endings.push_back(word.get<std::string>());
}

}  // namespace

PlayerNotes find_notes(std::string_view lines, std::string_view match) {
    PlayerNotes found;
    std::vector<std::pair<Json, Json>> endings;  // each with its server
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        auto read = protocol::read_json(lines.substr(0, end), line_limits);
        if (Json* notes = std::get_if<Json>(&read)) {
            endings.emplace_back(member(*notes, "server"), member(*notes, "ended"));
            if (member(*notes, "match") == match) found.notes = std::move(*notes);
        }
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    for (const auto& [server, word] : endings)
        if (server.is_null() || server == member(found.notes, "server")) add_ending(found.endings, word);
    return found;
}

std::optional<PlayerNotes> embedded_notes(const Json& file) {
    if (!file.is_object() || !file.contains("record") || !file.contains("notes")) return std::nullopt;
    PlayerNotes own{file["notes"], {}};
    if (const Json& endings = member(file, "ended"); endings.is_array())
        for (const Json& word : endings) add_ending(own.endings, word);
    else
        add_ending(own.endings, member(own.notes, "ended"));
    return own;
}

Viewer viewer_of(const Json& notes) {
    const auto seat = integer(member(notes, "seat"));
    if (!seat || *seat < 0 || *seat > 255) return {};
    return {static_cast<Seat>(*seat)};
}

void compare_notes(const Json& record, const PlayerNotes& own, DiceVerdict& verdict,
                   const ReplayResult* rules) {
    if (verdict.kind == Kind::wrong || !record.is_object()) return;
    try {
        compare_with(record, own, verdict, rules);
    } catch (const NotesMismatch& fault) {
        verdict.kind = fault.kind;
        verdict.reason = fault.reason;
        verdict.entry = fault.entry;
    } catch (const MalformedField& field) {
        verdict.kind = Kind::not_verifiable;
        verdict.reason = "the field " + field.name + " of the notes is malformed";
    }
}

}  // namespace cubilete::server
