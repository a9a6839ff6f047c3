#include "spar/server.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cubilete::server::spar {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr auto poll_interval = 10ms;
constexpr int cannot_execute = 127;

/// Arguments that make the result independent of the operator's settings, and limits so high that no bot
/// reaches one by itself.
std::vector<std::string> words_for(const fs::path& place) {
    const std::string any = "1000000000/1s";
    std::vector<std::string> words{"cubilete", "serve",     "--log-level", "warning",
                                   "--host",   "127.0.0.1", "--port",      "0"};
    words.insert(words.end(), {"--data", place / "data", "--port-file", place / "port"});
    words.insert(words.end(), {"--requests-per-player", any, "--guests-per-address", any});
    for (const char* limit : {"openings-per-address", "wrong-tokens-per-address", "messages-per-socket"})
        words.insert(words.end(), {"--limit", limit + ("=" + any)});
    return words;
}

std::vector<std::string> environment() {
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (!std::string_view(*variable).starts_with("CUBILETE_")) variables.emplace_back(*variable);
    return variables;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> all;
    for (std::string& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
}

}  // namespace

Server::Server(const Executor& executor) : timer_(executor) {
    std::string name = (fs::temp_directory_path() / "cubilete-spar-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a directory like " + name);
    directory_ = name;
}

Server::~Server() {
    if (process_ > 0) {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    std::error_code ignored;
    fs::remove_all(directory_, ignored);
}

void Server::start(std::function<void(bool)> up) {
    on_started_ = std::move(up);
    spawn();
}

void Server::spawn() {
    fs::remove(directory_ / "port");
    std::vector<std::string> words = words_for(directory_);
    std::vector<std::string> variables = environment();
    const std::vector<char*> arguments = pointers(words);
    const std::vector<char*> settings = pointers(variables);
    const std::string log = directory_ / "log";
    process_ = fork();
    if (process_ == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);        // ends with this process
        setpgid(0, 0);                           // Ctrl+C goes to this process only
        close_range(STDERR_FILENO + 1, ~0U, 0);  // otherwise the bot's connections would stay open in it
        const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        dup2(file, STDOUT_FILENO);
        dup2(file, STDERR_FILENO);
        execve("/proc/self/exe", arguments.data(), settings.data());
        _exit(cannot_execute);
    }
    poll_port();
}

void Server::poll_port() {
    if (process_ < 0 || waitpid(process_, nullptr, WNOHANG) == process_) {
        process_ = 0;
        return on_started_(false);
    }
    if (std::ifstream(directory_ / "port") >> port_) return on_started_(true);
    port_ = 0;
    timer_.expires_after(poll_interval);
    timer_.async_wait([this](boost::system::error_code failed) {
        if (!failed) poll_port();
    });
}

void Server::restart() {
    port_ = 0;
    kill(process_, SIGTERM);
    await_exit();
}

void Server::crash() {
    port_ = 0;
    kill(process_, SIGKILL);
    await_exit();
}

void Server::await_exit() {
    if (waitpid(process_, nullptr, WNOHANG) == process_) return spawn();
    timer_.expires_after(poll_interval);
    timer_.async_wait([this](boost::system::error_code failed) {
        if (!failed) await_exit();
    });
}

}  // namespace cubilete::server::spar
