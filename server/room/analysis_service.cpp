#include "server/room/analysis_service.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/history/cup_field.hpp"
#include "server/match/table.hpp"

namespace cubilete::server {

using protocol::Json;

namespace {

/// The built-in bots' moves wait for it.
constexpr std::chrono::milliseconds slice_length{10};

std::string text_of(const std::string& match, const Json& found) {
    Json json = protocol::object({{"match", match}});
    json.update(found);
    return json.dump();
}

struct Refusal {
    const char* why_not;
    const char* sentence;
};
constexpr Refusal other_rules{"rules", "This server does not have the rules of this match any more."};
constexpr Refusal not_kept{"not_kept", "The log of this match is not kept any more."};
constexpr Refusal too_long{"long", "This match is too long for an analysis."};

std::string refusal(const storage::MatchRow& match, const Refusal& why) {
    if (protocol::find_game(match.game) != nullptr)
        return text_of(match.id, protocol::make_missing_analysis(match.game, why.why_not, why.sentence));
    return text_of(
        match.id,
        protocol::object(
            {{"game", match.game}, {"version", ""}, {"why_not", why.why_not}, {"text", why.sentence}}));
}

std::optional<std::string> stored_text(const storage::MatchRow& match,
                                       const HistoryReader::Readers& readers) {
    const auto stored = readers.store.analysis(match.id);
    if (!stored || stored->version != protocol::analysis_version(match.game)) return std::nullopt;
    return stored->text;
}

/// A seat for which the clock made more than one decision in so many does not count.
constexpr std::int64_t least_decisions_a_clock = 10;

/// The losses by the own decisions of the seats, where the numbers are exact.
std::vector<storage::Care> care_of(const Json& found) {
    std::vector<storage::Care> care;
    if (!found["exact"].get<bool>()) return care;
    for (const Json& seat : found["seats"]) {
        const Json& decisions = seat["decisions"];
        const auto count = [&](const char* who) { return decisions[who]["count"].get<std::int64_t>(); };
        const std::int64_t own = count("own");
        if (own == 0 || count("clock") * least_decisions_a_clock > own + count("house") + count("clock"))
            continue;
        care.push_back({.seat = seat["seat"].get<int>(),
                        .decisions = own,
                        .given_away = std::llround(decisions["own"]["cost"].get<double>() * 1e6)});
    }
    return care;
}

}  // namespace

AnalysisService::AnalysisService(BotService& bot_service, RunJob run, Store store)
    : bot_service_(bot_service), run_(std::move(run)), store_(std::move(store)) {}

void AnalysisService::ask(const storage::MatchRow& match, const HistoryReader::Readers& readers,
                          const ClientNetwork& from, Done done) {
    const auto settings = stored_settings(match);
    if (!settings) return done(refusal(match, other_rules));
    const AnalysisKind kind = protocol::analysis_kind(*settings);
    if (kind.extent == AnalysisKind::Extent::none) return done(refusal(match, {kind.why_not, kind.sentence}));
    if (auto text = stored_text(match, readers)) return done(std::move(text));
    if (match.log_dropped) return done(refusal(match, not_kept));
    if (join(match.id, done)) return;
    if (!has_place(from)) return done(std::nullopt);
    auto log = readers.store.finished_log(match.id, most_entries + 1);
    if (log.empty()) return done(refusal(match, not_kept));
    if (static_cast<std::int64_t>(log.size()) > most_entries) return done(refusal(match, too_long));
    auto task = std::make_shared<Task>();
    task->match = match;
    task->stored = std::move(log);
    task->from = from;
    task->waiting.push_back(std::move(done));
    begin(std::move(task), *settings);
}

void AnalysisService::make(const storage::MatchRow& match, const HistoryReader::Readers& readers) {
    const auto settings = stored_settings(match);
    if (!settings || match.log_dropped || !has_place(std::nullopt)) return;
    const AnalysisKind kind = protocol::analysis_kind(*settings);
    if (kind.extent == AnalysisKind::Extent::none || !kind.exact || stored_text(match, readers)) return;
    auto log = readers.store.finished_log(match.id, most_entries + 1);
    if (log.empty() || static_cast<std::int64_t>(log.size()) > most_entries) return;
    auto task = std::make_shared<Task>();
    task->match = match;
    task->stored = std::move(log);
    begin(std::move(task), *settings);
}

bool AnalysisService::is_idle() const {
    const std::lock_guard lock(mutex_);
    return tasks_.empty();
}

/// Whether the match is being analysed: then `done` waits for it, or is answered.
bool AnalysisService::join(const std::string& match, Done& done) {
    {
        const std::lock_guard lock(mutex_);
        const auto found = tasks_.find(match);
        if (found == tasks_.end()) return false;
        Task& task = *found->second;
        if (task.queued && task.waiting.size() < most_waiting) {
            task.waiting.push_back(std::move(done));
            return true;
        }
    }
    done(std::nullopt);
    return true;
}

bool AnalysisService::has_place(const std::optional<ClientNetwork>& from) const {
    const std::lock_guard lock(mutex_);
    const auto of_address = static_cast<std::size_t>(
        std::ranges::count_if(tasks_, [&](const auto& each) { return each.second->from == from; }));
    return of_address < (from ? most_of_address : most_background) && entries_ < most_entries_waiting;
}

void AnalysisService::begin(TaskPtr task, const protocol::Settings& settings) {
    {
        const std::lock_guard lock(mutex_);
        if (!tasks_.emplace(task->match.id, task).second) return;  // never one that somebody asked for
        entries_ += task->entries = task->stored.size();
    }
    bot_service_.with_book(settings,
                           [this, task](protocol::BotBookPtr book) { on_book(task, std::move(book)); });
    // Nobody waits as long as a book takes.
    std::vector<Done> waiting;
    {
        const std::lock_guard lock(mutex_);
        if (!task->queued) waiting = std::exchange(task->waiting, {});
    }
    for (const Done& done : waiting) done(std::nullopt);
}

void AnalysisService::on_book(const TaskPtr& task, protocol::BotBookPtr book) {
    if (!book) return finish(task, std::nullopt);
    TaskPtr dropped;
    {
        const std::lock_guard lock(mutex_);
        task->book = std::move(book);
        task->queued = true;
        if (!task->from)
            background_.push_back(task);
        else if (auto full = requested_.push(*task->from, task))
            dropped = *std::move(full);
    }
    if (dropped)
        for (const Done& done : forget(dropped)) done(std::nullopt);
    run_next();
}

void AnalysisService::run_next() {
    TaskPtr task;
    {
        const std::lock_guard lock(mutex_);
        if (running_) return;
        if (auto next = requested_.pop()) {
            task = *std::move(next);
        } else if (!background_.empty()) {
            task = std::move(background_.front());
            background_.pop_front();
        } else {
            return;
        }
        running_ = task;
    }
    if (!run_([this, task] { run_slice(task); })) finish(task, std::nullopt);
}

void AnalysisService::run_slice(const TaskPtr& task) {
    std::optional<std::string> text;
    try {
        if (follow(*task)) {
            if (!run_([this, task] { run_slice(task); })) finish(task, std::nullopt);
            return;
        }
        const Json json = task->analysis->json();
        text = text_of(task->match.id, json);
        const auto day = cup_day_of(task->match.settings);
        std::vector<storage::Write> found{storage::PutAnalysis{
            .match = task->match.id,
            .version = protocol::analysis_version(task->match.game),
            .text = *text,
            .care = day ? std::vector<storage::Care>() : care_of(json),  // closed until the day is over
            .unaided = std::ranges::none_of(task->log,
                                            [](const protocol::LogEntry& entry) { return entry.by.hint; })}};
        if (day)
            found.emplace_back(
                storage::PutCupPlay{make_cup_play(task->match, *day, task->log, *task->analysis)});
        store_(std::move(found));
    } catch (const protocol::ReplayError& wrong) {
        spdlog::warn("match {} cannot be analysed: {}", task->match.id, wrong.what());
        text = refusal(task->match, other_rules);
    } catch (...) {
        log_bug("the analysis of a match", std::current_exception());
    }
    finish(task, text);
}

/// Returns whether there is more to do.
bool AnalysisService::follow(Task& task) const {
    using Watch = std::chrono::steady_clock;
    const auto end = Watch::now() + slice_length;
    if (!task.analysis) {
        const GameInfo& game = *protocol::find_game(task.match.game);
        for (const storage::LogRow& entry : std::exchange(task.stored, {}))
            task.log.push_back(protocol_entry(game, entry));
        task.analysis = protocol::Analysis::open(task.log.front(), task.book, task.log.size(),
                                                 protocol::analysis_seed(task.match.id));
    }
    while (task.next < task.log.size()) {
        if (!task.analysis->follow(task.log[task.next++])) return false;
        if (Watch::now() >= end) return true;
    }
    return false;
}

void AnalysisService::finish(const TaskPtr& task, const std::optional<std::string>& text) {
    for (const Done& done : forget(task)) done(text);
    run_next();
}

std::vector<AnalysisService::Done> AnalysisService::forget(const TaskPtr& task) {
    const std::lock_guard lock(mutex_);
    if (running_ == task) running_.reset();
    if (tasks_.erase(task->match.id) > 0) entries_ -= task->entries;
    return std::exchange(task->waiting, {});
}

}  // namespace cubilete::server
