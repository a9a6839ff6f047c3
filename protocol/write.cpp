#include <utility>

#include "protocol/codec.hpp"
#include "protocol/views.hpp"

namespace cubilete::protocol {

namespace {

JsonText id_text(const RequestId& id) {
    return std::visit([](const auto& value) { return JsonText(value); }, id);
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

Json players_of(const std::vector<PlayerInfo>& players) {
    Json list = Json::array();
    for (const PlayerInfo& player : players) list.push_back(to_json(player));
    return list;
}

Json seat_of(const RoomPush::SeatInfo& seat) {
    Json json = object({{"player", seat.player ? to_json(*seat.player) : Json()},
                        {"ready", seat.ready},
                        {"online", seat.online},
                        {"house", seat.bot_plays}});
    if (seat.level) json.emplace("level", level_names[static_cast<std::size_t>(*seat.level)]);
    if (seat.out) json.emplace("out", object({{"by", seat.out->by}, {"needed", seat.out->needed}}));
    if (seat.stand_in)
        json.emplace("stand_in", object({{"by", seat.stand_in->by}, {"needed", seat.stand_in->needed}}));
    return json;
}

Json wire(RefusedReply&& reply) {
    auto& [code, text, at, retry_ms, why, args] = reply.refused;
    Json json = object({{"t", "refused"},
                        {"re", reply.re ? id_text(*reply.re).tree() : Json()},
                        {"code", name_of(code)},
                        {"text", std::move(text)}});
    if (!at.empty()) json.emplace("at", std::move(at));
    if (retry_ms) json.emplace("retry_ms", *retry_ms);
    if (!why.empty()) json.emplace("why", why);
    if (!args.empty()) json.emplace("args", std::move(args));
    return json;
}

Json wire(RoomPush&& room) {
    Json seats = Json::array();
    for (const auto& seat : room.seats) seats.push_back(seat_of(seat));
    Json chat = Json::array();
    for (auto& line : room.chat) chat.push_back(line_of(std::move(line)));
    Json json = object({{"t", "room"},
                        {"room", std::move(room.room)},
                        {"game", std::move(room.game)},
                        {"options", std::move(room.options)},
                        {"phase", name_of(room.phase)},
                        {"host", std::move(room.host)},
                        {"public", room.is_public},
                        {"locked", room.locked},
                        {"bots", room.bots},
                        {"watch", room.watchable},
                        {"hints", room.hints},
                        {"witness", or_null(std::move(room.witness))},
                        {"clock", object({{"turn_ms", room.turn_ms}})},
                        {"seats", std::move(seats)},
                        {"spectators", room.spectators},
                        {"watchers", players_of(room.watchers)},
                        {"next", players_of(room.next)},
                        {"match", or_null(std::move(room.match))}});
    if (room.quick)
        json.emplace("quick", object({{"here", room.quick->here},
                                      {"needed", room.quick->needed},
                                      {"starts_ms", or_null(std::move(room.quick->starts_ms))},
                                      {"offer", room.quick->offer}}));
    json.emplace("chat", std::move(chat));
    return json;
}

Json wire(ChatPush&& chat) {
    return object({{"t", "chat"},
                   {"room", std::move(chat.room)},
                   {"from", std::move(chat.line.from)},
                   {"name", std::move(chat.line.name)},
                   {"text", std::move(chat.line.text)},
                   {"at_ms", chat.line.at_ms}});
}

Json wire(GonePush&& gone) {
    return object({{"t", "gone"}, {"room", std::move(gone.room)}, {"reason", std::move(gone.reason)}});
}

std::string_view name_of(DicePush::Step step) {
    switch (step) {
        case DicePush::Step::tips: return "tips";
        case DicePush::Step::reveals: return "reveals";
        case DicePush::Step::play: return "play";
    }
    broken_promise(std::source_location::current());
}

Json wire(DiceShakePush&& shake) {
    return object({{"t", "dice.shake"}, {"room", std::move(shake.room)}, {"seat", shake.seat}});
}

Json wire(DevicePush&&) { return object({{"t", "device"}}); }

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

JsonText clock_of(const MatchPush::Clock& clock) {
    return JsonText::object(
        {{"kind", name_of(clock.kind)}, {"left_ms", clock.left_ms}, {"of_ms", clock.of_ms}});
}

/// The push that reports a move to each player and spectator.
std::string text_of(MatchPush&& push) { return SharedPush(push).text(push.you); }

/// An object with the seats as names.
template <class Value>
JsonText by_seat(const std::map<Seat, Value>& values) {
    JsonText json = JsonText::object();
    for (const auto& [seat, value] : values) json.emplace(std::to_string(seat), value);
    return json;
}

std::string text_of(DicePush&& dice) {
    JsonText json = JsonText::object({{"t", "dice"},
                                      {"room", dice.room},
                                      {"match", dice.match},
                                      {"step", name_of(dice.step)},
                                      {"witness", dice.witness},
                                      {"commit", dice.commit},
                                      {"settings", dice.settings},
                                      {"players", dice.players},
                                      {"tips", by_seat(dice.tips)},
                                      {"roster", dice.roster},
                                      {"reveals", dice.reveals ? by_seat(*dice.reveals) : JsonText()},
                                      {"out", JsonText::array(dice.out)}});
    if (dice.you)
        json.emplace("you", JsonText::object({{"seat", dice.you->seat}, {"nonce", dice.you->nonce}}));
    return std::move(json).dump();
}

std::string text_of(DiceAskPush&& ask) {
    return JsonText::object({{"t", "dice.ask"},
                             {"room", ask.room},
                             {"match", ask.match},
                             {"seq", ask.seq},
                             {"hash", ask.hash},
                             {"by", to_json(ask.by)},
                             {"n", ask.n},
                             {"move", ask.move},
                             {"k", ask.k},
                             {"seats", JsonText::array(ask.seats)}})
        .dump();
}

std::string text_of(Ok&& ok) {
    JsonText json = JsonText::object({{"t", "ok"}, {"re", id_text(ok.re)}});
    json.update(ok.fields);
    return std::move(json).dump();
}

std::string text_of(LobbyOk&& lobby) {
    return JsonText::object(
               {{"t", "ok"}, {"re", id_text(lobby.re)}, {"rooms", lobby.rooms}, {"total", lobby.total}})
        .dump();
}

std::string text_of(LobbyPush&& lobby) {
    JsonText json = JsonText::object({{"t", "lobby"}});
    if (lobby.game) json.emplace("game", *lobby.game);
    json.emplace("put", JsonText::array(lobby.put));
    json.emplace("gone", JsonText::array(lobby.gone));
    json.emplace("total", lobby.total);
    return std::move(json).dump();
}

template <class Message>
std::string text_of(Message&& message) {
    return dumped(wire(std::forward<Message>(message)));
}

}  // namespace

std::string_view name_of(RoomPhase phase) {
    switch (phase) {
        case RoomPhase::waiting: return "waiting";
        case RoomPhase::playing: return "playing";
        case RoomPhase::finished: return "finished";
    }
    broken_promise(std::source_location::current());
}

Json to_json(const PlayerInfo& player) {
    return object({{"id", player.id}, {"name", player.name}, {"bot", player.bot}});
}

JsonText to_json(const MatchPush::You& you) {
    JsonText json = JsonText::object({{"seat", you.seat}, {"n", you.n}});
    if (you.moves != JsonText::array()) json.emplace("moves", you.moves);
    return json;
}

Json to_json(const RoomLine& line) {
    Json json = object({{"room", line.room},
                        {"game", line.game},
                        {"options", line.options},
                        {"phase", name_of(line.phase)},
                        {"host", line.host},
                        {"taken", line.taken},
                        {"seats", line.seats},
                        {"spectators", line.spectators},
                        {"clock", object({{"turn_ms", line.turn_ms}})},
                        {"locked", line.locked}});
    if (line.quick) json.emplace("quick", true);
    return json;
}

SharedPush::SharedPush(const MatchPush& push) {
    constexpr std::size_t longest_rest = 256;
    before_you_.reserve(push.sight.events.dump().size() + push.sight.view.dump().size() + longest_rest);
    before_you_.update({{"t", "match"},
                        {"room", push.room},
                        {"match", push.match},
                        {"seq", push.seq},
                        {"by", to_json(push.by)},
                        {"events", push.sight.events}});
    if (push.about) before_you_.emplace("about", *push.about);
    before_you_.update({{"view", push.sight.view}, {"to_act", JsonText::array(push.to_act)}});
    if (push.entries) before_you_.emplace("entries", *push.entries);
    if (push.left_out) before_you_.emplace("left_out", *push.left_out);
    if (push.clock) after_you_.emplace("clock", clock_of(*push.clock));
    if (push.result)
        after_you_.emplace("result", JsonText::of(to_json(*push.result, push.reason, push.left)));
    after_you_.emplace("hash", push.hash);
    if (push.dice) after_you_.emplace("dice", *push.dice);
    if (push.proof) after_you_.emplace("proof", *push.proof);
}

std::string SharedPush::text(const std::optional<MatchPush::You>& you) const {
    constexpr std::size_t longest_rest = 64;  // of `you`, without its moves
    JsonText json = JsonText::object();
    json.reserve(before_you_.dump().size() + after_you_.dump().size() + (you ? you->moves.dump().size() : 0) +
                 longest_rest);
    json.update(before_you_);
    if (you) json.emplace("you", to_json(*you));
    json.update(after_you_);
    return std::move(json).dump();
}

std::string write(ServerMessage message) {
    return std::visit([](auto& body) { return text_of(std::move(body)); }, message);
}

}  // namespace cubilete::protocol
