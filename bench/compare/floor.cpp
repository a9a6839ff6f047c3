// The smallest server of a dice table that Boost.Beast and nlohmann_json allow: one thread, in memory, no
// lobby, no limits, no shutdown. It is the floor that bench/compare divides by.
//
//     bench_floor PORT_FILE [LOG]
//
// With a log each state is a line of that file, and on the disk before a player sees it.
//
// Two players sit down with {"type":"join","table":ID}. The one whose turn it is rolls five dice, then holds:
// {"type":"roll","table":ID}, {"type":"hold","table":ID}. The server checks turn and phase, and sends the state
// to both. Such a match never ends.
//
// At a table whose players join with "next", a hash, both contribute to each throw: the server asks them
// ({"type":"ask"}), checks the value of each by that hash, and throws when it has both.
// {"type":"give","table":ID,"value":HEX,"next":HASH}, with the hash of the player's next value.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <nlohmann/json.hpp>
#include <sodium.h>

#include "bench/compare/append_log.hpp"
#include "bench/load/port_file.hpp"

namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;
using net::ip::tcp;
using Json = nlohmann::json;
using Text = std::shared_ptr<const std::string>;
using Digest = std::array<unsigned char, crypto_hash_sha256_BYTES>;

class Player;

struct Table {
    std::array<Player*, 2> seats{};
    int turn = 0;
    int seq = 0;
    bool rolled = false;
    std::array<int, 5> dice{};
    std::array<int, 2> scores{};
    std::array<std::string, 2> next;    ///< hash of the value that a seat gives next, if it contributes
    std::array<std::string, 2> values;  ///< given for the throw that is open
    bool asked = false;
};

struct Tables {
    std::unordered_map<std::string, Table> by_id;
    std::unique_ptr<cubilete::bench::AppendLog> log;  ///< null: nothing is durable
};

class Player : public std::enable_shared_from_this<Player> {
  public:
    Player(tcp::socket socket, Tables& tables, std::mt19937& random)
        : stream_(std::move(socket)), tables_(tables), random_(random) {}
    ~Player() {
        if (table_) table_->seats[seat_] = nullptr;
    }

    net::awaitable<void> run() {
        const auto self = shared_from_this();
        const auto token = net::as_tuple(net::use_awaitable);
        stream_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
        auto [refused] = co_await stream_.async_accept(token);
        if (refused) co_return;
        stream_.text(true);
        beast::flat_buffer incoming;
        for (;;) {
            auto [failed, length] = co_await stream_.async_read(incoming, token);
            if (failed) co_return;
            handle({static_cast<const char*>(incoming.data().data()), length});
            incoming.consume(length);
        }
    }

  private:
    void send(Text text) {
        outgoing_.push_back(std::move(text));
        if (outgoing_.size() == 1) write();
    }
    void write() {
        stream_.async_write(net::buffer(*outgoing_.front()),
                            [self = shared_from_this()](const error_code& failed, std::size_t) {
                                if (failed) return;
                                self->outgoing_.pop_front();
                                if (!self->outgoing_.empty()) self->write();
                            });
    }
    void refuse(const char* code) { send(text_of({{"type", "error"}, {"code", code}})); }
    static Text text_of(const Json& message) { return std::make_shared<const std::string>(message.dump()); }

    void handle(std::string_view text) {
        const Json message = Json::parse(text, nullptr, false);
        const auto holds_text = [&](const char* key) {
            return message.contains(key) && message[key].is_string();
        };
        if (!message.is_object() || !holds_text("type") || !holds_text("table")) return refuse("bad_message");
        const auto& type = message["type"].get_ref<const std::string&>();
        const auto& id = message["table"].get_ref<const std::string&>();
        if (type == "join") {
            if (table_) return refuse("bad_message");
            return join(id, holds_text("next") ? message["next"].get<std::string>() : "");
        }
        if (!table_) return refuse("bad_message");
        if (type == "give" && holds_text("value") && holds_text("next"))
            return give(id, message["value"].get<std::string>(), message["next"].get<std::string>());
        if (table_->turn != static_cast<int>(seat_)) return refuse("not_your_turn");
        if (type == "roll" && !table_->rolled && !table_->asked && !table_->next[0].empty()) {
            table_->asked = true;
            return send_both(*table_, text_of({{"type", "ask"}, {"table", id}, {"seq", table_->seq + 1}}));
        } else if (type == "roll" && !table_->rolled && !table_->asked) {
            std::uniform_int_distribution<int> pips(1, 6);
            for (int& die : table_->dice) die = pips(random_);
            table_->rolled = true;
        } else if (type == "hold" && table_->rolled) {
            for (const int die : table_->dice) table_->scores[seat_] += die;
            table_->rolled = false;
            table_->turn = 1 - table_->turn;
        } else {
            return refuse("not_now");
        }
        ++table_->seq;
        show(id);
    }

    void give(const std::string& id, std::string value, std::string next) {
        if (!table_->asked || !table_->values[seat_].empty() || hex(hash(value)) != table_->next[seat_])
            return refuse("not_now");
        table_->values[seat_] = std::move(value);
        table_->next[seat_] = std::move(next);
        if (table_->values[1 - seat_].empty()) return;
        const Digest drawn = hash(table_->values[0] + table_->values[1]);
        for (std::size_t at = 0; at < table_->dice.size(); ++at) table_->dice[at] = 1 + drawn[at] % 6;
        table_->values = {};
        table_->asked = false;
        table_->rolled = true;
        ++table_->seq;
        show(id);
    }
    static Digest hash(const std::string& text) {
        Digest digest;
        crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
        return digest;
    }
    static std::string hex(const Digest& digest) {
        std::string text(2 * digest.size() + 1, '\0');
        sodium_bin2hex(text.data(), text.size(), digest.data(), digest.size());
        text.pop_back();
        return text;
    }

    void join(const std::string& id, std::string next) {
        Table& table = tables_.by_id[id];
        if (table.seats[0] && table.seats[1]) return refuse("table_full");
        table_ = &table;
        seat_ = table.seats[0] ? 1 : 0;
        table.seats[seat_] = this;
        table.next[seat_] = std::move(next);
        send(text_of({{"type", "joined"}, {"seat", seat_}}));
    }

    void show(const std::string& id) {
        const Text state = text_of({{"type", "state"},
                                    {"table", id},
                                    {"seq", table_->seq},
                                    {"turn", table_->turn},
                                    {"rolled", table_->rolled},
                                    {"dice", table_->dice},
                                    {"scores", table_->scores}});
        if (!tables_.log) return send_both(*table_, state);
        tables_.log->append(*state, [table = table_, state] { send_both(*table, state); });
    }
    static void send_both(const Table& table, const Text& text) {
        for (Player* player : table.seats)
            if (player) player->send(text);
    }

    websocket::stream<beast::tcp_stream> stream_;
    Tables& tables_;
    std::mt19937& random_;
    Table* table_ = nullptr;
    std::size_t seat_ = 0;
    std::deque<Text> outgoing_;
};

net::awaitable<void> accept(tcp::acceptor& acceptor, Tables& tables, std::mt19937& random) {
    for (;;) {
        auto [failed, socket] = co_await acceptor.async_accept(net::as_tuple(net::use_awaitable));
        if (failed) continue;
        socket.set_option(tcp::no_delay(true));
        const auto player = std::make_shared<Player>(std::move(socket), tables, random);
        net::co_spawn(acceptor.get_executor(), player->run(), net::detached);
    }
}

}  // namespace

int main(int count, char** words) {
    if (count != 2 && count != 3) {
        std::fputs("usage: bench_floor PORT_FILE [LOG]\n", stderr);
        return 2;
    }
    std::mt19937 random{std::random_device{}()};
    net::io_context io{1};
    Tables tables;
    if (count == 3) tables.log = std::make_unique<cubilete::bench::AppendLog>(io, words[2]);
    tcp::acceptor acceptor(io, {net::ip::address_v4::loopback(), 0});
    net::co_spawn(io, accept(acceptor, tables, random), net::detached);
    cubilete::bench::write_port(words[1], acceptor.local_endpoint().port());
    io.run();
}
