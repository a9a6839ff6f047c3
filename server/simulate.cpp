#include "server/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <random>
#include <variant>

#include <CLI/CLI.hpp>
#include <spdlog/fmt/fmt.h>

#include "protocol/codec.hpp"
#include "protocol/match.hpp"
#include "protocol/simulation.hpp"
#include "server/chance.hpp"

namespace cubilete::server {

namespace {

using protocol::Distribution;
using protocol::Json;
using protocol::object;
using protocol::Simulation;

constexpr std::int64_t most_games = 1'000'000'000;

struct Flags {
    std::string game;
    int seats = 2;
    std::int64_t games = 1'000;
    std::uint64_t seed = 0;
    std::string options = "{}";
    bool json = false;
};

/// Either of the two is checked against the game, which only CLI11's own checks cannot know.
OptionValues options_of(const Info& game, const Flags& flags) {
    if (flags.seats < game.min_seats || flags.seats > game.max_seats)
        throw CLI::ValidationError(
            "--seats", fmt::format("{} is for {} to {}", game.title, game.min_seats, game.max_seats));
    auto json = protocol::read_json(flags.options);
    if (const auto* refused = std::get_if<protocol::Refused>(&json))
        throw CLI::ValidationError("--options", refused->text);
    auto values = protocol::read_options(game, std::get<Json>(json));
    if (const auto* refused = std::get_if<protocol::Refused>(&values))
        throw CLI::ValidationError("--options", refused->at.empty()
                                                    ? refused->text
                                                    : fmt::format("{}: {}", refused->at, refused->text));
    return std::get<OptionValues>(std::move(values));
}

/// One run, with everything that its report says.
struct Report {
    const Info& game;
    const Flags& flags;
    OptionValues options;
    Simulation simulation;
    double seconds;

    double per_second(std::int64_t count) const { return static_cast<double>(count) / seconds; }
    double share_of_wins(const Simulation::Player& player) const {
        return static_cast<double>(player.wins) / static_cast<double>(simulation.games);
    }
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
    for (const Simulation::Player& player : report.simulation.players)
        seats.push_back(object({{"wins", player.wins},
                                {"share", report.share_of_wins(player)},
                                {"score", to_json(player.scores)}}));
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
    const Simulation& simulation = report.simulation;
    out << fmt::format("{}: {} games of {} players who move at random, seed {}\noptions {}\n\n",
                       report.game.title, simulation.games, simulation.players.size(), report.flags.seed,
                       protocol::to_json(report.options).dump());
    out << fmt::format("{:>12.0f} games/s\n{:>12.0f} moves/s\n{:>12.1f} moves a game\n\n",
                       report.per_second(simulation.games), report.per_second(simulation.moves),
                       static_cast<double>(simulation.moves) / static_cast<double>(simulation.games));
    out << fmt::format("{:<8} {:>7} {:>10} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "", "wins", "mean", "sd",
                       "min", "5 %", "median", "95 %", "max");
    out << fmt::format("{:<8} {:>7} {}\n", "turns", "", cells(simulation.turns));
    for (std::size_t seat = 0; seat < simulation.players.size(); ++seat) {
        const Simulation::Player& player = simulation.players[seat];
        out << fmt::format("{:<8} {:>5.1f} % {}\n", fmt::format("seat {}", seat),
                           100 * report.share_of_wins(player), cells(player.scores));
    }
}

}  // namespace

int run_simulate(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    Flags flags;
    flags.seed = std::random_device{}();
    CLI::App app("Plays games between players who move at random, and says how they went.",
                 "cubilete simulate");
    std::vector<std::string> ids;
    for (const Info* game : protocol::catalogue()) ids.push_back(game->id);
    app.add_option("--game", flags.game, "Which game")->required()->check(CLI::IsMember(ids));
    app.add_option("--seats", flags.seats, "Players")->capture_default_str();
    app.add_option("--games", flags.games, "How many games")
        ->capture_default_str()
        ->check(CLI::Range(std::int64_t{1}, most_games));
    app.add_option("--seed", flags.seed, "The same seed gives the same games [a new one]");
    app.add_option("--options", flags.options, "The table's options as a JSON object")->capture_default_str();
    app.add_flag("--json", flags.json, "Print one JSON object");
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        const Info& game = *protocol::find_game(flags.game);
        OptionValues options = options_of(game, flags);
        SeededChance chance(flags.seed);
        const auto began = std::chrono::steady_clock::now();
        Simulation simulation = protocol::simulate(game, options, flags.seats, flags.games, chance);
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
