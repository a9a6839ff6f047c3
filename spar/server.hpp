#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include <sys/types.h>

#include "server/core/net.hpp"

namespace cubilete::server::spar {

/// A server in its own process, on a free port of this machine, with its own data, which is deleted with it.
/// It can be stopped or killed, and starts again. Use it on one thread.
class Server {
  public:
    /// Makes a directory for the data. Throws std::runtime_error if that fails.
    explicit Server(const Executor& executor);
    /// Kills the process and deletes its data.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Starts the server. `up` runs each time it has started, also after restart() and crash(); with false if
    /// it could not start.
    void start(std::function<void(bool)> up);
    /// Stops it with SIGTERM, as an operator does, and starts it again.
    void restart();
    /// Kills it with SIGKILL, and starts it again.
    void crash();
    /// It accepts connections.
    bool is_up() const { return port_ != 0; }
    /// 0 while it is down.
    std::uint16_t port() const { return port_; }

  private:
    void spawn();
    void poll_port();
    void await_exit();

    SteadyTimer timer_;
    std::filesystem::path directory_;
    std::function<void(bool)> on_started_;
    pid_t process_ = 0;
    std::uint16_t port_ = 0;
};

}  // namespace cubilete::server::spar
