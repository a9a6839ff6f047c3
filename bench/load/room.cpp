#include "bench/load/room.hpp"

#include <charconv>
#include <utility>

#include "bench/load/text.hpp"

namespace cubilete::bench {

namespace {

std::int64_t integer(std::string_view digits) {
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

}  // namespace

Room::Room(net::io_context& io, std::size_t number, const Events& events, Players how)
    : TableClient(number, events),
      players_{Client(io, [this](std::string_view message) { hear(0, message); }),
               Client(io, [this](std::string_view message) { hear(1, message); })},
      maker_(io, [this](std::string_view message) { hear(0, message); }),
      how_(how) {}

void Room::open(const tcp::endpoint& server) {
    server_ = server;
    if (how_.name_room)
        maker_.open(server);
    else
        for (Client& player : players_) player.open(server);
    say(0, hello("Ana"));
}

std::string Room::hello(const char* name) const {
    return std::string(R"({"t":"hello","v":1,"name":")") + name + '"' + (how_.dice ? R"(,"dice":1)" : "");
}

void Room::move() {
    under_way_ = true;
    say(mover_, std::exchange(move_, {}));
}

void Room::say(int seat, const std::string& request) {
    const bool makes = how_.name_room && seat == 0 && code_.empty();
    (makes ? maker_ : players_[static_cast<std::size_t>(seat)])
        .send(request + ",\"id\":" + std::to_string(++id_) + "}");
}

void Room::hear(int seat, std::string_view message) {
    if (message.starts_with(R"({"t":"match")")) return on_match(seat, message);
    if (message.starts_with(R"({"t":"dice)")) return contribute(seat, message);
    if (message.starts_with(R"({"t":"ok","re":"dice")")) return;
    if (message.starts_with(R"({"t":"ok")")) return on_reply(seat, message);
    if (message.starts_with(R"({"t":"refused")")) surprised(message);
}

/// Answers with an id that tells the reply from those of the steps.
void Room::contribute(int seat, std::string_view push) {
    if (push.starts_with(R"({"t":"dice.ask")")) asked_ = true;
    if (auto request = contributors_[static_cast<std::size_t>(seat)].answer(push))
        players_[static_cast<std::size_t>(seat)].send(*std::move(request) + R"(,"id":"dice"})");
}

void Room::come_to_room() {
    maker_.close();
    for (Client& player : players_) player.open(server_, "/ws?room=" + code_);
    say(0, hello("Ana") + R"(,"token":")" + token_ + '"');
}

/// Handles the steps of a player in order: hello, join, the other player, the match. Who comes to the room that they
/// have made says hello once more.
void Room::on_reply(int seat, std::string_view message) {
    const int step = step_[static_cast<std::size_t>(seat)]++;
    const std::string at_room = R"(,"room":")" + code_ + '"';
    if (seat == 0 && step == 0) {
        token_ = between(message, R"("token":")", "\"");
        say(0,
            R"({"t":"room.create","game":"ambiciosa","seats":2,"options":{"starter":"first"},"clock":{"turn_ms":0})");
    } else if (seat == 0 && step == 1) {
        code_ = between(message, R"("room":")", "\"");
        if (how_.name_room) return come_to_room();
        say(1, hello("Ben"));
    } else if (seat == 0 && step == 2 && how_.name_room) {
        say(1, hello("Ben"));
    } else if (seat == 1 && step == 0) {
        say(1, R"({"t":"room.join")" + at_room);
    } else if (seat == 1 && step == 1) {
        say(1, R"({"t":"room.ready","ready":true)" + at_room);
    } else if (seat == 1 && step == 2) {
        say(0, R"({"t":"room.start")" + at_room);
    }
}

void Room::on_match(int seat, std::string_view message) {
    const std::string_view you = message.substr(std::min(message.find(R"("you":{)"), message.size()));
    const std::string_view match = between(message, R"("match":")", "\"");
    const std::string_view seq = between(message, R"("seq":)", ",}");
    // When a room goes to another server of a cluster, its players get the present state again.
    const std::string entry = std::string(match).append(" ").append(seq);
    if (std::exchange(newest_[static_cast<std::size_t>(seat)], entry) == entry) return;
    seen_[static_cast<std::size_t>(seat)] = integer(seq);
    if (!you.starts_with(R"("you":{)")) surprised(message);
    const std::string_view first_move = between(you, R"("moves":[)", "]}");
    if (!first_move.empty()) {
        mover_ = seat;
        move_ = std::string(R"({"t":"move","room":")").append(code_).append(R"(","match":")").append(match);
        move_.append(R"(","n":)")
            .append(between(you, R"("n":)", ","))
            .append(R"(,"move":)")
            .append(first_move);
        move_ += '}';
    }
    const bool over = message.find(R"("result":{)") != message.npos;
    if (over) {
        say(seat, R"({"t":"room.rematch","room":")" + code_ + '"');
        move_.clear();
    }
    if (seen_[0] != seen_[1]) return;
    if (std::exchange(under_way_, false)) {
        witnessed_ = std::exchange(asked_, false);
        events().moved(*this);
    }
    if (ready()) events().ready(*this);
}

MakeTable ambiciosa_rooms(Players how) {
    return [how](net::io_context& io, std::size_t number, const TableClient::Events& events) {
        return std::make_unique<Room>(io, number, events, how);
    };
}

}  // namespace cubilete::bench
