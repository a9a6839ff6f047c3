#include <algorithm>
#include <chrono>
#include <cmath>
#include <ostream>
#include <random>

#include <CLI/CLI.hpp>

#include "protocol/match.hpp"
#include "protocol/seeded_chance.hpp"
#include "protocol/simulation.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/options_flag.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace {

using protocol::Distribution;
using protocol::Json;
using protocol::object;
using protocol::SeededChance;
using protocol::SimulationStatistics;

constexpr std::int64_t most_games = 1'000'000'000;

struct Flags {
    std::string game;
    int seats = 2;
    std::int64_t games = 1'000;
    std::uint64_t seed = 0;
    std::string options = "{}";
    std::vector<std::string> bots;
    bool json = false;
    bool figures = false;
    bool hash = false;
};

std::vector<Level> levels_of(const Flags& flags) {
    std::vector<Level> levels;
    for (const std::string& name : flags.bots)
        levels.push_back(static_cast<Level>(std::ranges::find(level_names, name) - level_names.begin()));
    return levels;
}

/// The number of seats depends on the game, which the checks of CLI11 do not know.
int seats_of(const GameInfo& game, const Flags& flags) {
    const bool bots = !flags.bots.empty();
    const int seats = bots ? static_cast<int>(flags.bots.size()) : flags.seats;
    if (seats >= game.min_seats && seats <= game.max_seats) return seats;
    if (bots)
        throw CLI::ValidationError(
            "--house",
            fmt::format("{} needs {} to {} levels, separated by commas (easy, medium or hard), not {}",
                        game.title, game.min_seats, game.max_seats, seats));
    throw CLI::ValidationError("--seats",
                               fmt::format("{} is for {} to {}", game.title, game.min_seats, game.max_seats));
}

/// One run with the data of its report.
struct Report {
    const GameInfo& game;
    const Flags& flags;
    OptionValues options;
    SimulationStatistics simulation;
    double seconds;

    double per_second(std::int64_t count) const { return static_cast<double>(count) / seconds; }
    double share_of_wins(const SimulationStatistics::Player& player) const {
        return player.share / static_cast<double>(simulation.games);
    }
    protocol::Interval confidence(const SimulationStatistics::Player& player) const {
        return protocol::confidence(player.share, static_cast<double>(simulation.games));
    }
    std::string level_of(std::size_t seat) const { return flags.bots.empty() ? "random" : flags.bots[seat]; }
};

Json to_json(const Distribution& values) {
    return object({{"mean", values.mean()},
                   {"sd", values.standard_deviation()},
                   {"min", values.least()},
                   {"p05", values.quantile(.05)},
                   {"median", values.quantile(.5)},
                   {"p95", values.quantile(.95)},
                   {"max", values.most()}});
}

Json to_json(const Report& report) {
    Json seats = Json::array();
    for (std::size_t seat = 0; seat < report.simulation.players.size(); ++seat) {
        const SimulationStatistics::Player& player = report.simulation.players[seat];
        const auto [low, high] = report.confidence(player);
        seats.push_back(object({{"player", report.level_of(seat)},
                                {"wins", player.wins},
                                {"share", report.share_of_wins(player)},
                                {"share_low", low},
                                {"share_high", high},
                                {"score", to_json(player.scores)}}));
    }
    return object({{"game", report.game.id},
                   {"options", protocol::to_json(report.options)},
                   {"seed", report.flags.seed},
                   {"games", report.simulation.games},
                   {"moves", report.simulation.moves},
                   {"games_per_s", report.per_second(report.simulation.games)},
                   {"moves_per_s", report.per_second(report.simulation.moves)},
                   {"turns", to_json(report.simulation.turns)},
                   {"seats", std::move(seats)}});
}

std::string cells(const Distribution& values) {
    return fmt::format("{:>10.2f} {:>9.2f} {:>8} {:>8} {:>8} {:>8} {:>8}", values.mean(),
                       values.standard_deviation(), values.least(), values.quantile(.05), values.quantile(.5),
                       values.quantile(.95), values.most());
}

void print(const Report& report, std::ostream& out) {
    const SimulationStatistics& simulation = report.simulation;
    out << fmt::format("{}: {} games of {} {}, seed {}\noptions {}\n\n", report.game.title, simulation.games,
                       simulation.players.size(),
                       report.flags.bots.empty() ? "random players" : "built-in bots", report.flags.seed,
                       protocol::to_json(report.options).dump());
    out << fmt::format("{:>12.0f} games/s\n{:>12.0f} moves/s\n{:>12.1f} moves a game\n\n",
                       report.per_second(simulation.games), report.per_second(simulation.moves),
                       static_cast<double>(simulation.moves) / static_cast<double>(simulation.games));
    out << fmt::format("{:<14} {:>7} {:>16} {:>10} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "", "wins",
                       "with 95 %", "mean", "sd", "min", "5 %", "median", "95 %", "max");
    out << fmt::format("{:<14} {:>7} {:>16} {}\n", "turns", "", "", cells(simulation.turns));
    for (std::size_t seat = 0; seat < simulation.players.size(); ++seat) {
        const SimulationStatistics::Player& player = simulation.players[seat];
        const auto [low, high] = report.confidence(player);
        out << fmt::format("{:<14} {:>5.1f} % {:>16} {}\n",
                           fmt::format("seat {} {}", seat, report.level_of(seat)),
                           100 * report.share_of_wins(player),
                           fmt::format("{:.1f} to {:.1f} %", 100 * low, 100 * high), cells(player.scores));
    }
}

// ---- the figures of docs/rules.md

/// One number, compared with the rule book's.
struct Line {
    std::string game;
    std::string what;
    double book;
    double found;
    bool is_within_margin;
};

std::vector<Line> computed_figures() {
    std::vector<Line> lines;
    for (const auto& [game, figures] : protocol::check_all_published_values())
        for (const PublishedValueCheck& figure : figures)
            lines.push_back({game.id, figure.what, figure.book, figure.found, figure.is_within_margin()});
    return lines;
}

OptionValues defaults_of(const GameInfo& game) {
    return std::get<OptionValues>(OptionValues::complete(game.options, {}));
}

/// Plays the long runs: the mean must be within three standard errors, a share of wins at least the given
/// number.
std::vector<Line> simulated_figures(std::int64_t games, Chance& chance) {
    std::vector<Line> lines;
    using enum Level;
    {
        const GameInfo& yahtzee = *protocol::find_game("yahtzee");
        const auto simulation = protocol::simulate(yahtzee, defaults_of(yahtzee), {hard}, games, chance);
        const Distribution& scores = simulation.players[0].scores;
        constexpr double book = 254.587728734;
        const double error = scores.standard_deviation() / std::sqrt(static_cast<double>(games));
        lines.push_back({yahtzee.id, fmt::format("mean of {} games, within {:.2f}", games, 3 * error), book,
                         scores.mean(), std::abs(scores.mean() - book) <= 3 * error});
    }
    const GameInfo& tres = *protocol::find_game("tres");
    const std::int64_t matches = std::max<std::int64_t>(games / 10, 1);
    const auto at_least = [&](double wanted, const std::vector<Level>& seats) {
        const auto simulation = protocol::simulate(tres, defaults_of(tres), seats, matches, chance);
        const double share = simulation.players[0].share / static_cast<double>(matches);
        lines.push_back({tres.id,
                         fmt::format("hard against {} medium, {} games, at least", seats.size() - 1, matches),
                         wanted, share, share >= wanted});
    };
    at_least(.65, {hard, medium});
    at_least(.40, {hard, medium, medium, medium});
    return lines;
}

/// Returns whether all figures hold.
bool print_figures(const Flags& flags, bool play, std::ostream& out) {
    auto lines = computed_figures();
    if (play) {
        SeededChance chance(flags.seed);
        const auto more = simulated_figures(flags.games, chance);
        lines.insert(lines.end(), more.begin(), more.end());
    }
    const bool hold = std::ranges::all_of(lines, &Line::is_within_margin);
    if (flags.json) {
        Json all = Json::array();
        for (const Line& line : lines)
            all.push_back(object({{"game", line.game},
                                  {"what", line.what},
                                  {"book", line.book},
                                  {"found", line.found},
                                  {"holds", line.is_within_margin}}));
        out << object({{"seed", flags.seed}, {"figures", std::move(all)}}).dump() << '\n';
        return hold;
    }
    if (play) out << fmt::format("seed {}\n", flags.seed);
    out << fmt::format("{:<65} {:>12} {:>12}\n", "", "book", "found");
    for (const Line& line : lines)
        out << fmt::format("{:<12} {:<52} {:>12.6f} {:>12.6f}  {}\n", line.game, line.what, line.book,
                           line.found, line.is_within_margin ? "ok" : "OFF");
    return hold;
}

/// Plays each match from its own seed, and hashes their logs together.
void print_hash(const GameInfo& game, const Flags& flags, const OptionValues& options, std::ostream& out) {
    const protocol::Settings settings{game.id, options, flags.seats, {}};
    protocol::LogHash all;
    for (std::uint64_t number = 0; number < static_cast<std::uint64_t>(flags.games); ++number)
        all.add(
            protocol::JsonText::of(protocol::play_deterministic_match(settings, flags.seed + number).text()));
    if (flags.json)
        out << object({{"seed", flags.seed}, {"games", flags.games}, {"hash", all.text()}}).dump() << '\n';
    else
        out << fmt::format("{} logs from seed {}: {}\n", flags.games, flags.seed, all.text());
}

}  // namespace

int run_simulate(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    Flags flags;
    flags.seed = std::random_device{}();
    CLI::App app(
        "Plays games with random moves (every legal move is equally likely) or between built-in bots, and "
        "prints statistics.",
        "cubilete simulate");
    std::vector<std::string> ids;
    for (const GameInfo* game : protocol::catalogue()) ids.push_back(game->id);
    auto* game_flag = app.add_option("--game", flags.game, "Id of the game")->check(CLI::IsMember(ids));
    auto* seats = app.add_option("--seats", flags.seats, "Number of players")->capture_default_str();
    auto* bots = app.add_option("--house", flags.bots,
                                "Built-in bots instead, one level for each seat: easy,medium,hard")
                     ->delimiter(',')
                     ->check(CLI::IsMember(std::vector<std::string>(level_names.begin(), level_names.end())))
                     ->excludes(seats);
    auto* games = app.add_option("--games", flags.games, "Number of games")
                      ->capture_default_str()
                      ->check(CLI::Range(std::int64_t{1}, most_games));
    app.add_option("--seed", flags.seed,
                   "Seed of the random numbers; the same seed gives the same games [a new one]");
    auto* options_flag = app.add_option("--options", flags.options, "Options of the game as a JSON object")
                             ->capture_default_str();
    app.add_flag("--figures", flags.figures,
                 "Compare the bots with the figures in docs/rules.md instead; with --games also play that "
                 "many games "
                 "of Yahtzee and a tenth of TRES")
        ->excludes(game_flag, seats, bots, options_flag);
    app.add_flag("--hash", flags.hash,
                 "Print a hash of the logs of matches that only their seeds determine: --seed and those that "
                 "follow it")
        ->excludes(bots);
    app.add_flag("--json", flags.json, "Print one JSON object");
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        if (flags.figures) return print_figures(flags, !games->empty(), out) ? 0 : 1;
        if (flags.game.empty()) throw CLI::RequiredError("--game");
        const GameInfo& game = *protocol::find_game(flags.game);
        flags.seats = seats_of(game, flags);
        OptionValues options = read_options_flag(game, flags.options);
        if (flags.hash) return print_hash(game, flags, options, out), 0;
        SeededChance chance(flags.seed);
        const auto began = std::chrono::steady_clock::now();
        SimulationStatistics simulation =
            flags.bots.empty() ? protocol::simulate(game, options, flags.seats, flags.games, chance)
                               : protocol::simulate(game, options, levels_of(flags), flags.games, chance);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
        const Report report{game, flags, std::move(options), std::move(simulation), took.count()};
        if (flags.json)
            out << to_json(report).dump() << '\n';
        else
            print(report, out);
        return 0;
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, err) == 0 ? 0 : 2;
    }
}

}  // namespace cubilete::server
