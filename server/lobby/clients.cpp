#include "server/lobby/clients.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/cost.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

/// Those of `ids` that are not in `others`.
std::vector<std::string> difference(std::vector<std::string> others, std::vector<std::string> ids) {
    if (others == ids) return {};
    std::ranges::sort(others);
    std::erase_if(ids, [&](const std::string& id) { return std::ranges::binary_search(others, id); });
    return ids;
}

}  // namespace

Clients::Clients(Actor& lobby, MessageHandler handle, NetworkTagger tag)
    : lobby_(lobby),
      handle_message_(std::move(handle)),
      tag_of_network_(std::move(tag)),
      quotas_(lobby.services().limits, lobby.services().metrics, lobby.clock()) {}

Clients::Client& Clients::of(const SinkPtr& socket) {
    Client& client = clients_[socket.get()];
    client.socket = socket;
    return client;
}

Clients::Client* Clients::find(const SinkPtr& socket) {
    const auto found = clients_.find(socket.get());
    return found == clients_.end() ? nullptr : &found->second;
}

Clients::Person* Clients::person(const std::string& player) {
    const auto found = people_.find(player);
    return found == people_.end() ? nullptr : &found->second;
}

bool Clients::is_member(const std::string& player) {
    const Person* known = person(player);
    return known && !known->rooms.empty();
}

std::optional<Requester> Clients::requester(const SinkPtr& socket, const protocol::RequestId& request_id) {
    const Client* client = find(socket);
    if (!client || client->player.empty()) return std::nullopt;
    return Requester{people_.at(client->player).info, socket, request_id};
}

Clients::Person& Clients::introduce(const SinkPtr& socket, const protocol::PlayerInfo& player) {
    of(socket).player = player.id;
    Person& known = people_[player.id];
    known.info = player;
    known.sockets.push_back(socket);
    return known;
}

std::optional<Clients::Client> Clients::take(const SinkPtr& socket) {
    auto found = clients_.extract(socket.get());
    if (!found) return std::nullopt;
    Client client = std::move(found.mapped());
    if (Person* known = person(client.player)) {
        std::erase(known->sockets, socket);
        client.visited.insert(known->rooms.begin(), known->rooms.end());
        forget_idle(client.player);
    }
    return client;
}

std::vector<std::string> Clients::update_members(const RoomReport& before, const RoomReport& now) {
    const std::string& room = now.line.room;
    const auto drop = [&](std::set<std::string> Person::*rooms, const std::vector<std::string>& ids) {
        for (const std::string& id : ids)
            if (Person* known = person(id)) {
                (known->*rooms).erase(room);
                forget_idle(id);
            }
    };
    drop(&Person::rooms, difference(now.members, before.members));
    drop(&Person::seats, difference(now.seated, before.seated));
    drop(&Person::mentioned_players, difference(now.mentioned_players, before.mentioned_players));
    for (const std::string& id : difference(before.seated, now.seated)) people_[id].seats.insert(room);
    for (const std::string& id : difference(before.mentioned_players, now.mentioned_players))
        people_[id].mentioned_players.insert(room);
    std::vector<std::string> came = difference(before.members, now.members);
    std::erase_if(came, [&](const std::string& id) { return !people_[id].rooms.insert(room).second; });
    return came;
}

void Clients::end_greetings() {
    std::vector<SinkPtr> sockets;
    for (auto& [key, client] : clients_)
        if (std::exchange(client.greeting, false)) sockets.push_back(client.socket);
    for (const SinkPtr& socket : sockets) handle_waiting(socket);
}

void Clients::forget_idle(const std::string& player) {
    const Person& who = people_.at(player);
    if (who.sockets.empty() && who.rooms.empty() && who.seats.empty() && who.mentioned_players.empty())
        people_.erase(player);
}

Verdict Clients::check_available() const {
    const storage::Journal& journal = lobby_.services().journal;
    if (draining_) return refused(RefusalReason::restarting);
    if (journal.accepts()) return {};
    return journal.away() ? refused(RefusalReason::database_away) : refused(RefusalReason::disk_slow);
}

void Clients::answer(const Requester& to, const protocol::Reply& reply) {
    std::string text = protocol::write(protocol::Ok{to.request_id, reply});
    quotas_.requests.charge(to.player.id, Cost{.bytes = text.size()}.requests());
    lobby_.gate().answer(to.socket, to.request_id, std::move(text));
}

void Clients::refuse(const SinkPtr& to, const protocol::RequestId& request_id, protocol::Rejection why) {
    const protocol::Code code = why.code;
    const Client* from = find(to);
    if (spdlog::should_log(spdlog::level::debug))  // the tag costs two hashes
        log_debug("refused", {{"player", from ? from->player : std::string()},
                              {"network", tag_of_network_(to->network())},
                              {"code", std::string(protocol::name_of(code))},
                              {"field", why.at}});
    lobby_.services().metrics.count_refusal(code);
    to->send(
        Frame::reply(protocol::write(protocol::RefusedReply{request_id, std::move(why)}), request_id, code));
}

void Clients::handle_waiting(const SinkPtr& socket) {
    Client* client = find(socket);
    if (!client) return;
    for (protocol::ClientMessage& message : std::exchange(client->waiting, {}))
        handle_message_(socket, std::move(message));
}

bool Clients::may_resume(const SinkPtr& socket, const protocol::RequestId& request_id,
                         const protocol::Rejection* why) {
    Client* client = find(socket);
    if (!client) return false;
    client->reading = false;
    if (draining_)
        on_result(socket, request_id, refused(RefusalReason::restarting));
    else if (why)
        on_result(socket, request_id, *why);
    return !draining_ && !why;
}

void Clients::on_result(const SinkPtr& socket, const protocol::RequestId& request_id, Verdict verdict) {
    if (!verdict) return;
    refuse(socket, request_id, *std::move(verdict));
    handle_waiting(socket);
}

}  // namespace cubilete::server
