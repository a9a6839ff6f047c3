// Measures how fast the engine plays: random games of every game of games.def on one thread, counted in
// moves. A move includes everything that the rules do for it: moves(), check(), apply() and its events. For
// comparison the floor: the same loop with a game without rules, which is the cost of the interface itself;
// and `simulate`, which plays the same games as `cubilete simulate` and keeps their statistics. Compare only
// ratios within one run: this loop and `simulate` take turns.
//
// Then analyses a minute (protocol/analysis.hpp), of matches of two medium bots by the usual rules, and the time of one.
//
//     engine_bench [SECONDS_A_GAME] [SEED] [GAME]

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <map>
#include <random>
#include <string>
#include <string_view>

#include "games.hpp"
#include "protocol/analysis.hpp"
#include "protocol/seeded_chance.hpp"
#include "protocol/simulation.hpp"

namespace cubilete {
namespace {

/// A game without rules: a hundred throws of one die, each with one event.
struct Floor {
    struct State {
        int left = 100;
    };
    using Move = int;
    using Event = int;
    static SeatSet to_act(const State& state) { return state.left > 0 ? SeatSet{0} : SeatSet{}; }
    static std::vector<Move> moves(const State&, Seat) { return {0}; }
    static std::optional<Refusal> check(const State&, Seat, Move) { return {}; }
    static std::vector<Event> apply(State& state, Seat, Move, Chance& chance) {
        --state.left;
        return {chance.dice(1, 6)[0]};
    }
};

struct Counted {
    std::int64_t games = 0;
    std::int64_t moves = 0;
    double seconds = 0;

    double millions() const { return static_cast<double>(moves) / seconds / 1e6; }
};

/// Calls `play`, which adds games and moves to `counted`, for about this long. Processor time, so that other
/// programs on the machine take as little part as possible.
template <class Play>
void repeat(double seconds, Counted& counted, Play play) {
    const std::clock_t began = std::clock();
    double spent = 0;
    while (spent < seconds) {
        play(counted);
        spent = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    }
    counted.seconds += spent;
}

/// Games between two looks at the clock, which cost as much as several moves.
constexpr int games_at_once = 100;

template <class R>
void play_out(typename R::State state, Chance& chance, Counted& counted) {
    for (SeatSet to_act = R::to_act(state); !to_act.empty(); to_act = R::to_act(state)) {
        const Seat seat = *to_act.begin();
        const auto moves = R::moves(state, seat);
        const auto& move = moves[static_cast<std::size_t>(chance.pick(static_cast<int>(moves.size())))];
        require(!R::check(state, seat, move));
        R::apply(state, seat, move, chance);
        ++counted.moves;
    }
    ++counted.games;
}

void print(const char* name, int seats, const Counted& counted) {
    std::printf("%-12s %5d %10.2f", name, seats, counted.millions());
}

void measure_floor(double seconds, Chance& chance) {
    Counted counted;
    repeat(seconds, counted, [&](Counted& all) {
        for (int game = 0; game < games_at_once; ++game) play_out<Floor>({}, chance, all);
    });
    print("floor", 1, counted);
    std::printf("\n");
}

template <Rules R>
void measure(int seats, double seconds, Chance& chance) {
    constexpr int turns = 5;
    const auto values = std::get<OptionValues>(OptionValues::complete(R::info().options, {}));
    const auto options = std::get<typename R::Options>(R::options(values));
    Counted here, simulated;
    for (int turn = 0; turn < turns; ++turn) {
        repeat(seconds / turns, here, [&](Counted& all) {
            for (int game = 0; game < games_at_once; ++game)
                play_out<R>(R::start(options, seats, {}, chance).state, chance, all);
        });
        repeat(seconds / turns, simulated, [&](Counted& all) {
            all.moves += protocol::simulate(R::info(), values, seats, games_at_once, chance).moves;
            all.games += games_at_once;
        });
    }
    print(R::info().id.c_str(), seats, here);
    std::printf(" %10.2f %10.2f %10.1f\n", simulated.millions(), simulated.millions() / here.millions(),
                static_cast<double>(here.moves) / static_cast<double>(here.games));
}

/// A match between two bots of level medium, by the usual rules.
std::vector<protocol::LogEntry> match_of_bots(const protocol::Settings& settings,
                                              const protocol::BotBook& book, Chance& chance) {
    const auto match = protocol::Match::start(settings, chance);
    std::vector<protocol::LogEntry> log{match->last()};
    while (!match->result()) {
        bool moved = false;
        for (const Seat seat : match->to_act()) {
            const auto move = match->position(seat)->choose(book, Level::medium, chance);
            if (!move) continue;
            match->play(seat, *move, chance);
            moved = true;
            break;
        }
        if (!moved) match->expire(chance);
        log.push_back(match->last());
    }
    return log;
}

/// The goals (docs/analysis.md): the others are much cheaper than these.
const std::map<std::string_view, int> analyses_a_minute{{"yahtzee", 1'000}, {"tres", 30}};

void measure_analyses(const GameInfo& game, double seconds, Chance& chance) {
    const protocol::Settings settings{
        game.id, std::get<OptionValues>(OptionValues::complete(game.options, {})), 2, std::nullopt};
    const auto book = protocol::compute_book(settings);
    std::vector<std::vector<protocol::LogEntry>> matches;
    for (int match = 0; match < 20; ++match) matches.push_back(match_of_bots(settings, *book, chance));
    Counted counted;
    std::uint64_t seed = 0;
    repeat(seconds, counted, [&](Counted& all) {
        protocol::analysis_of(matches[seed % matches.size()], book, seed);
        ++seed;
        ++all.games;
    });
    const double each = counted.seconds / static_cast<double>(counted.games);
    const auto goal = analyses_a_minute.find(game.id);
    std::printf("%-12s %5d %10.0f %10s %10.2f\n", game.id.c_str(), settings.seats, 60 / each,
                goal == analyses_a_minute.end() ? "-" : std::to_string(goal->second).c_str(), each * 1000);
}

}  // namespace
}  // namespace cubilete

int main(int argc, char** argv) {
    using namespace cubilete;
    const double seconds = argc > 1 ? std::atof(argv[1]) : 2;
    const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device{}();
    const std::string_view only = argc > 3 ? argv[3] : "";
    protocol::SeededChance chance(seed);
    std::printf("seed %llu; million moves/s\n%-12s %5s %10s %10s %10s %10s\n",
                static_cast<unsigned long long>(seed), "game", "seats", "rules", "simulate", "ratio",
                "moves/game");
    measure_floor(seconds, chance);
#define GAME(game)                     \
    if (only.empty() || only == #game) \
        for (const int seats : {2, 4}) measure<game::Game>(seats, seconds, chance);
#include "engine/games/games.def"
#undef GAME
    measure_floor(seconds, chance);
    std::printf("\n%-12s %5s %10s %10s %10s\n", "analyses", "seats", "a minute", "goal", "ms each");
    for (const GameInfo* game : protocol::catalogue())
        if (only.empty() || only == game->id) measure_analyses(*game, seconds, chance);
}
