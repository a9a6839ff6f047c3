#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "bench/load/contributor.hpp"
#include "bench/load/table_client.hpp"

namespace cubilete::bench {

/// Two players in one room of La Ambiciosa who play match after match. They parse only what they need: they
/// search the text instead of reading the JSON. If wanted they take part in provable dice.
class Room : public TableClient {
  public:
    Room(net::io_context& io, std::size_t number, const Events& events, bool dice);

    void open(const tcp::endpoint& server) override;
    bool ready() const override { return seen_[0] == seen_[1] && !move_.empty(); }
    /// Makes the first listed move. Requires ready().
    void move() override;
    bool was_witnessed() const override { return witnessed_; }
    std::uint64_t received() const override { return players_[0].received() + players_[1].received(); }

  private:
    void hear(int seat, std::string_view message);
    void make();
    void take_reply(int seat, std::string_view message);
    void take_match(int seat, std::string_view message);
    void contribute(int seat, std::string_view push);
    void say(int seat, const std::string& request);

    std::array<Client, 2> players_;
    bool dice_;
    std::array<Contributor, 2> contributors_;
    bool asked_ = false;      ///< for the move that is under way
    bool witnessed_ = false;  ///< the latest move
    std::string code_;
    std::string match_;
    std::array<std::int64_t, 2> seen_{};  ///< seq of each player's latest push
    std::array<std::string, 2> newest_;   ///< its match and its seq
    std::array<int, 2> step_{};           ///< each player's progress until the match
    int mover_ = 0;
    bool under_way_ = false;
    std::string move_;  ///< the next move request, without its id
    std::int64_t id_ = 0;
};

/// Makes rooms; `dice`: the players take part in provable dice.
MakeTable ambiciosa_rooms(bool dice = false);

}  // namespace cubilete::bench
