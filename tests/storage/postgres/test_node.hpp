#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "storage/backend.hpp"
#include "storage/postgres/backend.hpp"
#include "tests/storage/postgres/temp_postgres.hpp"

namespace cubilete::tests {

/// A process of a cluster: a journal that shares a database with others, and its view of them.
class TestNode {
  public:
    explicit TestNode(const PostgresPlace& place, const std::string& name = "node",
                      const std::string& rules = R"({"tres":2})")
        : backend_(std::string(place.path())) {
        storage::JournalSetup setup;
        setup.node = storage::NodeRow{
            .name = name, .address = name + ".internal:7000", .program = "1.0", .rules = rules, .mesh = 3};
        setup.failed = [this](storage::ExitReason end, const std::string& reason) {
            const std::lock_guard lock(mutex_);
            end_ = end;
            failure_ = reason;
            failed_.notify_all();
        };
        journal_ = backend_.open_journal(std::move(setup));
    }
    ~TestNode() { journal_.reset(); }

    storage::Journal& journal() { return *journal_; }
    storage::Cluster& cluster() { return *backend_.cluster(); }
    std::int64_t epoch() { return cluster().epoch(); }
    bool reserve(const std::string& code) { return !cluster().reserve({code}).empty(); }

    std::future<storage::Outcome> post_later(std::vector<storage::Write> writes) {
        auto answer = std::make_shared<std::promise<storage::Outcome>>();
        journal_->post(std::move(writes), [answer](storage::Outcome what) { answer->set_value(what); });
        return answer->get_future();
    }
    /// Posts and waits for the answer. Throws if the journal has failed.
    storage::Outcome post(std::vector<storage::Write> writes) { return post_later(std::move(writes)).get(); }

    /// Waits until the journal has failed, and returns why.
    storage::ExitReason end() {
        std::unique_lock lock(mutex_);
        failed_.wait(lock, [this] { return !failure_.empty(); });
        return end_;
    }
    std::string failure() {
        const std::lock_guard lock(mutex_);
        return failure_;
    }

    /// The number of its newest beat. It beats only in beat() from then on.
    std::int64_t stop_heartbeat() {
        const storage::NodeList roll = cluster().beat({});
        return std::ranges::find(roll.nodes, epoch(), &storage::NodeRow::epoch)->beat;
    }
    /// All that it can adopt, `at_once` at a time.
    std::vector<storage::OpenRoom> adopt_all(std::int64_t from, std::size_t at_once) {
        std::vector<storage::OpenRoom> all;
        for (;;) {
            std::vector<storage::OpenRoom> some = cluster().adopt(from, at_once);
            if (some.empty()) return all;
            for (storage::OpenRoom& each : some) all.push_back(std::move(each));
        }
    }

  private:
    storage::postgres::PostgresBackend backend_;
    std::mutex mutex_;
    std::condition_variable failed_;
    std::string failure_;
    storage::ExitReason end_ = storage::ExitReason::unknown;
    std::unique_ptr<storage::Journal> journal_;
};

}  // namespace cubilete::tests
