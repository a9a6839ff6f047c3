#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "protocol/text.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/history/account_export.hpp"
#include "server/history/record.hpp"
#include "server/lobby/lobby.hpp"
#include "server/room/room_refusals.hpp"
#include "storage/cluster.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Json;
using protocol::object;
using protocol::Refused;
using protocol::to_json;

namespace {

constexpr int protocol_version = 1;

/// The rooms of all nodes of a cluster where the player has a seat; none if this server is alone. Reads the database.
std::vector<std::string> rooms_of_cluster(const Services& services, const std::string& player) {
    std::vector<std::string> rooms;
    if (services.cluster)
        for (storage::Owned& owned : services.cluster->rooms_of(player))
            rooms.push_back(std::move(owned.room));
    return rooms;
}

Refused servers_own_name() {
    return refused(Code::bad_name, "That name is the server's own; take another.", "/name");
}

}  // namespace

// ---- hello and names

/// Reads on another thread. Meanwhile the messages of the socket wait.
template <class T>
Awaited<Lobby, Lobby::Read<T>> Lobby::read(const SinkPtr& socket,
                                           std::function<T(const HistoryReader::Readers&)> find) {
    clients_.at(socket.get()).reading = true;
    return {*this, socket, [this, socket, find = std::move(find)](std::function<void(Read<T>)> then) {
                const auto busy = [then](const char* text) { then(Refused{Code::busy, text, {}, 1'000}); };
                services_.look_up_soon(
                    socket->network(),
                    [then, busy, find](const HistoryReader::Readers& readers) {
                        try {
                            then(find(readers));
                        } catch (const std::exception& trouble) {
                            spdlog::error("a request cannot be answered from the data: {}", trouble.what());
                            busy("It could not be read just now.");
                        }
                    },
                    [busy] { busy("Too many are looking things up just now."); });
            }};
}

/// Counts one more of the socket's address, for all nodes of a cluster. False: there were too many.
Awaited<Lobby, Lobby::Read<bool>> Lobby::count_with_cluster(const SinkPtr& socket, const char* what,
                                                            const Rate& rate) {
    return read<bool>(socket,
                      [&cluster = *services_.cluster, rate, key = what + address_key(socket->network())](
                          const auto&) { return cluster.tallies().take(key, rate.count, rate.per); });
}

bool Lobby::goes_on(const SinkPtr& socket) {
    const auto client = clients_.find(socket.get());
    if (client == clients_.end()) return false;
    client->second.reading = false;
    return true;
}

void Lobby::ended(const SinkPtr& socket, const protocol::RequestId& re, Verdict verdict) {
    if (!verdict) return;
    refuse(socket, re, *std::move(verdict));
    take_waiting(socket);
}

Lobby::Task Lobby::greet(SinkPtr socket, protocol::RequestId re, protocol::Hello hello) {
    if (!clients_.at(socket.get()).player.empty())
        co_return refused(Code::bad_message, "You have said hello already.", "/t");
    if (hello.v != protocol_version)
        co_return refused(Code::bad_version, "This server speaks version 1 of the protocol.", "/v");
    socket->set_takes_dice(hello.dice);
    std::optional<std::string> name;
    if (hello.name && !hello.device) {
        name = protocol::clean_name(*hello.name);
        if (!name) co_return refused(Code::bad_name, "A name has 1 to 20 visible characters.", "/name");
        if (!hello.token && protocol::is_reserved_name(*name)) co_return servers_own_name();
    }
    if (hello.device)
        greet_device(socket, re, *hello.device);
    else if (hello.token)
        greet_known(socket, re, hash_of(*hello.token), name);
    else
        greet_guest(socket, re, hello, name.value_or("Guest"));
    co_return {};
}

/// Answers a hello once everything written before is durable; only then the player counts as known.
void Lobby::admit(Client& client, const protocol::RequestId& re, const protocol::PlayerInfo& info,
                  const std::string& token, Admission how) {
    Json fields = object({{"v", protocol_version}, {"player", to_json(info)}});
    if (!token.empty()) fields["token"] = token;
    fields["server"] =
        object({{"name", services_.server_name}, {"version", services_.server_version}, {"id", data_id_}});
    if (client.socket->is_at_home()) fields["reach"] = services_.reach();
    Json& games = fields["games"] = Json::array();
    for (const Info* game : protocol::catalogue()) games.push_back(to_json(*game));
    Json& rooms = fields["rooms"] = Json::array();
    if (const auto person = people_.find(info.id); person != people_.end())
        how.rooms.insert(how.rooms.end(), person->second.seats.begin(), person->second.seats.end());
    std::ranges::sort(how.rooms);
    how.rooms.erase(std::ranges::unique(how.rooms).begin(), how.rooms.end());
    for (const std::string& code : how.rooms) rooms.push_back(code);

    client.greeting = true;
    gate_->answer(client.socket, re, protocol::write(protocol::Ok{re, std::move(fields)}));
    gate_->then([this, socket = client.socket, info, how = std::move(how)] {
        if (how.with_device_code) tell_of_device(info.id);
        if (how.renamed) {
            ++players_changed_;
            device_offers_.rename(info.id, info.name);
        }
        if (how.with_device_code && services_.other_nodes) services_.other_nodes->has_new_device(info.id);
        if (how.renamed && services_.other_nodes) services_.other_nodes->renamed(info.id, info.name);
        welcome(socket, info);
    });
}

Lobby::Task Lobby::greet_guest(SinkPtr socket, protocol::RequestId re, protocol::Hello hello,
                               std::string name) {
    if (Verdict too_many = quotas_.guest(socket->network())) co_return too_many;
    if (services_.cluster) {
        const Read<bool> counted =
            co_await count_with_cluster(socket, "guests ", services_.limits.guests_of_address);
        if (const auto* no = std::get_if<Refused>(&counted)) co_return *no;
        if (draining_) co_return shutting_down();
        if (!std::get<bool>(counted)) co_return quotas_.too_many_guests();
    }
    const std::string token = random_token();
    const protocol::PlayerInfo info{random_id("p_"), name, hello.bot};
    gate_->write(storage::PutPlayer{{.id = info.id,
                                     .name = info.name,
                                     .token_hash = hash_of(token),
                                     .bot = hello.bot,
                                     .lang = hello.lang.value_or(""),
                                     .agent = hello.agent,
                                     .since_ms = clock_->wall_ms()}});
    admit(clients_.at(socket.get()), re, info, token, {});
    co_return {};
}

/// The player of a token, with their rooms.
Awaited<Lobby, Lobby::Read<std::optional<Lobby::KnownPlayer>>> Lobby::find_player(
    const SinkPtr& socket, const std::string& token_hash) {
    return read<std::optional<KnownPlayer>>(
        socket, [this, token_hash](const HistoryReader::Readers& readers) {
            std::optional<KnownPlayer> found;
            if (auto player = readers.store.player_by_token(token_hash)) {
                found.emplace(*std::move(player));
                found->rooms = rooms_of_cluster(services_, found->player.id);
            }
            return found;
        });
}

/// Greets the player of a token, under `name` if it is given.
Lobby::Task Lobby::greet_known(SinkPtr socket, protocol::RequestId re, std::string token_hash,
                               std::optional<std::string> name) {
    Read<std::optional<KnownPlayer>> known;
    std::uint64_t read_at = 0;
    do {  // a player may be renamed or deleted meanwhile
        read_at = players_changed_;
        known = co_await find_player(socket, token_hash);
    } while (players_changed_ != read_at);
    if (draining_) co_return shutting_down();
    if (const auto* no = std::get_if<Refused>(&known)) co_return *no;
    // A name that was read may still be lost (HistoryReader::away).
    if (services_.journal.away()) co_return database_is_away();

    const auto& found = std::get<std::optional<KnownPlayer>>(known);
    if (!found || leaving_.contains(found->player.id)) {
        if (Verdict too_many = quotas_.wrong_token(socket->network())) co_return too_many;
        co_return refused(Code::bad_token, "This server does not know that token.", "/token");
    }
    const storage::Player& player = found->player;
    const bool renamed = name && *name != player.name;
    if (renamed && protocol::is_reserved_name(*name)) co_return servers_own_name();
    const protocol::PlayerInfo info{player.id, name.value_or(player.name), player.bot};
    if (renamed) gate_->write(storage::RenamePlayer{info.id, info.name});
    admit(clients_.at(socket.get()), re, info, {}, {.renamed = renamed, .rooms = found->rooms});
    co_return {};
}

/// Carries out the messages that came while the client's player was read or written.
void Lobby::take_waiting(const SinkPtr& socket) {
    const auto client = clients_.find(socket.get());
    if (client == clients_.end()) return;
    for (protocol::ClientMessage& message : std::exchange(client->second.waiting, {}))
        take(socket, std::move(message));
}

/// Refuses a name that looks like a different name of another member of the room.
Lobby::Verdict Lobby::taken_for_another(const std::string& player, const std::string& name,
                                        const std::string& code) const {
    const auto entry = rooms_.find(code);
    if (entry == rooms_.end()) return {};
    const std::u32string look = protocol::skeleton(name);
    for (const std::string& id : entry->second.report.members) {
        const auto other = people_.find(id);
        if (id == player || other == people_.end() || other->second.info.name == name) continue;
        if (protocol::skeleton(other->second.info.name) == look)
            return refused(Code::bad_name,
                           "Somebody at this table has a name that looks like yours; take another.", "/name");
    }
    return {};
}

void Lobby::welcome(const SinkPtr& socket, const protocol::PlayerInfo& info) {
    const auto found = clients_.find(socket.get());
    if (found == clients_.end()) return;
    Client& client = found->second;
    client.greeting = false;
    client.player = info.id;
    Person& person = people_[info.id];
    person.info = info;
    person.sockets.push_back(socket);
    socket->greeted();
    services_.metrics.greeted();
    if (services_.other_nodes) services_.other_nodes->greeted(socket, info);
    for (const std::string& code : person.rooms)
        if (const auto entry = rooms_.find(code); entry != rooms_.end())
            entry->second.room->post([info, socket](Room& room) { room.attach(info, socket); });
    take_waiting(socket);
}

/// The disk was full: the clients that waited for a write have been refused, and may try again.
void Lobby::lost() {
    leaving_.clear();
    std::vector<SinkPtr> greeting;
    for (auto& [key, client] : clients_)
        if (client.greeting) greeting.push_back(client.socket);
    for (const SinkPtr& socket : greeting) {
        clients_[socket.get()].greeting = false;
        take_waiting(socket);
    }
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re, protocol::Rename& request) {
    const std::optional<std::string> name = protocol::clean_name(request.name);
    if (!name) return refused(Code::bad_name, "A name has 1 to 20 visible characters.", "/name");
    if (protocol::is_reserved_name(*name)) return servers_own_name();
    for (const std::string& code : people_.at(client.player).rooms)
        if (Verdict alike = taken_for_another(client.player, *name, code)) return alike;
    gate_->write(storage::RenamePlayer{client.player, *name});
    Json fields = object(
        {{"player", to_json(protocol::PlayerInfo{client.player, *name, people_[client.player].info.bot})}});
    gate_->answer(client.socket, re, protocol::write(protocol::Ok{re, std::move(fields)}));
    gate_->then([this, player = client.player, name = *name] {
        know_name(player, name);
        if (services_.other_nodes) services_.other_nodes->renamed(player, name);
    });
    return {};
}

void Lobby::know_name(const std::string& player, const std::string& name) {
    ++players_changed_;
    device_offers_.rename(player, name);
    const auto person = people_.find(player);
    if (person == people_.end()) return;
    person->second.info.name = name;
    for (const std::string& code : person->second.rooms)
        if (const auto entry = rooms_.find(code); entry != rooms_.end())
            entry->second.room->post([player, name](Room& room) { room.renamed(player, name); });
}

// ---- stored data of a player

/// Runs `find` on the thread of the history reader and answers with its result, or with `busy`.
Lobby::Verdict Lobby::look_up(const Client& client, const protocol::RequestId& re, Find find) {
    const auto tell = [weak = weak_from_this(), socket = client.socket, player = client.player,
                       re](Found found) {
        if (const auto self = weak.lock())
            self->post([socket, player, re, found = std::move(found)](Lobby& lobby) mutable {
                if (auto* why = std::get_if<Refused>(&found))
                    return lobby.refuse(socket, re, *std::move(why));
                lobby.answer(socket, player, re,
                             protocol::write(protocol::Ok{re, std::get<Json>(std::move(found))}));
            });
    };
    services_.look_up(
        client.socket->network(),
        [tell, find = std::move(find), &journal = services_.journal](const HistoryReader::Readers& readers) {
            try {
                Found found = find(readers);
                if (journal.away()) found = database_is_away();  // what was read may still be lost
                tell(std::move(found));
            } catch (const std::exception& trouble) {
                spdlog::error("a player cannot be told what is stored about them: {}", trouble.what());
                tell(Refused{Code::busy, "It could not be read just now.", {}, 1'000});
            }
        },
        [tell] {
            tell(Refused{Code::busy, "Too many are looking things up just now.", {}, 1'000});
        });
    return {};
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re, protocol::MeExport& request) {
    return look_up(client, re,
                   [player = client.player, after = std::move(request.after)](const auto& readers) {
                       return account_export(readers, player, after);
                   });
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re, protocol::MeMatches& request) {
    const storage::MatchesWanted wanted{.game = std::move(request.game),
                                        .player = client.player,
                                        .before = std::move(request.before),
                                        .with_private = true,
                                        .most = matches_a_page};
    return look_up(client, re, [wanted](const HistoryReader::Readers& readers) -> Found {
        const auto matches = readers.history.matches(wanted);
        if (!matches)
            return Refused{Code::bad_message, "\"before\" is the id of a finished match.", "/before", {}};
        return played_page(*matches);
    });
}

Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re, protocol::MeBoard& request) {
    if (request.on) {
        gate_->write(storage::SetOnBoards{client.player, *request.on});
        gate_->answer(client.socket, re, protocol::write(protocol::Ok{re, object({{"on", *request.on}})}));
        return {};
    }
    return look_up(client, re, [player = client.player](const HistoryReader::Readers& readers) {
        return object({{"on", readers.store.player(player).value().on_boards}});
    });
}

/// Until the deletion is durable, messages of the player's sockets are queued, as they are during a hello.
Lobby::Verdict Lobby::carry_out(Client& client, const protocol::RequestId& re, protocol::MeDelete&) {
    const std::string player = client.player;
    leaving_.insert(player);
    device_offers_.withdraw(player);
    for (const SinkPtr& socket : people_.at(player).sockets) clients_.at(socket.get()).greeting = true;
    gate_->write(storage::ForgetPlayer{player});
    gate_->answer(client.socket, re, protocol::write(protocol::Ok{re}));
    gate_->then([this, player] {
        spdlog::info("player {} deleted their account", player);
        forget(player);
        if (services_.other_nodes) services_.other_nodes->forgotten(player);
    });
    return {};
}

void Lobby::forget(const std::string& player) {
    leaving_.erase(player);
    ++players_changed_;
    // Their sockets count as gone from now on. gone() follows for each of them when it closes, and then has
    // no effect.
    const auto person = people_.find(player);
    if (person == people_.end()) return;
    const Person who = person->second;
    std::set<std::string> codes = who.rooms;
    codes.insert(who.seats.begin(), who.seats.end());
    codes.insert(who.noted.begin(), who.noted.end());
    for (const SinkPtr& socket : who.sockets) {
        codes.merge(clients_.at(socket.get()).visited);
        socket->close(CloseCode::deleted, "deleted");
        leave(socket);
        clients_[socket.get()].over = true;
    }
    for (const std::string& code : codes)
        if (const auto entry = rooms_.find(code); entry != rooms_.end())
            entry->second.room->post([player](Room& room) { room.forgotten(player); });
}

}  // namespace cubilete::server
