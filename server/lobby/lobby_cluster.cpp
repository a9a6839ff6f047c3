// What the lobby does for sockets and rooms of other nodes, and with them.
#include <map>
#include <set>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/lobby/lobby.hpp"
#include "server/room/room_refusals.hpp"
#include "storage/cluster.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_ends_of_lists = 10'000;

}  // namespace

bool Lobby::is_member(const std::string& player) const {
    const auto person = people_.find(player);
    return person != people_.end() && !person->second.rooms.empty();
}

void Lobby::take_up(const storage::OpenRoom& stored, const std::optional<Carried>& carried) {
    if (!rooms_.contains(stored.room.code)) restore(stored, carried);
    loader_->start();
}

Lobby::Movable Lobby::movable(const RoomReport& report) const {
    Movable room{report.line.room, report.line.game, report.attended,
                 report.line.phase == Seating::Phase::playing};
    for (const std::string& member : report.members)
        if (const auto person = people_.find(member); person != people_.end())
            room.sockets.insert(room.sockets.end(), person->second.sockets.begin(),
                                person->second.sockets.end());
    return room;
}

std::vector<Lobby::Movable> Lobby::movable_rooms() const {
    std::vector<Movable> rooms;
    rooms.reserve(rooms_.size());
    for (const auto& [code, entry] : rooms_) rooms.push_back(movable(entry.report));
    std::ranges::sort(rooms, {}, &Movable::room);
    return rooms;
}

std::optional<Lobby::Movable> Lobby::movable_room(const std::string& code) const {
    const auto entry = rooms_.find(code);
    if (entry == rooms_.end()) return std::nullopt;
    return movable(entry->second.report);
}

void Lobby::hand_over(const std::string& code, std::int64_t to, HandoverDone done) {
    Entry& entry = rooms_.at(code);
    entry.moves = true;
    waiting_rooms_.remove(code);
    entry.room->post([to, done = std::move(done)](Room& room) { room.hand_over(to, done); });
}

std::shared_ptr<Room> Lobby::let_go(const std::string& code) {
    const Entry& entry = rooms_.at(code);
    std::shared_ptr<Room> room = entry.room;
    RoomReport nobody;
    nobody.line = entry.report.line;
    nobody.line.room = code;
    nobody.closed = true;
    reported(nobody);
    return room;
}

void Lobby::keep(const std::string& code) {
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    found->second.moves = false;
    if (auto waiting = waiting_room(found->second.report)) waiting_rooms_.put(*std::move(waiting));
}

void Lobby::introduce(const SinkPtr& socket, const protocol::PlayerInfo& player) {
    Client& client = clients_[socket.get()];
    client.socket = socket;
    client.player = player.id;
    Person& person = people_[player.id];
    person.info = player;
    person.sockets.push_back(socket);
    for (const std::string& code : person.rooms)
        if (const auto entry = rooms_.find(code); entry != rooms_.end())
            entry->second.room->post([player, socket](Room& room) { room.attach(player, socket); });
}

void Lobby::come_back(const SinkPtr& socket, const std::string& code,
                      const std::optional<protocol::RoomJoin::Seen>& seen, std::function<void()> refused) {
    const auto client = clients_.find(socket.get());
    const auto entry = rooms_.find(code);
    if (client == clients_.end() || client->second.player.empty() || entry == rooms_.end()) return refused();
    client->second.visited.insert(code);
    entry->second.room->post([player = people_.at(client->second.player).info, socket, seen,
                              refused = std::move(refused)](Room& room) {
        if (!room.come_back(player, socket, seen)) refused();
    });
}

void Lobby::know_window(NodeNumber node, const WindowNews& news) {
    if (!protocol::find_game(news.game)) return;  // of a later version
    public_rooms_.take(node, news);
    waiting_rooms_.take(node, news.game, news.waiting);
    tell_watchers_soon();
}

void Lobby::forget_window(NodeNumber node) {
    public_rooms_.forget(node);
    waiting_rooms_.forget(node);
    tell_watchers_soon();
}

void Lobby::seek(const SinkPtr& socket, const protocol::RequestId& re, const protocol::QuickMatch& wanted,
                 std::set<std::string> tried) {
    if (!services_.journal.accepts())
        return refuse(socket, re, services_.journal.away() ? database_is_away() : too_much_to_write());
    resume(socket, re, [re, wanted, tried = std::move(tried)](Lobby& lobby, Client& client) -> Verdict {
        if (client.player.empty() || client.over) return std::nullopt;
        return lobby.find_seat(client, re, wanted, tried);
    });
}

void Lobby::seat(const SinkPtr& socket, const protocol::RequestId& re, const protocol::QuickMatch& wanted,
                 const std::string& code, std::function<void()> declined) {
    const auto client = clients_.find(socket.get());
    const auto entry = rooms_.find(code);
    if (draining_ || client == clients_.end() || client->second.player.empty() || entry == rooms_.end() ||
        entry->second.moves)
        return declined();
    client->second.visited.insert(code);
    const Requester stranger{people_.at(client->second.player).info, socket, re};
    entry->second.room->post([stranger, accepts_bot = wanted.bots, declined = std::move(declined)](
                                 Room& room) { room.seat_stranger(stranger, accepts_bot, declined); });
}

/// Of other nodes only the first rooms are known here, so that they are asked for those behind a room.
Lobby::Verdict Lobby::list_of_all(const Client& client, const protocol::RequestId& re,
                                  const std::string& game, const std::string& after, int limit) {
    auto place = public_rooms_.place_of(game, after);
    if (const auto told = ends_of_lists_.find(after); !place && told != ends_of_lists_.end())
        place = told->second;
    if (!place)
        return protocol::Refused{protocol::Code::no_room, "There is no room " + after + ".", "/after", {}};
    services_.other_nodes->rooms_after(
        game, *place, limit,
        [weak = weak_from_this(), socket = client.socket, player = client.player, re, game, place = *place,
         limit](auto others) mutable {
            const auto self = weak.lock();
            if (!self) return;
            // What a node has just told is newer than its window.
            std::map<RoomPlace, RoomWindow::Shown> rooms;
            std::set<std::string> codes;
            for (RoomWindow::Shown& room : others)
                if (codes.insert(room.room).second) rooms[{room.rank, room.room}] = std::move(room);
            for (RoomWindow::Shown& room : self->public_rooms_.known_after(game, place, limit))
                if (codes.insert(room.room).second) rooms[{room.rank, room.room}] = std::move(room);
            auto lines = protocol::JsonText::array();
            const RoomPlace* last = nullptr;
            for (auto next = rooms.begin(); next != rooms.end() && limit > 0; ++next, --limit) {
                lines.push_back(next->second.line);
                last = &next->first;
            }
            if (last) self->keep_end_of_list(*last);
            self->answer(
                socket, player, re,
                protocol::write(protocol::LobbyOk{re, std::move(lines), self->public_rooms_.total(game)}));
        });
    return {};
}

void Lobby::keep_end_of_list(const RoomPlace& place) {
    if (ends_of_lists_.insert_or_assign(place.room, place).second) oldest_ends_.push_back(place.room);
    if (oldest_ends_.size() <= most_ends_of_lists) return;
    ends_of_lists_.erase(oldest_ends_.front());
    oldest_ends_.pop_front();
}

// ---- limits and codes that all nodes share

/// Runs `ask` on a thread that may wait, and goes on with what it returns. Meanwhile the messages of the socket wait.
void Lobby::ask_cluster(Client& client, const protocol::RequestId& re,
                        std::function<Go(const HistoryReader::Readers&)> ask) {
    client.reading = true;
    const auto go_on = [weak = weak_from_this(), socket = client.socket, re](Go go) {
        const auto self = weak.lock();
        if (!self) return;
        self->post([socket, re, go = std::move(go)](Lobby& lobby) {
            const auto found = lobby.clients_.find(socket.get());
            if (found == lobby.clients_.end()) return;
            found->second.reading = false;
            Verdict verdict = lobby.draining_ ? shutting_down() : go(lobby, found->second);
            if (!verdict) return;
            lobby.refuse(socket, re, *std::move(verdict));
            lobby.take_waiting(socket);
        });
    };
    const auto busy = [go_on](const char* text) {
        go_on([text](Lobby&, Client&) -> Verdict {
            return protocol::Refused{protocol::Code::busy, text, {}, 1'000};
        });
    };
    services_.look_up_soon(
        client.socket->network(),
        [go_on, busy, ask = std::move(ask)](const HistoryReader::Readers& readers) {
            try {
                go_on(ask(readers));
            } catch (const std::exception& trouble) {
                spdlog::error("the cluster cannot be asked: {}", trouble.what());
                busy("It could not be read just now.");
            }
        },
        [busy] { busy("Too many are looking things up just now."); });
}

void Lobby::count_guest(Client& client, const protocol::RequestId& re, const protocol::Hello& hello,
                        const std::string& name) {
    ask_cluster(
        client, re,
        [&cluster = *services_.cluster, rate = services_.limits.guests_of_address,
         key = "guests " + address_key(client.socket->network()), re, hello, name](const auto&) -> Go {
            if (!cluster.tallies().take(key, rate.count, rate.per))
                return [](Lobby& lobby, Client&) -> Verdict { return lobby.quotas_.too_many_guests(); };
            return [re, hello, name](Lobby& lobby, Client& guest) {
                return lobby.make_guest(guest, re, hello, name);
            };
        });
}

Lobby::Verdict Lobby::offer_to_cluster(const Client& client, const protocol::RequestId& re) {
    return look_up(client, re,
                   [&cluster = *services_.cluster, player = client.player, code = random_device_code(),
                    valid = device_offers_.valid()](const auto&) -> Found {
                       cluster.offers().make(DeviceOffers::hash_of_code(code), player, valid);
                       return protocol::object(
                           {{"code", code}, {"expires_ms", static_cast<std::int64_t>(valid.count())}});
                   });
}

/// Every try counts, also a right one: it must be counted before it is known.
void Lobby::redeem_of_cluster(Client& client, const protocol::RequestId& re, const std::string& code) {
    ask_cluster(
        client, re,
        [&cluster = *services_.cluster, rate = services_.limits.wrong_codes_of_address,
         key = "codes " + address_key(client.socket->network()), re, code](const auto& readers) -> Go {
            if (!cluster.tallies().take(key, rate.count, rate.per))
                return [](Lobby& lobby, Client&) -> Verdict { return lobby.quotas_.too_many_tries(); };
            std::optional<protocol::PlayerInfo> found;
            if (const auto id = cluster.offers().redeem(DeviceOffers::hash_of_code(code)))
                if (const auto player = readers.store.player(*id); player && !player->gone)
                    found = {player->id, player->name, player->bot};
            return [re, found](Lobby& lobby, Client& device) { return lobby.redeemed(device, re, found); };
        });
}

}  // namespace cubilete::server
