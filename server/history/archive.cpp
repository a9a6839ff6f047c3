#include "server/history/archive.hpp"

#include <utility>

#include <boost/asio/post.hpp>

namespace cubilete::server {

Archive::Archive(const std::filesystem::path& data, std::size_t most_waiting)
    : books_{storage::Store(data), storage::History(data)}, most_waiting_(most_waiting) {}

void Archive::stop() {
    thread_.stop();
    thread_.join();
}

bool Archive::post(Job job) {
    if (waiting_.fetch_add(1) >= most_waiting_) {
        --waiting_;
        return false;
    }
    boost::asio::post(thread_, [this, job = std::move(job)] {
        --waiting_;
        job(books_);
    });
    return true;
}

}  // namespace cubilete::server
