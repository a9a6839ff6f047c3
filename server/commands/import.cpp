#include <cstddef>
#include <ostream>
#include <utility>
#include <variant>

#include <CLI/CLI.hpp>

#include "server/commands/commands.hpp"
#include "server/commands/data_location.hpp"
#include "server/commands/interrupted.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "storage/backend.hpp"

namespace cubilete::server {

namespace {

constexpr int import_failed = 1;
constexpr int import_misused = 2;

struct Counts {
    std::size_t players = 0;
    std::size_t rooms = 0;
    std::size_t matches = 0;
    std::size_t entries = 0;

    void add(const std::vector<storage::Write>& writes) {
        for (const storage::Write& write : writes) {
            players += std::holds_alternative<storage::PutPlayer>(write);
            rooms += std::holds_alternative<storage::PutRoom>(write);
            matches += std::holds_alternative<storage::StartMatch>(write);
            entries += std::holds_alternative<storage::AppendEntry>(write);
        }
    }
};

void refuse_damaged(const storage::Backend& from) {
    const storage::Inspection inspection = from.inspect();
    if (inspection.findings.empty()) return;
    throw storage::DatabaseError(fmt::format("{}: is damaged ({}); cubilete check tells more", from.name(),
                                             inspection.findings.front()));
}

Counts import(const storage::Backend& from, storage::Backend& to) {
    const auto lock = from.lock_out();
    refuse_damaged(from);
    Counts counts;
    to.import_all(
        [&](const storage::WriteConsumer& consume) {
            from.export_all([&](std::vector<storage::Write> writes) {
                counts.add(writes);
                consume(std::move(writes));
            });
        },
        install_interrupt_handler());
    return counts;
}

}  // namespace

int run_import(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    std::string data;
    std::string database;
    CLI::App app("Copies all data of a data directory or of a backup into an empty PostgreSQL.",
                 "cubilete import");
    app.add_option("--data", data, "A data directory that no server uses, or a file such as a backup")
        ->required()
        ->check(CLI::ExistingPath.description(""));
    add_database_option(app, database);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        const auto from = storage::make_backend(data);
        const auto to = storage::make_backend(database);
        const Counts counts = import(*from, *to);
        out << fmt::format("{} now has all data of {}: {} players, {} rooms, {} matches, {} log entries\n",
                           to->name(), from->name(), counts.players, counts.rooms, counts.matches,
                           counts.entries);
        return 0;
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, err) == 0 ? 0 : import_misused;
    } catch (const storage::OutcomeUnknown& lost) {
        err << "it is not known whether everything was imported or nothing: " << to_printable(lost.what())
            << "; import again: a database that has the data will refuse it\n";
        return import_failed;
    } catch (const std::exception& error) {
        err << "nothing was imported: " << to_printable(error.what()) << '\n';
        return import_failed;
    }
}

}  // namespace cubilete::server
