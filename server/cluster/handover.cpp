#include "server/cluster/handover.hpp"

#include <algorithm>
#include <tuple>

#include "protocol/match.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace {

/// Rooms that are given away at the same time: their writes share commits.
constexpr std::size_t most_at_once = 100;
/// Longer than a password, a hint or a read of the past takes.
constexpr Clock::Duration longest_answer{10'000};
constexpr Clock::Duration balance_pause{10'000};

/// A room that balance may give away.
struct Candidate {
    Directory::MovableRoom room;
    std::map<mesh::Epoch, std::size_t> sockets;  ///< of its members, by node
};

/// The games that a node plays by the rules of this program; `rules`: NodeRow::rules.
std::set<std::string> same_games(const std::string& rules) {
    std::set<std::string> games;
    const auto versions = protocol::Json::parse(rules, nullptr, false);
    if (!versions.is_object()) return games;
    for (const GameInfo* game : protocol::catalogue())
        if (const auto version = versions.find(game->id);
            version != versions.end() && *version == game->version)
            games.insert(game->id);
    return games;
}

}  // namespace

Handover::Handover(const NodeContext& node, RemoteRooms& remote_rooms, std::function<bool()> awaits_rooms)
    : node_(node),
      remote_rooms_(remote_rooms),
      awaits_rooms_(std::move(awaits_rooms)),
      balance_(node.peers.own()) {}

void Handover::on_node_list(const std::vector<storage::NodeRow>& nodes) {
    std::erase_if(released_rooms_,
                  [&](const ReleasedRoom& one) { return node_.clock->now() - one.since > longest_answer; });
    const auto before = std::exchange(nodes_, {});
    std::erase_if(confirming_nodes_, [this](Epoch node) { return !node_.links->is_linked(node); });
    std::map<Epoch, int> rooms;
    for (const storage::NodeRow& node : nodes) {
        if (node.epoch == node_.peers.own()) rooms[node_.peers.own()] = node.rooms;
        if (node.epoch == node_.peers.own() || node.mesh < static_cast<int>(mesh::least_version)) continue;
        confirming_nodes_.insert(node.epoch);
        if (node.state == storage::NodeRow::State::draining) continue;
        rooms[node.epoch] = node.rooms;
        Node& now = nodes_[node.epoch] = {same_games(node.rules), node.rooms};
        // A beat tells of rooms that were given a while ago.
        if (const auto known = before.find(node.epoch); on_all_handed_over_ && known != before.end())
            now.rooms = std::max(now.rooms, known->second.rooms);
    }
    std::erase_if(undelivered_rooms_,
                  [&](const auto& one) { return !confirming_nodes_.contains(one.first); });
    balance_.set_room_counts(std::move(rooms));
    if (is_stopping_) return advance();
    balance();
    move_to_players();
}

bool Handover::handed_over_recently(const std::string& room) const {
    return std::ranges::find(released_rooms_, room, &ReleasedRoom::code) != released_rooms_.end();
}

bool Handover::is_departing(const std::string& room) const {
    const auto leaving = departures_.find(room);
    return leaving != departures_.end() && leaving->second.step != Departure::Step::moved;
}

/// There is a link to the node, and it goes on with a match of this game.
bool Handover::accepts_game(Epoch node, const std::string& game) const {
    const auto known = nodes_.find(node);
    return known != nodes_.end() && node_.links->is_linked(node) &&
           (game.empty() || known->second.games.contains(game));
}

/// The node with the fewest rooms that goes on with a match of this game.
std::optional<mesh::Epoch> Handover::target(const std::string& game) const {
    std::optional<Epoch> best;
    for (const auto& [epoch, node] : nodes_) {
        if (!accepts_game(epoch, game)) continue;
        if (!best || node.rooms < nodes_.at(*best).rooms) best = epoch;
    }
    return best;
}

/// The room is not on its way, and has been here for a while.
bool Handover::can_leave(const std::string& room) const {
    return !departures_.contains(room) && !balance_.is_settling(room, node_.clock->now());
}

/// Gives rooms to nodes that have too few: first those where nobody waits, then those where no match is played, of
/// these the ones whose players are at that node rather than here.
void Handover::balance() {
    const std::vector<Epoch> nodes = balance_.choose_receivers(node_.clock->now());
    if (nodes.empty()) return;
    std::vector<Candidate> rooms;
    for (Directory::MovableRoom& room : node_.lobby.directory().movable_rooms())
        if (can_leave(room.room)) rooms.push_back({room, sockets_by_node(room.sockets, node_.peers.own())});
    for (const Epoch node : nodes) {
        const auto order = [&](Candidate& one) {
            const auto more_here =
                static_cast<int>(one.sockets[node_.peers.own()]) - static_cast<int>(one.sockets[node]);
            return std::tuple(!accepts_game(node, one.room.game), one.room.attended, one.room.has_match,
                              more_here);
        };
        const auto best = std::ranges::min_element(rooms, {}, order);
        if (best == rooms.end() || !accepts_game(node, best->room.game)) continue;
        give(best->room.room, node, HandoverReason::balance);
        rooms.erase(best);
    }
}

void Handover::on_match_start(const std::string& room) {
    match_starts_[room] = node_.clock->now();
    move_to_players();
}

/// Balance lets only some rooms go at a time.
void Handover::move_to_players() {
    std::erase_if(match_starts_, [this](const auto& one) {
        return node_.clock->now() - one.second > balance_pause || !move_to_players(one.first);
    });
}

/// Returns whether the room may go later.
bool Handover::move_to_players(const std::string& room) {
    const std::optional<Directory::MovableRoom> found =
        is_stopping_ ? std::nullopt : node_.lobby.directory().movable_room(room);
    if (!found || !found->has_match || departures_.contains(room)) return false;
    std::map<Epoch, std::size_t> sockets = sockets_by_node(found->sockets, node_.peers.own());
    const auto most = std::ranges::max_element(sockets, {}, &std::pair<const Epoch, std::size_t>::second);
    if (most == sockets.end() || most->second <= sockets[node_.peers.own()]) return false;
    const Epoch node = most->first;
    if (!can_leave(room) || !accepts_game(node, found->game) || !balance_.allows(node, node_.clock->now()))
        return true;
    give(room, node, HandoverReason::locality);
    return false;
}

void Handover::give(const std::string& room, Epoch to, HandoverReason reason) {
    departures_[room] = {.to = to, .reason = reason};
    if (reason != HandoverReason::drain)
        balance_.record_transfer(to, reason == HandoverReason::balance, node_.clock->now());
    ++nodes_.at(to).rooms;
    node_.lobby.directory().hand_over(
        room, to, [this, post = node_.post, room](std::optional<RoomHandover> left) {
            post([this, room, left = std::move(left)] { on_room_released(room, left); });
        });
}

void Handover::on_room_released(const std::string& room, std::optional<RoomHandover> left) {
    const auto leaving = departures_.find(room);
    if (!left) {
        node_.lobby.directory().cancel_handover(room);
        if (leaving->second.reason == HandoverReason::drain) retained_rooms_.insert(room);
        balance_.hold_room(room, node_.clock->now());
        departures_.erase(leaving);
        remote_rooms_.on_handover_cancelled(room);
        return advance();
    }
    const Epoch to = leaving->second.to;
    remote_rooms_.on_room_left(room, to, *left);
    released_rooms_.push_back({node_.clock->now(), room, node_.lobby.directory().release_moved(room)});
    leaving->second.step = Departure::Step::given;
    if (is_stopping_) ++handed_over_;
    node_.services.metrics.count_handover(leaving->second.reason);
    leaving->second.given = {room, left->transient.left.count(), left->transient.next};
    if (!node_.links->send(to, leaving->second.given)) end(leaving);
}

void Handover::handle(Epoch by, const mesh::GiveAccepted& taken) {
    const std::string& room = taken.room;
    const auto found = departures_.find(room);
    if (found == departures_.end()) return;
    Departure& leaving = found->second;
    if (leaving.to != by || leaving.step != Departure::Step::given) return;
    leaving.step = Departure::Step::moved;
    remote_rooms_.on_room_moved(room, by);
    for (const Epoch node : confirming_nodes_)
        if (node != by && node_.links->send(node, mesh::Moved{room, by})) leaving.awaited.insert(node);
    node_.links->send(by, mesh::AttachDone{{room}});
    if (leaving.awaited.empty()) end(found);
}

bool Handover::on_attach_done(Epoch by, const std::string& room) {
    const auto leaving = departures_.find(room);
    if (leaving == departures_.end() || leaving->second.awaited.erase(by) == 0) return false;
    if (leaving->second.awaited.empty()) end(leaving);
    return true;
}

void Handover::on_link_up(Epoch node) {
    confirming_nodes_.insert(node);
    if (const auto undelivered = undelivered_rooms_.extract(node))
        for (const mesh::GiveRoom& give : undelivered.mapped()) node_.links->send(node, give);
}

void Handover::on_link_down(Epoch node) {
    nodes_.erase(node);
    for (auto next = departures_.begin(); next != departures_.end();) {
        const auto leaving = next++;
        using Step = Departure::Step;
        const bool is_undelivered = leaving->second.step == Step::given && leaving->second.to == node;
        const bool was_last = leaving->second.awaited.erase(node) > 0 && leaving->second.awaited.empty();
        if (is_undelivered || was_last) end(leaving);
    }
}

void Handover::end(std::map<std::string, Departure>::iterator leaving) {
    const bool is_delivered = leaving->second.step == Departure::Step::moved;
    const std::string room = leaving->first;
    if (!is_delivered) {
        // By the data the other node has it, and takes it up when somebody comes for it.
        const Epoch to = leaving->second.to;
        for (const Epoch node : confirming_nodes_)
            if (node != to) node_.links->send(node, mesh::Moved{room, to});
        undelivered_rooms_[to].push_back(std::move(leaving->second.given));
    }
    departures_.erase(leaving);
    if (!is_delivered) remote_rooms_.on_handover_cancelled(room);
    advance();
}

void Handover::hand_over_all(Clock::Duration most, std::function<void()> done) {
    is_stopping_ = true;
    on_all_handed_over_ = std::move(done);
    deadline_ = node_.clock->after(most, [this] {
        spdlog::warn("{} rooms are not at other nodes in time",
                     departures_.size() + node_.lobby.directory().rooms().size());
        finish();
    });
    advance();
}

void Handover::advance() {
    if (!on_all_handed_over_ || departures_.size() > most_at_once / 2) return;
    for (const Directory::MovableRoom& one : node_.lobby.directory().movable_rooms()) {
        if (departures_.size() >= most_at_once) break;
        if (departures_.contains(one.room) || retained_rooms_.contains(one.room)) continue;
        if (const auto to = target(one.game)) give(one.room, *to, HandoverReason::drain);
    }
    if (departures_.empty() && !awaits_rooms_()) finish();  // what comes meanwhile goes with the next beat
}

void Handover::finish() {
    deadline_.reset();
    spdlog::info("handed over {} rooms", handed_over_);
    if (const auto done = std::exchange(on_all_handed_over_, nullptr)) done();
}

}  // namespace cubilete::server
