#include "protocol/exercise.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>
#include <variant>

#include "protocol/seeded_chance.hpp"

namespace cubilete::protocol {

namespace {

/// Moves whose worth differs by less are worth the same.
constexpr double nothing = 1e-9;
/// Half of the last digit that pages show: of points a tenth, of a chance a tenth of a percent.
constexpr double least_points = 0.05;
constexpr double least_chance = 0.0005;
/// A decision that cost less teaches little.
constexpr double least_weight = 0.25;

bool is_points(const std::string& unit) { return unit == "points"; }

std::vector<std::size_t> offered_of(const Exercise& exercise) {
    std::vector<std::size_t> by_worth(exercise.moves.size());
    for (std::size_t at = 0; at < by_worth.size(); ++at) by_worth[at] = at;
    std::ranges::stable_sort(by_worth, std::greater{},
                             [&](std::size_t at) { return exercise.moves[at].worth; });
    std::vector<std::size_t> offered{exercise.best};
    const auto add = [&](std::size_t move) {
        const double worth = exercise.moves[move].worth;
        if (std::ranges::none_of(offered, [&](std::size_t other) {
                return std::abs(exercise.moves[other].worth - worth) < nothing;
            }))
            offered.push_back(move);
    };
    add(exercise.played);
    for (const std::size_t move : by_worth)
        if (offered.size() < Exercise::most_choices) add(move);
    std::ranges::sort(offered);
    return offered;
}

}  // namespace

bool has_exercises(const Settings& settings) {
    const AnalysisKind kind = analysis_kind(settings);
    return kind.extent == AnalysisKind::Extent::all && kind.decides;
}

Settings usual_settings(const GameInfo& game) {
    return {.game = game.id,
            .options = std::get<OptionValues>(read_options(game, Json::object())),
            .seats = std::max(game.min_seats, 2)};
}

bool Exercise::is_correct(std::size_t move) const {
    return cost(move) < (is_points(unit) ? least_points : least_chance);
}

std::optional<std::size_t> Exercise::find(const std::string& game, const Json& move) const {
    const auto spelled = listed_move(game, move);
    const JsonText* text = std::get_if<JsonText>(&spelled);
    if (text == nullptr) return std::nullopt;
    const auto found = std::ranges::find(moves, text->tree(), &Move::move);
    if (found == moves.end()) return std::nullopt;
    return static_cast<std::size_t>(found - moves.begin());
}

std::optional<Exercise> exercise_of(std::span<const LogEntry> log, const BotBook& book) {
    if (log.size() < 2) return std::nullopt;
    const LogEntry& decision = log.back();
    if (decision.by.kind != EntryAuthor::Kind::seat || decision.by.hint) return std::nullopt;
    const auto match = Match::replay(log.first(log.size() - 1));
    const Seat seat = decision.by.seat;
    if (!match->to_act().contains(seat)) return std::nullopt;
    SeededChance chance(0);  // exact values need none
    const Json hints = match->position(seat)->hints(book, chance);
    Exercise exercise{.seat = seat,
                      .view = JsonText::of(match->view({seat})),
                      .unit = hints["unit"].get<std::string>(),
                      .exact = analysis_kind(match->settings()).exact};
    for (const Json& one : hints["worth"])
        exercise.moves.push_back({one["move"], one["worth"].get<double>()});
    const auto played = exercise.find(match->settings().game, decision.move.tree());
    if (exercise.moves.size() < 2 || !played) return std::nullopt;
    exercise.best = static_cast<std::size_t>(
        std::ranges::max_element(exercise.moves, {}, &Exercise::Move::worth) - exercise.moves.begin());
    exercise.played = *played;
    exercise.offered = offered_of(exercise);
    return exercise;
}

std::vector<LogEntry> play_bot_match(const Settings& settings, std::uint64_t seed) {
    SeededChance chance(seed);
    const auto match = Match::start(settings, chance);
    const BotBookPtr book = empty_book(settings);
    std::vector<LogEntry> log{match->last()};
    while (match->wait().kind != Wait::Kind::none) {
        std::optional<Json> move;
        Seat mover = 0;
        for (const Seat seat : match->to_act())
            if (!move) {
                move = match->position(seat)->choose(*book, Level::medium, chance);
                mover = seat;
            }
        if (move)
            match->play(mover, *move, chance);
        else
            match->expire(chance);
        log.push_back(match->last());
    }
    return log;
}

std::vector<CostlyDecision> costly_decisions(const Json& analysis, Seat seat) {
    std::vector<CostlyDecision> found;
    if (analysis.contains("why_not") || !analysis["exact"].get<bool>() || seat >= analysis["seats"].size())
        return found;
    const double factor = is_points(analysis["unit"].get<std::string>()) ? 1 : 100;
    for (const Json& dear : analysis["seats"][seat]["dearest"]) {
        const double weight = factor * dear["cost"].get<double>();
        if (weight >= least_weight) found.push_back({dear["entry"].get<std::int64_t>(), weight});
    }
    return found;
}

std::optional<std::int64_t> costliest_decision(std::span<const LogEntry> log, BotBookPtr book) {
    const Json analysis = analysis_of(log, std::move(book), 0);
    std::vector<CostlyDecision> all;
    for (std::size_t seat = 0; seat < analysis["seats"].size(); ++seat)
        std::ranges::copy(costly_decisions(analysis, static_cast<Seat>(seat)), std::back_inserter(all));
    if (all.empty()) return std::nullopt;
    return std::ranges::max_element(all, {}, &CostlyDecision::weight)->entry;
}

}  // namespace cubilete::protocol
