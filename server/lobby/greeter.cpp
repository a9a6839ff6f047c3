#include "server/lobby/greeter.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/codec.hpp"
#include "protocol/text.hpp"
#include "server/core/tokens.hpp"
#include "server/lobby/other_nodes.hpp"
#include "server/room/room_refusals.hpp"
#include "storage/cluster.hpp"

namespace cubilete::server {

using protocol::Code;

namespace {

constexpr int most_wrong_codes = 5;  // of one socket

/// The rooms of all nodes of a cluster where the player has a seat; none if this server is alone. Reads the database.
std::vector<std::string> rooms_of_cluster(const Services& services, const std::string& player) {
    return services.cluster ? services.cluster->rooms_of(player) : std::vector<std::string>();
}

}  // namespace

Greeter::Greeter(Actor& lobby, Clients& clients, DecreeEnforcer& enforcer, DecreeKeeper& decrees,
                 Directory& directory, Accounts& accounts, std::string data_id)
    : lobby_(lobby),
      clients_(clients),
      decree_enforcer_(enforcer),
      decrees_(decrees),
      directory_(directory),
      accounts_(accounts),
      data_id_(std::move(data_id)) {}

// ---- what a hello waits for

/// Reads on another thread. Meanwhile the messages of the socket wait.
template <class T>
Awaitable<T> Greeter::read(const SinkPtr& socket, std::function<T(const HistoryReader::Readers&)> find) {
    clients_.of(socket).reading = true;
    return await_read<T>(lobby_.services().look_up_soon, socket, find);
}

/// Counts one more of the socket's address, for all nodes of a cluster. False: there were too many.
Awaitable<bool> Greeter::consume_cluster_quota(const SinkPtr& socket, const char* what, const Rate& rate) {
    return read<bool>(
        socket, [&cluster = *lobby_.services().cluster, rate, key = what + address_key(socket->network())](
                    const auto&) { return cluster.quotas().try_consume(key, rate.count, rate.per); });
}

/// The player whom the query finds, with their rooms; nothing if they are deleted.
Awaitable<std::optional<Greeter::KnownPlayer>> Greeter::find_player(const SinkPtr& socket,
                                                                    const PlayerQuery& query) {
    return read<std::optional<KnownPlayer>>(
        socket, [&services = lobby_.services(), query](const HistoryReader::Readers& readers) {
            std::optional<KnownPlayer> found;
            if (auto row = query(readers.store); row && !row->gone) {
                found.emplace(*std::move(row));
                found->rooms = rooms_of_cluster(services, found->player.id);
            }
            return found;
        });
}

// ---- each kind of hello

Clients::Task Greeter::greet(SinkPtr socket, protocol::RequestId request_id, protocol::Hello hello) {
    if (clients_.requester(socket, request_id))
        co_return refused(Code::bad_message, "You have said hello already.", "/t");
    if (hello.v != protocol::Greeting().v)
        co_return refused(Code::bad_version, "This server speaks version 1 of the protocol.", "/v");
    if (Verdict banned = decrees_.check_network(socket->network())) co_return banned;
    socket->set_supports_provable_dice(hello.dice);
    std::optional<std::string> name;
    if (hello.name && !hello.device) {
        name = protocol::clean_name(*hello.name);
        if (!name) co_return refused(RefusalReason::name_invisible, {}, "/name");
        if (!hello.token && protocol::is_reserved_name(*name))
            co_return refused(RefusalReason::name_of_server, {}, "/name");
        if (Verdict unwanted = decrees_.check_name(*name); unwanted && !hello.token) co_return unwanted;
    }
    if (hello.device)
        greet_device(socket, request_id, *hello.device);
    else if (hello.token)
        greet_by_token(socket, request_id, hash_of(*hello.token), GivenIdentity{name, hello.avatar});
    else
        greet_guest(socket, request_id, hello, name.value_or("Guest"));
    co_return {};
}

Clients::Task Greeter::greet_guest(SinkPtr socket, protocol::RequestId request_id, protocol::Hello hello,
                                   std::string name) {
    const Services& services = lobby_.services();
    if (Verdict barred = decrees_.check_newcomer(socket->network())) co_return barred;
    if (Verdict too_many = clients_.quotas().guests.try_consume(socket->network())) co_return too_many;
    if (services.cluster) {
        const Rate& rate = services.limits.guests_of_address;
        if (!co_await consume_cluster_quota(socket, "guests ", rate))
            co_return clients_.quotas().new_player_refusal();
    }
    const std::string token = random_token();
    const std::int64_t now_ms = lobby_.clock().wall_ms();
    const protocol::PlayerInfo info{random_id("p_"), name, hello.bot, hello.avatar};
    lobby_.gate().write(storage::PutPlayer{{.id = info.id,
                                            .name = info.name,
                                            .token_hash = hash_of(token),
                                            .bot = hello.bot,
                                            .lang = hello.lang.value_or(""),
                                            .agent = hello.agent,
                                            .since_ms = now_ms,
                                            .avatar = hello.avatar}});
    admit(socket, request_id, info, token, {.made_ms = now_ms});
    co_return {};
}

/// Greets the player of a token, with the name and the avatar that are given.
Clients::Task Greeter::greet_by_token(SinkPtr socket, protocol::RequestId request_id, std::string token_hash,
                                      GivenIdentity given) {
    const PlayerQuery by_token = [token_hash](const storage::Store& store) {
        return store.player_by_token(token_hash);
    };
    std::optional<KnownPlayer> known;
    std::uint64_t read_at = 0;
    do {  // a player may be renamed or deleted meanwhile
        read_at = accounts_.changes();
        known = co_await find_player(socket, by_token);
    } while (accounts_.changes() != read_at);
    // A name that was read may still be lost (HistoryReader::away).
    if (lobby_.services().journal.away()) co_return refused(RefusalReason::database_away);
    if (!known || accounts_.is_being_deleted(known->player.id)) {
        if (Verdict too_many = clients_.quotas().tokens.try_consume(socket->network())) co_return too_many;
        co_return refused(RefusalReason::token_unknown, {}, "/token");
    }
    const storage::Player& row = known->player;
    const protocol::PlayerInfo player = accounts_.newest({row.id, row.name, row.bot, row.avatar});
    if (Verdict banned = decrees_.check_player(player.id)) co_return banned;
    if (given.name && looks_like_another(player, *given.name)) given.name.reset();
    const bool renamed = given.name && *given.name != player.name;
    if (renamed && protocol::is_reserved_name(*given.name))
        co_return refused(RefusalReason::name_of_server, {}, "/name");
    if (Verdict unwanted = decrees_.check_name(given.name.value_or("")); unwanted && renamed)
        co_return unwanted;
    const bool chosen = given.avatar && given.avatar != player.avatar;
    const protocol::PlayerInfo info{player.id, given.name.value_or(player.name), player.bot,
                                    chosen ? given.avatar : player.avatar};
    accounts_.write_profile(info, renamed, chosen);
    admit(socket, request_id, info, {},
          {.changed = renamed || chosen, .made_ms = row.since_ms, .rooms = known->rooms});
    co_return {};
}

/// Whether the name looks like a different one of another member in a room of the player.
bool Greeter::looks_like_another(const protocol::PlayerInfo& player, const std::string& name) const {
    const Clients::Person* person = clients_.person(player.id);
    return person && std::ranges::any_of(person->rooms, [&](const std::string& room) {
               return directory_.check_lookalike_name({player.id, name, player.bot}, room).has_value();
           });
}

/// Redeems a device code. The new device gets its own token; the player's other tokens stay valid. In a cluster every try
/// counts, also a right one: it must be counted before it is known.
Clients::Task Greeter::greet_device(SinkPtr socket, protocol::RequestId request_id, std::string code) {
    const Services& services = lobby_.services();
    Quotas& quotas = clients_.quotas();
    if (Verdict too_many = quotas.check_code_rate(socket->network())) co_return too_many;
    std::optional<protocol::PlayerInfo> player;
    std::vector<std::string> rooms;
    if (services.cluster) {
        const Rate& rate = services.limits.wrong_codes_of_address;
        if (!co_await consume_cluster_quota(socket, "codes ", rate)) co_return quotas.wrong_code_refusal();
        const PlayerQuery by_code = [&services, hash = DeviceOffers::hash_of_code(code)](const auto& store) {
            const auto id = services.cluster->offers().redeem(hash);
            return id ? store.player(*id) : std::nullopt;
        };
        std::uint64_t read_at = accounts_.changes();
        std::optional<KnownPlayer> known = co_await find_player(socket, by_code);
        while (known && accounts_.changes() != read_at) {  // they may be renamed or deleted meanwhile
            read_at = accounts_.changes();
            const PlayerQuery by_id = [id = known->player.id](const auto& store) { return store.player(id); };
            known = co_await find_player(socket, by_id);
        }
        if (known && !accounts_.is_being_deleted(known->player.id)) {
            const storage::Player& row = known->player;
            player = {row.id, row.name, row.bot, row.avatar};
            rooms = known->rooms;
        }
    } else {
        player = accounts_.offers().redeem(code, lobby_.clock().now());
    }
    if (!player) {
        quotas.count_wrong_code(socket->network());
        const protocol::Rejection wrong = refused(RefusalReason::device_code_wrong, {}, "/device");
        if (++clients_.of(socket).wrong_codes < most_wrong_codes) co_return wrong;
        clients_.refuse(socket, request_id, wrong);  // a socket that closes takes no answer
        socket->close(CloseCode::abuse, "too many codes");
        co_return {};
    }
    const protocol::PlayerInfo info = accounts_.newest(*player);
    if (Verdict banned = decrees_.check_player(info.id)) co_return banned;
    const std::string token = random_token();
    lobby_.gate().write(storage::PutDeviceToken{info.id, hash_of(token), lobby_.clock().wall_ms()});
    admit(socket, request_id, info, token, {.with_device_code = true, .rooms = std::move(rooms)});
    co_return {};
}

/// Answers a hello once everything written before is durable; only then the player counts as known.
void Greeter::admit(const SinkPtr& socket, const protocol::RequestId& request_id,
                    const protocol::PlayerInfo& info, const std::string& token, Admission how) {
    const Services& services = lobby_.services();
    protocol::Greeting greeting;
    greeting.player = info;
    if (!token.empty()) greeting.token = token;
    greeting.server = {services.server_name, services.server_version, data_id_};
    if (socket->is_local()) greeting.reach = services.reach();
    if (const Clients::Person* person = clients_.person(info.id))
        std::ranges::set_intersection(person->seats, person->rooms, std::back_inserter(how.rooms));
    std::ranges::sort(how.rooms);
    how.rooms.erase(std::ranges::unique(how.rooms).begin(), how.rooms.end());
    greeting.rooms = how.rooms;

    clients_.of(socket).greeting = true;
    lobby_.gate().answer(socket, request_id, protocol::write(protocol::Ok{request_id, greeting}));
    lobby_.gate().when_durable([this, socket, info, how = std::move(how)] {
        OtherNodes* others = lobby_.services().other_nodes;
        if (how.with_device_code) accounts_.notify_of_device(info.id);
        if (how.changed) accounts_.on_rename_by_hello(info);
        if (how.with_device_code && others) others->on_new_device(info.id);
        if (how.changed && others) others->on_rename(info);
        welcome(socket, info, how);
    });
}

void Greeter::welcome(const SinkPtr& socket, const protocol::PlayerInfo& info, const Admission& how) {
    Clients::Client* client = clients_.find(socket);
    if (!client) return;
    client->greeting = false;
    client->made_ms = how.made_ms;
    client->seats = how.rooms;
    client->since_ms = lobby_.clock().wall_ms();
    socket->on_hello();
    lobby_.services().metrics.count_hello();
    if (OtherNodes* others = lobby_.services().other_nodes) others->on_hello(socket, info);
    directory_.introduce(socket, info);
    decrees_.note(info.id, socket->network());
    decree_enforcer_.on_welcome(socket, info);
    clients_.handle_waiting(socket);
}

}  // namespace cubilete::server
