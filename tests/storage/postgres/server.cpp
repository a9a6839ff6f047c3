#include "tests/storage/postgres/server.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "storage/postgres/connection.hpp"

namespace cubilete::tests {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using storage::postgres::Connection;
using storage::postgres::Url;

namespace {

/// The directory of the newest installed version.
fs::path programs() {
    std::vector<fs::path> found;
    if (fs::exists("/usr/lib/postgresql"))
        for (const auto& version : fs::directory_iterator("/usr/lib/postgresql"))
            if (fs::exists(version.path() / "bin/initdb")) found.push_back(version.path() / "bin");
    if (found.empty())
        throw std::runtime_error(
            "PostgreSQL is not installed (Debian's package postgresql-15). Install it, or"
            " configure with -DCUBILETE_POSTGRES=OFF");
    return *std::ranges::max_element(found);
}

/// PostgreSQL refuses to run as root; then its package's user runs it.
const passwd* other_user() { return ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr; }

/// Starts a program, which ends with this one; its output goes to `log`.
pid_t start_program(const std::vector<std::string>& words, const fs::path& log) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const passwd* user = other_user();
    const pid_t process = ::fork();
    if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (process > 0) return process;
    const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    if (user != nullptr &&
        (::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0))
        ::_exit(126);
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (::chdir("/") != 0) ::_exit(126);
    ::execv(arguments.front(), arguments.data());
    ::_exit(127);
}

int wait_for(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The processes of this server: the first one and its children.
std::vector<pid_t> family(pid_t first) {
    std::vector<pid_t> all = {first};
    std::ifstream children("/proc/" + std::to_string(first) + "/task/" + std::to_string(first) + "/children");
    for (pid_t child = 0; children >> child;) all.push_back(child);
    return all;
}

}  // namespace

PostgresServer::PostgresServer(std::vector<std::string> settings) : settings_(std::move(settings)) {
    const fs::path data = directory_.path() / "data";
    const fs::path log = directory_.path() / "log";
    fs::create_directory(data);
    std::ofstream(log).close();
    if (const passwd* user = other_user())
        for (const fs::path& path : {directory_.path(), data, log})
            if (::chown(path.c_str(), user->pw_uid, user->pw_gid) != 0)
                throw std::system_error(errno, std::generic_category(), path);
    const int status =
        wait_for(start_program({programs() / "initdb", "-D", data, "-U", "postgres", "--auth=trust",
                                "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"},
                               log));
    if (status != 0) throw std::runtime_error("initdb failed: " + text_of(log));
    start();
}

PostgresServer::~PostgresServer() {
    if (process_ == 0) return;
    thaw();
    ::kill(process_, SIGQUIT);
    wait_for(process_);
}

PostgresServer& PostgresServer::shared() {
    static PostgresServer server;
    return server;
}

std::string PostgresServer::url(const std::string& database) const {
    return "postgresql:///" + database + "?user=postgres&host=" + directory_.path().string();
}

std::string PostgresServer::create_database() {
    const std::string name = "test_" + std::to_string(++databases_);
    Connection connection(Url(url("postgres")), "tests");
    connection.set_timeout(60s);  // it copies files, and a busy disk may need seconds
    connection.query("CREATE DATABASE " + name);
    return name;
}

void PostgresServer::drop_database(const std::string& name) {
    Connection connection(Url(url("postgres")), "tests");
    connection.set_timeout(60s);
    connection.query("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
}

void PostgresServer::start(const std::vector<std::string>& settings) {
    std::vector<std::string> words = {programs() / "postgres",
                                      "-D",
                                      directory_.path() / "data",
                                      "-k",
                                      directory_.path(),
                                      "-c",
                                      "listen_addresses=",
                                      "-c",
                                      "shared_buffers=16MB",
                                      "-c",
                                      "max_connections=60",
                                      "-c",
                                      "log_checkpoints=off",
                                      "-c",
                                      "autovacuum=off"};
    for (const auto& list : {settings_, settings})
        for (const std::string& setting : list) words.insert(words.end(), {"-c", setting});
    std::string reason;
    for (int attempt = 0; attempt < 2'000; ++attempt) {
        // After kill() the shared memory is in use until the last process has ended.
        if (process_ == 0) process_ = start_program(words, directory_.path() / "log");
        try {
            const Connection trial(Url(url("postgres")), "tests");
            return;
        } catch (const storage::DatabaseError& error) {
            reason = error.what();
        }
        if (::waitpid(process_, nullptr, WNOHANG) == process_) process_ = 0;
        std::this_thread::sleep_for(10ms);
    }
    throw std::runtime_error("PostgreSQL does not start: " + reason + "\n" +
                             text_of(directory_.path() / "log"));
}

void PostgresServer::stop() {
    if (process_ == 0) return;
    ::kill(process_, SIGINT);
    wait_for(process_);
    process_ = 0;
}

void PostgresServer::kill() {
    freeze();
    for (const pid_t process : family(process_)) ::kill(process, SIGKILL);
    wait_for(process_);
    process_ = 0;
}

void PostgresServer::freeze() {
    ::kill(process_, SIGSTOP);  // it starts no more of them
    // The list of children may lack some while one of them ends.
    std::vector<pid_t> stopped;
    for (std::vector<pid_t> all = family(process_); all != stopped; all = family(process_)) {
        for (const pid_t process : all) ::kill(process, SIGSTOP);
        stopped = all;
    }
}

void PostgresServer::thaw() {
    for (const pid_t process : family(process_)) ::kill(process, SIGCONT);
}

std::string PostgresServer::log() const { return text_of(directory_.path() / "log"); }

}  // namespace cubilete::tests
