#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json_text.hpp"
#include "server/lobby/public_rooms.hpp"

namespace cubilete::server {

struct ApiResponse;

/// The public rooms for HTTP clients. The answer is made at most once a second for all clients, and not on
/// the lobby's thread, which only passes its windows. All work runs through `run_job`, one job at a time.
class RoomListCache : public std::enable_shared_from_this<RoomListCache> {
  public:
    using Answer = std::shared_ptr<const ApiResponse>;
    using Windows = std::vector<RoomWindowPtr>;
    /// Runs a job later, in the order of the calls.
    using JobRunner = std::function<void(std::function<void()>)>;
    /// Passes the windows of one game, or of all games, to `done`. May be called from any thread, and may
    /// call `done` on any thread.
    using WindowQuery =
        std::function<void(std::optional<std::string> game, std::function<void(Windows)> done)>;

    /// `pack` makes an answer from the JSON text. `now_ms` returns milliseconds since 1970.
    RoomListCache(JobRunner run_job, WindowQuery look, std::function<Answer(const std::string&)> pack,
                  std::function<std::int64_t()> now_ms)
        : run_job_(std::move(run_job)),
          query_windows_(std::move(look)),
          compress_(std::move(pack)),
          now_ms_(std::move(now_ms)) {}

    /// Passes an answer to `done` that was made less than a second ago, or a new one. Any thread.
    void ask(std::optional<std::string> game, std::function<void(Answer)> done);

  private:
    struct Cached {
        std::int64_t made_ms = 0;
        Answer answer;
        std::vector<std::function<void(Answer)>> waiting;  ///< calls that wait for the answer being made
    };
    void answer(const std::optional<std::string>& game, std::function<void(Answer)> done);
    void on_windows(const std::string& key, const Windows& windows);

    JobRunner run_job_;
    WindowQuery query_windows_;
    std::function<Answer(const std::string&)> compress_;
    std::function<std::int64_t()> now_ms_;
    std::map<std::string, Cached> cached_;  ///< by game; empty for all games
};

/// Returns `{"rooms":[…],"total":N}`; the rooms are in the order of RoomRank, at most
/// PublicRooms::max_shown.
std::string rooms_json(const RoomListCache::Windows& windows);

}  // namespace cubilete::server
