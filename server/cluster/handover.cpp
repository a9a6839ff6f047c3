#include "server/cluster/handover.hpp"

#include <algorithm>

#include "protocol/match.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace {

/// Rooms that are given away at the same time: their writes share commits.
constexpr std::size_t most_at_once = 100;
/// Longer than a password, a hint or a read of the past takes.
constexpr Clock::Duration answers_take{10'000};

/// The games that a node plays by the rules of this program; `rules`: NodeRow::rules.
std::set<std::string> same_games(const std::string& rules) {
    std::set<std::string> games;
    const auto versions = protocol::Json::parse(rules, nullptr, false);
    if (!versions.is_object()) return games;
    for (const Info* game : protocol::catalogue())
        if (const auto version = versions.find(game->id);
            version != versions.end() && *version == game->version)
            games.insert(game->id);
    return games;
}

}  // namespace

Handover::Handover(Lobby& lobby, mesh::Links& mesh, Clock& clock, Metrics& metrics, Epoch own, Ways ways)
    : lobby_(lobby), mesh_(mesh), clock_(clock), metrics_(metrics), own_(own), ways_(std::move(ways)) {}

void Handover::follow(const std::vector<storage::NodeRow>& nodes) {
    std::erase_if(past_, [&](const auto& one) { return clock_.now() - one.first > answers_take; });
    const auto before = std::exchange(nodes_, {});
    confirming_.clear();
    for (const storage::NodeRow& node : nodes) {
        if (node.epoch == own_ || node.mesh < static_cast<int>(mesh::version_of_give)) continue;
        confirming_.insert(node.epoch);
        if (node.state == storage::NodeRow::State::draining) continue;
        Node& now = nodes_[node.epoch] = {same_games(node.rules), node.rooms};
        // A beat tells of rooms that were given a while ago.
        if (const auto known = before.find(node.epoch); all_given_ && known != before.end())
            now.rooms = std::max(now.rooms, known->second.rooms);
    }
    go_on();
}

bool Handover::is_leaving(const std::string& room) const {
    const auto leaving = leaving_.find(room);
    return leaving != leaving_.end() && leaving->second.step != Leaving::Step::moved;
}

/// The node with the fewest rooms that goes on with a match of this game.
std::optional<mesh::Epoch> Handover::target(const std::string& game) const {
    std::optional<Epoch> best;
    for (const auto& [epoch, node] : nodes_) {
        if (!mesh_.has(epoch) || (!game.empty() && !node.games.contains(game))) continue;
        if (!best || node.rooms < nodes_.at(*best).rooms) best = epoch;
    }
    return best;
}

void Handover::give(const std::string& room, Epoch to) {
    leaving_[room].to = to;
    ++nodes_.at(to).rooms;
    lobby_.hand_over(room, to, [post = ways_.post, room](std::optional<HandedOver> left) {
        post([room, left = std::move(left)](Handover& self) { self.given(room, left); });
    });
}

void Handover::given(const std::string& room, std::optional<HandedOver> left) {
    const auto leaving = leaving_.find(room);
    if (!left) {
        lobby_.keep(room);
        stay_.insert(room);
        leaving_.erase(leaving);
        ways_.released(room);
        return go_on();
    }
    const Epoch to = leaving->second.to;
    ways_.left(room, to, *left);
    past_.emplace_back(clock_.now(), lobby_.let_go(room));
    leaving->second.step = Leaving::Step::given;
    ++given_;
    metrics_.handed_over();
    if (!mesh_.send(to, mesh::Give{room, left->carried.left.count(), left->carried.next})) end(leaving);
}

void Handover::taken(Epoch by, const std::string& room) {
    const auto found = leaving_.find(room);
    if (found == leaving_.end()) return;
    Leaving& leaving = found->second;
    if (leaving.to != by || leaving.step != Leaving::Step::given) return;
    leaving.step = Leaving::Step::moved;
    ways_.moved(room, by);
    for (const Epoch node : confirming_)
        if (node != by && mesh_.send(node, mesh::Moved{room, by})) leaving.awaited.insert(node);
    mesh_.send(by, mesh::Known{{room}});
    if (leaving.awaited.empty()) end(found);
}

void Handover::known(Epoch by, const std::string& room) {
    const auto leaving = leaving_.find(room);
    if (leaving != leaving_.end() && leaving->second.awaited.erase(by) > 0 && leaving->second.awaited.empty())
        end(leaving);
}

void Handover::down(Epoch node) {
    nodes_.erase(node);
    for (auto next = leaving_.begin(); next != leaving_.end();) {
        const auto leaving = next++;
        using Step = Leaving::Step;
        const bool is_untold = leaving->second.step == Step::given && leaving->second.to == node;
        const bool was_last = leaving->second.awaited.erase(node) > 0 && leaving->second.awaited.empty();
        if (is_untold || was_last) end(leaving);
    }
}

void Handover::end(std::map<std::string, Leaving>::iterator leaving) {
    const bool is_told = leaving->second.step == Leaving::Step::moved;
    const std::string room = leaving->first;
    leaving_.erase(leaving);
    if (!is_told) ways_.released(room);
    go_on();
}

void Handover::give_all(Clock::Duration most, std::function<void()> done) {
    all_given_ = std::move(done);
    deadline_ = clock_.after(most, [this] {
        spdlog::warn("{} rooms are not at other nodes in time", leaving_.size() + lobby_.rooms());
        finish();
    });
    go_on();
}

void Handover::go_on() {
    if (!all_given_ || leaving_.size() > most_at_once / 2) return;
    for (const auto& [room, game] : lobby_.games()) {
        if (leaving_.size() >= most_at_once) break;
        if (leaving_.contains(room) || stay_.contains(room)) continue;
        if (const auto to = target(game)) give(room, *to);
    }
    if (leaving_.empty()) finish();
}

void Handover::finish() {
    deadline_.reset();
    spdlog::info("handed over {} rooms", given_);
    if (const auto done = std::exchange(all_given_, nullptr)) done();
}

}  // namespace cubilete::server
