#include "server/room/thinker.hpp"

#include <exception>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace fs = std::filesystem;
using protocol::HouseBookPtr;
using protocol::Json;
using protocol::Settings;

namespace {

constexpr std::size_t most_volumes = 32;  // up to some MB each
constexpr int most_advising = 8;          // the house's own moves wait behind them, up to 50 ms each
constexpr std::size_t most_studying = 8;  // up to some seconds each

/// Tables of the same key have the same book.
std::string key_of(Settings settings) {
    settings.first.reset();
    return to_json(settings).dump();
}

fs::path place_of(const fs::path& shelf, const std::string& name) { return shelf / (name + ".book"); }

}  // namespace

Thinker::Thinker(fs::path shelf, Run think, Run study, std::function<std::unique_ptr<Chance>()> chance,
                 std::function<TimeUp()> budget)
    : shelf_(std::move(shelf)),
      think_(std::move(think)),
      study_(std::move(study)),
      chance_(std::move(chance)),
      budget_(std::move(budget)) {}

void Thinker::choose(const Settings& settings, Position position, Level level,
                     std::function<void(std::optional<Json>)> done) {
    auto its = level == Level::hard ? volume(settings).book : protocol::empty_book(settings);
    think_([this, book = std::move(its), position = std::move(position), level, done = std::move(done)] {
        std::optional<Json> move;
        try {
            const auto chance = chance_();
            move = position->choose(*book, level, {*chance, budget_()});
        } catch (...) {
            log_bug("a thought of the house", std::current_exception());
        }
        done(std::move(move));
    });
}

void Thinker::hints(const Settings& settings, Position position, std::function<void(Json)> done) {
    Volume its = volume(settings);
    if (!its.studied) return done(nullptr);
    if (advising_.fetch_add(1) >= most_advising) {
        --advising_;
        return done(nullptr);
    }
    think_([this, book = std::move(its.book), position = std::move(position), done = std::move(done)] {
        Json hints;
        try {
            const auto chance = chance_();
            hints = position->hints(*book, {*chance, budget_()});
        } catch (...) {
            log_bug("a hint of the house", std::current_exception());
        }
        --advising_;
        done(std::move(hints));
    });
}

Thinker::Volume Thinker::volume(const Settings& settings) {
    const std::string key = key_of(settings);
    HouseBookPtr empty = protocol::empty_book(settings);
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = volumes_.find(key); known != volumes_.end()) return known->second;
        if (studying_ >= most_studying) return {std::move(empty), false};
        while (volumes_.size() >= most_volumes) {
            auto done = volumes_.begin();
            while (done != volumes_.end() && !done->second.studied) ++done;
            if (done == volumes_.end()) return {std::move(empty), false};
            volumes_.erase(done);
        }
        volumes_[key] = {std::move(empty), false};
        ++studying_;
    }
    study_([this, key, settings] { study(key, settings); });
    const std::lock_guard lock(mutex_);
    const auto found = volumes_.find(key);
    return found == volumes_.end() ? Volume{protocol::empty_book(settings), false} : found->second;
}

void Thinker::study(const std::string& key, const Settings& settings) {
    HouseBookPtr book;
    try {
        book = from_shelf(settings);
        if (!book) {
            book = protocol::study(settings);
            to_shelf(settings, *book);
        }
    } catch (...) {
        log_bug("a book of the house", std::current_exception());
    }
    const std::lock_guard lock(mutex_);
    --studying_;
    if (book)
        volumes_[key] = {std::move(book), true};
    else
        volumes_.erase(key);  // whoever needs it next begins anew
}

HouseBookPtr Thinker::from_shelf(const Settings& settings) const {
    const auto name = protocol::book_name(settings);
    if (!name) return nullptr;
    std::ifstream in(place_of(shelf_, *name), std::ios::binary);
    const std::vector<char> kept{std::istreambuf_iterator<char>(in), {}};
    if (kept.empty()) return nullptr;
    return protocol::read_book(settings, std::as_bytes(std::span(kept)));
}

/// A book that cannot be kept will be worked out again: nobody has to be told but the log.
void Thinker::to_shelf(const Settings& settings, const protocol::HouseBook& book) const {
    const auto name = protocol::book_name(settings);
    if (!name) return;
    const fs::path place = place_of(shelf_, *name);
    const fs::path part = place.string() + ".part";
    const std::vector<std::byte> bytes = protocol::bytes_of(settings, book);
    std::error_code failed;
    fs::create_directories(shelf_, failed);
    std::ofstream out(part, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (out) fs::rename(part, place, failed);
    if (!out || failed)
        spdlog::warn("{} could not be written; it will be worked out again", place.string());
    else
        spdlog::info("the house has worked out {}", place.string());
}

}  // namespace cubilete::server
