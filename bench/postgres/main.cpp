// Measures the journal on PostgreSQL beside a bare loop of INSERTs, and the server on PostgreSQL beside the same
// server on SQLite. Starts an engine of its own. Prints ratios of figures that were measured in turn in one run;
// bench/README.md explains the results.

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "bench/compare/table.hpp"
#include "bench/load/cubilete.hpp"
#include "bench/load/load.hpp"
#include "bench/load/room.hpp"
#include "bench/postgres/rows.hpp"
#include "tests/storage/postgres/server.hpp"

namespace cubilete::bench {

namespace {

struct Flags {
    std::string server;
    int blocks = 3;
    int seconds = 4;
    int rows = 50;
    int tables = 100;
    std::vector<int> lanes{1, 2};
};

/// A new database; dropped at the end.
class Database {
  public:
    explicit Database(tests::PostgresServer& engine) : engine_(engine), name_(engine.create_database()) {}
    ~Database() { engine_.drop_database(name_); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    std::string url() const { return engine_.url(name_); }

  private:
    tests::PostgresServer& engine_;
    std::string name_;
};

std::string lanes_of(int lanes) { return lanes == 1 ? "1 lane" : fmt::format("{} lanes", lanes); }

void measure_rows(tests::PostgresServer& engine, const Flags& flags) {
    const auto time = std::chrono::seconds(flags.seconds);
    Blocks bare;
    std::vector<Blocks> journal(flags.lanes.size());
    for (int block = 0; block < flags.blocks; ++block) {
        bare.push_back(bare_rows_per_second(Database(engine).url(), flags.rows, time));
        for (std::size_t at = 0; at < flags.lanes.size(); ++at)
            journal[at].push_back(
                journal_rows_per_second(Database(engine).url(), flags.lanes[at], flags.rows, time));
    }
    std::vector<std::vector<std::string>> rows{{"", "durable rows/s, × bare loop", "rows/s"},
                                               {"bare loop, one connection", "1.00", spread(bare)}};
    for (std::size_t at = 0; at < flags.lanes.size(); ++at)
        rows.push_back(
            {"journal, " + lanes_of(flags.lanes[at]), spread(over(journal[at], bare)), spread(journal[at])});
    print(fmt::format("{} rows a batch", flags.rows), rows);
}

struct Cost {
    Blocks server;  ///< microseconds of processor time a move
    Blocks engine;
    Blocks per_second;
};

/// Measures moves of a server with its data in PostgreSQL with so many lanes; nullopt: in SQLite.
void measure_moves(tests::PostgresServer& engine, const Flags& flags, std::optional<int> lanes, Cost& cost) {
    const auto time = std::chrono::seconds(flags.seconds);
    const tests::TempDirectory directory;
    const Database database(engine);
    const std::string port_file = directory.path() / "port";
    auto command = serve_command(flags.server, directory.path() / "data", port_file, 1);
    if (lanes)
        for (const std::string& word :
             {std::string("--engine"), database.url(), std::string("--lanes"), std::to_string(*lanes)})
            command.push_back(word);
    const Server server(command, port_file);
    Load load(server, ambiciosa_rooms());
    load.open(static_cast<std::size_t>(flags.tables));
    load.flat_out(time / 4, time / 4);
    const double before = engine_cpu_seconds(database.url());
    const Measured measured = load.flat_out({}, time);
    const double after = engine_cpu_seconds(database.url());
    cost.server.push_back(measured.server_us());
    cost.engine.push_back((after - before) * 1e6 / static_cast<double>(measured.moves));
    cost.per_second.push_back(measured.per_second());
}

void measure_moves(tests::PostgresServer& engine, const Flags& flags) {
    std::vector<std::optional<int>> contenders{std::nullopt};
    contenders.insert(contenders.end(), flags.lanes.begin(), flags.lanes.end());
    std::vector<Cost> costs(contenders.size());
    for (int block = 0; block < flags.blocks; ++block)
        for (std::size_t at = 0; at < contenders.size(); ++at)
            measure_moves(engine, flags, contenders[at], costs[at]);
    std::vector<std::vector<std::string>> rows{
        {"", "server's CPU a move, × SQLite", "server, µs", "engine, µs", "moves/s, × SQLite", "moves/s"}};
    for (std::size_t at = 0; at < contenders.size(); ++at)
        rows.push_back({contenders[at] ? "PostgreSQL, " + lanes_of(*contenders[at]) : "SQLite",
                        spread(over(costs[at].server, costs[0].server)), spread(costs[at].server),
                        contenders[at] ? spread(costs[at].engine) : "–",
                        spread(over(costs[at].per_second, costs[0].per_second)),
                        spread(costs[at].per_second)});
    print(fmt::format("{} tables of La Ambiciosa, as fast as they can", flags.tables), rows);
}

int run(int argc, char** argv) {
    Flags flags;
    flags.server = std::filesystem::canonical("/proc/self/exe").parent_path().parent_path() / "cubilete";
    CLI::App app("Compares the server on PostgreSQL with the same server on SQLite, in ratios.");
    app.option_defaults()->always_capture_default();
    app.add_option("--server", flags.server, "The program to measure");
    app.add_option("--blocks", flags.blocks, "Each runs everything once")->check(CLI::PositiveNumber);
    app.add_option("--seconds", flags.seconds, "A measurement")->check(CLI::PositiveNumber);
    app.add_option("--rows", flags.rows, "A batch")->check(CLI::PositiveNumber);
    app.add_option("--tables", flags.tables, "Of two players; 0: not")->check(CLI::NonNegativeNumber);
    app.add_option("--lanes", flags.lanes, "Of the journal, a list")->check(CLI::PositiveNumber);
    CLI11_PARSE(app, argc, argv);
    raise_descriptors();
    // The tests' engine saves memory; this one has what an operator would give it. Its data are where TMPDIR is.
    tests::PostgresServer engine({"shared_buffers=256MB", "max_wal_size=4GB", "autovacuum=on"});
    measure_rows(engine, flags);
    if (flags.tables > 0) measure_moves(engine, flags);
    return 0;
}

}  // namespace

}  // namespace cubilete::bench

int main(int argc, char** argv) {
    try {
        return cubilete::bench::run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
