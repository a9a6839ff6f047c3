#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace cubilete::server {

/// Sends the log (spdlog's functions, from any thread) to standard error, one line an event: text for people,
/// or one JSON object `{"at","level","text"}`. Control bytes are escaped on the way out, so nothing that a
/// user typed can forge a line or reach the terminal. Never pass such text as the format itself.
/// `level`: trace, debug, info, warning, error, critical or off.
void set_up_log(const std::string& level, bool json);

/// `text` as it is when it is UTF-8 without control characters; otherwise escaped as in JSON (\u001b).
std::string printable(std::string_view text);

/// Logs a bug that reached the edge of `where`. For co_spawn and catch (...).
void log_bug(std::string_view where, const std::exception_ptr& bug);

}  // namespace cubilete::server
