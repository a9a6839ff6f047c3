// Relay: finds the owner of a room, holds requests while it is unknown, and brings sockets back to a room that
// moves here.
#include <algorithm>
#include <set>
#include <utility>

#include "protocol/codec.hpp"
#include "server/cluster/relay.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/room/room_refusals.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration sweep_pause{100};
/// Without an owner that can be reached; then the sockets are closed, so that their clients try another node.
constexpr Clock::Duration most_lost{5'000};
/// Between looks for an owner whose link has ended: it may live and keep its rooms.
constexpr Clock::Duration look_pause{1'000};
constexpr std::size_t most_no_rooms = 1'000;
constexpr Clock::Duration no_room_known{10'000};
constexpr std::size_t codes_at_hand = 32;
constexpr std::size_t most_codes_at_once = 256;

}  // namespace

bool Relay::is_over(Epoch node) const { return node != own_ && node < newest_ && !living_.contains(node); }

/// Has the owner of a room read, or takes the room if its owner is over.
void Relay::look_up(const std::string& room) {
    Place& place = places_.at(room);
    if (arriving_.contains(room) || handover_->is_leaving(room)) return;
    if (std::exchange(place.is_read, true)) return;
    place.asked = now();
    sweep_soon();
    const auto over = is_over(place.last) ? std::optional(place.last) : std::nullopt;
    const bool is_own = place.last == own_;
    work([weak = weak_from_this(), room, over, is_own](storage::Cluster& cluster) {
        std::optional<storage::OpenRoom> adopted;
        std::optional<Epoch> owner;
        bool is_known = true;
        try {
            if (over) adopted = cluster.adopt_room(room, *over);
            if (is_own) adopted = cluster.receive(room);
            if (!adopted) owner = cluster.owner(room);
        } catch (const storage::DatabaseError& away) {
            spdlog::debug("the owner of room {} cannot be read: {}", room, away.what());
            is_known = false;
        }
        const auto self = weak.lock();
        if (!self) return;
        const bool read = is_known && !adopted;
        if (adopted) self->adopted({*std::move(adopted)});
        self->post([room, owner, read](Relay& relay) {
            const auto known = relay.places_.find(room);
            if (known == relay.places_.end()) return;
            known->second.is_read = false;
            if (read) relay.found(room, owner);
        });
    });
}

void Relay::found(const std::string& room, std::optional<Epoch> owner) {
    if (lobby_->has_room(room)) return arrived(room);
    if (!owner) return closed(room);
    Place& place = places_.at(room);
    if (*owner == own_) {  // it is about to arrive; if not, the next look takes it up
        if (place.owner != 0) lose(place);
        place.last = own_;
        return;
    }
    send_back(room);
    send_on(std::exchange(place.back, {}));
    if (mesh_->has(*owner)) return settled(room, *owner);
    const bool is_news = std::exchange(place.last, *owner) != *owner;
    if (is_news && is_over(*owner)) return look_up(room);
    forget_unused(room);
}

/// The room is at that node: its sockets come back to it, and requests that waited are sent.
void Relay::settled(const std::string& room, Epoch owner) {
    Place& place = places_.at(room);
    place.owner = place.last = owner;
    for (const SocketNumber number : place.sockets)
        if (Local& socket = locals_.at(number); socket.rooms.at(room).owner != owner)
            attach(socket, owner, room);
    send_waiting(room);
    forget_unused(room);
}

void Relay::take_up_unless_awaited(const std::string& room) {
    const auto arriving = arriving_.find(room);
    if (arriving != arriving_.end() && arriving->second.awaited.empty() && arriving->second.room)
        take_up(room);
}

/// The nodes for which rooms wait.
std::set<mesh::Epoch> Relay::awaited() const {
    std::set<Epoch> nodes;
    for (const auto& [room, arriving] : arriving_)
        nodes.insert(arriving.awaited.begin(), arriving.awaited.end());
    return nodes;
}

/// The node has no sockets any more that could come back.
void Relay::await_no_more(Epoch node) {
    std::vector<std::string> complete;
    for (auto& [room, arriving] : arriving_)
        if (arriving.awaited.erase(node) > 0 && arriving.awaited.empty()) complete.push_back(room);
    for (const std::string& room : complete) take_up_unless_awaited(room);
}

void Relay::take_up(const std::string& room) {
    const Arriving arriving = arriving_.extract(room).mapped();
    lobby_->take_up(*arriving.room, arriving.carried);
    handover_->arrived(room);
    arrived(room, arriving);
}

/// The room is here now. Its sockets come back first, then what they asked for meanwhile is carried out.
void Relay::arrived(const std::string& room, const Arriving& with) {
    no_rooms_.erase(room);
    auto found = places_.extract(room);
    std::vector<Back> back = found ? std::move(found.mapped().back) : std::vector<Back>();
    for (const Back& one : with.back) add_back(back, one);
    for (const auto& [socket, seen] : back) come_back(socket, seen);
    if (!found) return;
    Place& place = found.mapped();
    for (const SocketNumber number : place.sockets) {
        Local& socket = locals_.at(number);
        const SeenRoom before = socket.rooms.extract(room).mapped();
        std::optional<protocol::RoomJoin::Seen> seen;
        if (!before.match.empty()) seen = {before.match, before.seq};
        lobby_->come_back(socket.sink, room, seen,
                          [sink = socket.sink] { sink->close(CloseCode::restart, "the table has moved"); });
    }
    for (Waiting& waiting : place.waiting) {
        const auto* remote = dynamic_cast<const RemoteSink*>(waiting.from.get());
        const bool is_open =
            remote ? remotes_.contains({remote->node(), remote->number()}) : local(waiting.from) != nullptr;
        if (!is_open) continue;
        auto message = protocol::parse(waiting.text, services_.limits.message);
        if (auto* parsed = std::get_if<protocol::ClientMessage>(&message)) {
            parsed->text = std::move(waiting.text);
            lobby_->receive(waiting.from, std::move(*parsed));
        }
    }
}

/// There is no such room.
void Relay::closed(const std::string& room) {
    if (no_rooms_.size() >= most_no_rooms) no_rooms_.clear();
    no_rooms_[room] = now() + no_room_known;
    auto found = places_.extract(room);
    for (const Waiting& waiting : found.mapped().waiting) {
        if (found.mapped().sockets.empty() && local(waiting.from))
            services_.invitations.wrong_code(waiting.from->network(), TokenBucket::Time(now()));
        refuse(waiting.from, waiting.id, no_room(room));
    }
    const auto text =
        std::make_shared<const std::string>(protocol::write(protocol::GonePush{room, "closed"}));
    for (const SocketNumber number : found.mapped().sockets) {
        Local& socket = locals_.at(number);
        socket.rooms.erase(room);
        socket.sink->send({text, Frame::Kind::push, {}});
    }
    send_on(found.mapped().back);
}

/// The room cannot be reached from here.
void Relay::give_up(const std::string& room) {
    auto found = places_.extract(room);
    for (const Waiting& waiting : found.mapped().waiting) {
        if (local(waiting.from))
            waiting.from->close(CloseCode::restart, "the table cannot be reached from here");
        else
            refuse(waiting.from, waiting.id, table_moves());
    }
    for (const SocketNumber number : found.mapped().sockets) {
        Local& socket = locals_.at(number);
        socket.rooms.erase(room);
        socket.sink->close(CloseCode::restart, "the table cannot be reached from here");
    }
    send_on(found.mapped().back);
}

void Relay::lose(Place& place) {
    place.owner = 0;
    place.lost = now();
}

void Relay::forget_unused(const std::string& room) {
    const auto place = places_.find(room);
    if (place != places_.end() && place->second.sockets.empty() && place->second.waiting.empty() &&
        place->second.back.empty() && !place->second.is_read)
        places_.erase(place);
}

/// Looks for the owners of the rooms that have none, and gives those up that have had none for too long.
void Relay::sweep() {
    sweep_timer_.reset();
    std::vector<std::string> lost, look;
    for (const auto& [room, place] : places_) {
        if (place.owner != 0) continue;
        if (now() - place.lost > most_lost)
            lost.push_back(room);
        else if (!place.is_read && (place.last == 0 || place.last == own_ || is_over(place.last) ||
                                    mesh_->has(place.last) || now() - place.asked > look_pause))
            look.push_back(room);
        else
            sweep_soon();
    }
    for (const std::string& room : lost) give_up(room);
    for (const std::string& room : look) look_up(room);
}

void Relay::sweep_soon() {
    if (sweep_timer_) return;
    sweep_timer_ = clock_->after(sweep_pause, [weak = weak_from_this()] {
        if (const auto self = weak.lock(); self && !self->stopped_) self->sweep();
    });
}

/// Keeps some codes at hand, so that a new room need not wait for the database.
void Relay::refill_codes() {
    if (stopped_ || codes_.size() > codes_at_hand / 2 || std::exchange(refills_, true)) return;
    const std::size_t missing =
        std::min(codes_at_hand - codes_.size() + await_codes_.size(), most_codes_at_once);
    work([weak = weak_from_this(), missing](storage::Cluster& cluster) {
        std::vector<std::string> codes;
        try {
            std::set<std::string> wanted;
            while (wanted.size() < missing) wanted.insert(random_room_code());
            codes = cluster.reserve(wanted, {});
        } catch (const storage::DatabaseError& away) {
            spdlog::debug("no codes for rooms could be reserved: {}", away.what());
        }
        if (const auto self = weak.lock()) self->post([codes](Relay& relay) { relay.codes_come(codes); });
    });
}

/// As many requests go on as there are codes; without any, all of them are refused.
void Relay::codes_come(const std::vector<std::string>& codes) {
    refills_ = false;
    codes_.insert(codes_.end(), codes.begin(), codes.end());
    const std::size_t count =
        codes.empty() ? await_codes_.size() : std::min(codes.size(), await_codes_.size());
    for (std::size_t number = 0; number < count; ++number) {
        const auto then = std::move(await_codes_.front());
        await_codes_.pop_front();
        then(!codes.empty());
    }
    if (!await_codes_.empty()) refill_codes();
}

}  // namespace cubilete::server
