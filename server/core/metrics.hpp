#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/refused.hpp"
#include "server/core/address.hpp"

namespace cubilete::server {

/// A limit that was hit, for the counter cubilete_limited_total. The order is that of `limit_names` in
/// metrics.cpp.
enum class Limit {
    connections,              ///< closed at once: too many of one address or in total
    sockets_of_address,       ///< closed with 4009
    openings_of_address,      ///< answered 429
    most_sockets,             ///< answered 503
    http_of_address,          ///< answered 429
    guests_of_address,        ///< rate_limited; so are all below
    wrong_tokens_of_address,  ///< wrong tokens or codes that add a device
    hashes_of_address,
    rooms,
    requests_of_player,
    chat_of_player,
    entries_of_address,
    house,  ///< built-in bots act more slowly
};

/// The kinds of traffic between nodes of a cluster, for the counter cubilete_relayed_total. The order is
/// that of `relayed_names` in metrics.cpp.
enum class RelayedKind {
    request,  ///< of a socket of this node, to the owner of a room
    frame,    ///< of a room of this node, to sockets of another
};

/// Why a room goes to another node of a cluster, for the counter cubilete_handovers_total. The order is that of
/// `handover_names` in metrics.cpp.
enum class HandoverReason {
    drain,     ///< this node stops
    balance,   ///< this node has more rooms than others
    locality,  ///< most sockets of the room are at the other node
};

/// Counters and gauges for /metrics. All of them are registered in the constructor. Counting is an atomic
/// addition: it may be done from any thread and does not block, except for a limit, which is rare.
class Metrics {
  public:
    Metrics();
    ~Metrics();

    /// A request was refused with that code.
    void count_refusal(protocol::Code code);
    /// That limit was hit. A warning in the log says so once an hour for each limit and address; `of` may be left out.
    void count_limit(Limit limit, const ClientNetwork& of = {});
    /// The server closed a socket with that code.
    void count_close(int code);
    /// An HTTP response with that status was sent.
    void count_response(int status);
    /// That many frames were not sent to a slow client, because newer frames had superseded them.
    void count_dropped(int frames);
    /// A message was received, valid or not.
    void count_message();
    /// A socket said hello and belongs to a player from now on.
    void count_hello();

    void add_open_rooms(std::string_view game, int by);  ///< +1: a room of that game opened, -1: it closed
    /// +1: a match of that game began, -1: it ended or its room closed.
    void add_running_matches(std::string_view game, int by);
    void count_finished_match(std::string_view game);
    /// A move of a player or a built-in bot is durable; moves that the clock made are not counted.
    void count_move(std::string_view game);

    /// A transaction of that many writes became durable after that time.
    void count_commit(std::chrono::nanoseconds took, std::size_t writes);

    /// The database that has the data went away, or is back.
    void set_database_away(bool away);
    /// It has been away for that time more.
    void add_database_downtime(std::chrono::milliseconds time);
    /// It was found out whether a transaction of unknown outcome is durable; if not, it is sent again.
    void count_resolved(bool durable);
    /// The database confirmed that this server lives.
    void count_beat();
    /// The number of connections that write.
    void set_lanes(int count);

    /// A request or a frame was sent to another node.
    void count_relayed(RelayedKind kind);
    /// This node has fenced another one.
    void count_fence();
    /// That many rooms of nodes that are over have become this node's.
    void count_adopted(std::size_t rooms);
    /// This node has given a room to another one.
    void count_handover(HandoverReason reason);
    /// The cluster as this node sees it, this node included.
    struct Nodes {
        std::int64_t epoch = 0;  ///< of this node
        int up = 0;
        int draining = 0;
        std::size_t queued_bytes = 0;  ///< not yet sent to other nodes, for all links together
    };
    void set_nodes(const Nodes& seen);

    /// Values that are read only when text() is called.
    struct Gauges {
        std::size_t connections = 0;
        std::size_t sockets = 0;
        std::int64_t queued_bytes = 0;
        std::size_t journal_backlog = 0;
    };
    /// Sets the function that reads the gauges. Call it before the first text(); it is not synchronized.
    void set_gauge_reader(std::function<Gauges()> gauges);

    /// Returns all metrics in the text format of Prometheus, version 0.0.4.
    std::string text();

  private:
    struct Counters;
    std::unique_ptr<Counters> counters_;
};

}  // namespace cubilete::server
