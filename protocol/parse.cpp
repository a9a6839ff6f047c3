#include <algorithm>
#include <array>

#include "protocol/admin_wire.hpp"
#include "protocol/codec.hpp"
#include "protocol/plain_scanner.hpp"
#include "protocol/request_reader.hpp"

namespace cubilete::protocol {

namespace {

using Request = decltype(ClientMessage::request);

template <class Read>
void read(RequestReader& with, Request& request) {
    if constexpr (std::is_constructible_v<RoomAction, Read>) {
        auto& [room, action] = request.emplace<RoomRequest>();
        with("room", room, room_code);
        describe(with, action.emplace<Read>());
    } else if constexpr (std::is_constructible_v<LobbyRequest, Read>) {
        describe(with, request.emplace<LobbyRequest>().emplace<Read>());
    } else if constexpr (std::is_constructible_v<AdminRequest, Read>) {
        describe(with, request.emplace<AdminRequest>().emplace<Read>());
    } else {
        describe(with, request.emplace<Read>());
    }
}

struct Type {
    std::string_view name;
    void (*read)(RequestReader&, Request&);
};
template <class... Actions, class... Requests, class... AdminRequests>
auto types_of(const std::variant<Actions...>&, const std::variant<Requests...>&,
              const std::variant<AdminRequests...>&) {
    return std::array{Type{tag_of<Actions>(), read<Actions>}..., Type{tag_of<Hello>(), read<Hello>},
                      Type{tag_of<Requests>(), read<Requests>}...,
                      Type{tag_of<AdminRequests>(), read<AdminRequests>}...};
}

/// Reads a value for dice in a tenth of the time, because the programs of all players send one at each throw. Gives
/// up, and parse() reads or refuses the message, unless it is plain JSON of exactly its members, the type first.
std::optional<ClientMessage> parse_plain_give(std::string_view text, const Limits& limits) {
    constexpr std::size_t values = 7;  // the message and its members
    if (text.size() > limits.bytes || limits.values < values || limits.depth == 0) return std::nullopt;
    PlainScanner in(text);
    if (!in.skip('{') || in.name() != "t" || in.string() != "dice.give") return std::nullopt;
    std::optional<std::string_view> room, match, value, id;
    std::optional<std::int64_t> seq, number;
    for (std::size_t left = values - 2; left > 0; --left) {
        if (!in.skip(',')) return std::nullopt;
        const std::string_view name = in.name().value_or("");
        if (name == "room")
            room = in.string();
        else if (name == "match")
            match = in.string();
        else if (name == "value")
            value = in.string();
        else if (name == "seq")
            seq = in.integer();
        else if (name == "id" && in.next_is('"'))
            id = in.string();
        else if (name == "id")
            number = in.integer();
        else
            return std::nullopt;
    }
    if (!in.skip('}') || !in.at_end()) return std::nullopt;
    const bool allowed = room && room_code.allows(*room) && match && match_id.allows(*match) && value &&
                         Hexadecimal::allows(*value) && seq && not_negative.allows(*seq) &&
                         (number || (id && IdKind::text.allows(*id)));
    if (!allowed) return std::nullopt;
    RoomRequest give{std::string(*room), DiceGive{std::string(*match), *seq, std::string(*value)}};
    RoomCode::capitalize(give.room);
    return ClientMessage{number ? RequestId(*number) : RequestId(std::string(*id)), std::move(give)};
}

}  // namespace

std::variant<ClientMessage, BadMessage> parse(std::string_view text, const Limits& limits) {
    if (auto give = parse_plain_give(text, limits)) return *std::move(give);
    auto json = read_json(text, limits);
    if (auto* refused = std::get_if<Rejection>(&json)) return BadMessage{{}, std::move(*refused)};
    auto& object = std::get<Json>(json);
    if (!object.is_object()) return BadMessage{{}, {Code::bad_message, "A message is a JSON object."}};

    std::optional<Rejection> problem;
    RequestReader with(object, problem);
    ClientMessage message;
    with("id", message.id, request_id);
    if (problem) return BadMessage{{}, std::move(*problem)};
    std::string name;
    with("t", name, AnyText());
    if (problem) return BadMessage{std::move(message.id), std::move(*problem)};
    static const auto types = types_of(RoomAction(), LobbyRequest(), AdminRequest());
    const auto* type = std::ranges::find(types, name, &Type::name);
    if (type == types.end())
        return BadMessage{std::move(message.id),
                          {Code::unknown_type, "There is no such type of message.", "/t"}};
    type->read(with, message.request);
    if (problem) return BadMessage{std::move(message.id), std::move(*problem)};
    return message;
}

}  // namespace cubilete::protocol
