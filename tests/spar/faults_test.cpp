#include "spar/faults.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

namespace cubilete::server::spar {

namespace {

std::set<Fault> drawn(Faults& faults) {
    std::set<Fault> all;
    while (const auto kind = faults.at_move([](Fault) { return true; })) all.insert(*kind);
    while (const auto kind = faults.at_push([](Fault) { return true; })) all.insert(*kind);
    return all;
}

}  // namespace

TEST_CASE("A bot meets every code of a refusal") {
    Faults faults(7);
    faults.begin();
    const std::set<Fault> in_a_match = drawn(faults);
    const std::set<Fault> before{Fault::busy_hello, Fault::limited_join, Fault::taken_join, Fault::void_token,
                                 Fault::late_ready};
    for (int number = 0; number <= static_cast<int>(protocol::Code::shutting_down); ++number) {
        const auto code = static_cast<protocol::Code>(number);
        const Fault fault = met_by(code);
        CAPTURE(protocol::name_of(code));
        CHECK(refusal_in(fault) == protocol::name_of(code));
        CHECK(name_of(fault).find(protocol::name_of(code)) != std::string_view::npos);
        const bool at_the_end = fault >= first_end && fault <= last_end;
        CHECK((at_the_end || before.contains(fault) || in_a_match.contains(fault)));
        // The bot gets these codes as a refusal when it reconnects.
        if (at_the_end) CHECK((ends_hello(fault) || ends_join(fault)));
    }
}

TEST_CASE("Every fault of a match comes once, in the order of the seed, and match_over last") {
    const auto order = [](std::uint64_t seed) {
        Faults faults(seed);
        faults.begin();
        std::vector<Fault> all;
        while (const auto kind = faults.at_move([](Fault) { return true; })) all.push_back(*kind);
        return all;
    };
    const std::vector<Fault> first = order(1);
    CHECK(std::set<Fault>(first.begin(), first.end()).size() == first.size());
    CHECK(first.back() == Fault::match_over);
    CHECK(first == order(1));
    CHECK(first != order(2));
}

TEST_CASE("The first match of a bot has no fault") {
    Faults faults(7);
    CHECK(drawn(faults).empty());
    CHECK(faults.count() == 0);
    faults.begin();
    CHECK_FALSE(drawn(faults).empty());
}

TEST_CASE("A bot that is to meet one kind of fault only meets no other, and lacks no other") {
    Faults faults(7, Fault::deleted, {Fault::busy, Fault::void_token});
    faults.begin();
    CHECK_FALSE(faults.all_met());
    CHECK(drawn(faults) == std::set<Fault>{Fault::busy});
    CHECK(faults.all_met());
    CHECK_FALSE(faults.meets(Fault::busy_hello));
    CHECK(faults.meets(Fault::void_token));
    CHECK(faults.end() == Fault::deleted);
    std::ostringstream report;
    faults.report(report);
    CHECK(report.str() == "met: busy, bad_token\n");
}

TEST_CASE("A fault that could not be applied comes again, and counts as met only then") {
    Faults faults(5);
    faults.begin();
    const auto any = [](Fault) { return true; };
    const auto first = faults.at_move(any);
    faults.put_back(*first);
    CHECK(faults.count() == 0);
    CHECK(faults.at_move(any) == first);
    CHECK(faults.count() == 1);
}

TEST_CASE("A bot that never makes a wrong move still meets all faults") {
    Faults faults(3);
    faults.begin();
    CHECK_FALSE(faults.all_met());
    while (faults.at_move([](Fault kind) { return !is_rejection(kind); })) {
    }
    CHECK_FALSE(faults.all_met());
    while (faults.at_push([](Fault) { return true; })) {
    }
    CHECK(faults.all_met());
    std::ostringstream report;
    faults.report(report);
    CHECK(report.str().find("illegal_move, bad_message") != std::string::npos);
}

TEST_CASE("Only a bot that takes part in provable dice has to meet the faults of a dishonest server") {
    const auto any = [](Fault) { return true; };
    Faults faults(3);
    faults.begin();
    std::size_t all = 15;
    bool with_notes = false;
    SUBCASE("those that its answers show to be noticed") {}
    SUBCASE("and with its notes those that only these show to be noticed") {
        faults.add_noted();
        with_notes = true;
        all = 21;
    }
    drawn(faults);
    const auto told = [&](const char* name) {
        std::ostringstream report;
        faults.report(report);
        return report.str().find(name) != std::string::npos;
    };
    CHECK(faults.all_met());
    CHECK_FALSE(told("another tip in the roster"));
    CHECK_FALSE(told("00 instead of its value"));
    faults.takes_part();
    CHECK_FALSE(faults.all_met());
    CHECK(told("another tip in the roster"));
    CHECK(told("00 instead of its value") == with_notes);
    std::set<Fault> about_dice;
    while (const auto kind = faults.at_dice(any)) about_dice.insert(*kind);
    CHECK(about_dice.size() == all);
    CHECK(std::ranges::all_of(about_dice, is_about_dice));
    CHECK(std::ranges::any_of(about_dice, is_shown_by_notes) == with_notes);
    CHECK(faults.all_met());
}

}  // namespace cubilete::server::spar
