#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/refused.hpp"

namespace cubilete::server {

/// Why somebody was given less than he asked for, besides what a refusal's code tells.
enum class Limit {
    connections,          ///< closed at once: too many of an address or in all
    sockets_of_address,   ///< closed with 4009
    openings_of_address,  ///< answered 429
    most_sockets,         ///< answered 503
    http_of_address,      ///< answered 429
    guests_of_address,    ///< rate_limited, as all that follow
    wrong_tokens_of_address,
    hashes_of_address,
    rooms,
    requests_of_player,
    chat_of_player,
    house,  ///< built-in bots act more slowly
};

/// What the server counts, for /metrics. All of it is registered once; counting is an addition that waits for
/// nobody, from any thread.
class Metrics {
  public:
    Metrics();
    ~Metrics();

    void refused(protocol::Code code);
    void limited(Limit limit);
    /// A socket was closed by us, with that code.
    void closed(int code);
    void http(int status);
    /// So many frames were not sent to a slow client, because newer ones had overtaken them.
    void dropped(int frames);
    void message();
    void greeted();

    void room_open(std::string_view game, int by);  ///< +1: a room of that game is open, -1: no more
    void match_running(std::string_view game, int by);
    void match_finished(std::string_view game);
    /// A player's own move; the house's are not counted.
    void moved(std::string_view game);

    /// A transaction of that many writes was on disk after that time.
    void committed(std::chrono::nanoseconds took, std::size_t writes);

    /// What is looked up only when somebody asks. To be set before anybody does.
    struct Levels {
        std::size_t connections = 0;
        std::size_t sockets = 0;
        std::int64_t queued_bytes = 0;
        std::size_t journal_backlog = 0;
    };
    void look_at(std::function<Levels()> levels);

    /// The text format of Prometheus, version 0.0.4.
    std::string text();

  private:
    struct Counters;
    std::unique_ptr<Counters> counters_;
};

}  // namespace cubilete::server
