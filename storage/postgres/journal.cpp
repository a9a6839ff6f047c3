#include "storage/postgres/journal.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

namespace cubilete::storage::postgres {

using namespace std::chrono_literals;

namespace {

constexpr auto longest_wait = 1'000ms;  // of a post, before new requests are refused
/// So many posts are not left to a lane that is busy, nor any post for longer than that.
constexpr std::size_t most_left = 16;
constexpr auto longest_left = 2ms;

JoinOptions join_options(const JournalSetup& setup) {
    if (setup.lanes < 1) throw std::logic_error("a journal without lanes");
    return {.lanes = setup.lanes,
            .take_over = setup.take_over,
            .node = setup.node,
            .warn = setup.warn,
            .beat = setup.beat};
}

}  // namespace

PostgresJournal::PostgresJournal(const Url& url, JournalSetup setup)
    : setup_(std::move(setup)),
      membership_(std::make_shared<Membership>(url, join_options(setup_))),
      matches_(std::make_shared<RunningMatches>(membership_->epoch())) {
    posts_.running.resize(static_cast<std::size_t>(setup_.lanes));
    // Before all that may take long, or others would take this process for dead before its first beat.
    membership_->start([this](ExitReason end, const std::string& reason) { fail(end, reason); });
    try {
        // The database has confirmed the epoch; so what is read now, no other process changes any more.
        if (!membership_->shares_rooms()) read_running_matches(url);
        connect_lanes(url);
    } catch (...) {
        membership_->leave();  // no beat may fail any more when the members are gone
        throw;
    }
    for (int lane = 0; lane < setup_.lanes; ++lane)
        threads_.emplace_back([this, lane] { work(lane, lanes_[lane]); });
    log_pruner_.emplace(url, membership_->connection_name("keep"), setup_.keep_logs);
}

PostgresJournal::~PostgresJournal() { stop(); }

void PostgresJournal::connect_lanes(const Url& url) {
    lanes_.reserve(static_cast<std::size_t>(setup_.lanes));
    for (int lane = 0; lane < setup_.lanes; ++lane) {
        lanes_.emplace_back(Lane::Setup{
            .url = url,
            .name = membership_->lane_name(lane),
            .epoch = membership_->epoch(),
            .lane = lane,
            .shared = membership_->shares_rooms(),
            .matches = *matches_,
            .wait =
                [this](std::chrono::milliseconds time) {
                    std::unique_lock lock(mutex_);
                    return !failed_.wait_for(lock, time, [this] { return state_ == State::failed; });
                },
            .on_lost = [this](const std::string& reason) { on_lane_lost(reason); },
            .on_found = [this] { --disconnected_lanes_; },
            .resolved = setup_.resolved});
        lanes_.back().connect();
    }
}

void PostgresJournal::read_running_matches(const Url& url) {
    Connection connection(url, membership_->lane_name(-1));
    connection.set_timeout(60s);
    const Rows rows = connection.query(
        "SELECT id, no, coalesce((SELECT max(seq) FROM log WHERE match_no = no), 0), room FROM matches"
        " WHERE ended_ms IS NULL");
    matches_->apply(parse_running_matches(rows));
}

void PostgresJournal::post(std::vector<Write> writes, Done done) {
    bool wakes = false;
    {
        const std::lock_guard lock(mutex_);
        wakes = add(std::move(writes), std::move(done));
    }
    if (wakes) wake_.notify_one();
}

void PostgresJournal::post_all(std::vector<Post> posts) {
    bool wakes = false;
    {
        const std::lock_guard lock(mutex_);
        for (Post& post : posts) wakes |= add(std::move(post.writes), std::move(post.done));
    }
    if (wakes) wake_.notify_one();
}

/// Needs the lock. Returns whether a free lane has to look at it.
bool PostgresJournal::add(std::vector<Write> writes, Done done) {
    if (ended_) throw std::logic_error("post to a journal that has been stopped");
    backlog_.fetch_add(1, std::memory_order_relaxed);
    if (state_ == State::failed) return false;
    if (writes.empty()) {
        posts_.barriers.push_back({.after = posts_.posted, .done = std::move(done)});
        return true;
    }
    ++posts_.posted;
    if (posts_.waiting.callbacks.empty()) {
        posts_.waiting.first = posts_.posted;
        posts_.waiting.since = Clock::now();
    }
    posts_.waiting.writes.insert(posts_.waiting.writes.end(), std::move_iterator(writes.begin()),
                                 std::move_iterator(writes.end()));
    posts_.waiting.callbacks.push_back(std::move(done));
    waiting_since_ = posts_.since();
    return posts_.waiting.callbacks.size() == 1 || posts_.waiting.callbacks.size() == most_left;
}

/// Several lanes usually lose their connections at the same time: one line is enough.
void PostgresJournal::on_lane_lost(const std::string& reason) {
    if (disconnected_lanes_++ == 0 && setup_.warn)
        setup_.warn("a connection to the database was lost and is opened again: " + reason);
}

bool PostgresJournal::away() const {
    if (!membership_->is_alive()) return true;
    const Clock::time_point since = waiting_since_;
    return since != Clock::time_point() && Clock::now() - since >= longest_wait;
}

void PostgresJournal::stop() {
    {
        const std::lock_guard lock(mutex_);
        if (state_ == State::running) state_ = State::stopping;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_)
        if (thread.joinable()) thread.join();
    log_pruner_.reset();
    membership_->leave();
    const std::lock_guard lock(mutex_);
    if (state_ == State::stopping) ended_ = true;
}

void PostgresJournal::work(int lane, Lane& connection) {
    try {
        while (const std::optional<Work> work = take(lane)) finish(lane, *work, commit(connection, *work));
    } catch (const JournalEndedError& ended) {
        fail(ended.end, ended.what());
    } catch (const std::exception& error) {
        fail(ExitReason::unknown, error.what());
    }
}

/// Whether a free lane carries out the posts that wait. Needs the lock.
bool PostgresJournal::should_take_batch() const {
    return posts_.waiting.callbacks.size() >= most_left || state_ == State::stopping ||
           std::ranges::none_of(posts_.running, &std::optional<Work>::has_value) ||
           Clock::now() - posts_.waiting.since >= longest_left;
}

/// Removes and returns the lane's next work, without writes if only barriers are due; nullopt at the end.
std::optional<PostgresJournal::Work> PostgresJournal::take(int lane) {
    std::unique_lock lock(mutex_);
    for (;;) {
        if (state_ == State::failed) return std::nullopt;
        if (posts_.barrier_is_due()) return Work();
        if (!posts_.waiting.callbacks.empty()) {
            if (should_take_batch()) break;
            wake_.wait_until(lock, posts_.waiting.since + longest_left);
        } else {
            if (state_ == State::stopping) return std::nullopt;
            wake_.wait(lock);
        }
    }
    Work work = std::exchange(posts_.waiting, {});
    posts_.running[lane] = Work{.first = work.first, .writes = {}, .callbacks = {}, .since = work.since};
    return work;
}

Outcome PostgresJournal::commit(Lane& lane, const Work& work) {
    if (work.writes.empty()) return Outcome::durable;
    const auto began = Clock::now();
    const Outcome outcome = lane.write_batch(work.writes);
    if (outcome == Outcome::durable && setup_.committed)
        setup_.committed(Clock::now() - began, work.writes.size());
    return outcome;
}

void PostgresJournal::finish(int lane, const Work& work, Outcome outcome) {
    {
        const std::lock_guard lock(mutex_);
        if (state_ == State::failed) return;
    }
    for (const Done& done : work.callbacks) {
        backlog_.fetch_sub(1, std::memory_order_relaxed);
        if (done) done(outcome);
    }
    if (!work.callbacks.empty()) {  // after the answers, so that a barrier is answered after them
        const std::lock_guard lock(mutex_);
        posts_.running[lane].reset();
        waiting_since_ = posts_.since();
    }
    answer_barriers();
}

void PostgresJournal::answer_barriers() {
    for (;;) {
        Done done;
        {
            const std::lock_guard lock(mutex_);
            if (!posts_.barrier_is_due() || state_ == State::failed) return;
            done = std::move(posts_.barriers.front().done);
            posts_.barriers.pop_front();
        }
        backlog_.fetch_sub(1, std::memory_order_relaxed);
        if (done) done(Outcome::durable);
    }
}

std::uint64_t PostgresJournal::UnfinishedPosts::oldest() const {
    std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
    if (!waiting.callbacks.empty()) oldest = waiting.first;
    for (const auto& work : running)
        if (work) oldest = std::min(oldest, work->first);
    return oldest;
}

PostgresJournal::Clock::time_point PostgresJournal::UnfinishedPosts::since() const {
    Clock::time_point oldest;
    if (!waiting.callbacks.empty()) oldest = waiting.since;
    for (const auto& work : running)
        if (work && (oldest == Clock::time_point() || work->since < oldest)) oldest = work->since;
    return oldest;
}

void PostgresJournal::fail(ExitReason end, const std::string& reason) {
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(state_, State::failed) == State::failed) return;
        posts_.waiting = {};
        posts_.barriers.clear();
    }
    wake_.notify_all();
    failed_.notify_all();
    if (setup_.failed) setup_.failed(end, reason);
}

}  // namespace cubilete::storage::postgres
