#include "engine/games/threes_away/threes_away.hpp"

#include <doctest/doctest.h>

#include "tests/contract.hpp"
#include "tests/read_view.hpp"
#include "tests/twin.hpp"

namespace cubilete::threes_away {

namespace {

using protocol::Code;
using protocol::Json;
using protocol::Rejection;

/// Two players; the first one throws next.
State fresh(const Options& options = {}) {
    ScriptedChance nothing({});
    return Game::start(options, 2, Seat{0}, nothing).state;
}

State with_dice(const Dice& dice, const Options& options = {}) {
    State state = fresh(options);
    state.turn.dice = dice;
    return state;
}

Rejection refused(const char* move) {
    const auto read = read_move(Json::parse(move));
    REQUIRE(std::holds_alternative<Rejection>(read));
    return std::get<Rejection>(read);
}

Move moved(const char* move) {
    const auto read = read_move(Json::parse(move));
    REQUIRE(std::holds_alternative<Move>(read));
    return std::get<Move>(read);
}

/// Moves that keep up to six dice and turn over none, all, any of five, or a die that is not kept.
std::vector<Move> all_moves() {
    std::vector<Move> moves{Roll{}, CallBottoms{}};
    for (std::uint32_t kept = 0; kept < 64; ++kept)
        for (std::uint32_t turned = 0; turned < 64; ++turned) {
            const Keep keep{Positions::from_bits(kept), Positions::from_bits(turned)};
            const Positions not_kept = keep.turned - keep.dice;
            if (not_kept.empty() || (keep.dice.size() == 1 && not_kept.size() == 1)) moves.emplace_back(keep);
        }
    return moves;
}

}  // namespace

TEST_CASE("Threes Away satisfies the contract of the rules") {
    contract::check<Game>({read_move, read_view, all_moves()});
}

TEST_CASE("Threes Away has no secrets: every viewer gets the same") { twin::check_open<Game>(10); }

TEST_CASE("The number of chips is constant: players and pot together have the chips of the start") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        SeededChance chance(seed);
        const Options options = contract::any_options<Game>(chance);
        const int seats = 2 + chance.pick(7);
        State state = Game::start(options, seats, {}, chance).state;
        while (Game::wait(state).kind != Wait::Kind::none) {
            int chips = state.pot;
            for (const Player& player : state.players) {
                CHECK(player.chips >= 0);
                chips += player.chips;
            }
            CHECK(chips == seats * options.start_chips);
            CHECK(state.pot > 0);
            Game::expire(state, chance);
        }
        CHECK(state.pot == 0);
    }
}

TEST_CASE("A score is 0 to 30: five zeros, or five 6s (2.3, 2-6)") {
    for (int face = 1; face <= 6; ++face) CHECK(value_of(face, {}) == (face == 3 ? 0 : face));
    for (int face = 1; face <= 6; ++face) CHECK(value_of(face, {.zero_face = 6}) == (face == 6 ? 0 : face));
    CHECK(max_points == 5 * value_of(6, {}));
}

TEST_CASE("A die that is turned over counts 6 or 1 as 1, 5 or 2 as 2, 4 or 3 as zero (R2.8)") {
    const Options per_die{.bottoms = BottomsRule::per_die};
    const int least[] = {0, 1, 2, 0, 0, 2, 1};
    for (int face = 1; face <= 6; ++face) {
        CHECK(min_value_of(face, per_die) == least[face]);
        CHECK(is_turnable(face, per_die) == (face >= 4));
        CHECK_FALSE(is_turnable(face, {.bottoms = BottomsRule::whole_throw}));
    }
}

TEST_CASE("The caps of progressive pots are 0, 1, 2, 3 ... or 1, 2, 2, 3, 3, 3, 4 ... (R2.9, R2.10, 2-17)") {
    State state;
    CHECK_FALSE(state.cap());
    const int b[] = {1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5};
    for (state.round = 1; state.round <= 11; ++state.round) {
        state.options.progressive = ProgressiveRule::a;
        CHECK(state.cap() == state.round - 1);
        state.options.progressive = ProgressiveRule::b;
        CHECK(state.cap() == b[state.round - 1]);
    }
}

TEST_CASE(
    "Every set of dice except the empty one may be kept; with must_keep_threes only sets with all zeros") {
    CHECK(Game::moves(with_dice({1, 2, 3, 3, 6}), 0).size() == 31);
    CHECK(Game::moves(with_dice({1, 2, 3, 3, 6}, {.must_keep_threes = true}), 0).size() == 8);
    CHECK(Game::moves(with_dice({3, 3}, {.must_keep_threes = true}), 0).size() == 1);
    CHECK(Game::moves(with_dice({1, 2}, {.bottoms = BottomsRule::whole_throw}), 0).size() == 3 + 1);
    // Each die stays or is kept, and the 6, 5 and 4 may be turned over when they are kept.
    CHECK(Game::moves(with_dice({1, 3, 4, 5, 6}, {.bottoms = BottomsRule::per_die}), 0).size() ==
          2 * 2 * 3 * 3 * 3 - 1);
}

TEST_CASE(
    "The move for an absent player keeps every zero, or else the lowest die, without turning dice over") {
    const auto suggested = [](const Dice& dice, const Options& options = {}) {
        return std::get<Keep>(Game::moves(with_dice(dice, options), 0).front());
    };
    CHECK(suggested({3, 1, 3, 2, 6}) == Keep{{0, 2}, {}});
    CHECK(suggested({6, 2, 4, 1, 1}) == Keep{{3}, {}});
    CHECK(suggested({5, 5}) == Keep{{0}, {}});
    CHECK(suggested({6, 2, 3}, {.zero_face = 6}) == Keep{{0}, {}});
    CHECK(suggested({4, 2, 6}, {.bottoms = BottomsRule::per_die}) == Keep{{1}, {}});
}

TEST_CASE(
    "The clock restarts at each decision; when it runs out the rest of the turn is played automatically") {
    SeededChance chance(1);
    State state = fresh();
    Wait last = Game::wait(state);
    const auto started_anew = [&] {
        const Wait before = std::exchange(last, Game::wait(state));
        return last.kind == Wait::Kind::turn && last.number != before.number;
    };
    Game::apply(state, 0, Roll{}, chance);
    CHECK(started_anew());
    Game::apply(state, 0, Keep{{0}, {}}, chance);
    CHECK(started_anew());
    CHECK(state.turn.seat == 0);
    Game::expire(state, chance);
    CHECK(started_anew());
    CHECK(state.players[0].score);
    CHECK(state.turn.seat == 1);
    CHECK(state.turn.throws == 0);
}

TEST_CASE("progressive requires tie_ante, because all players ante after every round (R2.9)") {
    const auto read = [](const char* progressive, bool tie_ante) {
        const auto values = OptionValues::complete(
            Game::info().options, {{"progressive", std::string(progressive)}, {"tie_ante", tie_ante}});
        return Game::options(std::get<OptionValues>(values));
    };
    for (const char* progressive : {"a", "b"}) {
        CHECK(std::holds_alternative<Options>(read(progressive, true)));
        const auto refused = read(progressive, false);
        REQUIRE(std::holds_alternative<OptionError>(refused));
        CHECK(std::get<OptionError>(refused).option == "tie_ante");
        CHECK(std::get<OptionError>(refused).text.find("progressive") != std::string::npos);
    }
    CHECK(std::holds_alternative<Options>(read("off", false)));
}

TEST_CASE("Options that a room does not set have the defaults of the source (A8)") {
    const auto values = OptionValues::complete(Game::info().options, {});
    CHECK(std::get<Options>(Game::options(std::get<OptionValues>(values))) == Options{});
}

TEST_CASE("A refusal names in a plain sentence what the rules require") {
    const auto text = [](const State& state, const Move& move) { return Game::check(state, 0, move)->text; };
    CHECK(text(fresh(), Keep{{0}, {}}) == "Throw the dice first.");
    const State thrown = with_dice({1, 3, 4});
    CHECK(text(thrown, Roll{}) == "Keep at least one die first.");
    CHECK(text(thrown, Keep{}) == "Keep at least one die.");
    CHECK(text(thrown, Keep{{0, 3}, {}}) == "There is no such die in this throw.");
    CHECK(text(thrown, Keep{{2}, {2}}) == "At this table no single die may be turned over.");
    CHECK(text(thrown, CallBottoms{}) == "At this table bottoms may not be called.");
    CHECK(text(with_dice({1, 3, 4}, {.must_keep_threes = true}), Keep{{0}, {}}) == "Every 3 must be kept.");

    const Options per_die{.bottoms = BottomsRule::per_die};
    CHECK(text(with_dice({1, 3, 4}, per_die), Keep{{0}, {2}}) ==
          "Only a die that is kept may be turned over.");
    CHECK(text(with_dice({1, 3, 4}, per_die), Keep{{0}, {0}}) ==
          "A die may be turned over only to count less.");

    const Options whole_throw{.bottoms = BottomsRule::whole_throw};
    CHECK(text(fresh(whole_throw), CallBottoms{}) == "Throw the dice first.");
    State called = with_dice({1, 3, 4}, whole_throw);
    called.turn.turned = true;
    CHECK(text(called, CallBottoms{}) == "Bottoms were called on this throw already.");
}

TEST_CASE("The starter is the winner of the roll-off, or the given seat (A2, A10)") {
    ScriptedChance chance({DiceDraw{{3, 3, 3, 3, 3}}, DiceDraw{{1, 3, 3, 3, 3}}});
    CHECK(Game::starter(Game::start({}, 2, {}, chance).state) == 0);
    CHECK(Game::starter(Game::start({}, 3, Seat{2}, chance).state) == 2);
    CHECK(chance.left() == 0);
}

TEST_CASE(
    "Positions may be given in any order and are listed in ascending order; an empty `turned` is left out") {
    CHECK(moved(R"({"do":"keep","dice":[4,0,2]})") == moved(R"({"do":"keep","dice":[0,2,4]})"));
    CHECK(to_json(moved(R"({"turned":[],"do":"keep","dice":[4,0,2],"note":"ignored"})")).dump() ==
          R"({"do":"keep","dice":[0,2,4]})");
    CHECK(moved(R"({"do":"keep","dice":[0],"turned":null})") == moved(R"({"do":"keep","dice":[0]})"));
    CHECK(to_json(moved(R"({"do":"keep","dice":[3,1],"turned":[3,1]})")).dump() ==
          R"({"do":"keep","dice":[1,3],"turned":[1,3]})");
    CHECK(to_json(moved(R"({"do":"bottoms"})")).dump() == R"({"do":"bottoms"})");
}

TEST_CASE("Malformed moves are refused with the place of the error") {
    struct Row {
        const char* move;
        Code code;
        const char* at;
    };
    const Row rows[] = {
        {R"("roll")", Code::bad_message, "/move"},
        {R"({"dice":[0]})", Code::bad_message, "/move"},
        {R"({"do":null})", Code::bad_message, "/move/do"},
        {R"({"do":"score"})", Code::illegal_move, "/move/do"},
        {R"({"do":"keep"})", Code::bad_message, "/move"},
        {R"({"do":"keep","dice":0})", Code::bad_message, "/move/dice"},
        {R"({"do":"keep","dice":[]})", Code::illegal_move, "/move/dice"},
        {R"({"do":"keep","dice":[0,1,2,3,4,4]})", Code::illegal_move, "/move/dice"},
        {R"({"do":"keep","dice":[2,2]})", Code::illegal_move, "/move/dice/1"},
        {R"({"do":"keep","dice":[5]})", Code::illegal_move, "/move/dice/0"},
        {R"({"do":"keep","dice":["0"]})", Code::bad_message, "/move/dice/0"},
        {R"({"do":"keep","dice":[0],"turned":0})", Code::bad_message, "/move/turned"},
        {R"({"do":"keep","dice":[0],"turned":[0,0]})", Code::illegal_move, "/move/turned/1"},
        {R"({"do":"keep","dice":[0],"turned":[-1]})", Code::illegal_move, "/move/turned/0"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.move);
        CHECK(refused(row.move).code == row.code);
        CHECK(refused(row.move).at == row.at);
    }
}

}  // namespace cubilete::threes_away
