#include <ostream>

#include <CLI/CLI.hpp>

#include "server/commands/commands.hpp"
#include "server/commands/data_location.hpp"
#include "server/core/log.hpp"
#include "server/core/spdlog.hpp"
#include "storage/backend.hpp"

namespace cubilete::server {

namespace {

constexpr int nothing_migrated = 1;
constexpr int migrate_misused = 2;

std::string migration_text(const storage::MigrationResult& migrated) {
    if (migrated.from == 0) return fmt::format("created, version {}", migrated.to);
    if (migrated.from == migrated.to) return fmt::format("version {}, nothing to do", migrated.to);
    return fmt::format("migrated from version {} to {}", migrated.from, migrated.to);
}

}  // namespace

int run_migrate(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    std::string database;
    bool contract = false;
    CLI::App app("Brings the tables in a PostgreSQL to the version of this program, or creates them.",
                 "cubilete migrate");
    add_database_option(app, database);
    app.add_flag("--contract", contract,
                 "Also remove what only older servers need; refused while one of them runs");
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        const auto backend = storage::make_backend(database);
        const storage::MigrationResult migrated = backend->migrate(contract);
        out << fmt::format("{}: {}{}\n", backend->name(), migration_text(migrated),
                           migrated.may_contract ? "; --contract removes what older servers need" : "");
        return 0;
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, err) == 0 ? 0 : migrate_misused;
    } catch (const std::exception& error) {
        err << "nothing was migrated: " << to_printable(error.what()) << '\n';
        return nothing_migrated;
    }
}

}  // namespace cubilete::server
