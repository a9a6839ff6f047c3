#include <cstdint>
#include <utility>
#include <variant>

#include "protocol/codec.hpp"
#include "server/room/room_refusals.hpp"
#include "server/room/room_requests.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Refused;

bool Room::Requests::runs_during_ask(const protocol::RoomAction& action) {
    return std::holds_alternative<protocol::RoomChat>(action) ||
           std::holds_alternative<protocol::RoomJoin>(action) || answers_dice(action) ||
           std::holds_alternative<protocol::DiceShake>(action);
}

Verdict Room::Requests::answer_dice(Verdict verdict) const {
    if (verdict)
        charge();
    else
        room.answer(from);
    return verdict;
}

/// The first value of a seat costs nothing, because the others wait for it: only one that is refused or repeated.
void Room::Requests::charge() const { room.lobby_.charge(from.player.id, 1); }

template <class Request>
Verdict Room::Requests::take_for_start(const Request& request) const {
    if (!room.seating_.is_here(from.player.id)) return answer_dice(not_in_this_room());
    const std::uint64_t written = room.gate().written();
    Verdict no = room.dice_.start.take(from.player.id, request);
    if (!no && room.gate().written() == written) charge();
    return answer_dice(std::move(no));
}

Verdict Room::Requests::operator()(const protocol::DiceTip& request) const { return take_for_start(request); }

Verdict Room::Requests::operator()(const protocol::DiceReveal& request) const {
    return take_for_start(request);
}

Verdict Room::Requests::operator()(const protocol::DiceGive& request) const {
    if (!room.seating_.is_here(from.player.id)) return answer_dice(not_in_this_room());
    const bool is_repeated = room.dice_.witnesses.has_taken_from(from.player.id);
    Verdict no = room.dice_.witnesses.take(from, request);
    if (!no && is_repeated) charge();
    return no ? answer_dice(std::move(no)) : Verdict();
}

/// Shows the others that a player shakes the cup before a match. Nothing depends on it.
Verdict Room::Requests::operator()(const protocol::DiceShake&) const {
    if (!room.seating_.is_here(from.player.id)) return not_in_this_room();
    const RoomSeat* seat = room.seating_.find(from.player.id);
    if (!seat) return no_seat_here();
    if (room.match_runs()) return refused(Code::already_started, "The match has begun.");
    const auto number = static_cast<Seat>(seat - room.seating_.seats().data());
    const auto text =
        std::make_shared<const std::string>(protocol::write(protocol::DiceShakePush{room.code_, number}));
    for (const auto& [player, sockets] : room.sockets_.by_player())
        for (const SinkPtr& socket : sockets)
            if (player != from.player.id && socket->takes_dice()) socket->send({text, Frame::Kind::push, {}});
    room.answer(from);
    return {};
}

}  // namespace cubilete::server
