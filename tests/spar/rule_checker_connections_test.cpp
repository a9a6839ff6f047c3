#include "tests/spar/bout.hpp"

namespace cubilete::server::spar {

TEST_CASE("A bot that says hello, plays and reconnects after a cut breaks no rule") {
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.moves(1, "a");
    bot.accepts("a");
    bot.cut();
    bot.come_back();
    bot.shows(3, 2);
    bot.moves(2, "b");
    bot.accepts("b");
    CHECK(bot.broken() == "");
    CHECK(bot.checker.moves() == 2);
    CHECK(bot.checker.connections() == 2);
}

TEST_CASE("A bot whose first message is not hello breaks that rule") {
    Bout bot;
    bot.connect();
    SUBCASE("but sends another request") { bot.says(R"({"t":"room.join","id":1,"room":"K7QX2M"})"); }
    SUBCASE("but sends a text that is not JSON") { bot.says_text("hello"); }
    SUBCASE("but sends nothing") { bot.pass(5'000); }
    CHECK(bot.broken() == "says hello first on every connection, within 5 s");
}

TEST_CASE("A bot may come as late as it likes, and has its time from then on") {
    Bout bot;
    bot.pass(60'000);
    bot.connect();
    bot.pass(50);
    CHECK_FALSE(bot.checker.must_abort());
    bot.says(R"({"t":"hello","id":"h","v":1})");
    bot.pass(20'000);
    CHECK(bot.broken() == "answers in time");
}

TEST_CASE("On a slow machine a bot has a quarter of the patience to say hello") {
    Bout bot{BotConductChecker{std::chrono::seconds(60)}};
    bot.connect();
    bot.pass(14'000);
    CHECK(bot.broken() == "");
    bot.pass(1'000);
    CHECK(bot.broken() == "says hello first on every connection, within 5 s");
}

TEST_CASE("A bot that is told to say hello first does so, even if it had") {
    const std::string rule = "says hello first on every connection, within 5 s";
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.moves(1, "a");
    bot.refuses("a", "hello_first", 0, false);
    SUBCASE("not in time") {
        bot.pass(5'000);
        bot.cut(4001);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("but continues without it") {
        bot.pass(600);
        bot.moves(1, "a");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("messages that were already sent are ignored") {
        bot.pass(100);
        bot.moves(1, "a");
        CHECK(bot.broken() == "");
    }
    SUBCASE("over the same connection") {
        bot.pass(600);
        bot.hello();
        bot.moves(1, "a");
        bot.accepts("a");
        CHECK(bot.broken() == "");
    }
    SUBCASE("over another connection") {
        bot.leave();
        bot.come_back();
        bot.moves(1, "a");
        bot.accepts("a");
        CHECK(bot.broken() == "");
    }
    SUBCASE("and then does not move any more") {
        bot.hello();
        bot.pass(20'000);
        CHECK(bot.broken() == "answers in time");
    }
}

TEST_CASE("A bot whose seat is taken asks for another one") {
    Bout bot;
    bot.connect();
    bot.hello();
    bot.says(R"({"t":"room.join","id":"j","room":"K7QX2M","seat":2})");
    bot.refuses("j", "seat_taken");
    SUBCASE("but not for the same") {
        bot.says(R"({"t":"room.join","id":"k","room":"K7QX2M","seat":2})");
        CHECK(bot.broken() == "does not repeat what was refused for good");
    }
    SUBCASE("and does not stay away") {
        bot.pass(20'000);
        CHECK(bot.broken() == "asks again, and only after retry_ms");
    }
    SUBCASE("for another, or for any") {
        bot.says(R"({"t":"room.join","id":"k","room":"K7QX2M","seat":1})");
        bot.refuses("k", "seat_taken");
        bot.says(R"({"t":"room.join","id":"l","room":"K7QX2M"})");
        bot.hears(R"({"t":"ok","re":"l","room":"K7QX2M","as":"player"})");
        bot.pass(60'000);
        CHECK(bot.broken() == "");
    }
    SUBCASE("a bot that named no seat joins again in the same way") {
        bot.says(R"({"t":"room.join","id":"k","room":"K7QX2M"})");
        bot.refuses("k", "seat_taken");
        bot.says(R"({"t":"room.join","id":"l","room":"K7QX2M"})");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A bot whose name is refused uses another one, or leaves the server") {
    const std::string rule = "knows when it is over";
    Bout bot;
    bot.begin();
    bot.cut();
    bot.pass(1'000);
    bot.connect();
    bot.says(R"({"t":"hello","id":"i","v":1,"token":"secret","name":"Ana"})");
    bot.refuses("i", "bad_name");
    SUBCASE("not the same again") {
        bot.says(R"({"t":"hello","id":"k","v":1,"token":"secret","name":"Ana"})");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("another, with which it plays on") {
        bot.says(R"({"t":"hello","id":"k","v":1,"token":"secret","name":"Eva"})");
        bot.hears(R"({"t":"ok","re":"k","player":{"id":"p"}})");
        bot.pass(1'000);
        bot.says(R"({"t":"room.join","id":"l","room":"K7QX2M"})");
        CHECK(bot.broken() == "");
    }
    SUBCASE("and leaves") {
        bot.leave();
        bot.pass(60'000);
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A hello after four seconds is in time") {
    Bout bot;
    bot.connect();
    bot.pass(4'000);
    bot.hello();
    bot.pass(4'000);
    CHECK(bot.broken() == "");
}

TEST_CASE("A token that was given must be used, one that is void must not") {
    const std::string rule = "keeps its token and says hello with it";
    Bout bot;
    bot.begin();
    bot.cut();
    bot.pass(1'000);
    bot.connect();
    SUBCASE("without it") {
        bot.says(R"({"t":"hello","id":"h","v":1})");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("with another one") {
        bot.says(R"({"t":"hello","id":"h","v":1,"token":"other"})");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("with it") {
        bot.says(R"({"t":"hello","id":"h","v":1,"token":"secret"})");
        CHECK(bot.broken() == "");
        bot.staged(R"({"t":"refused","re":"h","code":"bad_token","text":"No."})");
        SUBCASE("and again, although it is void") {
            bot.says(R"({"t":"hello","id":"i","v":1,"token":"secret"})");
            CHECK(bot.broken() == rule);
        }
        SUBCASE("then without it, and later with the new one") {
            bot.says(R"({"t":"hello","id":"i","v":1})");
            bot.hears(R"({"t":"ok","re":"i","player":{"id":"q"},"token":"fresh"})");
            bot.cut();
            bot.pass(1'000);
            bot.connect();
            bot.says(R"({"t":"hello","id":"j","v":1,"token":"fresh"})");
            CHECK(bot.broken() == "");
        }
    }
}

TEST_CASE("A bot may use a token that it stored in an earlier run") {
    Bout bot;
    bot.connect();
    bot.hello();
    bot.cut();
    bot.come_back();
    CHECK(bot.broken() == "");
}

TEST_CASE("A bot that stays away after a cut is waited for as long as the patience lasts") {
    Bout bot;
    bot.begin();
    bot.cut();
    bot.pass(19'999);
    CHECK(bot.broken() == "");
    CHECK_FALSE(bot.checker.must_abort());
    bot.pass(1);
    CHECK(bot.broken() == "comes back after every cut");
    CHECK(bot.checker.must_abort());
}

TEST_CASE("There is a pause between attempts to connect, and each pause is longer") {
    const std::string rule = "waits between attempts to connect, longer each time";
    Bout bot;
    bot.begin();
    const auto attempt = [&bot](int after_ms) {
        bot.pass(after_ms);
        bot.connect();
        bot.cut();
    };
    bot.cut();
    SUBCASE("long enough") {
        for (const int pause : {200, 400, 800, 1'600, 3'200, 3'200}) attempt(pause);
        CHECK(bot.broken() == "");
    }
    SUBCASE("the first too short") {
        attempt(199);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("the second no longer than the first") {
        attempt(250);
        CHECK(bot.broken() == "");
        attempt(250);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("short again only after a greeting") {
        attempt(250);
        bot.come_back();
        bot.cut();
        attempt(250);
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A bot that closes a connection itself may have done so long before the server notices") {
    Bout bot;
    bot.begin();
    SUBCASE("but after its last message") {
        bot.pass(600);
        bot.leave();
        bot.connect();
        CHECK(bot.broken() == "");
    }
    SUBCASE("so that the pause is too short") {
        bot.pass(199);
        bot.leave();
        bot.connect();
        CHECK(bot.broken() == "waits between attempts to connect, longer each time");
    }
}

TEST_CASE("After a restart the first attempt may come early, but no other") {
    Bout bot;
    bot.begin();
    bot.cut(1012);
    bot.pass(80);
    bot.connect();
    CHECK(bot.broken() == "");
    bot.cut(1012);
    bot.pass(80);
    bot.connect();
    CHECK(bot.broken() == "waits between attempts to connect, longer each time");
}

TEST_CASE("A bot that gets retry_ms does not ask before") {
    const std::string rule = "asks again, and only after retry_ms";
    Bout bot;
    bot.connect();
    bot.says(R"({"t":"hello","id":"h","v":1})");
    bot.staged(R"({"t":"refused","re":"h","code":"busy","text":"No.","retry_ms":500})");
    SUBCASE("too soon") {
        bot.pass(480);
        bot.says(R"({"t":"hello","id":"i","v":1})");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("never again") {
        bot.pass(20'500);
        CHECK(bot.broken() == rule);
        CHECK(bot.checker.must_abort());
    }
    SUBCASE("in time") {
        bot.pass(500);
        bot.says(R"({"t":"hello","id":"i","v":1})");
        CHECK(bot.broken() == "");
    }
    SUBCASE("another request") {
        bot.pass(10);
        bot.says(R"({"t":"lobby.unwatch","id":"i"})");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A bot that gets retry_ms for a move may answer the next prompt at once, but not that one again") {
    for (const char* code : {"busy", "rate_limited", "storage"}) {
        Bout bot;
        bot.begin();
        bot.shows(1, 1);
        bot.moves(1, "a");
        bot.refuses("a", code, 500);
        bot.pass(10);
        bot.shows(2, 2);
        bot.moves(2, "b");
        CHECK(bot.broken() == "");
        bot.refuses("b", code, 500);
        bot.pass(480);
        bot.moves(2, "b");
        CHECK(bot.broken() == "asks again, and only after retry_ms");
    }
}

}  // namespace cubilete::server::spar
