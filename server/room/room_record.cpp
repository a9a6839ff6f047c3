#include "server/room/room_record.hpp"

#include <algorithm>
#include <set>

#include "protocol/codec.hpp"
#include "server/match/built_in_bots.hpp"

namespace cubilete::server {

storage::PutRoom room_row(const RoomState& room, const MatchRunner& play,
                          std::optional<std::int64_t> unattended_since_ms) {
    storage::PutRoom put;
    RoomMetadata memory{.maker = room.maker, .unattended_since_ms = unattended_since_ms};
    const std::vector<RoomSeat>& seats = room.seating.seats();
    for (std::size_t seat = 0; seat < seats.size(); ++seat)
        if (seats[seat].accepts_bot) memory.accepts_bot.push_back(static_cast<int>(seat));
    put.room = {room.code,    room_settings_text(room.settings, memory), room.seating.host(), {}, {},
                room.since_ms};
    play.fill_in(put);
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
        const RoomSeat& room_seat = seats[seat];
        if (room_seat.is_free()) continue;
        put.seats.push_back({.seat = static_cast<int>(seat),
                             .player = room_seat.player.id,
                             .ready = room_seat.ready,
                             .bot_plays = room_seat.bot_plays,
                             .left = room_seat.left,
                             .missed = room_seat.missed_turns,
                             .since_ms = room_seat.since_ms});
    }
    return put;
}

std::optional<protocol::Json> own_table_entry(const RoomState& room, const Table* match,
                                              const std::string& player) {
    if (room.life == LifeStage::closed || room.life == LifeStage::frozen) return std::nullopt;
    protocol::SeatedRoomSummary own{
        .room = room.code, .game = room.settings.game, .phase = room.seating.phase(), .players = {}};
    bool sits = false;
    for (const RoomSeat& room_seat : room.seating.seats()) {
        if (room_seat.is_free()) continue;
        own.players.push_back(room_seat.player.name);
        sits = sits || (room_seat.player.id == player && !room_seat.left);
    }
    if (!sits) return std::nullopt;
    const auto seat = match ? match->seat_in_turn() : std::nullopt;
    own.cup = room.settings.cup;
    if (seat) {
        own.turn = room.seating.seats()[*seat].player.name;
        own.your_turn = room.seating.seats()[*seat].player.id == player;
    }
    return to_json(own).tree();
}

namespace {

/// Adds who is here. A frozen or closed room binds no player to their seat.
void add_people(const RoomState& room, RoomReport& report) {
    const Seating& seating = room.seating;
    for (const RoomSeat& room_seat : seating.seats()) {
        if (room_seat.is_free() || room.life == LifeStage::frozen || room.life == LifeStage::closed) continue;
        ++report.line.taken;
        report.invitation.seated.push_back(room_seat.player.name);
        if (level_of(room_seat.player.id)) continue;  // may be in many rooms, and gets no pushes
        report.seated.push_back(room_seat.player.id);
        if (!room_seat.left && !seating.members().contains(room_seat.player.id))
            report.members.push_back(room_seat.player.id);
        if (room_seat.player.id == seating.host()) report.line.host = room_seat.player.name;
    }
    for (const auto& [id, member] : seating.members()) {
        report.members.push_back(id);
        if (std::ranges::count(report.seated, id) == 0) ++report.line.spectators;
        if (id == seating.host()) report.line.host = member.info.name;
    }
    if (room.life == LifeStage::closed) return;
    std::set<std::string> mentioned_players{room.maker.player};
    for (const protocol::ChatLine& line : room.chat.lines()) mentioned_players.insert(line.from);
    for (const RoomSeat& room_seat : seating.seats())
        if (!level_of(room_seat.player.id)) mentioned_players.insert(room_seat.player.id);
    mentioned_players.erase(std::string());
    report.mentioned_players.assign(mentioned_players.begin(), mentioned_players.end());
}

}  // namespace

RoomReport report_of(const RoomState& room, std::optional<std::int64_t> unattended_since_ms) {
    const RoomSettings& settings = room.settings;
    const Seating& seating = room.seating;
    RoomReport report;
    report.line.room = room.code;
    report.line.game = settings.game;
    report.line.options = protocol::to_json(settings.options);
    report.line.phase = seating.phase();
    report.line.seats = settings.seats;
    report.line.turn_ms = settings.turn_ms;
    report.line.locked = !settings.password.empty();
    report.line.quick = settings.quick;
    report.is_public = settings.is_public && room.life != LifeStage::frozen;
    report.closed = room.life == LifeStage::closed;
    report.attended = seating.anybody_online();
    report.people = seating.people_seated();
    report.since_ms = room.since_ms;
    report.unattended_since_ms = unattended_since_ms;
    add_people(room, report);
    report.invitation.room = room.code;
    report.invitation.game = settings.game;
    report.invitation.title = protocol::find_game(settings.game)->title;
    report.invitation.host = report.line.host;
    report.invitation.is_public = settings.is_public;
    report.invitation.locked = report.line.locked;
    report.invitation.phase = report.line.phase;
    report.invitation.seats = report.line.seats;
    report.invitation.turn_ms = report.line.turn_ms;
    report.invitation.may_watch = settings.spectators;
    report.accepts_people = room.waits_for_quick_start() && seating.accepts_players(false);
    report.accepts_programs = room.waits_for_quick_start() && seating.accepts_players(true);
    return report;
}

protocol::AdminTableReply admin_view(const RoomState& room) {
    const RoomReport report = report_of(room, {});
    protocol::AdminTableReply view{
        .line = admin_line(report), .host = report.line.host, .people = {}, .chat = {}};
    const Seating& seating = room.seating;
    for (std::size_t seat = 0; seat < seating.seats().size(); ++seat) {
        const RoomSeat& one = seating.seats()[seat];
        if (!one.is_free())
            view.people.push_back({one.player, static_cast<int>(seat), seating.is_present(one.player.id)});
    }
    for (const auto& [id, member] : seating.members())
        if (!seating.find(id)) view.people.push_back({member.info, std::nullopt, true});
    for (const protocol::ChatLine& line : room.chat.lines())
        view.chat.push_back({line.from, line.name, line.text, line.at_ms});
    return view;
}

protocol::AdminTableSummary admin_line(const RoomReport& report) {
    return {.room = report.line.room,
            .game = report.line.game,
            .phase = report.line.phase,
            .players = report.invitation.seated,
            .seats = report.line.seats,
            .spectators = report.line.spectators,
            .is_public = report.is_public,
            .locked = report.line.locked,
            .since_ms = report.since_ms};
}

}  // namespace cubilete::server
