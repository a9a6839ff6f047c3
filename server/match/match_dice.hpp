#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/match.hpp"
#include "protocol/messages.hpp"
#include "server/core/secret.hpp"
#include "server/match/dice_arithmetic.hpp"
#include "server/match/provable_chance.hpp"

namespace cubilete::server {

/// An entry that draws and is not made yet: it waits for the values of its seats. The next entry of the match
/// is this one, also after a restart.
struct DiceAsk {
    std::int64_t seq = 0;      ///< of the entry
    std::string hash;          ///< of the entry before, 64 hexadecimal digits
    protocol::EntryAuthor by;  ///< who makes the entry
    std::int64_t n = 0;        ///< prompt of the request; 0 without a request
    std::string request_id;    ///< id of the request, as JSON; empty without a request
    protocol::JsonText move;   ///< null for the clock
    std::uint64_t k = 0;       ///< number of its first draw
    std::vector<Seat> seats;   ///< those that are asked, rising

    std::string serialize() const;
    /// Throws nlohmann::json::exception or std::runtime_error for any other text.
    static DiceAsk parse(std::string_view text);
};

/// The start of a match's provable dice (docs/fairness.md), from the server's commitment to the reveals. It checks what
/// the seats send, and knows no sockets, timers or disk: the caller writes serialize() after each change. Used on the
/// room's thread only.
class DiceStart {
  public:
    using Step = protocol::DicePush::Step;

    /// Draws the server's secret and the nonces. `settings`: the text of entry 1's move. `players`: ids by
    /// seat. `witness`: entries that draw ask the seats.
    DiceStart(std::string match, std::string settings, std::vector<std::string> players, bool witness);
    /// Restores the dice of a match that starts or runs from serialize(). Throws nlohmann::json::exception or
    /// std::runtime_error for any other text.
    DiceStart(std::string match, std::vector<std::string> players, std::string_view stored);

    /// The secrets and all that was received, as private JSON for the disk.
    std::string serialize() const;
    Step step() const { return step_; }
    bool witness() const { return witness_; }

    // A refusal changes nothing. Equal repeated values are accepted again.
    std::optional<protocol::Rejection> tip(Seat seat, std::string_view hex);
    std::optional<protocol::Rejection> reveal(Seat seat, std::string_view hex);
    bool has_tip(Seat seat) const { return tips_.contains(seat); }
    /// Every seat of the roster has revealed.
    bool all_revealed() const { return reveals_.size() == tips_.size(); }
    /// Ends the step `tips`: fixes the roster. Without any tip the step `play` begins at once.
    void fix_roster();
    /// Ends the step `reveals`: seats without a reveal are out.
    void fix_key();
    /// Ends the remaining steps at once: who has not answered does not take part.
    void begin_now();

    /// Deletes the nonce of a player who was deleted.
    void forget(const std::string& player);

  protected:
    /// The whole present state; `seat`: the receiver's.
    protocol::DicePush start_push(const std::string& room, std::optional<Seat> seat) const;
    /// With the server's secret.
    protocol::JsonText start_proof() const;
    /// All draws follow from it. Only in the step `play`.
    Secret key() const { return draw_key(seed_, roster_, reveals_); }
    const std::string& match() const { return match_; }
    const Tips& tips() const { return tips_; }
    const Digest& roster() const { return roster_; }
    /// By seat of the roster in the step `play`; nothing for those that are out.
    const SeatValues& reveals() const { return reveals_; }

  private:
    std::string match_;
    std::string settings_;
    std::vector<std::string> players_;
    bool witness_;
    Secret seed_;
    std::map<Seat, PlayerNonce> nonces_;  ///< without those of deleted players
    std::string marks_;                   ///< the list of the players' marks
    Step step_ = Step::tips;
    Tips tips_;
    Digest roster_{};
    SeatValues reveals_;
};

/// The provable dice of one match: its start, then the asks and the draws. It owns the match's Chance. The caller sends
/// what push() returns. For a match that was restored, replay_entry() each entry first.
class MatchDice : public DiceStart {
  public:
    using DiceStart::DiceStart;
    MatchDice(const MatchDice&) = delete;

    // The match. Only in the step `play`.
    /// The chance of the match. Throws std::logic_error if an entry draws whose seats have to be asked first.
    Chance& chance();
    /// Whether the next entry, if it draws, needs values: seats were set for it, and its ask was not closed yet.
    bool asks_before_draws() const { return witness() && started_ && !witnesses_.empty() && !ask_closed_; }
    /// Whether the seat may be asked: it is in the roster, not out, and its chain is not used up.
    bool may_be_asked(Seat seat) const;
    /// Sets the seats that are asked for the next entry that draws: those which may be, and are online. With
    /// none the entry draws without an ask.
    void set_witnesses(std::vector<Seat> seats);
    const std::vector<Seat>& witnesses() const { return witnesses_; }
    std::uint64_t next_k() const { return chance_ ? chance_->next_k() : 0; }

    /// Opens the ask of the next entry. Throws std::logic_error if a seat may not be asked or `k` is not the next.
    void open(DiceAsk ask);
    const std::optional<DiceAsk>& ask() const { return ask_; }
    std::optional<protocol::Rejection> give(Seat seat, std::int64_t seq, std::string_view hex);
    /// All asked seats have given their value.
    bool has_all_values() const { return ask_ && values_.size() == ask_->seats.size(); }
    /// Ends the ask and returns it: seats without a value are out. The entry can be made now.
    DiceAsk close_ask();
    /// Forgets the ask without its entry, because the match ends.
    void drop_ask() { ask_.reset(); }
    /// The seats whose sights the record binds, as those of a watcher (shown.hpp): those of the roster. None if the
    /// earlier entries have sights of another version, or none.
    std::vector<Seat> bound_seats() const {
        const auto roster = std::views::keys(tips());
        return binds_sights_ ? std::vector<Seat>(roster.begin(), roster.end()) : std::vector<Seat>();
    }
    /// An entry was made: returns its `extra`, empty if it has none. `shown`: the hashes of its sights; empty for none.
    std::string record_entry(std::int64_t seq, const std::string& shown = {});
    /// A stored entry, in order.
    void replay_entry(const std::string& extra);

    // The part that others see
    /// The whole present state; `seat`: the receiver's.
    protocol::DicePush push(const std::string& room, std::optional<Seat> seat) const;
    protocol::DiceAskPush ask_push(const std::string& room) const;
    /// The member `dice` of the push of the entry that was made last, since this object exists; nothing if it drew
    /// nothing.
    const std::optional<protocol::JsonText>& newest_draws() const { return newest_draws_; }
    /// The proof, with the server's secret: only when the match is over. `seq`: number of entries.
    protocol::JsonText proof(std::int64_t seq) const;

  private:
    /// A seat's last value, and how many it has given after the reveal.
    struct ChainPosition {
        Digest last{};
        int count = 0;
    };
    ProvableChance& draws();
    /// Nothing for a seat that is out or not in the roster.
    std::optional<ChainPosition> chain_position(Seat seat) const;
    void count(const SeatValues& fresh);

    /// Made at the first use; the gate is closed for entries whose seats have not been asked.
    std::unique_ptr<ProvableChance> chance_;
    std::unique_ptr<Chance> guarded_chance_;
    std::map<Seat, std::optional<ChainPosition>>
        chain_positions_;  ///< of seats that were asked; nothing: it is out
    std::vector<Seat> witnesses_;
    std::optional<DiceAsk> ask_;
    std::map<Seat, Digest> values_;  ///< given for the open ask
    SeatValues contributed_;         ///< contributions to the entry that is being made
    bool started_ = false;           ///< entry 1 was made
    bool binds_sights_ = true;       ///< the entries have the hashes of sights of this version
    bool ask_closed_ = false;        ///< the ask of the next entry was closed
    std::optional<protocol::JsonText> newest_draws_;
};

}  // namespace cubilete::server
