// The parts of the server that only a node of a cluster has, and how a server ends that must not go on.
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

#include <unistd.h>

#include "protocol/match.hpp"
#include "server/app_parts.hpp"
#include "server/cluster/handshake.hpp"
#include "server/core/clock.hpp"
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
    return mesh::derive_key(text.str());
}

/// Wall clocks only date entries and scores, but all nodes should agree. Warns once, when the answers to several beats in
/// a row were wrong: a single one may have come late. `wrong_beats`: counts them.
void warn_of_wall_clock(std::int64_t database_ms, int& wrong_beats) {
    constexpr std::int64_t most_apart_ms = 1'000;
    constexpr int beats_to_be_sure = 8;
    const std::int64_t ahead_ms = system_wall_ms() - database_ms;
    wrong_beats = std::abs(ahead_ms) > most_apart_ms ? wrong_beats + 1 : 0;
    if (wrong_beats != beats_to_be_sure) return;
    spdlog::warn(
        "the wall clock of this machine is {:.1f} s {} that of the database: set both by the same time "
        "server",
        static_cast<double>(std::abs(ahead_ms)) / 1'000, ahead_ms > 0 ? "ahead of" : "behind");
}

const char* exit_explanation(storage::ExitReason end) {
    switch (end) {
        case storage::ExitReason::unknown: return "it is unknown what is on disk";
        case storage::ExitReason::fenced: return "another server has taken over the data";
        case storage::ExitReason::database_went_back: return "the database has lost what it had confirmed";
    }
    return "of an unknown end";
}

}  // namespace

void fail_stop(storage::ExitReason end, const std::string& reason) {
    spdlog::critical("stopping at once, because {}: {}", exit_explanation(end), reason);
    spdlog::default_logger()->flush();
    _exit(static_cast<int>(end));  // with 74 (EX_IOERR) and 75 the supervisor restarts the server
}

std::optional<mesh::NodePort> bind_node_port(const Config& config, Threads& threads) {
    if (config.node_address.empty()) return std::nullopt;
    return open_part("--node-address " + config.node_address,
                     [&] { return mesh::NodePort(threads.first(), config.node_address); });
}

std::optional<Secret> read_cluster_key(const Config& config) {
    if (config.node_address.empty()) return std::nullopt;
    return open_part("--cluster-secret-file", [&] { return secret_of_cluster(config.cluster_secret_file); });
}

std::optional<storage::NodeRow> node_row(const std::optional<mesh::NodePort>& port) {
    if (!port) return std::nullopt;
    storage::NodeRow row;
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    row.name = name.data();
    row.address = port->address();
    row.program = std::string(program_version);
    protocol::Json rules = protocol::Json::object();
    for (const GameInfo* game : protocol::catalogue()) rules[game->id] = game->version;
    row.rules = rules.dump();
    row.mesh = static_cast<int>(mesh::version);
    return row;
}

ClusterParts::ClusterParts(Metrics& metrics, Services& services, Lobby& lobby, Preconditions& prepared,
                           std::function<storage::NodeLoad()> load) {
    storage::Cluster* cluster = services.cluster;
    if (!cluster) return;
    Threads& threads = services.threads;
    const auto on_process_state = [this](mesh::Epoch node, bool is_gone) {
        if (is_gone)
            takeover->on_connection_refused(node);
        else
            takeover->on_link(node);
    };
    const auto make_links = [&](mesh::Links::Events events) {
        return std::make_shared<mesh::Mesh>(threads.first(), *std::move(prepared.cluster_key),
                                            *std::move(prepared.node_port), cluster->epoch(),
                                            std::move(events));
    };
    relay = std::make_unique<Relay>(services, lobby, *cluster, make_links, on_process_state);
    services.other_nodes = relay.get();
    takeover = std::make_unique<Takeover>(
        *cluster,
        Takeover::Events{.load = std::move(load),
                         .on_node_list =
                             [this, wrong_beats = 0](auto list) mutable {
                                 warn_of_wall_clock(list.database_ms, wrong_beats);
                                 relay->on_node_list(std::move(list));
                             },
                         .fenced = [&metrics] { metrics.count_fence(); },
                         .on_adopted = [this](auto rooms) { relay->on_adopted(std::move(rooms)); },
                         .over = fail_stop},
        NodeWatch::Limits{}, threads.all());
}

void ClusterParts::start() const {
    if (!relay) return;
    relay->start();
    takeover->start();
}

void ClusterParts::stop() const {
    if (!relay) return;
    takeover->stop();
    relay->stop();
}

}  // namespace cubilete::server
