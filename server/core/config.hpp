#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "protocol/limits.hpp"
#include "server/core/token_bucket.hpp"
#include "storage/rows.hpp"

namespace cubilete::server {

using std::chrono::milliseconds;

/// Every limit, deadline and window of the protocol; the defaults are those of protocol/README.md.
struct Limits {
    protocol::Limits message;  ///< of one message

    milliseconds request_deadline{5'000};  ///< from the TCP connection to a complete HTTP request
    milliseconds hello_deadline{5'000};    ///< from the upgrade to an accepted hello
    milliseconds message_deadline{5'000};  ///< from the first byte of a message to its last
    milliseconds close_deadline{3'000};    ///< from the server's close frame to the peer's
    /// Without any received frame; pings and pongs count. The server pings after half of it: many proxies cut after 30 s.
    milliseconds idle_deadline{45'000};
    milliseconds drain_deadline{5'000};  ///< from SIGTERM to the exit

    std::size_t unanswered = 64;  ///< requests of one socket without a reply; past it, the socket is not read
    /// Queued for one socket; past it, superseded pushes are dropped.
    std::size_t collapse_bytes = 64 * 1024;
    /// Queued for one socket; past it, if more than one message waits, close 4008.
    std::size_t outbox_bytes = 1024 * 1024;
    milliseconds write_deadline{10'000};  ///< without progress of a write; past it, close 4008
    /// Journal posts not yet on disk; past it, requests are refused `busy`.
    std::size_t journal_backlog = 10'000;

    /// Queries that wait for the history reader; past it, the address with the most waiting is refused `busy`.
    std::size_t look_ups = 64;

    // Bounds of the memory. Past any of them new clients are refused; connected clients are not affected.
    std::size_t most_sockets = 20'000;  ///< about 10 KiB each
    std::size_t most_rooms = 10'000;    ///< about 32 KiB each
    /// Queued for all sockets together. Past it, new sockets are refused and a socket with more than
    /// `collapse_bytes` is closed, 4008.
    std::size_t queued_bytes = 64 * 1024 * 1024;

    // Limits for one player, one socket and one address; an address is a network (ClientNetwork in
    // address.hpp). They are based on these estimates: a person taps at most ten times a second for a few
    // seconds; a network has at most eight players with two devices each; a browser opens six connections for
    // a page.
    std::size_t most_connections = 25'000;  ///< HTTP included; the limit of file descriptors may allow fewer
    std::size_t connections_of_address = 128;             ///< past it, a connection is closed at once
    std::size_t sockets_of_address = 16;                  ///< past it, close 4009
    Rate openings_of_address{240, milliseconds(60'000)};  ///< of WebSockets; past it, 429
    /// HTTP requests; past it, 429. One page loads about sixty files.
    Rate http_of_address{2'000, milliseconds(60'000)};
    /// New players; past it and past the rates below, rate_limited.
    Rate guests_of_address{60, milliseconds(600'000)};
    Rate wrong_tokens_of_address{30, milliseconds(60'000)};
    Rate wrong_codes_of_address{30, milliseconds(60'000)};  ///< codes that add a device; they have 40 bits
    /// Wrong device codes of all addresses together.
    Rate wrong_codes_of_all{1'000, milliseconds(10'000)};
    Rate wrong_rooms_of_address{30, milliseconds(60'000)};      ///< room codes, over HTTP and sockets
    Rate wrong_passwords_of_address{20, milliseconds(40'000)};  ///< at one room
    /// At one room, all addresses together.
    Rate wrong_passwords_of_room{500, milliseconds(100'000)};
    Rate hashes_of_address{60, milliseconds(60'000)};  ///< room passwords to hash, right ones included
    std::size_t hashing_of_address = 4;                ///< waiting at a time; past it, `busy`
    std::size_t rooms_of_address = 32;                 ///< open at once with somebody connected
    /// With nobody connected; past it, the one with the fewest people closes, the oldest first.
    std::size_t rooms_left_of_address = 256;
    std::size_t rooms_of_player = 8;
    std::size_t most_watchers = 500;  ///< members of one room without a seat; one more is refused
    Rate requests_of_player{200, milliseconds(10'000)};
    Rate chat_of_player{30, milliseconds(10'000)};
    /// Moves and hints, each an entry of a log; a million are 250 MB.
    Rate entries_of_address{1'000'000, milliseconds(24 * 3'600'000)};
    /// Moves of built-in bots; past it, they act more slowly.
    Rate bots_of_player{5'000, milliseconds(20 * 60'000)};
    Rate bots_of_address{20'000, milliseconds(20 * 60'000)};
    Rate messages_of_socket{2'000, milliseconds(10'000)};  ///< valid or not; past it, close 4002
    /// Pongs and empty fragments included; past it, close 4002.
    Rate pings_of_socket{100, milliseconds(10'000)};

    /// Until a room without a connected human closes, unless a match is in progress.
    milliseconds empty_room{10 * 60'000};
    /// Without any connected human; then a match in progress is abandoned and its room closes. At least twice
    /// the time of a turn.
    milliseconds abandon_after{7 * 24 * 3'600'000};
    /// Upper bound of abandon_after while fewer than two people are seated.
    milliseconds abandon_alone{24 * 3'600'000};
    milliseconds host_absence{60'000};      ///< between matches; then another member becomes host
    milliseconds device_offer{5 * 60'000};  ///< validity of a code that adds a device
    milliseconds absence{60'000};  ///< during a match; then people may ask that a built-in bot plays the seat
    /// Added to a running turn clock when a match continues after a restart.
    milliseconds restart_grace{15'000};
    milliseconds dice_step{2'000};  ///< for the tips, and for the reveals, of a match that starts
    milliseconds dice_ask{1'500};   ///< for the values of the seats that an entry asks
    /// Of a seat in a match, for all its values together beyond what the network usually needs; then it is out.
    milliseconds dice_late{30'000};
    /// Added to both after a restart, so that players come back in time to take part.
    milliseconds dice_return{5'000};
    /// Before a built-in bot acts in a match with people: 0.9 to 1.5 times this; exactly this for an absent
    /// player. The page's dice roll for 0.9 s: a child has to see what they brought before the next move.
    milliseconds bot_pause{1'700};
    /// From enough present players after quick.match to the start of the match.
    milliseconds quick_start{10'000};
    milliseconds auto_bot_after{15'000};  ///< a player alone after quick.match may then get a built-in bot
    std::int64_t match_entries = 20'000;  ///< length of a match's log; then the match is abandoned
    int missed_turns = 3;         ///< in a row, ended by the clock; then a built-in bot plays the seat
    std::size_t chat_lines = 50;  ///< kept of those who sit in a room; half as many of others
};

/// The validated settings of `cubilete serve`. One declaration in
/// commands/serve_settings.cpp gives each setting its flag, its
/// environment variable (CUBILETE_*) and its key in the TOML file.
struct Config {
    std::string host = "127.0.0.1";
    std::uint16_t port = 8080;  ///< 0 = any free port; the log and --port-file state which
    std::string data = "data";  ///< directory of the data file, the backups and the books
    /// URL of PostgreSQL, which then has the data instead of the data file; empty = the data file. It may
    /// contain a password: never show it (storage::Backend::name() is for that).
    std::string database;
    int lanes = 2;           ///< connections to PostgreSQL that write, 1..64
    bool take_over = false;  ///< fence servers that use the same database, even if they live
    /// HOST:PORT at which the other nodes of a cluster reach this one; empty = this server is alone.
    std::string node_address;
    std::string cluster_secret_file;  ///< file with the secret of the cluster; set if node_address is
    int keep = 7;                     ///< daily backups in data/backups; 0 = none
    /// Start although the data lacks entries that were already acknowledged, e.g. an older copy.
    bool restored = false;
    std::string boards = "all";   ///< matches that the leaderboards count: "all", "public" or "none"
    std::string analysis = "on";  ///< of finished matches: "on" or "off"
    std::string cup = "on";       ///< the game of the day, which needs the analyses: "on" or "off"
    storage::LogRetention keep_logs{.for_ms = {},
                                    .most_bytes = std::int64_t{8} << 30};  ///< of finished matches
    // Operators may also set these by `cubilete admin` (server/admin/operator_settings.hpp).
    std::string open_tables =
        "all";  ///< who may open tables: "all", those who know the house "word", "nobody"
    std::string house_word;
    std::string public_tables = "on";  ///< "on" or "off", like chat
    std::string chat = "on";
    std::string refused_names;  ///< file with a word a line, like refused_words
    std::string refused_words;
    std::string port_file;  ///< file that gets the port once the server accepts connections; empty = none
    /// URL under which players reach the server, e.g. https://example.org/games; empty = the request's host.
    std::string public_url;
    std::vector<std::string> origins;  ///< origins that may connect besides the server's own
    std::vector<std::string> hosts;    ///< further host names that the server accepts
    /// Networks whose X-Forwarded-For is believed; "none" = no network.
    std::vector<std::string> trusted_proxies{"127.0.0.0/8", "::1"};
    std::string metrics = "private";  ///< who may read /metrics: "private" addresses, "all" or "none"
    std::string web;                  ///< directory of the web client; empty = the built-in files
    std::string log_level = "info";   ///< see set_up_log()
    bool log_json = false;            ///< one JSON object per line instead of text
    int threads = 1;                  ///< that serve players, 1..256
    Limits limits;
};

}  // namespace cubilete::server
