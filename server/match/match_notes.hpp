#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json.hpp"
#include "server/match/dice_arithmetic.hpp"
#include "server/match/shown.hpp"

/// The notes of a player's program about a match, in the form of docs/fairness.md, "Notes".
namespace cubilete::server {

/// The server's request before an entry, and the player's answer.
struct RevealRequestRecord {
    explicit RevealRequestRecord(const protocol::Json& ask);

    std::int64_t seq;
    Digest hash;
    protocol::Json by;
    std::int64_t n;
    protocol::Json move;
    std::int64_t k;
    protocol::Json seats;
    std::optional<Digest> value;
    bool accepted;
};

/// Two entries and all between them.
struct EntrySpan {
    explicit EntrySpan(const protocol::Json& span);
    bool has(std::int64_t seq) const { return first <= seq && seq <= last; }

    std::int64_t first;
    std::int64_t last;
};

/// The note of what was shown of an entry.
struct SightNote {
    explicit SightNote(const protocol::Json& shown);

    std::string watcher;              ///< as a watcher would have seen it who sees the same view
    std::optional<std::string> seat;  ///< with `you`; nothing for a spectator
    std::string events;
    protocol::Json faces;  ///< of all dice that were shown as thrown; null if there were none
};

/// A move that the program has sent.
struct MoveNote {
    explicit MoveNote(const protocol::Json& move);

    std::string id;
    std::int64_t n;
    protocol::Json move;
    std::optional<std::int64_t> seq;  ///< of its entry, as the answer said
};

struct MatchNotes {
    /// Reads the fields in the order of docs/fairness.md. Throws dice_record::MalformedField for the first wrong one.
    explicit MatchNotes(const protocol::Json& notes);

    std::string seat_name() const { return std::to_string(*seat); }
    /// Whether the roster has the tip of the notes.
    bool is_own(const protocol::Json& proof) const;

    std::optional<Digest> commit;  ///< nothing: the program saw a match without any push of its dice
    std::string settings;
    std::string players;
    std::optional<Seat> seat;
    std::string player;
    std::optional<PlayerNonce> nonce;
    std::optional<Digest> tip;
    bool tip_accepted = false;
    bool reveal_accepted = false;
    std::optional<Digest> roster;
    std::optional<SeatValues> reveals;
    std::vector<RevealRequestRecord> asks;
    std::int64_t seq = 0;
    std::optional<Digest> hash;
    std::vector<std::string> faults;
    bool witness = false;
    std::vector<EntrySpan> live;  ///< entries that were shown when they were made
    // Nothing or null in the notes of older programs.
    std::optional<std::map<std::int64_t, SightNote>> shown;  ///< by entry
    protocol::Json views;                                    ///< by entry: what it showed without its events
    protocol::Json last;                                     ///< the same of the newest entry
    protocol::Json result;
    protocol::Json people;
    std::optional<std::vector<MoveNote>> moves;
};

/// Whether the text is one of the words for how a match has ended for its player.
bool is_ending(const protocol::Json& text);

}  // namespace cubilete::server
