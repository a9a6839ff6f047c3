#include "spar/dice_checker.hpp"

#include <doctest/doctest.h>

#include "tests/spar/thrower.hpp"

namespace cubilete::server::spar {

namespace {

using Json = protocol::Json;

}  // namespace

TEST_CASE("A bot that takes no part in provable dice is not tried with them") {
    Thrower bot;
    bot.begin();
    bot.shows(1, 1);
    bot.moves(1, "a");
    bot.accepts("a");
    CHECK_FALSE(bot.tried());
}

TEST_CASE("A bot that reveals once and answers each ask with a value breaks no rule") {
    Thrower bot;
    bot.starts();
    bot.gets(Thrower::asks(2, '1'));
    bot.pass(1'400);
    bot.is_answered(bot.gives(2, '7'));
    bot.enters(2, '2');
    bot.gets(Thrower::asks(3, '2'));
    bot.is_answered(bot.gives(3, '6'));
    bot.pass(5'000);
    CHECK(bot.broken() == "");
    CHECK(bot.tried());
}

TEST_CASE("A bot has 1.5 s for an ask, or a tenth of the patience if that is longer") {
    int patience_s = 20;
    int least = 2'000;
    SUBCASE("with the usual patience") {}
    SUBCASE("with little") {
        patience_s = 6;
        least = 1'500;
    }
    Thrower bot{{BotConductChecker{std::chrono::seconds(patience_s)}}};
    bot.starts();
    bot.gets(Thrower::asks(2, '1'));
    bot.pass(least - 1);
    CHECK(bot.broken() == "");
    bot.pass(1);
    CHECK(bot.broken() == order_rule);
}

TEST_CASE("A bot owes no value to an ask that does not name its seat, and none when it is known to be late") {
    Thrower bot;
    bot.starts();
    SUBCASE("without its seat") { bot.gets(Thrower::asks(2, '1', "roll", Json::array({1}))); }
    SUBCASE("after an entry without its value") {
        bot.gets(
            protocol::object({{"t", "match"},
                              {"match", "m"},
                              {"seq", 2},
                              {"hash", hash_of('2')},
                              {"dice", protocol::object({{"fresh", protocol::object({{"0", nullptr}})}})}}));
        bot.gets(Thrower::asks(3, '2'));
    }
    SUBCASE("when it could not see the entry before") { bot.gets(Thrower::asks(3, '2')); }
    SUBCASE("when an older entry came again") {
        bot.enters(2, '2');
        bot.enters(1, '1');
        bot.gets(Thrower::asks(3, '2'));
    }
    SUBCASE("when the match has ended") {
        bot.gets(protocol::object({{"t", "match"},
                                   {"match", "m"},
                                   {"seq", 2},
                                   {"hash", hash_of('2')},
                                   {"result", Json::object()}}));
        bot.gets(Thrower::asks(3, '2'));
    }
    bot.pass(10'000);
    CHECK(bot.broken() == "");
}

TEST_CASE("A bot gives the same ask the same value again, after a break of the connection") {
    Thrower bot;
    bot.starts();
    bot.gets(Thrower::asks(2, '1'));
    bot.gives(2, '7');
    bot.cut();
    bot.come_back();
    bot.gets(Thrower::asks(2, '1'));
    SUBCASE("which is right") {
        bot.gives(2, '7');
        bot.pass(5'000);
        CHECK(bot.broken() == "");
    }
    SUBCASE("and no other one") {
        bot.gives(2, '6');
        CHECK(bot.broken() == order_rule);
    }
    SUBCASE("and not nothing, as the first one may be lost") {
        bot.pass(2'000);
        CHECK(bot.broken() == order_rule);
    }
}

TEST_CASE("An ask that came before a break of the connection is not owed until it comes again") {
    Thrower bot;
    bot.starts();
    bot.gets(Thrower::asks(2, '1'));
    bot.cut();
    bot.come_back();
    bot.pass(5'000);
    CHECK(bot.broken() == "");
}

TEST_CASE("A bot gives nothing for an ask that breaks the order, and may then stop contributing") {
    Thrower bot;
    bot.starts(5);
    bot.gets(Thrower::asks(6, '1'));
    bot.is_answered(bot.gives(6, '7'));
    SUBCASE("another ask for the same entry") {
        bot.gets(Thrower::asks(6, '1', "bank"));
        SUBCASE("not even what it gave before") { bot.gives(6, '7'); }
        SUBCASE("and no new value") { bot.gives(6, '6'); }
        SUBCASE("it stays silent") {
            bot.pass(5'000);
            CHECK(bot.broken() == "");
            return;
        }
    }
    SUBCASE("an ask after another entry") {
        bot.enters(6, '2');
        bot.gets(Thrower::asks(7, '3'));
        SUBCASE("neither before the right one") { bot.gives(7, '6'); }
        SUBCASE("nor beside it") {
            bot.gets(Thrower::asks(7, '2'));
            bot.gives(7, '6');
            CHECK(bot.broken() == "");
            bot.gives(7, '6');
        }
        SUBCASE("it stays silent") {
            bot.gets(Thrower::asks(7, '2'));
            bot.pass(5'000);
            CHECK(bot.broken() == "");
            return;
        }
    }
    SUBCASE("an ask for an earlier entry") {
        bot.enters(6, '2');
        bot.gets(Thrower::asks(5, '0'));
        bot.gives(5, '6');
    }
    CHECK(bot.broken() == order_rule);
}

TEST_CASE("A bot gives no value unasked") {
    Thrower bot;
    bot.starts();
    SUBCASE("without an ask") {}
    SUBCASE("to an ask that does not name its seat") {
        bot.gets(Thrower::asks(2, '1', "roll", Json::array({1})));
    }
    bot.gives(2, '7');
    CHECK(bot.broken() == order_rule);
}

TEST_CASE("A bot does not reveal for a roster that contradicts what it knows") {
    Thrower bot;
    bot.binds_itself();
    const Json honest = bot.roster;
    SUBCASE("with another tip of its own") { bot.roster["tips"]["0"] = hash_of('5'); }
    SUBCASE("without its tip") { bot.roster["tips"] = Json::object(); }
    SUBCASE("with another commitment") { bot.roster["commit"] = hash_of('d'); }
    SUBCASE("with other players") { bot.roster["players"] = "[1]"; }
    SUBCASE("with other settings") { bot.roster["settings"] = "{ }"; }
    SUBCASE("with a hash that is not the roster's") { bot.roster["commit"] = honest["commit"]; }
    const bool only_the_hash = bot.roster == honest;
    bot.roster["roster"] = only_the_hash ? hash_of('0') : computed_roster_hash(bot.roster);
    bot.gets(bot.roster);
    CHECK(bot.tried());
    CHECK(bot.broken() == "");
    bot.gets(honest);  // it contributes nothing more to this match
    SUBCASE("and stays silent") {
        bot.enters(1, '1');
        bot.gets(Thrower::asks(2, '1'));
        bot.pass(5'000);
        CHECK(bot.broken() == "");
    }
    SUBCASE("but reveals") {
        bot.reveals();
        CHECK(bot.broken() == order_rule);
    }
    SUBCASE("but gives a value") {
        bot.enters(1, '1');
        bot.gets(Thrower::asks(2, '1'));
        bot.gives(2, '7');
        CHECK(bot.broken() == order_rule);
    }
}

TEST_CASE("A bot reveals one value, for its roster, which leads to its tip") {
    Thrower bot;
    bot.binds_itself();
    SUBCASE("not before the roster") { bot.reveals(); }
    SUBCASE("not two") {
        bot.gets(bot.roster);
        bot.reveals();
        CHECK(bot.broken() == "");
        bot.reveals('7');
    }
    SUBCASE("not one that the server refuses") {
        bot.gets(bot.roster);
        bot.is_answered(
            bot.sends(protocol::object({{"t", "dice.reveal"}, {"match", "m"}, {"value", hash_of('0')}})),
            "bad_value");
    }
    CHECK(bot.broken() == order_rule);
}

TEST_CASE("A roster is not the hash of malformed fields") {
    Thrower bot;
    CHECK(computed_roster_hash(bot.roster).size() == 64);
    SUBCASE("no commitment") { bot.roster["commit"] = "c"; }
    SUBCASE("no seat") { bot.roster["tips"]["x"] = hash_of('1'); }
    SUBCASE("no tip") { bot.roster["tips"]["1"] = nullptr; }
    SUBCASE("no tips") { bot.roster["tips"] = 3; }
    CHECK(computed_roster_hash(bot.roster) == "");
}

}  // namespace cubilete::server::spar
