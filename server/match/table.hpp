#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "protocol/match.hpp"
#include "protocol/messages.hpp"
#include "storage/rows.hpp"

namespace cubilete::server {

/// A match on a room's table: the running game together with what makes its log a record: who sits where,
/// which requests were already carried out, the hash chain. Owned by its room, used on the room's strand;
/// knows neither sockets nor timers.
class Table {
  public:
    /// Starts a match and makes its first entry. `players` (ids) and `names` are by seat. `is_public`: the
    /// match is listed publicly. `now_ms`: milliseconds since 1970, UTC.
    Table(std::string room, bool is_public, const protocol::Settings& settings,
          std::vector<std::string> players, std::vector<std::string> names, std::unique_ptr<Chance> chance,
          std::int64_t now_ms);
    /// Takes a match up from its whole log. Throws protocol::ReplayError when the log does not replay, or not
    /// to the same hashes.
    Table(storage::Match row, const std::vector<storage::LogEntry>& log, std::unique_ptr<Chance> chance);

    const std::string& id() const { return row_.id; }
    const storage::Match& row() const { return row_; }
    protocol::Match& match() { return *match_; }
    const protocol::Match& match() const { return *match_; }
    std::optional<Seat> seat_of(const std::string& player) const;

    /// A seat's request, in the order of checks of PROTOCOL 2 after the seat: id, to_act, n, rules.
    struct Played {
        std::int64_t seq;
        bool again;  ///< the id was carried out before; nothing has changed now
    };
    std::variant<Played, protocol::Refused> play(Seat seat, const protocol::RequestId& id, std::int64_t n,
                                                 const protocol::Json& move);
    /// A house player's legal move; `absent`: for a player who is away.
    void play_house(Seat seat, const protocol::Json& move, bool absent);
    /// Notes that a seat in to_act() asks for a hint. False: it has asked for this decision already.
    bool note_hint(Seat seat);
    /// The clock ran out.
    void expire();

    /// The row of the entry made last, chained to the one before; to be called exactly once an entry, with
    /// the clock as it stands after it.
    storage::LogEntry record(std::chrono::milliseconds left, std::int64_t now_ms);
    const std::string& hash() const { return hash_; }

    /// Nothing while the match runs. "abandoned" when it was broken off.
    std::optional<Result> result() const;
    /// "abandoned" after abandon() or if every seat is left; otherwise "finished".
    std::string reason() const { return abandoned_ || all_left() ? "abandoned" : "finished"; }
    /// The seats of a finished match for which the clock or a built-in bot made more than half of the
    /// decisions; never the seats of built-in bots themselves.
    std::vector<Seat> left() const;
    bool over() const { return abandoned_ || match_->result().has_value(); }
    /// Ends the match without a winner; it must be running.
    void abandon();
    storage::FinishMatch finish(std::int64_t now_ms) const;

  private:
    struct Accepted {
        std::int64_t seq;
        std::int64_t n;
        std::string move;  ///< in its listed spelling
    };
    bool all_left() const;
    void remember(Seat seat, const std::string& id, const Accepted& accepted);

    storage::Match row_;
    std::unique_ptr<Chance> chance_;
    std::unique_ptr<protocol::Match> match_;
    /// By seat and request id; small texts, a few hundred a match.
    std::unordered_map<std::string, Accepted> accepted_;
    std::string request_id_;  ///< of the entry made last, as JSON; empty where nobody asked
    std::int64_t request_n_ = 0;
    std::map<Seat, std::int64_t> hinted_;  ///< the prompt for which a hint was given last
    std::string hash_;
    bool abandoned_ = false;
    bool counts_left_ = true;  ///< false: the match ended before the server knew seats that are left
};

/// An entry as the rules take it. Throws std::runtime_error.
protocol::LogEntry entry_of(const Info& game, const storage::LogEntry& stored);

/// A request id as JSON: 7 and "7" stay different.
std::string text_of(const protocol::RequestId& id);

}  // namespace cubilete::server
