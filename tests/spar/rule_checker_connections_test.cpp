#include "tests/spar/bout.hpp"

namespace cubilete::server::spar {

TEST_CASE("A bot that says hello, plays and comes back after a cut has broken nothing") {
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

TEST_CASE("Who does not say hello first has broken that rule") {
    Bout bot;
    bot.connect();
    SUBCASE("but asks for something else") { bot.says(R"({"t":"room.join","id":1,"room":"K7QX2M"})"); }
    SUBCASE("but sends what is no JSON") { bot.says_text("hello"); }
    SUBCASE("but nothing at all") { bot.pass(5'000); }
    CHECK(bot.broken() == "says hello first on every connection, within 5 s");
}

TEST_CASE("On a slow machine a bot has a quarter of the patience to say hello") {
    Bout bot{RuleChecker{std::chrono::seconds(60)}};
    bot.connect();
    bot.pass(14'000);
    CHECK(bot.broken() == "");
    bot.pass(1'000);
    CHECK(bot.broken() == "says hello first on every connection, within 5 s");
}

TEST_CASE("Who is told to say hello first does so, also where it had") {
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
    SUBCASE("but goes on without") {
        bot.pass(600);
        bot.moves(1, "a");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("what was on its way is forgiven") {
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
    SUBCASE("over another") {
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

TEST_CASE("Whose seat is taken takes another") {
    Bout bot;
    bot.connect();
    bot.hello();
    bot.says(R"({"t":"room.join","id":"j","room":"K7QX2M","seat":2})");
    bot.refuses("j", "seat_taken");
    SUBCASE("not the same") {
        bot.says(R"({"t":"room.join","id":"k","room":"K7QX2M","seat":2})");
        CHECK(bot.broken() == "does not repeat what was refused for good");
    }
    SUBCASE("and does not stay away") {
        bot.pass(20'000);
        CHECK(bot.broken() == "asks again, and only after retry_ms");
    }
    SUBCASE("another, or any") {
        bot.says(R"({"t":"room.join","id":"k","room":"K7QX2M","seat":1})");
        bot.refuses("k", "seat_taken");
        bot.says(R"({"t":"room.join","id":"l","room":"K7QX2M"})");
        bot.hears(R"({"t":"ok","re":"l","room":"K7QX2M","as":"player"})");
        bot.pass(60'000);
        CHECK(bot.broken() == "");
    }
    SUBCASE("who has named none joins again as it did") {
        bot.says(R"({"t":"room.join","id":"k","room":"K7QX2M"})");
        bot.refuses("k", "seat_taken");
        bot.says(R"({"t":"room.join","id":"l","room":"K7QX2M"})");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("Whose name is refused has another, or does without this server") {
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
    SUBCASE("and it is gone") {
        bot.leave();
        bot.pass(60'000);
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("Who says hello after four seconds is in time") {
    Bout bot;
    bot.connect();
    bot.pass(4'000);
    bot.hello();
    bot.pass(4'000);
    CHECK(bot.broken() == "");
}

TEST_CASE("A token that was given is to be used, one that is void is not") {
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
        SUBCASE("and again, though it is void") {
            bot.says(R"({"t":"hello","id":"i","v":1,"token":"secret"})");
            CHECK(bot.broken() == rule);
        }
        SUBCASE("then without, and with the new one from then on") {
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

TEST_CASE("A bot that has kept a token of its own from an earlier run uses that") {
    Bout bot;
    bot.connect();
    bot.hello();
    bot.cut();
    bot.come_back();
    CHECK(bot.broken() == "");
}

TEST_CASE("Who stays away after a cut is waited for as long as the patience lasts") {
    Bout bot;
    bot.begin();
    bot.cut();
    bot.pass(19'999);
    CHECK(bot.broken() == "");
    CHECK_FALSE(bot.checker.hopeless());
    bot.pass(1);
    CHECK(bot.broken() == "comes back after every cut");
    CHECK(bot.checker.hopeless());
}

TEST_CASE("Between attempts there are pauses, and each is longer") {
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
    SUBCASE("no longer than the first") {
        attempt(250);
        CHECK(bot.broken() == "");
        attempt(250);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("short again only once it was greeted") {
        attempt(250);
        bot.come_back();
        bot.cut();
        attempt(250);
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A bot that closes a connection itself may have done so long before that is seen") {
    Bout bot;
    bot.begin();
    SUBCASE("but after its last word") {
        bot.pass(600);
        bot.leave();
        bot.connect();
        CHECK(bot.broken() == "");
    }
    SUBCASE("which makes a pause too short") {
        bot.pass(199);
        bot.leave();
        bot.connect();
        CHECK(bot.broken() == "waits between attempts to connect, longer each time");
    }
}

TEST_CASE("After a restart the first attempt may come soon, but no other") {
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

TEST_CASE("Who is told when to ask again does not ask before") {
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
    SUBCASE("never") {
        bot.pass(20'500);
        CHECK(bot.broken() == rule);
        CHECK(bot.checker.hopeless());
    }
    SUBCASE("in time") {
        bot.pass(500);
        bot.says(R"({"t":"hello","id":"i","v":1})");
        CHECK(bot.broken() == "");
    }
    SUBCASE("something else") {
        bot.pass(10);
        bot.says(R"({"t":"lobby.unwatch","id":"i"})");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("What the server cannot read is the bot's fault, unless the referee made it up") {
    Bout bot;
    bot.begin();
    bot.says(R"({"t":"dance","id":"x"})");
    SUBCASE("the server says so") {
        bot.refuses("x", "unknown_type", 0, false);
        CHECK(bot.broken() == "sends only what the protocol knows");
    }
    SUBCASE("the referee says so") {
        bot.refuses("x", "bad_message");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("Who breaks off or falls silent at something unknown has broken that rule, and no other") {
    const std::string rule = "ignores fields and types that it does not know";
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    SUBCASE("a type, and it hangs up") {
        bot.staged(R"({"t":"weather","spar":true})");
        bot.leave();
        CHECK(bot.broken() == rule);
        bot.pass(20'000);
        CHECK(bot.checker.hopeless());
        CHECK(bot.broken() == rule);
    }
    SUBCASE("a type, and it hangs up, with something else on its way") {
        bot.staged(R"({"t":"weather","spar":true})");
        SUBCASE("a request") { bot.says(R"({"t":"room.join","id":"j1","room":"K7QX2M"})"); }
        SUBCASE("the answer to what came before") { bot.moves(1, "a"); }
        bot.leave();
        CHECK(bot.broken() == rule);
    }
    SUBCASE("a field, and nothing comes any more") {
        bot.hears(R"({"t":"room","room":"K7QX2M","spar":{}})");
        bot.pass(20'000);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("a code, and it hangs up") {
        bot.moves(1, "a");
        bot.refuses("a", "spar_unheard_of");
        bot.leave();
        CHECK(bot.broken() == rule);
    }
    SUBCASE("but plays on, and hangs up later") {
        bot.hears(R"({"t":"room","room":"K7QX2M","spar":{}})");
        bot.shows(2, 2);
        bot.moves(2, "a");
        bot.accepts("a");
        bot.hears(R"({"t":"room","room":"K7QX2M","spar":{}})");
        bot.leave();
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("Who has been told that it is over does not come again") {
    const std::string rule = "knows when it is over";
    const char* join = R"({"t":"room.join","id":"j","room":"K7QX2M"})";
    Bout bot;
    bot.begin();
    SUBCASE("gone") {
        bot.hears(R"({"t":"gone","room":"K7QX2M","reason":"kicked"})");
        bot.pass(400);
        bot.says(join);  // it was on its way
        CHECK(bot.broken() == "");
        bot.pass(200);
        bot.says(join);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("no room") {
        bot.says(join);
        bot.refuses("j", "no_room");
        bot.pass(600);
        bot.says(join);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("abuse, another origin, deleted") {
        for (const int code : {4002, 4003, 4010}) {
            Bout other;
            other.begin();
            other.cut(code);
            other.pass(30'000);
            CHECK(other.broken() == "");
            other.connect();
            CHECK(other.broken() == rule);
        }
    }
    SUBCASE("a version that the server does not speak") {
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
    SUBCASE("and it keeps still") {
        bot.hears(R"({"t":"gone","room":"K7QX2M","reason":"closed"})");
        bot.leave();
        bot.pass(60'000);
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("Whose player was deleted forgets the token") {
    Bout bot;
    bot.begin();
    bot.cut(4010);
    bot.pass(1'000);
    bot.connect();
    bot.says(R"({"t":"hello","id":"h","v":1,"token":"secret"})");
    CHECK(bot.broken() == "keeps its token and says hello with it; knows when it is over");
}

TEST_CASE("The report shows the frame with which a rule was broken among those around it, in brief") {
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
    bot.checker.report(report);
    CHECK(report.str().find("attempt 1 came 10 ms after the connection had ended; no earlier than 200 ms was "
                            "right") != std::string::npos);
    CHECK(report.str().find("\n      *     0.010 s  #2 the bot connects\n") != std::string::npos);
    CHECK(report.str().find("        -- a fault") == std::string::npos);
    CHECK(report.str().find("            0.000 s  -- a fault\n") != std::string::npos);
    CHECK(report.str().find("\"view\":\"…\"") != std::string::npos);
    bot.checker.write_record(record);
    CHECK(record.str().find("long story") != std::string::npos);
}

TEST_CASE("A rule without an occasion to break it was neither broken nor kept") {
    const std::string greeting = "says hello first on every connection, within 5 s";
    Bout bot;
    CHECK(bot.kept() == "");
    bot.connect();
    CHECK(bot.kept() == "");
    SUBCASE("which goes for most where the bot never came in") {
        bot.says(R"({"t":"hello","id":"h","v":1})");
        bot.refuses("h", "busy", 500);
        CHECK(bot.kept() == greeting);
        bot.pass(600);
        bot.says(R"({"t":"hello","id":"i","v":1})");
        CHECK(bot.kept() == greeting + "; asks again, and only after retry_ms");
        bot.hears(R"({"t":"ok","re":"i","player":{"id":"p"},"token":"secret"})");
        bot.says(R"({"t":"room.join","id":"j","room":"K7QX2M"})");
        bot.refuses("j", "no_room", 0, false);
        CHECK(bot.kept() == greeting +
                                "; asks again, and only after retry_ms; sends only what the protocol knows; "
                                "knows when it is over");
    }
    SUBCASE("but all are kept by who met everything") {
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
        CHECK(bot.kept().find("knows when it is over") == std::string::npos);
        bot.hears(R"({"t":"gone","room":"K7QX2M","reason":"closed"})");
        CHECK(bot.broken() == "");
        CHECK(bot.marked("not tried  ") == "");
    }
}

}  // namespace cubilete::server::spar
