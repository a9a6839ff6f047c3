#include "tests/spar/bout.hpp"

namespace cubilete::server::spar {

TEST_CASE("A message that the server cannot read is the bot's fault, unless the tester caused the refusal") {
    Bout bot;
    bot.begin();
    bot.says(R"({"t":"dance","id":"x"})");
    SUBCASE("the refusal comes from the server") {
        bot.refuses("x", "unknown_type", 0, false);
        CHECK(bot.broken() == "sends only what the protocol knows");
    }
    SUBCASE("the refusal comes from the tester") {
        bot.refuses("x", "bad_message");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A bot that disconnects or stops after something unknown breaks that rule, and no other") {
    const std::string rule = "ignores fields and types that it does not know";
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    SUBCASE("a type, and it disconnects") {
        bot.staged(R"({"t":"weather","spar":true})");
        bot.leave();
        CHECK(bot.broken() == rule);
        bot.pass(20'000);
        CHECK(bot.checker.must_abort());
        CHECK(bot.broken() == rule);
    }
    SUBCASE("a type, and it disconnects while a message is on its way") {
        bot.staged(R"({"t":"weather","spar":true})");
        SUBCASE("a request") { bot.says(R"({"t":"room.join","id":"j1","room":"K7QX2M"})"); }
        SUBCASE("the answer to what came before") { bot.moves(1, "a"); }
        bot.leave();
        CHECK(bot.broken() == rule);
    }
    SUBCASE("a field, and it sends nothing any more") {
        bot.hears(R"({"t":"room","room":"K7QX2M","spar":{}})");
        bot.pass(20'000);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("a code, and it disconnects") {
        bot.moves(1, "a");
        bot.refuses("a", "spar_unheard_of");
        bot.leave();
        CHECK(bot.broken() == rule);
    }
    SUBCASE("but plays on, and disconnects later") {
        bot.hears(R"({"t":"room","room":"K7QX2M","spar":{}})");
        bot.shows(2, 2);
        bot.moves(2, "a");
        bot.accepts("a");
        bot.hears(R"({"t":"room","room":"K7QX2M","spar":{}})");
        bot.leave();
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A bot that was told that it is over does not come back") {
    const std::string rule = "knows when it is over";
    const char* join = R"({"t":"room.join","id":"j","room":"K7QX2M"})";
    Bout bot;
    bot.begin();
    SUBCASE("gone") {
        bot.hears(R"({"t":"gone","room":"K7QX2M","reason":"kicked"})");
        bot.pass(400);
        bot.says(join);  // sent before the bot could know
        CHECK(bot.broken() == "");
        bot.pass(200);
        bot.says(join);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("room_not_found") {
        bot.says(join);
        bot.refuses("j", "no_room");
        bot.pass(600);
        bot.says(join);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("close codes for abuse, a deleted player") {
        for (const int code : {4002, 4010}) {
            Bout other;
            other.begin();
            other.cut(code);
            other.pass(30'000);
            CHECK(other.broken() == "");
            other.connect();
            CHECK(other.broken() == rule);
        }
    }
    SUBCASE("a version that the server does not support") {
        bot.cut();
        bot.pass(1'000);
        bot.connect();
        bot.says(R"({"t":"hello","id":"h","v":1,"token":"secret"})");
        bot.refuses("h", "bad_version");
        bot.leave();
        bot.pass(30'000);
        CHECK(bot.broken() == "");
        bot.connect();
        CHECK(bot.broken() == rule);
    }
    SUBCASE("and it stays away") {
        bot.hears(R"({"t":"gone","room":"K7QX2M","reason":"closed"})");
        bot.leave();
        bot.pass(60'000);
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A bot whose player was deleted forgets the token") {
    Bout bot;
    bot.begin();
    bot.cut(4010);
    bot.pass(1'000);
    bot.connect();
    bot.says(R"({"t":"hello","id":"h","v":1,"token":"secret"})");
    CHECK(bot.broken() == "keeps its token and says hello with it; knows when it is over");
}

TEST_CASE("The report shows the frame that broke a rule among its neighbours, shortened") {
    Bout bot;
    bot.begin();
    bot.checker.note(bot.now, "a fault");
    bot.hears(R"({"t":"match","match":"m","seq":1,"view":{"a":"long story"},"to_act":[],"clock":null})");
    bot.says_text("{");
    bot.cut();
    bot.pass(10);
    bot.connect();
    bot.pass(10);
    std::ostringstream report, record;
    bot.checker.record().report(report);
    CHECK(report.str().find("attempt 1 came 10 ms after the connection had ended; no earlier than 200 ms was "
                            "right") != std::string::npos);
    CHECK(report.str().find("\n      *     0.010 s  #2 the bot connects\n") != std::string::npos);
    CHECK(report.str().find("        -- a fault") == std::string::npos);
    CHECK(report.str().find("            0.000 s  -- a fault\n") != std::string::npos);
    CHECK(report.str().find("\"view\":\"…\"") != std::string::npos);
    bot.checker.record().write(record);
    CHECK(record.str().find("long story") != std::string::npos);
}

TEST_CASE("A rule without an occasion to break it was neither broken nor kept") {
    const std::string greeting = "says hello first on every connection, within 5 s";
    Bout bot;
    CHECK(bot.passed() == "");
    bot.connect();
    CHECK(bot.passed() == "");
    SUBCASE("as most rules for a bot that never joined") {
        bot.says(R"({"t":"hello","id":"h","v":1})");
        bot.refuses("h", "busy", 500);
        CHECK(bot.passed() == greeting);
        bot.pass(600);
        bot.says(R"({"t":"hello","id":"i","v":1})");
        CHECK(bot.passed() == greeting + "; asks again, and only after retry_ms");
        bot.hears(R"({"t":"ok","re":"i","player":{"id":"p"},"token":"secret"})");
        bot.says(R"({"t":"room.join","id":"j","room":"K7QX2M"})");
        bot.refuses("j", "no_room", 0, false);
        CHECK(bot.passed() ==
              greeting +
                  "; asks again, and only after retry_ms; sends only what the protocol knows; "
                  "knows when it is over");
    }
    SUBCASE("but all are kept by a bot that met everything") {
        bot.says(R"({"t":"hello","id":"h","v":1})");
        bot.hears(R"({"t":"ok","re":"h","player":{"id":"p"},"token":"secret"})");
        bot.says(R"({"t":"room.join","id":"j","room":"K7QX2M"})");
        bot.refuses("j", "rate_limited", 500);
        bot.pass(600);
        bot.says(R"({"t":"room.join","id":"j","room":"K7QX2M"})");
        bot.staged(R"({"t":"weather","spar":true})");
        bot.shows(1, 1);
        bot.moves(1, "a");
        bot.cut();
        bot.come_back();
        bot.moves(1, "a");
        bot.refuses("a", "stale");
        CHECK(bot.passed().find("knows when it is over") == std::string::npos);
        bot.hears(R"({"t":"gone","room":"K7QX2M","reason":"closed"})");
        CHECK(bot.broken() == "");
        // It takes no part in provable dice.
        CHECK(bot.marked("not tried  ") ==
              "gives its secrets to nobody who breaks the order; notes what a dishonest server does");
    }
}

}  // namespace cubilete::server::spar
