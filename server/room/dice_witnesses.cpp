#include "server/room/dice_witnesses.hpp"

#include <utility>

#include "protocol/codec.hpp"
#include "server/room/dice_timer.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;

namespace {

// After a full disk the next attempt would fail at once, so the seats are asked again only after a moment.
constexpr Clock::Duration before_asking_again{1'000};

}  // namespace

DiceWitnesses::DiceWitnesses(Actor& actor, const RoomSockets& sockets, std::string room, Actor::Action make)
    : actor_(actor), sockets_(sockets), room_(std::move(room)), make_(std::move(make)) {}

void DiceWitnesses::note_present(Table& match) const {
    MatchDice* dice = match.dice();
    if (!dice || !dice->witness()) return;
    std::vector<Seat> present;
    const auto& players = match.row().players;
    for (std::size_t seat = 0; seat < players.size(); ++seat)
        if (sockets_.takes_dice(players[seat])) present.push_back(static_cast<Seat>(seat));
    dice->set_witnesses(std::move(present));
}

void DiceWitnesses::ask(Table& match, std::optional<Requester> from) {
    match_ = &match;
    requests_ = {.mover = std::move(from)};
    actor_.gate().write(storage::PutAsk{match.id(), match.dice()->ask()->stored()});
    actor_.when_durable([this, id = match.id(), seq = match.dice()->ask()->seq] {
        if (match_ && match_->id() == id && match_->dice()->ask()->seq == seq)
            start(actor_.services().limits.dice_ask);
    });
}

void DiceWitnesses::resume(Table& match) {
    match_ = &match;
    requests_ = {};
    timer_ = actor_.after(std::exchange(pause_, {}), [this] {
        const Limits& limits = actor_.services().limits;
        start(limits.dice_ask + limits.dice_return);
    });
}

/// Sends the ask, which is on disk, and waits for the values.
void DiceWitnesses::start(Clock::Duration longest) {
    text_ = std::make_shared<const std::string>(protocol::write(match_->dice()->ask_push(room_)));
    for (const SinkPtr& socket : sockets_.all()) push(socket);
    wait_for_seats(actor_, timer_, longest, make_);
}

void DiceWitnesses::push(const SinkPtr& socket) {
    if (socket->takes_dice()) actor_.gate().send(socket, {text_, Frame::Kind::push, {}});
}

Verdict DiceWitnesses::take(const Requester& from, const protocol::DiceGive& request) {
    if (!match_ || !text_ || match_->id() != request.match)
        return refused(Code::stale, "The table has moved on since then.", "/match");
    const auto seat = match_->seat_of(from.player.id);
    if (!seat) return refused(Code::not_seated, "You have no seat in this match.");
    MatchDice& dice = *match_->dice();
    if (Verdict no = dice.give(*seat, request.seq, request.value)) return no;
    requests_.givers.push_back(from);
    if (dice.all_given())
        actor_.run([this, match = request.match, seq = request.seq] {
            // A full disk may have taken back the values, and the seats are asked again.
            const bool open = match_ && match_->id() == match && match_->dice()->ask()->seq == seq;
            if (open && match_->dice()->all_given()) make_();
        });
    return {};
}

void DiceWitnesses::greet(const Table& match, const std::string& player, const SinkPtr& socket) {
    if (!match.dice() || match.over() || !socket->takes_dice()) return;
    auto state = match.dice()->push(room_, match.seat_of(player));
    actor_.gate().send(socket, {std::make_shared<const std::string>(protocol::write(std::move(state))),
                                Frame::Kind::push, "dice " + room_});
    if (text_) push(socket);
}

DiceWitnesses::Waiting DiceWitnesses::give_up() {
    pause_ = before_asking_again;
    return end();
}

DiceWitnesses::Waiting DiceWitnesses::end() {
    match_ = nullptr;
    text_.reset();
    timer_.reset();
    return std::exchange(requests_, {});
}

void DiceWitnesses::post_waiting() {
    for (Actor::Action& action : std::exchange(waiting_, {})) actor_.run(std::move(action));
}

void DiceWitnesses::run_waiting() {
    for (std::size_t left = waiting_.size(); left > 0 && !waiting_.empty(); --left) {
        const Actor::Action action = std::move(waiting_.front());
        waiting_.pop_front();
        action();
    }
}

}  // namespace cubilete::server
