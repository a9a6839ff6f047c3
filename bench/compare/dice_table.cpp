#include "bench/compare/dice_table.hpp"

#include <memory>

#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

#include "bench/load/text.hpp"
#include "server/match/dice_arithmetic.hpp"

namespace cubilete::bench {

namespace {

namespace http = boost::beast::http;

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

/// Reserves a seat over HTTP and returns the server's answer. Blocks.
std::string reserve(const tcp::endpoint& server, const std::string& path, int seat) {
    net::io_context io;
    boost::beast::tcp_stream stream(io);
    stream.connect(server);
    http::request<http::string_body> request(http::verb::post, "/matchmake/" + path, 11);
    request.set(http::field::host, "127.0.0.1");
    request.set(http::field::content_type, "application/json");
    request.keep_alive(false);
    request.body() = R"({"seat":)" + std::to_string(seat) + "}";
    request.prepare_payload();
    http::write(stream, request);
    boost::beast::flat_buffer buffer;
    http::response<http::string_body> response;
    http::read(stream, buffer, response);
    if (response.result() != http::status::ok) surprised(response.body());
    return response.body();
}

class ColyseusTable : public DiceTable {
  public:
    ColyseusTable(net::io_context& io, std::size_t number, const Events& events)
        : DiceTable(io, number, events) {}

    void open(const tcp::endpoint& server) override {
        const std::string first = reserve(server, "create/dice", 0);
        const std::string room(between(first, R"("roomId":")", "\""));
        const std::string process(between(first, R"("processId":")", "\""));
        const std::string second = reserve(server, "joinById/" + room, 1);
        for (const int seat : {0, 1}) {
            const std::string_view session = between(seat == 0 ? first : second, R"("sessionId":")", "\"");
            player(seat).open(
                server, std::string("/").append(process) + "/" + room + "?sessionId=" + std::string(session),
                true);
        }
    }

  private:
    /// The first byte of a message says what it is.
    enum Kind : char { joined = 10, error = 11, message = 13, whole_state = 14, patch = 15 };

    void hear(int seat, std::string_view heard) override {
        switch (heard.empty() ? error : static_cast<Kind>(heard.front())) {
            case joined: return player(seat).send({joined});  // the server waits for this
            case whole_state: return on_seat();
            case patch: return on_state();
            case error:
            case message: surprised(heard);
        }
    }
    void roll(Client& player) override { player.send({message, '\xa4', 'r', 'o', 'l', 'l'}); }
    void hold(Client& player) override { player.send({message, '\xa4', 'h', 'o', 'l', 'd'}); }
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

MakeTable colyseus_tables() {
    return [](net::io_context& io, std::size_t number, const TableClient::Events& events) {
        return std::make_unique<ColyseusTable>(io, number, events);
    };
}

}  // namespace cubilete::bench
