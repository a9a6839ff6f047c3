#pragma once

#include <array>
#include <string>

#include "bench/load/table_client.hpp"

namespace cubilete::bench {

/// Two players of the dice table of bench/compare/floor.cpp, which needs no rules on their side: each rolls, then
/// holds, then it is the other's turn. How this is said depends on the server.
class DiceTable : public TableClient {
  public:
    bool ready() const override { return seated_ == 2 && awaited_ == 0; }
    void move() override;
    bool was_witnessed() const override { return witnessed_; }
    std::uint64_t received() const override { return players_[0].received() + players_[1].received(); }

  protected:
    DiceTable(net::io_context& io, std::size_t number, const Events& events);

    virtual void hear(int seat, std::string_view message) = 0;
    virtual void roll(Client& player) = 0;
    virtual void hold(Client& player) = 0;

    Client& player(int seat) { return players_[static_cast<std::size_t>(seat)]; }
    /// The players were asked for values for the current move.
    void on_ask() { asked_ = true; }
    /// A player has a seat.
    void on_seat();
    /// A player has the state after the latest move.
    void on_state();

  private:
    std::array<Client, 2> players_;
    int seated_ = 0;
    int awaited_ = 0;         ///< players who have not seen the outcome of the current move
    int moves_ = 0;           ///< modulo four: both roll and hold
    bool asked_ = false;      ///< for the current move
    bool witnessed_ = false;  ///< the latest move
};

/// Players who write JSON, for the floor and for node with `ws`. `contribute`: to each throw, which only the floor knows.
MakeTable json_tables(bool contribute = false);

}  // namespace cubilete::bench
