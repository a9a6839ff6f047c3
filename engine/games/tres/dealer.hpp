#pragma once

#include "engine/games/tres/tres.hpp"

namespace cubilete::tres {

/// Carries out moves and everything that follows from them without a decision: dealing, turning up cards,
/// forced draws, reshuffles, lost turns, the end of a game. The caller has checked that the move is legal
/// (Game::check). Changes `state` and collects the events. Both references must outlive the object.
class Dealer {
  public:
    Dealer(State& state, Chance& chance) : state_(state), chance_(chance) { events_.reserve(8); }

    /// Plays everything before the first turn of the match.
    void open_match(std::optional<Seat> first);

    void carry_out(const Move& move, Seat seat);
    /// Ends the grace or the catch window.
    void end_window();

    std::vector<Event> events() && { return std::move(events_); }

  private:
    void play(const Play& move);
    void draw();
    void pass(const Pass& move);
    void say_tres(Seat seat);
    void catch_seat(Seat seat, Seat by);

    Seat draw_for_dealer();
    void open_game(Seat starter);
    void deal();
    void begin_turn(Seat seat);
    void end_turn(Seat next, bool tres);
    void lose_turn(LossCause cause);
    Seat apply_effects_to_next_seat(const Play& move, bool toma_tres);
    void fill_table();
    void apply_turned_up_effect(Card card);
    void reverse();

    std::optional<Card> take_top();
    void reshuffle();
    void draw_for(Seat seat, int count, DrawCause cause);
    void end_game(SeatSet winners, bool blocked);

    Seat after(Seat seat) const;

    State& state_;
    Chance& chance_;
    std::vector<Event> events_;
};

}  // namespace cubilete::tres
