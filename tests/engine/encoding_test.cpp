#include <set>

#include <doctest/doctest.h>

#include "encodings.hpp"
#include "tests/contract.hpp"

namespace cubilete {

namespace {

template <GameEncoding E>
std::vector<std::int32_t> observed(const typename E::Game::Options& options,
                                   const typename E::Game::State& state, Viewer viewer) {
    const auto view = E::Game::view(state, viewer);
    ObservationLayout layout;
    E::observe(layout, options, view, viewer);
    std::size_t size = 0;
    for (const auto& field : layout.fields()) size += static_cast<std::size_t>(field.count);
    std::vector<std::int32_t> values(size);
    ObservationWriter writer(values.data());
    E::observe(writer, options, view, viewer);
    REQUIRE(writer.end() == values.data() + size);
    return values;
}

template <GameEncoding E>
void check_state(const typename E::Game::Options& options, const typename E::Game::State& state, int seats,
                 std::size_t size, Chance& chance) {
    using Game = typename E::Game;
    for (const Seat seat : Game::to_act(state)) {
        std::set<int> numbers;
        for (const auto& move : Game::moves(state, seat)) {
            const int action = E::number(options, move);
            REQUIRE(0 <= action);
            REQUIRE(action < E::actions(options));
            REQUIRE(E::number(options, E::move(options, action)) == action);
            REQUIRE_FALSE(Game::check(state, seat, E::move(options, action)));
            REQUIRE(numbers.insert(action).second);
        }
    }
    for (int seat = -1; seat < seats; ++seat) {
        const Viewer viewer = seat < 0 ? spectator : Viewer{static_cast<Seat>(seat)};
        const auto values = observed<E>(options, state, viewer);
        REQUIRE(values.size() == size);
        REQUIRE(values == observed<E>(options, Game::redeal(state, viewer, chance), viewer));
    }
}

template <GameEncoding E>
void check(std::uint64_t seed) {
    using Game = typename E::Game;
    CAPTURE(Game::info().id);
    CAPTURE(seed);
    SeededChance chance(seed);
    const auto options = contract::any_options<Game>(chance);
    const int seats =
        Game::info().min_seats + chance.pick(Game::info().max_seats - Game::info().min_seats + 1);
    auto state = Game::start(options, seats, {}, chance).state;
    const std::size_t size = observed<E>(options, state, spectator).size();
    for (int steps = 0; steps < 200 && Game::wait(state).kind != Wait::Kind::none; ++steps) {
        check_state<E>(options, state, seats, size, chance);
        const SeatSet to_act = Game::to_act(state);
        if (to_act.empty() || chance.pick(10) == 0) {
            Game::expire(state, chance);
            continue;
        }
        auto seat = to_act.begin();
        for (int skip = chance.pick(to_act.size()); skip > 0; --skip) ++seat;
        const auto moves = Game::moves(state, *seat);
        Game::apply(state, *seat,
                    moves[static_cast<std::size_t>(chance.pick(static_cast<int>(moves.size())))], chance);
    }
    check_state<E>(options, state, seats, size, chance);
}

}  // namespace

TEST_CASE("Each move has one action, and an observation shows nothing that is hidden from its viewer") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
#define GAME(name) check<name::Encoding>(seed);
#include "engine/games/games.def"
#undef GAME
    }
}

TEST_CASE("A playoff of Generala, whose card has no Chance, is scored by an action of its own") {
    using yahtzee::Encoding;
    const yahtzee::Options generala{.preset = yahtzee::Preset::generala,
                                    .joker = yahtzee::JokerRule::none,
                                    .tie = yahtzee::TieRule::playoff_turn};
    const yahtzee::Move score = yahtzee::Score{yahtzee::Box::chance, {}, false};
    const int action = Encoding::number(generala, score);
    CHECK(action == Encoding::actions(generala) - 1);
    CHECK(Encoding::move(generala, action) == score);
    CHECK(Encoding::number(generala, Encoding::move(generala, action - 1)) == action - 1);
    for (const yahtzee::Move& none : {yahtzee::Move(yahtzee::Score{yahtzee::Box::one_pair, {}, false}),
                                      yahtzee::Move(yahtzee::Score{yahtzee::Box::chance, {}, true})})
        CHECK_FALSE(is_move<Encoding>(generala, Encoding::number(generala, none)));
    CHECK_FALSE(
        is_move<Encoding>({}, Encoding::number({}, yahtzee::Score{yahtzee::Box::generala, {}, false})));
}

TEST_CASE("Each number of an action stands for one move") {
#define GAME(name)                                                                                          \
    {                                                                                                       \
        const auto values = std::get<OptionValues>(OptionValues::complete(name::Game::info().options, {})); \
        const auto options = std::get<name::Options>(name::Game::options(values));                          \
        const int listed = name::Encoding::actions(options);                                                \
        REQUIRE_FALSE(is_move<name::Encoding>(options, listed));                                            \
        for (int action = 0; action <= 2 * listed + 1; ++action)                                            \
            if (is_move<name::Encoding>(options, action))                                                   \
                REQUIRE(name::Encoding::number(options, name::Encoding::move(options, action)) == action);  \
            else                                                                                            \
                REQUIRE(action >= listed);                                                                  \
    }
#include "engine/games/games.def"
#undef GAME
}

}  // namespace cubilete
