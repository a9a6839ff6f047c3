#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace cubilete::bench {

/// Serves WebSockets that send back what comes, with nothing but Beast, one thread; writes its port to the file
/// and runs until the process ends.
[[noreturn]] void serve_echo(const std::string& port_file);

struct Echoed {
    double per_second;
    double server_us;  ///< of processor time a message
};

/// So many connections with one message of 120 bytes under way each, against such a server, which is started
/// as `program --echo FILE`.
Echoed measure_echo(const std::string& program, const std::string& directory, int connections,
                    std::chrono::milliseconds time);

/// The port that a server writes to a file once it is open. Throws std::runtime_error when none comes.
std::uint16_t port_in(const std::string& file);

}  // namespace cubilete::bench
