#include "server/match/notes_comparison.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "protocol/match.hpp"
#include "server/match/dice_record.hpp"

namespace cubilete::server {

using namespace dice_record;

namespace {

/// Whether the entry's draws of dice are these faces, in order.
bool has_faces(const Json& entry, const Json& faces) {
    Json thrown = Json::array();
    for (const Json& draw : member(member(entry, "extra"), "drawn"))
        if (draw["kind"] == "dice")
            for (const Json& face : draw["result"]) thrown.push_back(face);
    return same_json(thrown, faces);
}

bool has_shuffle(const Json& log) {
    return std::ranges::any_of(log, [](const Json& entry) {
        return std::ranges::any_of(member(member(entry, "extra"), "drawn"),
                                   [](const Json& draw) { return draw["kind"] == "shuffle"; });
    });
}

bool is_by(const Json& entry, Seat seat) {
    return integer(member(member(entry, "by"), "seat")) == std::int64_t{seat};
}

/// Whether both have the same values in any order.
bool is_same_multiset(const Json& one, const Json& other) {
    if (one.size() != other.size()) return false;
    std::vector<const Json*> left;
    for (const Json& value : other) left.push_back(&value);
    return std::ranges::all_of(one, [&](const Json& value) {
        const auto found =
            std::ranges::find_if(left, [&](const Json* each) { return same_json(value, *each); });
        if (found == left.end()) return false;
        left.erase(found);
        return true;
    });
}

/// Whether the log can have this for the move that was sent, as far as one can tell without the rules: it has the long
/// form, the sent move perhaps another, in which lists may have another order.
bool may_match(const Json& sent, const Json& played) {
    if (sent.is_string() && played.is_object()) return true;
    if (!sent.is_object() || !played.is_object()) return same_json(sent, played);
    for (const auto& [name, value] : sent.items()) {
        const auto found = played.find(name);
        if (found == played.end()) continue;
        if (value.is_array() && found->is_array() ? !is_same_multiset(value, *found)
                                                  : !same_json(value, *found))
            return false;
    }
    return true;
}

bool is_move(const Json& sent, const Json& played, const ReplayResult* rules) {
    if (rules == nullptr) return may_match(sent, played);
    const auto canonical_form = protocol::canonical_move(rules->game, sent);
    const auto* text = std::get_if<protocol::JsonText>(&canonical_form);
    return text != nullptr && same_json(text->tree(), played);
}

/// The entry that the record has for a move; null if it has none, which is a fault where the server has named it.
const Json* entry_of(const Json& record, Seat seat, const MoveNote& move) {
    const Json& log = record["log"];
    if (!move.seq) {
        const auto found = std::ranges::find_if(
            log, [&](const Json& entry) { return member(entry, "id") == move.id && is_by(entry, seat); });
        return found == log.end() ? nullptr : &*found;
    }
    const NotesMismatch other{"it is not the move that was sent", *move.seq};
    const auto entries = static_cast<std::int64_t>(log.size());
    if (*move.seq > entries) {
        const Json& reason = member(member(record, "result"), "reason");
        if (*move.seq == entries + 1 && reason.is_string() && reason != "finished")
            return nullptr;  // broken off
        throw other;
    }
    const Json& entry = log[static_cast<std::size_t>(*move.seq - 1)];
    if (member(entry, "id") != move.id || integer(member(entry, "n")) != move.n || !is_by(entry, seat))
        throw other;
    return &entry;
}

/// Compares the views that came without events, and the last push, which may have broken the match off.
void compare_views(const MatchNotes& notes, const ReplayResult& rules) {
    const bool broken_off = !notes.result.is_null() && member(notes.result, "reason") != "finished";
    std::int64_t seq = 0;
    for (const ShownHashes& shown : rules.shown) {
        ++seq;
        const auto compare = [seq](const Json& note, const SightHashes& right) {
            if (!note.is_null() && !same_json(note, Json::array({right.view, right.you})))
                throw NotesMismatch{"something else was shown than the rules say", seq};
        };
        compare(member(notes.views, std::to_string(seq).c_str()), shown.without_events);
        if (seq == notes.seq) compare(notes.last, broken_off ? shown.if_aborted : shown.without_events);
    }
}

}  // namespace

std::int64_t compare_shown(const Json& record, const MatchNotes& notes, const ReplayResult* rules) {
    if (!notes.shown) return 0;
    const Json& log = record["log"];
    const bool shows_now = has_view_hashes(log);
    const bool open = !has_shuffle(log);
    // Where the hashes of a seat begin: after those of a watcher and of the seats before it.
    std::optional<std::size_t> at;
    if (const Json& tips = record["proof"]["tips"]; notes.seat && tips.contains(notes.seat_name()))
        at = shown_hash_digits * (1 + static_cast<std::size_t>(std::ranges::count_if(
                                          seat_values(record["proof"], "tips"),
                                          [&](const auto& tip) { return tip.first < *notes.seat; })));
    std::int64_t agrees = 0;
    for (const auto& [seq, note] : *notes.shown) {
        if (seq > static_cast<std::int64_t>(log.size())) break;
        const auto differs = [&](const std::string& reason) { return NotesMismatch{reason, seq}; };
        const Json& entry = log[static_cast<std::size_t>(seq - 1)];
        if (!note.faces.is_null() && !has_faces(entry, note.faces))
            throw differs("other dice were shown than are recorded");
        const Json& shown = member(member(entry, "extra"), "shown");
        if (shows_now && !shown.is_null()) {
            const std::string hashes = shown.get<std::string>();
            const bool own = at && note.seat;
            if (hashes.substr(own ? *at : 0, shown_hash_digits) != (own ? *note.seat : note.watcher))
                throw differs("something else was shown than is recorded");
            if (open && notes.seat && hashes.substr(0, shown_hash_digits) != note.watcher)
                throw differs("seat " + notes.seat_name() + " was shown something else than the others");
            ++agrees;
        }
        const Json& events = member(entry, "events");
        if (open && member(record, "replay") == true && events.is_array() &&
            event_list_hash(seq, events) != note.events)
            throw differs("the record has other events than were shown");
        if (!rules || !shows_now) continue;
        const ShownHashes& right = rules->shown.at(static_cast<std::size_t>(seq - 1));
        if (right.watcher != note.watcher || right.events != note.events ||
            (note.seat && right.seat != *note.seat))
            throw differs("something else was shown than the rules say");
    }
    if (rules && shows_now) compare_views(notes, *rules);
    return agrees;
}

void compare_outcome(const Json& record, const MatchNotes& notes) {
    if (!notes.result.is_null() && !same_json(notes.result, member(record, "result")))
        throw NotesMismatch{"another result was shown than is recorded"};
    const Json& people = member(record, "seats");
    if (!people.is_array() || notes.people.is_null()) return;
    const auto differ = [](const Json& person, const Json& note) {
        const Json& id = member(person, "id");
        return id.is_string() && note.is_string() && id != note;
    };
    bool same = people.size() == notes.people.size();
    for (std::size_t seat = 0; same && seat < people.size(); ++seat)
        same = !differ(people[seat], notes.people[seat]);
    if (!same) throw NotesMismatch{"the record has other people at its seats"};
}

void compare_moves(const Json& record, const MatchNotes& notes, const ReplayResult* rules) {
    if (!notes.seat || !notes.moves) return;
    for (const MoveNote& move : *notes.moves) {
        const Json* entry = entry_of(record, *notes.seat, move);
        if (entry != nullptr && !is_move(move.move, member(*entry, "move"), rules))
            throw NotesMismatch{"it is not the move that was sent", entry - &record["log"][0] + 1};
    }
}

std::string unknown_moves_text(const Json& record, const MatchNotes& notes) {
    if (!notes.seat || !notes.moves) return {};
    const auto strange = std::ranges::count_if(record["log"], [&](const Json& entry) {
        const Json& by = member(entry, "by");
        if (!is_by(entry, *notes.seat) || member(by, "house") == true || member(by, "hint") == true)
            return false;
        const Json& id = member(entry, "id");
        return std::ranges::none_of(*notes.moves, [&](const MoveNote& move) { return id == move.id; });
    });
    if (strange == 0) return {};
    return "; " + count_text(strange, "move", "moves") + " of seat " + notes.seat_name() +
           " came from another device, or from nobody";
}

}  // namespace cubilete::server
