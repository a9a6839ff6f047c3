#include "server/room/room_publisher.hpp"

#include <utility>

#include "protocol/codec.hpp"
#include "server/match/built_in_bots.hpp"

namespace cubilete::server {

namespace {

// Spectators listed by name, so that many of them do not make every push large.
constexpr int most_named = 50;
constexpr std::size_t few_members = 16;
constexpr Clock::Duration members_pause{100};

}  // namespace

protocol::RoomPush RoomPublisher::current_push() const {
    const RoomSettings& settings = state_.settings;
    const Seating& seating = state_.seating;
    protocol::RoomPush push;
    push.room = state_.code;
    push.game = settings.game;
    push.options = protocol::to_json(settings.options);
    push.phase = seating.phase();
    push.host = seating.host();
    push.is_public = settings.is_public;
    push.locked = !settings.password.empty();
    push.turn_ms = settings.turn_ms;
    push.bots = settings.bots;
    push.watchable = settings.spectators;
    push.hints = settings.hints;
    push.witness = settings.witness;
    push.cup = settings.cup;
    for (const RoomSeat& room_seat : seating.seats()) {
        auto& seat = push.seats.emplace_back();
        if (room_seat.is_free()) continue;
        const auto level = level_of(room_seat.player.id);
        seat = {.player = room_seat.player,
                .ready = room_seat.ready || level,
                .online = seating.is_present(room_seat.player.id),
                .bot_plays = room_seat.bot_plays,
                .level = level,
                .out = seating.votes_to_free(room_seat),
                .stand_in = seating.votes_for_bot(room_seat, actor_.clock().now())};
    }
    for (const auto& [id, member] : seating.members())
        if (!seating.find(id) && ++push.spectators <= most_named) push.watchers.push_back(member.info);
    for (const std::string& id : seating.queue())
        if (const auto member = seating.members().find(id);
            member != seating.members().end() && std::ssize(push.next) < most_named)
            push.next.push_back(member->second.info);
    fill_push_(push);
    return push;
}

void RoomPublisher::push() {
    timer_.reset();
    last_push_at_ = actor_.clock().now();
    push_to(state_.sockets.all());
}

bool RoomPublisher::push_members() {
    const Clock::Duration since = actor_.clock().now() - last_push_at_;
    if (state_.sockets.by_player().size() <= few_members || (since >= members_pause && !timer_)) {
        push();
        return true;
    }
    if (!timer_) timer_ = actor_.after(members_pause - since, [this] { push(); });
    return false;
}

void RoomPublisher::push_to(std::vector<SinkPtr> sockets) {
    // The next owner pushes a room that leaves; of a frozen one nothing in memory can be trusted, and a closed one is over.
    if (state_.life == LifeStage::leaving || state_.life == LifeStage::frozen ||
        state_.life == LifeStage::closed)
        return;
    frames_ += sockets.size();
    actor_.when_durable([this, push = current_push(), sockets = std::move(sockets)]() mutable {
        push.chat = state_.chat.lines();
        const Frame frame =
            Frame::push(protocol::write(std::move(push)), {state_.code}, "room " + state_.code);
        for (const SinkPtr& socket : sockets) socket->send(frame);
    });
}

void RoomPublisher::send_chat_line(const protocol::ChatLine& line) {
    const Frame frame = Frame::push(protocol::write(protocol::ChatPush{state_.code, line}), {state_.code});
    for (const SinkPtr& socket : state_.sockets.all()) {
        socket->send(frame);
        ++frames_;
    }
}

void RoomPublisher::send_shake(const std::string& by, Seat seat) {
    const Frame frame =
        Frame::push(protocol::write(protocol::DiceShakePush{state_.code, seat}), {state_.code});
    for (const auto& [player, sockets] : state_.sockets.by_player())
        for (const SinkPtr& socket : sockets) {
            if (player == by || !socket->supports_provable_dice()) continue;
            socket->send(frame);
            ++frames_;
        }
}

void RoomPublisher::dismiss(const std::string& player, const std::string& reason, const std::string& text) {
    const Frame frame = Frame::push(protocol::write(protocol::GonePush{state_.code, reason, text}),
                                    {.room = state_.code, .gone = true});
    for (const SinkPtr& socket : state_.sockets.take(player)) actor_.gate().send(socket, frame);
}

void RoomPublisher::dismiss_all(const std::string& reason, const std::string& text) {
    while (!state_.sockets.by_player().empty())
        dismiss(state_.sockets.by_player().begin()->first, reason, text);
}

}  // namespace cubilete::server
