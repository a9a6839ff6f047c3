#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/load/client.hpp"
#include "bench/load/port_file.hpp"
#include "bench/load/process.hpp"

namespace cubilete::bench {

/// A server that writes its port to a file when it is open, and its address.
struct Server {
    /// Throws std::runtime_error if it does not open.
    Server(const std::vector<std::string>& command, const std::string& port_file,
           const std::vector<int>& processors = {})
        : process(start(command, port_file, processors)),
          at(net::ip::address_v4::loopback(), port_in(port_file)) {}

    Process process;
    tcp::endpoint at;

  private:
    /// An earlier server may have left its port.
    static Process start(const std::vector<std::string>& command, const std::string& port_file,
                         const std::vector<int>& processors) {
        std::filesystem::remove(port_file);
        return Process(command, processors);
    }
};

}  // namespace cubilete::bench
