#include "server/site/other_version_files.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace {

constexpr std::string_view folder = "/v/";
constexpr std::size_t hash_length = 32;
constexpr std::string_view hexadecimal = "0123456789abcdef";
constexpr std::chrono::hours keep_interval{1};
constexpr std::chrono::minutes retry_delay{1};
constexpr std::string_view immutable = "public, max-age=31536000, immutable";

/// Of a path that may_contain() accepts.
std::string version_in(std::string_view path) { return std::string(path.substr(folder.size(), hash_length)); }
std::string path_in(std::string_view path) {
    return std::string(path.substr(folder.size() + hash_length + 1));
}

std::vector<storage::WebFile> files_of(const StaticFiles& own) {
    std::vector<storage::WebFile> files;
    for (const std::string_view path : own.paths()) {
        const StaticFile& file = *own.at(path);
        files.push_back({.path = std::string(path),
                         .content_type = std::string(file.content_type),
                         .bytes = file.plain.bytes,
                         .gzip = file.gzip.bytes,
                         .standalone = file.standalone,
                         .embeddable = file.embeddable});
    }
    return files;
}

std::int64_t size_of(const std::vector<storage::WebFile>& files) {
    std::size_t size = 0;
    for (const storage::WebFile& file : files) size += file.bytes.size() + file.gzip.size();
    return static_cast<std::int64_t>(size);
}

}  // namespace

/// All files of a version.
struct OtherVersionFiles::Page {
    struct File {
        std::string content_type;
        StaticFile served;  ///< views `content_type`
    };

    explicit Page(std::vector<storage::WebFile> read) : bytes(size_of(read)) {
        for (storage::WebFile& one : read) {
            File& file = files[one.path];
            file.content_type = std::move(one.content_type);
            file.served = StaticFile{.plain = {std::move(one.bytes), {}},
                                     .gzip = {std::move(one.gzip), {}},
                                     .content_type = file.content_type,
                                     .cache_control = immutable,
                                     .standalone = one.standalone,
                                     .immutable = true,
                                     .embeddable = one.embeddable};
        }
    }

    std::int64_t bytes;
    std::map<std::string, File> files;  ///< by path; not moved, because of the views
};

OtherVersionFiles::OtherVersionFiles(std::unique_ptr<storage::WebFileStore> stored, const StaticFiles& own)
    : page_files_(std::move(stored)), own_(own) {
    store_own();
    next_keep_ = Steady::now() + keep_interval;
    thread_ = std::thread([this] { run(); });
}

void OtherVersionFiles::stop() {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

bool OtherVersionFiles::may_contain(std::string_view path, const StaticFiles& own) {
    if (!path.starts_with(folder)) return false;
    path.remove_prefix(folder.size());
    const std::string_view hash = path.substr(0, hash_length);
    return path.size() > hash_length + 1 && path[hash_length] == '/' && hash != own.version() &&
           hash.find_first_not_of(hexadecimal) == std::string_view::npos;
}

void OtherVersionFiles::find(std::string_view path, Done done) {
    std::string hash = version_in(path);
    std::string file = path_in(path);
    std::optional<LookupResult> found;
    {
        const std::lock_guard lock(mutex_);
        found = find_cached(hash, file);
        if (!found) waiting_.push_back({std::move(hash), std::move(file), done});
    }
    if (!found) return wake_.notify_all();
    done(*std::move(found));
}

/// Nothing if the version is not in memory.
std::optional<OtherVersionFiles::LookupResult> OtherVersionFiles::find_cached(const std::string& hash,
                                                                              const std::string& path) {
    const auto page = cached_versions_.find(hash);
    if (page == cached_versions_.end()) return std::nullopt;
    page->second.used = ++uses_;
    const auto& files = page->second.page->files;
    const auto file = files.find(path);
    if (file == files.end()) return LookupResult{};
    return LookupResult{std::shared_ptr<const StaticFile>(page->second.page, &file->second.served)};
}

void OtherVersionFiles::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        if (waiting_.empty())
            wake_.wait_until(lock, next_keep_, [this] { return is_stopping_ || !waiting_.empty(); });
        else
            wake_.wait_until(lock, next_poll_, [this] { return is_stopping_; });
        if (is_stopping_) return;
        if (!waiting_.empty() && Steady::now() >= next_poll_) check_waiting(lock);
        if (Steady::now() >= next_keep_) keep(lock);
    }
}

/// Reads what is asked for and was stored before now, and answers all who wait.
void OtherVersionFiles::check_waiting(std::unique_lock<std::mutex>& lock) {
    std::vector<PendingRequest> all = std::exchange(waiting_, {});
    std::set<std::string> wanted;
    for (const PendingRequest& one : all)
        if (!cached_versions_.contains(one.hash)) wanted.insert(one.hash);
    lock.unlock();
    std::map<std::string, std::shared_ptr<const Page>> pages;
    bool away = false;
    try {
        for (const storage::WebFileStore::Version& version : page_files_->versions())
            if (version.bytes <= most_bytes_of_version && wanted.contains(version.hash))
                pages[version.hash] = read(version.hash);
    } catch (const storage::DatabaseError& error) {
        away = true;
        spdlog::warn("page files of other versions cannot be read: {}", error.what());
    }
    lock.lock();
    next_poll_ = Steady::now() + poll_interval;
    for (auto& [hash, page] : pages) add_to_cache(hash, std::move(page));
    std::vector<LookupResult> found;
    for (const PendingRequest& one : all)
        found.push_back(find_cached(one.hash, one.path).value_or(LookupResult{nullptr, away}));
    lock.unlock();
    for (std::size_t each = 0; each < all.size(); ++each) all[each].done(std::move(found[each]));
    lock.lock();
}

std::shared_ptr<const OtherVersionFiles::Page> OtherVersionFiles::read(const std::string& hash) {
    auto page = std::make_shared<const Page>(page_files_->read(hash));
    spdlog::info("serves {} page files of version {} as well", page->files.size(), hash);
    return page;
}

void OtherVersionFiles::add_to_cache(const std::string& hash, std::shared_ptr<const Page> page) {
    cached_versions_[hash] = {std::move(page), ++uses_};
    const auto used = [](const auto& one) { return one.second.used; };
    const auto size = [this] {
        std::int64_t bytes = 0;
        for (const auto& [other, remembered] : cached_versions_) bytes += remembered.page->bytes;
        return bytes;
    };
    while (cached_versions_.size() > 1 && size() > most_bytes)
        cached_versions_.erase(std::ranges::min_element(cached_versions_, {}, used));
}

void OtherVersionFiles::store_own() {
    if (page_files_->keep(own_.version())) return;
    const std::vector<storage::WebFile> files = files_of(own_);
    if (size_of(files) > most_bytes_of_version)
        return spdlog::warn(
            "the page has {} MiB, too much to store it for servers with another version of it",
            size_of(files) >> 20);
    page_files_->put(own_.version(), files);
}

void OtherVersionFiles::keep(std::unique_lock<std::mutex>& lock) {
    lock.unlock();
    auto next = Steady::now() + keep_interval;
    try {
        store_own();
    } catch (const storage::DatabaseError& error) {
        spdlog::warn("the page files cannot be stored: {}", error.what());
        next = Steady::now() + retry_delay;
    }
    lock.lock();
    next_keep_ = next;
}

}  // namespace cubilete::server
