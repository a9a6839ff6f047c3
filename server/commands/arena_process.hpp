#pragma once

#include <chrono>
#include <string>

#include <sys/types.h>

namespace cubilete::server {

/// A player has lost a match by what it did, not by the rules.
struct Forfeit {
    enum class Kind { broke_off, late, illegal };
    Kind kind;
    std::string what;

    /// "late: no answer in time"
    std::string text() const;
};

/// A program of an arena, with lines on its standard input and output. What it writes to its standard error appears on ours. With it
/// end all processes that it has started. Or a connection to a program that listens somewhere, with the same lines.
class ArenaProcess {
  public:
    using Deadline = std::chrono::steady_clock::time_point;

    /// The program is a command of the shell, or `tcp://HOST:PORT`. Throws std::system_error if no process can be started, and Forfeit
    /// if nobody answers at the address.
    explicit ArenaProcess(std::string program);
    /// Ends it at once.
    ~ArenaProcess();
    ArenaProcess(const ArenaProcess&) = delete;
    ArenaProcess& operator=(const ArenaProcess&) = delete;

    /// Both throw Forfeit.
    void write_line(const std::string& line, Deadline deadline);
    std::string read_line(Deadline deadline);
    /// Closes its input and waits for its end until the deadline, so that it can read what it was told and write its files.
    void close_and_wait(Deadline deadline);

  private:
    void start(std::string command);
    void connect(const std::string& address);
    /// Waits until the descriptor is ready for this.
    void wait_for(int descriptor, short events, Deadline deadline);
    /// Reads the program's output meanwhile, so that it does not wait for us. Returns whether it has ended.
    bool wait_for_exit(Deadline deadline);
    void forward_stderr();
    /// Of a program that has closed its input or output.
    [[noreturn]] void forfeit();

    pid_t process_ = -1;  ///< -1 for a connection
    int to_ = -1;
    int from_ = -1;
    int errors_ = -1;
    std::string read_;  ///< of the next lines
    std::string said_;  ///< the last of its standard error
    std::string end_;   ///< how it has ended, once it has
};

}  // namespace cubilete::server
