#include "server/room/dice_witnesses.hpp"

#include <utility>

#include "protocol/codec.hpp"
#include "server/room/dice_timer.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

// After a full disk the next attempt would fail at once, so the seats are asked again only after a moment.
constexpr Clock::Duration ask_retry_delay{1'000};
/// So long a value may need without being late.
constexpr Clock::Duration usual_delay{300};

}  // namespace

DiceWitnesses::DiceWitnesses(Actor& actor, const RoomSockets& sockets, std::string room, Actor::Action make)
    : actor_(actor), sockets_(sockets), room_(std::move(room)), make_entry_(std::move(make)) {}

void DiceWitnesses::select_witnesses(Table& match) const {
    MatchDice* dice = match.dice();
    if (!dice || !dice->witness()) return;
    std::vector<Seat> present;
    const auto& players = match.row().players;
    for (std::size_t seat = 0; seat < players.size(); ++seat)
        if (sockets_.supports_provable_dice(players[seat])) present.push_back(static_cast<Seat>(seat));
    dice->set_witnesses(std::move(present));
}

void DiceWitnesses::ask(Table& match, std::optional<Requester> from) {
    match_ = &match;
    requests_ = {.mover = std::move(from)};
    actor_.gate().write(storage::PutDiceAsk{match.id(), match.dice()->ask()->serialize()});
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
    if (std::exchange(late_match_, match_->id()) != match_->id()) late_.clear();
    ask_limit_ = longest;
    asked_at_ = actor_.clock().now();
    const std::vector<Seat>& asked = match_->dice()->ask()->seats;
    missing_ = {asked.begin(), asked.end()};
    wait_for_missing();
}

Clock::Duration DiceWitnesses::longest_wait(Seat seat) const {
    const auto late = late_.find(seat);
    const Clock::Duration used = late == late_.end() ? Clock::Duration{} : late->second;
    return std::min(ask_limit_, usual_delay + actor_.services().limits.dice_late - used);
}

/// Makes the entry when no seat without a value may take longer: a seat that is late at each throw is out in the end.
void DiceWitnesses::wait_for_missing() {
    Clock::Duration longest{};
    for (const Seat seat : missing_) longest = std::max(longest, longest_wait(seat));
    const Clock::Duration waited = actor_.clock().now() - asked_at_;
    start_answer_timer(actor_, timer_, std::max(longest - waited, Clock::Duration{}), make_entry_);
}

void DiceWitnesses::push(const SinkPtr& socket) {
    if (socket->supports_provable_dice())
        actor_.gate().send(
            socket,
            {text_, Frame::Kind::push, {}, std::make_shared<const Frame::InRoom>(Frame::InRoom{room_})});
}

Verdict DiceWitnesses::accept(const Requester& from, const protocol::DiceGive& request) {
    if (!match_ || !text_ || match_->id() != request.match)
        return refused(RefusalReason::moved_on, {}, "/match");
    const auto seat = match_->seat_of(from.player.id);
    if (!seat) return refused(RefusalReason::no_seat_in_match);
    MatchDice& dice = *match_->dice();
    if (Verdict no = dice.give(*seat, request.seq, request.value)) return no;
    requests_.givers.push_back(from);
    if (missing_.erase(*seat) > 0) {
        late_[*seat] += std::max(actor_.clock().now() - asked_at_ - usual_delay, Clock::Duration{});
        if (!missing_.empty()) wait_for_missing();
    }
    if (dice.has_all_values())
        actor_.run([this, match = request.match, seq = request.seq] {
            // A full disk may have taken back the values, and the seats are asked again.
            const bool open = match_ && match_->id() == match && match_->dice()->ask()->seq == seq;
            if (open && match_->dice()->has_all_values()) make_entry_();
        });
    return {};
}

void DiceWitnesses::send_dice_state(const Table& match, const std::string& player, const SinkPtr& socket) {
    if (!match.dice() || match.over() || !socket->supports_provable_dice()) return;
    auto state = match.dice()->push(room_, match.seat_of(player));
    actor_.gate().send(socket, Frame::push(protocol::write(std::move(state)), {room_}, "dice " + room_));
    if (text_) push(socket);
}

DiceWitnesses::PendingRequests DiceWitnesses::cancel() {
    pause_ = ask_retry_delay;
    return end();
}

DiceWitnesses::PendingRequests DiceWitnesses::end() {
    match_ = nullptr;
    text_.reset();
    timer_.reset();
    return std::exchange(requests_, {});
}

void DiceWitnesses::post_waiting() {
    for (Actor::Action& action : std::exchange(waiting_actions_, {})) actor_.run(std::move(action));
}

void DiceWitnesses::run_waiting() {
    for (std::size_t left = waiting_actions_.size(); left > 0 && !waiting_actions_.empty(); --left) {
        const Actor::Action action = std::move(waiting_actions_.front());
        waiting_actions_.pop_front();
        action();
    }
}

}  // namespace cubilete::server
