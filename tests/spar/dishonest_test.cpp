#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "spar/note_watch.hpp"
#include "tests/spar/thrower.hpp"

namespace cubilete::server::spar {

namespace {

const std::string note_rule = "notes what a dishonest server does";

}  // namespace

TEST_CASE("The report names what a bot did not notice of what a dishonest server asks or shows") {
    const protocol::Json older =
        protocol::object({{"t", "match"}, {"match", "m"}, {"seq", 4}, {"hash", hash_of('0')}});
    protocol::Json used = Thrower::asks(7, '2');
    used["k"] = 6;
    struct Case {
        const char* fault;
        protocol::Json frame;  ///< null: the roster with one more tip
        int seq = 7;
    };
    for (const auto& [fault, frame, seq] :
         {Case{"ask before the entry before it", Thrower::asks(8, '2'), 8},
          Case{"ask with a draw number that was used", used},
          Case{"another ask for an entry", Thrower::asks(6, '1', "bank"), 6}, Case{"restored file", older},
          Case{"second roster after the reveals", {}}})
        for (const bool notices : {true, false}) {
            CAPTURE(fault);
            CAPTURE(notices);
            Thrower bot;
            bot.starts(5);
            bot.gets(Thrower::asks(6, '1'));
            bot.is_answered(bot.gives(6, '7'));
            bot.enters(6, '2');
            bot.roster["tips"]["1"] = hash_of('5');
            bot.roster["roster"] = computed_roster_hash(bot.roster);
            bot.is_shown(fault, frame.is_null() ? bot.roster : frame);
            CHECK(bot.tried());
            if (!notices) bot.gives(seq, '6');
            bot.pass(5'000);
            CHECK(bot.broken() == (notices ? "" : order_rule));
            CHECK(bot.unnoticed() == (notices ? "" : fault));
        }
}

TEST_CASE("A bot does not reveal for a start that is wrong in a way that only the tester knows") {
    Thrower bot;
    bot.binds_itself();
    bot.is_shown("somebody else at its seat", bot.roster);
    CHECK(bot.tried());
    CHECK(bot.broken() == "");
    bot.reveals();
    CHECK(bot.broken() == order_rule);
    CHECK(bot.unnoticed() == "somebody else at its seat");
}

TEST_CASE("An answer may be under way when a restored file is shown, but no second one") {
    Thrower bot;
    bot.starts(5);
    bot.gets(Thrower::asks(6, '1'));
    bot.is_shown("restored file", protocol::object({{"t", "match"}, {"match", "m"}, {"seq", 4}}));
    bot.gives(6, '7');
    CHECK(bot.broken() == "");
    bot.gets(Thrower::asks(6, '1'));
    bot.gives(6, '7');
    CHECK(bot.broken() == order_rule);
    CHECK(bot.unnoticed() == "restored file");
}

TEST_CASE("A bot that has not noticed one fault is told also of the next one, by name") {
    Thrower bot;
    bot.starts(5);
    bot.is_shown("restored file", protocol::object({{"t", "match"}, {"match", "m"}, {"seq", 4}}));
    bot.gets(Thrower::asks(6, '1'));
    bot.gives(6, '7');
    CHECK(bot.unnoticed() == "restored file");
    bot.is_shown("ask before the entry before it", Thrower::asks(7, '1'));
    bot.gives(7, '6');
    CHECK(bot.unnoticed() == "restored file, ask before the entry before it");
}

TEST_CASE("A bot may go on after a fault that no answer can show to be noticed") {
    Thrower bot;
    bot.starts();
    bot.gets(Thrower::asks(2, '1'));
    bot.is_answered(bot.gives(2, '7'));
    bot.is_shown("another mover than in the ask",
                 protocol::object({{"t", "match"}, {"match", "m"}, {"seq", 2}, {"hash", hash_of('2')}}));
    bot.is_shown("ask that does not name its seat", Thrower::asks(3, '2', "roll", protocol::Json::array()));
    bot.enters(3, '3');
    bot.gets(Thrower::asks(4, '3'));
    bot.is_answered(bot.gives(4, '6'));
    bot.pass(5'000);
    CHECK(bot.broken() == "");
    CHECK(bot.unnoticed() == "");
}

TEST_CASE("The report names each fault that the notes of a bot do not show, with the frames") {
    Thrower bot;
    bot.starts();
    CHECK(bot.marked("not tried  ").find(note_rule) != std::string::npos);
    for (const char* fault : {"changed secret", "secret that is never opened"})
        bot.checker.note(bot.now, fault);
    bot.checker.on_notes_checked("changed secret", true);
    CHECK(bot.passed().find(note_rule) != std::string::npos);
    CHECK(bot.unnoticed() == "");
    bot.checker.on_notes_checked("secret that is never opened", false);
    bot.checker.on_notes_checked("changed secret", false);
    CHECK(bot.broken() == note_rule);
    CHECK(bot.unnoticed() == "secret that is never opened, changed secret");
    CHECK(bot.marked("      * ").find("-- secret that is never opened") != std::string::npos);
}

TEST_CASE("The notes of a match show that a bot notices a fault when they get a further one in time") {
    std::string place = (std::filesystem::temp_directory_path() / "cubilete-notes-XXXXXX").string();
    REQUIRE(mkdtemp(place.data()) != nullptr);
    const std::filesystem::path file = std::filesystem::path(place) / "bot.notes";
    const auto write = [&](const char* faults) {
        std::ofstream(file) << R"({"match":"m_0","faults":["a","b"]})" << '\n'
                            << R"({"match":"m_1","faults":)" << faults << "}\n";
    };
    NoteWatch watch(file, std::chrono::seconds(20));
    CHECK(watch.has_notes());
    bool noticed = true;
    SUBCASE("the first one, in a file that is new") {
        watch.expect(Time(0), "m_1", "changed secret");
        CHECK_FALSE(watch.tick(Time(1'999)));
        write(R"(["one"])");
    }
    SUBCASE("one more than before") {
        write(R"(["one"])");
        watch.expect(Time(0), "m_1", "changed secret");
        CHECK_FALSE(watch.tick(Time(1'999)));
        write(R"(["one","two"])");
    }
    SUBCASE("none") {
        write(R"(["one"])");
        watch.expect(Time(0), "m_1", "changed secret");
        noticed = false;
    }
    SUBCASE("none, and there is more time") {
        watch.expect(Time(0), "m_1", "changed secret", Time(8'000));
        CHECK_FALSE(watch.tick(Time(9'999)));
        noticed = false;
    }
    CHECK(watch.is_waiting());
    const auto judged = watch.tick(Time(10'000));
    REQUIRE(judged);
    CHECK(judged->what == "changed secret");
    CHECK(judged->noticed == noticed);
    CHECK_FALSE(watch.is_waiting());
    CHECK_FALSE(watch.tick(Time(10'000)));
    std::filesystem::remove_all(place);
}

TEST_CASE("Without a file of notes nothing is awaited") {
    NoteWatch watch({}, std::chrono::seconds(20));
    watch.expect(NoteWatch::Time(0), "m_1", "changed secret");
    CHECK_FALSE(watch.has_notes());
    CHECK_FALSE(watch.is_waiting());
}

}  // namespace cubilete::server::spar
