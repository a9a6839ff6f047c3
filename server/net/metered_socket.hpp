#pragma once

#include <utility>

#include "server/core/net.hpp"

namespace cubilete::server {

/// Is notified before each read and each write on a socket.
class Meter {
  public:
    virtual void on_read() = 0;
    virtual void on_write() = 0;

  protected:
    ~Meter() = default;
};

/// A socket that notifies its meter, which outlives it. It is needed because Beast reads on through pings and
/// empty fragments without returning, and writes a frame in as many steps as the peer accepts.
class MeteredSocket : public Socket {
  public:
    MeteredSocket(Socket socket, Meter& meter) : Socket(std::move(socket)), meter_(&meter) {}

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        meter_->on_read();
        return Socket::async_read_some(buffers, std::forward<Token>(token));
    }
    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        meter_->on_write();
        return Socket::async_write_some(buffers, std::forward<Token>(token));
    }

  private:
    Meter* meter_;
};

}  // namespace cubilete::server
