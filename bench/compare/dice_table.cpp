#include "bench/compare/dice_table.hpp"

#include <memory>

#include "bench/load/text.hpp"
#include "server/match/dice_arithmetic.hpp"

namespace cubilete::bench {

namespace {

class JsonTable : public DiceTable {
  public:
    JsonTable(net::io_context& io, std::size_t number, const Events& events, bool contribute)
        : DiceTable(io, number, events),
          at_table_(R"(,"table":"t)" + std::to_string(number) + "\"}"),
          contributes_(contribute) {}

    void open(const tcp::endpoint& server) override {
        for (const int seat : {0, 1}) player(seat).open(server, "/");
        join(0);
    }

  private:
    void join(int seat) { player(seat).send(R"({"type":"join")" + next(seat) + at_table_); }
    /// The hash of a new value, if this player contributes.
    std::string next(int seat) {
        if (!contributes_) return "";
        std::array<unsigned char, 32> bytes;
        randombytes_buf(bytes.data(), bytes.size());
        std::string& value = values_[static_cast<std::size_t>(seat)] = server::hex(bytes);
        crypto_hash_sha256(bytes.data(), reinterpret_cast<const unsigned char*>(value.data()), value.size());
        return R"(,"next":")" + server::hex(bytes) + '"';
    }
    void give(int seat) {
        const std::string value = values_[static_cast<std::size_t>(seat)];
        player(seat).send(R"({"type":"give","value":")" + value + '"' + next(seat) + at_table_);
    }
    void hear(int seat, std::string_view message) override {
        if (message.find(R"("type":"state")") != message.npos) return on_state();
        if (message.find(R"("type":"ask")") != message.npos) return on_ask(), give(seat);
        if (message.find(R"("type":"joined")") == message.npos) surprised(message);
        // The server gives the seats in the order of the requests.
        if (seat == 0) join(1);
        on_seat();
    }
    void roll(Client& player) override { player.send(R"({"type":"roll")" + at_table_); }
    void hold(Client& player) override { player.send(R"({"type":"hold")" + at_table_); }

    std::string at_table_;
    bool contributes_;
    std::array<std::string, 2> values_;  ///< which they give next
};

}  // namespace

DiceTable::DiceTable(net::io_context& io, std::size_t number, const Events& events)
    : TableClient(number, events),
      players_{Client(io, [this](std::string_view message) { hear(0, message); }),
               Client(io, [this](std::string_view message) { hear(1, message); })} {}

void DiceTable::move() {
    awaited_ = 2;
    asked_ = false;
    Client& mover = player(moves_ / 2);
    moves_ % 2 == 0 ? roll(mover) : hold(mover);
    moves_ = (moves_ + 1) % 4;
}

void DiceTable::on_seat() {
    if (++seated_ == 2) events().ready(*this);
}

void DiceTable::on_state() {
    if (awaited_ == 0 || --awaited_ > 0) return;
    witnessed_ = asked_;
    events().moved(*this);
    events().ready(*this);
}

MakeTable json_tables(bool contribute) {
    return [contribute](net::io_context& io, std::size_t number, const TableClient::Events& events) {
        return std::make_unique<JsonTable>(io, number, events, contribute);
    };
}

}  // namespace cubilete::bench
