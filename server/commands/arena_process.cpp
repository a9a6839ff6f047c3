#include "server/commands/arena_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cubilete::server {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_answer = 64 * 1024;  // bytes; as much as a pipe holds
constexpr std::size_t most_said = 1024;         // bytes
constexpr auto most_ending = 2s;                // between the end of its output and its own
constexpr timeval most_connecting{.tv_sec = 10, .tv_usec = 0};
constexpr std::string_view address_begin = "tcp://";
constexpr int between_end_looks = 10;  // milliseconds: nothing tells us when a process ends

/// Both ends are closed in other processes, unless they are given to one.
std::pair<int, int> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    return {ends[0], ends[1]};
}

void close_end(int& descriptor) {
    if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

/// A socket that does not block, or -1.
int connected(const addrinfo& to) {
    int own = ::socket(to.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (own < 0) return own;
    constexpr int at_once = 1;  // the other side waits for each line
    ::setsockopt(own, SOL_SOCKET, SO_SNDTIMEO, &most_connecting, sizeof most_connecting);
    ::setsockopt(own, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    if (::connect(own, to.ai_addr, to.ai_addrlen) != 0) close_end(own);
    if (own >= 0) ::fcntl(own, F_SETFL, O_NONBLOCK);
    return own;
}

/// Returns the bytes that a pipe holds now. Closes the descriptor at its end.
std::string read_what_is_there(int& descriptor) {
    std::string bytes(most_answer, '\0');
    const ssize_t count = descriptor < 0 ? 0 : ::read(descriptor, bytes.data(), bytes.size());
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) close_end(descriptor);
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return bytes;
}

/// The last line that is not empty, as printable ASCII.
std::string last_line(std::string_view text) {
    const auto end = text.find_last_not_of("\r\n ");
    if (end == text.npos) return {};
    text = text.substr(0, end + 1);
    std::string line(text.substr(text.rfind('\n') + 1));
    std::ranges::replace_if(
        line, [](char c) { return c < ' ' || c > '~'; }, '?');
    return line;
}

std::string end_of(const siginfo_t& end) {
    const std::string number = std::to_string(end.si_status);
    return end.si_code == CLD_EXITED ? "the program has ended with code " + number
                                     : "the program was ended by signal " + number;
}

pid_t spawn(std::string command, int input, int output, int errors) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t pipe_signal;
    ::sigemptyset(&pipe_signal);
    ::sigaddset(&pipe_signal, SIGPIPE);  // which the arena ignores
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setsigdefault(&attributes, &pipe_signal);
    // A group of its own, so that its children end with it.
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    std::string shell = "sh", flag = "-c";
    std::array<char*, 4> words{shell.data(), flag.data(), command.data(), nullptr};
    pid_t process = -1;
    const int failed = ::posix_spawn(&process, "/bin/sh", &actions, &attributes, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (failed != 0) throw std::system_error(failed, std::generic_category(), "sh");
    return process;
}

}  // namespace

std::string Forfeit::text() const {
    constexpr std::array<const char*, 3> names{"broke off", "late", "illegal"};
    return std::string(names[static_cast<std::size_t>(kind)]) + ": " + what;
}

ArenaProcess::ArenaProcess(std::string program) {
    if (program.starts_with(address_begin))
        connect(program.substr(address_begin.size()));
    else
        start(std::move(program));
}

void ArenaProcess::start(std::string command) {
    auto [input, to] = make_pipe();
    auto [from, output] = make_pipe();
    auto [errors_from, errors] = make_pipe();
    to_ = to;
    from_ = from;
    errors_ = errors_from;
    for (const int descriptor : {to_, from_, errors_}) ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
    process_ = spawn(std::move(command), input, output, errors);
    for (int* end : {&input, &output, &errors}) close_end(*end);
}

void ArenaProcess::connect(const std::string& address) {
    const auto colon = address.rfind(':');
    std::string host = address.substr(0, colon);
    std::erase_if(host, [](char c) { return c == '[' || c == ']'; });  // around an address of IPv6
    const std::string port = colon == address.npos ? "" : address.substr(colon + 1);
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), port.c_str(), &wanted, &found) == 0) {
        for (const addrinfo* each = found; each != nullptr && to_ < 0; each = each->ai_next)
            to_ = connected(*each);
        ::freeaddrinfo(found);
    }
    if (to_ < 0) throw Forfeit{Forfeit::Kind::broke_off, "nobody answers at " + address};
    from_ = ::fcntl(to_, F_DUPFD_CLOEXEC, 0);
}

ArenaProcess::~ArenaProcess() {
    if (process_ > 0) {
        ::kill(-process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
    for (int* end : {&to_, &from_, &errors_}) close_end(*end);
}

void ArenaProcess::write_line(const std::string& line, Deadline deadline) {
    const std::string text = line + '\n';
    for (std::size_t written = 0; written < text.size();) {
        const ssize_t more = ::write(to_, text.data() + written, text.size() - written);
        if (more >= 0)
            written += static_cast<std::size_t>(more);
        else if (errno == EAGAIN)
            wait_for(to_, POLLOUT, deadline);
        else if (errno != EINTR)
            forfeit();
    }
}

std::string ArenaProcess::read_line(Deadline deadline) {
    while (true) {
        if (const auto end = read_.find('\n'); end != std::string::npos) {
            std::string line = read_.substr(0, end);
            read_.erase(0, end + 1);
            return line;
        }
        if (read_.size() > most_answer) throw Forfeit{Forfeit::Kind::illegal, "the answer is too long"};
        if (from_ < 0) forfeit();
        wait_for(from_, POLLIN, deadline);
        read_ += read_what_is_there(from_);
    }
}

void ArenaProcess::close_and_wait(Deadline deadline) {
    close_end(to_);
    if (process_ < 0) return;  // it learns of the end by that of the connection
    wait_for_exit(deadline);
}

void ArenaProcess::wait_for(int descriptor, short events, Deadline deadline) {
    while (true) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        std::array<pollfd, 2> asked{{{descriptor, events, 0}, {errors_, POLLIN, 0}}};
        const int ready =
            left.count() > 0 ? ::poll(asked.data(), asked.size(), static_cast<int>(left.count())) : 0;
        if (ready == 0 && wait_for_exit(deadline)) forfeit();
        if (ready == 0)
            throw Forfeit{Forfeit::Kind::late, "no answer in time (does the program flush its output?)"};
        if (ready > 0 && asked[1].revents != 0) forward_stderr();
        if (ready > 0 && asked[0].revents != 0) return;
    }
}

bool ArenaProcess::wait_for_exit(Deadline deadline) {
    if (process_ < 0) return false;
    while (true) {
        siginfo_t end{};
        ::waitid(P_PID, static_cast<id_t>(process_), &end, WEXITED | WNOHANG | WNOWAIT);
        read_what_is_there(from_);
        forward_stderr();
        if (end.si_pid != 0) {
            end_ = end_of(end);
            return true;
        }
        if (std::chrono::steady_clock::now() >= deadline) return false;
        std::array<pollfd, 2> asked{{{from_, POLLIN, 0}, {errors_, POLLIN, 0}}};
        ::poll(asked.data(), asked.size(), between_end_looks);
    }
}

void ArenaProcess::forward_stderr() {
    const std::string more = read_what_is_there(errors_);
    for (std::string_view rest = more; !rest.empty();) {
        const ssize_t written = ::write(STDERR_FILENO, rest.data(), rest.size());
        if (written <= 0) break;
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    said_ += more;
    if (said_.size() > most_said) said_.erase(0, said_.size() - most_said);
}

void ArenaProcess::forfeit() {
    if (process_ < 0) throw Forfeit{Forfeit::Kind::broke_off, "the connection has ended"};
    if (!wait_for_exit(std::chrono::steady_clock::now() + most_ending))
        end_ = "the program reads or writes no more";
    const std::string said = last_line(said_);
    throw Forfeit{Forfeit::Kind::broke_off, said.empty() ? end_ : end_ + ": " + said};
}

}  // namespace cubilete::server
