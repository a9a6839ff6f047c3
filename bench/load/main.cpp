// Measures the load that a server carries: rooms of two players of La Ambiciosa, with the real program over
// this machine's loopback. Measures the limits of the machine in the same run. bench/README.md explains the
// results.

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "bench/load/balancer.hpp"
#include "bench/load/cubilete.hpp"
#include "bench/load/disk.hpp"
#include "bench/load/echo.hpp"
#include "bench/load/load.hpp"
#include "bench/load/nodes.hpp"
#include "bench/load/room.hpp"

namespace cubilete::bench {

namespace {

using std::chrono::milliseconds;

struct Flags {
    std::string server = "build/release/cubilete";
    std::string directory = std::filesystem::temp_directory_path() / "cubilete-load";
    int seconds = 5;
    int threads = 1;
    std::vector<int> rooms{1, 10, 100, 1'000};
    int rooms_at_rate = 500;
    double rate = 5'000;
    int most_rooms = 9'500;
    int matches = 10'000;
    int idle = 2'500;
};

/// Starts the server on this data.
Server serve(const Flags& flags, const std::string& data) {
    return Server(serve_command(flags.server, data, data + "/port", flags.threads), data + "/port");
}

void print(const char* what, int rooms, const Measured& measured) {
    std::printf("%-10s %6d %10.0f %9.2f %9.2f %12.1f %10.2f %10.2f\n", what, rooms, measured.per_second(),
                measured.p50_ms, measured.p99_ms, measured.server_us(),
                measured.server_cpu / measured.seconds, measured.generator_cpu / measured.seconds);
    std::fflush(stdout);
}

void measure_limits(const Flags& flags, const char* program) {
    std::printf("this machine's limits\n%-34s %12s\n", "SQLite, rows a commit", "rows/s");
    for (const int rows : {1, 10, 100, 1'000})
        std::printf("%-34d %12.0f\n", rows,
                    appended_rows_per_second(flags.directory, rows, milliseconds(flags.seconds * 200)));
    const Echoed echoed = measure_echo(program, flags.directory, 200, milliseconds(flags.seconds * 500));
    std::printf("%-34s %12s %12s\n%-34s %12.0f %12.1f\n\n", "", "messages/s", "server us",
                "Beast echo, 200 connections", echoed.per_second, echoed.server_us);
    std::fflush(stdout);
}

/// Measures how long players of these rooms wait after a restart.
void measure_restart(const Flags& flags, Server& server, const std::string& data, int rooms) {
    server.process.kill();
    const auto began = Load::Clock::now();
    const Server again = serve(flags, data);
    const std::chrono::duration<double> took = Load::Clock::now() - began;
    std::printf("%-10s %6d %10.2f s from kill -9 to an open door\n", "restart", rooms, took.count());
}

void measure_rooms(const Flags& flags) {
    const std::string data = flags.directory + "/data";
    const auto time = std::chrono::seconds(flags.seconds);
    std::printf("%-10s %6s %10s %9s %9s %12s %10s %10s\n", "load", "rooms", "moves/s", "p50 ms", "p99 ms",
                "server us", "its cores", "our cores");
    for (const int rooms : flags.rooms) {
        Server server = serve(flags, fresh(data));
        Load load(server, ambiciosa_rooms());
        load.open(static_cast<std::size_t>(rooms));
        print("flat out", rooms, load.flat_out(time / 4, time));
        if (rooms == flags.rooms.back()) measure_restart(flags, server, data, rooms);
    }
    if (flags.rooms_at_rate > 0) {
        const Server server = serve(flags, fresh(data));
        Load load(server, ambiciosa_rooms());
        load.open(static_cast<std::size_t>(flags.rooms_at_rate));
        print("paced", flags.rooms_at_rate, load.at_rate(flags.rate, time / 4, time));
    }
    if (flags.most_rooms > 0) {
        Server server = serve(flags, fresh(data));
        Load load(server, ambiciosa_rooms());
        load.open(100);
        print("growth", 100, load.flat_out(time / 4, time));
        load.open(static_cast<std::size_t>(flags.most_rooms));
        print("growth", flags.most_rooms, load.flat_out(time / 4, time));
        measure_restart(flags, server, data, flags.most_rooms);
    }
    // More players than file descriptors: those of the first rooms have left.
    if (flags.most_rooms > 0 && flags.matches > flags.most_rooms) {
        Server server = serve(flags, data);
        Load load(server, ambiciosa_rooms());
        load.open(static_cast<std::size_t>(flags.matches - flags.most_rooms));
        measure_restart(flags, server, data, flags.matches);
    }
}

void measure_memory(const Flags& flags) {
    const std::string data = flags.directory + "/data";
    const Server server = serve(flags, fresh(data));
    net::io_context io{1};
    const std::int64_t empty = server.process.memory();
    std::vector<std::unique_ptr<Client>> idle;
    std::size_t greeted = 0;
    while (idle.size() < static_cast<std::size_t>(2 * flags.idle)) {
        idle.push_back(std::make_unique<Client>(io, [&](std::string_view) { ++greeted; }));
        idle.back()->open(server.at);
        idle.back()->send(R"({"t":"hello","v":1,"name":"Ana","id":1})");
        while (greeted < idle.size()) io.run_one();
    }
    const std::int64_t sockets = server.process.memory();
    Load load(server, ambiciosa_rooms());
    load.open(static_cast<std::size_t>(flags.idle));
    const std::int64_t rooms = server.process.memory();
    const double socket = static_cast<double>(sockets - empty) / 1024 / (2 * flags.idle);
    const double room = static_cast<double>(rooms - sockets) / 1024 / flags.idle;
    std::printf(
        "\nmemory: %.1f KiB a socket that has said hello; %.1f KiB a room with its match, besides its two "
        "sockets\n",
        socket, room - 2 * socket);
}

}  // namespace

}  // namespace cubilete::bench

int main(int count, char** words) {
    using namespace cubilete::bench;
    Flags flags;
    std::string echo, balancer;
    std::vector<int> balanced;
    NodesFlags cluster;
    bool postgres = false;
    CLI::App app("Measures how much a server carries on this machine.");
    app.option_defaults()->always_capture_default();
    app.add_option("--server", flags.server, "The program to measure");
    app.add_option("--dir", flags.directory, "On the disk to measure");
    app.add_option("--seconds", flags.seconds, "A measurement");
    app.add_option("--threads", flags.threads, "Of the server");
    app.add_option("--rooms", flags.rooms, "Flat out");
    app.add_option("--paced-rooms", flags.rooms_at_rate, "At a pace; 0: not");
    app.add_option("--pace", flags.rate, "Moves a second of all of them");
    app.add_option("--most-rooms", flags.most_rooms, "How a move's cost grows; 0: not");
    app.add_option("--matches", flags.matches, "Running matches that a killed server takes up again");
    app.add_option("--idle", flags.idle,
                   "Rooms, and twice as many sockets, whose memory is measured; 0: not");
#ifdef LOAD_HAS_POSTGRES
    app.add_flag("--database", postgres, "Only: servers that share a PostgreSQL of this program's own");
    cluster.nodes = {1, 2, 3};
    app.add_option("--nodes", cluster.nodes, "Numbers of such servers, in turn");
    app.add_option("--cluster-rooms", cluster.rooms, "Of all of them");
    app.add_flag("!--random", cluster.name_room,
                 "Addresses do not name rooms; the balancer chooses at random");
    app.add_option("--runs", cluster.runs, "Of each number");
    app.add_option("--cluster-pace", cluster.rate, "Moves a second; 0: only flat out");
#endif
    app.add_option("--balance", balancer, "Be the balancer of that port file")->group("");
    app.add_option("--to", balanced, "Ports of servers")->group("");
    app.add_option("--echo", echo, "Be the echo server of that port file")->group("");
    CLI11_PARSE(app, count, words);
    if (!echo.empty()) serve_echo(echo);
    try {
        raise_descriptors();
        if (!balancer.empty()) serve_balancer(balancer, balanced);
        std::filesystem::create_directories(flags.directory);
        if (postgres) {
#ifdef LOAD_HAS_POSTGRES
            cluster.program = words[0];
            cluster.server = flags.server;
            cluster.directory = flags.directory;
            cluster.seconds = flags.seconds;
            cluster.threads = flags.threads;
            measure_nodes(cluster);
#endif
        } else {
            measure_limits(flags, words[0]);
            measure_rooms(flags);
            if (flags.idle > 0) measure_memory(flags);
        }
        std::filesystem::remove_all(flags.directory);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
