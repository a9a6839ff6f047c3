#include "server/room/room.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/house_cast.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Json;
using protocol::object;
using protocol::Refused;

namespace {

constexpr std::size_t most_addresses_at_the_door = 1'000;  // about 100 bytes each

}  // namespace

Room::Room(const Services& services, LobbyLink lobby, std::string code, RoomSettings settings)
    : services_(services),
      strand_(net::make_strand(services.io)),
      clock_(services.clock_on(strand_)),
      lobby_(std::move(lobby)),
      code_(std::move(code)),
      settings_(std::move(settings)),
      since_ms_(clock_->wall_ms()),
      seating_(rules()),
      wrong_passwords_(services.limits.wrong_passwords_of_address, most_addresses_at_the_door),
      wrong_passwords_of_all_(services.limits.wrong_passwords_of_room) {}

std::shared_ptr<Room> Room::make(const Services& services, LobbyLink lobby, std::string code,
                                 RoomSettings settings, const Requester& maker, bool accepts_bot) {
    std::shared_ptr<Room> room(new Room(services, std::move(lobby), std::move(code), std::move(settings)));
    room->gate_ = std::make_shared<CommitGate>(services, room->strand_, [weak = std::weak_ptr(room)] {
        if (const auto self = weak.lock()) self->guarded([&] { self->reload(); });
    });
    room->post([maker, accepts_bot](Room& self) {
        self.seating_.open(maker.player, accepts_bot, self.since_ms_);
        self.sockets_[maker.player.id] = {maker.socket};
        self.maker_ = {maker.player.id, address_key(maker.socket->network())};
        self.attended_ = self.seating_.person_online();
        self.unattended_since_ms_ = self.since_ms_;
        self.gate_->write(self.row());
        self.answer(maker, object({{"room", self.code_}}));
        self.push_room();
        self.report();
        self.update_idle_timers();
    });
    return room;
}

void Room::handle(const Requester& from, protocol::RoomAction action) {
    judged(from, [&]() -> Verdict {
        if (!frozen_.empty())
            return std::holds_alternative<protocol::RoomLeave>(action) ? leave_frozen(from) : stopped();
        return std::visit([&](const auto& what) { return carry_out(from, what); }, action);
    });
}

Verdict Room::guarded_verdict(const std::function<Verdict()>& judge) {
    Verdict verdict = stopped();  // stays if judge() throws
    guarded([&] { verdict = judge(); });
    return verdict;
}

void Room::judged(const Requester& from, const std::function<Verdict()>& judge) {
    Verdict verdict;
    if (draining_)
        verdict = shutting_down();
    else if (closed_)
        verdict = refused(Code::no_room, "That room is closed.", "/room");
    else
        verdict = guarded_verdict(judge);
    if (!verdict) return;
    // Logs the code only: the text is for the player alone and may name their cards.
    spdlog::debug("room {} refused: {} {}", code_, protocol::name_of(verdict->code), verdict->at);
    services_.metrics.refused(verdict->code);
    gate_->answer(from.socket, from.re,
                  protocol::write(protocol::RefusedReply{from.re, std::move(*verdict)}));
}

// ---- chat

Verdict Room::carry_out(const Requester& from, const protocol::RoomChat& request) {
    if (!seating_.is_here(from.player.id)) return not_in_this_room();
    const std::int64_t now = clock_->wall_ms();
    chat_.push_back({from.player.id, from.player.name, request.text, now});
    if (chat_.size() > services_.limits.chat_lines) chat_.pop_front();
    const auto text =
        std::make_shared<const std::string>(protocol::write(protocol::ChatPush{code_, chat_.back()}));
    from.socket->send({std::make_shared<const std::string>(protocol::write(protocol::Ok{from.re})),
                       Frame::Kind::reply,
                       {}});
    for (const auto& [id, sockets] : sockets_)
        for (const SinkPtr& socket : sockets) socket->send({text, Frame::Kind::push, {}});
    gate_->write(storage::AddChat{code_, {from.player.id, from.player.name, request.text, now}});
    return {};
}

/// The rules of the seats that follow from the settings and limits.
Seating::Rules Room::rules() const {
    const Info& game = *protocol::find_game(settings_.game);
    return {.title = game.title,
            .seats = settings_.seats,
            // quick.match starts no match for one player.
            .least = settings_.quick ? std::max(2, game.min_seats) : game.min_seats,
            .bots = settings_.bots,
            .spectators = settings_.spectators,
            .quick = settings_.quick,
            .absence = services_.limits.absence,
            .missed_turns = services_.limits.missed_turns};
}

// ---- sockets

void Room::attach(const protocol::PlayerInfo& player, const SinkPtr& socket) {
    if (!seating_.is_here(player.id) || closed_) return;
    std::vector<SinkPtr>& sockets = sockets_[player.id];
    const bool is_new = std::ranges::count(sockets, socket) == 0;
    if (is_new) sockets.push_back(socket);
    if (seating_.connect(player))
        renamed(player.id, player.name);
    else if (is_new && sockets.size() == 1)
        push_room();
    else if (is_new)
        push_room_to({socket});
    update_idle_timers();
}

void Room::detach(const std::string& player, const SinkPtr& socket) {
    std::erase(checking_, socket);
    const auto own = sockets_.find(player);
    if (own == sockets_.end() || std::erase(own->second, socket) == 0 || !own->second.empty()) return;
    sockets_.erase(own);
    seating_.disconnect(player);
    push_room();
    report();
    update_idle_timers();
}

void Room::renamed(const std::string& player, const std::string& name) {
    seating_.rename(player, name);
    push_room();
    report();
}

void Room::forgotten(const std::string& player) {
    for (protocol::ChatLine& line : chat_)
        if (line.from == player) line.name = storage::name_of_the_gone;
    if (closed_ || draining_ || !frozen_.empty())
        return;  // take_up() reads from the data that the player is gone
    if (maker_.player == player) {
        maker_ = {};
        gate_->write(row());
    }
    sockets_.erase(player);
    const bool was_here = seating_.members().contains(player);
    if (!was_here && !seating_.find(player)) return push_room();
    seating_.rename(player, storage::name_of_the_gone);
    follow_leaving(seating_.leave(player));
    seating_.replace_host(player);
    changed();
    play_again_if_agreed();
}

}  // namespace cubilete::server
