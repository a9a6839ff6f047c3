#pragma once

#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>

namespace cubilete::server {

/// Returns what is wrong with a value of --database; empty if nothing. Never repeats the value, which may contain
/// a password.
std::string database_url_error(const std::string& text);

/// Declares --database of a command that needs a PostgreSQL; CUBILETE_DATABASE sets it too.
void add_database_option(CLI::App& app, std::string& database);

/// Where a command finds the data: in a data directory, a file, or a PostgreSQL. The command line overrides the
/// environment, and as for `serve` CUBILETE_DATABASE overrides CUBILETE_DATA.
class DataLocation {
  public:
    /// Declares --database, and `option` for a directory or a file. The app refuses both together.
    DataLocation(CLI::App& app, const std::string& option, const std::string& help);
    DataLocation(const DataLocation&) = delete;
    DataLocation& operator=(const DataLocation&) = delete;

    CLI::Option* file() const { return file_; }
    CLI::Option* database() const { return database_; }
    /// After parsing: the command line or the environment names a place.
    bool is_specified() const { return on_command_line() || !from_environment().empty(); }
    /// After parsing: it is named on the command line.
    bool on_command_line() const { return file_->count() + database_->count() > 0; }
    /// After parsing; for Backend's make_backend(). The directory `data` if no place is named. Throws
    /// CLI::ValidationError if CUBILETE_DATABASE is not a URL of PostgreSQL.
    std::filesystem::path path() const;

  private:
    static std::string from_environment();

    std::string file_text_;
    std::string database_text_;
    CLI::Option* file_;
    CLI::Option* database_;
};

}  // namespace cubilete::server
