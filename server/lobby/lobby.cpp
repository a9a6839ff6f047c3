#include "server/lobby/lobby.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/secrets.hpp"
#include "server/core/spdlog.hpp"
#include "server/match/house_cast.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Json;
using protocol::object;
using protocol::Refused;
using protocol::to_json;

namespace {

/// Long enough to send a burst of changes as one push, too short for a person to notice.
constexpr Clock::Duration news_pause{100};

template <class RoomRequest>
bool brings_password(const RoomRequest&) {
    return false;
}
bool brings_password(const protocol::RoomJoin& join) { return join.password.has_value(); }
bool brings_password(const protocol::RoomSet& set) { return set.fields.password && *set.fields.password; }

Frame push_frame(const protocol::ServerMessage& message) {
    return {std::make_shared<const std::string>(protocol::write(message)), Frame::Kind::push, {}};
}

}  // namespace

Lobby::Lobby(const Services& services)
    : services_(services),
      strand_(net::make_strand(services.io)),
      clock_(services.clock_on(strand_)),
      quotas_(services.limits, services.metrics),
      store_(services.store()),
      device_offers_(services.limits.device_offer) {}

std::shared_ptr<Lobby> Lobby::open(const Services& services) {
    std::shared_ptr<Lobby> lobby(new Lobby(services));
    lobby->gate_ = std::make_shared<CommitGate>(services, lobby->strand_, [weak = std::weak_ptr(lobby)] {
        if (const auto self = weak.lock()) self->lost();
    });
    lobby->introduce_house();
    lobby->take_up_rooms();
    return lobby;
}

/// The house's players are players like others in the data; a token nobody knows.
void Lobby::introduce_house() {
    for (const HousePlayer& one : house_cast())
        if (!store_->player(one.info.id))
            gate_->write(storage::PutPlayer{{.id = one.info.id,
                                             .name = one.info.name,
                                             .token_hash = hash_of(random_token()),
                                             .bot = true,
                                             .lang = {},
                                             .agent = "house",
                                             .since_ms = clock_->wall_ms()}});
}

void Lobby::take_up_rooms() {
    for (const storage::OpenRoom& stored : store_->open_rooms()) {
        RoomReport known;
        known.line.room = stored.room.code;
        for (const storage::Seat& seat : stored.seats)
            if (!level_of(seat.player)) known.seated.push_back(seat.player);
        known.members = known.seated;
        try {
            rooms_[stored.room.code].room = Room::restore(services_, reporter(), stored, *store_);
            reported(known);
        } catch (const std::exception& trouble) {
            rooms_.erase(stored.room.code);
            spdlog::error("room {} cannot be opened and stays as it is on disk: {}", stored.room.code,
                          trouble.what());
        }
    }
    if (!rooms_.empty()) spdlog::info("took up {} rooms", rooms_.size());
}

void Lobby::post(std::function<void(Lobby&)> action) {
    net::post(strand_, [self = shared_from_this(), action = std::move(action)]() mutable {
        try {
            action(*self);
        } catch (const std::exception& bug) {
            spdlog::error("the lobby met a fault: {}", bug.what());
        }
    });
}

void Lobby::receive(SinkPtr from, protocol::ClientMessage message) {
    post([from = std::move(from), message = std::move(message)](Lobby& self) mutable {
        self.take(from, std::move(message));
    });
}

void Lobby::gone(SinkPtr socket) {
    post([socket = std::move(socket)](Lobby& self) { self.leave(socket); });
}

void Lobby::drain(std::function<void()> done) {
    post([done = std::move(done)](Lobby& self) {
        self.draining_ = true;
        self.news_timer_.reset();
        // Each room, and the lobby itself, holds a share of `all`; the last one to let go calls done.
        const std::shared_ptr<void> all(nullptr, [done](void*) { done(); });
        for (const auto& [code, entry] : self.rooms_)
            entry.room->post([all](Room& room) { room.drain([all] {}); });
        self.gate_->when_idle([all] {});
    });
}

void Lobby::take(const SinkPtr& from, protocol::ClientMessage message) {
    Client& client = clients_[from.get()];
    if (client.over) return;
    client.socket = from;
    if (client.greeting) {
        client.waiting.push_back(std::move(message));
        return;
    }
    Verdict verdict;
    if (draining_)
        verdict = shutting_down();
    else if (services_.journal.backlog() > services_.limits.journal_backlog)
        verdict = Refused{Code::busy, "The server has more to write than its disk can take.", {}, 250};
    else if (const auto* hello = std::get_if<protocol::Hello>(&message.request))
        verdict = greet(client, message.id, *hello);
    else if (client.player.empty())
        verdict = refused(Code::hello_first, "Say hello first.");
    else if (Verdict too_much = quotas_.request(client.player, now()))
        verdict = std::move(too_much);
    else
        verdict = std::visit([&](auto& request) { return carry_out(client, message.id, request); },
                             message.request);
    if (verdict) refuse(from, message.id, std::move(*verdict));
}

void Lobby::refuse(const SinkPtr& socket, const protocol::RequestId& re, Refused why) {
    services_.metrics.refused(why.code);
    socket->send(
        {std::make_shared<const std::string>(protocol::write(protocol::RefusedReply{re, std::move(why)})),
         Frame::Kind::reply,
         {}});
}

void Lobby::leave(const SinkPtr& socket) {
    const auto found = clients_.find(socket.get());
    if (found == clients_.end()) return;
    const Client client = std::move(found->second);
    clients_.erase(found);
    const auto person = people_.find(client.player);
    if (person == people_.end()) return;
    std::erase(person->second.sockets, socket);
    std::set<std::string> codes = person->second.rooms;
    codes.insert(client.visited.begin(), client.visited.end());
    for (const std::string& code : codes)
        if (const auto entry = rooms_.find(code); entry != rooms_.end())
            entry->second.room->post(
                [player = client.player, socket](Room& room) { room.detach(player, socket); });
    forget_idle(person);
}

void Lobby::forget_idle(std::unordered_map<std::string, Person>::iterator person) {
    const Person& who = person->second;
    if (who.sockets.empty() && who.rooms.empty() && who.seats.empty()) people_.erase(person);
}

// ---- the directory
// --------------------------------------------------------------------------------------------

void Lobby::list(std::optional<std::string> game, std::function<void(std::vector<protocol::RoomLine>)> done) {
    post([game = std::move(game), done = std::move(done)](Lobby& self) {
        std::vector<protocol::RoomLine> lines;
        for (const auto& [code, its_game] : self.listed_)
            if (const auto entry = self.rooms_.find(code);
                entry != self.rooms_.end() && (!game || its_game == *game))
                lines.push_back(entry->second.report.line);
        done(std::move(lines));
    });
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re,
                                protocol::LobbyWatch& request) {
    if (request.game && !protocol::find_game(*request.game))
        return refused(Code::bad_options, "This server has no game \"" + *request.game + "\".", "/game");
    if (!request.game || (client.watches && client.watched.empty()))
        client.watched.clear();
    else
        client.watched.insert(*request.game);
    client.watches = true;
    Json lines = Json::array();
    for (const auto& [code, game] : listed_) {
        const auto entry = rooms_.find(code);
        if (entry == rooms_.end() || (request.game && game != *request.game)) continue;
        lines.push_back(to_json(entry->second.report.line));
    }
    gate_->answer(client.socket, re,
                  protocol::write(protocol::Ok{re, object({{"rooms", std::move(lines)}})}));
    return {};
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re,
                                protocol::LobbyUnwatch& request) {
    const bool was_last = request.game && client.watched.erase(*request.game) > 0 && client.watched.empty();
    if (!request.game || was_last) {
        client.watches = false;
        client.watched.clear();
    }
    gate_->answer(client.socket, re, protocol::write(protocol::Ok{re}));
    return {};
}

template <class RoomRequest>
Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re, RoomRequest& request) {
    if constexpr (requires { request.room; }) {
        const auto entry = rooms_.find(request.room);
        if (entry == rooms_.end())
            return refused(Code::no_room, "There is no room " + request.room + ".", "/room");
        if constexpr (std::is_same_v<RoomRequest, protocol::RoomChat>)
            if (Verdict too_much = quotas_.chat(client.player, now())) return too_much;
        if (brings_password(request))
            if (Verdict too_much = quotas_.hash(client.socket->network(), now())) return too_much;
        if constexpr (std::is_same_v<RoomRequest, protocol::RoomJoin>) {
            const Person& who = people_.at(client.player);
            const bool is_there = who.rooms.contains(request.room) || who.seats.contains(request.room);
            if (!is_there)
                if (Verdict alike = taken_for_another(client.player, who.info.name, request.room))
                    return alike;
            client.visited.insert(request.room);
        }
        entry->second.room->post([from = Requester{people_.at(client.player).info, client.socket}, re,
                                  request = std::move(request)](Room& room) mutable {
            room.handle(from, re, std::move(request));
        });
        return {};
    } else {
        return refused(Code::unknown_type, "This server does not know this request.", "/t");
    }
}

// ---- what the rooms report
// --------------------------------------------------------------------------------------

Room::Report Lobby::reporter() {
    return [weak = weak_from_this()](RoomReport report) {
        if (const auto self = weak.lock())
            self->post([report = std::move(report)](Lobby& lobby) { lobby.reported(report); });
    };
}

void Lobby::reported(const RoomReport& report) {
    const std::string& code = report.line.room;
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    Entry& entry = found->second;
    const auto has = [](const std::vector<std::string>& list, const std::string& id) {
        return std::ranges::count(list, id) > 0;
    };
    for (const auto& list : {entry.report.members, entry.report.seated})
        for (const std::string& id : list) {
            const auto person = people_.find(id);
            if (person == people_.end()) continue;
            if (!has(report.members, id)) person->second.rooms.erase(code);
            if (!has(report.seated, id)) person->second.seats.erase(code);
            forget_idle(person);
        }
    for (const std::string& id : report.seated) people_[id].seats.insert(code);
    for (const std::string& id : report.members) {
        Person& person = people_[id];
        if (!person.rooms.insert(code).second) continue;
        for (const SinkPtr& socket : person.sockets)
            entry.room->post([info = person.info, socket](Room& room) { room.attach(info, socket); });
    }
    count(entry.report, -1);
    entry.report = report;
    entry.awaited_for.clear();
    if (report.closed) {
        quotas_.room_closed(code);
        rooms_.erase(found);
    } else {
        count(report, +1);
    }
    news_.insert(code);
    if (!news_timer_ && !draining_)
        news_timer_ = clock_->after(news_pause, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->tell_watchers();
        });
}

void Lobby::count(const RoomReport& report, int by) {
    services_.metrics.room_open(report.line.game, by);
    if (report.line.phase == protocol::RoomPush::Phase::playing)
        services_.metrics.match_running(report.line.game, by);
}

void Lobby::tell_watchers() {
    news_timer_.reset();
    protocol::LobbyPush all;
    std::map<std::string, protocol::LobbyPush> by_game;
    for (const std::string& code : std::exchange(news_, {})) {
        const auto entry = rooms_.find(code);
        const auto listed = listed_.find(code);
        const bool shown = entry != rooms_.end() && entry->second.report.is_public;
        if (listed != listed_.end() && (!shown || entry->second.report.line.game != listed->second))
            by_game[listed->second].gone.push_back(code);
        if (shown) {
            const protocol::RoomLine& line = entry->second.report.line;
            listed_[code] = line.game;
            all.put.push_back(line);
            by_game[line.game].put.push_back(line);
        } else if (listed != listed_.end()) {
            listed_.erase(listed);
            all.gone.push_back(code);
        }
    }
    if (all.put.empty() && all.gone.empty()) return;
    const Frame for_all = push_frame(all);
    std::map<std::string, Frame> for_game;
    for (const auto& [game, push] : by_game) for_game[game] = push_frame(push);
    for (const auto& [key, client] : clients_) {
        if (client.watches && client.watched.empty()) gate_->send(client.socket, for_all);
        for (const std::string& game : client.watched)
            if (const auto frame = for_game.find(game); frame != for_game.end())
                gate_->send(client.socket, frame->second);
    }
}

}  // namespace cubilete::server
