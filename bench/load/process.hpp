#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace cubilete::bench {

/// A program that we started; it ends with this object.
class Process {
  public:
    /// Its output goes nowhere. Throws std::runtime_error when it cannot be started.
    explicit Process(const std::vector<std::string>& command);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Ends it at once, with nothing finished.
    void kill();

    /// Processor time of all its threads so far, user and system, in seconds.
    double cpu_seconds() const;
    /// Memory that is its own, in bytes.
    std::int64_t memory() const;

  private:
    void end(int signal);

    pid_t pid_;
};

/// The same of this program.
double own_cpu_seconds();

}  // namespace cubilete::bench
