#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench/load/table_client.hpp"

namespace cubilete::bench {

/// A server to measure, and the players for it.
struct Contender {
    std::string name;
    bool durable;  ///< each move is on a disk before a player sees it
    MakeTable tables;
    std::string directory;  ///< for its port file and its data; made anew for each start
    /// Returns the command of a new server. It writes its port to the file.
    std::function<std::vector<std::string>(const std::string& port_file)> command;
};

/// The server of this project with new data in the directory, without analyses of finished matches, which no other
/// contender makes. `dice`: its players contribute to each throw.
Contender cubilete(const std::string& program, const std::string& directory, bool durable, int threads = 1,
                   bool dice = false);
/// This project with its defaults: it analyses each match when it ends.
Contender analysing(const std::string& program, const std::string& directory, bool durable);

/// The smallest server that the libraries allow; `built` is the directory of the program bench_floor. If it is durable,
/// its log is in the directory. `dice` as above.
Contender smallest(const std::filesystem::path& built, const std::string& directory, bool durable,
                   bool dice = false);

/// Servers of the dice table that other people would write; `built` contains their sources. If they are durable, they
/// have the log of the floor. Installs the packages that they need from npm if these are not there yet. Throws
/// std::runtime_error if that fails.
std::vector<Contender> peers(const std::filesystem::path& built, const std::string& directory, bool durable);

}  // namespace cubilete::bench
