#include "server/lobby/directory.hpp"

#include <algorithm>
#include <exception>

#include "protocol/text.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/lobby/other_nodes.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

namespace {

/// As RoomReport::mentioned_players, until the room reports it.
std::vector<std::string> find_mentioned_players(const storage::OpenRoom& stored) {
    std::vector<std::string> mentioned_players;
    for (const storage::SeatRow& seat : stored.seats)
        if (!level_of(seat.player)) mentioned_players.push_back(seat.player);
    for (const storage::ChatLine& line : stored.chat) mentioned_players.push_back(line.from);
    return mentioned_players;
}

}  // namespace

Directory::Directory(Actor& lobby, Clients& clients, const DecreeKeeper& decrees)
    : lobby_(lobby),
      clients_(clients),
      decrees_(decrees),
      lists_(lobby, clients),
      room_quota_(lobby.services().limits, lobby.services().metrics),
      loader_(lobby) {}

// ---- rooms that come

void Directory::adopt(const storage::Store& store) {
    store.open_rooms([&](const storage::OpenRoom& stored) { restore(stored); });
    if (!rooms_.empty()) spdlog::info("took up {} rooms", rooms_.size());
    loader_.start();
}

void Directory::adopt(const storage::OpenRoom& stored, const std::optional<TransientState>& transient) {
    if (!has_room(stored.room.code)) restore(stored, transient);
    loader_.start();
}

void Directory::restore(const storage::OpenRoom& stored, const std::optional<TransientState>& transient) {
    const std::string& code = stored.room.code;
    RoomReport known;
    known.line.room = code;
    known.since_ms = stored.room.since_ms;
    for (const storage::SeatRow& seat : stored.seats) {
        if (level_of(seat.player)) continue;
        known.seated.push_back(seat.player);
        if (!seat.left) known.members.push_back(seat.player);
    }
    known.mentioned_players = find_mentioned_players(stored);
    try {
        const auto room = rooms_[code].room = Room::restore(lobby_.services(), link(), stored, transient);
        if (stored.match) loader_.add(code, room);
        RoomMetadata memory = parse_room_metadata(stored.room.settings);
        room_quota_.add_room(code, std::move(memory.maker));
        known.people = static_cast<int>(known.members.size());
        known.unattended_since_ms = memory.unattended_since_ms;
        on_room_report(known);
    } catch (const std::exception& trouble) {
        rooms_.erase(code);
        room_quota_.remove_room(code);
        log_error(fmt::format("a room cannot be opened and stays as it is on disk: {}", trouble.what()),
                  {{"room", code}});
    }
}

void Directory::make(const std::string& code, RoomSettings settings, const Requester& maker,
                     bool accepts_bot) {
    Maker by = maker_of(maker.player.id, maker.socket->network());
    if (const auto left = room_quota_.find_surplus_room(by.site))
        post(*left, [](Room& room) { room.close_for(Room::ClosingReason::nobody_for_long); });
    if (const auto other = room_quota_.free_place())
        post(*other, [](Room& room) { room.close_for(Room::ClosingReason::nobody); });
    room_quota_.add_room(code, std::move(by));
    rooms_[code].room = Room::make(lobby_.services(), link(), code, std::move(settings), maker, accepts_bot);
    if (database_away_) post(code, [](Room& room) { room.set_database_away(true); });
}

const Directory::Entry* Directory::find(const std::string& code) const {
    const auto found = rooms_.find(code);
    return found == rooms_.end() ? nullptr : &found->second;
}

// ---- people in them

Verdict Directory::check_lookalike_name(const protocol::PlayerInfo& player, const std::string& code) const {
    const Entry* entry = find(code);
    if (!entry) return {};
    const std::u32string look = protocol::skeleton(player.name);
    for (const std::string& id : entry->report.members) {
        const Clients::Person* other = clients_.person(id);
        if (id == player.id || !other || other->info.name == player.name) continue;
        if (protocol::skeleton(other->info.name) == look)
            return refused(RefusalReason::name_looks_alike, {}, "/name");
    }
    return {};
}

void Directory::introduce(const SinkPtr& socket, const protocol::PlayerInfo& player) {
    for (const std::string& code : clients_.introduce(socket, player).rooms)
        post(code, [player, socket](Room& room) { room.attach(player, socket); });
}

void Directory::reattach(const SinkPtr& socket, const std::string& code,
                         const std::optional<protocol::RoomJoin::Seen>& seen, std::function<void()> refused) {
    const auto from = clients_.requester(socket, {});
    if (!from || !has_room(code)) return refused();
    clients_.of(socket).visited.insert(code);
    post(code, [player = from->player, socket, seen, refused = std::move(refused)](Room& room) {
        if (!room.come_back(player, socket, seen)) refused();
    });
}

void Directory::on_socket_closed(const SinkPtr& socket) {
    const auto client = clients_.take(socket);
    if (!client) return;
    lists_.forget(socket);
    if (OtherNodes* others = lobby_.services().other_nodes) others->on_socket_closed(socket);
    for (const std::string& code : client->visited)
        post(code, [player = client->player, socket](Room& room) { room.detach(player, socket); });
}

// ---- reports of the rooms

LobbyLink Directory::link() {
    const auto post = lobby_.poster();
    return {.report =
                [this, post](RoomReport report) {
                    post([this, report = std::move(report)] { on_room_report(report); });
                },
            .charge =
                [this, post](const std::string& player, int requests) {
                    post([this, player, requests] { clients_.quotas().requests.charge(player, requests); });
                },
            .prioritize =
                [this, post](const std::string& code) { post([this, code] { loader_.prioritize(code); }); }};
}

void Directory::on_room_report(const RoomReport& report) {
    const std::string& code = report.line.room;
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    OtherNodes* others = lobby_.services().other_nodes;
    Entry& entry = found->second;
    for (const std::string& id : clients_.update_members(entry.report, report)) {
        const Clients::Person& person = *clients_.person(id);
        if (others && person.rooms.size() == 1) others->on_new_member(id);
        for (const SinkPtr& socket : person.sockets)
            entry.room->post([info = person.info, socket](Room& room) { room.attach(info, socket); });
    }
    for (const std::string& id : report.seated)
        if (std::ranges::count(entry.report.seated, id) == 0 && decrees_.is_banned(id))
            entry.room->post([id](Room& room) { room.expel(id); });
    count(entry.report, -1);
    entry.report = report;
    list(entry);
    if (report.closed) {
        room_quota_.remove_room(code);
        lobby_.services().invitations.erase(code);
        rooms_.erase(found);
    } else {
        const auto left_ms = report.unattended_since_ms.value_or(lobby_.clock().wall_ms());
        room_quota_.set_occupancy(code, {report.attended, report.people, left_ms});
        lobby_.services().invitations.put(report.invitation);
        count(report, +1);
    }
    if (report.match_begins && others) others->on_match_start(code);
}

void Directory::list(const Entry& entry) {
    const RoomReport& report = entry.report;
    OtherNodes* others = lobby_.services().other_nodes;
    if (auto waiting = to_waiting_room(report); waiting && !entry.is_moving)
        waiting_.put(*std::move(waiting));
    else
        waiting_.remove(report.line.room);
    if (report.is_public && !report.closed && decrees_.rules().public_tables) {
        lists_.put(report.line);
        if (others) others->on_room_listed(report);
    } else {
        lists_.remove(report.line.room);
        if (others) others->on_room_unlisted(report.line.room);
    }
}

void Directory::count(const RoomReport& report, int by) const {
    Metrics& metrics = lobby_.services().metrics;
    metrics.add_open_rooms(report.line.game, by);
    if (report.line.phase == protocol::RoomPhase::playing) metrics.add_running_matches(report.line.game, by);
}

// ---- rooms that go

Directory::MovableRoom Directory::to_movable_room(const RoomReport& report) const {
    MovableRoom room{report.line.room, report.line.game, report.attended,
                     report.line.phase == Seating::Phase::playing};
    for (const std::string& member : report.members)
        if (const Clients::Person* person = clients_.person(member))
            room.sockets.insert(room.sockets.end(), person->sockets.begin(), person->sockets.end());
    return room;
}

std::vector<Directory::MovableRoom> Directory::movable_rooms() const {
    std::vector<MovableRoom> rooms;
    rooms.reserve(rooms_.size());
    for (const auto& [code, entry] : rooms_) rooms.push_back(to_movable_room(entry.report));
    std::ranges::sort(rooms, {}, &MovableRoom::room);
    return rooms;
}

std::optional<Directory::MovableRoom> Directory::movable_room(const std::string& code) const {
    const Entry* entry = find(code);
    if (!entry) return std::nullopt;
    return to_movable_room(entry->report);
}

void Directory::hand_over(const std::string& code, std::int64_t to, HandoverDone done) {
    rooms_.at(code).is_moving = true;
    waiting_.remove(code);
    post(code, [to, done = std::move(done)](Room& room) { room.hand_over(to, done); });
}

std::shared_ptr<Room> Directory::release_moved(const std::string& code) {
    const Entry& entry = rooms_.at(code);
    std::shared_ptr<Room> room = entry.room;
    RoomReport nobody;
    nobody.line = entry.report.line;
    nobody.line.room = code;
    nobody.closed = true;
    on_room_report(nobody);
    return room;
}

void Directory::cancel_handover(const std::string& code) {
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return;
    found->second.is_moving = false;
    if (auto waiting = to_waiting_room(found->second.report)) waiting_.put(*std::move(waiting));
}

void Directory::set_window(NodeNumber node, const WindowNews& news) {
    if (!protocol::find_game(news.game)) return;  // of a later version
    lists_.apply(node, news);
    waiting_.apply(node, news.game, news.waiting);
}

void Directory::forget_window(NodeNumber node) {
    lists_.forget(node);
    waiting_.forget(node);
}

void Directory::set_database_away(bool away) {
    database_away_ = away;
    for (const auto& [code, entry] : rooms_)
        entry.room->post([away](Room& room) { room.set_database_away(away); });
}

void Directory::drain(const std::shared_ptr<void>& all) {
    lists_.stop();
    for (const auto& [code, entry] : rooms_)
        if (!loader_.is_unread(code)) entry.room->post([all](Room& room) { room.drain([all] {}); });
    loader_.stop();
}

}  // namespace cubilete::server
