#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "tests/temp_directory.hpp"

namespace cubilete::tests {

/// A PostgreSQL of our own, from the packages of this system: as an operator should run it (fsync on), reachable
/// over a socket in its directory only. The destructor stops it and removes its data.
class PostgresServer {
  public:
    /// Throws std::runtime_error if it is not installed or does not start.
    explicit PostgresServer(std::vector<std::string> settings = {});
    ~PostgresServer();
    PostgresServer(const PostgresServer&) = delete;
    PostgresServer& operator=(const PostgresServer&) = delete;

    /// The server that tests share which do not stop it.
    static PostgresServer& shared();

    std::string url(const std::string& database) const;
    /// A new, empty database.
    std::string create_database();
    void drop_database(const std::string& name);

    /// Starts with further settings, each like "fsync=off", and waits until it takes writes. If it runs, it only
    /// waits.
    void start(const std::vector<std::string>& settings = {});
    /// Stops in good order; connections are ended.
    void stop();
    /// Kills the server and all its processes with SIGKILL.
    void kill();
    /// Stops all its processes where they are, and lets them go on.
    void freeze();
    void thaw();

    /// Returns the log of the database so far.
    std::string log() const;

  private:
    std::vector<std::string> settings_;
    TempDirectory directory_;
    pid_t process_ = 0;
    int databases_ = 0;
};

}  // namespace cubilete::tests
