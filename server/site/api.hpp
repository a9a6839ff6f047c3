#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json.hpp"
#include "server/core/worker.hpp"
#include "server/history/cup_field.hpp"
#include "server/history/history_reader.hpp"
#include "server/room/analysis_service.hpp"
#include "server/site/page_html.hpp"
#include "server/site/room_list_cache.hpp"
#include "server/site/static_files.hpp"

namespace cubilete::server {

struct ApiQuery;

/// The answer to a request below /api/v1/.
struct ApiResponse {
    unsigned status = 200;
    StaticFile body;        ///< JSON
    int retry_after_s = 0;  ///< for 429 and 503; 0: no Retry-After header
};

/// The public HTTP API below /api/v1/ (protocol/README.md, section 10): games, public rooms, finished matches,
/// players and leaderboards. It reads the history reader and runs on no thread of a room. The cost of a request is
/// bounded, and so is the number of waiting requests.
class Api {
  public:
    using Done = std::function<void(std::shared_ptr<const ApiResponse>)>;

    /// The matches that leaderboards count.
    enum class LeaderboardScope { none, public_matches, all_matches };

    /// All references outlive it. `look` passes the public rooms. `wall_ms` returns milliseconds since 1970, UTC.
    /// `most_requests` is how many requests can be made at a time; each connection makes one.
    /// `analysis_service` may be null: the server makes no analyses. A cup that is not open shows
    /// its boards if it has been played.
    Api(HistoryReader& history_reader, RoomListCache::WindowQuery look, Invitations& invitations,
        std::function<std::int64_t()> wall_ms, LeaderboardScope boards, std::size_t most_requests,
        AnalysisService* analysis_service = nullptr, Cup cup = {});

    /// Answers a request, from any thread. `target` is the part of the request after /api/v1/ with its query,
    /// `from` the network of the client. `done` is called exactly once, on any thread, unless the server ends
    /// first.
    void handle_request(std::string_view target, const ClientNetwork& from, Done done);

    /// Passes the data for the link preview of a match or a player to `done`, which is called once, on any
    /// thread, unless the server ends first.
    void preview(const PagePath& path, const ClientNetwork& from, std::function<void(PreviewResult)> done);

  private:
    /// A leaderboard is computed at most once a minute, because that reads all matches of its game.
    struct Leaderboard {
        std::int64_t made_ms = 0;
        std::vector<storage::Totals> rows;
    };
    std::shared_ptr<const ApiResponse> room(const std::string& code, const ClientNetwork& reader) const;
    void refuse_while_away();
    void analyse(const std::string& id, const ClientNetwork& from, const HistoryReader::Readers& readers,
                 const Done& done);
    protocol::Json look_up(const std::string& path, const ApiQuery& asked,
                           const HistoryReader::Readers& readers);
    protocol::Json leaderboard(const ApiQuery& asked, const HistoryReader::Readers& readers);
    protocol::Json cup(const std::string& path, const ApiQuery& asked, const HistoryReader::Readers& readers);
    std::optional<int> cup_day_after_midnight(const std::string& settings) const;

    HistoryReader& history_reader_;
    Invitations& invitations_;
    std::function<std::int64_t()> wall_ms_;
    LeaderboardScope leaderboard_scope_;
    std::map<std::string, Leaderboard> leaderboards_;  ///< used on the thread of the history reader
    AnalysisService* analysis_service_;
    Cup cup_;
    CupFields cup_fields_;  ///< used on the thread of the history reader
    Worker rooms_worker_;
    std::shared_ptr<RoomListCache> rooms_;
};

}  // namespace cubilete::server
