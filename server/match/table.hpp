#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "protocol/match.hpp"
#include "protocol/messages.hpp"
#include "server/match/cup_dice.hpp"
#include "server/match/match_dice.hpp"
#include "server/match/shown.hpp"
#include "storage/rows.hpp"

namespace cubilete::server {

/// A match of a room, in progress or over: the game, its seats, the requests already carried out, and the
/// hash chain of its log. Owned by its room and used on the room's thread. It uses neither sockets nor
/// timers.
class Table {
  public:
    /// Starts a match with a chance of the server's, or with provable dice in the step `play` and no chance, and makes its
    /// first entry. `row`: from new_match().
    Table(storage::MatchRow row, const protocol::Settings& settings, std::unique_ptr<Chance> chance,
          std::unique_ptr<MatchDice> dice = nullptr);
    /// Restores a match from its complete log; `dice`: set if it has provable dice and is not over. Throws
    /// protocol::ReplayError if the log does not replay or does not fit its hashes, and std::runtime_error or
    /// nlohmann::json::exception if an entry cannot be read.
    Table(storage::MatchRow row, const std::vector<storage::LogRow>& log, std::unique_ptr<Chance> chance,
          std::unique_ptr<MatchDice> dice = nullptr);

    const std::string& id() const { return row_.id; }
    const storage::MatchRow& row() const { return row_; }
    protocol::Match& match() { return *match_; }
    const protocol::Match& match() const { return *match_; }
    /// Returns the seat of a player by id; nothing for a spectator.
    std::optional<Seat> seat_of(const std::string& player) const;

    struct MoveResult {
        std::int64_t seq;
        bool again;  ///< the request was carried out before; nothing changed now
    };
    /// The move is legal and draws, so the seats have to be asked first: dice()->ask() is open, and the match
    /// takes no other entry until make_pending_entry(). The same for play_bot() and play_timeout_move() if they return false.
    struct AskRequired {};
    /// Plays a seat's request. Checks in the order of protocol/README.md, section 7, after the seat: id, to_act, n,
    /// rules.
    std::variant<MoveResult, protocol::Rejection, AskRequired> play(Seat seat, const protocol::RequestId& id,
                                                                    std::int64_t n,
                                                                    const protocol::Json& move);
    /// Makes a legal move for a built-in bot, or, with `absent`, for an absent player. Throws
    /// std::logic_error if the move is illegal.
    bool play_bot(Seat seat, const protocol::Json& move, bool absent);
    /// Makes an entry that a seat in to_act() requests a hint. Returns false, without an entry, if it has
    /// requested one for this prompt already.
    bool record_hint(Seat seat);
    /// Makes the move for which the rules provide when the clock runs out.
    bool play_timeout_move();
    /// Makes the entry of the open ask, with the values that were given.
    void make_pending_entry();
    /// Returns nullptr if the match has no provable dice, or was over when it was restored.
    MatchDice* dice() const { return dice_.get(); }
    /// The proof of a match that is over; nothing for a match without one.
    std::optional<protocol::JsonText> proof() const;
    /// The member `dice` of the push of the newest entry; nothing if it drew nothing from provable dice.
    const std::optional<protocol::JsonText>& newest_draws() const { return newest_draws_; }

    /// Returns the row of the newest entry, chained to the one before. Call it exactly once per entry.
    /// `left`: time left on the clock after it; `now_ms`: milliseconds since 1970, UTC.
    storage::LogRow record(std::chrono::milliseconds left, std::int64_t now_ms);
    /// Match::viewer_updates(). What record() has made for the newest entry is taken from there, once.
    std::vector<protocol::ViewerUpdate> take_sights(std::span<const Viewer> viewers, std::int64_t from);
    /// Hash of the newest entry, 32 bytes.
    const std::string& hash() const { return hash_; }

    /// Nothing while the match is in progress. Seats whose players have left it have place 0.
    std::optional<Result> result() const;
    /// "void" if it was stored so; "abandoned" after abandon() or if every player has left; otherwise "finished".
    std::string reason() const {
        return void_ ? "void" : abandoned_ || everyone_left() ? "abandoned" : "finished";
    }
    /// The seats of a finished match for which the clock or a built-in bot made more than half of the
    /// decisions; never the seats of built-in bots themselves.
    std::vector<Seat> absent_seats() const;
    /// The seat whose turn it is; nothing when the match is over and during a window, in which several players
    /// may react.
    std::optional<Seat> seat_in_turn() const;
    bool over() const { return abandoned_ || match_->result().has_value(); }
    /// Ends the match without a winner. Throws std::logic_error if it is over.
    void abandon();
    /// Returns the write that ends the match on disk. Throws std::logic_error if it is not over.
    storage::FinishMatch finish(std::int64_t now_ms) const;

  private:
    struct AcceptedRequest {
        std::int64_t seq;
        std::int64_t n;
        std::string move;  ///< in its long form
    };
    Chance& chance() { return dice_ ? dice_->chance() : *chance_; }
    bool asks_before_draws() const { return dice_ && dice_->asks_before_draws(); }
    void ask(const protocol::EntryAuthor& by, std::int64_t n, std::string id, protocol::JsonText move);
    bool everyone_left() const;
    void remember(Seat seat, const std::string& id, const AcceptedRequest& accepted);

    storage::MatchRow row_;
    std::unique_ptr<Chance> chance_;
    CupChance* cup_ = nullptr;         ///< `chance_`, in a match of the day's cup
    std::unique_ptr<MatchDice> dice_;  ///< has the chance of a match with provable dice
    std::unique_ptr<protocol::Match> match_;
    /// By seat and request id; short strings, a few hundred per match.
    std::unordered_map<std::string, AcceptedRequest> accepted_;
    std::string request_id_;  ///< request id of the newest entry, as JSON; empty if no request made it
    std::int64_t request_n_ = 0;
    std::map<Seat, std::int64_t> hinted_prompts_;  ///< prompt of the newest hint
    std::string hash_;
    std::optional<protocol::JsonText> newest_draws_;
    std::vector<ViewerSight> sights_;  ///< of the newest entry, with its events; empty after take_sights()
    bool abandoned_ = false;
    bool void_ = false;                ///< abandoned_, because a server could not go on with it
    bool counts_absent_seats_ = true;  ///< false: the match ended before the server knew seats that are left
};

/// Returns the row of a new match, with a new id. `players` (ids) and `names` are by seat. `is_public`: the
/// match is listed publicly. `now_ms`: milliseconds since 1970, UTC.
storage::MatchRow new_match(std::string room, bool is_public, const protocol::Settings& settings,
                            std::vector<std::string> players, std::vector<std::string> names,
                            std::int64_t now_ms);

/// Returns the write that ends a match as `void`, from what is stored of it, with any rules or none. `dice`: its
/// provable dice, without those of its entries; nullptr if it has none.
storage::FinishMatch make_void_finish(const storage::MatchRow& row, const std::vector<storage::LogRow>& log,
                                      MatchDice* dice, std::int64_t now_ms);

/// The game of a stored match; nullptr if this program does not have that version of its rules.
const GameInfo* game_of(const storage::MatchRow& match);
/// The settings of such a match; nothing without its rules, or if the settings cannot be read.
std::optional<protocol::Settings> stored_settings(const storage::MatchRow& match);

/// Converts a stored entry to the form of the rules. Throws std::runtime_error or nlohmann::json::exception
/// if it cannot be read.
protocol::LogEntry protocol_entry(const GameInfo& game, const storage::LogRow& stored);

/// Returns a request id as JSON, so that 7 and "7" stay different.
std::string request_id_text(const protocol::RequestId& id);

}  // namespace cubilete::server
