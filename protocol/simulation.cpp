#include "protocol/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "bots.hpp"
#include "protocol/seeded_chance.hpp"

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
    R::apply(state, seat, pick_random(R::moves(state, seat), chance), chance);
}

template <GameBot Bot>
void play_bot_move(const typename Bot::Book& book, typename Bot::Game::State& state,
                   const std::vector<Level>& levels, Chance& chance) {
    using Game = typename Bot::Game;
    for (const Seat seat : Game::to_act(state))
        if (const auto move = Bot::choose(book, state, seat, levels[seat], chance)) {
            Game::apply(state, seat, *move, chance);
            return;
        }
    Game::expire(state, chance);
}

/// `move(state)` makes the next move or lets a wait run out.
template <Rules R>
SimulationStatistics play(const OptionValues& values, int seats, std::int64_t games, Chance& chance,
                          auto move) {
    const auto options = std::get<typename R::Options>(R::options(values));
    SimulationStatistics simulation;
    simulation.games = games;
    simulation.players.resize(static_cast<std::size_t>(seats));
    for (std::int64_t game = 0; game < games; ++game) {
        auto state = R::start(options, seats, {}, chance).state;
        for (; R::wait(state).kind != Wait::Kind::none; ++simulation.moves) move(state);

        simulation.turns.add(R::turns(state));
        const Result result = *R::result(state);
        for (const Seat winner : result.winners) {
            ++simulation.players[winner].wins;
            simulation.players[winner].share += 1.0 / static_cast<double>(result.winners.size());
        }
        for (std::size_t seat = 0; seat < simulation.players.size(); ++seat)
            simulation.players[seat].scores.add(result.scores[seat]);
    }
    return simulation;
}

template <Rules R>
SimulationStatistics play_at_random(const OptionValues& values, int seats, std::int64_t games,
                                    Chance& chance) {
    return play<R>(values, seats, games, chance,
                   [&](typename R::State& state) { play_random_move<R>(state, chance); });
}

template <GameBot Bot>
SimulationStatistics play_between_bots(const OptionValues& values, const std::vector<Level>& levels,
                                       std::int64_t games, Chance& chance) {
    using Game = typename Bot::Game;
    const auto seats = static_cast<int>(levels.size());
    typename Bot::Book book;
    if (std::ranges::find(levels, Level::hard) != levels.end())
        book = Bot::compute_book(std::get<typename Game::Options>(Game::options(values)), seats);
    return play<Game>(values, seats, games, chance,
                      [&](typename Game::State& state) { play_bot_move<Bot>(book, state, levels, chance); });
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

SimulationStatistics simulate(const GameInfo& game, const OptionValues& options, int seats,
                              std::int64_t games, Chance& chance) {
    require(game.min_seats <= seats && seats <= game.max_seats && games >= 1);
#define GAME(name) \
    if (game.id == #name) return play_at_random<name::Game>(options, seats, games, chance);
#include "engine/games/games.def"
#undef GAME
    throw_contract_violation();
}

SimulationStatistics simulate(const GameInfo& game, const OptionValues& options,
                              const std::vector<Level>& seats, std::int64_t games, Chance& chance) {
    const auto count = static_cast<int>(seats.size());
    require(game.min_seats <= count && count <= game.max_seats && games >= 1);
#define GAME(name) \
    if (game.id == #name) return play_between_bots<name::Bot>(options, seats, games, chance);
#include "engine/games/games.def"
#undef GAME
    throw_contract_violation();
}

LogHash play_deterministic_match(const Settings& settings, std::uint64_t seed) {
    SeededChance chance(seed);
    const auto match = Match::start(settings, chance);
    LogHash hash;
    hash.add(to_json(match->game(), match->last()));
    for (std::uint64_t number = seed; match->wait().kind != Wait::Kind::none; ++number) {
        const SeatSet to_act = match->to_act();
        if (to_act.empty() || (match->wait().kind == Wait::Kind::window && number % 2 == 1)) {
            match->expire(chance);
        } else {
            const Json moves = match->moves(*to_act.begin());
            match->play(*to_act.begin(), moves[number % moves.size()], chance);
        }
        hash.add(to_json(match->game(), match->last()));
    }
    return hash;
}

Interval confidence(double successes, double of) {
    constexpr double z = 1.959964;
    const double share = successes / of;
    const double centre = share + z * z / (2 * of);
    const double half = z * std::sqrt(share * (1 - share) / of + z * z / (4 * of * of));
    const double divisor = 1 + z * z / of;
    return {std::max(0., (centre - half) / divisor), std::min(1., (centre + half) / divisor)};
}

std::vector<GamePublishedValues> check_all_published_values() {
    return {
#define GAME(name) {name::Game::info(), name::Bot::check_published_values()},
#include "engine/games/games.def"
#undef GAME
    };
}

}  // namespace cubilete::protocol
