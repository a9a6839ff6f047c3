#include "server/lobby/lobby.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/cost.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Refused;

namespace {

/// Those of `ids` that are not in `others`.
std::vector<std::string> not_in(std::vector<std::string> others, std::vector<std::string> ids) {
    if (others == ids) return {};
    std::ranges::sort(others);
    std::erase_if(ids, [&](const std::string& id) { return std::ranges::binary_search(others, id); });
    return ids;
}

bool brings_password(const protocol::RoomAction& action) {
    if (const auto* join = std::get_if<protocol::RoomJoin>(&action)) return join->password.has_value();
    const auto* set = std::get_if<protocol::RoomSet>(&action);
    return set && set->fields.password && *set->fields.password;
}

}  // namespace

Lobby::Lobby(const Services& services)
    : services_(services),
      executor_(services.threads.first()),
      clock_(services.clock_on(executor_)),
      quotas_(services.limits, services.metrics, *clock_),
      places_(services.limits, services.metrics),
      device_offers_(services.limits.device_offer),
      loader_(std::make_shared<RoomLoader>(services, executor_)) {}

std::shared_ptr<Lobby> Lobby::open(const Services& services) {
    std::shared_ptr<Lobby> lobby(new Lobby(services));
    lobby->gate_ = std::make_shared<CommitGate>(services, lobby->executor_, [weak = std::weak_ptr(lobby)] {
        if (const auto self = weak.lock()) self->lost();
    });
    // Nobody is connected yet, so that reading here delays nobody.
    lobby->lists_ = lobby->make_lists();
    const auto store = services.store();
    lobby->data_id_ = store->data_id();
    lobby->add_built_in_bots(*store);
    if (!services.cluster) lobby->take_up_rooms(*store);
    return lobby;
}

/// Stores the built-in bots as players. Their tokens are thrown away, so nobody can log in as one. Nodes that start
/// together on new data all do this.
void Lobby::add_built_in_bots(const storage::Store& store) {
    for (const BuiltInBot& one : built_in_bots())
        if (!store.player(one.info.id))
            gate_->write(storage::PutPlayer{.player = {.id = one.info.id,
                                                       .name = one.info.name,
                                                       .token_hash = hash_of(random_token()),
                                                       .bot = true,
                                                       .lang = {},
                                                       .agent = "house",
                                                       .since_ms = clock_->wall_ms()},
                                            .unless_there = true});
}

/// `action`, with a guard against exceptions.
auto Lobby::guarded(auto action) {
    return [self = shared_from_this(), action = std::move(action)]() mutable {
        try {
            action(*self);
        } catch (const std::exception& bug) {
            spdlog::error("the lobby met a fault: {}", bug.what());
        }
    };
}

void Lobby::post(std::function<void(Lobby&)> action) { net::post(executor_, guarded(std::move(action))); }

// A message is taken at once if its socket lives on the lobby's thread, else in the order of the posts. The lobby calls
// rooms, and both send to sockets, but neither a room nor a socket calls the lobby back: their reports are posts.
void Lobby::receive(SinkPtr from, protocol::ClientMessage&& message) {
    // Not with dispatch(), which would move the message through several handlers before it is taken.
    if (executor_.running_in_this_thread())
        return guarded([&](Lobby& self) { self.take(from, std::move(message)); })();
    net::post(executor_, guarded([from = std::move(from), message = std::move(message)](Lobby& self) mutable {
                  self.take(from, std::move(message));
              }));
}

void Lobby::gone(SinkPtr socket) {
    post([socket = std::move(socket)](Lobby& self) { self.leave(socket); });
}

void Lobby::drain(std::function<void()> done) {
    post([done = std::move(done)](Lobby& self) {
        self.draining_ = true;
        self.lists_->stop();
        // Each room, and the lobby itself, holds a share of `all`; when the last one lets go, `done` runs.
        const std::shared_ptr<void> all(nullptr, [done](void*) { done(); });
        for (const auto& [code, entry] : self.rooms_)
            if (!self.loader_->is_unread(code)) entry.room->post([all](Room& room) { room.drain([all] {}); });
        self.loader_->stop();
        self.gate_->when_idle([all] {});
    });
}

void Lobby::database_away(bool away) {
    post([away](Lobby& self) {
        self.database_away_ = away;
        for (const auto& [code, entry] : self.rooms_)
            entry.room->post([away](Room& room) { room.database_away(away); });
    });
}

void Lobby::take(const SinkPtr& from, protocol::ClientMessage&& message) {
    Client& client = clients_[from.get()];
    if (client.over) return;
    client.socket = from;
    if (client.greeting || client.reading) {
        client.waiting.push_back(std::move(message));
        return;
    }
    Verdict verdict;
    // Entries that were asked for wait for these, also while the server stops or has too much to write.
    const auto* room_request = std::get_if<protocol::RoomRequest>(&message.request);
    const bool is_waited_for = room_request && answers_dice(room_request->action) && !client.player.empty();
    if (is_waited_for) {
        verdict = pass_on(client, message);
        if (verdict) quotas_.charge(client.player, 1);
    } else if (draining_)
        verdict = shutting_down();
    else if (!services_.journal.accepts())
        verdict = services_.journal.away() ? database_is_away() : too_much_to_write();
    else if (auto* hello = std::get_if<protocol::Hello>(&message.request))
        greet(from, message.id, std::move(*hello));
    else if (client.player.empty())
        verdict = refused(Code::hello_first, "Say hello first.");
    else if (Verdict too_much = quotas_.request(client.player))
        verdict = std::move(too_much);
    else if (room_request)
        verdict = pass_on(client, message);
    else
        verdict = std::visit([&](auto& request) { return carry_out(client, message.id, request); },
                             std::get<protocol::LobbyRequest>(message.request));
    if (verdict) refuse(from, message.id, std::move(*verdict));
}

/// Charges for an answer that may be long, and sends it.
void Lobby::answer(const SinkPtr& socket, const std::string& player, const protocol::RequestId& re,
                   std::string text) {
    quotas_.charge(player, Cost{.bytes = text.size()}.requests());
    gate_->answer(socket, re, std::move(text));
}

void Lobby::refuse(const SinkPtr& socket, const protocol::RequestId& re, Refused why) {
    services_.metrics.refused(why.code);
    const Code code = why.code;
    socket->send(Frame::reply(protocol::write(protocol::RefusedReply{re, std::move(why)}), re, code));
}

void Lobby::leave(const SinkPtr& socket) {
    const auto found = clients_.find(socket.get());
    if (found == clients_.end()) return;
    const Client client = std::move(found->second);
    clients_.erase(found);
    lists_->forget(socket);
    if (services_.other_nodes) services_.other_nodes->gone(socket);
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
    if (who.sockets.empty() && who.rooms.empty() && who.seats.empty() && who.noted.empty())
        people_.erase(person);
}

// ---- the list of public rooms

std::shared_ptr<RoomLists> Lobby::make_lists() {
    RoomLists::Events events{
        .answer = [this](const Requester& to,
                         std::string text) { answer(to.socket, to.player.id, to.re, std::move(text)); },
        .send = [this](const SinkPtr& to, const Frame& frame) { gate_->send(to, frame); }};
    return std::make_shared<RoomLists>(services_, *clock_, std::move(events));
}

void Lobby::look(std::optional<std::string> game, std::function<void(std::vector<RoomWindowPtr>)> done) {
    post([game = std::move(game), done = std::move(done)](Lobby& self) {
        std::vector<RoomWindowPtr> windows;
        for (const Info* one : protocol::catalogue())
            if (!game || one->id == *game) windows.push_back(self.lists_->window(one->id));
        done(std::move(windows));
    });
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re, protocol::LobbyList& request) {
    return lists_->list({people_.at(client.player).info, client.socket, re}, request);
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re,
                                protocol::LobbyWatch& request) {
    return lists_->watch({people_.at(client.player).info, client.socket, re}, request);
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re,
                                protocol::LobbyUnwatch& request) {
    lists_->unwatch(client.socket, request);
    gate_->answer(client.socket, re, protocol::write(protocol::Ok{re}));
    return {};
}

// ---- requests to rooms

/// Charges for a request to a room, and passes it to the room.
Lobby::Verdict Lobby::pass_on(Client& client, protocol::ClientMessage& message) {
    auto& request = std::get<protocol::RoomRequest>(message.request);
    const std::string& code = request.room;
    const auto entry = rooms_.find(code);
    const Person& who = people_.at(client.player);
    const bool joins = std::holds_alternative<protocol::RoomJoin>(request.action);
    const bool knows = who.rooms.contains(code) || who.seats.contains(code);
    const ClientNetwork& network = client.socket->network();
    const bool is_here = entry != rooms_.end();
    // Of a room that is not here the other nodes count it.
    if (!knows && !client.visited.contains(code) && (is_here ? joins : !services_.other_nodes)) {
        if (const auto wait = services_.invitations.must_wait(network, now())) return too_many_codes(*wait);
        if (!is_here) services_.invitations.wrong_code(network, now());
    }
    if (!is_here || (entry->second.moves && !answers_dice(request.action))) {
        if (!services_.other_nodes) return no_room(code);
        quotas_.charge(client.player, Cost{.bytes = message.text.size()}.requests());
        const Requester from{who.info, client.socket, message.id};
        services_.other_nodes->forward(from, std::move(message));
        return {};
    }
    if (std::holds_alternative<protocol::RoomChat>(request.action))
        if (Verdict too_much = quotas_.chat(client.player)) return too_much;
    const bool makes_entry = std::holds_alternative<protocol::Move>(request.action) ||
                             std::holds_alternative<protocol::Hint>(request.action);
    if (makes_entry)
        if (Verdict too_much = quotas_.entry(network)) return too_much;
    if (brings_password(request.action))
        if (Verdict too_much = quotas_.hash(network)) return too_much;
    if (joins) {
        if (!knows)
            if (Verdict alike = taken_for_another(client.player, who.info.name, code)) return alike;
        client.visited.insert(code);
    }
    entry->second.room->post([from = Requester{who.info, client.socket, std::move(message.id)},
                              action = std::move(request.action)](Room& room) { room.handle(from, action); });
    return {};
}

// ---- reports of the rooms

LobbyLink Lobby::link() {
    return {
        .report =
            [weak = weak_from_this()](RoomReport report) {
                if (const auto self = weak.lock())
                    self->post([report = std::move(report)](Lobby& lobby) { lobby.reported(report); });
            },
        .charge =
            [weak = weak_from_this()](const std::string& player, int requests) {
                if (const auto self = weak.lock())
                    self->post([player, requests](Lobby& lobby) { lobby.quotas_.charge(player, requests); });
            },
        .read_soon =
            [weak = weak_from_this()](const std::string& code) {
                if (const auto self = weak.lock())
                    self->post([code](Lobby& lobby) { lobby.loader_->read_soon(code); });
            }};
}

void Lobby::reported(const RoomReport& report) {
    const std::string& code = report.line.room;
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    Entry& entry = found->second;
    const RoomReport& before = entry.report;
    const auto drop = [&](std::set<std::string> Person::*rooms, const std::vector<std::string>& ids) {
        for (const std::string& id : ids)
            if (const auto person = people_.find(id); person != people_.end()) {
                (person->second.*rooms).erase(code);
                forget_idle(person);
            }
    };
    drop(&Person::rooms, not_in(report.members, before.members));
    drop(&Person::seats, not_in(report.seated, before.seated));
    drop(&Person::noted, not_in(report.noted, before.noted));
    for (const std::string& id : not_in(before.seated, report.seated)) people_[id].seats.insert(code);
    for (const std::string& id : not_in(before.noted, report.noted)) people_[id].noted.insert(code);
    for (const std::string& id : not_in(before.members, report.members)) {
        Person& person = people_[id];
        const bool is_first = person.rooms.empty();
        if (!person.rooms.insert(code).second) continue;
        if (is_first && services_.other_nodes) services_.other_nodes->became_member(id);
        for (const SinkPtr& socket : person.sockets)
            entry.room->post([info = person.info, socket](Room& room) { room.attach(info, socket); });
    }
    count(entry.report, -1);
    entry.report = report;
    if (auto waiting = waiting_room(report); waiting && !entry.moves)
        waiting_rooms_.put(*std::move(waiting));
    else
        waiting_rooms_.remove(code);
    if (report.is_public && !report.closed) {
        lists_->put(report.line);
        if (services_.other_nodes) services_.other_nodes->lists_room(report);
    } else {
        lists_->remove(code);
        if (services_.other_nodes) services_.other_nodes->unlists_room(code);
    }
    if (report.closed) {
        places_.closed(code);
        services_.invitations.erase(code);
        rooms_.erase(found);
    } else {
        places_.attended(
            code, {report.attended, report.people, report.unattended_since_ms.value_or(clock_->wall_ms())});
        services_.invitations.put(report.invitation);
        count(report, +1);
    }
    if (report.match_begins && services_.other_nodes) services_.other_nodes->match_begins(code);
}

void Lobby::count(const RoomReport& report, int by) {
    services_.metrics.room_open(report.line.game, by);
    if (report.line.phase == protocol::RoomPhase::playing)
        services_.metrics.match_running(report.line.game, by);
}

}  // namespace cubilete::server
