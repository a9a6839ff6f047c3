#include <algorithm>

#include "engine/games/tres/tres.hpp"

namespace cubilete::tres {

namespace {

View::OwnHand own_of(const State& state, Seat seat) {
    View::OwnHand own{seat, {}, {}};
    for (const HeldCard& held : state.hands.of(seat)) {
        own.hand.push_back(held.card);
        if (held.drawn) own.drawn = held.card;
    }
    return own;
}

struct Show {
    Viewer viewer;

    Seen operator()(const Dealt& dealt) const {
        SeenDealt seen{dealt.seat, static_cast<int>(dealt.cards.size()), {}};
        if (viewer.owns(dealt.seat)) seen.cards = dealt.cards;
        return seen;
    }
    Seen operator()(const Drew& drew) const {
        SeenDrew seen{drew.seat, drew.cause, static_cast<int>(drew.cards.size()), {}};
        if (viewer.owns(drew.seat)) seen.cards = drew.cards;
        return seen;
    }
    Seen operator()(const auto& open) const { return open; }
};

/// A card that the viewer has not seen, and what the viewer knows about it.
struct Hidden {
    Card* card;
    std::uint16_t shuffle;
    const HeldCard* held;  ///< null: the card is in the pile

    bool may_be(Card other) const { return held == nullptr || held->may_be(other); }
};

std::vector<Hidden> hidden_from(Viewer viewer, State& state) {
    std::vector<Hidden> hidden;
    for (Card& card : state.pile) hidden.push_back({&card, state.shuffle, nullptr});
    for (Seat seat = 0; seat < state.seats(); ++seat)
        if (!viewer.owns(seat))
            for (HeldCard& held : state.hands.of(seat)) hidden.push_back({&held.card, held.shuffle, &held});
    std::ranges::stable_sort(hidden, {}, &Hidden::shuffle);
    return hidden;
}

/// At the end of a game for points, the points reveal the value of the hands.
bool may_swap(const State& state, const Hidden& one, const Hidden& other) {
    if (!one.may_be(*other.card) || !other.may_be(*one.card)) return false;
    const bool counted = state.over && state.options.match == MatchKind::points;
    return !counted || worth_of(*one.card) == worth_of(*other.card);
}

}  // namespace

About Game::about(const State& state) { return {state.options.target()}; }

View Game::view(const State& state, Viewer viewer) {
    View view{.over = state.over,
              .game = state.game,
              .turn = {},
              .seats = {},
              .own = {},
              .table = state.table,
              .pile = static_cast<int>(state.pile.size()),
              .discards = static_cast<int>(state.discards.size()),
              .top = {},
              .direction = state.direction,
              .call = state.call};
    if (!state.over) view.turn = state.turn;
    for (Seat seat = 0; seat < state.seats(); ++seat)
        view.seats.push_back({state.scores[seat], state.hands.count(seat), state.said.contains(seat)});
    if (viewer.seat) view.own = own_of(state, *viewer.seat);
    if (!state.discards.empty()) view.top = state.discards.back();
    return view;
}

std::optional<Seen> Game::seen(const Event& event, Viewer viewer) { return std::visit(Show{viewer}, event); }

State Game::redeal(const State& state, Viewer viewer, Chance& chance) {
    State twin = state;
    auto hidden = hidden_from(viewer, twin);
    auto begin = hidden.begin();
    while (begin != hidden.end()) {
        const auto end = std::ranges::find_if(
            begin, hidden.end(), [&](std::uint16_t shuffle) { return shuffle != begin->shuffle; },
            &Hidden::shuffle);
        for (auto last = end; last - begin > 1; --last) {
            const auto one = last - 1;
            const auto other = begin + chance.pick(static_cast<int>(last - begin));
            if (may_swap(twin, *one, *other)) std::swap(*one->card, *other->card);
        }
        begin = end;
    }
    for (Seat seat = 0; seat < twin.seats(); ++seat) twin.hands.sort(seat);
    return twin;
}

}  // namespace cubilete::tres
