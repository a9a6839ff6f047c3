#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <random>

#include "server/match/dice_replay.hpp"
#include "tests/server/dice_mutants.hpp"

namespace cubilete::server {
namespace {

using dice::Mutant;
using dice::Mutants;
using dice::ProvenMatch;
using protocol::Json;

/// DICE_SEED repeats the choices of a run; the secrets of its matches are new each time.
std::uint64_t seed() {
    const char* asked = std::getenv("DICE_SEED");
    const std::uint64_t seed = asked == nullptr ? std::random_device()() : std::strtoull(asked, nullptr, 10);
    std::cout << "DICE_SEED=" << seed << '\n';
    return seed;
}

/// Changes long matches of every game, not of every third: CUBILETE_DRAWS is set in `./test long`.
bool thorough() { return std::getenv("CUBILETE_DRAWS") != nullptr; }

bool refused(const DiceVerdict& verdict) {
    return verdict.kind == DiceVerdict::Kind::wrong || verdict.kind == DiceVerdict::Kind::not_verifiable;
}

/// Every value inside of this one.
void places(Json& value, std::vector<Json*>& found) {
    for (Json& inside : value) {
        found.push_back(&inside);
        if (inside.is_structured()) places(inside, found);
    }
}

/// A match with a draw after its first entry, which is rare at the start of some games.
std::unique_ptr<ProvenMatch> match_that_draws(const GameInfo& game, std::uint64_t choices,
                                              std::size_t entries) {
    for (;; ++choices) {
        auto match = std::make_unique<ProvenMatch>(
            game, dice::MatchSetup{.choices = choices, .most_entries = entries++});
        const Json& log = match->record()["log"];
        if (std::any_of(log.begin() + 1, log.end(),
                        [](const Json& entry) { return !entry["draws"].empty(); }))
            return match;
    }
}

TEST_CASE("every changed record of every game is refused") {
    const std::uint64_t choices = seed();
    std::size_t all = 0;
    int same_by_chance = 0;
    std::uint64_t long_ones = 0;
    for (const GameInfo* game : protocol::catalogue()) {
        CAPTURE(game->id);
        std::map<std::string, int> kinds;
        const ProvenMatch other(*game, {.choices = choices + 2, .most_entries = 20});
        for (const std::size_t entries : {std::size_t{24}, std::size_t{2'000}}) {
            const auto played = match_that_draws(*game, choices, entries);
            const ProvenMatch& match = *played;
            CHECK(replay_dice(match.record()).exit_code() == 0);
            const bool is_long = entries > 24;
            if (is_long &&
                (match.record()["log"].size() > 120 || !(thorough() || choices % 3 == long_ones++ % 3)))
                continue;
            Mutants(match.record(), other.record(), choices).each([&](const Mutant& mutant) {
                const DiceVerdict verdict = replay_dice(mutant.record);
                CAPTURE(mutant.name);
                CAPTURE(verdict.text());
                if (mutant.shown == Mutant::Shown::by_results && !refused(verdict))
                    ++same_by_chance;
                else
                    CHECK(refused(verdict));
                if (mutant.shown == Mutant::Shown::by_rules) CHECK(!refused(check_dice(mutant.record)));
                ++kinds[mutant.name];
                ++all;
            });
        }
        CHECK(kinds.size() >= 90);
    }
    std::cout << all << " mutants\n";
    CHECK(all >= 500);
    // About one run in ten has one, mostly of a throw of a single die.
    CHECK(same_by_chance <= 6);
}

TEST_CASE("no record makes the check crash") {
    SeededChance choices(seed());
    std::vector<Json> bases;
    for (const GameInfo* game : protocol::catalogue())
        bases.push_back(ProvenMatch(*game, {.most_entries = 12, .eventful = true}).record());
    const std::vector<Json> others{nullptr,
                                   0,
                                   1,
                                   -1,
                                   0.5,
                                   255,
                                   1e300,
                                   std::int64_t{1} << 53,
                                   true,
                                   "",
                                   "0",
                                   Json::array(),
                                   Json::object(),
                                   std::string(64, 'a')};
    int wrong = 0;
    for (int times = 0; times < 2'000; ++times) {
        Json record = bases[static_cast<std::size_t>(choices.pick(static_cast<int>(bases.size())))];
        for (int changes = 1 + choices.pick(3); changes > 0; --changes) {
            std::vector<Json*> found;
            places(record, found);
            Json& place = *found[static_cast<std::size_t>(choices.pick(static_cast<int>(found.size())))];
            const Json elsewhere =
                *found[static_cast<std::size_t>(choices.pick(static_cast<int>(found.size())))];
            const auto chosen = static_cast<std::size_t>(choices.pick(static_cast<int>(others.size()) + 6));
            place = chosen < others.size() ? others[chosen] : elsewhere;
        }
        if (choices.pick(2) == 0) {
            try {
                dice::chain_again(record);
            } catch (const std::exception&) {  // too broken for that
            }
        }
        const DiceVerdict verdict = replay_dice(record);
        CHECK_FALSE(verdict.text().empty());
        CHECK_FALSE(verdict.reason.starts_with("the replay has failed"));
        if (refused(verdict)) ++wrong;
    }
    CHECK(wrong > 1'000);
}

}  // namespace
}  // namespace cubilete::server
