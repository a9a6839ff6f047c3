#include "server/match/dice_verdict.hpp"

#include <algorithm>

#include "tests/server/dice_vectors.hpp"

namespace cubilete::server {
namespace {

using protocol::Json;
using Kind = DiceVerdict::Kind;

/// The match of eight seats of which four have tips, one is late at the reveal and two later.
Json big_match() { return dice::record_of(dice::read("vectors.json")[3]); }

/// Changes the record, chains its log again and returns the verdict's text.
template <class Change>
std::string after(Change change) {
    Json record = big_match();
    change(record);
    dice::chain_again(record);
    return check_dice(record).text();
}

TEST_CASE("the examples are fair, and the server's dice where nobody contributed") {
    for (const Json& vector : dice::read("vectors.json")) {
        const DiceVerdict verdict = check_dice(dice::record_of(vector));
        CAPTURE(verdict.text());
        const SeatValues reveals = dice::seat_values(vector["reveals"]);
        const bool contributed =
            std::ranges::any_of(reveals, [](const auto& each) { return each.second.has_value(); });
        CHECK(verdict.kind == (contributed ? Kind::fair : Kind::servers_dice));
        CHECK(verdict.exit_code() == (contributed ? 0 : 3));
        CHECK(verdict.draws > 0);
    }
}

TEST_CASE("a verdict counts what the server could know or choose") {
    const DiceVerdict verdict = check_dice(big_match());
    CHECK(verdict.kind == Kind::fair);
    std::int64_t draws = 0, early = 0, without_seven = 0;
    const Json vectors = dice::read("vectors.json");
    for (const Json& entry : vectors[3]["entries"]) {
        const auto number = static_cast<std::int64_t>(entry["drawn"].size());
        const SeatValues fresh = dice::seat_values(entry["fresh"]);
        draws += number;
        const auto seven = fresh.find(7);
        if (seven == fresh.end() || !seven->second) without_seven += number;
        if (std::ranges::none_of(fresh, [](const auto& each) { return each.second.has_value(); }))
            early += number;
    }
    CHECK(verdict.draws == draws);
    CHECK(verdict.early == early);
    CHECK(verdict.without.at(7) == without_seven);
    CHECK(verdict.without.at(5) == draws);
    REQUIRE(verdict.late.size() == 3);
    CHECK(verdict.late.front() == std::pair(Seat{5}, std::int64_t{0}));
    CHECK(
        verdict.text().ends_with("up to 3 bits of choice (seat 5 late at the reveal, seat 0 late at entry 4, "
                                 "seat 2 late at entry 7); checked without the rules"));
}

TEST_CASE("a changed record is false at its first fault") {
    const std::string other(64, 'a');
    CHECK(after([&](Json& r) { r["proof"]["seed"] = other; }) ==
          "FALSE: the server's secret does not fit its commitment");
    CHECK(after([&](Json& r) { r["id"] = "m_other"; }) ==
          "FALSE: the server's secret does not fit its commitment");
    CHECK(after([&](Json& r) { r["proof"]["seed"] = nullptr; }) ==
          "FALSE: the server's secret was never published");
    CHECK(after([&](Json& r) { r["proof"]["tips"]["2"] = other; }) ==
          "FALSE: the roster does not fit its hash");
    CHECK(after([&](Json& r) { r["proof"]["reveals"]["2"] = other; }) ==
          "FALSE: the reveal of seat 2 does not lead to its tip");
    CHECK(after([&](Json& r) { r["proof"]["reveals"].erase("2"); }) ==
          "FALSE: the reveals are not those of the roster's seats");
    CHECK(after([&](Json& r) { r["log"][0]["move"]["seats"] = 7; }) ==
          "FALSE at entry 1: the settings are not those of the proof");
    CHECK(after([&](Json& r) { r["log"][1]["extra"]["fresh"]["7"] = other; }) ==
          "FALSE at entry 2: the value of seat 7 is not the next of its chain");
    CHECK(after([&](Json& r) { r["log"][1]["extra"]["fresh"]["7"] = nullptr; }) ==
          "FALSE at entry 2: draw 0 has another result");
    CHECK(after([&](Json& r) { r["log"][1]["extra"]["drawn"][0]["result"] = 5; }) ==
          "FALSE at entry 2: draw 0 has another result");
    CHECK(after([&](Json& r) { r["log"][1]["extra"]["drawn"].erase(0); }) ==
          "FALSE at entry 2: draw 1 should be number 0");
    CHECK(after([&](Json& r) { r["log"].erase(10); }) == "FALSE: the log has 10 entries, the proof says 11");
    Json unchained = big_match();
    unchained["log"][4]["at_ms"] = 1;
    CHECK(check_dice(unchained).text() == "FALSE at entry 5: the entry does not fit its hash");
}

TEST_CASE("every shared case has the verdict that the other languages give") {
    const Json cases = dice::read("cases.json");
    int refused = 0, accepted = 0;
    for (const Json& each : cases["cases"]) {
        const DiceVerdict verdict = dice::verdict_on(dice::text_of(cases, each), check_dice);
        CAPTURE(each["of"]);
        CAPTURE(each["name"]);
        CHECK(verdict.text() == each["verdict"].get<std::string>());
        const bool is_refused = verdict.kind == Kind::wrong || verdict.kind == Kind::not_verifiable;
        ++(is_refused ? refused : accepted);
    }
    CHECK(refused >= 600);
    CHECK(accepted >= 20);
}

TEST_CASE("what cannot be checked is not called false") {
    CHECK(check_dice(Json()).text() == "not verifiable: it is not the record of a match");
    CHECK(check_dice(Json::object()).text() == "not verifiable: no proof: played before");
    Json running = Json::object();
    running["ended_ms"] = nullptr;
    CHECK(check_dice(running).text() == "not verifiable: the match is still running");
    Json paged = big_match();
    paged["next"] = 5;
    CHECK(check_dice(paged).text() == "not verifiable: the log continues on another page");
    Json dropped = big_match();
    dropped["kept"] = false;
    CHECK(check_dice(dropped).text() == "not verifiable: the log was deleted");
    CHECK(check_dice(dropped).exit_code() == 2);
    Json unopened = big_match();
    unopened.erase("proof");
    CHECK(check_dice(unopened).text() == "FALSE: never opened");
    unopened["log"][0]["extra"] = {{"dice", "server"}};
    const DiceVerdict servers = check_dice(unopened);
    CHECK(servers.text() == "server's dice: no player's program took part");
    CHECK(servers.exit_code() == 3);
}

}  // namespace
}  // namespace cubilete::server
