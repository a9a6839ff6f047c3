#include "tests/spar/bout.hpp"

namespace cubilete::server::spar {

TEST_CASE("A move that was not answered is sent again as it was") {
    const std::string rule = "sends an unanswered move again as it was, under the same id";
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.moves(1, "a");
    bot.cut();
    bot.come_back();
    bot.shows(1, 1);
    SUBCASE("it is") {
        bot.moves(1, "a");
        bot.accepts("a");
        bot.pass(60'000);
        CHECK(bot.broken() == "");
    }
    SUBCASE("but with another move in it") {
        bot.moves(1, "a", "bank");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("never") {
        bot.pass(20'000);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("never, and the first did not even arrive") {
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
    SUBCASE("and not to the next as well") {
        bot.moves(2, "a");
        CHECK(bot.broken() == "sends an unanswered move again as it was, under the same id");
    }
    SUBCASE("the next has another") {
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
    SUBCASE("unless the first answer was put off") {
        bot.refuses("a", "busy", 250);
        bot.pass(300);
        bot.moves(1, "b");
        bot.accepts("b");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("The newest prompt counts") {
    const std::string rule = "answers the newest prompt, not an older one";
    Bout bot;
    bot.begin();
    bot.shows(5, 3);
    SUBCASE("one that never was") {
        bot.moves(4, "a");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("not one that comes after it once more") {
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
    SUBCASE("where the two have passed each other nobody is to blame") {
        bot.shows(6, 4);
        bot.moves(3, "a");
        CHECK(bot.broken() == "");
    }
}

TEST_CASE(
    "A move and a newer prompt may pass each other for 2 s, or for a tenth of the patience if that is "
    "longer") {
    const auto broken = [](int patience_s, int apart_ms) {
        Bout bot{RuleChecker{std::chrono::seconds(patience_s)}};
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

TEST_CASE("Only what is offered is played") {
    const std::string rule = "plays only moves that the rules allow";
    Bout bot;
    bot.begin();
    SUBCASE("not when nothing is offered") {
        bot.shows(1, 1, false);
        bot.moves(1, "a");
        CHECK(bot.broken() == rule);
    }
    SUBCASE("not what the server refuses") {
        bot.shows(1, 1);
        bot.moves(1, "a", "cheat");
        bot.refuses("a", "illegal_move", 0, false);
        CHECK(bot.broken() == rule);
    }
    SUBCASE("what the referee refuses was right") {
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
    SUBCASE("since the table has moved on") {
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
    SUBCASE("since it is a fault, but another may be made") {
        bot.refuses("a", "illegal_move");
        bot.moves(1, "b");
        bot.accepts("b");
        CHECK(bot.broken() == "");
    }
    SUBCASE("not even under another id, whatever is wrong with it") {
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
    SUBCASE("what time heals is made again, after it") {
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

TEST_CASE("A refusal that does not say that the table has moved on leaves the prompt to be answered") {
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.moves(1, "a");
    SUBCASE("with a code that nobody knows, by the same move if it likes") {
        bot.refuses("a", "spar_unheard_of");
        bot.says(R"({"t":"room.join","id":"j","room":"K7QX2M"})");
        SUBCASE("it is") {
            bot.moves(1, "b");
            bot.accepts("b");
            bot.shows(2, 2, false);
            bot.pass(60'000);
            CHECK(bot.broken() == "");
        }
        SUBCASE("never") {
            bot.pass(20'000);
            CHECK(bot.broken() == "answers in time");
        }
        SUBCASE("by others") {
            bot.shows(2, 2, false);
            bot.pass(60'000);
            CHECK(bot.broken() == "");
        }
    }
    SUBCASE("with an id that was used before") {
        bot.refuses("a", "id_reused");
        SUBCASE("by another id") {
            bot.moves(1, "b");
            bot.accepts("b");
            CHECK(bot.broken() == "");
        }
        SUBCASE("not by that again") {
            bot.moves(1, "a");
            CHECK(bot.broken() == "sends an unanswered move again as it was, under the same id");
        }
    }
}

TEST_CASE("Who comes and does not join is not waited for longer than the patience lasts") {
    Bout bot;
    bot.connect();
    bot.hello();
    bot.pass(19'000);
    CHECK(bot.broken() == "");
    bot.pass(1'000);
    CHECK(bot.broken() == "answers in time");
}

TEST_CASE("Who has to decide answers before the patience ends") {
    Bout bot;
    bot.begin();
    bot.shows(1, 1);
    bot.pass(19'000);
    CHECK(bot.broken() == "");
    SUBCASE("and has not") {
        bot.pass(1'000);
        CHECK(bot.broken() == "answers in time");
        CHECK(bot.checker.hopeless());
    }
    SUBCASE("and has") {
        bot.moves(1, "a");
        bot.accepts("a");
        bot.shows(2, 2, false);
        bot.pass(60'000);
        CHECK(bot.broken() == "");
    }
}

TEST_CASE("Who leaves a prompt unanswered is shown that prompt, whatever came after it") {
    const auto report_on = [](const Bout& bot) {
        std::ostringstream report;
        bot.checker.report(report);
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
        CHECK(report_on(bot).find("\n      *     1.500 s  #1 < (the referee's) {\"t\":\"refused\"") !=
              std::string::npos);
    }
}

TEST_CASE("Nobody has to use the chance of a window, or to move for others") {
    Bout bot;
    bot.begin();
    SUBCASE("a window") {
        bot.hears(R"({"t":"match","match":"m","seq":1,"to_act":[0],"clock":{"kind":"window"},)"
                  R"("you":{"seat":0,"n":1,"moves":[{"do":"catch"}]}})");
    }
    SUBCASE("another's turn") {
        bot.hears(R"({"t":"match","match":"m","seq":1,"to_act":[1],"clock":null,)"
                  R"("you":{"seat":0,"n":1,"moves":[{"do":"catch"}]}})");
    }
    SUBCASE("who watches") { bot.hears(R"({"t":"match","match":"m","seq":1,"to_act":[1],"clock":null})"); }
    bot.pass(60'000);
    CHECK(bot.broken() == "");
}

}  // namespace cubilete::server::spar
