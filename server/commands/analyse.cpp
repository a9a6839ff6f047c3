#include <filesystem>
#include <ostream>
#include <vector>

#include <CLI/CLI.hpp>

#include "protocol/analysis.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/data_location.hpp"
#include "server/commands/given_record.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "server/history/record.hpp"
#include "server/match/dice_record.hpp"
#include "server/match/own_notes.hpp"
#include "storage/backend.hpp"

namespace cubilete::server {

namespace {

using protocol::Json;

constexpr int has_no_analysis = 1;
constexpr int cannot_analyse = 2;

struct AnalyseArguments {
    std::string record;
    std::filesystem::path data;  ///< as for storage::make_backend(), if `record` is an id; else empty
    bool json = false;
    int seconds = 120;
};

Json record_of_data(const std::filesystem::path& data, const std::string& id) {
    const auto backend = storage::make_backend(data);
    try {
        const auto record = backend->open_store()->record(id);
        if (!record) throw std::runtime_error("there is no match " + id);
        if (!record->match.ended_ms) throw std::runtime_error("the match is still running");
        return complete_record(*record);
    } catch (const storage::DatabaseError&) {
        backend->inspect();  // knows a better reason if the data are missing or of another version
        throw;
    }
}

Json record_of(const AnalyseArguments& arguments) {
    if (!arguments.data.empty()) return record_of_data(arguments.data, arguments.record);
    Json given = read_record(arguments.record, arguments.seconds);
    return embedded_notes(given) ? given["record"] : given;
}

/// Throws std::runtime_error if the record has no such log.
std::vector<protocol::LogEntry> log_of(const Json& record) {
    const Json& log = dice_record::member(record, "log");
    if (!log.is_array() || log.empty()) throw std::runtime_error("the record has no log");
    try {
        const protocol::Settings settings = protocol::settings_from_start(log[0].at("move"));
        std::vector<protocol::LogEntry> entries;
        for (const Json& entry : log)
            entries.push_back({entry.at("seq").get<std::int64_t>(), protocol::read_author(entry.at("by")),
                               protocol::JsonText::of(entry.at("move")),
                               protocol::read_draws(*protocol::find_game(settings.game), entry.at("draws"))});
        return entries;
    } catch (const Json::exception&) {
        throw std::runtime_error("the log of the record cannot be read");
    }
}

Json analysis_of(const Json& record) {
    const auto log = log_of(record);
    protocol::Match::replay(log);  // names the entry that does not follow the rules
    const protocol::Settings settings = protocol::settings_from_start(log.front().move.tree());
    const Json& id = dice_record::member(record, "id");
    const std::string match = id.is_string() ? id.get<std::string>() : "";
    Json json = protocol::object({{"match", match}});
    const AnalysisKind kind = protocol::analysis_kind(settings);
    json.update(
        kind.extent == AnalysisKind::Extent::none
            ? protocol::make_missing_analysis(settings.game, kind.why_not, kind.sentence)
            : protocol::analysis_of(log, protocol::compute_book(settings), protocol::analysis_seed(match)));
    return json;
}

std::string name_of_seat(const Json& record, std::size_t seat) {
    const Json& seats = dice_record::member(record, "seats");
    if (!seats.is_array() || seat >= seats.size()) return {};
    const Json& name = dice_record::member(seats[seat], "name");
    return name.is_string() ? ' ' + name.get<std::string>() : "";
}

void print_seat(const Json& seat, const std::string& name, std::ostream& out) {
    const auto number = [&](const char* member) { return seat[member].get<double>(); };
    out << "seat " << seat["seat"] << name << '\n';
    if (!seat["luck"].is_null())
        out << fmt::format(
            "  start {:.4f}, luck {:+.4f}, given away {:.4f}, by others {:+.4f}, result {:.4f}\n",
            number("start"), number("luck"), number("given_away"), number("others"), number("result"));
    for (const auto& [maker, title] : {std::pair("own", "own decisions"), std::pair("house", "by a bot"),
                                       std::pair("clock", "by the clock")}) {
        const Json& made = seat["decisions"][maker];
        if (made["count"] > 0)
            out << fmt::format("  {}: {}, cost {:.4f}\n", title, made["count"].get<int>(),
                               made["cost"].get<double>());
    }
    for (const Json& dear : seat["dearest"]) {
        out << fmt::format("  entry {}: {:.4f} for {}, best was {}", dear["entry"].get<std::int64_t>(),
                           dear["cost"].get<double>(), dear["chosen"].dump(), dear["best"].dump());
        if (dear.contains("interval"))
            out << fmt::format(" ({:.4f} to {:.4f})", dear["interval"][0].get<double>(),
                               dear["interval"][1].get<double>());
        out << '\n';
    }
    for (const char* which : {"luckiest", "unluckiest"})
        if (const Json& swing = seat[which]; !swing.is_null())
            out << fmt::format("  {}: entry {}, {:+.4f}\n", which, swing["entry"].get<std::int64_t>(),
                               swing["change"].get<double>());
}

int print(const Json& record, const Json& analysis, std::ostream& out) {
    if (analysis.contains("why_not")) {
        out << analysis["text"].get<std::string>() << '\n';
        return has_no_analysis;
    }
    out << analysis["game"].get<std::string>() << ", "
        << protocol::unit_text(analysis["unit"].get<std::string>())
        << (analysis["exact"] == true ? "" : " (estimated)") << ", up to entry " << analysis["until"] << '\n';
    for (std::size_t seat = 0; seat < analysis["seats"].size(); ++seat)
        print_seat(analysis["seats"][seat], to_printable(name_of_seat(record, seat)), out);
    return 0;
}

}  // namespace

int run_analyse(const Arguments& arguments, std::ostream& out, std::ostream& err) {
    AnalyseArguments given;
    CLI::App app(
        "Says what luck gave to the players of a finished match, and what their decisions gave away.",
        "cubilete analyse");
    app.add_option("RECORD", given.record,
                   "A file with a match's record, or the URL of its page or of its record; with --data or "
                   "--database the id of a match")
        ->required();
    const DataLocation data(app, "--data", "A data directory, which a server may be using");
    app.add_flag("--json", given.json, "Print the JSON of the API");
    app.add_option("--seconds", given.seconds, "Most time for a download")
        ->check(CLI::Range(1, 86'400))
        ->capture_default_str();
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        if (data.on_command_line()) given.data = data.path();
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, err) == 0 ? 0 : cannot_analyse;
    }
    try {
        const Json read = record_of(given);
        const Json analysis = analysis_of(read);
        if (!given.json) return print(read, analysis, out);
        out << analysis.dump() << '\n';
        return analysis.contains("why_not") ? has_no_analysis : 0;
    } catch (const std::exception& error) {
        err << to_printable(error.what()) << '\n';
        return cannot_analyse;
    }
}

}  // namespace cubilete::server
