#include <map>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "protocol/simulation.hpp"
#include "server/commands/commands.hpp"
#include "tests/server/said.hpp"

namespace cubilete::server {

namespace {

Said simulate_with(const std::vector<std::string>& arguments) { return said_by(run_simulate, arguments); }

nlohmann::json report_of(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const Said said = simulate_with(arguments);
    REQUIRE_MESSAGE(said.code == 0, said.err);
    return nlohmann::json::parse(said.out);
}

}  // namespace

TEST_CASE("A distribution tells mean, spread and quantiles of what came") {
    protocol::Distribution values;
    for (const int value : {2, 4, 4, 4, 5, 5, 7, 9}) values.add(value);
    CHECK(values.mean() == doctest::Approx(5));
    CHECK(values.standard_deviation() == doctest::Approx(2));
    CHECK(values.least() == 2);
    CHECK(values.most() == 9);
    CHECK(values.quantile(.5) == 4);
    CHECK(values.quantile(.51) == 5);
    CHECK(values.quantile(0) == 2);
    CHECK(values.quantile(1) == 9);
}

TEST_CASE("Three players of Yahtzee have thirteen turns each in every simulated game") {
    const auto report = report_of({"--game", "yahtzee", "--seats", "3", "--games", "20", "--seed", "5"});
    CHECK(report["games"] == 20);
    CHECK(report["turns"]["min"] == 39);
    CHECK(report["turns"]["max"] == 39);
    REQUIRE(report["seats"].size() == 3);
    std::int64_t wins = 0;
    for (const auto& seat : report["seats"]) wins += seat["wins"].get<std::int64_t>();
    CHECK(wins >= 20);
}

TEST_CASE("The same seed gives the same games, another one others") {
    const auto games = [](const char* game, const char* seed) {
        auto report = report_of({"--game", game, "--games", "20", "--seed", seed});
        report.erase("games_per_s");
        report.erase("moves_per_s");
        report.erase("seed");
        return report;
    };
    for (const char* game : {"yahtzee", "tres"}) {
        CAPTURE(game);
        CHECK(games(game, "1") == games(game, "1"));
        CHECK(games(game, "1") != games(game, "2"));
    }
}

TEST_CASE("A simulation plays by the options it is given") {
    const auto shortest = [](const char* target) {
        return report_of({"--game", "escalera", "--seed", "1", "--games", "50", "--options",
                          std::string(R"({"target":)") + target + "}"})["turns"]["mean"]
            .get<double>();
    };
    CHECK(shortest("50") < shortest("200"));
}

TEST_CASE("What is wrong with a simulation's flags is named") {
    const auto complaint = [](std::vector<std::string> arguments) {
        const Said said = simulate_with(arguments);
        CHECK(said.code == 2);
        CHECK(said.out.empty());
        return said.err;
    };
    CHECK(complaint({}).find("--game is required") != std::string::npos);
    CHECK(complaint({"--game", "chess"}).find("chess") != std::string::npos);
    CHECK(complaint({"--game", "tres", "--seats", "1"}).find("--seats: TRES is for 2 to 8") !=
          std::string::npos);
    CHECK(complaint({"--game", "tres", "--games", "0"}).find("--games") != std::string::npos);
    CHECK(complaint({"--game", "tres", "--options", "{"}).find("--options") != std::string::npos);
    CHECK(complaint({"--game", "tres", "--options", R"({"first_to":9})"}).find("--options: first_to: ") !=
          std::string::npos);
    CHECK(complaint({"--game", "tres", "--options", R"({"bad":1})"}).find("--options: bad: ") !=
          std::string::npos);
    CHECK(complaint({"--game", "tres", "--options", "[]"}).find("--options: ") != std::string::npos);
    for (const char* flag : {"--game=tres", "--seats=3", "--options={}", "--house=easy,easy"}) {
        const std::string said = complaint({"--figures", flag});
        CAPTURE(said);
        CHECK(said.starts_with(std::string(flag).substr(0, std::string(flag).find('=')) +
                               " excludes --figures\n"));
    }
}

TEST_CASE("Without --json a simulation prints a line for the turns and one for each seat") {
    const Said said = simulate_with({"--game", "tres", "--seats", "4", "--games", "5", "--seed", "9"});
    CHECK(said.code == 0);
    CHECK(said.out.find("seed 9") != std::string::npos);
    CHECK(said.out.find("\nturns ") != std::string::npos);
    CHECK(said.out.find("\nseat 3 ") != std::string::npos);
}

TEST_CASE("A share of wins is told with the interval that Wilson gives it") {
    const auto [low, high] = protocol::confidence(50, 100);
    CHECK(low == doctest::Approx(.4038).epsilon(.0005));
    CHECK(high == doctest::Approx(.5962).epsilon(.0005));
    CHECK(protocol::confidence(0, 10).low == 0);
    CHECK(protocol::confidence(10, 10).high == doctest::Approx(1));
}

TEST_CASE("built-in bots sit in the order of their levels, and the better one wins more") {
    const auto report =
        report_of({"--game", "threes_away", "--house", "easy,hard", "--games", "200", "--seed", "1"});
    const auto& seats = report["seats"];
    REQUIRE(seats.size() == 2);
    CHECK(seats[0]["player"] == "easy");
    CHECK(seats[1]["player"] == "hard");
    CHECK(seats[0]["share"] < seats[1]["share"]);
    CHECK(seats[0]["share"].get<double>() + seats[1]["share"].get<double>() == doctest::Approx(1));
    CHECK(seats[1]["share_low"] < seats[1]["share"]);
    CHECK(seats[1]["share"] < seats[1]["share_high"]);
}

TEST_CASE("Levels that there are not, or too few of them, are refused") {
    CHECK(simulate_with({"--game", "tres", "--house", "easy,expert"}).code == 2);
    CHECK(simulate_with({"--game", "tres", "--house", "easy,easy", "--seats", "2"}).code == 2);
    for (const auto& [levels, count] : std::map<std::string, std::string>{
             {"easy", "1"}, {"easy,", "1"}, {"easy,easy,easy,easy,easy,easy,easy,easy,easy", "9"}}) {
        const Said said = simulate_with({"--game", "tres", "--house", levels});
        CHECK(said.code == 2);
        CHECK(said.err.starts_with(
            "--house: TRES needs 2 to 8 levels, separated by commas (easy, medium or hard), not " + count +
            "\n"));
        CHECK(said.err.find("--seats") == std::string::npos);
    }
}

}  // namespace cubilete::server
