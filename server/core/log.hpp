#pragma once

#include <exception>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace spdlog {
class formatter;
}

namespace cubilete::server {

/// Sends the log (spdlog's functions and those below, from any thread) to standard error, one line per event: plain
/// text, or one JSON object `{"at","level","text"}` with the fields of the event beside them. Control characters are escaped in the output, so text from a user
/// can neither forge a line nor control the terminal. Never pass text from a user as the format string.
/// `level`: trace, debug, info, warning, error, critical or off.
void set_up_log(const std::string& level, bool json);
/// The formatter of set_up_log(), for another destination.
std::unique_ptr<spdlog::formatter> log_formatter(bool json);

/// A field by which a program finds an event: docs/operating.md lists the keys. `value` may be a user's text.
struct LogField {
    std::string_view key;  ///< lower-case letters
    std::string value;
};
/// Logs an event with its fields, without those that are empty; plain text shows them as ` key=value` behind the text.
void log_debug(std::string_view text, std::initializer_list<LogField> fields);
void log_info(std::string_view text, std::initializer_list<LogField> fields);
void log_warn(std::string_view text, std::initializer_list<LogField> fields);
void log_error(std::string_view text, std::initializer_list<LogField> fields);

/// Returns `text` unchanged if it is UTF-8 without control characters; otherwise escaped as in JSON (\u001b).
std::string to_printable(std::string_view text);
/// As a string of JSON, with quotes, that holds no control character either.
std::string to_json_string(std::string_view text);

/// Logs an exception that left `where` and is therefore a bug. For co_spawn handlers and catch (...). Does
/// nothing without an exception.
void log_bug(std::string_view where, const std::exception_ptr& bug);

}  // namespace cubilete::server
