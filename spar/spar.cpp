#include "spar/spar.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>
#include <ostream>
#include <random>

#include <CLI/CLI.hpp>
#include <boost/asio/signal_set.hpp>

#include "protocol/match.hpp"
#include "server/commands/options_flag.hpp"
#include "server/commands/settings.hpp"
#include "server/core/spdlog.hpp"
#include "spar/test_run.hpp"

namespace cubilete::server::spar {

namespace {

using protocol::Json;
using protocol::object;

constexpr int broken = 1;
constexpr int wrong_usage = 2;
constexpr int cannot_start = 3;
constexpr int cannot_write = 4;
constexpr int seats_wanted = 3;

struct Flags {
    TestRun::Settings run;
    std::string game;
    std::string options = "{}";
    std::vector<std::string> only;
    std::string record;
    std::string end;
};

/// The names of the faults at the end, or of those before.
std::vector<std::string> fault_names(bool at_the_end) {
    std::vector<std::string> all;
    for (const Fault& fault : all_faults)
        if ((fault.when == FaultTrigger::end) == at_the_end) all.emplace_back(fault.name);
    return all;
}

Json table_of(const Flags& flags) {
    const GameInfo& game = *protocol::find_game(flags.game);
    return object({{"game", flags.game},
                   {"options", protocol::to_json(read_options_flag(game, flags.options))},
                   {"seats", std::clamp(seats_wanted, game.min_seats, game.max_seats)},
                   {"public", true},
                   {"clock", object({{"turn_ms", 0}})},
                   {"witness", true}});
}

/// Opens the file before the bot plays, so that an error is reported at the start. Throws
/// CLI::ValidationError.
std::ofstream open_record(const std::string& path) {
    std::ofstream file(path);
    if (!file) throw CLI::ValidationError("--record", fmt::format("{}: {}", path, std::strerror(errno)));
    return file;
}

std::string must_be_address(const std::string& text) {
    boost::system::error_code wrong;
    net::ip::make_address(text, wrong);
    return wrong ? text + " is no address like 127.0.0.1 or ::1" : "";
}

int report(const Flags& flags, const TestRun& run, const std::string& error, std::ostream& out) {
    const BotConductChecker& checker = run.checker();
    const Record& record = checker.record();
    out << fmt::format("\n{}, seed {}: {} {}, {} moves of the bot, {} connections\n\n", flags.game,
                       flags.run.seed, run.matches(), run.matches() == 1 ? "match" : "matches",
                       checker.moves(), checker.connections());
    record.report(out);
    out << '\n';
    run.faults().report(out);
    const bool ended = run.finished() && error.empty();
    if (!ended && !record.has_breaches()) {
        out << "The last that was seen:\n";
        record.report_last(out);
    }
    if (!ended)
        out << (run.finished() ? "It did not come to its end" : "No match came to its end")
            << (error.empty() ? "" : ": " + error) << ".\n";
    const bool well = !record.has_breaches() && ended;
    out << (well ? "The bot broke no rule.\n" : "The bot does not pass.\n") << std::flush;
    return well ? 0 : broken;
}

/// Returns the host name under which a bot reaches that address.
std::string name_of(const std::string& host) {
    const net::ip::address address = net::ip::make_address(host);
    if (address.is_loopback() || address.is_unspecified()) return "localhost";
    return address.is_v6() ? '[' + host + ']' : host;
}

int run_test(const Flags& flags, std::ofstream& record, std::ostream& out, std::ostream& err) {
    net::io_context io(1);
    std::optional<std::string> error;
    std::optional<TestRun> run;
    const auto on_open = [&](std::uint16_t port, const std::string& code) {
        out << fmt::format("Let your bot come: server http://{}:{}, room {} ({}, seed {})\n",
                           name_of(flags.run.host), port, code, flags.game, flags.run.seed)
            << std::flush;
    };
    const auto on_done = [&](const std::string& why) {
        error = why;
        io.stop();
    };
    try {
        run.emplace(io.get_executor(), flags.run, TestRun::Events{on_open, on_done});
    } catch (const std::exception& wrong) {
        err << "cannot open: " << wrong.what() << '\n';
        return cannot_start;
    }
    net::signal_set signals(io, SIGINT, SIGTERM);
    signals.async_wait([&](boost::system::error_code failed, int) {
        if (!failed) on_done("it was stopped");
    });
    run->start();
    io.run();
    run->stop();
    if (run->checker().connections() == 0 && !error->empty()) {
        err << "No bot came: " << *error << ".\n";
        return cannot_start;
    }
    const int verdict = report(flags, *run, *error, out);
    if (flags.record.empty()) return verdict;
    run->checker().record().write(record);
    record.close();
    if (record) return verdict;
    err << "cannot write " << flags.record << ": " << std::strerror(errno) << '\n';
    return cannot_write;
}

}  // namespace

int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    Flags flags;
    flags.run.seed = std::random_device{}();
    CLI::App app(
        "Tests a bot: plays with it, injects every fault that the protocol allows, and reports the rules "
        "that it broke, with the frames. The bot connects as to any server and joins the printed room. Exit "
        "code 0: it broke no rule.",
        "cubilete spar");
    std::vector<std::string> ids;
    for (const GameInfo* game : protocol::catalogue()) ids.push_back(game->id);
    app.add_option("--game", flags.game, "Game to play")->required()->check(CLI::IsMember(ids));
    app.add_option("--port", flags.run.port, "Port for the bot; 0 for any free one")
        ->capture_default_str()
        ->check(CLI::Range(0, 65'535));
    app.add_option("--host", flags.run.host, "Address to listen on")
        ->capture_default_str()
        ->check(must_be_address);
    app.add_option("--seed", flags.run.seed, "The same seed injects the same faults [a new one]");
    app.add_option("--options", flags.options, "Options of the game as a JSON object")->capture_default_str();
    Settings times(app, Settings::Sources::flag);
    times.group("Options");
    times.time("--patience", flags.run.patience, "For a move of the bot, or to reconnect");
    app.add_option("--end", flags.end, "End of the session [the seed decides]")
        ->check(CLI::IsMember(fault_names(true)));
    app.add_option("--only", flags.only, "No other faults before the end than this one; may be repeated")
        ->check(CLI::IsMember(fault_names(false)).description(""))
        ->type_name("FAULT");
    app.add_option("--notes", flags.run.notes,
                   "The bot's file of notes of provable dice: it must name what a dishonest server does");
    app.add_option("--record", flags.record, "File for all frames");
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        flags.run.table = table_of(flags);
        flags.run.end = find_fault(flags.end);
        for (const std::string& name : flags.only) flags.run.only.push_back(find_fault(name));
        std::ofstream record;
        if (!flags.record.empty()) record = open_record(flags.record);
        return run_test(flags, record, out, err);
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, err) == 0 ? 0 : wrong_usage;
    }
}

}  // namespace cubilete::server::spar
