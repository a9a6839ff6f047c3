#include "spar/faults.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "protocol/refused.hpp"

namespace cubilete::server::spar {

namespace {

bool any(const Fault&) { return true; }

const Fault* named(const char* name) {
    const Fault* fault = find_fault(name);
    REQUIRE(fault != nullptr);
    return fault;
}

std::set<const Fault*> all_at(FaultTrigger when) {
    std::set<const Fault*> all;
    for (const Fault& fault : all_faults)
        if (fault.when == when) all.insert(&fault);
    return all;
}

std::set<const Fault*> drawn(Faults& faults) {
    std::set<const Fault*> all;
    for (const FaultTrigger when : {FaultTrigger::move, FaultTrigger::push})
        while (const Fault* fault = faults.next(when, any)) all.insert(fault);
    return all;
}

}  // namespace

TEST_CASE("A bot meets every code of a refusal") {
    Faults faults(7);
    faults.begin();
    const std::set<const Fault*> in_a_match = drawn(faults);
    const std::set<const Fault*> before = all_at(FaultTrigger::start);
    const std::set<const Fault*> ends = all_at(FaultTrigger::end);
    for (int number = 0; number <= static_cast<int>(protocol::Code::muted); ++number) {
        const std::string_view code = protocol::name_of(static_cast<protocol::Code>(number));
        CAPTURE(code);
        int found = 0;
        for (const Fault& fault : all_faults) {
            if (fault.code != code) continue;
            ++found;
            CHECK(fault.name.find(code) != std::string_view::npos);
            const bool at_the_end = ends.contains(&fault);
            CHECK((at_the_end || before.contains(&fault) || in_a_match.contains(&fault)));
            // The bot gets these codes as a refusal when it reconnects.
            if (at_the_end) CHECK((refuses_next_hello(fault) || refuses_next_join(fault)));
        }
        CHECK(found > 0);
    }
}

TEST_CASE("Every fault of a match comes once, in the order of the seed, and match_over last") {
    const auto order = [](std::uint64_t seed) {
        Faults faults(seed);
        faults.begin();
        Faults::List all;
        while (const Fault* fault = faults.next(FaultTrigger::move, any)) all.push_back(fault);
        return all;
    };
    const Faults::List first = order(1);
    CHECK(std::set<const Fault*>(first.begin(), first.end()).size() == first.size());
    CHECK(first.back()->name == "match_over");
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
    Faults faults(7, named("deleted"), {named("busy"), named("bad_token")});
    faults.begin();
    CHECK_FALSE(faults.all_met());
    CHECK(drawn(faults) == std::set{named("busy")});
    CHECK(faults.all_met());
    CHECK_FALSE(faults.wants(*named("busy at hello")));
    CHECK(faults.wants(*named("bad_token")));
    faults.mark_met(*named("bad_token"));
    CHECK(&faults.end() == named("deleted"));
    std::ostringstream report;
    faults.report(report);
    CHECK(report.str() == "met: busy, bad_token\n");
}

TEST_CASE("A fault that could not be applied comes again, and counts as met only then") {
    Faults faults(5);
    faults.begin();
    const Fault* first = faults.next(FaultTrigger::move, any);
    REQUIRE(first != nullptr);
    faults.requeue(*first);
    CHECK(faults.count() == 0);
    CHECK(faults.next(FaultTrigger::move, any) == first);
    CHECK(faults.count() == 1);
}

TEST_CASE("A bot that never makes a wrong move still meets all faults") {
    Faults faults(3);
    faults.begin();
    CHECK_FALSE(faults.all_met());
    while (faults.next(FaultTrigger::move, [](const Fault& fault) { return !is_rejection(fault); }) !=
           nullptr) {
    }
    CHECK_FALSE(faults.all_met());
    while (faults.next(FaultTrigger::push, any) != nullptr) {
    }
    CHECK(faults.all_met());
    std::ostringstream report;
    faults.report(report);
    CHECK(report.str().find("illegal_move, bad_message") != std::string::npos);
}

TEST_CASE("Only a bot that takes part in provable dice has to meet the faults of a dishonest server") {
    Faults faults(3);
    faults.begin();
    std::size_t all = 15;
    bool with_notes = false;
    SUBCASE("those that its answers show to be noticed") {}
    SUBCASE("and with its notes those that only these show to be noticed") {
        faults.enable_notes();
        with_notes = true;
        all = 21;
    }
    drawn(faults);
    const auto has_fault = [&](const char* name) {
        std::ostringstream report;
        faults.report(report);
        return report.str().find(name) != std::string::npos;
    };
    CHECK(faults.all_met());
    CHECK_FALSE(has_fault("another tip in the roster"));
    CHECK_FALSE(has_fault("00 instead of its value"));
    faults.require_dice_faults();
    CHECK_FALSE(faults.all_met());
    CHECK(has_fault("another tip in the roster"));
    CHECK(has_fault("00 instead of its value") == with_notes);
    std::set<const Fault*> about_dice;
    while (const Fault* fault = faults.next(FaultTrigger::dice, any)) about_dice.insert(fault);
    CHECK(about_dice.size() == all);
    std::set<const Fault*> both = all_at(FaultTrigger::dice);
    both.merge(all_at(FaultTrigger::notes));
    CHECK(std::ranges::includes(both, about_dice));
    const auto needs_notes = [](const Fault* fault) { return all_at(FaultTrigger::notes).contains(fault); };
    CHECK(std::ranges::any_of(about_dice, needs_notes) == with_notes);
    CHECK(faults.all_met());
}

}  // namespace cubilete::server::spar
