#include <utility>

#include "protocol/codec.hpp"

namespace cubilete::protocol {

namespace {

Json id_of(RequestId&& id) {
    return std::visit([](auto& value) { return Json(std::move(value)); }, id);
}

std::string_view name_of(RoomPush::Phase phase) {
    switch (phase) {
        case RoomPush::Phase::waiting: return "waiting";
        case RoomPush::Phase::playing: return "playing";
        case RoomPush::Phase::finished: return "finished";
    }
    broken_promise(std::source_location::current());
}

std::string_view name_of(Wait::Kind kind) {
    switch (kind) {
        case Wait::Kind::none: return "none";
        case Wait::Kind::turn: return "turn";
        case Wait::Kind::window: return "window";
    }
    broken_promise(std::source_location::current());
}

template <class T>
Json or_null(std::optional<T>&& value) {
    return value ? Json(std::move(*value)) : Json();
}

Json line_of(ChatLine&& line) {
    return object({{"from", std::move(line.from)},
                   {"name", std::move(line.name)},
                   {"text", std::move(line.text)},
                   {"at_ms", line.at_ms}});
}

Json seat_of(const RoomPush::SeatInfo& seat) {
    return object({{"player", seat.player ? to_json(*seat.player) : Json()},
                   {"ready", seat.ready},
                   {"online", seat.online},
                   {"house", seat.house}});
}

Json wire(Ok&& ok) {
    Json json = object({{"t", "ok"}, {"re", id_of(std::move(ok.re))}});
    for (auto& [name, value] : ok.fields.get_ref<Json::object_t&>()) json.emplace(name, std::move(value));
    return json;
}

Json wire(RefusedReply&& reply) {
    auto& [code, text, at, retry_ms] = reply.refused;
    Json json = object({{"t", "refused"},
                        {"re", reply.re ? id_of(std::move(*reply.re)) : Json()},
                        {"code", name_of(code)},
                        {"text", std::move(text)}});
    if (!at.empty()) json.emplace("at", std::move(at));
    if (retry_ms) json.emplace("retry_ms", *retry_ms);
    return json;
}

Json wire(RoomPush&& room) {
    Json seats = Json::array();
    for (const auto& seat : room.seats) seats.push_back(seat_of(seat));
    Json chat = Json::array();
    for (auto& line : room.chat) chat.push_back(line_of(std::move(line)));
    return object({{"t", "room"},
                   {"room", std::move(room.room)},
                   {"game", std::move(room.game)},
                   {"options", std::move(room.options)},
                   {"phase", name_of(room.phase)},
                   {"host", std::move(room.host)},
                   {"public", room.is_public},
                   {"bots", room.bots},
                   {"watch", room.watchable},
                   {"clock", object({{"turn_ms", room.turn_ms}})},
                   {"seats", std::move(seats)},
                   {"spectators", room.spectators},
                   {"match", or_null(std::move(room.match))},
                   {"chat", std::move(chat)}});
}

Json wire(ChatPush&& chat) {
    return object({{"t", "chat"},
                   {"room", std::move(chat.room)},
                   {"from", std::move(chat.line.from)},
                   {"name", std::move(chat.line.name)},
                   {"text", std::move(chat.line.text)},
                   {"at_ms", chat.line.at_ms}});
}

Json wire(LobbyPush&& lobby) {
    Json put = Json::array();
    for (const auto& line : lobby.put) put.push_back(to_json(line));
    return object({{"t", "lobby"}, {"put", std::move(put)}, {"gone", std::move(lobby.gone)}});
}

Json wire(GonePush&& gone) {
    return object({{"t", "gone"}, {"room", std::move(gone.room)}, {"reason", std::move(gone.reason)}});
}

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Takes the last brace away, so that more members may follow.
std::string opened(const Json& json) {
    std::string text = dumped(json);
    text.pop_back();
    return text;
}

std::string text_of(MatchPush&& push) {
    Json to_act = Json::array();
    for (const Seat seat : push.to_act) to_act.push_back(seat);
    std::string text = opened(object({{"t", "match"},
                                      {"room", std::move(push.room)},
                                      {"match", std::move(push.match)},
                                      {"seq", push.seq},
                                      {"by", to_json(push.by)}}));
    text.reserve(text.size() + push.sight.events.size() + push.sight.view.size() + 512);
    text.append(R"(,"events":)").append(push.sight.events);
    text.append(R"(,"view":)").append(push.sight.view);
    text.append(R"(,"to_act":)").append(to_act.dump());
    if (push.you)
        text.append(R"(,"you":)")
            .append(dumped(object(
                {{"seat", push.you->seat}, {"n", push.you->n}, {"moves", std::move(push.you->moves)}})));
    const Json rest = object({{"clock", push.clock ? object({{"kind", name_of(push.clock->kind)},
                                                             {"left_ms", push.clock->left_ms},
                                                             {"of_ms", push.clock->of_ms}})
                                                   : Json()},
                              {"result", push.result ? to_json(*push.result, push.reason) : Json()},
                              {"hash", std::move(push.hash)}});
    return text.append(1, ',').append(dumped(rest), 1, std::string::npos);
}

template <class Message>
std::string text_of(Message&& message) {
    return dumped(wire(std::forward<Message>(message)));
}

}  // namespace

Json to_json(const PlayerInfo& player) {
    return object({{"id", player.id}, {"name", player.name}, {"bot", player.bot}});
}

Json to_json(const RoomLine& line) {
    return object({{"room", line.room},
                   {"game", line.game},
                   {"options", line.options},
                   {"phase", name_of(line.phase)},
                   {"host", line.host},
                   {"taken", line.taken},
                   {"seats", line.seats},
                   {"spectators", line.spectators},
                   {"clock", object({{"turn_ms", line.turn_ms}})}});
}

std::string write(ServerMessage message) {
    return std::visit([](auto& body) { return text_of(std::move(body)); }, message);
}

}  // namespace cubilete::protocol
