#include "server/commands/arena_player.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/codec.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_answer = 64 * 1024;  // bytes

/// Both ends are closed in other processes, unless they are given to one.
std::pair<int, int> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    return {ends[0], ends[1]};
}

void close_end(int& descriptor) {
    if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

}  // namespace

std::optional<protocol::Json> HousePlayer::choose(const protocol::Match& match, Seat seat,
                                                  const protocol::JsonText&) {
    return match.position(seat)->choose(*book_, level_, thinking_);
}

std::optional<protocol::Json> ProgramPlayer::choose(const protocol::Match&, Seat,
                                                    const protocol::JsonText& push) {
    try {
        if (process_ < 0) start();
        const Deadline deadline = std::chrono::steady_clock::now() + patience_;
        write_line(push.dump(), deadline);
        const auto answer = protocol::read_json(read_line(deadline));
        const auto* json = std::get_if<protocol::Json>(&answer);
        if (json == nullptr || !json->is_object())
            throw Forfeit{Forfeit::Kind::illegal, "the answer is no JSON object"};
        const auto move = json->find("move");
        if (move == json->end() || move->is_null()) return std::nullopt;
        return *move;
    } catch (const Forfeit&) {
        stop();  // nobody knows which of its further lines would answer what
        throw;
    }
}

void ProgramPlayer::hear_end(const protocol::JsonText& push) {
    if (process_ < 0) return;
    try {
        write_line(push.dump(), std::chrono::steady_clock::now() + patience_);
    } catch (const Forfeit&) {
        stop();  // the match is over: it is started again for the next one
    }
}

void ProgramPlayer::start() {
    auto [child_in, to] = make_pipe();
    auto [from, child_out] = make_pipe();
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, child_in, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, child_out, STDOUT_FILENO);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // so that stop() ends its children, too
    std::string shell = "sh", flag = "-c", command = command_;
    std::array<char*, 4> words{shell.data(), flag.data(), command.data(), nullptr};
    const int failed = ::posix_spawn(&process_, "/bin/sh", &actions, &attributes, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    close_end(child_in);
    close_end(child_out);
    to_ = to;
    from_ = from;
    if (failed != 0) {
        process_ = -1;
        stop();
        throw std::system_error(failed, std::generic_category(), "sh");
    }
    for (const int descriptor : {to_, from_}) ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
}

void ProgramPlayer::stop() {
    close_end(to_);
    close_end(from_);
    read_.clear();
    if (process_ < 0) return;
    ::kill(-process_, SIGKILL);
    ::waitpid(std::exchange(process_, -1), nullptr, 0);
}

void ProgramPlayer::wait_for(int descriptor, short events, Deadline deadline) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd asked{descriptor, events, 0};
    if (left.count() <= 0 || ::poll(&asked, 1, static_cast<int>(left.count())) == 0)
        throw Forfeit{Forfeit::Kind::late, "no answer in time"};
}

void ProgramPlayer::write_line(const std::string& line, Deadline deadline) {
    const std::string text = line + '\n';
    for (std::size_t written = 0; written < text.size();) {
        const ssize_t more = ::write(to_, text.data() + written, text.size() - written);
        if (more >= 0)
            written += static_cast<std::size_t>(more);
        else if (errno == EAGAIN)
            wait_for(to_, POLLOUT, deadline);
        else if (errno != EINTR)
            throw Forfeit{Forfeit::Kind::broke_off, "the program has ended"};
    }
}

std::string ProgramPlayer::read_line(Deadline deadline) {
    while (true) {
        if (const auto end = read_.find('\n'); end != std::string::npos) {
            std::string line = read_.substr(0, end);
            read_.erase(0, end + 1);
            return line;
        }
        if (read_.size() > most_answer) throw Forfeit{Forfeit::Kind::illegal, "the answer is too long"};
        std::array<char, 4096> bytes;
        const ssize_t more = ::read(from_, bytes.data(), bytes.size());
        if (more > 0)
            read_.append(bytes.data(), static_cast<std::size_t>(more));
        else if (more < 0 && errno == EAGAIN)
            wait_for(from_, POLLIN, deadline);
        else if (more == 0 || errno != EINTR)
            throw Forfeit{Forfeit::Kind::broke_off, "the program has ended"};
    }
}

}  // namespace cubilete::server
