// The parts of the server that only a node of a cluster has, and how a server ends that must not go on.
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

#include <unistd.h>

#include "protocol/match.hpp"
#include "server/app_parts.hpp"
#include "server/cluster/handshake.hpp"
#include "server/core/spdlog.hpp"
#include "server/core/version.hpp"

namespace cubilete::server {

namespace {

Secret secret_of_cluster(const std::string& file) {
    constexpr std::size_t least = 16;
    std::ifstream from(file);
    std::stringstream text;
    text << from.rdbuf();
    if (!from || text.str().size() < least)
        throw std::runtime_error(file + " cannot be read or has less than 16 characters");
    return mesh::key_of(text.str());
}

/// Wall clocks only date entries and scores, but all nodes should agree. Warns once, when the answers to several beats in
/// a row were wrong: a single one may have come late. `wrong_beats`: counts them.
void warn_of_wall_clock(std::int64_t database_ms, int& wrong_beats) {
    constexpr std::int64_t most_apart_ms = 1'000;
    constexpr int beats_to_be_sure = 8;
    const std::chrono::system_clock::duration since_1970 =
        std::chrono::system_clock::now().time_since_epoch();
    const std::int64_t ahead_ms = std::chrono::duration_cast<milliseconds>(since_1970).count() - database_ms;
    wrong_beats = std::abs(ahead_ms) > most_apart_ms ? wrong_beats + 1 : 0;
    if (wrong_beats != beats_to_be_sure) return;
    spdlog::warn(
        "the wall clock of this machine is {:.1f} s {} that of the database: set both by the same time "
        "server",
        static_cast<double>(std::abs(ahead_ms)) / 1'000, ahead_ms > 0 ? "ahead of" : "behind");
}

const char* meaning_of(storage::End end) {
    switch (end) {
        case storage::End::unknown: return "it is unknown what is on disk";
        case storage::End::fenced: return "another server has taken over the data";
        case storage::End::database_went_back: return "the database has lost what it had confirmed";
    }
    return "of an unknown end";
}

}  // namespace

void fail_stop(storage::End end, const std::string& reason) {
    spdlog::critical("stopping at once, because {}: {}", meaning_of(end), reason);
    spdlog::default_logger()->flush();
    _exit(static_cast<int>(end));  // with 74 (EX_IOERR) and 75 the supervisor restarts the server
}

/// Binds the port before the server joins, because it tells the others the address then.
std::optional<mesh::NodePort> App::make_node_port() {
    if (config_.node_address.empty()) return std::nullopt;
    return opened("--node-address " + config_.node_address,
                  [&] { return mesh::NodePort(threads_.first(), config_.node_address); });
}

/// This server as the other nodes of its cluster see it; nothing if it is alone.
std::optional<storage::NodeRow> App::node_row() const {
    if (!node_port_) return std::nullopt;
    storage::NodeRow row;
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    row.name = name.data();
    row.address = node_port_->address();
    row.program = std::string(program_version);
    protocol::Json rules = protocol::Json::object();
    for (const Info* game : protocol::catalogue()) rules[game->id] = game->version;
    row.rules = rules.dump();
    row.mesh = static_cast<int>(mesh::version);
    return row;
}

/// Then the services include the other nodes.
std::unique_ptr<Relay> App::make_relay() {
    storage::Cluster* cluster = services_.cluster;
    if (!cluster) return nullptr;
    auto key =
        opened("--cluster-secret-file", [&] { return secret_of_cluster(config_.cluster_secret_file); });
    const auto told = [this](mesh::Epoch node, bool is_gone) {
        if (is_gone)
            takeover_->refuses(node);
        else
            takeover_->answers(node);
    };
    const auto make_links = [&](mesh::Links::Events events) {
        return std::make_shared<mesh::Mesh>(threads_.first(), std::move(key), std::move(*node_port_),
                                            cluster->epoch(), std::move(events));
    };
    auto relay = std::make_unique<Relay>(services_, *lobby_, *cluster, make_links, told);
    services_.other_nodes = relay.get();
    return relay;
}

/// The rooms go on at other nodes first. What is left is taken over by others when this node has left.
void App::hand_over_and_drain() {
    const milliseconds most = config_.limits.drain_deadline * 3 / 5;  // the rest is for the sockets
    relay_->hand_over_all(
        most, [this] { lobby_->drain([this] { relay_->when_answered([this] { close_sessions(); }); }); });
}

std::unique_ptr<Takeover> App::make_takeover() {
    if (!relay_) return nullptr;
    const auto load = [this] {
        const auto state = draining_ ? storage::NodeRow::State::draining : storage::NodeRow::State::up;
        return storage::Load{state, relay_->rooms(), static_cast<int>(sessions_.count())};
    };
    return std::make_unique<Takeover>(
        *storage_->cluster(),
        Takeover::Events{.load = load,
                         .told =
                             [this, wrong_beats = 0](auto list) mutable {
                                 warn_of_wall_clock(list.database_ms, wrong_beats);
                                 relay_->follow(std::move(list));
                             },
                         .fenced = [this] { metrics_.fenced_another(); },
                         .adopted = [this](auto rooms) { relay_->adopted(std::move(rooms)); },
                         .over = fail_stop},
        NodeWatch::Limits{}, threads_.all());
}

}  // namespace cubilete::server
