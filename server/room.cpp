#include "server/room.hpp"

#include <algorithm>
#include <utility>

#include <spdlog/spdlog.h>

#include "protocol/codec.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Json;
using protocol::object;
using protocol::Refused;

namespace {

Refused refused(Code code, std::string text, std::string at = {}) {
    return {code, std::move(text), std::move(at), {}};
}
Refused only_the_host() { return refused(Code::not_host, "Only the host may do that."); }
Refused only_between_matches() {
    return refused(Code::already_started, "That has to wait until the match is over.");
}
Refused not_in_this_room() { return refused(Code::not_in_room, "You are not in this room."); }

}  // namespace

Room::Room(const Services& services, Report report, std::string code, RoomSettings settings)
    : services_(services),
      strand_(net::make_strand(services.io)),
      clock_(services.clock_on(strand_)),
      report_(std::move(report)),
      code_(std::move(code)),
      settings_(std::move(settings)),
      since_ms_(clock_->wall_ms()),
      chairs_(static_cast<std::size_t>(settings_.seats)) {}

std::shared_ptr<Room> Room::make(const Services& services, Report report, std::string code,
                                 RoomSettings settings, const Visitor& maker, const protocol::RequestId& re) {
    std::shared_ptr<Room> room(new Room(services, std::move(report), std::move(code), std::move(settings)));
    room->ledger_ = std::make_shared<Ledger>(services, room->strand_, [weak = std::weak_ptr(room)] {
        if (const auto self = weak.lock()) self->guarded([&] { self->reload(); });
    });
    room->post([maker, re](Room& self) {
        self.members_[maker.player.id] = {maker.player, {maker.socket}};
        self.chairs_.front() = {maker.player, false, false, false, 0, self.since_ms_};
        self.host_ = maker.player.id;
        self.ledger_->write(self.row());
        self.answer(maker, re, object({{"room", self.code_}}));
        self.push_room();
        self.report();
    });
    return room;
}

void Room::handle(const Visitor& from, const protocol::RequestId& re, protocol::Request request) {
    Verdict verdict;
    if (draining_)
        verdict = Refused{Code::shutting_down, "The server is about to restart.", {}, 2'000};
    else if (closed_)
        verdict = refused(Code::no_room, "That room is closed.", "/room");
    else if (frozen_.empty())
        guarded([&] {
            verdict = std::visit([&](const auto& what) { return carry_out(from, re, what); }, request);
        });
    if (!verdict && !frozen_.empty())
        verdict = Refused{
            Code::busy, "This table was stopped by a fault of the server; its record is kept.", {}, 60'000};
    if (!verdict) return;
    // Not its text, which is for the player alone and may name his cards.
    spdlog::debug("room {} refused: {} {}", code_, protocol::name_of(verdict->code), verdict->at);
    ledger_->answer(from.socket, re, protocol::write(protocol::RefusedReply{re, std::move(*verdict)}));
}

template <class Other>
Room::Verdict Room::carry_out(const Visitor&, const protocol::RequestId&, const Other&) {
    return refused(Code::unknown_type, "A room of this server does not know this request.", "/t");
}

// ---- coming and going
// -----------------------------------------------------------------------------------------

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomJoin& request) {
    using As = protocol::RoomJoin::As;
    const std::string& id = from.player.id;
    const bool watches = request.as == As::spectator;
    const bool must_sit = request.as == As::player || (request.seat.has_value() && !watches);
    const bool may_watch = settings_.spectators || members_.contains(id);
    const std::string host_before = host_;
    bool seats_changed = false;
    if (Chair* chair = chair_of(id)) {
        seats_changed = std::exchange(chair->left, false);
        chair->player = from.player;
    } else {
        const Verdict no_seat = watches ? refused(Code::room_full, "This table takes no spectators.")
                                        : sit(from.player, request.seat);
        seats_changed = !no_seat;
        if (no_seat && (must_sit || !may_watch)) return no_seat;
    }
    Member& joined = members_[id];
    joined.info = from.player;
    if (std::ranges::count(joined.sockets, from.socket) == 0) joined.sockets.push_back(from.socket);
    if (host_.empty()) pass_on_host();
    if (seats_changed || host_ != host_before) ledger_->write(row());

    answer(from, re, object({{"room", code_}, {"as", chair_of(id) ? "player" : "spectator"}}));
    push_room();
    if (table_) {
        const bool resumes = request.seen && request.seen->match == table_->id();
        const std::int64_t now = table_->match().seq();
        const Viewer viewer = viewer_of(id);
        const std::int64_t unseen = resumes ? std::min(request.seen->seq, now) + 1 : now + 1;
        auto push = match_push(viewer, table_->match().sights({&viewer, 1}, unseen).front());
        ledger_->send(from.socket, {std::make_shared<const std::string>(protocol::write(std::move(push))),
                                    Frame::Kind::push, "match " + code_});
    }
    report();
    look_around();
    return {};
}

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomLeave&) {
    if (!is_here(from.player.id)) return not_in_this_room();
    if (const auto there = members_.find(from.player.id); there != members_.end())
        std::erase(there->second.sockets, from.socket);
    dismiss(from.player.id, "left");
    if (Chair* chair = chair_of(from.player.id); chair && playing())
        walk_out(*chair);
    else
        stand(from.player.id);
    if (host_ == from.player.id) pass_on_host();
    answer_changed(from, re);
    return {};
}

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomKick& request) {
    if (from.player.id != host_) return only_the_host();
    if (!is_here(request.player))
        return refused(Code::not_in_room, "Nobody of that id is in this room.", "/player");
    if (request.player == host_)
        return refused(Code::not_in_room, "The host cannot be sent away.", "/player");
    if (chair_of(request.player) && playing()) return only_between_matches();
    stand(request.player);
    dismiss(request.player, "kicked");
    answer_changed(from, re);
    return {};
}

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomHost& request) {
    if (from.player.id != host_) return only_the_host();
    if (!is_here(request.player))
        return refused(Code::not_in_room, "Nobody of that id is in this room.", "/player");
    const Chair* chair = chair_of(request.player);
    if (chair ? chair->player.bot : members_.at(request.player).info.bot)
        return refused(Code::not_host, "A bot cannot be the host.", "/player");
    host_ = request.player;
    answer_changed(from, re);
    return {};
}

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomChat& request) {
    if (!is_here(from.player.id)) return not_in_this_room();
    const std::int64_t now = clock_->wall_ms();
    chat_.push_back({from.player.id, from.player.name, request.text, now});
    if (chat_.size() > services_.limits.chat_lines) chat_.pop_front();
    const auto text =
        std::make_shared<const std::string>(protocol::write(protocol::ChatPush{code_, chat_.back()}));
    from.socket->send(
        {std::make_shared<const std::string>(protocol::write(protocol::Ok{re})), Frame::Kind::reply, {}});
    for (const auto& [id, there] : members_)
        for (const SinkPtr& socket : there.sockets) socket->send({text, Frame::Kind::push, {}});
    ledger_->write(storage::AddChat{code_, {from.player.id, from.player.name, request.text, now}});
    return {};
}

// ---- seats
// ----------------------------------------------------------------------------------------------------

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomSeat& request) {
    if (!is_here(from.player.id)) return not_in_this_room();
    if (playing()) return only_between_matches();
    if (request.seat) {
        if (Verdict no_seat = sit(from.player, request.seat)) return no_seat;
    } else {
        stand(from.player.id);
    }
    answer_changed(from, re);
    return {};
}

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomReady& request) {
    if (!is_here(from.player.id)) return not_in_this_room();
    Chair* chair = chair_of(from.player.id);
    if (!chair) return refused(Code::not_seated, "You have no seat at this table.");
    if (playing()) return only_between_matches();
    chair->ready = request.ready;
    answer_changed(from, re);
    return {};
}

Room::Verdict Room::carry_out(const Visitor& from, const protocol::RequestId& re,
                              const protocol::RoomSet& request) {
    if (from.player.id != host_) return only_the_host();
    if (playing()) return only_between_matches();
    auto settings = changed_settings(settings_, request.fields);
    if (auto* no = std::get_if<Refused>(&settings)) return std::move(*no);
    auto& wanted = std::get<RoomSettings>(settings);
    const auto taken =
        std::ranges::count_if(chairs_, [](const Chair& chair) { return !chair.player.id.empty(); });
    if (taken > wanted.seats)
        return refused(Code::bad_options, std::to_string(taken) + " players are seated.", "/seats");

    // Who agreed to the old game has not agreed to this one.
    const bool other_terms = wanted.game != settings_.game || wanted.options != settings_.options;
    settings_ = std::move(wanted);
    std::ranges::stable_partition(chairs_, [](const Chair& chair) { return !chair.player.id.empty(); });
    chairs_.resize(static_cast<std::size_t>(settings_.seats));
    if (other_terms) {
        for (Chair& chair : chairs_) chair.ready = false;
        next_first_.reset();
    }
    answer_changed(from, re);
    return {};
}

Room::Verdict Room::sit(const protocol::PlayerInfo& player, std::optional<int> wanted) {
    if (playing()) return refused(Code::already_started, "A match is being played.");
    if (player.bot && !settings_.bots) return refused(Code::room_full, "This table takes no bots.");
    const auto is_free = [](const Chair& chair) { return chair.player.id.empty(); };
    const auto free_chair = wanted ? chairs_.begin() + std::min<std::ptrdiff_t>(*wanted, std::ssize(chairs_))
                                   : std::ranges::find_if(chairs_, is_free);
    if (free_chair == chairs_.end())
        return wanted ? refused(Code::seat_taken, "This table has no such seat.", "/seat")
                      : refused(Code::room_full, "Every seat is taken.");
    if (free_chair->player.id == player.id) return {};
    if (!is_free(*free_chair))
        return refused(Code::seat_taken, free_chair->player.name + " sits there.", "/seat");
    stand(player.id);
    // Who sat down first stays first, also where the wall clock was set back in between.
    std::int64_t since = clock_->wall_ms();
    for (const Chair& chair : chairs_) since = std::max(since, chair.since_ms + 1);
    *free_chair = {player, false, false, false, 0, since};
    if (host_.empty() && !player.bot) host_ = player.id;
    return {};
}

void Room::stand(const std::string& player) {
    if (Chair* chair = chair_of(player)) *chair = {};
}

// He may come back; until then the house plays for him. When everybody has left, nobody is served by going
// on.
void Room::walk_out(Chair& chair) {
    chair.left = chair.house = true;
    const bool somebody_plays =
        std::ranges::any_of(chairs_, [](const Chair& seat) { return !seat.player.id.empty() && !seat.left; });
    if (somebody_plays) return set_house();
    table_->abandon();
    match_over();
    push_match(table_->match().seq() + 1);  // nothing happened but the end
}

void Room::dismiss(const std::string& player, const std::string& reason) {
    const auto there = members_.find(player);
    if (there == members_.end()) return;
    const auto text = std::make_shared<const std::string>(protocol::write(protocol::GonePush{code_, reason}));
    for (const SinkPtr& socket : there->second.sockets) ledger_->send(socket, {text, Frame::Kind::push, {}});
    members_.erase(there);
}

// Who is here comes before who is away, a seat before none, and of the seats the one longest held; never a bot.
void Room::pass_on_host() {
    const Chair* best = nullptr;
    for (const Chair& chair : chairs_) {
        if (chair.player.id.empty() || chair.player.bot || chair.left) continue;
        if (!best || std::pair(!is_online(chair.player.id), chair.since_ms) <
                         std::pair(!is_online(best->player.id), best->since_ms))
            best = &chair;
    }
    const auto watching = std::ranges::find_if(
        members_, [](const auto& there) { return !there.second.info.bot && !there.second.sockets.empty(); });
    if (best && (is_online(best->player.id) || watching == members_.end()))
        host_ = best->player.id;
    else
        host_ = watching == members_.end() ? std::string() : watching->first;
}

Room::Chair* Room::chair_of(const std::string& player) {
    const auto found =
        std::ranges::find_if(chairs_, [&](const Chair& chair) { return chair.player.id == player; });
    return found == chairs_.end() ? nullptr : &*found;
}

bool Room::is_here(const std::string& player) const {
    return members_.contains(player) || std::ranges::any_of(chairs_, [&](const Chair& chair) {
               return chair.player.id == player && !chair.left;
           });
}

bool Room::is_online(const std::string& player) const {
    const auto there = members_.find(player);
    return there != members_.end() && !there->second.sockets.empty();
}

bool Room::humans_online() const {
    return std::ranges::any_of(
        members_, [](const auto& there) { return !there.second.info.bot && !there.second.sockets.empty(); });
}

// ---- sockets
// --------------------------------------------------------------------------------------------------

void Room::attach(const protocol::PlayerInfo& player, const SinkPtr& socket) {
    if (!is_here(player.id) || closed_) return;
    Member& there = members_[player.id];
    const bool is_new = std::ranges::count(there.sockets, socket) == 0;
    if (is_new) there.sockets.push_back(socket);
    there.info.id = player.id;
    there.info.bot = player.bot;
    const Chair* chair = chair_of(player.id);
    if (there.info.name != player.name || (chair && chair->player.name != player.name))
        renamed(player.id, player.name);
    else if (is_new && there.sockets.size() == 1)
        push_room();
    else if (is_new)
        push_room_to({socket});
    look_around();
}

void Room::detach(const std::string& player, const SinkPtr& socket) {
    const auto there = members_.find(player);
    if (there == members_.end() || std::erase(there->second.sockets, socket) == 0) return;
    if (!there->second.sockets.empty()) return;
    if (!chair_of(player)) members_.erase(there);
    push_room();
    report();
    look_around();
}

void Room::renamed(const std::string& player, const std::string& name) {
    if (const auto there = members_.find(player); there != members_.end()) there->second.info.name = name;
    if (Chair* chair = chair_of(player)) chair->player.name = name;
    push_room();
    report();
}

void Room::forgotten(const std::string& player) {
    for (protocol::ChatLine& line : chat_)
        if (line.from == player) line.name = storage::name_of_the_gone;
    if (closed_ || draining_ || !frozen_.empty())
        return;  // whoever takes the room up again knows that he is gone
    const bool was_here = members_.erase(player) > 0;
    Chair* chair = chair_of(player);
    if (!was_here && !chair) return push_room();
    if (chair) chair->player.name = storage::name_of_the_gone;
    if (chair && playing())
        walk_out(*chair);
    else
        stand(player);
    if (host_ == player) pass_on_host();
    changed();
    play_again_if_agreed();
}

}  // namespace cubilete::server
