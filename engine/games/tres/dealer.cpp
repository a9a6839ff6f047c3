#include "engine/games/tres/dealer.hpp"

#include <algorithm>

#include "engine/games/tres/lay.hpp"

namespace cubilete::tres {

namespace {

/// The points of each winner of a game that is played for points: the value of the other hands.
int points_for(SeatSet winners, const Hands& hands) {
    int points = 0;
    for (const Seat loser : SeatSet::first(hands.seats()) - winners)
        for (const HeldCard& held : hands.of(loser)) points += worth_of(held.card);
    return points / winners.size();
}

bool has(const Cards& cards, Card card) { return std::ranges::find(cards, card) != cards.end(); }

}  // namespace

// ---- the match and its games

void Dealer::open_match(std::optional<Seat> first) {
    const auto seats = state_.seats();
    if (!first && state_.options.starter == Starter::rolloff)
        return open_game(static_cast<Seat>((draw_for_dealer() + 1) % seats));
    open_game(find_starter(state_.options.starter, first, seats, chance_,
                           [](Seat) -> int { throw_contract_violation(); }));
}

/// R4.20, A10. If the deck runs out while players are still tied, a new deck is shuffled.
Seat Dealer::draw_for_dealer() {
    Pile deck;
    std::size_t taken = 0;
    const Seat dealer = roll_off(state_.seats(), [&](Seat seat) {
        if (taken == deck.size()) {
            deck = whole_deck(state_.options.deck, state_.options.wild_colour);
            chance_.shuffle({deck.data(), deck.size()});
            taken = 0;
        }
        const Card card = deck[taken++];
        events_.emplace_back(RolledOff{seat, card, number_of(card)});
        return number_of(card);
    });
    events_.emplace_back(Deals{dealer});
    return dealer;
}

void Dealer::open_game(Seat starter) {
    state_.starter = starter;
    state_.hands = Hands(state_.seats());
    state_.pile = whole_deck(state_.options.deck, state_.options.wild_colour);
    state_.discards.clear();
    state_.table = {};
    state_.direction = 1;
    state_.said = {};
    state_.idle_turns = 0;
    events_.emplace_back(Starts{starter, state_.game});
    chance_.shuffle({state_.pile.data(), state_.pile.size()});
    std::ranges::reverse(state_.pile);
    state_.shuffle = 0;
    deal();
    begin_turn(starter);
}

void Dealer::deal() {
    std::array<Hand, max_players> hands;
    for (int round = 0; round < hand_size; ++round)
        for (int place = 0; place < state_.seats(); ++place) {
            const auto seat = static_cast<Seat>((state_.starter + place) % state_.seats());
            const Card card = *take_top();
            hands[seat].push_back(card);
            state_.hands.add(seat, {.card = card});
        }
    for (const Seat seat : SeatSet::first(state_.seats())) events_.emplace_back(Dealt{seat, hands[seat]});
}

void Dealer::end_game(SeatSet winners, bool blocked) {
    const bool for_points = state_.options.match == MatchKind::points;
    const int points = for_points ? points_for(winners, state_.hands) : 0;
    for (const Seat winner : winners) state_.scores[winner] += for_points ? points : 1;
    events_.emplace_back(GameOver{winners, blocked, points});
    state_.call = {};

    const SeatSet leaders =
        highest(SeatSet::first(state_.seats()), [&](Seat seat) { return state_.scores[seat]; });
    if (state_.scores[*leaders.begin()] >= state_.options.target()) {
        state_.over = true;
        events_.emplace_back(Over{leaders});
        return;
    }
    ++state_.game;
    open_game(static_cast<Seat>((state_.starter + 1) % state_.seats()));
}

// ---- moves

void Dealer::carry_out(const Move& move, Seat seat) {
    struct MoveVisitor {
        Dealer& dealer;
        Seat seat;
        void operator()(const Play& play) const { dealer.play(play); }
        void operator()(const Draw&) const { dealer.draw(); }
        void operator()(const Pass& pass) const { dealer.pass(pass); }
        void operator()(const SayTres&) const { dealer.say_tres(seat); }
        void operator()(const Catch& caught) const { dealer.catch_seat(caught.seat, seat); }
    };
    std::visit(MoveVisitor{*this, seat}, move);
}

void Dealer::play(const Play& move) {
    const Seat seat = state_.turn.seat;
    state_.call = {};
    state_.idle_turns = 0;
    const Card below = *std::exchange(state_.table[move.on], std::nullopt);
    state_.discards.push_back(below);
    for (const Card card : move.cards) {
        state_.hands.remove(seat, card);
        state_.discards.push_back(card);
    }
    const bool toma_tres = move.cards.size() == 2 &&
                           is_toma_tres(below, move.cards[0], move.cards[1], state_.options.wild_colour);
    events_.emplace_back(Played{seat, move.on, below, move.cards, toma_tres});

    if (state_.hands.count(seat) == 0) return end_game({seat}, false);
    end_turn(apply_effects_to_next_seat(move, toma_tres), move.tres);
}

/// Applies the effect of the cards on other players; returns the seat that moves next (R4.9, R4.10, rule 13).
Seat Dealer::apply_effects_to_next_seat(const Play& move, bool toma_tres) {
    const bool turns_back = has(move.cards, three_reversa);
    if (turns_back) reverse();
    const bool reversa_skips =
        turns_back && state_.seats() == 2 && state_.options.reverse_two_players == TwoPlayerReversa::skip;

    const Seat victim = after(state_.turn.seat);
    const bool draws_three = has(move.cards, three_plus_three);
    if (toma_tres) draw_for(victim, 3, DrawCause::toma_tres);
    if (draws_three) draw_for(victim, 3, DrawCause::plus_three);

    std::optional<LossCause> loss;
    if (reversa_skips)
        loss = LossCause::reversa;
    else if (has(move.cards, three_salta))
        loss = LossCause::salta;
    else if (state_.options.draw_three_loses_turn && (toma_tres || draws_three))
        loss = LossCause::draw_three;
    if (!loss) return victim;
    events_.emplace_back(LostTurn{victim, *loss});
    ++state_.turns;
    return after(victim);
}

void Dealer::draw() {
    state_.call = {};
    state_.turn.drawn = true;
    draw_for(state_.turn.seat, 1, DrawCause::turn);
}

void Dealer::pass(const Pass& move) {
    const Seat seat = state_.turn.seat;
    state_.call = {};
    bool got_a_card = false;
    for (HeldCard& held : state_.hands.of(seat))
        if (held.drawn) {
            got_a_card = true;
            held.drawn = false;
            if (state_.options.must_play_drawn) held.not_these |= numbers_to_lay(state_.table);
        }
    state_.hands.sort(seat);
    events_.emplace_back(Passed{seat});

    if (!got_a_card && ++state_.idle_turns == state_.seats())
        return end_game(highest(SeatSet::first(state_.seats()),
                                [&](Seat each) { return max_cards - state_.hands.count(each); }),
                        true);
    end_turn(after(seat), move.tres);
}

void Dealer::say_tres(Seat seat) {
    if (state_.call.holds()) ++state_.waits;
    state_.said.insert(seat);
    state_.call = state_.options.false_catch > 0 ? Call{Call::Stage::said, seat} : Call{};
    events_.emplace_back(SaidTres{seat});
}

void Dealer::catch_seat(Seat seat, Seat by) {
    if (state_.call.is_unsaid()) {
        if (state_.call.holds()) ++state_.waits;
        state_.call = {};
        events_.emplace_back(Caught{seat, by});
        draw_for(seat, 3, DrawCause::caught);
        return;
    }
    if (by == state_.turn.seat) state_.call = {};
    events_.emplace_back(FalselyCaught{seat, by});
    draw_for(by, state_.options.false_catch, DrawCause::false_catch);
}

void Dealer::end_window() {
    ++state_.waits;
    if (state_.call.stage == Call::Stage::grace) {
        state_.call.stage = Call::Stage::open;
        events_.emplace_back(CatchOpened{state_.call.seat});
    } else {
        state_.call.stage = Call::Stage::late;
    }
}

// ---- turns

Seat Dealer::after(Seat seat) const {
    return static_cast<Seat>((seat + state_.direction + state_.seats()) % state_.seats());
}

void Dealer::begin_turn(Seat seat) {
    state_.turn = {.seat = seat};
    ++state_.turns;
    ++state_.waits;
    fill_table();
}

/// TRES is decided here, before the next turn. If a card turned up afterwards makes the player draw, the call
/// is void (A4, A11).
void Dealer::end_turn(Seat next, bool tres) {
    const Seat seat = state_.turn.seat;
    state_.said.erase(seat);
    if (state_.options.tres_call != TresCall::off && state_.hands.count(seat) == 3) {
        if (tres || state_.options.tres_call == TresCall::automatic)
            say_tres(seat);
        else
            state_.call = {Call::Stage::grace, seat};
    }
    begin_turn(next);
    if (state_.hands.count(seat) != 3) state_.call = {};
}

void Dealer::lose_turn(LossCause cause) {
    events_.emplace_back(LostTurn{state_.turn.seat, cause});
    state_.turn.seat = after(state_.turn.seat);
    ++state_.turns;
}

void Dealer::reverse() {
    state_.direction = -state_.direction;
    events_.emplace_back(Reversed{state_.direction});
}

// ---- the table and the pile

/// Turns up one card at a time. Each action affects the player whose turn it is at that moment (R4.14).
void Dealer::fill_table() {
    for (Place place = 0; place < table_size; ++place) {
        if (state_.table[place]) continue;
        const auto card = take_top();
        if (!card) return;
        state_.table[place] = card;
        events_.emplace_back(TurnedUp{place, *card});
        apply_turned_up_effect(*card);
    }
}

void Dealer::apply_turned_up_effect(Card card) {
    if (card == three_reversa) {
        reverse();
        lose_turn(LossCause::reversa);
    } else if (card == three_salta) {
        lose_turn(LossCause::salta);
    } else if (card == three_plus_three) {
        draw_for(state_.turn.seat, 3, DrawCause::plus_three);
        if (state_.options.draw_three_loses_turn) lose_turn(LossCause::draw_three);
    }
}

std::optional<Card> Dealer::take_top() {
    if (state_.pile.empty()) reshuffle();
    if (state_.pile.empty()) return std::nullopt;
    const Card card = state_.pile.back();
    state_.pile.pop_back();
    return card;
}

void Dealer::reshuffle() {
    if (state_.discards.empty()) return;
    state_.pile = state_.discards;
    state_.discards.clear();
    chance_.shuffle({state_.pile.data(), state_.pile.size()});
    std::ranges::reverse(state_.pile);
    ++state_.shuffle;
    events_.emplace_back(Reshuffled{static_cast<int>(state_.pile.size())});
}

void Dealer::draw_for(Seat seat, int count, DrawCause cause) {
    Drew drew{seat, cause, {}};
    while (static_cast<int>(drew.cards.size()) < count) {
        const auto card = take_top();
        if (!card) break;
        drew.cards.push_back(*card);
        state_.hands.add(seat, {.card = *card, .drawn = cause == DrawCause::turn, .shuffle = state_.shuffle});
    }
    if (!drew.cards.empty()) {
        state_.idle_turns = 0;
        state_.said.erase(seat);
    }
    events_.emplace_back(drew);
}

}  // namespace cubilete::tres
