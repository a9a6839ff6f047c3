#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace cubilete::bench {

/// A child process that ends with this object.
class Process {
  public:
    /// Discards its output. Runs only on these processors, if any are named. Throws std::runtime_error if it
    /// cannot be started.
    explicit Process(const std::vector<std::string>& command, const std::vector<int>& processors = {});
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Ends it at once with SIGKILL.
    void kill();

    /// Processor time of all its threads so far, user and system, in seconds.
    double cpu_seconds() const;
    /// Its private memory in bytes.
    std::int64_t memory() const;

  private:
    void end(int signal);

    pid_t pid_;
};

/// The processor time of this program.
double own_cpu_seconds();

/// The processors that this thread may use.
std::vector<int> allowed_processors();
/// Lets this thread, and the processes and threads that it starts, use only these processors.
void run_on(const std::vector<int>& processors);

}  // namespace cubilete::bench
