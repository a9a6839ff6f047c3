#include "bench/load/process.hpp"

#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cubilete::bench {

namespace {

std::ifstream about(const std::string& process, const char* file) {
    return std::ifstream("/proc/" + process + "/" + file);
}

/// utime and stime in proc(5)'s stat: fields 14 and 15, which are 12 and 13 after the name in brackets.
double cpu_seconds_of(const std::string& process) {
    std::string line;
    std::getline(about(process, "stat"), line);
    std::istringstream fields(line.substr(line.rfind(')') + 1));
    const std::vector<std::string> after_name(std::istream_iterator<std::string>(fields), {});
    const std::int64_t ticks = std::stoll(after_name.at(11)) + std::stoll(after_name.at(12));
    return static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace

Process::Process(const std::vector<std::string>& command) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t output;
    posix_spawn_file_actions_init(&output);
    posix_spawn_file_actions_addopen(&output, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const int failed = posix_spawnp(&pid_, words.front(), &output, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&output);
    if (failed != 0) throw std::runtime_error("cannot start " + command.front());
}

Process::~Process() { end(SIGTERM); }

void Process::kill() { end(SIGKILL); }

void Process::end(int signal) {
    if (pid_ == 0) return;
    ::kill(pid_, signal);
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
}

double Process::cpu_seconds() const { return cpu_seconds_of(std::to_string(pid_)); }

std::int64_t Process::memory() const {
    std::string line;
    for (std::ifstream status = about(std::to_string(pid_), "status"); std::getline(status, line);)
        if (line.starts_with("RssAnon:")) return std::stoll(line.substr(8)) * 1024;
    throw std::runtime_error("the server has ended");
}

double own_cpu_seconds() { return cpu_seconds_of("self"); }

}  // namespace cubilete::bench
