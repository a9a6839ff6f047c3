#include "server/commands/serve_settings.hpp"

#include <algorithm>
#include <ostream>

#include "server/commands/settings.hpp"
#include "server/core/address.hpp"
#include "server/core/origin.hpp"

namespace cubilete::server {

namespace {

constexpr std::string_view about =
    "Opens the house: serves the page, the rooms and the games until it is told to stop (SIGTERM or "
    "Ctrl-C).\n"
    "Every setting is a flag, an environment variable (--log-json is CUBILETE_LOG_JSON) and a key of the "
    "TOML\n"
    "file given with --config (log-json = true). A flag wins over the environment, that over the file.";

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
    settings.group("House");
    settings.value("--host", config.host, "Address to listen at; 0.0.0.0 or :: for all of this machine");
    settings.value("--port", config.port, "Port to listen at; 0 takes any free one");
    settings.value("--port-file", config.port_file, "Write the port to this file once the server is open");
    settings.value("--data", config.data, "Directory of the data file; made if it is not there");
    settings.count("--keep", config.keep, 0, 10'000,
                   "Daily backups to keep in the data directory; 0 makes none");
    settings.logs(
        "--keep-logs", config.keep_logs,
        "Logs of finished matches: all, those of a time (90d, 12h), or as many as the data file has "
        "room for (2GiB); of the others the result stays");
    settings.on_off(
        "--restored", config.restored,
        "Go on with data that lacks what was answered once, such as an older copy; for one start");
    settings
        .value("--boards", config.boards,
               "Matches that the leaderboards count: all, public (of public tables without a password), none "
               "(there are no boards)")
        ->check(CLI::IsMember({"all", "public", "none"}).description(""));
    settings.count("--threads", config.threads, 1, 256, "Threads that serve");

    settings.group("Web");
    settings
        .value("--public-url", config.public_url,
               "Where players reach the server, if a proxy stands before it")
        ->check(CLI::Validator(must_be_public_url, ""));
    settings.list("--origins", config.origins, "Further pages that may connect, e.g. https://example.org")
        ->check(CLI::Validator(must_be_origin, ""));
    settings
        .list("--hosts", config.hosts,
              "Further names to answer to; those of --public-url and --origins, addresses and names that "
              "only a "
              "local network knows are answered to anyway")
        ->check(CLI::Validator(must_be_host, ""));
    settings
        .list("--trusted-proxies", config.trusted_proxies,
              "Addresses and networks whose X-Forwarded-For is believed, or none")
        ->check(CLI::Validator(must_be_network, ""));
    settings
        .value("--metrics", config.metrics,
               "Who may read /metrics: private (addresses that are not of the internet), all, none")
        ->check(CLI::IsMember({"private", "all", "none"}).description(""));
    settings.value("--web", config.web, "Serve the web client from this directory, not the built-in one")
        ->check(CLI::ExistingDirectory.description(""));

    settings.group("Log");
    settings
        .value("--log-level", config.log_level,
               "Least level to log: trace, debug, info, warning, error, critical, off")
        ->check(
            CLI::IsMember({"trace", "debug", "info", "warning", "error", "critical", "off"}).description(""));
    settings.on_off("--log-json", config.log_json, "One JSON object a line instead of text");
}

void declare_deadlines(Settings settings, Limits& limits) {
    settings.group("Deadlines");
    settings.time("--request-deadline", limits.request_deadline,
                  "From the connection to a whole HTTP request");
    settings.time("--hello-deadline", limits.hello_deadline,
                  "From the WebSocket's opening to an accepted hello");
    settings.time("--message-deadline", limits.message_deadline, "From a message's first byte to its last");
    settings.time("--write-deadline", limits.write_deadline, "Without progress of a write; then close 4008");
    settings.time("--close-deadline", limits.close_deadline, "For a closing handshake");
    settings.time("--idle-deadline", limits.idle_deadline, "Without a byte, answers to pings included");
    settings.time("--drain-deadline", limits.drain_deadline, "From SIGTERM to the exit");
}

void declare_limits(Settings settings, Limits& limits) {
    constexpr std::size_t many = 1'000'000;
    settings.group("Limits");
    settings.size("--message-bytes", limits.message.bytes, "Of a message; more is refused too_big");
    settings.count("--message-depth", limits.message.depth, std::size_t{2}, std::size_t{256},
                   "Of arrays and objects in a message; more is refused too_deep");
    settings.count("--message-values", limits.message.values, std::size_t{16}, many,
                   "In a message; more is refused too_big");
    settings.count("--unanswered", limits.unanswered, std::size_t{1}, many,
                   "Requests of one socket under way; past it, the socket is not read");
    settings.size("--collapse-bytes", limits.collapse_bytes,
                  "Queued for one socket; past it, overtaken pushes are dropped");
    settings.size("--outbox-bytes", limits.outbox_bytes, "Queued for one socket; past it, close 4008");
    settings.count("--journal-backlog", limits.journal_backlog, std::size_t{1}, many,
                   "Writes not yet on disk; past it, requests are refused busy");
    settings.count("--look-ups", limits.look_ups, std::size_t{1}, many,
                   "Questions about the past that wait; past it, the address that asks most is refused busy");
    settings.count("--most-sockets", limits.most_sockets, std::size_t{1}, many,
                   "WebSockets open at once, 10 KiB each; one more is turned away with 503");
    settings.count("--most-rooms", limits.most_rooms, std::size_t{1}, many,
                   "Rooms open at once, 32 KiB each; one more is refused busy");
    settings.size(
        "--queued-bytes", limits.queued_bytes,
        "Queued for all sockets; past it, newcomers are turned away and the slowest are closed, 4008");
}

void declare_guards(Settings settings, Limits& limits) {
    constexpr std::size_t many = 1'000'000;
    settings.group("Guard rails");
    settings.count(
        "--most-connections", limits.most_connections, std::size_t{1}, many,
        "Connections open at once, HTTP included; one more is closed. File descriptors may allow fewer");
    settings.count("--connections-per-address", limits.connections_of_address, std::size_t{1}, many,
                   "Connections of one address open at once, HTTP included; one more is closed");
    settings.count("--sockets-per-address", limits.sockets_of_address, std::size_t{1}, many,
                   "WebSockets of one address open at once; one more is closed, 4009");
    settings.rate("--openings-per-address", limits.openings_of_address,
                  "WebSockets that one address may open; past it, 429 with a time to wait");
    settings.rate("--http-per-address", limits.http_of_address,
                  "HTTP requests of one address; past it, 429 with a time to wait");
    settings.rate(
        "--guests-per-address", limits.guests_of_address,
        "New players of one address; past it, rate_limited with a time to wait, as in all that follow");
    settings.rate("--wrong-tokens-per-address", limits.wrong_tokens_of_address,
                  "Unknown tokens of one address");
    settings.rate("--wrong-rooms-per-address", limits.wrong_rooms_of_address,
                  "Codes of rooms that do not exist, asked for over HTTP by one address");
    settings.count("--rooms-per-address", limits.rooms_of_address, std::size_t{1}, many,
                   "Rooms open at once, with somebody there, that one address has opened");
    settings.count("--rooms-per-player", limits.rooms_of_player, std::size_t{1}, many,
                   "Rooms open at once that one player has opened");
    settings.rate("--requests-per-player", limits.requests_of_player, "Requests of one player");
    settings.rate("--chat-per-player", limits.chat_of_player, "Lines of chat of one player");
    settings.rate(
        "--house-per-player", limits.house_of_player,
        "Entries that players of the house make in the matches that one player started; past it they "
        "take longer");
    settings.rate("--house-per-address", limits.house_of_address, "The same of one address");
    settings.rate("--messages-per-socket", limits.messages_of_socket,
                  "Messages of one socket, refused ones included; past it, close 4002");
    settings.rate("--pings-per-socket", limits.pings_of_socket,
                  "Pings, pongs and empty fragments of one socket; past it, close 4002");
}

void declare_table(Settings settings, Limits& limits) {
    settings.group("Table");
    settings.time("--empty-room", limits.empty_room, "Until a room without humans closes");
    settings.time(
        "--abandon-after", limits.abandon_after,
        "Until a match is abandoned that no human is connected to, and its room closes; a day at most "
        "where fewer than two people sit, and never less than two turns");
    settings.time("--host-absence", limits.host_absence, "Between matches; then another becomes host");
    settings.time("--absence", limits.absence,
                  "During a match; then the house may be asked to play for a seat");
    settings.time("--device-offer", limits.device_offer, "A code for another device is good for it");
    settings.time("--restart-grace", limits.restart_grace,
                  "Added to the clock of a match taken up after a restart");
    settings.time("--house-pause", limits.house_pause,
                  "Before the house plays for an absent seat; its players take 0.6 to 1.8 times as long");
    settings.time("--quick-start", limits.quick_start,
                  "From when enough are there after quick.match to the match");
    settings.time("--lonely", limits.auto_bot_after, "Alone after quick.match; then a house player may come");
    settings.count("--missed-turns", limits.missed_turns, 1, 1'000,
                   "In a row played by the clock; then the house takes the seat");
    settings.count("--chat-lines", limits.chat_lines, std::size_t{0}, std::size_t{50}, "Kept of a room");
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
    app.set_help_flag("-h,--help", "Show this and exit")->group("House");
    app.set_help_all_flag("--help-markdown", "Show the settings as rows of a Markdown table")->group("House");
    app.set_config("--config", "", "Read settings from this file")->type_name("FILE")->group("House");
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
