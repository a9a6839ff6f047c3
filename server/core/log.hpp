#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace cubilete::server {

/// Sends the log (spdlog's functions, from any thread) to standard error, one line per event: plain text, or
/// one JSON object `{"at","level","text"}`. Control characters are escaped in the output, so text from a user
/// can neither forge a line nor control the terminal. Never pass text from a user as the format string.
/// `level`: trace, debug, info, warning, error, critical or off.
void set_up_log(const std::string& level, bool json);

/// Returns `text` unchanged if it is UTF-8 without control characters; otherwise escaped as in JSON (\u001b).
std::string to_printable(std::string_view text);
/// As a string of JSON, with quotes, that holds no control character either.
std::string to_json_string(std::string_view text);

/// Logs an exception that left `where` and is therefore a bug. For co_spawn handlers and catch (...). Does
/// nothing without an exception.
void log_bug(std::string_view where, const std::exception_ptr& bug);

}  // namespace cubilete::server
