#include "server/cluster/this_node.hpp"

#include <algorithm>
#include <utility>

#include "protocol/codec.hpp"
#include "server/core/sha256.hpp"
#include "server/core/spdlog.hpp"
#include "storage/error.hpp"

namespace cubilete::server {

namespace {

constexpr std::size_t most_reads = 100'000;

}  // namespace

Metrics::Nodes Peers::on_node_list(const std::vector<storage::NodeRow>& nodes) {
    living_.clear();
    draining_nodes_.clear();
    Metrics::Nodes seen{.epoch = own_, .queued_bytes = links_.queued_bytes()};
    for (const storage::NodeRow& node : nodes) {
        const bool drains = node.state == storage::NodeRow::State::draining;
        ++(drains ? seen.draining : seen.up);
        if (drains) draining_nodes_.insert(node.epoch);
        newest_nodes_ = std::max(newest_nodes_, node.epoch);
        if (node.epoch != own_) living_[node.epoch] = node.address;
    }
    std::erase_if(ever_linked_, [this](Epoch node) { return has_ended(node); });
    return seen;
}

std::set<mesh::Epoch> Peers::possible_socket_nodes() const {
    std::set<Epoch> others;
    for (const auto& [node, address] : living_)
        if (links_.is_linked(node) || !ever_linked_.contains(node)) others.insert(node);
    return others;
}

/// The node with the highest hash of game and epoch, so that each game has another one.
mesh::Epoch Peers::search_host(const std::string& game) const {
    const auto weight = [&](Epoch node) { return sha256(game + ' ' + std::to_string(node)); };
    Epoch host = own_;
    for (const auto& [node, address] : living_)
        if (links_.is_linked(node) && !draining_nodes_.contains(node) && weight(node) > weight(host))
            host = node;
    return host;
}

std::set<mesh::Epoch> Peers::ask_all(const mesh::Message& question) const {
    std::set<Epoch> asked;
    for (const auto& [node, address] : living_)
        if (links_.send(node, question)) asked.insert(node);
    return asked;
}

void LobbyPoster::operator()(std::function<void()> action) const {
    net::post(executor_, [runs = runs_, action = std::move(action)] {
        if (!*runs) return;
        try {
            action();
        } catch (const std::exception& bug) {
            spdlog::error("the relay between nodes met a fault: {}", bug.what());
        }
    });
}

ClusterReader::ClusterReader(LobbyPoster post, storage::Cluster& cluster, JobRunner run_job)
    : post_(std::move(post)), cluster_(cluster), run_job_(std::move(run_job)) {
    if (run_job_) return;
    worker_.emplace("owners of rooms", most_reads);
    run_job_ = [this](std::function<void()> job) { return worker_->add(std::move(job)); };
}

void ClusterReader::read(std::function<Then(storage::Cluster&)> read, Then away) const {
    const bool taken =
        run_job_([&cluster = cluster_, post = post_, read = std::move(read), away = std::move(away)] {
            try {
                post(read(cluster));
            } catch (const storage::DatabaseError& failed) {
                spdlog::debug("the rooms of other nodes cannot be read: {}", failed.what());
                post(away);
            }
        });
    if (!taken) spdlog::warn("too many rooms wait for their owner to be read");
}

void ClusterReader::stop() {
    if (worker_) worker_->stop();
}

NodeContext::NodeContext(const Services& own_services, Lobby& own_lobby, storage::Cluster& cluster,
                         ClusterReader::JobRunner run_job, std::shared_ptr<mesh::Links> own_links)
    : services(own_services),
      lobby(own_lobby),
      post(own_services.threads.first()),
      clock(own_services.make_clock(own_services.threads.first())),
      links(std::move(own_links)),
      peers(cluster.epoch(), *links),
      reads(post, cluster, std::move(run_job)) {}

void NodeContext::refuse(const SinkPtr& to, const protocol::RequestId& request_id,
                         protocol::Rejection why) const {
    services.metrics.count_refusal(why.code);
    const protocol::Code code = why.code;
    to->send(
        Frame::reply(protocol::write(protocol::RefusedReply{request_id, std::move(why)}), request_id, code));
}

protocol::RequestId id_of(const std::string& text) {
    const auto json = protocol::Json::parse(text);
    if (json.is_string()) return json.get<std::string>();
    return json.get<std::int64_t>();
}

}  // namespace cubilete::server
