#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include <sys/types.h>

#include "server/core/net.hpp"

namespace cubilete::server::spar {

/// A server of its own process, on a free port of this machine and with data of its own, which go with it. It
/// can be told to stop, or be killed, and started again. All on one strand.
class Server {
  public:
    /// Throws std::runtime_error when there is no place for its data.
    explicit Server(const Strand& strand);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// `up` runs when it is open, each time it has been started; with false when it could not start.
    void start(std::function<void(bool)> up);
    /// As an operator would (SIGTERM), then starts it again.
    void restart();
    /// As a power cut would, then starts it again.
    void crash();
    bool is_up() const { return port_ != 0; }
    std::uint16_t port() const { return port_; }

  private:
    void spawn();
    void look();
    void await_end();

    SteadyTimer timer_;
    std::filesystem::path place_;
    std::function<void(bool)> up_;
    pid_t process_ = 0;
    std::uint16_t port_ = 0;
};

}  // namespace cubilete::server::spar
