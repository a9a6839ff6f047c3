#include "server/cluster/takeover.hpp"

#include <chrono>
#include <utility>

#include "server/core/spdlog.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

namespace {

using Steady = std::chrono::steady_clock;

/// Between looks for rooms of nodes that ended when nobody watched them.
constexpr std::chrono::seconds scan_interval{2};

}  // namespace

Takeover::Takeover(storage::Cluster& cluster, Events events, NodeWatch::Limits limits,
                   std::vector<Executor> serving, std::function<NodeWatch::Time()> now)
    : cluster_(cluster),
      events_(std::move(events)),
      threads_(std::move(serving)),
      now_(std::move(now)),
      node_watch_(cluster.epoch(), limits) {}

Takeover::~Takeover() { stop(); }

void Takeover::start() {
    heartbeat_thread_ = std::thread([this] { send_heartbeats(); });
    takeover_thread_ = std::thread([this] { run_takeovers(); });
}

void Takeover::stop() {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    wake_.notify_all();
    if (heartbeat_thread_.joinable()) heartbeat_thread_.join();
    if (takeover_thread_.joinable()) takeover_thread_.join();
}

void Takeover::on_connection_refused(std::int64_t epoch) {
    const std::lock_guard lock(mutex_);
    node_watch_.on_connection_refused(epoch);
}

void Takeover::on_link(std::int64_t epoch) {
    const std::lock_guard lock(mutex_);
    node_watch_.on_link(epoch);
}

bool Takeover::run_on_database(const std::function<void()>& action) {
    try {
        action();
        return true;
    } catch (const storage::DatabaseUnavailable&) {
        return false;
    } catch (const storage::EpochEndedError& over) {
        events_.over(over.end, over.what());
    } catch (const std::exception& bug) {
        events_.over(storage::ExitReason::unknown, bug.what());
    }
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    wake_.notify_all();
    return false;
}

void Takeover::send_heartbeats() {
    std::unique_lock lock(mutex_);
    while (!is_stopping_) {
        lock.unlock();
        const auto sent = Steady::now();
        beat();
        lock.lock();
        wake_.wait_until(lock, sent + node_watch_.limits().between_beats, [this] { return is_stopping_; });
    }
}

void Takeover::beat() {
    if (!threads_.is_responsive(now_())) return;
    const storage::NodeLoad load = events_.load();
    storage::NodeList list;
    if (!run_on_database([&] { list = cluster_.beat(load); })) return;
    events_.on_node_list(list);  // before rooms come: who else lives must be known then
    const std::lock_guard lock(mutex_);
    const auto [failed, over] = node_watch_.on_beat_confirmed(list.nodes, now_());
    accepts_rooms_ = load.state == storage::NodeRow::State::up;
    for (const NodeWatch::FailedNode& node : failed) ended_nodes_.failed[node.epoch] = node.beat_seen;
    ended_nodes_.over.insert(over.begin(), over.end());
    if (!ended_nodes_.failed.empty() || !ended_nodes_.over.empty()) wake_.notify_all();
}

void Takeover::run_takeovers() {
    std::unique_lock lock(mutex_);
    while (!is_stopping_) {
        lock.unlock();
        take_over();
        lock.lock();
        wake_.wait_for(lock, node_watch_.limits().between_beats,
                       [this] { return is_stopping_ || !ended_nodes_.failed.empty(); });
    }
}

void Takeover::take_over() {
    std::unique_lock lock(mutex_);
    const auto failed = std::exchange(ended_nodes_.failed, {});
    auto over = accepts_rooms_ ? std::exchange(ended_nodes_.over, {}) : std::set<std::int64_t>();
    const bool looks = accepts_rooms_ && now_() - last_scan_ > scan_interval;
    lock.unlock();
    for (const auto& [epoch, beat_seen] : failed)
        run_on_database([&, epoch = epoch, beat_seen = beat_seen] {
            if (!cluster_.fence(epoch, beat_seen)) return;
            spdlog::warn("node {} is silent and was fenced", epoch);
            events_.fenced();
            over.insert(epoch);
        });
    if (looks) {
        last_scan_ = now_();
        run_on_database([&] {
            for (const std::int64_t epoch : cluster_.ownerless_epochs()) over.insert(epoch);
        });
    }
    // A claim may have happened though its answer was lost: then only the next call returns the rooms.
    std::erase_if(over, [this](std::int64_t epoch) { return adopt_all(epoch); });
    lock.lock();
    ended_nodes_.over.merge(over);
}

/// False if it has to be done again.
bool Takeover::adopt_all(std::int64_t from) {
    std::size_t taken = 0;
    bool done = false;
    while (!done && may_take_over()) {
        std::vector<storage::OpenRoom> rooms;
        if (!run_on_database([&] { rooms = cluster_.adopt(from, rooms_a_batch); })) break;
        taken += rooms.size();
        done = rooms.empty();
        if (!done) events_.on_adopted(std::move(rooms));
    }
    if (taken > 0) spdlog::info("took over {} rooms of node {}", taken, from);
    return done;
}

bool Takeover::may_take_over() {
    const std::lock_guard lock(mutex_);
    return !is_stopping_ && accepts_rooms_;
}

}  // namespace cubilete::server
