#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "bench/load/client.hpp"

namespace cubilete::bench {

/// The two players of one table on some server. They play without end. One thread.
class TableClient {
  public:
    struct Events {
        std::function<void(TableClient&)> moved;  ///< both players have seen the outcome of the current move
        std::function<void(TableClient&)> ready;  ///< a seat may move
    };
    TableClient(std::size_t number, const Events& events) : number_(number), events_(events) {}
    virtual ~TableClient() = default;
    TableClient(const TableClient&) = delete;
    TableClient& operator=(const TableClient&) = delete;

    std::size_t number() const { return number_; }

    /// Connects both players and begins to play. Blocks only for the connections.
    virtual void open(const tcp::endpoint& server) = 0;
    virtual bool ready() const = 0;
    /// Makes the next move. Requires ready().
    virtual void move() = 0;
    /// The seats were asked for values of provable dice for the latest move.
    virtual bool was_witnessed() const { return false; }
    /// The bytes that the server has sent to both players in WebSocket frames, with the frames' headers.
    virtual std::uint64_t received() const = 0;

  protected:
    const Events& events() const { return events_; }

  private:
    std::size_t number_;
    const Events& events_;
};

/// Makes the players of the table with this number.
using MakeTable = std::function<std::unique_ptr<TableClient>(net::io_context& io, std::size_t number,
                                                             const TableClient::Events& events)>;

}  // namespace cubilete::bench
