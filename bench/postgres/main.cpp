// Measures the journal on PostgreSQL beside a bare loop of INSERTs, and the server on PostgreSQL beside the same
// server on SQLite. Starts a database of its own. Prints ratios of figures that were measured in turn in one run;
// bench/notes/postgres.md explains the results.

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
#include "bench/postgres/usage.hpp"
#include "storage/backend.hpp"
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
    std::vector<int> at_rate;
    double turn = 5;
};

/// A new database; dropped at the end.
class Database {
  public:
    explicit Database(tests::PostgresServer& postgres)
        : postgres_(postgres), name_(postgres.create_database()) {}
    ~Database() { postgres_.drop_database(name_); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    std::string url() const { return postgres_.url(name_); }

  private:
    tests::PostgresServer& postgres_;
    std::string name_;
};

std::string lanes_of(int lanes) { return lanes == 1 ? "1 lane" : fmt::format("{} lanes", lanes); }

void measure_rows(tests::PostgresServer& postgres, const Flags& flags) {
    const auto time = std::chrono::seconds(flags.seconds);
    Blocks bare;
    std::vector<Blocks> journal(flags.lanes.size());
    for (int block = 0; block < flags.blocks; ++block) {
        bare.push_back(bare_rows_per_second(Database(postgres).url(), flags.rows, time));
        for (std::size_t at = 0; at < flags.lanes.size(); ++at)
            journal[at].push_back(
                journal_rows_per_second(Database(postgres).url(), flags.lanes[at], flags.rows, time));
    }
    std::vector<std::vector<std::string>> rows{{"", "durable rows/s, × bare loop", "rows/s"},
                                               {"bare loop, one connection", "1.00", spread(bare)}};
    for (std::size_t at = 0; at < flags.lanes.size(); ++at)
        rows.push_back(
            {"journal, " + lanes_of(flags.lanes[at]), spread(over(journal[at], bare)), spread(journal[at])});
    print(fmt::format("{} rows a batch", flags.rows), rows);
}

/// The cost of a move, by block.
struct Cost {
    Blocks server;  ///< microseconds of processor time
    Blocks postgres;
    Blocks per_second;
    Blocks wal;     ///< bytes
    Blocks stored;  ///< bytes
    Blocks batch;   ///< moves a transaction
    Blocks p50;     ///< milliseconds
    Blocks p99;
    Blocks memory;  ///< of the database, MiB
    std::int64_t connections = 0;
};

std::vector<std::string> serve(const Flags& flags, const std::filesystem::path& directory,
                               const std::string& port_file, const std::string& url,
                               std::optional<int> lanes) {
    auto command = serve_command(flags.server, directory / "data", port_file, 1);
    if (lanes)
        for (const std::string& word :
             {std::string("--database"), url, std::string("--lanes"), std::to_string(*lanes)})
            command.push_back(word);
    return command;
}

/// Measures moves of a server with its data in PostgreSQL with so many lanes; nullopt: in SQLite. `at_rate`: each of
/// the tables moves once in `turn`; otherwise as fast as it can.
void measure_moves(tests::PostgresServer& postgres, const Flags& flags, std::optional<int> lanes, int tables,
                   bool at_rate, Cost& cost) {
    const auto time = std::chrono::seconds(flags.seconds);
    const tests::TempDirectory directory;
    const Database database(postgres);
    const std::string port_file = directory.path() / "port";
    const Server server(serve(flags, directory.path(), port_file, database.url(), lanes), port_file);
    Load load(server, ambiciosa_rooms());
    const auto play = [&](Load::Clock::duration warm_up, Load::Clock::duration measured) {
        return at_rate ? load.at_rate(tables / flags.turn, warm_up, measured)
                       : load.flat_out(warm_up, measured);
    };
    load.open(static_cast<std::size_t>(tables));
    play(time / 4, time / 4);
    const PostgresUse before = lanes ? postgres_use(database.url()) : PostgresUse();
    const Measured measured = play({}, time);
    const PostgresUse after = lanes ? postgres_use(database.url()) : PostgresUse();
    const auto moves = static_cast<double>(measured.moves);
    const auto each = [&](std::int64_t PostgresUse::*what) {
        return static_cast<double>(after.*what - before.*what) / moves;
    };
    cost.server.push_back(measured.server_us());
    cost.postgres.push_back((after.cpu_seconds - before.cpu_seconds) * 1e6 / moves);
    cost.per_second.push_back(measured.per_second());
    cost.wal.push_back(each(&PostgresUse::wal_bytes));
    cost.stored.push_back(each(&PostgresUse::stored_bytes));
    cost.batch.push_back(1 / each(&PostgresUse::batches));
    cost.p50.push_back(measured.p50_ms);
    cost.p99.push_back(measured.p99_ms);
    if (!lanes) return;
    cost.memory.push_back(static_cast<double>(postgres_memory(database.url())) / (1 << 20));
    cost.connections = postgres_connections(database.url());
}

void measure_moves(tests::PostgresServer& postgres, const Flags& flags) {
    std::vector<std::optional<int>> contenders{std::nullopt};
    contenders.insert(contenders.end(), flags.lanes.begin(), flags.lanes.end());
    std::vector<Cost> costs(contenders.size());
    for (int block = 0; block < flags.blocks; ++block)
        for (std::size_t at = 0; at < contenders.size(); ++at)
            measure_moves(postgres, flags, contenders[at], flags.tables, false, costs[at]);
    std::vector<std::vector<std::string>> rows{
        {"", "server's CPU a move, × SQLite", "server, µs", "database, µs", "moves/s, × SQLite", "moves/s",
         "moves a transaction", "WAL, bytes a move", "stored, bytes a move"}};
    for (std::size_t at = 0; at < contenders.size(); ++at)
        rows.push_back({contenders[at] ? "PostgreSQL, " + lanes_of(*contenders[at]) : "SQLite",
                        spread(over(costs[at].server, costs[0].server)), spread(costs[at].server),
                        contenders[at] ? spread(costs[at].postgres) : "–",
                        spread(over(costs[at].per_second, costs[0].per_second)), spread(costs[at].per_second),
                        contenders[at] ? spread(costs[at].batch) : "–",
                        contenders[at] ? spread(costs[at].wal) : "–",
                        contenders[at] ? spread(costs[at].stored) : "–"});
    print(fmt::format("{} tables of La Ambiciosa, as fast as they can", flags.tables), rows);
}

/// Tables at which people play, with the default number of lanes.
void measure_at_rate(tests::PostgresServer& postgres, const Flags& flags) {
    const int lanes = storage::JournalSetup().lanes;
    std::vector<std::vector<std::string>> rows{{"tables", "moves/s", "moves a transaction",
                                                "server, µs a move", "database, µs a move",
                                                "WAL, bytes a move", "stored, bytes a move", "p50, ms",
                                                "p99, ms", "database's memory, MiB", "connections"}};
    for (const int tables : flags.at_rate) {
        Cost cost;
        for (int block = 0; block < flags.blocks; ++block)
            measure_moves(postgres, flags, lanes, tables, true, cost);
        rows.push_back({std::to_string(tables), spread(cost.per_second), spread(cost.batch),
                        spread(cost.server), spread(cost.postgres), spread(cost.wal), spread(cost.stored),
                        spread(cost.p50), spread(cost.p99), spread(cost.memory),
                        std::to_string(cost.connections)});
    }
    print(fmt::format("One move in {} s at each table, {}", flags.turn, lanes_of(lanes)), rows);
}

int run(int argc, char** argv) {
    Flags flags;
    flags.server = std::filesystem::canonical("/proc/self/exe").parent_path().parent_path() / "cubilete";
    CLI::App app("Compares the server on PostgreSQL with the same server on SQLite, in ratios.");
    app.option_defaults()->always_capture_default();
    app.add_option("--server", flags.server, "The program to measure");
    app.add_option("--blocks", flags.blocks, "Each runs everything once")->check(CLI::PositiveNumber);
    app.add_option("--seconds", flags.seconds, "A measurement")->check(CLI::PositiveNumber);
    app.add_option("--rows", flags.rows, "A batch; 0: not")->check(CLI::NonNegativeNumber);
    app.add_option("--tables", flags.tables, "Of two players; 0: not")->check(CLI::NonNegativeNumber);
    app.add_option("--lanes", flags.lanes, "Of the journal, a list")->check(CLI::PositiveNumber);
    app.add_option("--paced", flags.at_rate, "Tables at which people play, a list; none: not")
        ->delimiter(',')
        ->check(CLI::PositiveNumber);
    app.add_option("--turn", flags.turn, "Seconds between two moves of such a table")
        ->check(CLI::PositiveNumber);
    CLI11_PARSE(app, argc, argv);
    raise_descriptors();
    // The tests' database saves memory; this one has what an operator would give it. Its data are where TMPDIR is.
    tests::PostgresServer postgres({"shared_buffers=256MB", "max_wal_size=4GB", "autovacuum=on"});
    if (flags.rows > 0) measure_rows(postgres, flags);
    if (flags.tables > 0) measure_moves(postgres, flags);
    if (!flags.at_rate.empty()) measure_at_rate(postgres, flags);
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
