#include "server/lobby/decree_enforcer.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <variant>
#include <vector>

#include "protocol/codec.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

Frame notice_of(const Decree& line) {
    return {std::make_shared<const std::string>(
                protocol::write(protocol::NoticePush{line.no, line.text, line.until_ms})),
            Frame::Kind::push,
            {}};
}

}  // namespace

DecreeEnforcer::DecreeEnforcer(Actor& lobby, Clients& clients, DecreeKeeper& decrees, Directory& directory)
    : lobby_(lobby), clients_(clients), decrees_(decrees), directory_(directory) {}

// ---- what players ask for

Verdict DecreeEnforcer::check(const std::string& player, const protocol::RoomAction& action) {
    if (const auto* chat = std::get_if<protocol::RoomChat>(&action))
        return decrees_.check_chat(player, chat->text);
    const auto* set = std::get_if<protocol::RoomSet>(&action);
    if (set && set->fields.is_public.value_or(false) && !decrees_.rules().public_tables)
        return refused(RefusalReason::tables_are_private, {}, "/public");
    if (std::holds_alternative<protocol::ReportPlayer>(action))
        return clients_.quotas().reports.try_consume(player);
    return {};
}

Verdict DecreeEnforcer::check(const Requester& from, protocol::LobbyRequest& request) const {
    const bool are_private = !decrees_.rules().public_tables;
    if (auto* create = std::get_if<protocol::RoomCreate>(&request)) {
        if (are_private && create->fields.is_public.value_or(false))
            return refused(RefusalReason::tables_are_private, {}, "/public");
        if (are_private) create->fields.is_public = false;
        return check_opening(from.socket->network(), create->word);
    }
    if (const auto* quick = std::get_if<protocol::QuickMatch>(&request)) {
        if (are_private) return refused(RefusalReason::tables_are_private);
        return check_opening(from.socket->network(), quick->word);
    }
    const auto* rename = std::get_if<protocol::Rename>(&request);
    if (rename && rename->name != from.player.name) return decrees_.check_name(rename->name);
    return {};
}

/// A wrong word counts as a wrong code of a table, so that it cannot be guessed.
Verdict DecreeEnforcer::check_opening(const ClientNetwork& network,
                                      const std::optional<std::string>& word) const {
    if (!word || decrees_.rules().open_tables != OperatorSettings::OpenTables::word)
        return decrees_.check_opening(word);
    Invitations& invitations = lobby_.services().invitations;
    const TokenBucket::Time now(lobby_.clock().now());
    if (const auto wait = invitations.required_wait(network, now)) return code_rate_exceeded(*wait);
    Verdict why = decrees_.check_opening(word);
    if (why) invitations.count_wrong_code(network, now);
    return why;
}

// ---- who is here

void DecreeEnforcer::on_change(const Decree& decree) {
    if (decree.kind == Decree::Kind::say) return tell_all(decree);  // also that it has ended
    if (decree.kind == Decree::Kind::set)                           // perhaps whether tables may be public
        for (const auto& [code, entry] : directory_.rooms()) directory_.list(entry);
    if (!decree.holds(lobby_.clock().wall_ms())) return;
    switch (decree.kind) {
        case Decree::Kind::ban: return disconnect_player(decree.player, decree.text);
        case Decree::Kind::network_ban: return disconnect_network(decree);
        case Decree::Kind::mute:
        case Decree::Kind::say:
        case Decree::Kind::set: return;
    }
}

void DecreeEnforcer::on_welcome(const SinkPtr& socket, const protocol::PlayerInfo& player) {
    const std::int64_t now_ms = lobby_.clock().wall_ms();
    const HashedNetwork from = decrees_.hash_network(socket->network());
    if (const Decree* ban = decrees_.decrees().network_ban(from, now_ms)) return close(socket, ban->text);
    if (const Decree* ban = decrees_.decrees().ban_of(player.id, now_ms))
        return disconnect_player(player.id, ban->text);
    for (const Decree* line : decrees_.decrees().lines(now_ms)) socket->send(notice_of(*line));
}

void DecreeEnforcer::tell_all(const Decree& line) {
    const Frame notice = notice_of(line);
    for (const auto& [key, client] : clients_.all())
        if (client.since_ms > 0) client.socket->send(notice);
}

void DecreeEnforcer::disconnect_player(const std::string& player, const std::string& reason) {
    const Clients::Person* person = clients_.person(player);
    if (!person) return;
    const Clients::Person who = *person;
    std::set<std::string> codes = who.rooms;
    codes.insert(who.seats.begin(), who.seats.end());
    for (const std::string& code : codes) directory_.post(code, [player](Room& room) { room.expel(player); });
    for (const SinkPtr& socket : who.sockets) close(socket, reason);
}

/// Who is also connected from elsewhere stays.
void DecreeEnforcer::disconnect_network(const Decree& ban) {
    const auto comes_from = [&](const SinkPtr& socket) {
        return ban.covers(decrees_.hash_network(socket->network()));
    };
    std::vector<SinkPtr> sockets;
    std::set<std::string> players;
    for (const auto& [key, client] : clients_.all())
        if (client.admin_session.empty() && comes_from(client.socket)) {
            sockets.push_back(client.socket);
            if (!client.player.empty()) players.insert(client.player);
        }
    for (const std::string& player : players)
        if (std::ranges::all_of(clients_.person(player)->sockets, comes_from))
            disconnect_player(player, ban.text);
    for (const SinkPtr& socket : sockets)
        if (clients_.find(socket) && !clients_.of(socket).over) close(socket, ban.text);
}

/// As if it were closed already: Lobby::on_socket_closed() follows, and then has no effect.
void DecreeEnforcer::close(const SinkPtr& socket, const std::string& reason) {
    socket->close(CloseCode::banned, reason);
    directory_.on_socket_closed(socket);
    clients_.of(socket).over = true;
}

}  // namespace cubilete::server
