#include "protocol/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <variant>

#include "games.hpp"

namespace cubilete::protocol {

namespace {

template <Rules R>
void play_random_move(typename R::State& state, Chance& chance) {
    const SeatSet to_act = R::to_act(state);
    const bool runs_out = R::wait(state).kind == Wait::Kind::window && chance.pick(2) == 0;
    if (to_act.empty() || runs_out) {
        R::expire(state, chance);
        return;
    }
    const Seat seat = *std::ranges::next(to_act.begin(), chance.pick(to_act.size()));
    const auto moves = R::moves(state, seat);
    R::apply(state, seat, moves[static_cast<std::size_t>(chance.pick(static_cast<int>(moves.size())))],
             chance);
}

template <Rules R>
Simulation play(const OptionValues& values, int seats, std::int64_t games, Chance& chance) {
    const auto options = std::get<typename R::Options>(R::options(values));
    Simulation simulation;
    simulation.games = games;
    simulation.players.resize(static_cast<std::size_t>(seats));
    for (std::int64_t game = 0; game < games; ++game) {
        auto state = R::start(options, seats, {}, chance).state;
        for (; R::wait(state).kind != Wait::Kind::none; ++simulation.moves)
            play_random_move<R>(state, chance);

        simulation.turns.add(R::turns(state));
        const Result result = *R::result(state);
        for (const Seat winner : result.winners) ++simulation.players[winner].wins;
        for (std::size_t seat = 0; seat < simulation.players.size(); ++seat)
            simulation.players[seat].scores.add(result.scores[seat]);
    }
    return simulation;
}

}  // namespace

std::int64_t Distribution::count() const {
    std::int64_t count = 0;
    for (const auto& [value, times] : count_of_) count += times;
    return count;
}

double Distribution::mean() const {
    double sum = 0;
    for (const auto& [value, times] : count_of_)
        sum += static_cast<double>(value) * static_cast<double>(times);
    return sum / static_cast<double>(count());
}

double Distribution::standard_deviation() const {
    const double centre = mean();
    double sum = 0;
    for (const auto& [value, times] : count_of_)
        sum += std::pow(static_cast<double>(value) - centre, 2) * static_cast<double>(times);
    return std::sqrt(sum / static_cast<double>(count()));
}

std::int64_t Distribution::quantile(double share) const {
    const double wanted = share * static_cast<double>(count());
    std::int64_t so_far = 0;
    const auto found = std::ranges::find_if(count_of_, [&](const auto& entry) {
        so_far += entry.second;
        return static_cast<double>(so_far) >= wanted;
    });
    return found == count_of_.end() ? most() : found->first;
}

Simulation simulate(const Info& game, const OptionValues& options, int seats, std::int64_t games,
                    Chance& chance) {
    require(game.min_seats <= seats && seats <= game.max_seats && games >= 1);
#define GAME(name) \
    if (game.id == #name) return play<name::Game>(options, seats, games, chance);
#include "engine/games/games.def"
#undef GAME
    broken_promise();
}

}  // namespace cubilete::protocol
