#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/site/static_files.hpp"
#include "storage/page_files.hpp"

namespace cubilete::server {

/// The page files of other versions of the page. While servers are upgraded one by one, a page of one version asks a
/// server of the other one for its files, because a balancer chooses a server for each request. So each server stores
/// the files of its version in the database, and serves those of others from there.
///
/// A thread of this object reads them: a version as a whole, once, into a bounded memory. Requests for versions that
/// are not in memory wait for a look which versions there are, and all that wait share one; there are at most ten a
/// second, whatever is asked for.
class OtherVersionFiles {
  public:
    struct LookupResult {
        /// nullptr: there is no such file, or `away`.
        std::shared_ptr<const StaticFile> file;
        bool away = false;  ///< the database does not answer
    };
    using Done = std::function<void(LookupResult)>;

    /// A larger version is neither stored nor served.
    static constexpr std::int64_t most_bytes_of_version = 16 << 20;
    /// Of all versions in memory; the one that was asked for least recently goes first.
    static constexpr std::int64_t most_bytes = 64 << 20;
    static constexpr std::chrono::milliseconds poll_interval{100};

    /// Stores the files of `own`, which outlives it, and goes on to tell that a server has them. Throws
    /// storage::DatabaseError. After construction, `stored` is used on the thread of this object only.
    OtherVersionFiles(std::unique_ptr<storage::WebFileStore> stored, const StaticFiles& own);
    ~OtherVersionFiles() { stop(); }
    OtherVersionFiles(const OtherVersionFiles&) = delete;
    OtherVersionFiles& operator=(const OtherVersionFiles&) = delete;

    /// Whether the path of a request, without its query, may name a file of another version than `own`.
    static bool may_contain(std::string_view path, const StaticFiles& own);
    /// Finds the file of such a path. Calls `done` once: before it returns, or on the thread of this object. Any thread.
    void find(std::string_view path, Done done);
    /// Waits for the thread. What is not answered by then is never answered.
    void stop();

  private:
    using Steady = std::chrono::steady_clock;
    struct Page;
    struct PendingRequest {
        std::string hash;
        std::string path;  ///< within the version
        Done done;
    };

    void run();
    void check_waiting(std::unique_lock<std::mutex>& lock);
    void keep(std::unique_lock<std::mutex>& lock);
    void store_own();
    std::shared_ptr<const Page> read(const std::string& hash);
    void add_to_cache(const std::string& hash, std::shared_ptr<const Page> page);
    std::optional<LookupResult> find_cached(const std::string& hash, const std::string& path);

    struct CachedVersion {
        std::shared_ptr<const Page> page;
        std::uint64_t used = 0;  ///< rises with each request for it
    };

    std::unique_ptr<storage::WebFileStore> page_files_;
    const StaticFiles& own_;
    std::mutex mutex_;  ///< of all that follows
    std::condition_variable wake_;
    std::map<std::string, CachedVersion> cached_versions_;  ///< by hash
    std::uint64_t uses_ = 0;
    std::vector<PendingRequest> waiting_;
    Steady::time_point next_poll_{};
    Steady::time_point next_keep_;
    bool is_stopping_ = false;
    std::thread thread_;
};

}  // namespace cubilete::server
