#include "server/room/match_start.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/dice_timer.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Refused;
using Step = MatchDice::Step;

MatchStart::MatchStart(Actor& actor, const RoomSockets& sockets, std::string room, Begin begin)
    : actor_(actor), sockets_(sockets), room_(std::move(room)), begin_(std::move(begin)) {}

void MatchStart::commit(Starting starting) {
    starting_ = std::move(starting);
    expected_.clear();
    for (std::size_t seat = 0; seat < starting_->row.players.size(); ++seat)
        if (sockets_.takes_dice(starting_->row.players[seat])) expected_.insert(static_cast<Seat>(seat));
    actor_.gate().write(storage::StartMatch{starting_->row, starting_->dice->stored()});
    push();
    wait(actor_.services().limits.dice_step);
}

void MatchStart::resume(Starting starting) {
    starting_ = std::move(starting);
    expected_.clear();
    for (std::size_t seat = 0; seat < starting_->row.players.size(); ++seat)
        if (!level_of(starting_->row.players[seat])) expected_.insert(static_cast<Seat>(seat));
    const Limits& limits = actor_.services().limits;
    push();
    wait(limits.dice_step + limits.dice_return);
}

void MatchStart::stop() {
    timer_.reset();
    starting_.reset();
}

/// Begins the next step when the present one has lasted so long after its write.
void MatchStart::wait(Clock::Duration longest) {
    timer_.reset();
    actor_.when_durable([this, longest, match = match(), step = starting_->dice->step()] {
        if (match != this->match() || starting_->dice->step() != step) return;
        wait_for_seats(actor_, timer_, longest, [this] { next_step(); });
    });
}

std::variant<Seat, Refused> MatchStart::seat_of(const std::string& player, const std::string& match) const {
    if (!starting_ || starting_->row.id != match) return refused(Why::moved_on, {}, "/match");
    const auto& players = starting_->row.players;
    const auto found = std::ranges::find(players, player);
    if (found == players.end()) return refused(Why::no_seat_in_match);
    return static_cast<Seat>(found - players.begin());
}

Verdict MatchStart::take(const std::string& player, const protocol::DiceTip& request) {
    const auto seat = seat_of(player, request.match);
    if (const auto* no = std::get_if<Refused>(&seat)) return *no;
    const std::string before = starting_->dice->stored();
    if (Verdict no = starting_->dice->tip(std::get<Seat>(seat), request.tip)) return no;
    received(before);
    return {};
}

Verdict MatchStart::take(const std::string& player, const protocol::DiceReveal& request) {
    const auto seat = seat_of(player, request.match);
    if (const auto* no = std::get_if<Refused>(&seat)) return *no;
    const std::string before = starting_->dice->stored();
    if (Verdict no = starting_->dice->reveal(std::get<Seat>(seat), request.value)) return no;
    received(before);
    return {};
}

/// Writes what a seat sent, unless it sent that `before`, and begins the next step when nobody is waited for: in an
/// action of its own, because the requester is answered first.
void MatchStart::received(const std::string& before) {
    if (starting_->dice->stored() == before) return;
    write();
    if (!is_complete()) return;
    actor_.run([this, match = match(), step = starting_->dice->step()] {
        // A full disk may have taken back what was received.
        if (match == this->match() && starting_->dice->step() == step && is_complete()) next_step();
    });
}

/// Whether nobody is waited for in the present step.
bool MatchStart::is_complete() const {
    const MatchDice& dice = *starting_->dice;
    if (dice.step() != Step::tips) return dice.all_revealed();
    return std::ranges::all_of(expected_, [&dice](Seat seat) { return dice.has_tip(seat); });
}

void MatchStart::next_step() {
    MatchDice& dice = *starting_->dice;
    if (dice.step() == Step::tips)
        dice.fix_roster();
    else
        dice.fix_key();
    write();
    push();
    if (dice.step() == Step::reveals) return wait(actor_.services().limits.dice_step);
    timer_.reset();
    Starting ready = *std::move(starting_);
    starting_.reset();
    begin_(std::move(ready));
}

void MatchStart::begin_now() {
    while (runs()) next_step();
}

void MatchStart::write() {
    actor_.gate().write(storage::PutDice{starting_->row.id, starting_->dice->stored()});
}

void MatchStart::push() {
    for (const auto& [player, own] : sockets_.by_player())
        for (const SinkPtr& socket : own) greet(player, socket);
}

void MatchStart::greet(const std::string& player, const SinkPtr& socket) {
    if (!starting_ || !socket->takes_dice()) return;
    const auto seat = seat_of(player, starting_->row.id);
    const Seat* own = std::get_if<Seat>(&seat);
    auto push = starting_->dice->push(room_, own ? std::optional(*own) : std::nullopt);
    actor_.gate().send(socket, Frame::push(protocol::write(std::move(push)), {room_}, "dice " + room_));
}

void MatchStart::forget(const std::string& player) {
    if (!starting_ || std::ranges::count(starting_->row.players, player) == 0) return;
    starting_->dice->forget(player);
    write();
}

}  // namespace cubilete::server
