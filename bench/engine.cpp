// Measures how fast the engine plays: random games of every game of games.def on one thread, counted in
// moves. A move includes everything that the rules do for it: moves(), check(), apply() and its events. For
// comparison the floor: the same loop with a game without rules, which is the cost of the interface itself.
// Compare only ratios within one run.
//
//     engine_bench [SECONDS_A_GAME] [SEED]

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "games.hpp"

namespace cubilete {
namespace {

/// A generator of negligible cost (splitmix64); dice are made from it by multiplication.
class QuickChance final : public Chance {
  public:
    explicit QuickChance(std::uint64_t seed) : state_(seed) {}

    int pick(int n) override {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
        return static_cast<int>((mixed >> 32) * static_cast<std::uint64_t>(n) >> 32);
    }
    Dice dice(int count, int faces) override {
        Dice dice;
        for (int die = 0; die < count; ++die) dice.push_back(static_cast<std::uint8_t>(pick(faces) + 1));
        return dice;
    }
    void shuffle(std::span<Card> pile) override {
        for (std::size_t at = pile.size(); at > 1; --at)
            std::swap(pile[at - 1], pile[static_cast<std::size_t>(pick(static_cast<int>(at)))]);
    }

  private:
    std::uint64_t state_;
};

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
};

/// Plays whole games for about this long.
template <class R, class Start>
Counted play(Start start, double seconds, QuickChance& chance) {
    using Clock = std::chrono::steady_clock;
    Counted counted;
    const auto began = Clock::now();
    while (counted.seconds < seconds) {
        auto state = start();
        for (SeatSet to_act = R::to_act(state); !to_act.empty(); to_act = R::to_act(state)) {
            const Seat seat = *to_act.begin();
            const auto moves = R::moves(state, seat);
            const auto& move = moves[static_cast<std::size_t>(chance.pick(static_cast<int>(moves.size())))];
            require(!R::check(state, seat, move));
            R::apply(state, seat, move, chance);
            ++counted.moves;
        }
        ++counted.games;
        counted.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    }
    return counted;
}

void print(const char* name, int seats, const Counted& counted) {
    std::printf("%-12s %5d %14.2f %14.0f %12.1f\n", name, seats,
                static_cast<double>(counted.moves) / counted.seconds / 1e6,
                static_cast<double>(counted.games) / counted.seconds,
                static_cast<double>(counted.moves) / static_cast<double>(counted.games));
}

template <Rules R>
void measure(int seats, double seconds, QuickChance& chance) {
    const auto values = std::get<OptionValues>(OptionValues::complete(R::info().options, {}));
    const auto options = std::get<typename R::Options>(R::options(values));
    print(R::info().id.c_str(), seats,
          play<R>([&] { return R::start(options, seats, {}, chance).state; }, seconds, chance));
}

}  // namespace
}  // namespace cubilete

int main(int argc, char** argv) {
    using namespace cubilete;
    const double seconds = argc > 1 ? std::atof(argv[1]) : 2;
    const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device{}();
    QuickChance chance(seed);
    std::printf("seed %llu\n%-12s %5s %14s %14s %12s\n", static_cast<unsigned long long>(seed), "game",
                "seats", "million moves/s", "games/s", "moves/game");
    print("floor", 1, play<Floor>([] { return Floor::State{}; }, seconds, chance));
#define GAME(game) \
    for (const int seats : {2, 4}) measure<game::Game>(seats, seconds, chance);
#include "engine/games/games.def"
#undef GAME
    print("floor", 1, play<Floor>([] { return Floor::State{}; }, seconds, chance));
}
