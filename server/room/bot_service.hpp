#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/chance.hpp"
#include "protocol/bot.hpp"

namespace cubilete::server {

/// Computes moves and hints of built-in bots away from the rooms' threads, and caches precomputed strategy
/// tables ("books"), one for each game with its options and number of seats. The most recently used ones are
/// in memory. A book is stored on disk only if it took long to compute and keep() was called for it, so that
/// nobody can fill the disk by trying out options. A missing book is computed in the background; meanwhile
/// level `hard` plays without it. Every function may be called from any thread. The object must outlive all
/// jobs given to `think` and `compute`.
class BotService {
  public:
    using RunJob = std::function<void(std::function<void()>)>;
    using TimeUp = std::function<bool()>;
    using Position = std::shared_ptr<const protocol::Position>;
    using ComputeBook = std::function<protocol::BotBookPtr(const protocol::Settings&)>;

    /// Default size of the directory of books, in bytes; a book has some MB. Past it the least recently used
    /// books are deleted.
    static constexpr std::uintmax_t default_book_bytes = 256 * 1024 * 1024;

    /// `think` runs moves and hints, `compute` computes and stores books; each runs its jobs on other threads.
    /// `book_directory` is the directory of books, made when the first one is stored. `budget` is called at the start
    /// of each computation and returns a function that tells whether its time is up. `compute_book` computes a
    /// book.
    BotService(std::filesystem::path book_directory, RunJob think, RunJob compute,
               std::function<std::unique_ptr<Chance>()> chance, std::function<TimeUp()> budget,
               std::uintmax_t max_book_bytes = default_book_bytes,
               ComputeBook compute_book = protocol::compute_book);

    /// Loads or computes the book for these settings in the background, if it is not in memory.
    void prepare(const protocol::Settings& settings) { get_or_compute_book(settings); }
    /// Marks the book for these settings as worth storing: two people play with them, or a match was
    /// finished. It is stored now, or as soon as it is computed.
    void keep(const protocol::Settings& settings);
    /// Passes the full book to `done`: now, or on a thread of `compute` when it is computed; null if it cannot be
    /// computed or too many books are.
    void with_book(const protocol::Settings& settings, std::function<void(protocol::BotBookPtr)> done);
    /// Passes the move to `done` on a thread of `think`; nothing if the bot lets the window pass or if the
    /// computation failed, which is logged.
    void choose(const protocol::Settings& settings, Position position, Level level,
                std::function<void(std::optional<protocol::Json>)> done);
    /// Passes protocol::Position::hints to `done`. Passes null while the book is being computed (hints
    /// without it would look the same and be worse), while too many other requests wait, or if the
    /// computation failed. `done` runs on a thread of `think`, or before hints() returns.
    void hints(const protocol::Settings& settings, Position position,
               std::function<void(protocol::Json)> done);
    /// Runs `job` with the full book on a thread of `think`; it should take no longer than a hint, and must not throw.
    /// Runs it with null, when hints() would pass null.
    void run_with_book(const protocol::Settings& settings, std::function<void(protocol::BotBookPtr)> job);

  private:
    struct CachedBook {
        protocol::BotBookPtr book;
        /// The book is complete, not the empty one.
        bool is_complete = false;
        bool is_stored = false;
        std::uint64_t used = 0;  ///< number of its last use
    };
    CachedBook get_or_compute_book(const protocol::Settings& settings);
    void compute(const std::string& key, const protocol::Settings& settings);
    protocol::BotBookPtr load_book(const protocol::Settings& settings) const;
    void store_book(const protocol::Settings& settings, const protocol::BotBook& book) const;
    void remove_old_books(const std::filesystem::path& newest) const;
    void store_finished(const std::string& key, const protocol::Settings& settings);

    const std::filesystem::path book_directory_;
    const RunJob run_thinking_;
    const RunJob run_compute_;
    const std::function<std::unique_ptr<Chance>()> chance_;
    const std::function<TimeUp()> budget_;
    const std::uintmax_t max_book_bytes_;
    const ComputeBook compute_book_;
    std::mutex mutex_;
    std::map<std::string, CachedBook> cached_books_;
    /// Of with_book(), by the key of a book that is being computed.
    std::map<std::string, std::vector<std::function<void(protocol::BotBookPtr)>>> waiting_;
    std::map<std::string, std::uint64_t>
        retained_keys_;  ///< keys of keep(), with the number of the last call
    std::uint64_t uses_ = 0;
    std::size_t running_computations_ = 0;
    std::atomic<int> running_hints_{0};
};

}  // namespace cubilete::server
