#pragma once

#include <cerrno>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <boost/asio.hpp>
#include <fcntl.h>
#include <unistd.h>

namespace cubilete::bench {

/// A file of lines that grows, with group commit: a thread of its own writes and syncs all lines that were appended since
/// it began the batch before. A failure ends the program, because nothing may be announced after it.
class AppendLog {
  public:
    AppendLog(boost::asio::io_context& io, const char* path)
        : io_(io), file_(expect(::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600))) {}
    ~AppendLog() {
        disk_.join();
        ::close(file_);
    }
    AppendLog(const AppendLog&) = delete;
    AppendLog& operator=(const AppendLog&) = delete;

    /// Calls `then` on the thread of `io`, which calls this, too, when the line is on the disk; in the order of the lines.
    void append(std::string_view line, std::function<void()> then) {
        next_.text.append(line) += '\n';
        next_.waiting.push_back(std::move(then));
        if (!busy_) commit();
    }

  private:
    struct Batch {
        std::string text;
        std::vector<std::function<void()>> waiting;
    };

    void commit() {
        busy_ = true;
        boost::asio::post(disk_, [this, batch = std::exchange(next_, {})]() mutable {
            for (std::string_view left = batch.text; !left.empty();)
                left.remove_prefix(
                    static_cast<std::size_t>(expect(::write(file_, left.data(), left.size()))));
            expect(::fdatasync(file_));
            boost::asio::post(io_, [this, written = std::move(batch)] {
                busy_ = false;
                if (!next_.waiting.empty()) commit();
                for (const auto& then : written.waiting) then();
            });
        });
    }
    template <class Result>
    static Result expect(Result result) {
        if (result < 0) throw std::system_error(errno, std::generic_category(), "the log");
        return result;
    }

    boost::asio::io_context& io_;
    int file_;
    Batch next_;
    bool busy_ = false;
    boost::asio::thread_pool disk_{1};
};

}  // namespace cubilete::bench
