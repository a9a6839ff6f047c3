#include "server/core/log.hpp"

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>

#include "tests/server/log_reader.hpp"
#include "tests/server/world.hpp"

namespace cubilete::server {

namespace {

/// A card's text (engine/cards.hpp) as a separate word.
std::string first_card_in(const std::string& text) {
    static const std::regex card(R"((?:^|[^\w-])([rgby][1-9]|W[rgby]?|[RSP]3)(?![\w-]))");
    std::smatch found;
    return std::regex_search(text, found, card) ? found[1].str() : std::string();
}

}  // namespace

TEST_CASE("no card is ever logged, nor the text of a refusal about a player's cards") {
    const LogReader log;
    World world;
    Guest ana(world, "Ana"), ben(world, "Ben");
    const std::string room = code_of(
        ana.ask({{"t", "room.create"}, {"game", "tres"}, {"options", {{"starter", "first"}}}, {"seats", 2}}));
    code_of(ben.ask({{"t", "room.join"}, {"room", room}}));
    REQUIRE(refusal(ben.ask({{"t", "room.ready"}, {"room", room}, {"ready", true}})) == "ok");
    REQUIRE(refusal(ana.ask({{"t", "room.start"}, {"room", room}})) == "ok");

    int lines_with_cards = 0;
    const Json shown = ana.latest("match");
    const Json moves = shown["you"]["moves"];
    for (const Json& card : shown["view"]["seats"][0]["hand"])
        for (int on = 0; on < 3; ++on) {
            const Json play = std::to_string(on) + ' ' + card.get<std::string>();
            if (std::ranges::find(moves, play) != moves.end()) continue;
            const Json answer = ana.ask({{"t", "move"},
                                         {"room", room},
                                         {"match", shown["match"]},
                                         {"n", shown["you"]["n"]},
                                         {"move", play}});
            REQUIRE(refusal(answer) == "illegal_move");
            lines_with_cards += first_card_in(answer["text"]).empty() ? 0 : 1;
        }
    CHECK(lines_with_cards > 0);

    while (ana.latest("match")["result"].is_null() && ana.latest("match")["seq"] < 100) {
        Guest& next = ana.latest("match")["to_act"][0] == 0 ? ana : ben;
        next.move(next.latest("match")["you"]["moves"].size() - 1);
    }
    CHECK(log.text().find("a match begins") != std::string::npos);
    CHECK(log.text().find("illegal_move") != std::string::npos);
    CHECK(first_card_in(log.text()) == "");
}

TEST_CASE("a line of the log has what it is about as members of its JSON, and user's text cannot add one") {
    const LogReader log(true);
    log_info("a match begins", {{"room", "K7QX2M"}, {"player", "p_1\",\"code\":\"\n"}, {"match", ""}});
    spdlog::info("{}", "no field\",\"room\":\"K7QX2M");
    std::istringstream lines(log.text());
    std::string first, second;
    REQUIRE(std::getline(lines, first));
    REQUIRE(std::getline(lines, second));
    Json event = Json::parse(first);
    CHECK(event["room"] == "K7QX2M");
    CHECK(event["player"] == "p_1\",\"code\":\"\n");
    CHECK(event["text"] == "a match begins");
    CHECK_FALSE(event.contains("match"));
    CHECK_FALSE(event.contains("code"));
    event = Json::parse(second);
    CHECK_FALSE(event.contains("room"));
    CHECK(event.size() == 3);
}

TEST_CASE("plain lines show the fields behind the text") {
    const LogReader log;
    log_warn("refused", {{"room", "K7QX2M"}, {"player", "p\n1"}});
    CHECK(log.text().find(" refused room=K7QX2M player=p\\n1\n") != std::string::npos);
}

TEST_CASE("printable text of people is logged unchanged") {
    for (const char* text : {"", "Ana", "José & Zoë", "{} %n \"quoted\" \\", "骰子 🎲"}) {
        CAPTURE(text);
        CHECK(to_printable(text) == text);
    }
}

TEST_CASE("control characters that could forge a line or control the terminal are escaped") {
    CHECK(to_printable("a\nb") == "a\\nb");
    CHECK(to_printable("a\r\nb") == "a\\r\\nb");
    CHECK(to_printable("\x1b[2J") == "\\u001b[2J");
    CHECK(to_printable("\x7f") == "\\u007f");
    CHECK(to_printable("\xc2\x9b"
                       "2J") == "\\u009b2J");
    CHECK(to_printable("\xff") == "\\ufffd");
    CHECK(to_printable(std::string("a\0b", 3)) == "a\\u0000b");
    CHECK(to_json_string("\xc2\x9b"
                         "2J\x7f") == R"("\u009b2J\u007f")");
    CHECK(to_json_string("José") == R"("José")");
}

}  // namespace cubilete::server
