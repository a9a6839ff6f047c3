#include <map>

#include <doctest/doctest.h>

#include "engine/games/tres/tres.hpp"
#include "tests/engine/tres_candidates.hpp"
#include "tests/twin.hpp"

namespace cubilete::tres {

namespace {

using protocol::Json;
using protocol::LogEntry;

/// Follows every card of a match from its shuffle to the event that shows it, using events only and no code
/// of the engine. At the end the remaining cards are those that the viewer never saw.
class Trace {
  public:
    Trace(std::span<const LogEntry> log, Viewer viewer) : viewer_(viewer) {
        const auto read = protocol::read_options(Game::info(), log.front().move.tree().at("options"));
        options_ = std::get<Options>(Game::options(std::get<OptionValues>(read)));
        seats_ = static_cast<int>(log.front().move.tree().at("seats"));
        for (std::size_t entry = 0; entry < log.size(); ++entry)
            for (std::size_t draw = 0; draw < log[entry].draws.size(); ++draw)
                if (const auto* shuffled = std::get_if<ShuffleDraw>(&log[entry].draws[draw]))
                    piles_.push_back({entry, draw, shuffled->pile, {}});
        State state = follow_start(log.front());
        for (const LogEntry& entry : log.subspan(1)) follow(state, entry);
        leave_game();
    }

    /// Returns the log with the unseen cards of each shuffle in another order.
    std::vector<LogEntry> rewritten(std::span<const LogEntry> log, Chance& chance) const {
        std::vector<LogEntry> other(log.begin(), log.end());
        for (const Shuffle& pile : piles_) {
            auto& cards = std::get<ShuffleDraw>(other[pile.entry].draws[pile.draw]).pile;
            std::vector<Card> unseen;
            for (const std::size_t place : pile.unseen) unseen.push_back(cards[place]);
            chance.shuffle(unseen);
            for (std::size_t at = 0; at < unseen.size(); ++at) cards[pile.unseen[at]] = unseen[at];
        }
        return other;
    }

  private:
    /// A shuffle of the log.
    struct Shuffle {
        std::size_t entry;
        std::size_t draw;
        std::vector<Card> cards;
        std::vector<std::size_t> unseen;  ///< positions of cards that the viewer has not seen
    };
    struct Kept {
        Card card;
        std::size_t pile;
        std::size_t place;
        bool known = false;  ///< the viewer knows something about the card: its owner could not lay it
    };

    State follow_start(const LogEntry& entry) {
        ScriptedChance chance(entry.draws);
        const Json settings = entry.move.tree();
        const auto first =
            settings.contains("first") ? std::optional(static_cast<Seat>(settings["first"])) : std::nullopt;
        auto [state, events] = Game::start(options_, seats_, first, chance);
        for (const Event& event : events) note(event);
        return state;
    }

    void follow(State& state, const LogEntry& entry) {
        ScriptedChance chance(entry.draws);
        const auto events =
            entry.by.kind == protocol::EntryAuthor::Kind::clock
                ? Game::expire(state, chance)
                : Game::apply(state, entry.by.seat, std::get<Move>(read_move(entry.move.tree())), chance);
        for (const Event& event : events) note(event);
    }

    void note(const Event& event) {
        if (std::holds_alternative<RolledOff>(event)) {
            if (!pile_ || next_ == pile().cards.size()) open_pile();
            ++next_;
        } else if (const auto* starts = std::get_if<Starts>(&event)) {
            leave_game();
            starter_ = starts->seat;
            open_pile();
            deal();
        } else if (std::holds_alternative<TurnedUp>(event)) {
            take();
        } else if (std::holds_alternative<Reshuffled>(event)) {
            while (next_ < pile().cards.size()) taken_before_.push_back(next_card());
            open_pile();
        } else if (const auto* drew = std::get_if<Drew>(&event)) {
            drawn_ = false;
            for (const Card card : drew->cards) {
                hands_[drew->seat].push_back(take());
                REQUIRE(hands_[drew->seat].back().card == card);
                drawn_ = drew->cause == DrawCause::turn;
            }
        } else if (const auto* played = std::get_if<Played>(&event)) {
            for (const Card card : played->cards) lay(played->seat, card);
            drawn_ = false;
        } else if (std::holds_alternative<GameOver>(event)) {
            ended_ = true;
        } else if (const auto* passed = std::get_if<Passed>(&event)) {
            if (drawn_ && options_.must_play_drawn) hands_[passed->seat].back().known = true;
            drawn_ = false;
        }
    }

    Shuffle& pile() { return piles_[*pile_]; }
    Kept next_card() {
        const std::size_t place = next_++;
        return {pile().cards[place], *pile_, place};
    }
    /// The next card of the pile, or one that was taken just before the pile was reshuffled.
    Kept take() {
        if (taken_before_.empty()) return next_card();
        const Kept card = taken_before_.front();
        taken_before_.erase(taken_before_.begin());
        return card;
    }
    void open_pile() {
        if (pile_)
            for (; next_ < pile().cards.size(); ++next_) pile().unseen.push_back(next_);
        pile_ = pile_ ? *pile_ + 1 : 0;
        next_ = 0;
    }
    void deal() {
        for (int card = 0; card < hand_size * seats_; ++card)
            hands_[static_cast<Seat>((starter_ + card) % seats_)].push_back(take());
    }
    void lay(Seat seat, Card card) {
        auto& hand = hands_[seat];
        auto found = drawn_ ? hand.end() - 1 : std::ranges::find(hand, card, &Kept::card);
        REQUIRE(found->card == card);
        hand.erase(found);
    }
    /// After this the viewer sees no hand of this game any more; but if the game has ended, its points reveal
    /// the value of the hands.
    void leave_game() {
        const bool counted = std::exchange(ended_, false) && options_.match == MatchKind::points;
        for (auto& [seat, hand] : hands_)
            for (const Kept& kept : hand)
                if (!viewer_.owns(seat) && !kept.known && !counted)
                    piles_[kept.pile].unseen.push_back(kept.place);
        if (pile_)
            for (; next_ < pile().cards.size(); ++next_) pile().unseen.push_back(next_);
        hands_.clear();
    }

    Viewer viewer_;
    Options options_;
    int seats_ = 0;
    Seat starter_ = 0;
    std::vector<Shuffle> piles_;
    std::optional<std::size_t> pile_;  ///< the pile from which cards are taken
    std::size_t next_ = 0;             ///< position of its next card
    std::vector<Kept> taken_before_;
    std::map<Seat, std::vector<Kept>> hands_;
    bool ended_ = false;  ///< the game is over and no other has begun
    bool drawn_ = false;  ///< the last card of the hand in turn was drawn in this turn
};

}  // namespace

TEST_CASE("No viewer can infer the position of unseen cards from any message") {
    constexpr int usual = 25;
    const int differing = twin::check<Game>(
        candidate_moves(),
        [](std::span<const LogEntry> log, Viewer viewer, Chance& chance) {
            return Trace(log, viewer).rewritten(log, chance);
        },
        usual);
    CHECK(differing > twin::games_to_play(usual) * 9 / 10);
}

}  // namespace cubilete::tres
