#include <filesystem>
#include <ostream>

#include <CLI/CLI.hpp>

#include "server/commands/commands.hpp"
#include "server/commands/data_location.hpp"
#include "server/commands/interrupted.hpp"
#include "server/core/backup_name.hpp"
#include "server/core/clock.hpp"
#include "server/core/spdlog.hpp"
#include "storage/backend.hpp"

namespace cubilete::server {

namespace fs = std::filesystem;

namespace {

constexpr int no_backup = 1;
constexpr int wrong_usage = 2;
const std::string name_of_backups = "cubilete-";  // backup_name()

fs::path target(const std::string& given) {
    return fs::is_directory(given) ? fs::path(given) / backup_name(system_wall_ms()) : fs::path(given);
}

}  // namespace

int run_backup(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
    std::string to;
    CLI::App app("Copies the data of a server, which may be running, to a file.", "cubilete backup");
    app.add_option("DEST", to, "The file of the copy, or a directory for it")->required();
    const DataLocation data(app, "--data", "Directory of the data file");
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        const fs::path file = target(to);
        const auto storage = storage::make_backend(data.path());
        // A backup that was killed has left as much beside its file, or beside another time's.
        const bool is_named = file == fs::path(to);
        if (const fs::path beside = fs::absolute(file).parent_path(); fs::is_directory(beside))
            storage->remove_interrupted_copies(beside, is_named ? file.filename().string() : name_of_backups);
        const std::uintmax_t bytes = storage->back_up(file, install_interrupt_handler());
        out << fmt::format("{} ({:.1f} MiB)\n", file.string(), static_cast<double>(bytes) / (1 << 20));
        return 0;
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, err) == 0 ? 0 : wrong_usage;
    } catch (const std::exception& error) {
        err << "the backup failed: " << error.what() << '\n';
        return no_backup;
    }
}

}  // namespace cubilete::server
