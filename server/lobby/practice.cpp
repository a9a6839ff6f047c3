#include "server/lobby/practice.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::BotBookPtr;
using protocol::Exercise;
using protocol::JsonText;
using protocol::Rejection;

namespace {

constexpr int requests_an_exercise = 10;  // each reads a log and thinks about it
constexpr int seeds_tried = 3;
constexpr int seed_range = 1 << 30;

/// Sets the log of a position of built-in bots, and its entry if that is 0. False if there is no such decision.
bool play(PracticePosition& position, const BotBookPtr& book) {
    PositionName& name = position.name;
    if (!name.seed) return true;
    const bool is_open = name.entry == 0;
    for (int tried = 0; tried < seeds_tried; ++tried, *name.seed += is_open) {
        position.log = protocol::play_bot_match(position.settings, *name.seed);
        if (is_open) name.entry = protocol::costliest_decision(position.log, book).value_or(0);
        if (name.entry > 0 || !is_open) break;
    }
    if (name.entry < 2 || name.entry > static_cast<std::int64_t>(position.log.size())) return false;
    position.log.resize(static_cast<std::size_t>(name.entry));
    return true;
}

protocol::ExercisePosed posed(const PracticePosition& position, const Exercise& exercise) {
    JsonText choices = JsonText::array();
    for (const std::size_t at : exercise.offered) choices.push_back(JsonText::of(exercise.moves[at].move));
    return {.position = position.name.text(),
            .game = position.settings.game,
            .options = protocol::to_json(position.settings.options),
            .match = position.name.seed ? std::nullopt : std::optional(position.name.origin),
            .entry = position.name.entry,
            .seats = position.seats,
            .seat = exercise.seat,
            .view = exercise.view,
            .choices = std::move(choices)};
}

protocol::ExerciseJudged judged(const Exercise& exercise, std::size_t chosen) {
    std::vector<std::size_t> shown = exercise.offered;
    if (std::ranges::find(shown, chosen) == shown.end()) shown.push_back(chosen);
    std::ranges::stable_sort(shown, std::greater{}, [&](std::size_t at) { return exercise.moves[at].worth; });
    JsonText worth = JsonText::array();
    for (const std::size_t at : shown)
        worth.push_back(JsonText::of(
            protocol::object({{"move", exercise.moves[at].move}, {"worth", exercise.moves[at].worth}})));
    return {.unit = exercise.unit,
            .exact = exercise.exact,
            .worth = std::move(worth),
            .played = JsonText::of(exercise.moves[exercise.played].move),
            .cost = exercise.cost(chosen),
            .right = exercise.is_correct(chosen),
            .times_right = {},
            .days = {}};
}

}  // namespace

/// Of a position that is no exercise any more: it does not come back.
Practice::Outcome Practice::gone(const PracticePosition& position) {
    if (position.name.entry == 0) return {refused(RefusalReason::house_thinks), {}};
    if (!position.row) return {refused(RefusalReason::no_such_position, {}, "/position"), {}};
    storage::PracticeRow row = *position.row;
    row.times_right = often_enough;
    return {refused(RefusalReason::house_thinks), storage::PutPractice{.row = row, .before = position.row}};
}

Verdict Practice::carry_out(const Requester& from, protocol::PracticeNext& request) {
    std::optional<PositionName> wanted;
    if (request.position && !(wanted = PositionName::read(*request.position)))
        return refused(RefusalReason::no_such_position, {}, "/position");
    if (request.game) {
        const GameInfo* game = protocol::find_game(*request.game);
        if (game == nullptr) return no_such_game(*request.game);
        if (!protocol::has_exercises(protocol::usual_settings(*game)))
            return refused(RefusalReason::no_such_position, {}, "/game");
    }
    return begin(
        from,
        [wanted, game = request.game](const PracticeReader& reader) -> std::optional<PracticePosition> {
            if (wanted) return reader.find(*wanted);
            return reader.next(game);
        },
        [](const PracticePosition& position, const Exercise& exercise) -> Outcome {
            return {posed(position, exercise), {}};
        });
}

Verdict Practice::carry_out(const Requester& from, protocol::PracticeAnswer& request) {
    const auto name = PositionName::read(request.position);
    if (!name) return refused(RefusalReason::no_such_position, {}, "/position");
    return begin(
        from, [name = *name](const PracticeReader& reader) { return reader.find(name); },
        [player = from.player.id, move = std::move(request.move),
         today = practice_day(lobby_.clock().wall_ms())](const PracticePosition& position,
                                                         const Exercise& exercise) -> Outcome {
            const auto chosen = exercise.find(position.settings.game, move);
            if (!chosen)
                return {refused(protocol::Code::illegal_move, "That is not a choice here.", "/move"), {}};
            protocol::ExerciseJudged verdict = judged(exercise, *chosen);
            if (!position.is_scheduled) return {std::move(verdict), {}};
            const storage::PracticeRow before =
                position.row.value_or(storage::PracticeRow{player, position.name.text(), 0, today});
            const storage::PracticeRow after = answered(before, verdict.right, today);
            verdict.times_right = after.times_right;
            if (after.due_day > today) verdict.days = static_cast<int>(after.due_day - today);
            return {std::move(verdict), storage::PutPractice{.row = after, .before = position.row}};
        });
}

/// Finds a position and does something with its exercise, then answers. Not in a coroutine of the request, which would end when its
/// socket closes: an answer counts nevertheless.
Verdict Practice::begin(const Requester& from, Find find, Use use) {
    const Services& services = lobby_.services();
    if (!services.analyses) return refused(RefusalReason::no_practice);
    clients_.quotas().requests.charge(from.player.id, requests_an_exercise);
    const Done done = [this, post = lobby_.poster(), from](Outcome outcome) {
        post([this, from, outcome = std::move(outcome)] { answer(from, outcome); });
    };
    const auto refuse = [done](Rejection why) { done({std::move(why), {}}); };
    services.look_up(
        from.socket->network(),
        [this, done, refuse, find = std::move(find), use = std::move(use), player = from.player.id,
         now_ms = lobby_.clock().wall_ms(), days = services.cup.days, chance = services.chance,
         &journal = services.journal](const HistoryReader::Readers& readers) {
            try {
                const PracticeReader reader(readers, player, days.get(), now_ms, [&chance] {
                    return static_cast<std::uint32_t>(chance()->pick(seed_range));
                });
                const auto found = find(reader);
                if (journal.away()) return refuse(refused(RefusalReason::database_away));
                if (!found) return refuse(refused(RefusalReason::no_such_position, {}, "/position"));
                think(*found, use, done);
            } catch (const std::exception& trouble) {
                spdlog::error("what a player practises cannot be read: {}", trouble.what());
                refuse(refused(RefusalReason::unreadable_now));
            }
        },
        [refuse] { refuse(refused(RefusalReason::lookups_waiting)); });
    return {};
}

void Practice::think(const PracticePosition& found, Use use, Done done) const {
    lobby_.services().bot_service.run_with_book(
        found.settings,
        [position = found, use = std::move(use), done = std::move(done)](const BotBookPtr& book) mutable {
            if (!book) return done({refused(RefusalReason::house_thinks), {}});
            try {
                const bool is_there = play(position, book);
                const auto exercise =
                    is_there ? protocol::exercise_of(position.log, *book) : std::optional<Exercise>();
                if (exercise) return done(use(position, *exercise));
            } catch (...) {
                log_bug("an exercise", std::current_exception());
            }
            done(gone(position));
        });
}

void Practice::answer(const Requester& from, const Outcome& outcome) {
    if (outcome.put) lobby_.gate().write(*outcome.put);
    if (const auto* why = std::get_if<Rejection>(&outcome.answer))
        return clients_.refuse(from.socket, from.request_id, *why);
    clients_.answer(from, std::get<protocol::Reply>(outcome.answer));
}

}  // namespace cubilete::server
