#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "capi/cubilete_engine.h"
#include "protocol/match.hpp"
#include "protocol/match_log.hpp"
#include "protocol/seeded_chance.hpp"

namespace {

using Json = nlohmann::json;
using RulesPtr = std::unique_ptr<cubilete_rules, decltype(&cubilete_rules_free)>;
using MatchPtr = std::unique_ptr<cubilete_match, decltype(&cubilete_match_free)>;
using BatchPtr = std::unique_ptr<cubilete_batch, decltype(&cubilete_batch_free)>;

constexpr const char* games[]{"ambiciosa", "escalera", "threes_away", "yahtzee", "tres"};

RulesPtr rules(const char* game, int seats, const char* options = "{}") {
    RulesPtr made(cubilete_rules_new(game, options, seats), cubilete_rules_free);
    REQUIRE_MESSAGE(made, cubilete_error());
    return made;
}
MatchPtr match_of(const RulesPtr& rules, std::uint64_t seed) {
    MatchPtr made(cubilete_match_new(rules.get()), cubilete_match_free);
    REQUIRE(made);
    cubilete_keep_hash(made.get(), 1);
    REQUIRE(cubilete_reset(made.get(), seed, -1) == 0);
    return made;
}

std::vector<std::int32_t> legal(const MatchPtr& match, int seat) {
    std::vector<std::int32_t> actions(256);
    const int count = cubilete_legal(match.get(), seat, actions.data(), 256);
    REQUIRE(count >= 0);
    REQUIRE(count <= 256);
    actions.resize(static_cast<std::size_t>(count));
    return actions;
}
int first_to_act(const MatchPtr& match) { return __builtin_ctz(cubilete_to_act(match.get())); }
std::vector<std::int32_t> seen(const RulesPtr& rules, const MatchPtr& match, int viewer) {
    std::vector<std::int32_t> values(static_cast<std::size_t>(cubilete_observation_size(rules.get())));
    REQUIRE(cubilete_observe(match.get(), viewer, values.data()) == 0);
    return values;
}

/// One step of a player who counts.
void step(const MatchPtr& match, std::uint64_t count) {
    if (cubilete_to_act(match.get()) == 0 || (cubilete_wait(match.get()) == 2 && count % 2 == 1)) {
        REQUIRE(cubilete_expire(match.get()) == 0);
        return;
    }
    const int seat = first_to_act(match);
    const auto actions = legal(match, seat);
    REQUIRE_MESSAGE(cubilete_step(match.get(), seat, actions[count % actions.size()]) == 0, cubilete_error());
}

}  // namespace

TEST_CASE("What is impossible is refused with a reason and changes nothing") {
    CHECK(cubilete_version() == CUBILETE_ENGINE_VERSION);
    CHECK(cubilete_rules_new("chess", "{}", 2) == nullptr);
    CHECK(cubilete_error() == std::string("there is no such game"));
    CHECK(cubilete_rules_new("tres", "{}", 1) == nullptr);
    CHECK(cubilete_error() == std::string("TRES has 2 to 8 seats, not 1"));
    CHECK(cubilete_rules_new("tres", "{}", -1) == nullptr);
    CHECK(cubilete_seats(rules("tres", 0).get()) == 2);
    CHECK(cubilete_rules_new("tres", "{", 2) == nullptr);
    CHECK(cubilete_rules_new("tres", R"({"deck":"mine"})", 2) == nullptr);
    CHECK(cubilete_rules_new(nullptr, "{}", 2) == nullptr);
    CHECK(cubilete_rules_new("tres", nullptr, 2) == nullptr);

    const auto yahtzee = rules("yahtzee", 2);
    CHECK(cubilete_action_text(yahtzee.get(), -1) == nullptr);
    CHECK(cubilete_action_text(yahtzee.get(), cubilete_actions(yahtzee.get())) == nullptr);
    CHECK(cubilete_action_number(yahtzee.get(), R"({"do":"cheat"})") == -1);
    const auto match = match_of(yahtzee, 1);
    const auto before = seen(yahtzee, match, 0);
    const int seat = cubilete_turn(match.get());
    for (const int action : {-1, 0, 31, 1'000'000}) CHECK(cubilete_step(match.get(), seat, action) == -1);
    CHECK(cubilete_step(match.get(), 1 - seat, 30) == -1);
    CHECK(cubilete_step(match.get(), 7, 30) == -1);
    CHECK(cubilete_step_given(match.get(), seat, 30, R"([{"dice":[1,1,1,1,7]}])") == -1);
    CHECK(cubilete_step_given(match.get(), seat, 30, R"([{"dice":[1,1,1,1]}])") == -1);
    CHECK(cubilete_step_given(match.get(), seat, 30, R"([{"dice":[1,1,1,1,1]},{"dice":[1]}])") == -1);
    CHECK(cubilete_result(match.get(), nullptr, nullptr, nullptr) == -1);
    CHECK(cubilete_restore(match.get(), "x", 1) == -1);
    CHECK(seen(yahtzee, match, 0) == before);
    CHECK(cubilete_copy(match.get(), match_of(rules("yahtzee", 2), 1).get()) == -1);
}

TEST_CASE("Actions are the moves of the protocol, in both directions") {
    const auto yahtzee = rules("yahtzee", 1);
    CHECK(cubilete_action_text(yahtzee.get(), 30) == std::string(R"({"do":"roll","dice":[0,1,2,3,4]})"));
    CHECK(cubilete_action_number(yahtzee.get(), R"("roll 03")") == 0b01001 - 1);
    CHECK(cubilete_action_number(yahtzee.get(), R"("score full_house")") == 31 + 8);
    const auto tres = rules("tres", 2);
    CHECK(cubilete_action_number(tres.get(), R"("draw")") == 0);
    const int listed = cubilete_actions(tres.get());
    for (const std::string plain : {"pass", "0 r8", "2 W Wy"}) {
        const int said = cubilete_action_number(tres.get(), ('"' + plain + R"( tres")").c_str());
        CHECK(said == cubilete_action_number(tres.get(), ('"' + plain + '"').c_str()) + listed + 1);
        CHECK(cubilete_action_number(tres.get(), cubilete_action_text(tres.get(), said)) == said);
    }
    for (const int none : {listed, listed + 1, listed + 4, 2 * listed + 1})
        CHECK(cubilete_action_text(tres.get(), none) == nullptr);
    for (const char* game : games) {
        const auto each = rules(game, 2);
        for (int action = 0; action < cubilete_actions(each.get()); action += 7)
            CHECK(cubilete_action_number(each.get(), cubilete_action_text(each.get(), action)) == action);
    }
}

TEST_CASE("The same seed and moves give the log that a match of the server has") {
    for (const char* game : games) {
        CAPTURE(game);
        const auto each = rules(game, 3);
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const auto match = match_of(each, seed);
            cubilete::protocol::SeededChance chance(seed);
            const auto* info = cubilete::protocol::find_game(game);
            const auto options =
                std::get<cubilete::OptionValues>(cubilete::OptionValues::complete(info->options, {}));
            const auto other = cubilete::protocol::Match::start({game, options, 3, {}}, chance);
            cubilete::protocol::LogHash hash;
            hash.add(to_json(*info, other->last()));
            for (std::uint64_t count = seed; cubilete_wait(match.get()) != 0 && count < 500; ++count) {
                const auto to_act = other->to_act();
                if (to_act.empty() ||
                    (other->wait().kind == cubilete::Wait::Kind::window && count % 2 == 1)) {
                    other->expire(chance);
                } else {
                    const auto moves = other->moves(*to_act.begin());
                    REQUIRE(std::holds_alternative<cubilete::protocol::LogEntry>(
                        other->play(*to_act.begin(), moves[count % moves.size()], chance)));
                }
                hash.add(to_json(*info, other->last()));
                step(match, count);
                REQUIRE(cubilete_log_hash(match.get()) == hash.text());
            }
        }
    }
}

TEST_CASE("A copy, and a match from stored bytes, go on as the match itself") {
    for (const char* game : games) {
        CAPTURE(game);
        const auto each = rules(game, 2);
        const auto match = match_of(each, 3);
        for (std::uint64_t count = 0; count < 20 && cubilete_wait(match.get()) != 0; ++count)
            step(match, count);
        const auto copy = match_of(each, 99);
        REQUIRE(cubilete_copy(copy.get(), match.get()) == 0);
        std::vector<char> bytes(cubilete_store_size(each.get()));
        REQUIRE(cubilete_store(match.get(), bytes.data(), bytes.size()) == 0);
        const auto restored = match_of(each, 98);
        REQUIRE(cubilete_restore(restored.get(), bytes.data(), bytes.size()) == 0);
        CHECK(cubilete_log_hash(restored.get()) == nullptr);
        for (std::uint64_t count = 5; count < 60 && cubilete_wait(match.get()) != 0; ++count) {
            for (const auto* one : {&match, &copy, &restored}) step(*one, count);
            CHECK(seen(each, copy, 0) == seen(each, match, 0));
            CHECK(seen(each, restored, 0) == seen(each, match, 0));
        }
        const auto others = rules(game, 3);
        const auto other = match_of(others, 1);
        if (cubilete_store_size(others.get()) == bytes.size())
            CHECK(cubilete_restore(other.get(), bytes.data(), bytes.size()) == -1);
    }
}

TEST_CASE("The outcomes of a throw have the probability 1 together, and each can be given") {
    const auto yahtzee = rules("yahtzee", 1);
    const auto match = match_of(yahtzee, 1);
    const auto outcomes = Json::parse(cubilete_outcomes(match.get(), 0, 30));
    CHECK(outcomes.size() == 252);
    double sum = 0;
    for (const Json& outcome : outcomes) {
        sum += outcome[0].get<double>();
        const auto tried = match_of(yahtzee, 1);
        REQUIRE(cubilete_step_given(tried.get(), 0, 30, outcome[1].dump().c_str()) == 0);
        const auto values = seen(yahtzee, tried, 0);
        const Json layout = Json::parse(cubilete_layout(yahtzee.get()));
        for (const Json& field : layout["fields"])
            if (field["name"] == "dice")
                CHECK(Json(std::vector(values.begin() + field["at"].get<int>(),
                                       values.begin() + field["at"].get<int>() + 5)) ==
                      outcome[1][0]["dice"]);
    }
    CHECK(std::abs(sum - 1) < 1e-12);
    REQUIRE(cubilete_step_given(match.get(), 0, 30, R"([{"dice":[1,2,3,4,6]}])") == 0);
    CHECK(Json::parse(cubilete_outcomes(match.get(), 0, 0)).size() == 6);
    CHECK(Json::parse(cubilete_outcomes(match.get(), 0, 31)).empty());
}

TEST_CASE("A batch plays what single matches play, and changes nothing if one action is illegal") {
    for (const char* game : games) {
        CAPTURE(game);
        const auto each = rules(game, 2, std::string(game) == "tres" ? R"({"tres_call":"auto"})" : "{}");
        constexpr int matches = 3;
        const BatchPtr batch(cubilete_batch_new(each.get(), matches), cubilete_batch_free);
        const auto actions = static_cast<std::size_t>(cubilete_actions(each.get()));
        const auto size = static_cast<std::size_t>(cubilete_observation_size(each.get()));
        std::vector<std::int32_t> seats(matches), values(matches * size), scores(matches * 2),
            chosen(matches);
        std::vector<std::uint8_t> mask(matches * (actions + 1)), over(matches);
        std::vector<float> rewards(matches * 2);
        const auto next = [&] {
            return cubilete_batch_step(batch.get(), chosen.data(), seats.data(), values.data(), mask.data(),
                                       over.data(), rewards.data(), scores.data());
        };
        REQUIRE(next() == -1);
        CHECK(std::string(cubilete_error()) == "The batch was never reset.");
        REQUIRE(cubilete_batch_reset(batch.get(), 10, seats.data(), values.data(), mask.data()) == 0);
        std::vector<MatchPtr> single;
        std::vector<std::uint64_t> seeds{10, 11, 12};
        for (const std::uint64_t seed : seeds) single.push_back(match_of(each, seed));
        int ended = 0;
        for (std::uint64_t count = 0; count < 400; ++count) {
            for (std::size_t at = 0; at < matches; ++at) {
                REQUIRE(seats[at] == cubilete_turn(single[at].get()));
                const auto shown = seen(each, single[at], seats[at]);
                REQUIRE(std::vector(values.begin() + at * size, values.begin() + (at + 1) * size) == shown);
                std::vector<std::uint8_t> own(actions);
                REQUIRE(cubilete_mask(single[at].get(), seats[at], own.data()) == 0);
                own.push_back(0);
                REQUIRE(std::vector(mask.begin() + at * (actions + 1),
                                    mask.begin() + (at + 1) * (actions + 1)) == own);
                const auto all = legal(single[at], seats[at]);
                chosen[at] = all[(count + at) % all.size()];
            }
            const std::int32_t last = std::exchange(chosen.back(), static_cast<std::int32_t>(actions));
            const auto before = values;
            REQUIRE(next() == -1);
            REQUIRE(values == before);
            chosen.back() = last;
            REQUIRE(next() == 0);
            for (std::size_t at = 0; at < matches; ++at) {
                REQUIRE(cubilete_step(single[at].get(), cubilete_turn(single[at].get()), chosen[at]) == 0);
                REQUIRE(over[at] == (cubilete_wait(single[at].get()) == 0));
                if (!over[at]) continue;
                ++ended;
                std::vector<std::int32_t> points(2);
                std::vector<float> shares(2);
                REQUIRE(cubilete_result(single[at].get(), nullptr, points.data(), shares.data()) == 0);
                CHECK(std::vector(scores.begin() + at * 2, scores.begin() + at * 2 + 2) == points);
                CHECK(shares[0] + shares[1] == 1);
                REQUIRE(cubilete_reset(single[at].get(), seeds[at] += matches, -1) == 0);
            }
        }
        CHECK(ended > 0);
    }
}

TEST_CASE("A missing array is an error of each call that reads or fills it") {
    const auto yahtzee = rules("yahtzee", 2);
    const auto match = match_of(yahtzee, 1);
    const auto is_refused = [](int status) {
        return status == -1 && std::string(cubilete_error()) == "an array is missing";
    };
    CHECK(is_refused(cubilete_mask(match.get(), 0, nullptr)));
    CHECK(is_refused(cubilete_legal(match.get(), 0, nullptr, 1)));
    CHECK(cubilete_legal(match.get(), first_to_act(match), nullptr, 0) > 0);
    CHECK(is_refused(cubilete_observe(match.get(), 0, nullptr)));
    CHECK(is_refused(cubilete_store(match.get(), nullptr, cubilete_store_size(yahtzee.get()))));
    CHECK(is_refused(cubilete_restore(match.get(), nullptr, cubilete_store_size(yahtzee.get()))));

    const BatchPtr batch(cubilete_batch_new(yahtzee.get(), 1), cubilete_batch_free);
    std::int32_t action = 0, seat = 0;
    std::vector<std::int32_t> values(static_cast<std::size_t>(cubilete_observation_size(yahtzee.get()))),
        scores(2);
    std::vector<std::uint8_t> mask(static_cast<std::size_t>(cubilete_actions(yahtzee.get())) + 1);
    std::uint8_t over = 0;
    std::vector<float> rewards(2);
    REQUIRE(cubilete_batch_reset(batch.get(), 1, &seat, values.data(), mask.data()) == 0);
    while (mask[static_cast<std::size_t>(action)] == 0) ++action;
    const auto step_without = [&](int array) {
        const auto given = [&](int which, auto* pointer) { return which == array ? nullptr : pointer; };
        return cubilete_batch_step(batch.get(), given(0, &action), given(1, &seat), given(2, values.data()),
                                   given(3, mask.data()), given(4, &over), given(5, rewards.data()),
                                   given(6, scores.data()));
    };
    for (int array = 0; array < 7; ++array) CHECK(is_refused(step_without(array)));
    CHECK(step_without(7) == 0);
}

TEST_CASE("In a batch of TRES all are asked before a window runs out") {
    const auto tres = rules("tres", 3);
    const BatchPtr batch(cubilete_batch_new(tres.get(), 8), cubilete_batch_free);
    const auto actions = static_cast<std::size_t>(cubilete_actions(tres.get()));
    std::vector<std::int32_t> seats(8),
        values(8 * static_cast<std::size_t>(cubilete_observation_size(tres.get()))), scores(24), chosen(8);
    std::vector<std::uint8_t> mask(8 * (actions + 1)), over(8);
    std::vector<float> rewards(24);
    REQUIRE(cubilete_batch_reset(batch.get(), 1, seats.data(), values.data(), mask.data()) == 0);
    int passed = 0, ended = 0;
    for (int count = 0; count < 2000; ++count) {
        for (std::size_t at = 0; at < 8; ++at) {
            const auto* row = mask.data() + at * (actions + 1);
            std::size_t last = actions - 1;  // plays rather than draws
            while (row[last] == 0) --last;
            chosen[at] = static_cast<std::int32_t>(last);
            if (row[actions] == 1 && count % 3 != 0) chosen[at] = static_cast<std::int32_t>(actions);
            passed += chosen[at] == static_cast<std::int32_t>(actions);
        }
        REQUIRE_MESSAGE(cubilete_batch_step(batch.get(), chosen.data(), seats.data(), values.data(),
                                            mask.data(), over.data(), rewards.data(), scores.data()) == 0,
                        cubilete_error());
        for (const std::uint8_t each : over) ended += each;
    }
    CHECK(passed > 0);
    CHECK(ended > 0);
}
