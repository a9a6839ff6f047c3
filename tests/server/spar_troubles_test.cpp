#include <algorithm>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "server/spar/troubles.hpp"

namespace cubilete::server::spar {

namespace {

std::set<Trouble> drawn(Troubles& troubles) {
    std::set<Trouble> all;
    while (const auto kind = troubles.at_move([](Trouble) { return true; })) all.insert(*kind);
    while (const auto kind = troubles.at_push([](Trouble) { return true; })) all.insert(*kind);
    return all;
}

}  // namespace

TEST_CASE("There is no code of a refusal that a bot does not meet") {
    Troubles troubles(7);
    const std::set<Trouble> in_a_match = drawn(troubles);
    const std::set<Trouble> before{Trouble::busy_hello, Trouble::limited_join, Trouble::taken_join,
                                   Trouble::void_token, Trouble::late_ready};
    for (int number = 0; number <= static_cast<int>(protocol::Code::shutting_down); ++number) {
        const auto code = static_cast<protocol::Code>(number);
        const Trouble trouble = met_by(code);
        CAPTURE(protocol::name_of(code));
        CHECK(refusal_in(trouble) == protocol::name_of(code));
        CHECK(name_of(trouble).find(protocol::name_of(code)) != std::string_view::npos);
        const bool at_the_end = trouble >= first_end && trouble <= last_end;
        CHECK((at_the_end || before.contains(trouble) || in_a_match.contains(trouble)));
        // It is told of these by a refusal when it comes back.
        if (at_the_end) CHECK((ends_hello(trouble) || ends_join(trouble)));
    }
}

TEST_CASE("Every trouble of a match comes once, in the order of the seed, and the match's end last") {
    const auto order = [](std::uint64_t seed) {
        Troubles troubles(seed);
        std::vector<Trouble> all;
        while (const auto kind = troubles.at_move([](Trouble) { return true; })) all.push_back(*kind);
        return all;
    };
    const std::vector<Trouble> first = order(1);
    CHECK(std::set<Trouble>(first.begin(), first.end()).size() == first.size());
    CHECK(first.back() == Trouble::match_over);
    CHECK(first == order(1));
    CHECK(first != order(2));
}

TEST_CASE("A trouble that came to nothing comes again, and has not been met until then") {
    Troubles troubles(5);
    const auto any = [](Trouble) { return true; };
    const auto first = troubles.at_move(any);
    troubles.put_back(*first);
    CHECK(troubles.count() == 0);
    CHECK(troubles.at_move(any) == first);
    CHECK(troubles.count() == 1);
}

TEST_CASE("Who plays only first moves has met all, though it was never blamed") {
    Troubles troubles(3);
    CHECK_FALSE(troubles.all_met());
    while (troubles.at_move([](Trouble kind) { return !is_fault(kind); })) {
    }
    CHECK_FALSE(troubles.all_met());
    while (troubles.at_push([](Trouble) { return true; })) {
    }
    CHECK(troubles.all_met());
    std::ostringstream report;
    troubles.report(report);
    CHECK(report.str().find("illegal_move, bad_message") != std::string::npos);
}

}  // namespace cubilete::server::spar
