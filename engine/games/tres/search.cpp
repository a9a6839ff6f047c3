#include "engine/games/tres/search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "engine/pseudo_random_chance.hpp"

namespace cubilete::tres {

namespace {

/// The unseen cards of one shuffle, in order, and the places in hands and pile where they are.
struct Unseen {
    std::vector<Card> cards;
    std::vector<HeldCard*> held;
    std::vector<Card*> piled;
};

std::map<std::uint16_t, Unseen> unseen_by(Seat seat, State& state) {
    std::map<std::uint16_t, Unseen> unseen;
    for (Card& card : state.pile) {
        unseen[state.shuffle].cards.push_back(card);
        unseen[state.shuffle].piled.push_back(&card);
    }
    for (Seat other = 0; other < state.seats(); ++other) {
        if (other == seat) continue;
        std::vector<HeldCard*> hand;
        for (HeldCard& held : state.hands.of(other)) {
            unseen[held.shuffle].cards.push_back(held.card);
            hand.push_back(&held);
        }
        // Hands are sorted by card, which would reveal something. This sorts them by what other players know
        // instead.
        std::ranges::stable_sort(hand, {}, [](const HeldCard* held) {
            return std::tuple(held->shuffle, held->drawn, held->not_these);
        });
        for (HeldCard* held : hand) unseen[held->shuffle].held.push_back(held);
    }
    for (auto& [shuffle, group] : unseen) std::ranges::sort(group.cards);
    return unseen;
}

void redeal_unseen(Unseen& unseen, Chance& chance) {
    std::vector<Card>& cards = unseen.cards;
    chance.shuffle(cards);
    // Cards with known restrictions are assigned first.
    std::ranges::stable_partition(unseen.held, [](const HeldCard* held) { return held->not_these != 0; });
    auto next = cards.begin();
    for (HeldCard* held : unseen.held) {
        const auto fits = std::find_if(next, cards.end(), [&](Card card) { return held->may_be(card); });
        if (fits != cards.end()) std::iter_swap(next, fits);
        held->card = *next++;
    }
    for (Card* card : unseen.piled) *card = *next++;
}

// ---- simulated play

constexpr int turns_ahead = 80;

const Play* play_of(const Move& move) { return std::get_if<Play>(&move); }

/// Prefers two cards to one, and one to drawing. A drawn card is laid if possible.
const Move& usual_move(const std::vector<Move>& moves, Chance& chance) {
    const auto is_pair = [](const Move& move) {
        const Play* play = play_of(move);
        return play != nullptr && play->cards.size() == 2;
    };
    const auto pick_of = [&](auto wanted) -> const Move* {
        const auto count = static_cast<int>(std::ranges::count_if(moves, wanted));
        if (count == 0) return nullptr;
        for (int skip = chance.pick(count); const Move& move : moves)
            if (wanted(move) && skip-- == 0) return &move;
        throw_contract_violation();
    };
    if (const Move* pair = pick_of(is_pair)) return *pair;
    if (const Move* single = pick_of([](const Move& move) { return play_of(move) != nullptr; }))
        return *single;
    return moves.front();
}

/// As docs/rules.md 4.5 describes attacking play: two cards first, then cards that make others draw or lose a
/// turn; number wilds are saved.
const Move& attacking_move(const State& state, const std::vector<Move>& moves, Chance& chance) {
    const Move* best = &moves.front();
    int most = -1, alike = 1;
    for (const Move& move : moves) {
        const Play* play = play_of(move);
        if (play == nullptr) continue;
        int score = 100 * static_cast<int>(play->cards.size());
        for (const Card card : play->cards) {
            if (is_wild(card)) score -= 30;
            if (card == three_plus_three) score += 20;
            if (card == three_salta) score += 10;
        }
        if (play->cards.size() == 2 &&
            is_toma_tres(*state.table[play->on], play->cards[0], play->cards[1], state.options.wild_colour))
            score += 20;
        if (score < most) continue;
        alike = score > most ? 1 : alike + 1;
        most = score;
        if (chance.pick(alike) == 0) best = &move;
    }
    return *best;
}

double play_out(State& state, Seat seat, Chance& chance) {
    const std::uint32_t last = state.turns + turns_ahead;
    while (!state.over && state.turns < last) {
        const auto moves = Game::moves(state, state.turn.seat);
        Game::apply(
            state, state.turn.seat,
            state.turn.seat == seat ? attacking_move(state, moves, chance) : usual_move(moves, chance),
            chance);
    }
    if (state.over) {
        int winners = 0;
        for (Seat each = 0; each < state.seats(); ++each) winners += state.scores[each];
        return static_cast<double>(state.scores[seat]) / winners;
    }
    double cards = 0;
    for (Seat each = 0; each < state.seats(); ++each) cards += 1.0 / state.hands.count(each);
    return 1.0 / state.hands.count(seat) / cards;
}

}  // namespace

State sample_hidden_state(const State& state, Seat seat, Chance& chance) {
    State imagined = state;
    for (auto& [shuffle, group] : unseen_by(seat, imagined)) redeal_unseen(group, chance);
    for (Seat other = 0; other < imagined.seats(); ++other) imagined.hands.sort(other);
    return imagined;
}

namespace {

/// Only the current game counts.
State single_game(State state) {
    state.options.match = MatchKind::single;
    state.scores = {};
    return state;
}

struct Trial {
    double share;
    int turns;
};

/// After the move all players say TRES automatically.
Trial try_move(const State& imagined, Seat seat, const Move& move, PseudoRandomChance fate) {
    State then = imagined;
    Game::apply(then, seat, move, fate);
    then.options.tres_call = TresCall::automatic;
    then.call = {};
    const double share = play_out(then, seat, fate);
    return {share, static_cast<int>(then.turns - imagined.turns) + 1};
}

}  // namespace

Difference compare_moves(const State& state, Seat seat, const Move& better, const Move& other, int turns,
                         Chance& chance) {
    constexpr int least_pairs = 16;
    const State now = single_game(state);
    double sum = 0, squares = 0;
    int pairs = 0;
    for (int left = turns; left > 0 || pairs < least_pairs; ++pairs) {
        const State imagined = sample_hidden_state(now, seat, chance);
        const PseudoRandomChance fate(chance);
        const Trial one = try_move(imagined, seat, better, fate), two = try_move(imagined, seat, other, fate);
        const double difference = one.share - two.share;
        sum += difference;
        squares += difference * difference;
        left -= one.turns + two.turns;
    }
    const double mean = sum / pairs;
    const double variance = std::max(squares / pairs - mean * mean, 0.0) * pairs / (pairs - 1);
    return {mean, std::sqrt(variance / pairs)};
}

std::vector<double> evaluate_moves(const State& state, Seat seat, std::span<const Move> moves, int turns,
                                   const ThinkingBudget& with) {
    const State now = single_game(state);

    std::vector<double> wins(moves.size()), tried(moves.size());
    std::vector<std::size_t> alive(moves.size());
    std::iota(alive.begin(), alive.end(), 0);
    const auto share = [&](std::size_t move) { return tried[move] > 0 ? wins[move] / tried[move] : 0; };
    const auto shares = [&] {
        std::vector<double> all;
        for (std::size_t move = 0; move < moves.size(); ++move) all.push_back(share(move));
        return all;
    };

    int rounds = 1;
    while ((1u << rounds) < moves.size()) ++rounds;
    for (int round = 0; round < rounds; ++round) {
        for (int left = turns / rounds; left > 0;) {
            const State imagined = sample_hidden_state(now, seat, with.chance);
            const PseudoRandomChance fate(with.chance);
            for (const std::size_t move : alive) {
                const Trial trial = try_move(imagined, seat, moves[move], fate);
                wins[move] += trial.share;
                ++tried[move];
                left -= trial.turns;
            }
            if (with.is_exhausted()) return shares();
        }
        if (alive.size() <= 2) continue;
        std::ranges::stable_sort(alive, std::greater{}, share);
        alive.resize((alive.size() + 1) / 2);
    }
    return shares();
}

}  // namespace cubilete::tres
