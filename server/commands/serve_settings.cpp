#include "server/commands/serve_settings.hpp"

#include <algorithm>
#include <ostream>

#include "server/commands/settings.hpp"
#include "server/core/address.hpp"
#include "server/core/origin.hpp"

namespace cubilete::server {

namespace {

constexpr std::string_view about =
    "Serves the page, the rooms and the games until it gets SIGTERM or Ctrl-C.\nEvery setting is a flag, an "
    "environment variable (--log-json is CUBILETE_LOG_JSON) and a key of the TOML\nfile given with --config "
    "(log-json = true). A flag overrides the environment, which overrides the file.";

std::string must_be_origin(const std::string& text) {
    return parse_origin(text) ? "" : text + " is not an origin like https://example.org";
}

std::string must_be_host(const std::string& text) {
    return is_host_name(text) ? "" : text + " is not a name like games.example.org";
}

std::string must_be_network(const std::string& text) {
    return text == "none" || parse_network(text) ? "" : text + " is not a network like 10.0.0.0/8";
}

std::string must_be_public_url(const std::string& text) {
    return text.empty() || parse_public_url(text) ? ""
                                                  : text + " is not a URL like https://example.org/games";
}

void declare_house(Settings settings, Config& config) {
    settings.group("Server");
    settings.value("--host", config.host, "Address to listen on; 0.0.0.0 or :: for all network interfaces");
    settings.value("--port", config.port, "Port to listen on; 0 for any free one");
    settings.value("--port-file", config.port_file, "Write the port to this file once the server listens");
    settings.value("--data", config.data, "Directory of the data file; created if it does not exist");
    settings.count("--keep", config.keep, 0, 10'000,
                   "Number of daily backups to keep in the data directory; 0 for none");
    settings.logs("--keep-logs", config.keep_logs,
                  "Logs of finished matches to keep: all, those of a period (90d, 12h), or up to a size of "
                  "the data file (2GiB); results are always kept");
    settings.on_off("--restored", config.restored,
                    "Start once with data that lacks confirmed entries, such as an older copy");
    settings
        .value("--boards", config.boards,
               "Matches that the leaderboards count: all, public (of public rooms without a password), none "
               "(no leaderboards)")
        ->check(CLI::IsMember({"all", "public", "none"}).description(""));
    settings.count("--threads", config.threads, 1, 256, "Number of threads for connections and rooms");

    settings.group("Web");
    settings
        .value("--public-url", config.public_url, "Address for players, if a proxy is in front of the server")
        ->check(CLI::Validator(must_be_public_url, ""));
    settings
        .list("--origins", config.origins,
              "Origins of other pages that may connect, e.g. https://example.org")
        ->check(CLI::Validator(must_be_origin, ""));
    settings
        .list("--hosts", config.hosts,
              "Additional host names of the server; the names in --public-url and --origins, IP addresses "
              "and names of a local network are always accepted")
        ->check(CLI::Validator(must_be_host, ""));
    settings
        .list("--trusted-proxies", config.trusted_proxies,
              "Addresses and networks of proxies whose X-Forwarded-For is trusted, or none")
        ->check(CLI::Validator(must_be_network, ""));
    settings
        .value("--metrics", config.metrics,
               "Clients that may read /metrics: private (private addresses), all, none")
        ->check(CLI::IsMember({"private", "all", "none"}).description(""));
    settings
        .value("--web", config.web, "Serve the web client from this directory instead of the built-in one")
        ->check(CLI::ExistingDirectory.description(""));

    settings.group("Log");
    settings
        .value("--log-level", config.log_level,
               "Lowest level to log: trace, debug, info, warning, error, critical, off")
        ->check(
            CLI::IsMember({"trace", "debug", "info", "warning", "error", "critical", "off"}).description(""));
    settings.on_off("--log-json", config.log_json, "One JSON object per line instead of text");
}

void declare_deadlines(Settings settings, Limits& limits) {
    settings.group("Deadlines");
    settings.time("--request-deadline", limits.request_deadline,
                  "Time from the connection to a complete HTTP request");
    settings.time("--hello-deadline", limits.hello_deadline,
                  "Time from the opening of a WebSocket to an accepted hello");
    settings.time("--message-deadline", limits.message_deadline,
                  "Time from the first byte of a message to the last");
    settings.time("--write-deadline", limits.write_deadline,
                  "Time without progress of a write; then close 4008");
    settings.time("--close-deadline", limits.close_deadline, "Time for a closing handshake");
    settings.time("--idle-deadline", limits.idle_deadline,
                  "Time without any byte from the client, answers to pings included");
    settings.time("--drain-deadline", limits.drain_deadline, "Time from SIGTERM to the exit");
}

void declare_limits(Settings settings, Limits& limits) {
    constexpr std::size_t many = 1'000'000;
    settings.group("Limits");
    settings.size("--message-bytes", limits.message.bytes,
                  "Bytes of a message; more is refused with too_big");
    settings.count("--message-depth", limits.message.depth, std::size_t{2}, std::size_t{256},
                   "Nesting of arrays and objects in a message; more is refused with too_deep");
    settings.count("--message-values", limits.message.values, std::size_t{16}, many,
                   "JSON values in a message; more is refused with too_big");
    settings.count("--unanswered", limits.unanswered, std::size_t{1}, many,
                   "Unanswered requests of one socket; above it, the socket is not read");
    settings.size("--collapse-bytes", limits.collapse_bytes,
                  "Bytes queued for one socket; above it, outdated pushes are dropped");
    settings.size("--outbox-bytes", limits.outbox_bytes, "Bytes queued for one socket; above it, close 4008");
    settings.count("--journal-backlog", limits.journal_backlog, std::size_t{1}, many,
                   "Writes that wait for the disk; above it, requests are refused with busy");
    settings.count(
        "--look-ups", limits.look_ups, std::size_t{1}, many,
        "Waiting requests about finished matches; above it, the address with the most is refused with busy");
    settings.count("--most-sockets", limits.most_sockets, std::size_t{1}, many,
                   "Open WebSockets, 10 KiB each; one more is refused with 503");
    settings.count("--most-rooms", limits.most_rooms, std::size_t{1}, many,
                   "Open rooms, 32 KiB each; one more is refused with busy");
    settings.size(
        "--queued-bytes", limits.queued_bytes,
        "Bytes queued for all sockets; above it, new clients are refused and the slowest are closed, 4008");
}

void declare_guards(Settings settings, Limits& limits) {
    constexpr std::size_t many = 1'000'000;
    settings.group("Quotas");
    settings.count(
        "--most-connections", limits.most_connections, std::size_t{1}, many,
        "Open connections, HTTP included; one more is closed. The limit for file descriptors may be lower");
    settings.count("--connections-per-address", limits.connections_of_address, std::size_t{1}, many,
                   "Open connections of one address, HTTP included; one more is closed");
    settings.count("--sockets-per-address", limits.sockets_of_address, std::size_t{1}, many,
                   "Open WebSockets of one address; one more is closed, 4009");
    settings.rate("--openings-per-address", limits.openings_of_address,
                  "WebSockets that one address may open; above it, 429 with a time to wait");
    settings.rate("--http-per-address", limits.http_of_address,
                  "HTTP requests of one address; above it, 429 with a time to wait");
    settings.rate("--guests-per-address", limits.guests_of_address,
                  "New players of one address; above it, rate_limited with a time to wait, as for the "
                  "following settings");
    settings.rate("--wrong-tokens-per-address", limits.wrong_tokens_of_address,
                  "Unknown tokens of one address");
    settings.rate("--wrong-rooms-per-address", limits.wrong_rooms_of_address,
                  "Unknown room codes that one address requests over HTTP");
    settings.count("--rooms-per-address", limits.rooms_of_address, std::size_t{1}, many,
                   "Open rooms with a connected person that one address has opened");
    settings.count("--rooms-per-player", limits.rooms_of_player, std::size_t{1}, many,
                   "Open rooms that one player has opened");
    settings.rate("--requests-per-player", limits.requests_of_player, "Requests of one player");
    settings.rate("--chat-per-player", limits.chat_of_player, "Chat lines of one player");
    settings.rate(
        "--house-per-player", limits.house_of_player,
        "Log entries of bots in the matches that one player started; above it they play more slowly");
    settings.rate("--house-per-address", limits.house_of_address, "The same for one address");
    settings.rate("--messages-per-socket", limits.messages_of_socket,
                  "Messages of one socket, refused ones included; above it, close 4002");
    settings.rate("--pings-per-socket", limits.pings_of_socket,
                  "Pings, pongs and empty fragments of one socket; above it, close 4002");
}

void declare_table(Settings settings, Limits& limits) {
    settings.group("Rooms");
    settings.time("--empty-room", limits.empty_room, "Time until a room without people closes");
    settings.time("--abandon-after", limits.abandon_after,
                  "Time until a match without connected people is abandoned and its room closes; at most a "
                  "day with fewer than two seated people, at least two turns");
    settings.time("--host-absence", limits.host_absence,
                  "Absence of the host between matches; then another player becomes host");
    settings.time("--absence", limits.absence,
                  "Absence during a match; then others may let a bot play for the seat");
    settings.time("--device-offer", limits.device_offer, "Validity of a code for another device");
    settings.time("--restart-grace", limits.restart_grace,
                  "Time added to the clock of a match after a restart");
    settings.time("--house-pause", limits.house_pause,
                  "Pause before a bot plays for an absent seat; built-in bots take 0.6 to 1.8 times as long");
    settings.time("--quick-start", limits.quick_start,
                  "Time from enough players for a quick match to its start");
    settings.time("--lonely", limits.auto_bot_after, "Time alone after quick.match; then a bot may join");
    settings.count("--missed-turns", limits.missed_turns, 1, 1'000,
                   "Turns in a row played by the clock; then a bot plays the seat");
    settings.count("--chat-lines", limits.chat_lines, std::size_t{0}, std::size_t{50},
                   "Chat lines kept of a room");
}

void check_together(const Limits& limits) {
    if (limits.collapse_bytes > limits.outbox_bytes)
        throw CLI::ValidationError("--collapse-bytes", "must not be more than --outbox-bytes");
}

}  // namespace

std::variant<Config, int> read_config(std::vector<std::string> arguments, std::ostream& out,
                                      std::ostream& err) {
    Config config;
    CLI::App app(std::string(about), "cubilete serve");
    app.formatter(help_of_settings());
    app.option_defaults()->take_last();
    app.set_help_flag("-h,--help", "Show this and exit")->group("Server");
    app.set_help_all_flag("--help-markdown", "Show the settings as rows of a Markdown table")
        ->group("Server");
    app.set_config("--config", "", "Read settings from this file")->type_name("FILE")->group("Server");
    app.config_formatter(file_of_settings(app));
    declare_house(Settings(app), config);
    declare_deadlines(Settings(app), config.limits);
    declare_limits(Settings(app), config.limits);
    declare_guards(Settings(app), config.limits);
    declare_table(Settings(app), config.limits);
    try {
        std::ranges::reverse(arguments);
        app.parse(std::move(arguments));
        check_together(config.limits);
    } catch (const CLI::CallForHelp&) {
        out << app.help();
        return 0;
    } catch (const CLI::CallForAllHelp&) {
        out << markdown(app);
        return 0;
    } catch (const CLI::ParseError& error) {
        err << "cubilete serve: " << error.what() << "\nTry: cubilete serve --help\n";
        return 2;
    }
    return config;
}

}  // namespace cubilete::server
