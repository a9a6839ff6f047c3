#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "bench/load/client.hpp"

namespace cubilete::bench {

/// Two players at a table of La Ambiciosa who play match after match. They answer as programs do that know only
/// what they need: text is searched, not parsed.
class Room {
  public:
    struct Events {
        std::function<void(Room&)> moved;  ///< both have seen what the move under way led to
        std::function<void(Room&)> ready;  ///< somebody may move
    };
    Room(net::io_context& io, std::size_t number, const Events& events);

    std::size_t number() const { return number_; }

    /// Connects both and starts the first match. Blocks for the connections only.
    void open(const tcp::endpoint& server);
    bool ready() const { return seen_[0] == seen_[1] && !move_.empty(); }
    /// Makes the move that the server lists first. Requires ready().
    void move();

  private:
    void hear(int seat, std::string_view message);
    void take_reply(int seat, std::string_view message);
    void take_match(int seat, std::string_view message);
    void say(int seat, const std::string& request);

    std::size_t number_;
    std::array<Client, 2> players_;
    const Events& events_;
    std::string code_;
    std::string match_;
    std::array<std::int64_t, 2> seen_{};  ///< seq of each player's last push
    std::array<int, 2> step_{};           ///< of the way to the table
    int mover_ = 0;
    bool under_way_ = false;
    std::string move_;  ///< the request that is to be sent next, without its id
    std::int64_t id_ = 0;
};

}  // namespace cubilete::bench
