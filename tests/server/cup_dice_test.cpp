#include "server/match/cup_dice.hpp"

#include <map>
#include <random>
#include <tuple>

#include "protocol/match.hpp"
#include "tests/server/dice_vectors.hpp"

namespace cubilete::server {
namespace {

using protocol::Json;
using protocol::Match;

constexpr int twelfth = 12;

protocol::Settings cup_settings() {
    const auto options =
        protocol::read_options(*protocol::find_game("yahtzee"), protocol::object({{"starter", "first"}}));
    return {"yahtzee", std::get<OptionValues>(options), 1, Seat{0}, twelfth};
}

Secret some_seed() {
    Digest seed;
    seed.fill(0x5a);
    return Secret(seed);
}

using Faces = std::map<std::tuple<std::uint32_t, std::uint32_t, int>, int>;

/// Plays a whole match by random moves and notes each face by turn, throw and die.
Faces play(unsigned seed) {
    std::mt19937 random(seed);
    CupChance chance(some_seed(), twelfth);
    const auto match = Match::start(cup_settings(), chance);
    Faces faces;
    while (!match->result()) {
        const Json moves = match->moves(0);
        match->play(0, moves[random() % moves.size()], chance);
        for (const CupThrow& thrown : chance.take()) {
            auto face = thrown.result.begin();
            for (const auto die : thrown.place.dice)
                faces[{thrown.place.turn, thrown.place.number, die}] = *face++;
        }
    }
    return faces;
}

TEST_CASE("seeds and faces of the cup are those of the examples") {
    const Json examples = dice::read("cup_vectors.json");
    const Secret last{dice::digest(examples["last"])};
    CHECK(cup_seed(last, 0) == Secret(dice::digest(examples["end"])));
    CHECK(cup_seed(last, cup_days) == last);
    CHECK_THROWS_AS(cup_seed(last, cup_days + 1), std::logic_error);
    for (const Json& example : examples["days"]) {
        const int number = example["day"].get<int>();
        const Digest seed = dice::digest(example["seed"]);
        CHECK(cup_seed(last, number) == Secret(seed));
        CHECK(earlier_cup_seed(seed, number) == dice::digest(examples["end"]));
        CupChance chance(Secret(seed), number);
        for (const Json& thrown : example["throws"]) {
            Positions dice;
            for (const Json& die : thrown["dice"]) dice.insert(die.get<std::uint8_t>());
            chance.throw_dice_in_turn(
                {thrown["turn"].get<std::uint32_t>(), thrown["throw"].get<std::uint32_t>(), dice}, 6);
            CHECK(to_json(chance.take().front()).tree() == thrown);
        }
    }
}

TEST_CASE("players of a day who keep different dice meet the same faces") {
    const Faces first = play(1);
    std::size_t met = 0;
    for (unsigned seed = 2; seed < 30; ++seed)
        for (const auto& [place, face] : play(seed))
            if (const auto known = first.find(place); known != first.end()) {
                ++met;
                CHECK(known->second == face);
            }
    CHECK(met > 28 * 13 * 5);  // the first throws, and more
}

TEST_CASE("a match of the cup that is restored goes on with the same dice") {
    CupChance chance(some_seed(), twelfth);
    const auto match = Match::start(cup_settings(), chance);
    std::vector<protocol::LogEntry> log{match->last()};
    while (!match->result()) {
        CupChance again(some_seed(), twelfth);
        const auto restored = Match::replay(log);
        CHECK(restored->settings().cup == twelfth);
        match->play(0, match->moves(0).front(), chance);
        restored->play(0, restored->moves(0).front(), again);
        CHECK(restored->last() == match->last());
        log.push_back(match->last());
    }
    CHECK(log.size() == 1 + 2 * 13);
}

TEST_CASE("the cup throws dice in turns, and nothing else") {
    CupChance chance(some_seed(), twelfth);
    std::vector<Card> pile{1, 2};
    CHECK_THROWS_AS(chance.dice(5, 6), std::logic_error);
    CHECK_THROWS_AS(chance.throw_dice_in_turn({1, 1, {0}}, 5), std::logic_error);
    CHECK_THROWS_AS(chance.pick(2), std::logic_error);
    CHECK_THROWS_AS(chance.shuffle(pile), std::logic_error);
    CHECK(chance.take().empty());
}

}  // namespace
}  // namespace cubilete::server
