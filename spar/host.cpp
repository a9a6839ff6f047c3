#include "spar/host.hpp"

#include <array>
#include <utility>

namespace cubilete::server::spar {

using protocol::object;

namespace {

constexpr std::array<const char*, 2> partners{"medium", "easy"};

}  // namespace

Host::Host(const Executor& executor, Server& server, Json create, Callbacks callbacks)
    : executor_(executor), server_(server), create_(std::move(create)), callbacks_(std::move(callbacks)) {}

void Host::connect() {
    connect_websocket(executor_, server_.port(), [this](WebSocketPeerPtr wire) {
        if (!wire) return;  // the server is stopping; connect() is called again when it has started
        peer_ = std::move(wire);
        peer_->listen({[this](const std::string& text) { on_frame(text); },
                       [this](int) {
                           peer_.reset();
                           waiting_.clear();
                       }});
        greet();
    });
}

void Host::greet() {
    Json hello = object({{"t", "hello"}, {"v", 1}, {"name", "Referee"}, {"agent", "cubilete-spar"}});
    if (!token_.empty()) hello["token"] = token_;
    ask(std::move(hello), [this](const Json& reply) {
        if (reply.contains("token")) token_ = reply["token"];
        if (code_.empty()) return create_room();
        ask(object({{"t", "room.join"}, {"room", code_}}));
    });
}

void Host::create_room() {
    Json create = create_;
    create["t"] = "room.create";
    ask(std::move(create), [this](const Json& reply) {
        if (reply["t"] != "ok") return callbacks_.on_failure(reply.value("text", "no table"));
        code_ = reply["room"];
        const int seats = create_["seats"];
        for (int seat = 1; seat < seats; ++seat)
            ask(object({{"t", "room.bot"},
                        {"room", code_},
                        {"seat", seat},
                        {"level", partners[static_cast<std::size_t>(seat - 1) % partners.size()]}}));
        ask(object({{"t", "room.seat"}, {"room", code_}, {"seat", nullptr}}),
            [this](const Json&) { callbacks_.on_room_ready(code_); });
    });
}

void Host::ask(Json request, ReplyHandler then) {
    if (!peer_) return;
    request["id"] = ++asked_;
    waiting_[asked_] = std::move(then);
    peer_->send(request.dump());
}

void Host::on_frame(const std::string& text) {
    const Json frame = Json::parse(text);
    if (const auto re = frame.find("re"); re != frame.end()) {
        if (!re->is_number_integer()) return;
        if (auto waiting = waiting_.extract(re->get<int>()); waiting && waiting.mapped())
            waiting.mapped()(frame);
    } else if (frame["t"] == "room") {
        room_ = frame;
        callbacks_.on_room_change();
    }
}

std::string Host::phase() const { return room_.is_object() ? room_.value("phase", "") : ""; }

bool Host::is_present(const std::string& player) const {
    if (!room_.is_object() || player.empty()) return false;
    for (const Json& seat : room_["seats"])
        if (seat["player"].is_object() && seat["player"]["id"] == player) return seat["online"].get<bool>();
    return false;
}

}  // namespace cubilete::server::spar
