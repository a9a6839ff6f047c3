#include "server/history/archive.hpp"

#include <utility>

#include <boost/asio/post.hpp>

namespace cubilete::server {

Archive::Archive(const std::filesystem::path& data, std::size_t most_waiting)
    : books_{storage::Store(data), storage::History(data)}, waiting_(most_waiting) {}

void Archive::stop() {
    thread_.stop();
    thread_.join();
}

void Archive::post(const ClientNetwork& from, Job job, Refused refused) {
    boost::asio::post(thread_, [this, from, wanted = Waiting{std::move(job), std::move(refused)}]() mutable {
        if (const auto dropped = waiting_.push(from, std::move(wanted))) dropped->refused();
        if (!std::exchange(running_, true)) boost::asio::post(thread_, [this] { run_next(); });
    });
}

// One job per handler, so that jobs posted meanwhile enter the queue before the next one is chosen.
void Archive::run_next() {
    if (const auto next = waiting_.pop()) next->job(books_);
    running_ = waiting_.size() > 0;
    if (running_) boost::asio::post(thread_, [this] { run_next(); });
}

}  // namespace cubilete::server
