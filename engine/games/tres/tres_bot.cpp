#include "engine/games/tres/tres_bot.hpp"

#include "engine/games/tres/search.hpp"
#include "engine/pseudo_random_chance.hpp"

namespace cubilete::tres {

namespace {

/// Probabilities in percent.
struct Attention {
    int says_tres;  ///< together with the move
    int remembers;  ///< later, each time the bot is asked
    int catches;
};

Attention attention_of(Level level) {
    switch (level) {
        case Level::easy: return {65, 10, 30};
        case Level::medium: return {85, 20, 60};
        case Level::hard: return {100, 100, 100};
    }
    throw_contract_violation();
}

/// Hints also show the worth of the weaker moves, which the search tries least; so they get more turns.
constexpr int times_for_hints = 3;

bool random_percent(int percent, Chance& chance) { return percent == 100 || chance.pick(100) < percent; }

/// Says TRES or catches, when it is another player's turn or the turn is blocked.
std::optional<Move> choose_call(const State& state, Seat seat, Level level, Chance& chance) {
    const Attention attention = attention_of(level);
    if (!state.call.is_unsaid()) return std::nullopt;
    if (seat == state.call.seat) {
        if (random_percent(attention.remembers, chance)) return SayTres{};
    } else if (state.call.stage == Call::Stage::open) {
        if (random_percent(attention.catches, chance)) return Catch{state.call.seat};
    }
    return std::nullopt;
}

/// Prefers two cards to one, and one to drawing; random among equals.
Move simple_move(const std::vector<Move>& moves, Level level, Chance& chance) {
    std::vector<Move> singles, pairs;
    for (const Move& move : moves)
        if (const Play* play = std::get_if<Play>(&move))
            (play->cards.size() == 2 ? pairs : singles).push_back(move);
    if (level == Level::easy) {
        singles.insert(singles.end(), pairs.begin(), pairs.end());
        pairs.clear();
    }
    if (!pairs.empty()) return pick_random(pairs, chance);
    return singles.empty() ? moves.front() : pick_random(singles, chance);
}

/// Adds TRES to the move if it leaves the player with three cards.
Move with_tres(Move move, const State& state, Seat seat) {
    if (state.options.tres_call != TresCall::window) return move;
    const int count = state.hands.count(seat);
    if (auto* play = std::get_if<Play>(&move)) play->tres = count - static_cast<int>(play->cards.size()) == 3;
    if (auto* pass = std::get_if<Pass>(&move)) pass->tres = count == 3;
    return move;
}

}  // namespace

Bot::Book Bot::compute_book(const Options&, int) { return {}; }

std::optional<Move> Bot::choose(const Book& book, const State& state, Seat seat, Level level,
                                const ThinkingBudget& with) {
    auto moves = Game::moves(state, seat);
    require(!moves.empty());
    if (is_call(moves.front())) return choose_call(state, seat, level, with.chance);
    // A bot that did not say TRES in time does not say it later when it has a turn.
    std::erase_if(moves, is_call);
    Move move = moves.front();
    if (moves.size() > 1)
        move =
            level == Level::hard
                ? best_move(moves, {Hints::Unit::win, evaluate_moves(state, seat, moves, book.turns, with)})
                : simple_move(moves, level, with.chance);
    if (random_percent(attention_of(level).says_tres, with.chance)) move = with_tres(move, state, seat);
    return move;
}

Hints Bot::hints(const Book& book, const State& state, Seat seat, const ThinkingBudget& with) {
    const auto moves = Game::moves(state, seat);
    require(!moves.empty());
    return {Hints::Unit::win, evaluate_moves(state, seat, moves, times_for_hints * book.turns, with)};
}

std::vector<PublishedValueCheck> Bot::check_published_values() { return {}; }

}  // namespace cubilete::tres
