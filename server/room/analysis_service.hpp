#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "protocol/analysis.hpp"
#include "server/core/fair_queue.hpp"
#include "server/history/history_reader.hpp"
#include "server/room/bot_service.hpp"
#include "storage/rows.hpp"

namespace cubilete::server {

/// Analyses finished matches (protocol/analysis.hpp) away from the rooms' threads: one at a time, in slices of some
/// milliseconds, between which the built-in bots move. What it finds is stored. Those that were asked for come
/// first, one address after the other. Every function may be called from any thread. The object must outlive
/// all jobs given to `run` and to the BotService.
class AnalysisService {
  public:
    /// Runs a job on another thread; false if too many wait.
    using RunJob = std::function<bool(std::function<void()>)>;
    using Store = std::function<void(std::vector<storage::Write>)>;
    /// Gets the JSON of the answer, or nullopt: too many wait, or the book is being computed. Called once, on any
    /// thread, unless the server ends first.
    using Done = std::function<void(std::optional<std::string>)>;

    static constexpr std::size_t most_requested = 32;
    static constexpr std::size_t most_background = 64;
    static constexpr std::size_t most_of_address = 4;
    static constexpr std::size_t most_waiting = 64;  ///< for one match
    /// A longer log has no analysis.
    static constexpr std::int64_t most_entries = 10'000;
    /// Of all logs in memory, half a kilobyte each.
    static constexpr std::size_t most_entries_waiting = 50'000;

    AnalysisService(BotService& bot_service, RunJob run, Store store);

    /// Answers with the stored analysis of this finished match, or makes it. Call on the thread of `readers`; throws
    /// storage::DatabaseError.
    void ask(const storage::MatchRow& match, const HistoryReader::Readers& readers, const ClientNetwork& from,
             Done done);
    /// Makes the analysis of this finished match if it is exact and not stored yet, when there is nothing else to do.
    /// Drops it if too many wait. Call on the thread of `readers`; throws storage::DatabaseError.
    void make(const storage::MatchRow& match, const HistoryReader::Readers& readers);
    /// Nothing is being made, and nothing waits.
    bool is_idle() const;

  private:
    struct Task {
        storage::MatchRow match;
        std::vector<storage::LogRow> stored;
        std::size_t entries = 0;
        std::optional<ClientNetwork> from;  ///< nullopt: nobody asked
        std::vector<Done> waiting;
        bool queued = false;
        protocol::BotBookPtr book;
        std::vector<protocol::LogEntry> log;
        std::size_t next = 1;
        std::unique_ptr<protocol::Analysis> analysis;
    };
    using TaskPtr = std::shared_ptr<Task>;

    bool join(const std::string& match, Done& done);
    bool has_place(const std::optional<ClientNetwork>& from) const;
    void begin(TaskPtr task, const protocol::Settings& settings);
    void on_book(const TaskPtr& task, protocol::BotBookPtr book);
    void run_next();
    void run_slice(const TaskPtr& task);
    bool follow(Task& task) const;
    void finish(const TaskPtr& task, const std::optional<std::string>& text);
    std::vector<Done> forget(const TaskPtr& task);

    BotService& bot_service_;
    const RunJob run_;
    const Store store_;
    mutable std::mutex mutex_;
    std::map<std::string, TaskPtr>
        tasks_;  ///< by match: those in the queues, the running one, and those without a book yet
    FairQueue<TaskPtr> requested_{most_requested};
    std::deque<TaskPtr> background_;
    std::size_t entries_ = 0;  ///< of all tasks
    TaskPtr running_;
};

}  // namespace cubilete::server
