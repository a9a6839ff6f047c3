#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include "server/core/token_bucket.hpp"
#include "storage/rows.hpp"

namespace cubilete::server {

/// Declares the settings of a command: each gets a flag, an environment variable and a key of the settings
/// file.
class Settings {
  public:
    enum class Sources { flag, all };
    /// `flag`: the settings have no environment variables.
    explicit Settings(CLI::App& app, Sources sources = Sources::all) : app_(app), sources_(sources) {}

    /// The heading of the settings that follow.
    void group(std::string name) { group_ = std::move(name); }

    template <class Value>
    CLI::Option* value(const std::string& flag, Value& target, const std::string& help) {
        const char* type = std::is_arithmetic_v<Value> ? "NUMBER" : "TEXT";
        return configure_option(app_.add_option(flag, target, help)->capture_default_str()->type_name(type),
                                flag);
    }
    /// Only what `check` allows; the help does not describe it.
    template <class Value>
    void checked(const std::string& flag, Value& target, const CLI::Validator& check,
                 const std::string& help) {
        value(flag, target, help)->check(check.description(""));
    }
    template <class Number>
    void count(const std::string& flag, Number& target, Number least, Number most, const std::string& help) {
        checked(flag, target, CLI::Range(least, most), help);
    }
    /// Several values, separated by commas or in several flags.
    CLI::Option* list(const std::string& flag, std::vector<std::string>& target, const std::string& help) {
        return value(flag, target, help)->take_all()->delimiter(',');
    }
    void toggle(const std::string& flag, bool& target, const std::string& help);
    /// Bytes: `65536`, `64KiB`.
    void size(const std::string& flag, std::size_t& target, const std::string& help);
    /// `250ms`, `5s`, `10min`, `2h`, `7d`.
    void time(const std::string& flag, std::chrono::milliseconds& target, const std::string& help);
    /// `20/10s`: 20 at once, and 20 more in each ten seconds.
    void rate(const std::string& flag, Rate& target, const std::string& help);
    /// `all`, a time such as `90d`, or a size of the data file such as `2GiB`.
    void log_retention(const std::string& flag, storage::LogRetention& target, const std::string& help);

  private:
    CLI::Option* configure_option(CLI::Option* option, const std::string& flag) const;

    CLI::App& app_;
    Sources sources_;
    std::string group_;
};

/// The environment variable of a setting: --log-json -> CUBILETE_LOG_JSON.
std::string environment_variable(std::string_view flag);

/// Prints one line per setting: `--port NUMBER [8080]   Port to listen at`.
std::shared_ptr<CLI::Formatter> help_formatter();
/// Reads a TOML file, one setting a line. An unknown key or section and a key that stands there twice are errors; the
/// environment wins over the file.
std::shared_ptr<CLI::Config> settings_file_parser(const CLI::App& app);
/// The settings as rows of a Markdown table, for docs/operating.md.
std::string settings_markdown(const CLI::App& app);

}  // namespace cubilete::server
