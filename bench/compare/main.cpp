// Measures this server beside the smallest server of a dice table that its libraries allow (the floor), and
// beside servers that other people would write (the peers). Prints ratios to the floor of the same run that promises
// the same: that a move is on the disk before a player sees it, or nothing.
// bench/README.md explains the results.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include <CLI/CLI.hpp>
#include <linux/magic.h>
#include <sys/statfs.h>

#include "bench/compare/contenders.hpp"
#include "bench/compare/table.hpp"
#include "bench/load/cubilete.hpp"
#include "bench/load/load.hpp"

namespace cubilete::bench {

namespace {

namespace files = std::filesystem;

struct Flags {
    std::string server;
    std::string directory = files::temp_directory_path();
    std::string memory_directory = "/dev/shm";
    bool peers = false;
    bool dice = false;
    int blocks = 5;
    int seconds = 4;
    std::vector<int> tables{1, 100};
    int tables_at_rate = 500;
    double rate = 5'000;
    int idle_tables = 2'500;
    int threads = 2;
};

/// Where the server and the generator run, and how the generator waits.
struct Places {
    std::vector<int> server;
    std::vector<int> generator;
    Load::Waits waits = Load::Waits::polling;
};

/// Calls `measure` with a new server of each contender in each block: those which are compared run close in time.
template <class Result>
std::vector<std::vector<Result>> in_turn(const std::vector<Contender>& contenders, int blocks,
                                         const Places& places,
                                         const std::function<Result(Load&, const Server&)>& measure) {
    run_on(places.generator);
    std::vector<std::vector<Result>> results(contenders.size());
    for (int block = 0; block < blocks; ++block)
        for (std::size_t at = 0; at < contenders.size(); ++at) {
            const Contender& contender = contenders[at];
            const std::string port_file = fresh(contender.directory) + "/port";
            const Server server(contender.command(port_file), port_file, places.server);
            Load load(server, contender.tables, places.waits);
            results[at].push_back(measure(load, server));
        }
    return results;
}

using Results = std::vector<std::vector<Measured>>;  ///< by contender, by block

Results flat_out(const Flags& flags, const std::vector<Contender>& contenders, const Places& places,
                 int tables) {
    const auto time = std::chrono::seconds(flags.seconds);
    return in_turn<Measured>(contenders, flags.blocks, places, [&](Load& load, const Server&) {
        load.open(static_cast<std::size_t>(tables));
        return load.flat_out(time, time);
    });
}

template <class Of>
Blocks figures(const std::vector<Measured>& measured, Of of) {
    Blocks blocks;
    for (const Measured& one : measured) blocks.push_back(std::invoke(of, one));
    return blocks;
}

/// The ratios of a contender's figures to those of the contender `place` behind the floor that promises the same.
Blocks over_equal(const std::vector<Contender>& contenders, const Results& results, std::size_t at,
                  std::size_t place, double (Measured::*of)() const) {
    const auto floor = std::ranges::find(contenders, contenders[at].durable, &Contender::durable);
    const auto base = static_cast<std::size_t>(floor - contenders.begin()) + place;
    return over(figures(results[at], of), figures(results[base], of));
}

void measure_closed_loop(const Flags& flags, const std::vector<Contender>& contenders, const Places& places,
                         int tables) {
    const Results results = flat_out(flags, contenders, places, tables);
    const std::vector<std::string> bases =
        flags.peers ? std::vector<std::string>{"floor", "node ws", "node ws, La Ambiciosa", "Colyseus",
                                               "Colyseus, La Ambiciosa"}
                    : std::vector<std::string>{"floor"};
    std::vector<std::vector<std::string>> rows{{""}};
    for (const std::string& base : bases) rows.front().push_back("CPU a move, × " + base);
    for (const char* head :
         {"moves/s, × floor", "CPU a move, µs", "moves/s", "bytes to both players a move", "generator busy"})
        rows.front().emplace_back(head);
    for (std::size_t at = 0; at < contenders.size(); ++at) {
        const auto shown = [&](auto of) { return spread(figures(results[at], of)); };
        std::vector<std::string>& row = rows.emplace_back(1, contenders[at].name);
        for (std::size_t place = 0; place < bases.size(); ++place)
            row.push_back(spread(over_equal(contenders, results, at, place, &Measured::server_us)));
        row.push_back(spread(over_equal(contenders, results, at, 0, &Measured::per_second)));
        row.insert(row.end(), {shown(&Measured::server_us), shown(&Measured::per_second),
                               shown(&Measured::bytes_per_move), shown(&Measured::generator_busy)});
    }
    print("Closed loop, tables: " + std::to_string(tables), rows);
}

void measure_at_rate(const Flags& flags, const std::vector<Contender>& contenders, const Places& places) {
    const auto time = std::chrono::seconds(flags.seconds);
    const Results results =
        in_turn<Measured>(contenders, flags.blocks, places, [&](Load& load, const Server&) {
            load.open(static_cast<std::size_t>(flags.tables_at_rate));
            return load.at_rate(flags.rate, time, time);
        });
    std::vector<std::vector<std::string>> rows{
        {"", "CPU a move, × floor", "p99, × floor", "p50 ms", "p99 ms", "moves/s"}};
    const Blocks floor_cpu = figures(results.front(), &Measured::server_us);
    const Blocks floor_p99 = figures(results.front(), &Measured::p99_ms);
    for (std::size_t at = 0; at < contenders.size(); ++at) {
        const Blocks p99 = figures(results[at], &Measured::p99_ms);
        rows.push_back({contenders[at].name,
                        spread(over(figures(results[at], &Measured::server_us), floor_cpu)),
                        spread(over(p99, floor_p99)), spread(figures(results[at], &Measured::p50_ms)),
                        spread(p99), spread(figures(results[at], &Measured::per_second))});
    }
    print("Paced, tables: " + std::to_string(flags.tables_at_rate) +
              ", moves/s: " + std::to_string(static_cast<int>(flags.rate)),
          rows);
}

void measure_idle(const Flags& flags, const std::vector<Contender>& contenders, const Places& places) {
    const auto results =
        in_turn<double>(contenders, flags.blocks, places, [&](Load& load, const Server& server) {
            // A server still works for itself when it has opened its port.
            std::this_thread::sleep_for(std::chrono::seconds(1));
            const std::int64_t empty = server.process.memory();
            load.open(static_cast<std::size_t>(flags.idle_tables));
            load.idle(std::chrono::seconds(1));
            return static_cast<double>(server.process.memory() - empty) / 1024 / (2 * flags.idle_tables);
        });
    std::vector<std::vector<std::string>> rows{{"", "× floor", "KiB"}};
    for (std::size_t at = 0; at < contenders.size(); ++at)
        rows.push_back(
            {contenders[at].name, spread(over(results[at], results.front())), spread(results[at])});
    print("Memory of a seated connection that is idle, connections: " + std::to_string(2 * flags.idle_tables),
          rows);
}

/// Measures more serving threads against one. On fewer than three processors server and generator share all of
/// them: that says what a move costs, but not how many moves there could be.
void measure_threads(const Flags& flags, const std::vector<int>& processors) {
    const bool enough = processors.size() > static_cast<std::size_t>(flags.threads);
    Places places{processors, processors, Load::Waits::sleeping};
    if (enough) places = {{processors.begin(), processors.begin() + flags.threads}, {processors.back()}};
    const std::string directory = flags.directory + "/server";
    std::vector<Contender> contenders;
    for (const int threads : {1, flags.threads}) {
        contenders.push_back(cubilete(flags.server, directory, true, threads));
        contenders.back().name += ", serving threads: " + std::to_string(threads);
    }
    const Results results = flat_out(flags, contenders, places, 100);
    std::vector<std::vector<std::string>> rows{{"", "CPU a move, × one thread", "moves/s, × one thread"}};
    for (std::size_t at = 0; at < contenders.size(); ++at) {
        const auto ratio = [&](double (Measured::*of)() const) {
            return spread(over(figures(results[at], of), figures(results.front(), of)));
        };
        rows.push_back({contenders[at].name, ratio(&Measured::server_us),
                        enough
                            ? ratio(&Measured::per_second)
                            : "not measured: needs a processor for each thread and one for the generator"});
    }
    print("Serving threads, closed loop, tables: 100", rows);
}

/// Measures what a throw costs to which both players contribute, beside a move of players who do not, at each server.
/// A match with dice has other moves, too, which cost about as much as without.
void measure_dice(const Flags& flags, const files::path& built, const Places& places, int tables) {
    const std::string durable = flags.directory + "/server", memory = flags.memory_directory + "/server";
    std::vector<Contender> contenders;
    for (const bool dice : {false, true}) {
        contenders.push_back(smallest(built, durable, false, dice));
        contenders.push_back(cubilete(flags.server, durable, true, 1, dice));
        contenders.push_back(cubilete(flags.server, memory, false, 1, dice));
    }
    const Results results = flat_out(flags, contenders, places, tables);
    std::vector<std::vector<std::string>> rows{
        {"", "witnessed throw, × ordinary move", "witnessed throw, µs", "ordinary move, µs", "throws, %"}};
    for (std::size_t at = 0; at < contenders.size() / 2; ++at) {
        const Blocks ordinary = figures(results[at], &Measured::server_us);
        Blocks witnessed, throws;
        for (std::size_t block = 0; block < ordinary.size(); ++block) {
            const Measured& with = results[at + contenders.size() / 2][block];
            const double share = static_cast<double>(with.witnessed) / static_cast<double>(with.moves);
            throws.push_back(100 * share);
            witnessed.push_back((with.server_us() - (1 - share) * ordinary[block]) / share);
        }
        rows.push_back({contenders[at].name, spread(over(witnessed, ordinary)), spread(witnessed),
                        spread(ordinary), spread(throws)});
    }
    print("Provable dice, closed loop, tables: " + std::to_string(tables), rows);
}

bool in_memory(const files::path& directory) {
    struct statfs about {};
    return statfs(directory.c_str(), &about) == 0 && about.f_type == TMPFS_MAGIC;
}

/// The floor, the peers if they are wanted, and the server. Those that are not durable keep their data on a tmpfs.
std::vector<Contender> contenders_of(const Flags& flags, const files::path& built, bool durable) {
    const std::string directory = (durable ? flags.directory : flags.memory_directory) + "/server";
    std::vector<Contender> contenders{smallest(built, directory, durable)};
    if (flags.peers) std::ranges::move(peers(built, directory, durable), std::back_inserter(contenders));
    contenders.push_back(cubilete(flags.server, directory, durable));
    contenders.push_back(analysing(flags.server, directory, durable));
    return contenders;
}

/// The other work on the machine disturbs a run; its reader must know of it.
void print_machine(const std::vector<int>& processors, const char* when) {
    double load = 0;
    std::ifstream("/proc/loadavg") >> load;
    std::cout << "processors: " << processors.size() << ", load average " << when << ": " << load << '\n';
}

void compare(const Flags& flags, const files::path& built) {
    const std::vector<int> processors = allowed_processors();
    if (processors.size() < 2)
        throw std::runtime_error("two processors are needed: one for the server, one for the generator");
    const Places places{{processors[0]}, {processors[1]}};
    print_machine(processors, "before");
    if (in_memory(flags.directory)) std::cout << flags.directory << " is not on a disk: nothing is durable\n";
    std::cout << "median (least–most) of blocks: " << flags.blocks << ", seconds each: " << flags.seconds
              << '\n';
    if (flags.dice) {
        for (const int tables : flags.tables) measure_dice(flags, built, places, tables);
        return print_machine(processors, "after");
    }
    const std::vector<Contender> durable = contenders_of(flags, built, true);
    std::vector<Contender> all = durable;
    if (in_memory(flags.memory_directory))
        std::ranges::move(contenders_of(flags, built, false), std::back_inserter(all));
    else
        std::cout << flags.memory_directory << " is not in memory: only what is durable is measured\n";
    for (const int tables : flags.tables)
        if (tables > 0) measure_closed_loop(flags, all, places, tables);
    if (flags.tables_at_rate > 0) measure_at_rate(flags, durable, places);
    if (flags.idle_tables > 0) measure_idle(flags, durable, places);
    if (flags.threads > 1) measure_threads(flags, processors);
    std::cout << '\n';
    print_machine(processors, "after");
}

}  // namespace

}  // namespace cubilete::bench

int main(int count, char** words) {
    using namespace cubilete::bench;
    const auto built = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    Flags flags;
    flags.server = built.parent_path() / "cubilete";
    CLI::App app("Compares the server with the smallest possible one and with others, in ratios.");
    app.option_defaults()->always_capture_default();
    app.add_option("--server", flags.server, "The program to measure");
    app.add_option("--dir", flags.directory, "On a disk: for the data of durable servers");
    app.add_option("--memory-dir", flags.memory_directory, "On a tmpfs: for data that nobody syncs");
    app.add_flag("--peers", flags.peers, "Also node by hand and Colyseus; installs them from npm once");
    app.add_flag("--dice", flags.dice, "Only: what a throw costs to which both players contribute");
    app.add_option("--blocks", flags.blocks, "Each runs all servers once")->check(CLI::PositiveNumber);
    app.add_option("--seconds", flags.seconds, "A measurement; the warm-up before it is as long")
        ->check(CLI::PositiveNumber);
    app.add_option("--tables", flags.tables, "In a closed loop, a list; 0: not");
    app.add_option("--paced-tables", flags.tables_at_rate, "At a pace; 0: not");
    app.add_option("--pace", flags.rate, "Moves a second of all of them");
    app.add_option("--idle-tables", flags.idle_tables, "Whose memory is measured; 0: not");
    app.add_option("--threads", flags.threads, "Compared with one serving thread; 1: not");
    CLI11_PARSE(app, count, words);
    // Nothing else in the named directories is touched.
    for (std::string* directory : {&flags.directory, &flags.memory_directory})
        *directory += "/cubilete-compare";
    const auto directories = {flags.directory, flags.memory_directory};
    int status = 0;
    try {
        raise_descriptors();
        for (const std::string& directory : directories) fresh(directory);
        compare(flags, built);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        status = 1;
    }
    for (const std::string& directory : directories) std::filesystem::remove_all(directory);
    return status;
}
