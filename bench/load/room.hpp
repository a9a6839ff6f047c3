#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "bench/load/client.hpp"
#include "bench/load/contributor.hpp"

namespace cubilete::bench {

/// Two players in one room of La Ambiciosa who play match after match. They parse only what they need: they
/// search the text instead of reading the JSON. If wanted they take part in provable dice.
class Room {
  public:
    struct Events {
        std::function<void(Room&)> moved;  ///< both players have seen the outcome of the current move
        std::function<void(Room&)> ready;  ///< a seat may move
    };
    Room(net::io_context& io, std::size_t number, const Events& events, bool dice);

    std::size_t number() const { return number_; }

    /// Connects both players and starts the first match. Blocks only for the connections.
    void open(const tcp::endpoint& server);
    bool ready() const { return seen_[0] == seen_[1] && !move_.empty(); }
    /// Makes the first listed move. Requires ready().
    void move();
    /// The seats were asked for values for the latest move.
    bool was_witnessed() const { return witnessed_; }

  private:
    void hear(int seat, std::string_view message);
    void take_reply(int seat, std::string_view message);
    void take_match(int seat, std::string_view message);
    void contribute(int seat, std::string_view push);
    void say(int seat, const std::string& request);

    std::size_t number_;
    std::array<Client, 2> players_;
    const Events& events_;
    bool dice_;
    std::array<Contributor, 2> contributors_;
    bool asked_ = false;      ///< for the move that is under way
    bool witnessed_ = false;  ///< the latest move
    std::string code_;
    std::string match_;
    std::array<std::int64_t, 2> seen_{};  ///< seq of each player's latest push
    std::array<int, 2> step_{};           ///< each player's progress until the match
    int mover_ = 0;
    bool under_way_ = false;
    std::string move_;  ///< the next move request, without its id
    std::int64_t id_ = 0;
};

}  // namespace cubilete::bench
