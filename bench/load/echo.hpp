#pragma once

#include <chrono>
#include <string>

namespace cubilete::bench {

/// Serves WebSockets that echo every message, with Beast only, on one thread. Writes its port to the file and
/// runs until the process ends.
[[noreturn]] void serve_echo(const std::string& port_file);

struct Echoed {
    double per_second;
    double server_us;  ///< of processor time per message
};

/// Measures an echo server with this many connections, each with one message of 120 bytes on its way. Starts
/// the server as `program --echo FILE`.
Echoed measure_echo(const std::string& program, const std::string& directory, int connections,
                    std::chrono::milliseconds time);

}  // namespace cubilete::bench
