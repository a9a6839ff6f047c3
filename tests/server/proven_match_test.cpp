#include "tests/server/proven_match.hpp"

#include "server/match/dice_replay.hpp"

namespace cubilete::server {
namespace {

using dice::MatchSetup;
using dice::ProvenMatch;
using protocol::Json;

const std::string by_the_rules = "; replayed by the rules";

TEST_CASE("a match of every game with provable dice is fair, with and without the rules") {
    for (const GameInfo* game : protocol::catalogue()) {
        CAPTURE(game->id);
        const ProvenMatch match(*game, {.choices = 7});
        for (const auto check : {check_dice, replay_dice}) {
            const DiceVerdict verdict = check(match.record());
            CAPTURE(verdict.text());
            CHECK(verdict.kind == DiceVerdict::Kind::fair);
            CHECK(verdict.draws == match.draws());
            CHECK(verdict.draws > 0);
            CHECK(verdict.late.empty());
            CHECK(verdict.without == std::map<Seat, std::int64_t>{{0, verdict.early}, {1, verdict.early}});
        }
        CHECK(replay_dice(match.record()).text().ends_with(by_the_rules));
        CHECK(check_dice(match.record()).text().ends_with("; checked without the rules"));
    }
}

TEST_CASE("a match with bots, time-outs, hints, absent seats and late values is fair, too") {
    std::size_t late = 0;
    bool bots = false, clocks = false, hints = false;
    for (const GameInfo* game : protocol::catalogue()) {
        CAPTURE(game->id);
        for (std::uint64_t choices = 1; choices <= 5; ++choices) {
            const int seats = std::min(game->max_seats, 3);
            const ProvenMatch match(*game, {.choices = choices,
                                            .seats = seats,
                                            .contributors = {0, static_cast<Seat>(seats - 1)},
                                            .eventful = true});
            const DiceVerdict verdict = replay_dice(match.record());
            CAPTURE(verdict.text());
            CHECK(verdict.exit_code() == 0);
            CHECK(verdict.text().ends_with(by_the_rules));
            late += verdict.late.size();
            for (const Json& entry : match.record()["log"]) {
                bots |= entry["by"].contains("house");
                clocks |= entry["by"].contains("clock");
                hints |= entry["by"].contains("hint");
            }
        }
    }
    CHECK(late > 0);
    CHECK((bots && clocks && hints));
}

TEST_CASE("draws that nobody contributed to are counted as known early, or are the server's dice") {
    for (const GameInfo* game : protocol::catalogue()) {
        CAPTURE(game->id);
        const ProvenMatch unwitnessed(*game, {.choices = 3, .witness = false});
        const DiceVerdict verdict = replay_dice(unwitnessed.record());
        CHECK(verdict.exit_code() == 0);
        CHECK(verdict.early == unwitnessed.draws());
        const ProvenMatch alone(*game, {.choices = 3, .contributors = {}});
        CHECK(replay_dice(alone.record()).text() ==
              "server's dice: " + std::to_string(alone.draws()) + " draws" + by_the_rules);
    }
}

TEST_CASE("an abandoned match is fair") {
    for (const GameInfo* game : protocol::catalogue()) {
        const ProvenMatch match(*game, {.most_entries = 5});
        CHECK(match.record()["result"]["reason"] == "abandoned");
        CHECK(replay_dice(match.record()).exit_code() == 0);
    }
}

TEST_CASE("a match of rules that this program does not have is checked without them, and this is said") {
    const GameInfo& game = *protocol::find_game("yahtzee");
    const Json record = ProvenMatch(game, {.most_entries = 10}).record();
    const auto other = [&](const char* name, const Json& value) {
        // Only the roster binds the settings, so a record with others needs another key: it has no draws.
        Json changed = record;
        changed["log"][0]["move"][name] = value;
        changed["settings"] = changed["log"][0]["move"];
        changed["game"] = changed["settings"]["game"];
        Json& proof = changed["proof"];
        proof["settings"] = changed["settings"].dump();
        proof["roster"] = hex(roster_hash(changed["id"].get<std::string>(), dice::digest(proof["commit"]),
                                          proof["settings"].get<std::string>(),
                                          proof["players"].get<std::string>(), dice::tips(proof["tips"])));
        Json first = changed["log"][0];
        first["extra"] = {{"roster", proof["roster"]}, {"reveals", proof["reveals"]}};
        first["draws"] = Json::array();
        changed["log"] = Json::array({first});
        proof["seq"] = 1;
        proof["k"] = 0;
        dice::chain_again(changed);
        return replay_dice(changed).text();
    };
    CHECK(other("game", "chess") ==
          "fair: 0 draws; checked without the rules: this program has no such game");
    CHECK(other("version", game.version + 1) ==
          "fair: 0 draws; checked without the rules: it was played by version " +
              std::to_string(game.version + 1) + " of the rules, this program has " +
              std::to_string(game.version));
    CHECK(other("version", "new") ==
          "fair: 0 draws; checked without the rules: its log names no version of the rules");
    CHECK(other("seats", 99).starts_with("FALSE: the proof is about another number of players"));
}

}  // namespace
}  // namespace cubilete::server
