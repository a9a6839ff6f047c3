#include <string>
#include <vector>

#include "tests/server/three_dice.hpp"

namespace cubilete::server {
namespace {

using Step = MatchDice::Step;

TEST_CASE("the first tip of a seat counts, no two seats have the same, and none comes after the roster") {
    Three three;
    CHECK(three.tip(0) == "ok");
    CHECK(three.tip(0) == "ok");
    CHECK(Three::verdict_of(three.dice.tip(0, Chain(20).tip())) == "taken");
    CHECK(Three::verdict_of(three.dice.tip(1, three.chains[0].tip())) == "bad_value");
    CHECK_FALSE(three.dice.has_tip(1));
    CHECK(three.tip(1) == "ok");
    CHECK(three.shown()["roster"].is_null());
    three.dice.fix_roster();
    CHECK(three.dice.step() == Step::reveals);
    CHECK(three.tip(2) == "stale");
    CHECK_MESSAGE(three.tip(1) == "ok", "it is in the roster");
    CHECK(Three::verdict_of(three.dice.tip(1, Chain(20).tip())) == "taken");
    const Json tips{{"0", three.chains[0].tip()}, {"1", three.chains[1].tip()}};
    CHECK(three.shown()["tips"] == tips);
}

TEST_CASE("a reveal leads to the tip and comes in time, and who brings none is out of the match") {
    Three three;
    three.tip(0);
    three.tip(1);
    CHECK_MESSAGE(three.reveal(0) == "stale", "too early");
    three.dice.fix_roster();
    CHECK(Three::verdict_of(three.dice.reveal(0, three.chains[0].value(1))) == "bad_value");
    CHECK(Three::verdict_of(three.dice.reveal(0, three.chains[1].value(0))) == "bad_value");
    CHECK_MESSAGE(three.reveal(2) == "stale", "the seat has no tip");
    CHECK(three.reveal(0) == "ok");
    CHECK(three.reveal(0) == "ok");
    CHECK_FALSE(three.dice.all_revealed());
    three.dice.fix_key();
    CHECK(three.dice.step() == Step::play);
    CHECK_MESSAGE(three.reveal(1) == "stale", "too late");
    CHECK(three.reveal(0) == "ok");
    CHECK(three.shown()["out"] == Json{1});
    CHECK(three.shown()["reveals"] == Json{{"0", three.chains[0].value(0)}, {"1", nullptr}});
    CHECK(three.dice.may_be_asked(0));
    CHECK_FALSE(three.dice.may_be_asked(1));
    CHECK_FALSE(three.dice.may_be_asked(2));
}

TEST_CASE("without any tip the match begins at once, and nobody can be asked") {
    Three three;
    three.begin({});
    CHECK(three.dice.step() == Step::play);
    three.dice.set_witnesses({0, 1, 2});
    CHECK(three.dice.witnesses().empty());
    CHECK_NOTHROW(three.dice.chance().dice(5, 6));
    CHECK(three.shown()["reveals"] == Json::object());
}

TEST_CASE("an entry after the first draws only when its seats have been asked") {
    Three three;
    for (const Seat seat : {Seat{0}, Seat{1}}) REQUIRE(three.tip(seat) == "ok");
    three.dice.fix_roster();
    for (const Seat seat : {Seat{0}, Seat{1}}) REQUIRE(three.reveal(seat) == "ok");
    three.dice.fix_key();
    three.dice.set_witnesses({0, 1, 2});
    CHECK(three.dice.witnesses() == std::vector<Seat>{0, 1});
    CHECK_NOTHROW(three.dice.chance().pick(3));  // entry 1
    const Json first = Json::parse(three.dice.record_entry(1));
    CHECK(first["seats"].empty());
    CHECK(first["fresh"].empty());
    CHECK(first["drawn"][0]["k"] == 0);
    CHECK_THROWS_AS(three.dice.chance().dice(5, 6), std::logic_error);
    CHECK_THROWS_AS(three.dice.chance().pick(3), std::logic_error);
    std::vector<Card> pile(4);
    CHECK_THROWS_AS(three.dice.chance().shuffle(pile), std::logic_error);
    CHECK_MESSAGE(three.dice.next_k() == 1, "nothing was drawn");
    three.dice.set_witnesses({});
    CHECK_MESSAGE(three.dice.chance().dice(5, 6).size() == 5, "with nobody there it draws without");
}

TEST_CASE("an entry that draws nothing adds nothing, and the next one that draws continues the numbers") {
    Three three;
    three.begin({0});
    CHECK(Json::parse(three.extras[0]).contains("roster"));
    CHECK_FALSE(three.dice.newest_draws());
    CHECK(three.dice.record_entry(2).empty());
    three.extras.emplace_back();
    three.ask({0});
    CHECK(three.give(0, 3, 1) == "ok");
    three.make();
    const Json newest_draws = three.dice.newest_draws().value().tree();
    CHECK(newest_draws == Json{{"k", 0}, {"seats", {0}}, {"fresh", {{"0", three.chains[0].value(1)}}}});
    CHECK(three.dice.next_k() == 1);
}

TEST_CASE("a value leads to the seat's last one and counts for the entry that is asked, while it is asked") {
    Three three;
    three.begin({0, 1});
    CHECK_MESSAGE(three.give(0, 2, 1) == "stale", "nothing is asked");
    three.ask({0, 1, 2});
    CHECK(three.give(0, 3, 1) == "stale");
    CHECK(three.give(2, 2, 1) == "stale");
    CHECK(three.give(0, 2, 0) == "bad_value");
    CHECK(three.give(0, 2, 2) == "bad_value");
    CHECK(Three::verdict_of(three.dice.give(0, 2, three.chains[1].value(1))) == "bad_value");
    CHECK(three.give(0, 2, 1) == "ok");
    CHECK(three.give(0, 2, 1) == "ok");
    CHECK_FALSE(three.dice.has_all_values());
    CHECK(three.give(1, 2, 1) == "ok");
    CHECK(three.dice.has_all_values());
    three.make();
    CHECK(three.give(0, 2, 1) == "stale");
    three.ask({0, 1});
    CHECK(three.give(0, 3, 1) == "bad_value");
    CHECK(three.give(0, 3, 2) == "ok");
}

TEST_CASE("who gives nothing in time is out, and who is away is asked again when they are back") {
    Three three;
    three.begin({0, 1, 2});
    three.ask({0, 1});
    CHECK(three.give(0, 2, 1) == "ok");
    three.make();
    CHECK(three.shown()["out"] == Json{1});
    CHECK(Json::parse(three.extras[1])["fresh"] == Json{{"0", three.chains[0].value(1)}, {"1", nullptr}});
    three.ask({0, 1, 2});
    CHECK(three.dice.ask()->seats == std::vector<Seat>{0, 2});
    CHECK_MESSAGE(three.give(2, 3, 1) == "ok", "its chain has not moved meanwhile");
    CHECK(three.give(1, 3, 1) == "stale");
}

TEST_CASE("the seats of an ask are rising, whatever the order in which they are there") {
    Three three;
    three.begin({0, 1, 2});
    three.ask({2, 0, 1});
    CHECK(three.dice.ask()->seats == std::vector<Seat>{0, 1, 2});
}

TEST_CASE("a seat whose chain is used up is asked no more, also after a restart") {
    constexpr int values = 4'095;
    MatchDice dice(Three::match, "{}", {"p_ana", "p_ben"}, true);
    Chain ana(4'096), ben(4'096);
    REQUIRE_FALSE(dice.tip(0, ana.tip()));
    dice.fix_roster();
    REQUIRE_FALSE(dice.reveal(0, ana.value(0)));
    dice.fix_key();
    std::vector<std::string> extras{dice.record_entry(1)};
    for (int given = 1; given <= values; ++given) {
        dice.set_witnesses({0});
        REQUIRE(dice.witnesses().size() == 1);
        DiceAsk ask;
        ask.seq = given + 1;
        ask.k = dice.next_k();
        ask.seats = {0};
        dice.open(ask);
        REQUIRE_FALSE(dice.give(0, given + 1, ana.value(given)));
        dice.close_ask();
        dice.chance().dice(1, 6);
        extras.push_back(dice.record_entry(given + 1));
        if (given == values - 1) CHECK(dice.may_be_asked(0));
    }
    CHECK_FALSE(dice.may_be_asked(0));
    dice.set_witnesses({0});
    CHECK(dice.witnesses().empty());
    CHECK_NOTHROW(dice.chance().dice(1, 6));
    MatchDice again(Three::match, {"p_ana", "p_ben"}, dice.serialize());
    for (const std::string& extra : extras) again.replay_entry(extra);
    CHECK_FALSE(again.may_be_asked(0));
    CHECK(again.next_k() == values);
}

}  // namespace
}  // namespace cubilete::server
