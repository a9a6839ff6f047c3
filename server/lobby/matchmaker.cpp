#include "server/lobby/matchmaker.hpp"

#include <utility>
#include <variant>

#include "server/core/tokens.hpp"
#include "server/lobby/other_nodes.hpp"
#include "server/room/password_hash.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Rejection;

namespace {

/// How many rooms may refuse a stranger of quick.match before a new one is made.
constexpr std::size_t most_rooms_tried = 8;
/// Another node tells of its rooms within a quarter of a second, unless it or the link fails.
constexpr Clock::Duration reservation_time{2'000};

/// The settings of a room for strangers.
std::variant<RoomSettings, Rejection> settings_of(const std::string& game) {
    protocol::RoomFields open;
    open.game = game;
    open.is_public = true;
    auto settings = new_settings(open);
    if (auto* quick = std::get_if<RoomSettings>(&settings)) quick->quick = true;
    return settings;
}

}  // namespace

// ---- room.create

Verdict Matchmaker::check_room_quota(const Requester& maker) const {
    return directory_.room_quota().check_quota(maker.player.id, address_key(maker.socket->network()));
}

Verdict Matchmaker::carry_out(const Requester& from, protocol::RoomCreate& request) {
    create(from.socket, from.request_id, std::move(request.fields));
    return {};
}

Clients::Task Matchmaker::create(SinkPtr socket, protocol::RequestId request_id,
                                 protocol::RoomFields fields) {
    if (Verdict too_many = check_room_quota(clients_.requester(socket, request_id).value()))
        co_return too_many;
    auto settings = new_settings(fields);
    if (auto* no = std::get_if<Rejection>(&settings)) co_return std::move(*no);
    auto& wanted = std::get<RoomSettings>(settings);
    if (fields.password && *fields.password) {
        if (Verdict too_much = clients_.quotas().hashes.try_consume(socket->network())) co_return too_much;
        wanted.password = co_await hash_password(socket, **fields.password);
    }
    for (;;) {
        const auto maker = clients_.requester(socket, request_id);
        if (!maker) co_return {};
        if (Verdict too_many = check_room_quota(*maker)) co_return too_many;
        if (make(*maker, wanted)) co_return {};
        co_await wait_for_codes();
    }
}

/// The hash of a password, which takes a while.
Awaitable<std::string> Matchmaker::hash_password(const SinkPtr& socket, const std::string& password) {
    return Awaitable<std::string>([this, socket, password](Awaitable<std::string>::Then then) {
        const auto hash = [then, password] { then(compute_password_hash(password)); };
        if (!lobby_.services().aside(socket->network(), hash))
            then(refused(RefusalReason::passwords_waiting));
    });
}

/// Waits until there are codes for rooms again.
Awaitable<bool> Matchmaker::wait_for_codes() {
    return Awaitable<bool>([this](Awaitable<bool>::Then then) {
        lobby_.services().other_nodes->await_codes([then](bool come) {
            if (come) return then(true);
            then(refused(RefusalReason::no_code_left));
        });
    });
}

std::optional<std::string> Matchmaker::make(const Requester& maker, RoomSettings settings, bool accepts_bot) {
    const auto code = unused_code();
    if (!code) return code;
    clients_.of(maker.socket).visited.insert(*code);
    directory_.make(*code, std::move(settings), maker, accepts_bot);
    return code;
}

/// Returns a code that no room has, not even on another node; nothing while none is at hand.
std::optional<std::string> Matchmaker::unused_code() const {
    if (OtherNodes* others = lobby_.services().other_nodes) return others->take_code();
    std::string code = random_room_code();
    while (directory_.has_room(code)) code = random_room_code();
    return code;
}

// ---- cup.play

Verdict Matchmaker::carry_out(const Requester& from, protocol::CupPlay&) {
    const Cup& cup = lobby_.services().cup;
    const int day = cup.is_open ? cup.days->day_at(lobby_.clock().wall_ms()) : 0;
    if (day == 0) return refused(RefusalReason::no_cup);
    play_cup(from.socket, from.request_id, day);
    return {};
}

Clients::Task Matchmaker::play_cup(SinkPtr socket, protocol::RequestId request_id, int day) {
    const std::string player = clients_.requester(socket, request_id).value().player.id;
    CupRoom room = co_await find_cup_room(socket, player, day);
    for (;;) {
        const auto maker = clients_.requester(socket, request_id);
        if (!maker) co_return {};
        if (!room) room = find_begun_cup(player, day);  // not on disk yet
        if (room) {
            clients_.of(socket).visited.insert(*room);
            clients_.answer(*maker, protocol::InRoom{*room});
            co_return {};
        }
        if (Verdict too_many = check_room_quota(*maker)) co_return too_many;
        if (const auto made = make(*maker, cup_settings(day))) {
            std::erase_if(started_cups_, [&](const auto& each) { return each.second.day != day; });
            started_cups_[player] = {day, *made};
            co_return {};
        }
        co_await wait_for_codes();
    }
}

Matchmaker::CupRoom Matchmaker::find_begun_cup(const std::string& player, int day) const {
    const auto begun = started_cups_.find(player);
    if (begun == started_cups_.end() || begun->second.day != day) return std::nullopt;
    return directory_.has_room(begun->second.room) ? CupRoom(begun->second.room) : std::nullopt;
}

/// Reads whether the player has begun, and refuses if the match is over.
Awaitable<Matchmaker::CupRoom> Matchmaker::find_cup_room(const SinkPtr& socket, const std::string& player,
                                                         int day) {
    const auto find = [player, day](const HistoryReader::Readers& readers) -> Awaitable<CupRoom>::Value {
        const auto plays = readers.store.cup_plays({.day = day, .player = player});
        if (plays.empty()) return CupRoom();
        if (plays.front().points) return refused(RefusalReason::cup_played);
        const auto match = readers.store.match(plays.front().match);
        if (!match || match->ended_ms) return refused(RefusalReason::cup_lost);
        return CupRoom(plays.front().room);
    };
    return await_read<CupRoom>(lobby_.services().look_up_soon, socket, find);
}

// ---- quick.match

Verdict Matchmaker::carry_out(const Requester& from, protocol::QuickMatch& request) {
    if (!protocol::find_game(request.game)) return no_such_game(request.game);
    OtherNodes* others = lobby_.services().other_nodes;
    if (!others || !others->seek(from, request))
        find_seat(from.socket, from.request_id, std::move(request), {});
    return {};
}

void Matchmaker::seek(const SinkPtr& socket, const protocol::RequestId& request_id,
                      const protocol::QuickMatch& wanted, std::set<std::string> tried) {
    if (Verdict why = clients_.check_available()) return clients_.refuse(socket, request_id, *std::move(why));
    find_seat(socket, request_id, wanted, std::move(tried));
}

/// Asks one room after another for a seat, the fullest first, and makes a new one if none has a seat.
Clients::Task Matchmaker::find_seat(SinkPtr socket, protocol::RequestId request_id,
                                    protocol::QuickMatch wanted, std::set<std::string> tried) {
    WaitingRooms& waiting = directory_.waiting();
    const auto settings = settings_of(wanted.game);
    if (const auto* no = std::get_if<Rejection>(&settings)) co_return *no;
    const auto again = find_earlier_room(socket, request_id, wanted.game);
    if (again && tried.insert(*again).second) co_await declines_seat(socket, request_id, wanted, *again);
    for (;;) {
        const auto stranger = clients_.requester(socket, request_id);
        if (!stranger) co_return {};
        const Clock::Duration now = lobby_.clock().now();
        waiting.expire_reservations(now);
        const auto found = tried.size() < most_rooms_tried
                               ? waiting.find(stranger->player, wanted.game, tried)
                               : std::nullopt;
        if (!found) {
            if (Verdict too_many = check_room_quota(*stranger)) co_return too_many;
            if (const auto room = make(*stranger, std::get<RoomSettings>(settings), wanted.bots)) {
                // It has not reported yet, but counts, so that two players who ask at the same time meet.
                waiting.put({*room, wanted.game, 0, 1, true, true, {}});
                clients_.person(stranger->player.id)->quick_match = {request_id, *room};
                co_return {};
            }
            co_await wait_for_codes();
            tried.clear();
        } else if (tried.insert(found->room); found->node != this_node) {
            waiting.reserve_seat(found->room, now + reservation_time);
            lobby_.services().other_nodes->seat(*stranger, wanted, tried, *found);
            co_return {};
        } else {
            co_await declines_seat(socket, request_id, wanted, found->room);
        }
    }
}

/// The room here that was chosen for this request before, if it is sent again: its answer may have been lost.
std::optional<std::string> Matchmaker::find_earlier_room(const SinkPtr& socket,
                                                         const protocol::RequestId& request_id,
                                                         const std::string& game) const {
    const auto stranger = clients_.requester(socket, request_id);
    if (!stranger) return std::nullopt;
    const auto& last = clients_.person(stranger->player.id)->quick_match;
    if (!last || last->request_id != request_id) return std::nullopt;
    const Directory::Entry* entry = directory_.find(last->room);
    return entry && entry->report.line.game == game ? std::optional(last->room) : std::nullopt;
}

/// Asks a room here for a seat. Goes on only if it declines.
Awaitable<bool> Matchmaker::declines_seat(const SinkPtr& socket, const protocol::RequestId& request_id,
                                          const protocol::QuickMatch& wanted, const std::string& room) {
    return Awaitable<bool>([this, socket, request_id, wanted, room](Awaitable<bool>::Then then) {
        seat(socket, request_id, wanted, room, [then] { then(true); });
    });
}

void Matchmaker::seat(const SinkPtr& socket, const protocol::RequestId& request_id,
                      const protocol::QuickMatch& wanted, const std::string& code,
                      std::function<void()> declined) {
    const auto stranger = clients_.requester(socket, request_id);
    const Directory::Entry* entry = directory_.find(code);
    if (clients_.is_draining() || !stranger || !entry || entry->is_moving) return declined();
    clients_.of(socket).visited.insert(code);
    clients_.person(stranger->player.id)->quick_match = {request_id, code};
    entry->room->post([stranger = *stranger, accepts_bot = wanted.bots, declined = std::move(declined)](
                          Room& room) { room.seat_stranger(stranger, accepts_bot, declined); });
}

}  // namespace cubilete::server
