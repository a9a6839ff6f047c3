#include "tests/spar/bout.hpp"

namespace cubilete::server::spar {

TEST_CASE("A move without an answer is sent again unchanged") {
    const std::string rule = "sends an unanswered move again as it was, under the same id";
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.moves(1, "a");
    bot.cut();
    bot.come_back();
    bot.shows(1, 1);
    SUBCASE("it is sent") {
        bot.moves(1, "a");
        bot.accepts("a");
        bot.pass(60'000);
        CHECK(bot.broken() == "");
    }
    SUBCASE("but with another move") {
        bot.moves(1, "a", "bank");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("it is never sent") {
        bot.pass(20'000);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("it is never sent, and the first did not arrive") {
        bot.moves(1, "a");
        bot.accepts("a");
        bot.shows(2, 2);
        bot.cut();
        bot.come_back();
        bot.shows(2, 2);
        bot.pass(20'000);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("under another id") {
        bot.moves(1, "b");
        CHECK(bot.broken() == "answers each prompt with one move");
    }
}

TEST_CASE("An id belongs to one move") {
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.moves(1, "a");
    bot.accepts("a");
    bot.shows(2, 2);
    SUBCASE("and not to the next one, too") {
        bot.moves(2, "a");
        CHECK(bot.broken() == "sends an unanswered move again as it was, under the same id");
    }
    SUBCASE("the next has another id") {
        bot.moves(2, "b");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A prompt is answered once") {
    const std::string rule = "answers each prompt with one move";
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.moves(1, "a");
    SUBCASE("not twice because it was shown twice") {
        bot.shows(1, 1);
        bot.moves(1, "b");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("not again after it was accepted") {
        bot.accepts("a");
        bot.moves(1, "b");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("except when the first answer got retry_ms") {
        bot.refuses("a", "busy", 250);
        bot.pass(300);
        bot.moves(1, "b");
        bot.accepts("b");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("Only the newest prompt counts") {
    const std::string rule = "answers the newest prompt, not an older one";
    Bout bot;
    bot.begin();
    bot.shows(5, 3);
    SUBCASE("not one that never existed") {
        bot.moves(4, "a");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("not an older one that is shown again") {
        bot.shows(6, 4);
        bot.pass(2'100);
        bot.shows(5, 3);
        bot.moves(3, "a");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("not one that comes late") {
        bot.pass(10);
        bot.shows(4, 2);
        bot.moves(2, "a");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("but when move and prompt crossed on the way, no rule is broken") {
        bot.shows(6, 4);
        bot.moves(3, "a");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A move may cross a newer prompt for 2 s, or for a tenth of the patience if that is longer") {
    const auto broken = [](int patience_s, int apart_ms) {
        Bout bot{BotConductChecker{std::chrono::seconds(patience_s)}};
        bot.begin();
        bot.shows(5, 3);
        bot.shows(6, 4);
        bot.pass(apart_ms);
        bot.moves(3, "a");
        return bot.broken();
    };
    const std::string rule = "answers the newest prompt, not an older one";
    CHECK(broken(6, 1'900) == "");
    CHECK(broken(6, 2'100) == rule);
    CHECK(broken(20, 1'900) == "");
    CHECK(broken(20, 2'100) == rule);
    CHECK(broken(60, 5'900) == "");
    CHECK(broken(60, 6'100) == rule);
}

TEST_CASE("A bot plays only moves that are offered") {
    const std::string rule = "plays only moves that the rules allow";
    Bout bot;
    bot.begin();
    SUBCASE("not when no move is offered") {
        bot.shows(1, 1, false);
        bot.moves(1, "a");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("not a move that the server refuses") {
        bot.shows(1, 1);
        bot.moves(1, "a", "cheat");
        bot.refuses("a", "illegal_move", 0, false);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("a move that only the tester refuses was right") {
        bot.shows(1, 1);
        bot.moves(1, "a", "bank");
        bot.refuses("a", "illegal_move");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A move that was refused for good is not made again") {
    const std::string rule = "does not repeat what was refused for good";
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.moves(1, "a", "bank");
    SUBCASE("because the match has moved on") {
        for (const char* code :
             {"stale", "not_your_turn", "match_over", "not_in_room", "not_seated", "not_started"}) {
            Bout other;
            other.begin();
            other.shows(1, 1);
            other.moves(1, "a");
            other.refuses("a", code);
            CHECK(other.broken() == "");
            other.moves(1, "b", "bank");
            CHECK(other.broken() == rule);
        }
    }
    SUBCASE("because it is a fault, but another move may be made") {
        bot.refuses("a", "illegal_move");
        bot.moves(1, "b");
        bot.accepts("b");
        CHECK(bot.broken() == "");
    }
    SUBCASE("not even under another id, whatever was wrong with it") {
        for (const char* code : {"illegal_move", "bad_message", "unknown_type", "too_big", "too_deep",
                                 "bad_text", "bad_options", "not_host"}) {
            Bout other;
            other.begin();
            other.shows(1, 1);
            other.moves(1, "a");
            other.refuses("a", code);
            other.moves(1, "b");
            CHECK(other.broken() == rule);
        }
    }
    SUBCASE("a refusal with retry_ms allows the same move after that time") {
        bot.refuses("a", "shutting_down", 500);
        bot.pass(500);
        bot.moves(1, "a", "bank");
        bot.accepts("a");
        CHECK(bot.broken() == "");
    }
    SUBCASE("but not before") {
        bot.refuses("a", "rate_limited", 500);
        bot.pass(100);
        bot.moves(1, "a", "bank");
        CHECK(bot.broken() == "asks again, and only after retry_ms");
    }
}

TEST_CASE(
    "After a refusal that does not mean that the match has moved on the prompt must still be answered") {
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.moves(1, "a");
    SUBCASE("with an unknown code, also by the same move") {
        bot.refuses("a", "spar_unheard_of");
        bot.says(R"({"t":"room.join","id":"j","room":"K7QX2M"})");
        SUBCASE("it is answered") {
            bot.moves(1, "b");
            bot.accepts("b");
            bot.shows(2, 2, false);
            bot.pass(60'000);
            CHECK(bot.broken() == "");
        }
        SUBCASE("it is never answered") {
            bot.pass(20'000);
            CHECK(bot.broken() == "answers in time");
        }
        SUBCASE("other seats answer it") {
            bot.shows(2, 2, false);
            bot.pass(60'000);
            CHECK(bot.broken() == "");
        }
    }
    SUBCASE("with an id that was used before") {
        bot.refuses("a", "id_reused");
        SUBCASE("under another id") {
            bot.moves(1, "b");
            bot.accepts("b");
            CHECK(bot.broken() == "");
        }
        SUBCASE("not under that id again") {
            bot.moves(1, "a");
            CHECK(bot.broken() == "sends an unanswered move again as it was, under the same id");
        }
    }
}

TEST_CASE("A bot that connects and does not join is waited for as long as the patience lasts") {
    Bout bot;
    bot.connect();
    bot.hello();
    bot.pass(19'000);
    CHECK(bot.broken() == "");
    bot.pass(1'000);
    CHECK(bot.broken() == "answers in time");
}

TEST_CASE("A bot that must decide answers before the patience ends") {
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.pass(19'000);
    CHECK(bot.broken() == "");
    SUBCASE("and does not") {
        bot.pass(1'000);
        CHECK(bot.broken() == "answers in time");
        CHECK_FALSE(bot.checker.must_abort());
    }
    SUBCASE("and does") {
        bot.moves(1, "a");
        bot.accepts("a");
        bot.shows(2, 2, false);
        bot.pass(60'000);
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("A bot that was silent is tested further, until it is silent again without a move") {
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.pass(19'000);
    CHECK_FALSE(bot.checker.consume_silence());
    bot.pass(1'000);
    CHECK(bot.checker.consume_silence());
    CHECK_FALSE(bot.checker.consume_silence());  // once
    bot.shows(2, 2);
    SUBCASE("It makes the next move") {
        bot.moves(2, "a");
        bot.accepts("a");
        bot.shows(3, 3);
        bot.pass(20'000);
        CHECK(bot.checker.consume_silence());
        CHECK_FALSE(bot.checker.must_abort());
    }
    SUBCASE("It does not") {
        bot.pass(20'000);
        CHECK_FALSE(bot.checker.consume_silence());
        CHECK(bot.checker.must_abort());
    }
    CHECK(bot.broken() == "answers in time");
}

TEST_CASE("The report shows the unanswered prompt, whatever came after it") {
    const auto report_on = [](const Bout& bot) {
        std::ostringstream report;
        bot.checker.record().report(report);
        return report.str();
    };
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.pass(1'000);
    bot.shows(4, 2);
    SUBCASE("where it first came") {
        for (const int wait : {1'000, 19'000}) {
            bot.shows(4, 2);
            bot.shows(1, 1);
            bot.pass(wait);
        }
        CHECK(report_on(bot).find("nothing came for n 2 within 20 s") != std::string::npos);
        CHECK(report_on(bot).find("\n      *     1.000 s  #1 < {\"t\":\"match\",\"match\":\"m\",\"seq\":4") !=
              std::string::npos);
    }
    SUBCASE("or where the move for it was refused") {
        bot.moves(2, "a");
        bot.pass(500);
        bot.refuses("a", "spar_unheard_of");
        bot.says(R"({"t":"room.join","id":"j","room":"K7QX2M"})");
        bot.shows(4, 2);
        bot.pass(20'000);
        CHECK(
            report_on(bot).find("\n      *     1.500 s  #1 < (injected by the tester) {\"t\":\"refused\"") !=
            std::string::npos);
    }
}

TEST_CASE("A bot need not act in a window or in the turn of another seat") {
    Bout bot;
    bot.begin();
    SUBCASE("a window") {
        bot.hears(R"({"t":"match","match":"m","seq":1,"to_act":[0],"clock":{"kind":"window"},)"
                  R"("you":{"seat":0,"n":1,"moves":[{"do":"catch"}]}})");
    }
    SUBCASE("the turn of another seat") {
        bot.hears(R"({"t":"match","match":"m","seq":1,"to_act":[1],"clock":null,)"
                  R"("you":{"seat":0,"n":1,"moves":[{"do":"catch"}]}})");
    }
    SUBCASE("a spectator") { bot.hears(R"({"t":"match","match":"m","seq":1,"to_act":[1],"clock":null})"); }
    bot.pass(60'000);
    CHECK(bot.broken() == "");
}

}  // namespace cubilete::server::spar
