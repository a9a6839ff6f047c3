#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
}

namespace cubilete::server {

/// Removes the variables that Kubernetes and old Docker links set beside a service named cubilete, such as
/// CUBILETE_PORT=tcp://10.0.0.1:8080: they are no settings. Removes what files of other systems leave around the
/// value of each CUBILETE_*: a byte order mark, a carriage return, blanks, quotes. Call it before there are threads.
void clean_environment();

/// Sets the options that CLI11 2.4 left unset, because it ignores a variable that a validator refuses, lists among
/// them. Throws as CLI::App::parse(), after which it is called.
void apply_ignored_variables(CLI::App& app);

/// Throws CLI::ValidationError if a variable CUBILETE_* sets nothing.
void refuse_unknown_variables(const CLI::App& app);

/// Where the value of the setting comes from that a refusal names: ", set by CUBILETE_PORT"; empty if it names none.
/// `arguments` are those of the command.
std::string setting_source(std::string_view refusal, const CLI::App& app,
                           const std::vector<std::string>& arguments);

/// The number of the first line below the line `after` that sets `key` in a settings file; 0 without one.
int setting_line(const std::string& key, std::string_view settings, int after = 0);

/// "; did you mean --port?" for the flags in a refusal that do not exist; empty without a similar one.
std::string flag_suggestion(std::string_view refusal, const CLI::App& app);
/// The suggestion of flag_suggestion() for one name without the dashes.
std::string name_suggestion(std::string_view wrong, const CLI::App& app);

/// Shows control characters and bytes that are not ASCII, such as a carriage return: `\r`, `\xEF`.
std::string escape_nonprintable(std::string_view text);

}  // namespace cubilete::server
