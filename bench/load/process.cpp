#include "bench/load/process.hpp"

#include <ctime>
#include <fstream>
#include <stdexcept>

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cubilete::bench {

namespace {

double seconds_of(clockid_t clock) {
    timespec time{};
    if (clock_gettime(clock, &time) != 0) throw std::runtime_error("the server has ended");
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace

Process::Process(const std::vector<std::string>& command, const std::vector<int>& processors) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t output;
    posix_spawn_file_actions_init(&output);
    posix_spawn_file_actions_addopen(&output, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const std::vector<int> own = allowed_processors();
    run_on(processors.empty() ? own : processors);  // the child inherits them
    const int failed = posix_spawnp(&pid_, words.front(), &output, nullptr, words.data(), environ);
    run_on(own);
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

double Process::cpu_seconds() const {
    clockid_t clock{};
    if (clock_getcpuclockid(pid_, &clock) != 0) throw std::runtime_error("the server has ended");
    return seconds_of(clock);
}

std::int64_t Process::memory() const {
    std::string line;
    for (std::ifstream status("/proc/" + std::to_string(pid_) + "/status"); std::getline(status, line);)
        if (line.starts_with("RssAnon:")) return std::stoll(line.substr(8)) * 1024;
    throw std::runtime_error("the server has ended");
}

double own_cpu_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

std::vector<int> allowed_processors() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) throw std::runtime_error("cannot read the processors");
    std::vector<int> processors;
    for (int number = 0; number < CPU_SETSIZE; ++number)
        if (CPU_ISSET(static_cast<std::size_t>(number), &set)) processors.push_back(number);
    return processors;
}

void run_on(const std::vector<int>& processors) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int number : processors) CPU_SET(static_cast<std::size_t>(number), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) throw std::runtime_error("cannot choose the processors");
}

}  // namespace cubilete::bench
