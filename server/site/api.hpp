#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/json.hpp"
#include "server/core/slow_work.hpp"
#include "server/history/archive.hpp"
#include "server/site/rooms_answer.hpp"
#include "server/site/static_files.hpp"

namespace cubilete::server {

class Lobby;

/// What a request below /api/v1/ is answered.
struct ApiAnswer {
    unsigned status = 200;
    StaticFile body;  ///< JSON
};

/// Everything of PROTOCOL 6 below /api/v1/: what is played and what was. Reads in the archive and never on a thread
/// of the tables; what one request may cost is bounded, as is how many wait.
class Api {
  public:
    using Done = std::function<void(std::shared_ptr<const ApiAnswer>)>;

    /// Both outlive it. `wall_ms` is the time of day.
    Api(Archive& archive, Lobby& lobby, std::function<std::int64_t()> wall_ms);

    /// From any thread. `target` is what follows /api/v1/ in the request, with its query. `done` is called exactly once,
    /// on any thread, unless the server ends first.
    void ask(std::string_view target, const ClientNetwork& from, Done done);

  private:
    /// Boards are made anew once a minute at most: making one reads all matches of its game.
    struct Board {
        std::int64_t made_ms = 0;
        std::vector<storage::Totals> rows;
    };
    struct Parameters;
    protocol::Json look_up(const std::string& path, const Parameters& asked, const Archive::Books& books);
    protocol::Json leaderboard(const Parameters& asked, const Archive::Books& books);

    Archive& archive_;
    std::function<std::int64_t()> wall_ms_;
    std::map<std::string, Board> boards_;  ///< on the archive's thread
    SlowWork rooms_thread_;
    std::shared_ptr<RoomsAnswer> rooms_;
};

}  // namespace cubilete::server
