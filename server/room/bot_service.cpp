#include "server/room/bot_service.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <sstream>
#include <utility>

#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace fs = std::filesystem;
using protocol::BotBookPtr;
using protocol::Json;
using protocol::Settings;

namespace {

constexpr std::size_t most_cached_books = 32;     // some MB each at most
constexpr std::size_t max_retained_keys = 1'000;  // keys of a few hundred bytes
constexpr int most_running_hints = 8;             // moves of built-in bots wait behind them, up to 50 ms each
constexpr std::size_t most_running_computations = 8;  // some seconds each at most

/// Settings with the same key share a book. Books of equal names are equal.
std::string key_of(Settings settings) {
    if (const auto name = protocol::book_name(settings)) return settings.game + ' ' + *name;
    settings.first.reset();
    return to_json(settings).dump();
}

fs::path place_of(const fs::path& book_directory, const std::string& name) {
    return book_directory / (name + ".book");
}

}  // namespace

BotService::BotService(fs::path book_directory, RunJob think, RunJob compute,
                       std::function<std::unique_ptr<Chance>()> chance, std::function<TimeUp()> budget,
                       std::uintmax_t max_book_bytes, ComputeBook compute_book)
    : book_directory_(std::move(book_directory)),
      run_thinking_(std::move(think)),
      run_compute_(std::move(compute)),
      chance_(std::move(chance)),
      budget_(std::move(budget)),
      max_book_bytes_(max_book_bytes),
      compute_book_(std::move(compute_book)) {}

void BotService::choose(const Settings& settings, Position position, Level level,
                        std::function<void(std::optional<Json>)> done) {
    auto its = level == Level::hard ? get_or_compute_book(settings).book : protocol::empty_book(settings);
    run_thinking_(
        [this, book = std::move(its), position = std::move(position), level, done = std::move(done)] {
            std::optional<Json> move;
            try {
                const auto chance = chance_();
                move = position->choose(*book, level, {*chance, budget_()});
            } catch (...) {
                log_bug("the computation of a bot move", std::current_exception());
            }
            done(std::move(move));
        });
}

void BotService::hints(const Settings& settings, Position position, std::function<void(Json)> done) {
    run_with_book(settings,
                  [this, position = std::move(position), done = std::move(done)](const BotBookPtr& book) {
                      Json hints;
                      try {
                          const auto chance = chance_();
                          if (book) hints = position->hints(*book, {*chance, budget_()});
                      } catch (...) {
                          log_bug("the computation of a hint", std::current_exception());
                      }
                      done(std::move(hints));
                  });
}

void BotService::run_with_book(const Settings& settings, std::function<void(BotBookPtr)> job) {
    CachedBook its = get_or_compute_book(settings);
    if (!its.is_complete) return job(nullptr);
    if (running_hints_.fetch_add(1) >= most_running_hints) {
        --running_hints_;
        return job(nullptr);
    }
    run_thinking_([this, book = std::move(its.book), job = std::move(job)] {
        job(book);
        --running_hints_;
    });
}

void BotService::with_book(const Settings& settings, std::function<void(BotBookPtr)> done) {
    const CachedBook its = get_or_compute_book(settings);
    BotBookPtr book = its.is_complete ? its.book : nullptr;
    if (!book) {
        const std::lock_guard lock(mutex_);
        const auto found = cached_books_.find(key_of(settings));
        if (found != cached_books_.end() && !found->second.is_complete) {
            waiting_[found->first].push_back(std::move(done));
            return;
        }
        if (found != cached_books_.end()) book = found->second.book;
    }
    done(std::move(book));
}

BotService::CachedBook BotService::get_or_compute_book(const Settings& settings) {
    const std::string key = key_of(settings);
    BotBookPtr empty = protocol::empty_book(settings);
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = cached_books_.find(key); known != cached_books_.end()) {
            known->second.used = ++uses_;
            return known->second;
        }
        if (running_computations_ >= most_running_computations) return {.book = std::move(empty)};
        while (cached_books_.size() >= most_cached_books) {
            auto oldest = cached_books_.end();
            for (auto one = cached_books_.begin(); one != cached_books_.end(); ++one)
                if (one->second.is_complete &&
                    (oldest == cached_books_.end() || one->second.used < oldest->second.used))
                    oldest = one;
            if (oldest == cached_books_.end()) return {.book = std::move(empty)};
            cached_books_.erase(oldest);
        }
        cached_books_[key] = {.book = std::move(empty), .used = ++uses_};
        ++running_computations_;
    }
    run_compute_([this, key, settings] { compute(key, settings); });
    const std::lock_guard lock(mutex_);
    const auto found = cached_books_.find(key);
    return found == cached_books_.end() ? CachedBook{.book = protocol::empty_book(settings)} : found->second;
}

void BotService::keep(const Settings& settings) {
    if (!protocol::book_name(settings)) return;
    const std::string key = key_of(settings);
    {
        const std::lock_guard lock(mutex_);
        if (!retained_keys_.contains(key) && retained_keys_.size() >= max_retained_keys)
            retained_keys_.erase(
                std::ranges::min_element(retained_keys_, {}, [](const auto& one) { return one.second; }));
        retained_keys_[key] = ++uses_;
    }
    store_finished(key, settings);
}

/// Stores a book that is complete, marked by keep() and not stored yet, on a thread of `compute`.
void BotService::store_finished(const std::string& key, const Settings& settings) {
    BotBookPtr book;
    {
        const std::lock_guard lock(mutex_);
        const auto found = cached_books_.find(key);
        if (found == cached_books_.end() || !found->second.is_complete || !retained_keys_.contains(key) ||
            std::exchange(found->second.is_stored, true))
            return;
        book = found->second.book;
    }
    run_compute_([this, settings, book = std::move(book)] { store_book(settings, *book); });
}

void BotService::compute(const std::string& key, const Settings& settings) {
    BotBookPtr book;
    bool is_stored = false;
    try {
        book = load_book(settings);
        is_stored = book != nullptr;
        if (!book) book = compute_book_(settings);
    } catch (...) {
        log_bug("the computation of a strategy table", std::current_exception());
    }
    std::vector<std::function<void(BotBookPtr)>> waiting;
    {
        const std::lock_guard lock(mutex_);
        --running_computations_;
        if (auto all = waiting_.extract(key)) waiting = std::move(all.mapped());
        if (book)
            cached_books_[key] = {book, true, is_stored, cached_books_[key].used};
        else
            cached_books_.erase(key);  // the next request starts again
    }
    if (book) store_finished(key, settings);
    for (const auto& done : waiting) done(book);
}

BotBookPtr BotService::load_book(const Settings& settings) const {
    const auto name = protocol::book_name(settings);
    if (!name) return nullptr;
    std::ifstream in(place_of(book_directory_, *name), std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();  // does not throw if the disk cannot read the file: the book is computed again
    const std::string stored = std::move(bytes).str();
    if (stored.empty()) return nullptr;
    std::error_code ignored;
    // Marks it as recently used.
    fs::last_write_time(place_of(book_directory_, *name), fs::file_time_type::clock::now(), ignored);
    return protocol::read_book(settings, std::as_bytes(std::span(stored)));
}

/// If a book cannot be stored, it will be computed again. The failure is only logged.
void BotService::store_book(const Settings& settings, const protocol::BotBook& book) const {
    const auto name = protocol::book_name(settings);
    if (!name) return;
    const fs::path place = place_of(book_directory_, *name);
    const fs::path part = place.string() + ".part";
    const std::vector<std::byte> bytes = protocol::serialize_book(settings, book);
    std::error_code failed;
    fs::create_directories(book_directory_, failed);
    std::ofstream out(part, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (out) fs::rename(part, place, failed);
    if (!out || failed) {
        spdlog::warn("{} could not be written; it will be computed again", place.string());
        fs::remove(part, failed);  // on a full disk it would take the room of the moves
    } else {
        spdlog::info("strategy table {} computed", place.string());
    }
    remove_old_books(place);
}

/// Deletes the least recently used books until the rest fits; never `newest`. A .part was left by a process that was
/// killed, or another thread is writing it, which makes it the newest.
void BotService::remove_old_books(const fs::path& newest) const {
    struct Book {
        fs::file_time_type used;
        fs::path place;
        std::uintmax_t bytes;
    };
    std::vector<Book> books;
    std::uintmax_t bytes = 0;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(book_directory_, failed)) {
        const fs::path kind = entry.path().extension();
        if (kind != ".book" && kind != ".part") continue;
        std::error_code gone;
        books.push_back({entry.last_write_time(gone), entry.path(), entry.file_size(gone)});
        if (gone)
            books.pop_back();
        else
            bytes += books.back().bytes;
    }
    std::ranges::sort(books, {}, &Book::used);
    for (const Book& book : books) {
        if (bytes <= max_book_bytes_) break;
        if (book.place == newest) continue;
        if (fs::remove(book.place, failed)) bytes -= book.bytes;
    }
}

}  // namespace cubilete::server
