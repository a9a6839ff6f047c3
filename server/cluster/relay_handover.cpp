// How sockets and requests follow a room that goes from one living node to another.
#include <algorithm>
#include <utility>

#include "server/cluster/relay.hpp"
#include "server/core/spdlog.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

namespace {

constexpr Clock::Duration between_reads{100};
constexpr Clock::Duration between_answer_looks{10};
/// For answers of other nodes, when this one stops.
constexpr Clock::Duration most_wait_for_answers{500};

}  // namespace

// ---- this node gives the room

void Relay::start_handover() {
    handover_.emplace(
        *lobby_, *mesh_, *clock_, services_.metrics, own_,
        Handover::Ways{
            .left = [this](const std::string& room, Epoch to, const HandedOver& one) { left(room, to, one); },
            .moved = [this](const std::string& room, Epoch to) { moved(room, to); },
            .released = [this](const std::string& room) { released(room); },
            .post =
                [weak = weak_from_this()](std::function<void(Handover&)> action) {
                    if (const auto self = weak.lock())
                        self->post([action = std::move(action)](Relay& relay) { action(*relay.handover_); });
                }});
}

void Relay::match_begins(const std::string& room) {
    if (!stopped_) post([room](Relay& self) { self.handover_->match_begins(room); });
}

void Relay::hand_over_all(Clock::Duration most, std::function<void()> done) {
    lobby_->make_no_rooms();
    handover_->give_all(most, std::move(done));
}

/// The sockets of this node that were in the room are those of a room of another node now.
void Relay::left(const std::string& room, Epoch to, const HandedOver& room_left) {
    Place& place = places_[room];
    lose(place);
    place.last = to;
    for (const SinkPtr& sink : room_left.sockets)
        if (Local* socket = local(sink)) {
            place.sockets.insert(socket->number);
            socket->rooms[room] = {0, room_left.match, room_left.seq};
        }
}

void Relay::moved(const std::string& room, Epoch to) {
    if (!places_.contains(room)) return;
    send_back(room);
    settled(room, to);
}

void Relay::released(const std::string& room) {
    if (!places_.contains(room)) return;
    if (lobby_->has_room(room)) return arrived(room);
    sweep_soon();
}

/// Requests of other nodes go back to them: they ask the right node themselves.
void Relay::send_back(const std::string& room) {
    Place& place = places_.at(room);
    std::deque<Waiting> own;
    for (Waiting& waiting : place.waiting) {
        if (local(waiting.from))
            own.push_back(std::move(waiting));
        else if (const auto* remote = dynamic_cast<const RemoteSink*>(waiting.from.get()))
            mesh_->send(remote->node(), mesh::NotHere{remote->number(), room, text_of(waiting.id)});
    }
    place.waiting = std::move(own);
}

void Relay::take(Epoch from, const mesh::Taken& taken) { handover_->taken(from, taken.room); }

void Relay::when_answered(std::function<void()> done) {
    post([done = std::move(done)](Relay& self) { self.await_answers(most_wait_for_answers, done); });
}

void Relay::await_answers(Clock::Duration most, std::function<void()> done) {
    const bool waits =
        std::ranges::any_of(locals_, [](const auto& one) { return !one.second.unanswered.empty(); });
    if (!waits || most.count() <= 0) return done();
    answers_timer_ =
        clock_->after(between_answer_looks, [weak = weak_from_this(), most, done = std::move(done)] {
            if (const auto self = weak.lock(); self && !self->stopped_)
                self->await_answers(most - between_answer_looks, done);
        });
}

// ---- another node gives the room to this one

void Relay::take(Epoch from, const mesh::Give& give) {
    if (!lobby_->has_room(give.room) && !arriving_.contains(give.room)) {
        Arriving& arriving = arriving_[give.room];
        arriving.awaited = to_await();
        arriving.carried = {Clock::Duration(give.left_ms), give.next};
        if (const auto place = places_.find(give.room); place != places_.end()) {
            lose(place->second);
            arriving.back = std::exchange(place->second.back, {});
        }
        receive(give.room);
        await_nodes({give.room});
    }
    mesh_->send(from, mesh::Taken{give.room});
}

void Relay::receive(const std::string& room) {
    work([weak = weak_from_this(), room](storage::Cluster& cluster) {
        std::optional<storage::OpenRoom> read;
        bool is_known = true;
        try {
            read = cluster.receive(room);
        } catch (const storage::DatabaseError& away) {
            spdlog::debug("room {}, which was given to this node, cannot be read: {}", room, away.what());
            is_known = false;
        }
        const auto self = weak.lock();
        if (!self) return;
        self->post([room, is_known, read = std::move(read)](Relay& relay) mutable {
            const auto arriving = relay.arriving_.find(room);
            if (arriving == relay.arriving_.end()) return;
            if (read) {
                arriving->second.room = std::move(read);
                return relay.take_up_unless_awaited(room);
            }
            if (is_known) {  // it belongs to another by now
                relay.send_on(arriving->second.back);
                relay.arriving_.erase(arriving);
                if (relay.places_.contains(room)) relay.look_up(room);
                return;
            }
            const auto timer = relay.arrival_timers_.emplace(relay.arrival_timers_.end());
            *timer = relay.clock_->after(between_reads, [weak = relay.weak_from_this(), room, timer] {
                const auto again = weak.lock();
                if (!again || again->stopped_) return;
                again->receive(room);
                again->arrival_timers_.erase(timer);
            });
        });
    });
}

// ---- another node gives the room to a third one

void Relay::take(Epoch from, const mesh::Moved& moved) {
    if (const auto place = places_.find(moved.room);
        place != places_.end() && place->second.owner != moved.to && moved.to != own_) {
        if (mesh_->has(moved.to)) {
            settled(moved.room, moved.to);
        } else {
            lose(place->second);
            place->second.last = moved.to;
            sweep_soon();
        }
    }
    mesh_->send(moved.to, mesh::Known{{moved.room}});
    mesh_->send(from, mesh::Known{{moved.room}});
}

}  // namespace cubilete::server
