#include "server/cluster/relay.hpp"

#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/room/room_refusals.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_reads = 100'000;
constexpr Clock::Duration most_wait_for_nodes{1'000};

template <class... Kinds>
bool is_one_of(const protocol::RoomAction& action) {
    return (std::holds_alternative<Kinds>(action) || ...);
}

}  // namespace

Relay::Relay(const Services& services, storage::Cluster& cluster, const MakeLinks& make_links, Told told,
             Aside aside)
    : services_(services),
      told_(std::move(told)),
      cluster_(cluster),
      executor_(services.threads.first()),
      clock_(services.clock_on(executor_)),
      frames_(std::make_shared<RemoteFrames>(executor_, [this] { send_frames(); })),
      mesh_(make_links({[this](Epoch node) { up(node); }, [this](Epoch node) { down(node); },
                        [this](Epoch from, mesh::Message message) { received(from, std::move(message)); },
                        [this](Epoch node) {
                            told_(node, true);
                            await_no_more(node);
                        }})),
      own_(cluster.epoch()),
      newest_(own_),
      windows_(*clock_, [this](const WindowNews& news) { mesh_->send_all(news); }),
      tables_asked_(*clock_),
      rooms_asked_(*clock_),
      aside_(std::move(aside)) {
    if (aside_) return;
    reader_.emplace("owners of rooms", most_reads);
    aside_ = [this](std::function<void()> job) { return reader_->add(std::move(job)); };
}

Relay::~Relay() {
    if (reader_) reader_->stop();
}

void Relay::start(std::shared_ptr<Lobby> lobby) {
    lobby_ = std::move(lobby);
    start_handover();
    mesh_->start();
    refill_codes();
}

void Relay::stop() {
    stopped_ = true;
    sweep_timer_.reset();
    windows_.stop();
    tables_asked_.clear();
    rooms_asked_.clear();
    arrival_timers_.clear();
    await_codes_.clear();
    answers_timer_.reset();
    handover_.reset();
    if (reader_) reader_->stop();
    mesh_->stop();
    lobby_.reset();
}

void Relay::post(std::function<void(Relay&)> action) {
    net::post(executor_, [weak = weak_from_this(), action = std::move(action)] {
        const auto self = weak.lock();
        if (!self || self->stopped_) return;
        try {
            action(*self);
        } catch (const std::exception& bug) {
            spdlog::error("the relay between nodes met a fault: {}", bug.what());
        }
    });
}

/// Runs `job` on the thread that may wait for the database.
void Relay::work(std::function<void(storage::Cluster&)> job) {
    const bool taken = aside_([&cluster = cluster_, job = std::move(job)] { job(cluster); });
    if (!taken) spdlog::warn("too many rooms wait for their owner to be read");
}

std::string Relay::text_of(const protocol::RequestId& id) {
    return std::visit([](const auto& value) { return protocol::Json(value).dump(); }, id);
}

void Relay::refuse(const SinkPtr& to, const protocol::RequestId& re, protocol::Refused why) {
    services_.metrics.refused(why.code);
    to->send(
        {std::make_shared<const std::string>(protocol::write(protocol::RefusedReply{re, std::move(why)})),
         Frame::Kind::reply,
         {}});
}

// ---- what the lobby tells

namespace {

/// A request as it crosses a link. Messages about dice are not counted, so they cross without what a client adds.
std::string text_for_link(const protocol::RequestId& id, const protocol::RoomRequest& request,
                          std::string text) {
    protocol::Json known{{"room", request.room}};
    std::visit([&](const auto& value) { known["id"] = value; }, id);
    if (const auto* tip = std::get_if<protocol::DiceTip>(&request.action))
        known.update({{"t", "dice.tip"}, {"match", tip->match}, {"tip", tip->tip}});
    else if (const auto* reveal = std::get_if<protocol::DiceReveal>(&request.action))
        known.update({{"t", "dice.reveal"}, {"match", reveal->match}, {"value", reveal->value}});
    else if (const auto* give = std::get_if<protocol::DiceGive>(&request.action))
        known.update(
            {{"t", "dice.give"}, {"match", give->match}, {"seq", give->seq}, {"value", give->value}});
    else
        return text;
    return known.dump();
}

}  // namespace

void Relay::forward(const Requester& from, protocol::ClientMessage message) {
    const auto& request = std::get<protocol::RoomRequest>(message.request);
    const std::string room = request.room;
    Waiting waiting{from.socket, from.re, text_for_link(from.re, request, std::move(message.text)),
                    is_one_of<protocol::Move, protocol::Hint, protocol::RoomJoin, protocol::DiceTip,
                              protocol::DiceReveal, protocol::DiceGive, protocol::DiceShake>(request.action),
                    is_one_of<protocol::RoomLeave>(request.action)};
    if (stopped_) return refuse(from.socket, from.re, shutting_down());
    if (!places_.contains(room) && local(from.socket)) {
        const ClientNetwork& network = from.socket->network();
        const TokenBucket::Time time(now());
        if (const auto wait = services_.invitations.must_wait(network, time))
            return refuse(from.socket, from.re, too_many_codes(*wait));
        if (const auto until = no_rooms_.find(room); until != no_rooms_.end() && now() < until->second) {
            services_.invitations.wrong_code(network, time);
            return refuse(from.socket, from.re, no_room(room));
        }
    }
    const auto [known, is_new] = places_.try_emplace(room);
    Place& place = known->second;
    if (is_new) lose(place);
    place.waiting.push_back(std::move(waiting));
    if (place.owner == 0) return look_up(room);
    send_back(room);
    send_waiting(room);
}

void Relay::greeted(const SinkPtr& socket, const protocol::PlayerInfo& player) {
    if (stopped_) return;
    const SocketNumber number = ++last_number_;
    Local& own = locals_[number];
    own.number = number;
    own.sink = socket;
    own.player = player;
    numbers_[socket.get()] = number;
    of_player_[player.id].insert(number);
    mesh_->send_all(mesh::Here{{player.id}});
}

void Relay::gone(const SinkPtr& socket) {
    Local* own = local(socket);
    if (!own) return;
    for (const Epoch node : own->attached) mesh_->send(node, mesh::Detach{own->number});
    while (!own->rooms.empty()) leave(*own, std::string(own->rooms.begin()->first));
    const auto of_player = of_player_.find(own->player.id);
    of_player->second.erase(own->number);
    if (of_player->second.empty()) of_player_.erase(of_player);
    numbers_.erase(socket.get());
    locals_.erase(own->number);
}

void Relay::became_member(const std::string& player) {
    if (!stopped_) mesh_->send_all(mesh::Members{{player}});
}

std::optional<std::string> Relay::take_code() {
    std::optional<std::string> code;
    if (!codes_.empty()) {
        code = std::move(codes_.back());
        codes_.pop_back();
    }
    refill_codes();
    return code;
}

void Relay::await_codes(std::function<void(bool come)> then) {
    await_codes_.push_back(std::move(then));
    refill_codes();
}

void Relay::renamed(const std::string& player, const std::string& name) {
    if (const auto own = of_player_.find(player); own != of_player_.end())
        for (const SocketNumber number : own->second) locals_.at(number).player.name = name;
    mesh_->send_all(mesh::Renamed{player, name});
}

void Relay::forgotten(const std::string& player) {
    forgotten_.insert(player);
    mesh_->send_all(mesh::Forgotten{player});
}

void Relay::has_new_device(const std::string& player) { mesh_->send_all(mesh::NewDevice{player}); }

// ---- what the cluster tells

void Relay::follow(storage::NodeList list) {
    post([list = std::move(list)](Relay& self) {
        self.living_.clear();
        self.draining_.clear();
        Metrics::Nodes seen{.epoch = self.own_, .queued_bytes = self.mesh_->queued_bytes()};
        for (const storage::NodeRow& node : list.nodes) {
            const bool drains = node.state == storage::NodeRow::State::draining;
            ++(drains ? seen.draining : seen.up);
            if (drains) self.draining_.insert(node.epoch);
            self.newest_ = std::max(self.newest_, node.epoch);
            if (node.epoch != self.own_) self.living_[node.epoch] = node.address;
        }
        self.handover_->follow(list.nodes);
        std::erase_if(self.met_, [&](Epoch node) { return self.is_over(node); });
        std::erase_if(self.ended_links_, [&](const auto& links) { return self.is_over(links.first); });
        for (const Epoch node : self.awaited())
            if (self.is_over(node)) self.await_no_more(node);
        self.services_.metrics.nodes(seen);
        self.rooms_ = static_cast<int>(self.lobby_->rooms() + self.arriving_.size());
        self.mesh_->follow(self.living_);
        for (const std::string& player : list.forgotten) self.forget(player);
        self.sweep();
    });
}

void Relay::forget(const std::string& player) {
    if (forgotten_.insert(player).second) lobby_->forget(player);
}

void Relay::adopted(std::vector<storage::OpenRoom> rooms) {
    post([rooms = std::move(rooms)](Relay& self) mutable {
        mesh::Owns owns;
        for (storage::OpenRoom& room : rooms) {
            const std::string code = room.room.code;
            if (self.lobby_->has_room(code) || self.arriving_.contains(code)) continue;
            Arriving& arriving = self.arriving_[code];
            arriving.awaited = self.to_await();
            owns.rooms.push_back(code);
            if (self.handover_->has_given(code))
                self.receive(code);  // it may have been read before it was given away
            else
                arriving.room = std::move(room);
        }
        self.services_.metrics.adopted(owns.rooms.size());
        if (!owns.rooms.empty()) self.mesh_->send_all(owns);
        self.await_nodes(std::move(owns.rooms));
    });
}

/// The nodes that may have sockets for a room that has just become this node's. One that is linked for the first time
/// later, because it or this one has just joined, is told of the room then.
std::set<mesh::Epoch> Relay::to_await() const {
    std::set<Epoch> others;
    for (const auto& [node, address] : living_)
        if (mesh_->has(node) || !met_.contains(node)) others.insert(node);
    return others;
}

/// Takes the rooms up when the nodes have answered; after a while even if some has not.
void Relay::await_nodes(std::vector<std::string> rooms) {
    for (const std::string& room : rooms) take_up_unless_awaited(room);
    std::erase_if(rooms, [this](const std::string& room) { return !arriving_.contains(room); });
    if (rooms.empty()) return;
    const auto timer = arrival_timers_.emplace(arrival_timers_.end());
    *timer = clock_->after(most_wait_for_nodes, [weak = weak_from_this(), rooms = std::move(rooms), timer] {
        const auto self = weak.lock();
        if (!self || self->stopped_) return;
        for (const std::string& room : rooms) {
            if (const auto late = self->arriving_.find(room); late != self->arriving_.end())
                late->second.awaited.clear();
            self->take_up_unless_awaited(room);
        }
        self->arrival_timers_.erase(timer);
    });
}

}  // namespace cubilete::server
