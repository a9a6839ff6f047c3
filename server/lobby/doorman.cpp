#include "server/lobby/doorman.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace cubilete::server {

Doorman::Doorman(Actor& lobby, Clients& clients, const DecreeKeeper& decrees, Directory& directory)
    : lobby_(lobby), clients_(clients), decrees_(decrees), directory_(directory) {}

void Doorman::on_change(const Decree& decree) {
    if (!decree.holds(lobby_.clock().wall_ms())) return;
    switch (decree.kind) {
        case Decree::Kind::ban: return shut_out(decree.player, decree.text);
        case Decree::Kind::network_ban: return shut_out_network(decree);
        case Decree::Kind::mute:
        case Decree::Kind::say:
        case Decree::Kind::set: return;
    }
}

void Doorman::on_welcome(const SinkPtr& socket, const protocol::PlayerInfo& player) {
    const std::int64_t now_ms = lobby_.clock().wall_ms();
    const HashedNetwork from = decrees_.hashed(socket->network());
    if (const Decree* ban = decrees_.decrees().network_ban(from, now_ms)) return close(socket, ban->text);
    if (const Decree* ban = decrees_.decrees().ban_of(player.id, now_ms)) shut_out(player.id, ban->text);
}

void Doorman::shut_out(const std::string& player, const std::string& reason) {
    const Clients::Person* person = clients_.person(player);
    if (!person) return;
    const Clients::Person who = *person;
    std::set<std::string> codes = who.rooms;
    codes.insert(who.seats.begin(), who.seats.end());
    for (const std::string& code : codes) directory_.post(code, [player](Room& room) { room.expel(player); });
    for (const SinkPtr& socket : who.sockets) close(socket, reason);
}

/// Who is also connected from elsewhere stays.
void Doorman::shut_out_network(const Decree& ban) {
    const auto comes_from = [&](const SinkPtr& socket) {
        return ban.is_of(decrees_.hashed(socket->network()));
    };
    std::vector<SinkPtr> sockets;
    std::set<std::string> players;
    for (const auto& [key, client] : clients_.all())
        if (client.desk.empty() && comes_from(client.socket)) {
            sockets.push_back(client.socket);
            if (!client.player.empty()) players.insert(client.player);
        }
    for (const std::string& player : players)
        if (std::ranges::all_of(clients_.person(player)->sockets, comes_from)) shut_out(player, ban.text);
    for (const SinkPtr& socket : sockets)
        if (clients_.find(socket) && !clients_.of(socket).over) close(socket, ban.text);
}

/// As if it were closed already: Lobby::on_socket_closed() follows, and then has no effect.
void Doorman::close(const SinkPtr& socket, const std::string& reason) {
    socket->close(CloseCode::banned, reason);
    directory_.on_socket_closed(socket);
    clients_.of(socket).over = true;
}

}  // namespace cubilete::server
