#include "bench/load/nodes.hpp"

#include <array>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "bench/compare/table.hpp"
#include "bench/load/cubilete.hpp"
#include "bench/load/load.hpp"
#include "bench/load/room.hpp"
#include "bench/postgres/usage.hpp"
#include "tests/storage/postgres/server.hpp"

namespace cubilete::bench {

namespace {

/// The cost of a move, by run. Processor time in microseconds.
struct MoveCost {
    Blocks nodes;
    Blocks postgres;
    Blocks balancer;
    Blocks relayed;  ///< requests that went to another node, of all, in percent
    Blocks per_second;
    Blocks p99_ms;
};

/// Servers on a database of their own, and a balancer in front of them.
class Cluster {
  public:
    Cluster(tests::PostgresServer& postgres, const NodesFlags& flags, int count)
        : postgres_(postgres), database_(postgres.create_database()) {
        const std::string secret = flags.directory + "/secret";
        std::ofstream(secret) << "a secret of this bench\n";
        std::vector<std::string> balance{flags.program, "--balance", flags.directory + "/balancer", "--to"};
        for (int number = 0; number < count; ++number) {
            const std::string data = fresh(flags.directory + "/node" + std::to_string(number));
            auto words = serve_command(flags.server, data, data + "/port", flags.threads);
            for (const std::string& word :
                 {std::string("--database"), url(), std::string("--node-address"), std::string("127.0.0.1:0"),
                  std::string("--cluster-secret-file"), secret})
                words.push_back(word);
            nodes_.push_back(std::make_unique<Server>(words, data + "/port"));
            balance.push_back(std::to_string(nodes_.back()->at.port()));
        }
        balancer_ = std::make_unique<Server>(balance, flags.directory + "/balancer");
    }
    ~Cluster() {
        balancer_.reset();
        nodes_.clear();
        postgres_.drop_database(database_);
    }
    Cluster(const Cluster&) = delete;
    Cluster& operator=(const Cluster&) = delete;

    const Server& balancer() const { return *balancer_; }
    std::string url() const { return postgres_.url(database_); }
    double cpu_seconds() const {
        double seconds = 0;
        for (const auto& node : nodes_) seconds += node->process.cpu_seconds();
        return seconds;
    }
    /// The sum of a metric of all nodes.
    double metric(const std::string& name) const {
        double sum = 0;
        for (const auto& node : nodes_) sum += metric_of(node->at, name);
        return sum;
    }

  private:
    static double metric_of(const tcp::endpoint& node, const std::string& name) {
        tcp::iostream http(node);
        http << "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n" << std::flush;
        for (std::string line; std::getline(http, line);)
            if (line.starts_with(name + ' ')) return std::stod(line.substr(name.size()));
        throw std::runtime_error("a server tells no " + name);
    }

    tests::PostgresServer& postgres_;
    std::string database_;
    std::vector<std::unique_ptr<Server>> nodes_;
    std::unique_ptr<Server> balancer_;
};

/// Rooms go to the servers of their players, some a second.
constexpr auto settling = std::chrono::seconds(4);

void measure(const Cluster& cluster, Load& load, bool at_rate, const NodesFlags& flags, MoveCost& cost) {
    const auto time = std::chrono::seconds(flags.seconds);
    const auto play = [&](Load::Clock::duration measured) {
        return at_rate ? load.at_rate(flags.rate, {}, measured) : load.flat_out({}, measured);
    };
    play(time / 4);
    const std::array names{"cubilete_relayed_total{kind=\"request\"}", "cubilete_messages_total"};
    std::array<double, 2> requests{};
    for (std::size_t at = 0; at < names.size(); ++at) requests[at] = -cluster.metric(names[at]);
    const double postgres = postgres_use(cluster.url()).cpu_seconds;
    const double nodes = cluster.cpu_seconds();
    const Measured measured = play(time);
    const double nodes_used = cluster.cpu_seconds() - nodes;
    const double postgres_used = postgres_use(cluster.url()).cpu_seconds - postgres;
    for (std::size_t at = 0; at < names.size(); ++at) requests[at] += cluster.metric(names[at]);
    const double us = 1e6 / static_cast<double>(measured.moves);
    cost.nodes.push_back(nodes_used * us);
    cost.postgres.push_back(postgres_used * us);
    cost.balancer.push_back(measured.server_cpu * us);
    cost.relayed.push_back(requests[0] / requests[1] * 100);
    cost.per_second.push_back(measured.per_second());
    cost.p99_ms.push_back(measured.p99_ms);
}

void print_costs(const std::string& title, const std::vector<int>& nodes,
                 const std::vector<MoveCost>& costs) {
    std::vector<std::vector<std::string>> rows{
        {"nodes", fmt::format("nodes' CPU a move, × {} node", nodes.front()), "nodes, µs", "database, µs",
         "balancer, µs", "relayed, %", "moves/s", "p99, ms"}};
    for (std::size_t at = 0; at < nodes.size(); ++at)
        rows.push_back({std::to_string(nodes[at]), spread(over(costs[at].nodes, costs[0].nodes)),
                        spread(costs[at].nodes), spread(costs[at].postgres), spread(costs[at].balancer),
                        spread(costs[at].relayed), spread(costs[at].per_second), spread(costs[at].p99_ms)});
    bench::print(title, rows);  // main.cpp has another
}

}  // namespace

void measure_nodes(const NodesFlags& flags) {
    // An operator would set these values for such a load. The data are in TMPDIR.
    tests::PostgresServer postgres(
        {"shared_buffers=256MB", "max_wal_size=4GB", "autovacuum=on", "max_connections=300"});
    std::vector<MoveCost> flat(flags.nodes.size()), at_rate(flags.nodes.size());
    for (int run = 0; run < flags.runs; ++run)
        for (std::size_t at = 0; at < flags.nodes.size(); ++at) {
            const Cluster cluster(postgres, flags, flags.nodes[at]);
            Load load(cluster.balancer(), ambiciosa_rooms({.name_room = flags.name_room}));
            load.open(static_cast<std::size_t>(flags.rooms));
            load.at_rate(flags.rooms, {}, settling);
            measure(cluster, load, false, flags, flat[at]);
            if (flags.rate > 0) measure(cluster, load, true, flags, at_rate[at]);
            std::cerr << fmt::format("run {} with {} nodes: {:.1f} µs a move flat out\n", run + 1,
                                     flags.nodes[at], flat[at].nodes.back());
        }
    const std::string rooms =
        fmt::format("{} rooms, {} by the balancer", flags.rooms, flags.name_room ? "known" : "not known");
    print_costs(rooms + ", as fast as they can", flags.nodes, flat);
    if (flags.rate > 0)
        print_costs(fmt::format("{}, {} moves a second", rooms, flags.rate), flags.nodes, at_rate);
}

}  // namespace cubilete::bench
