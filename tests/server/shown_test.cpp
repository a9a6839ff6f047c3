#include "server/match/shown.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/chance.hpp"
#include "protocol/scenario.hpp"
#include "protocol/views.hpp"
#include "server/match/dice_arithmetic.hpp"
#include "tests/server/dice_people.hpp"

namespace cubilete::server {
namespace {

using protocol::JsonText;
using protocol::Match;
using protocol::Scenario;

const std::filesystem::path source = CUBILETE_SOURCE_DIR;

std::vector<std::filesystem::path> scenarios_of(const std::string& game) {
    std::vector<std::filesystem::path> files;
    for (const auto& file : std::filesystem::directory_iterator(source / "engine/games" / game / "scenarios"))
        files.push_back(file.path());
    std::ranges::sort(files);
    return files;
}

Scenario read_scenario(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    REQUIRE(in);
    return protocol::read_scenario(std::string(std::istreambuf_iterator<char>(in), {}));
}

/// Plays a scenario and calls `look` after each entry.
template <class Look>
void play(const Scenario& scenario, Look look) {
    const GameInfo& game = *protocol::find_game(scenario.game);
    const auto options = protocol::read_options(game, scenario.options);
    REQUIRE(std::holds_alternative<OptionValues>(options));
    ScriptedChance chance(protocol::read_draws(game, scenario.draws));
    const auto match =
        Match::start({game.id, std::get<OptionValues>(options), scenario.seats, scenario.first}, chance);
    look(*match);
    for (const Scenario::Step& step : scenario.steps) {
        if (step.kind == Scenario::Step::Kind::look || step.refused) continue;
        if (step.kind == Scenario::Step::Kind::clock)
            match->expire(chance);
        else
            REQUIRE(std::holds_alternative<protocol::LogEntry>(match->play(step.seat, step.move, chance)));
        look(*match);
    }
}

std::vector<ViewerSight> sights_to_all(const Match& match) {
    std::vector<Seat> seats;
    for (int seat = 0; seat < match.settings().seats; ++seat) seats.push_back(static_cast<Seat>(seat));
    return viewer_sights(match, seats);
}

/// The hash of all that anybody is shown in a scenario, sixteen digits.
std::string hash_of(const Scenario& scenario) {
    std::string all;
    play(scenario, [&all](const Match& match) { all += shown_hashes(match, sights_to_all(match)); });
    return hex(sha256(all)).substr(0, 16);
}

// docs/fairness.md, "What is shown": verifiers in three languages hash these texts.
TEST_CASE("whoever changes what players are shown raises the version of the views") {
    const auto file = source / "tests/server/shown_pins.txt";
    std::ifstream in(file);
    std::string word;
    std::map<std::string, std::string> pins;
    REQUIRE((in >> word && word == "version" && in >> word));
    CHECK_MESSAGE(word == std::to_string(protocol::views_version), "write the pins again with PIN_SHOWN=1");
    std::set<std::string> pinned;  // a game is pinned from its first version on
    for (std::string hash; in >> word >> hash; pinned.insert(word.substr(0, word.find('/'))))
        pins[word] = hash;
    std::map<std::string, std::string> now;
    for (const GameInfo* game : protocol::catalogue())
        for (const auto& scenario : scenarios_of(game->id)) {
            const std::string name = game->id + '/' + scenario.stem().string();
            now[name] = hash_of(read_scenario(scenario));
            CAPTURE(name);
            if (pins.contains(name))
                CHECK_MESSAGE(
                    pins[name] == now[name],
                    "raise views_version in protocol/views.hpp, then write the pins again with PIN_SHOWN=1; "
                    "without raising it only if the scenario itself was changed");
            else
                CHECK_MESSAGE(!pinned.contains(game->id), "pin the new scenario with PIN_SHOWN=1");
        }
    for (const auto& pin : pins) CHECK_MESSAGE(now.contains(pin.first), pin.first << " is gone: PIN_SHOWN=1");
    if (std::getenv("PIN_SHOWN") == nullptr) return;
    std::ofstream out(file);
    out << "version " << protocol::views_version << '\n';
    for (const auto& [name, hash] : now) out << name << ' ' << hash << '\n';
}

/// JavaScript puts members first that are named like an index, and writes other numbers and escapes than we do.
void check_same_in_javascript(const Json& json) {
    if (json.is_string()) {
        const auto plain = [](unsigned char c) { return c >= 0x20 && c != '"' && c != '\\' && c != 0x7f; };
        CHECK(std::ranges::all_of(json.get_ref<const std::string&>(), plain));
    } else if (json.is_number()) {
        CHECK(json.is_number_integer());
        CHECK(std::abs(json.get<std::int64_t>()) < std::int64_t{1} << 53);
    } else if (json.is_object()) {
        for (const auto& [name, value] : json.items()) {
            CHECK(name != "__proto__");
            CHECK_FALSE(std::ranges::all_of(name, [](char c) { return '0' <= c && c <= '9'; }));
            check_same_in_javascript(value);
        }
    } else if (json.is_array()) {
        for (const Json& value : json) check_same_in_javascript(value);
    }
}

TEST_CASE("what players are shown is the same text after JavaScript or Python has read it and writes it") {
    std::set<std::string> seen;
    const auto look = [&seen](const JsonText& text) {
        if (!seen.insert(text.dump()).second) return;
        CAPTURE(text.dump());
        const Json json = text.tree();
        CHECK(json.dump() == text.dump());
        check_same_in_javascript(json);
    };
    for (const GameInfo* game : protocol::catalogue())
        for (const auto& scenario : scenarios_of(game->id))
            play(read_scenario(scenario), [&](const Match& match) {
                for (const auto& [viewer, sight] : sights_to_all(match)) {
                    look(sight.view);
                    look(sight.events);
                    if (viewer.seat) look(match.listed_text(*viewer.seat));
                }
            });
    CHECK(seen.size() > 1'000);
}

TEST_CASE("a match that ended by its rules shows nobody to act and no moves, as its last push does") {
    for (const GameInfo* game : protocol::catalogue())
        for (const auto& scenario : scenarios_of(game->id))
            play(read_scenario(scenario), [&](const Match& match) {
                if (!match.result()) return;
                CHECK(match.to_act().empty());
                for (int seat = 0; seat < match.settings().seats; ++seat)
                    CHECK(match.listed_text(static_cast<Seat>(seat)) == JsonText::array());
            });
}

/// The hash of the newest push as its receiver computes it.
std::string hash_of(const Guest& guest) {
    Json push;  // as it was sent: Guest::latest() adds what is left out
    for (const Json& frame : guest.sink->frames)
        if (frame.value("t", "") == "match") push = frame;
    return shown_hash(view_hash(push["seq"], push["to_act"].dump(), push["view"].dump()),
                      push["events"].dump(), push.contains("you") ? push["you"].dump() : std::string());
}

TEST_CASE("the record has the hash of each push of an entry, for a watcher and for each seat of the roster") {
    World world;
    Cups cups(world, {{"seats", 3}});
    Guest old(world, "Old");
    cups.sit(old);
    Guest watcher(world, "Wim");
    code_of(watcher.ask({{"t", "room.join"}, {"room", cups.room}}));
    cups.begin();
    std::vector<Json> expected;
    const auto look = [&] {
        expected.push_back(hash_of(watcher) + hash_of(cups.ana) + hash_of(cups.ben));
        return cups.ana.latest("match")["result"].is_null();
    };
    while (look()) {
        Guest& mover = cups.turn() == 2 ? old : static_cast<Guest&>(cups.at(cups.turn()));
        const Json push = mover.latest("match");
        mover.say({{"t", "move"},
                   {"id", push["seq"]},
                   {"room", cups.room},
                   {"match", cups.match},
                   {"n", push["you"]["n"]},
                   {"move", push["you"]["moves"][0]}});
        work(world, {&cups.ana, &cups.ben});
        REQUIRE(cups.seq() == push["seq"].get<std::int64_t>() + 1);
    }
    const Json record = cups.record();
    REQUIRE(record["log"].size() == expected.size());
    std::set<std::string> different;
    for (std::size_t at = 0; at < expected.size(); ++at) {
        CAPTURE(at);
        const Json& extra = record["log"][at]["extra"];
        CHECK(extra["shown"] == expected[at]);
        CHECK(extra.contains("views") == (at == 0));
        different.insert(extra["shown"].get<std::string>());
    }
    CHECK(record["log"][0]["extra"]["views"] == protocol::views_version);
    CHECK(different.size() == expected.size());
}

TEST_CASE("a match that was restored goes on to bind what it shows") {
    World world;
    Cups cups(world);
    cups.begin();
    cups.send_move();
    work(world, {&cups.ana, &cups.ben});
    world.restart();
    cups.come_back();
    for (Witness* player : {&cups.ana, &cups.ben})
        code_of(player->ask({{"t", "room.join"}, {"room", cups.room}}));
    cups.finish();
    const Json record = cups.record();
    for (const Json& entry : record["log"]) CHECK(entry["extra"]["shown"].get<std::string>().size() == 72);
}

}  // namespace
}  // namespace cubilete::server
