#include "server/room/match_start.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/dice_timer.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Rejection;
using Step = MatchDice::Step;

MatchStart::MatchStart(Actor& actor, const RoomSockets& sockets, std::string room, Begin begin)
    : actor_(actor), sockets_(sockets), room_(std::move(room)), begin_(std::move(begin)) {}

void MatchStart::commit(PendingMatch starting) {
    pending_ = std::move(starting);
    expected_.clear();
    for (std::size_t seat = 0; seat < pending_->row.players.size(); ++seat)
        if (sockets_.supports_provable_dice(pending_->row.players[seat]))
            expected_.insert(static_cast<Seat>(seat));
    actor_.gate().write(storage::StartMatch{pending_->row, pending_->dice->serialize()});
    push();
    wait(actor_.services().limits.dice_step);
}

void MatchStart::resume(PendingMatch starting) {
    pending_ = std::move(starting);
    expected_.clear();
    for (std::size_t seat = 0; seat < pending_->row.players.size(); ++seat)
        if (!level_of(pending_->row.players[seat])) expected_.insert(static_cast<Seat>(seat));
    const Limits& limits = actor_.services().limits;
    push();
    wait(limits.dice_step + limits.dice_return);
}

void MatchStart::stop() {
    timer_.reset();
    pending_.reset();
}

/// Begins the next step when the present one has lasted so long after its write.
void MatchStart::wait(Clock::Duration longest) {
    timer_.reset();
    actor_.when_durable([this, longest, match = match(), step = pending_->dice->step()] {
        if (match != this->match() || pending_->dice->step() != step) return;
        start_answer_timer(actor_, timer_, longest, [this] { next_step(); });
    });
}

std::variant<Seat, Rejection> MatchStart::seat_of(const std::string& player, const std::string& match) const {
    if (!pending_ || pending_->row.id != match) return refused(RefusalReason::moved_on, {}, "/match");
    const auto& players = pending_->row.players;
    const auto found = std::ranges::find(players, player);
    if (found == players.end()) return refused(RefusalReason::no_seat_in_match);
    return static_cast<Seat>(found - players.begin());
}

Verdict MatchStart::accept(const std::string& player, const protocol::DiceTip& request) {
    const auto seat = seat_of(player, request.match);
    if (const auto* no = std::get_if<Rejection>(&seat)) return *no;
    const std::string before = pending_->dice->serialize();
    if (Verdict no = pending_->dice->tip(std::get<Seat>(seat), request.tip)) return no;
    on_value_received(before);
    return {};
}

Verdict MatchStart::accept(const std::string& player, const protocol::DiceReveal& request) {
    const auto seat = seat_of(player, request.match);
    if (const auto* no = std::get_if<Rejection>(&seat)) return *no;
    const std::string before = pending_->dice->serialize();
    if (Verdict no = pending_->dice->reveal(std::get<Seat>(seat), request.value)) return no;
    on_value_received(before);
    return {};
}

/// Writes what a seat sent, unless it sent that `before`, and begins the next step when nobody is waited for: in an
/// action of its own, because the requester is answered first.
void MatchStart::on_value_received(const std::string& before) {
    if (pending_->dice->serialize() == before) return;
    write();
    if (!is_complete()) return;
    actor_.run([this, match = match(), step = pending_->dice->step()] {
        // A full disk may have taken back what was received.
        if (match == this->match() && pending_->dice->step() == step && is_complete()) next_step();
    });
}

/// Whether nobody is waited for in the present step.
bool MatchStart::is_complete() const {
    const MatchDice& dice = *pending_->dice;
    if (dice.step() != Step::tips) return dice.all_revealed();
    return std::ranges::all_of(expected_, [&dice](Seat seat) { return dice.has_tip(seat); });
}

void MatchStart::next_step() {
    MatchDice& dice = *pending_->dice;
    if (dice.step() == Step::tips)
        dice.fix_roster();
    else
        dice.fix_key();
    write();
    push();
    if (dice.step() == Step::reveals) return wait(actor_.services().limits.dice_step);
    timer_.reset();
    PendingMatch ready = *std::move(pending_);
    pending_.reset();
    begin_(std::move(ready));
}

void MatchStart::begin_now() {
    while (is_running()) next_step();
}

void MatchStart::write() {
    actor_.gate().write(storage::PutDice{pending_->row.id, pending_->dice->serialize()});
}

void MatchStart::push() {
    for (const auto& [player, own] : sockets_.by_player())
        for (const SinkPtr& socket : own) send_dice_state(player, socket);
}

void MatchStart::send_dice_state(const std::string& player, const SinkPtr& socket) {
    if (!pending_ || !socket->supports_provable_dice()) return;
    const auto seat = seat_of(player, pending_->row.id);
    const Seat* own = std::get_if<Seat>(&seat);
    auto push = pending_->dice->push(room_, own ? std::optional(*own) : std::nullopt);
    actor_.gate().send(socket, Frame::push(protocol::write(std::move(push)), {room_}, "dice " + room_));
}

void MatchStart::forget(const std::string& player) {
    if (!pending_ || std::ranges::count(pending_->row.players, player) == 0) return;
    pending_->dice->forget(player);
    write();
}

}  // namespace cubilete::server
