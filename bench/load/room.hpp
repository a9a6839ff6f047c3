#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "bench/load/contributor.hpp"
#include "bench/load/table_client.hpp"

namespace cubilete::bench {

/// How the two players of a room behave.
struct Players {
    bool dice = false;  ///< they take part in provable dice
    /// Their addresses name the room. The one who makes it, and cannot know it before, then connects anew, as a phone
    /// does that was away to send the invitation.
    bool name_room = false;
};

/// Two players in one room of La Ambiciosa who play match after match. They parse only what they need: they
/// search the text instead of reading the JSON.
class Room : public TableClient {
  public:
    Room(net::io_context& io, std::size_t number, const Events& events, Players how);

    void open(const tcp::endpoint& server) override;
    bool ready() const override { return seen_[0] == seen_[1] && !move_.empty(); }
    /// Makes the first listed move. Requires ready().
    void move() override;
    bool was_witnessed() const override { return witnessed_; }
    std::uint64_t received() const override { return players_[0].received() + players_[1].received(); }

  private:
    void hear(int seat, std::string_view message);
    void come_to_room();
    std::string hello(const char* name) const;
    void on_reply(int seat, std::string_view message);
    void on_match(int seat, std::string_view message);
    void contribute(int seat, std::string_view push);
    void say(int seat, const std::string& request);

    std::array<Client, 2> players_;
    Client maker_;  ///< makes the room for players_[0], if its address shall name the room
    Players how_;
    tcp::endpoint server_;
    std::string token_;  ///< of the player who makes the room
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

MakeTable ambiciosa_rooms(Players how = {});

}  // namespace cubilete::bench
