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

#include "engine/chance.hpp"
#include "protocol/house.hpp"

namespace cubilete::server {

/// Thinks for the house, away from the rooms, and keeps what it has worked out: a book for each kind of table, on a
/// shelf in the data directory where that took long. Such a book is worked out beside; until then `hard` plays without.
/// From any thread; outlives what it was brought to run.
class Thinker {
  public:
    using Run = std::function<void(std::function<void()>)>;
    using TimeUp = std::function<bool()>;
    using Position = std::shared_ptr<const protocol::Position>;
    using WorkOut = std::function<protocol::HouseBookPtr(const protocol::Settings&)>;

    /// Default size of the directory of books, in bytes; a book has some MB. Past it the least recently used
    /// books are deleted.
    static constexpr std::uintmax_t usual_shelf_bytes = 256 * 1024 * 1024;

    /// `think` and `study` bring work to other threads; `shelf` is made when there is something to put on it. `budget`
    /// is asked as a thought begins, and gives what that thought asks whether its time is up.
    Thinker(std::filesystem::path shelf, Run think, Run study,
            std::function<std::unique_ptr<Chance>()> chance, std::function<TimeUp()> budget,
            std::uintmax_t shelf_bytes = usual_shelf_bytes, WorkOut work_out = protocol::study);

    /// The book of such a table will be needed soon.
    void prepare(const protocol::Settings& settings) { volume(settings); }
    /// Marks the book for these settings as worth storing: two people play with them, or a match was
    /// finished. It is stored now, or as soon as it is computed.
    void keep(const protocol::Settings& settings);
    /// `done` is told the move, or nothing where the seat lets it pass or could not make up its mind.
    void choose(const protocol::Settings& settings, Position position, Level level,
                std::function<void(std::optional<protocol::Json>)> done);
    /// `done` is told protocol::Position::hints, or null: while the book is being worked out (what is thought without it
    /// would be told in the same words and be worth less), while too many others wait for advice, or when it failed.
    void hints(const protocol::Settings& settings, Position position,
               std::function<void(protocol::Json)> done);

  private:
    struct Volume {
        protocol::HouseBookPtr book;
        bool studied = false;
        bool on_shelf = false;
        std::uint64_t used = 0;  ///< number of its last use
    };
    Volume volume(const protocol::Settings& settings);
    void study(const std::string& key, const protocol::Settings& settings);
    protocol::HouseBookPtr from_shelf(const protocol::Settings& settings) const;
    void to_shelf(const protocol::Settings& settings, const protocol::HouseBook& book) const;
    void tidy_shelf(const std::filesystem::path& newest) const;
    void put_away(const std::string& key, const protocol::Settings& settings);

    const std::filesystem::path shelf_;
    const Run think_;
    const Run study_;
    const std::function<std::unique_ptr<Chance>()> chance_;
    const std::function<TimeUp()> budget_;
    const std::uintmax_t shelf_bytes_;
    const WorkOut work_out_;
    std::mutex mutex_;
    std::map<std::string, Volume> volumes_;
    std::map<std::string, std::uint64_t> kept_;  ///< keys of keep(), with the number of the last call
    std::uint64_t uses_ = 0;
    std::size_t studying_ = 0;
    std::atomic<int> advising_{0};
};

}  // namespace cubilete::server
