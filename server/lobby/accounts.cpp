#include "server/lobby/accounts.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/codec.hpp"
#include "protocol/text.hpp"
#include "server/core/log.hpp"
#include "server/core/tokens.hpp"
#include "server/history/account_export.hpp"
#include "server/history/record.hpp"
#include "server/lobby/other_nodes.hpp"
#include "server/room/room_record.hpp"
#include "server/room/room_refusals.hpp"
#include "storage/cluster.hpp"

namespace cubilete::server {

using protocol::Code;
using protocol::Json;
using protocol::Rejection;

namespace {

constexpr std::size_t rooms_a_request = 8;  // that many rooms to query cost one request more

}  // namespace

Accounts::Accounts(Actor& lobby, Clients& clients, Directory& directory)
    : lobby_(lobby),
      clients_(clients),
      directory_(directory),
      offers_(lobby.services().limits.device_offer),
      cup_fields_(std::make_shared<CupFields>(
          [analyse = lobby.services().on_match_of_people](const std::string& match) { analyse(match); })) {}

// ---- devices

Verdict Accounts::carry_out(const Requester& from, protocol::DeviceOffer&) {
    storage::Cluster* cluster = lobby_.services().cluster;
    if (!cluster) {
        clients_.answer(from, protocol::DeviceOffered{offers_.make(from.player, lobby_.clock().now()),
                                                      offers_.valid().count()});
        return {};
    }
    return look_up(from, [cluster, player = from.player.id, code = random_device_code(),
                          valid = offers_.valid()](const auto&) {
        cluster->offers().make(DeviceOffers::hash_of_code(code), player, valid);
        return protocol::DeviceOffered{code, valid.count()};
    });
}

void Accounts::notify_of_device(const std::string& player) {
    offers_.drop_used(player);
    const Clients::Person* person = clients_.person(player);
    if (!person) return;
    const auto text = std::make_shared<const std::string>(protocol::write(protocol::DeviceAddedPush{}));
    for (const SinkPtr& socket : person->sockets)  // another node tells those that are there
        if (clients_.of(socket).since_ms > 0) socket->send({text, Frame::Kind::push, {}});
}

// ---- names and avatars

void Accounts::write_profile(const protocol::PlayerInfo& player, bool name, bool avatar) {
    if (!name && !avatar) return;
    if (name) lobby_.gate().write(storage::RenamePlayer{player.id, player.name});
    if (avatar) lobby_.gate().write(storage::SetAvatar{player.id, *player.avatar});
    IdentityWrite& write = identity_writes_[player.id];
    write.player = player;
    ++write.number;
    lobby_.gate().when_durable([this, id = player.id] {
        if (--identity_writes_.at(id).number == 0) identity_writes_.erase(id);
    });
}

protocol::PlayerInfo Accounts::newest(protocol::PlayerInfo player) const {
    if (const auto write = identity_writes_.find(player.id); write != identity_writes_.end())
        player.update(write->second.player);
    return player;
}

void Accounts::cancel_writes() {
    being_deleted_.clear();
    identity_writes_.clear();
    offers_.restore_used();
}

Verdict Accounts::carry_out(const Requester& from, protocol::Rename& request) {
    const auto name = protocol::clean_name(request.name);
    if (!name) return refused(RefusalReason::name_invisible, {}, "/name");
    protocol::PlayerInfo player = newest(from.player);
    if (*name != player.name) {
        if (protocol::is_reserved_name(*name)) return refused(RefusalReason::name_of_server, {}, "/name");
        player.name = *name;
        for (const std::string& code : clients_.person(player.id)->rooms)
            if (Verdict alike = directory_.check_lookalike_name(player, code)) return alike;
    }
    if (request.avatar) player.avatar = request.avatar;
    write_profile(player, true, request.avatar.has_value());
    clients_.answer(from, protocol::Renamed{player});
    lobby_.gate().when_durable([this, player] {
        rename(player);
        if (OtherNodes* others = lobby_.services().other_nodes) others->on_rename(player);
    });
    return {};
}

void Accounts::on_rename_by_hello(const protocol::PlayerInfo& player) {
    ++changes_;
    offers_.rename(player);
}

void Accounts::rename(const protocol::PlayerInfo& player) {
    on_rename_by_hello(player);
    Clients::Person* person = clients_.person(player.id);
    if (!person) return;
    person->info.update(player);
    for (const std::string& code : person->rooms)
        directory_.post(code, [player](Room& room) { room.on_rename(player); });
}

// ---- the rooms in which a player sits, asked one by one

Verdict Accounts::carry_out(const Requester& from, protocol::MeTables&) {
    const std::string& player = from.player.id;
    const std::size_t seats = clients_.person(player)->seats.size();
    clients_.quotas().requests.charge(player, static_cast<int>(seats / rooms_a_request));
    list_tables(from.socket, from.request_id, player);
    return {};
}

Clients::Task Accounts::list_tables(SinkPtr socket, protocol::RequestId request_id, std::string player) {
    using Tables = std::vector<Json>;
    Awaitable<Tables> here([&](const auto& then) { tables_of(player, then); });
    Tables tables = co_await here;
    if (OtherNodes* others = lobby_.services().other_nodes) {
        Awaitable<Tables> elsewhere([&](const auto& then) { others->tables_of(player, then); });
        Tables more = co_await elsewhere;
        std::ranges::move(more, std::back_inserter(tables));
    }
    const protocol::SeatedRoomSummaries all{std::move(tables)};
    lobby_.gate().answer(socket, request_id, protocol::write(protocol::Ok{request_id, all}));
    co_return {};
}

/// Asks each room on its own thread. `done` runs when the last room has answered or no longer exists.
void Accounts::tables_of(const std::string& player, std::function<void(std::vector<Json>)> done) {
    const Clients::Person* person = clients_.person(player);
    const auto post = lobby_.poster();
    const auto tables = std::make_shared<std::vector<Json>>();  // used on the lobby's thread only
    const std::shared_ptr<void> all(
        nullptr, [post, done, tables](void*) { post([done, tables] { done(std::move(*tables)); }); });
    if (!person) return;
    for (const std::string& code : person->seats)
        directory_.post(code, [post, player, tables, all](Room& room) {
            const auto own = [&](const RoomState& state, const Table* match) {
                return own_table_entry(state, match, player);
            };
            if (auto table = room.seen_by(own))
                post([tables, all, table = *std::move(table)] { tables->push_back(table); });
        });
}

// ---- stored data of a player

Verdict Accounts::look_up(const Requester& from, Query find) {
    answer_with_read(from.socket, from.request_id, std::move(find));
    return {};
}

/// Runs `find` on the thread of the history reader and answers with its result, or with `busy`.
Clients::Task Accounts::answer_with_read(SinkPtr socket, protocol::RequestId request_id, Query find) {
    const Services& services = lobby_.services();
    const Query look = [find = std::move(find),
                        &journal = services.journal](const HistoryReader::Readers& readers) {
        LookUpResult found = find(readers);
        if (journal.away()) found = refused(RefusalReason::database_away);  // what was read may still be lost
        return found;
    };
    const protocol::Reply reply = co_await await_read<protocol::Reply>(services.look_up, socket, look);
    if (const auto from = clients_.requester(socket, request_id)) clients_.answer(*from, reply);
    co_return {};
}

Verdict Accounts::carry_out(const Requester& from, protocol::MeExport& request) {
    return look_up(from, [player = from.player.id, after = std::move(request.after)](const auto& readers) {
        return account_export(readers, player, after);
    });
}

Verdict Accounts::carry_out(const Requester& from, protocol::MeMatches& request) {
    const storage::MatchQuery wanted{.game = std::move(request.game),
                                     .player = from.player.id,
                                     .before = std::move(request.before),
                                     .include_private = true,
                                     .most = matches_per_page};
    return look_up(from, [wanted](const HistoryReader::Readers& readers) -> LookUpResult {
        const auto matches = readers.history.matches(wanted);
        if (!matches)
            return Rejection{Code::bad_message, "\"before\" is the id of a finished match.", "/before", {}};
        return matches_page(*matches);
    });
}

Verdict Accounts::carry_out(const Requester& from, protocol::CupToday&) {
    const Cup& cup = lobby_.services().cup;
    const std::int64_t now_ms = lobby_.clock().wall_ms();
    if (!cup.is_open || cup.days->day_at(now_ms) == 0) return refused(RefusalReason::no_cup);
    return look_up(from,
                   [days = cup.days, fields = cup_fields_, player = from.player,
                    now_ms](const HistoryReader::Readers& readers) -> LookUpResult {
                       return fields->today(readers, *days, now_ms, player);
                   });
}

Verdict Accounts::carry_out(const Requester& from, protocol::MeBoard& request) {
    if (!request.on)
        return look_up(from, [player = from.player.id](const HistoryReader::Readers& readers) {
            return protocol::OnBoards{readers.store.player(player).value().on_boards};
        });
    lobby_.gate().write(storage::SetOnBoards{from.player.id, *request.on});
    clients_.answer(from, protocol::OnBoards{*request.on});
    return {};
}

// ---- deletion

/// Until the deletion is durable, messages of the player's sockets are queued, as they are during a hello.
Verdict Accounts::carry_out(const Requester& from, protocol::MeDelete&) {
    erase(from.player.id, [&] { clients_.answer(from); });
    return {};
}

void Accounts::erase(const std::string& player, const std::function<void()>& answer) {
    being_deleted_.insert(player);
    offers_.withdraw(player);
    if (const Clients::Person* here = clients_.person(player))
        for (const SinkPtr& socket : here->sockets) clients_.of(socket).greeting = true;
    lobby_.gate().write(storage::ForgetPlayer{player});
    answer();
    lobby_.gate().when_durable([this, player] {
        log_info("an account is deleted", {{"player", player}});
        forget(player);
        if (OtherNodes* others = lobby_.services().other_nodes) others->on_account_deleted(player);
    });
}

void Accounts::forget(const std::string& player) {
    being_deleted_.erase(player);
    ++changes_;
    // Their sockets count as gone from now on. Lobby::on_socket_closed() follows for each of them when it closes, and then has no
    // effect.
    const Clients::Person* person = clients_.person(player);
    if (!person) return;
    const Clients::Person who = *person;
    std::set<std::string> codes = who.rooms;
    codes.insert(who.seats.begin(), who.seats.end());
    codes.insert(who.mentioned_players.begin(), who.mentioned_players.end());
    for (const SinkPtr& socket : who.sockets) {
        codes.merge(clients_.of(socket).visited);
        socket->close(CloseCode::deleted, "deleted");
        directory_.on_socket_closed(socket);
        clients_.of(socket).over = true;
    }
    for (const std::string& code : codes)
        directory_.post(code, [player](Room& room) { room.on_account_deleted(player); });
}

}  // namespace cubilete::server
