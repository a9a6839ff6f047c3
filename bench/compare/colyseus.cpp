#include "bench/compare/colyseus.hpp"

#include <array>
#include <memory>
#include <string>
#include <utility>

#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

#include "bench/compare/dice_table.hpp"
#include "bench/load/text.hpp"

namespace cubilete::bench {

namespace {

namespace http = boost::beast::http;

/// The first byte of a message says what it is.
enum Kind : char { joined = 10, error = 11, message = 13, whole_state = 14, patch = 15 };

Kind kind_of(std::string_view heard) { return heard.empty() ? error : static_cast<Kind>(heard.front()); }

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

/// Makes a room of this name and connects both players to it. Blocks.
template <class Player>
void open_room(const tcp::endpoint& server, const std::string& name, Player&& player) {
    const std::string first = reserve(server, "create/" + name, 0);
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

class ColyseusTable : public DiceTable {
  public:
    ColyseusTable(net::io_context& io, std::size_t number, const Events& events)
        : DiceTable(io, number, events) {}

    void open(const tcp::endpoint& server) override {
        open_room(server, "dice", [this](int seat) -> Client& { return player(seat); });
    }

  private:
    void hear(int seat, std::string_view heard) override {
        switch (kind_of(heard)) {
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

/// The bytes of a small integer in MessagePack at the beginning of a text, with its head.
std::string_view integer(std::string_view text) {
    switch (text.empty() ? '\0' : text.front()) {
        case '\xcc': return text.substr(0, 2);
        case '\xcd': return text.substr(0, 3);
        default: return text.substr(0, 1);
    }
}

/// Two players who make the first listed move. They search the messages of the server, which are in MessagePack.
class ColyseusAmbiciosa : public TableClient {
  public:
    ColyseusAmbiciosa(net::io_context& io, std::size_t number, const Events& events)
        : TableClient(number, events),
          players_{Client(io, [this](std::string_view heard) { hear(0, heard); }),
                   Client(io, [this](std::string_view heard) { hear(1, heard); })} {}

    void open(const tcp::endpoint& server) override {
        open_room(server, "ambiciosa", [this](int seat) -> Client& { return player(seat); });
    }
    bool ready() const override { return entries_[0] == entries_[1] && !move_.empty(); }
    void move() override {
        under_way_ = true;
        player(mover_).send(std::exchange(move_, {}));
    }
    std::uint64_t received() const override { return players_[0].received() + players_[1].received(); }

  private:
    Client& player(int seat) { return players_[static_cast<std::size_t>(seat)]; }

    void hear(int seat, std::string_view heard) {
        switch (kind_of(heard)) {
            case joined: return player(seat).send({joined});
            case whole_state: return get_ready(seat);
            case patch: return;  // before the entry
            case message:
                if (heard.substr(1).starts_with("\xa5"
                                                "entry"))
                    return on_entry(seat, heard);
                if (heard.substr(1).starts_with("\xa2ok")) return;
                [[fallthrough]];
            case error: surprised(heard);
        }
    }
    void get_ready(int seat) { player(seat).send({message, '\xa5', 'r', 'e', 'a', 'd', 'y'}); }
    void on_entry(int seat, std::string_view entry) {
        ++entries_[static_cast<std::size_t>(seat)];
        const std::size_t moves = entry.find(
            "\xa2"
            "do\xa4");
        if (moves != entry.npos) {
            mover_ = seat;
            const std::size_t number = entry.rfind("\xa1n", moves) + 2;
            move_ =
                std::string{message}.append(entry.substr(moves + 3, 5)).append(integer(entry.substr(number)));
        }
        if (entry.find("\xa1"
                       "e\xa4"
                       "over") != entry.npos)
            get_ready(seat);
        if (entries_[0] != entries_[1]) return;
        if (std::exchange(under_way_, false)) events().moved(*this);
        if (ready()) events().ready(*this);
    }

    std::array<Client, 2> players_;
    std::array<int, 2> entries_{};  ///< which each player has seen
    int mover_ = 0;
    std::string move_;  ///< the next move as a message
    bool under_way_ = false;
};

}  // namespace

MakeTable colyseus_tables() {
    return [](net::io_context& io, std::size_t number, const TableClient::Events& events) {
        return std::make_unique<ColyseusTable>(io, number, events);
    };
}

MakeTable colyseus_ambiciosa() {
    return [](net::io_context& io, std::size_t number, const TableClient::Events& events) {
        return std::make_unique<ColyseusAmbiciosa>(io, number, events);
    };
}

}  // namespace cubilete::bench
