#include <doctest/doctest.h>

#include "engine/cards.hpp"
#include "protocol/match.hpp"
#include "tests/seeded_chance.hpp"

namespace cubilete::protocol {

namespace {

GameInfo game_with_faces(std::vector<std::string> faces) {
    return {"toy", "Toy", 1, 10, 1, 20'000, 1, {}, std::move(faces)};
}

const GameInfo plain = game_with_faces({});
const GameInfo poker = game_with_faces({"A", "K", "Q", "J", "10", "9"});

std::string error_of(const GameInfo& game, const char* text) {
    try {
        read_draws(game, Json::parse(text));
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("Draws are written in the game's notation") {
    const std::vector<Draw> draws{DiceDraw{{3, 3, 6}}, NumberDraw{1}, ShuffleDraw{{0, 35, 36, 41, 42, 43}}};
    CHECK(to_json(plain, draws).tree() ==
          Json::parse(R"([{"dice":[3,3,6]},{"dice":[2]},{"cards":["r1","y9","W","R3","S3","P3"]}])"));
    CHECK(to_json(poker, draws).tree() ==
          Json::parse(R"([{"dice":["Q","Q","9"]},{"dice":[2]},{"cards":["r1","y9","W","R3","S3","P3"]}])"));
}

TEST_CASE("Draws are read as they were written, with names or numbers") {
    const std::vector<Draw> draws{DiceDraw{{3, 3, 6}}, ShuffleDraw{{39, 0, 0, 36}}};
    for (const GameInfo* game : {&plain, &poker})
        CHECK(read_draws(*game, to_json(*game, draws).tree()) == draws);
    CHECK(read_draws(poker, Json::parse(R"([{"dice":["A",2,"10"]}])")) ==
          std::vector<Draw>{DiceDraw{{1, 2, 5}}});
}

TEST_CASE("A pick is written as one die and replays the same pick") {
    for (int value = 0; value < 10; ++value) {
        ScriptedChance again(read_draws(poker, to_json(poker, {NumberDraw{value}}).tree()));
        CHECK(again.pick(10) == value);
    }
}

TEST_CASE("An impossible draw is refused with its place") {
    CHECK(error_of(plain, "{}") == "/draws: An array belongs here.");
    CHECK(error_of(plain, "[[1]]") == "/draws/0: An object belongs here.");
    CHECK(error_of(plain, R"([{"dice":[1]},{"dcie":[1]}])") == "/draws/1: There is no \"dcie\" here.");
    CHECK(error_of(plain, R"([{"dice":[1],"cards":[]}])") == "/draws/0: There is no \"dice\" here.");
    CHECK(error_of(plain, R"([{}])") == "/draws/0: The member \"dice\" is missing.");
    CHECK(error_of(plain, R"([{"dice":[]}])") == "/draws/0/dice: There are too few values here.");
    CHECK(error_of(plain, R"([{"dice":[1,1,1,1,1,1,1]}])") ==
          "/draws/0/dice: There are too many values here.");
    CHECK(error_of(plain, R"([{"dice":[1,0]}])") == "/draws/0/dice/1: A number from 1 to 255 belongs here.");
    CHECK(error_of(plain, R"([{"dice":[1.0]}])") == "/draws/0/dice/0: An integer belongs here.");
    CHECK(error_of(plain, R"([{"dice":["A"]}])") == "/draws/0/dice/0: The dice have no such face.");
    CHECK(error_of(poker, R"([{"dice":["8"]}])") == "/draws/0/dice/0: The dice have no such face.");
    CHECK(error_of(plain, R"([{"cards":["r1","r10"]}])") == "/draws/0/cards/1: There is no such card.");
    CHECK(error_of(plain, R"([{"cards":[1]}])") == "/draws/0/cards/0: A text belongs here.");
}

TEST_CASE("Cards are listed by colour and number, then the number wilds and the actions") {
    std::vector<std::string> expected;
    for (const char colour : {'r', 'g', 'b', 'y'})
        for (int number = 1; number <= 9; ++number) expected.push_back(colour + std::to_string(number));
    for (const char* other : {"W", "Wr", "Wg", "Wb", "Wy", "R3", "S3", "P3"}) expected.emplace_back(other);
    REQUIRE(expected.size() == card_kinds);

    for (Card card = 0; card < card_kinds; ++card) {
        CHECK(card_text(card) == expected[card]);
        CHECK(cubilete::read_card(expected[card]) == card);
    }
    for (const char* none : {"", "r", "r0", "r10", "R1", "w", "W1", "WR", "wr", "P"})
        CHECK_FALSE(cubilete::read_card(none));
}

TEST_CASE(
    "It is known beforehand whether a move or a turn that runs out will draw, and asking changes nothing") {
    for (const GameInfo* game : catalogue()) {
        CAPTURE(game->id);
        SeededChance chance(7);
        const auto match = Match::start({game->id,
                                         std::get<OptionValues>(read_options(*game, Json::object())),
                                         std::min(3, game->max_seats),
                                         {}},
                                        chance);
        while (!match->result()) {
            const Json before = match->view(spectator);
            const SeatSet to_act = match->to_act();
            bool draws = false;
            if (to_act.empty() || chance.pick(10) == 0) {
                draws = match->expiry_would_draw();
                CHECK(match->view(spectator) == before);
                match->expire(chance);
            } else {
                const Seat seat = *to_act.begin();
                const Json moves = match->moves(seat);
                const Json& move =
                    moves[static_cast<std::size_t>(chance.pick(static_cast<int>(moves.size())))];
                draws = match->draws(seat, move);
                CHECK_FALSE(match->draws(seat, Json{{"do", "nothing"}}));
                CHECK(match->view(spectator) == before);
                REQUIRE(std::holds_alternative<LogEntry>(match->play(seat, move, chance)));
            }
            CHECK(draws != match->last().draws.empty());
        }
    }
}

}  // namespace cubilete::protocol
