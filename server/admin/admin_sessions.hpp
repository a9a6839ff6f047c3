#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cubilete::server {

/// The links by which operators open the admin page (`/desk`), and the sessions that were opened with them. A link's secret works once, within
/// five minutes. A session's works for eight hours, as long as it is used every 30 minutes. Nothing of it outlives the server, and only
/// hashes of the secrets are kept. A value without clock: `now` is a time that never goes back. One thread.
class AdminSessions {
  public:
    using Time = std::chrono::milliseconds;
    static constexpr Time link_lasts = std::chrono::minutes(5);
    static constexpr Time session_lasts = std::chrono::hours(8);
    static constexpr Time most_idle = std::chrono::minutes(30);
    static constexpr std::size_t most = 100;  ///< links and sessions; the oldest go first

    struct Session {
        std::string secret;  ///< opens the admin page again
        std::int64_t link = 0;
        Time left{};  ///< until it ends, even if it is used
    };

    /// A new link; `number` tells it apart in the log. Returns its secret.
    std::string add(std::int64_t number, Time now);
    /// Uses up a link, or goes on with a session. Nothing if the secret is neither, or is over.
    std::optional<Session> open(const std::string& secret, Time now);
    struct Known {
        std::int64_t link = 0;
        bool is_session = false;  ///< otherwise a link, which is used up now
        Time left{};              ///< of the session
    };
    /// Another node wants to open the admin page with the secret of this hash.
    std::optional<Known> give(const std::string& hash, Time now);
    /// A session that another node has given: with its secret, or with a new one if it was a link.
    Session adopt(const std::string& secret, std::int64_t link, Time left, Time now);
    /// As hexadecimal digits.
    static std::string hash(const std::string& secret);
    /// A request of a session: the number of its link; nothing if the session is over.
    std::optional<std::int64_t> use(const std::string& secret, Time now);
    /// Ends everything.
    void end_all() {
        links_.clear();
        sessions_.clear();
    }
    /// The numbers of the links with a session.
    std::vector<std::int64_t> open_links(Time now);

  private:
    struct Link {
        std::int64_t number = 0;
        Time end{};
    };
    struct Opened {
        std::int64_t link = 0;
        Time end{};
        Time idle_end{};
        bool is_over(Time now) const { return now >= end || now >= idle_end; }
    };
    Opened* find(const std::string& secret, Time now);
    void forget_old(Time now);

    std::map<std::string, Link> links_;       ///< by hash() of the secret
    std::map<std::string, Opened> sessions_;  ///< the same
};

}  // namespace cubilete::server
