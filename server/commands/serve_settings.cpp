#include "server/commands/serve_settings.hpp"

#include <algorithm>
#include <cstdlib>
#include <ostream>

#include "server/cluster/link.hpp"
#include "server/commands/data_location.hpp"
#include "server/commands/setting_sources.hpp"
#include "server/commands/settings.hpp"
#include "server/core/address.hpp"
#include "server/core/origin.hpp"

namespace cubilete::server {

namespace {

constexpr std::string_view about =
    "Runs the server: the web page, the rooms and the games, until it gets SIGTERM or Ctrl-C.\n"
    "Every setting is a flag, an environment variable (--log-json is CUBILETE_LOG_JSON) and a key of the "
    "TOML\n"
    "file given with --config (log-json = true). A flag overrides the environment, which overrides the file.";
constexpr std::string_view about_limits =
    "Limits, for tests: `--limit hello-deadline=2s`. They may change in any version.";
constexpr std::size_t many = 1'000'000;

std::string must_be_origin(const std::string& text) {
    return parse_origin(text) ? "" : text + " is not an origin like https://example.org";
}

std::string must_be_node_address(const std::string& text) {
    const auto address = mesh::parse_node_address(text);
    if (!address) return text + " is not an address like 10.0.0.2:7000";
    const bool any = address->host == "0.0.0.0" || address->host == "::";
    return any ? text + " is no address that other servers can connect to" : "";
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

void declare_server(Settings settings, Config& config) {
    settings.group("Server");
    settings.value("--host", config.host,
                   "Address to listen on; 0.0.0.0 or :: for all network interfaces of this machine");
    settings.count("--port", config.port, std::uint16_t{0}, std::uint16_t{65'535},
                   "Port to listen on; 0 takes any free one");
    settings.value("--port-file", config.port_file, "Write the port to this file once the server listens");
    settings.value(
        "--data", config.data,
        "Directory of the data file, the backups and the bots' tables; created if it does not exist");
    settings.count("--keep", config.keep, 0, 10'000,
                   "Number of daily backups to keep in the data directory; 0 makes none");
    settings.log_retention(
        "--keep-logs", config.keep_logs,
        "Which logs of finished matches to keep: all, those of a time (90d, 12h), or as many as fit "
        "into a size (2GiB) of the data file, or of the logs in a PostgreSQL. The results of all matches are "
        "kept");
    settings.toggle("--restored", config.restored,
                    "Start although the data lacks entries that players were told of, such as an older copy; "
                    "for one start");
    settings.checked(
        "--boards", config.boards, CLI::IsMember({"all", "public", "none"}),
        "Matches that the leaderboards count: all, public (of public rooms without a password), none "
        "(no leaderboards)");
    settings.checked(
        "--analysis", config.analysis, CLI::IsMember({"on", "off"}),
        "Whether finished matches are analysed (what luck gave, what decisions gave away): on, off");
    settings.checked(
        "--cup", config.cup, CLI::IsMember({"on", "off"}),
        "Whether there is a cup of the day, with the same dice for everybody; it needs the analyses: "
        "on, off");
    settings.count("--threads", config.threads, 1, 256, "Threads that serve players");
}

/// `cubilete admin set` changes these while the server runs.
void declare_house(Settings settings, Config& config) {
    settings.group("House");
    settings.checked("--open-tables", config.open_tables, CLI::IsMember({"all", "word", "nobody"}),
                     "Who may open tables: all, those who know the word of --house-word, nobody");
    settings.value("--house-word", config.house_word, "The word for --open-tables word, up to 64 characters");
    settings.checked("--public-tables", config.public_tables, CLI::IsMember({"on", "off"}),
                     "Whether tables may be listed and strangers may meet: on, off");
    settings.checked("--chat", config.chat, CLI::IsMember({"on", "off"}),
                     "Whether players may write to each other: on, off");
    settings.checked("--refused-names", config.refused_names, CLI::ExistingFile,
                     "File with words that no name may have, one a line; lines with # are comments");
    settings.checked("--refused-words", config.refused_words, CLI::ExistingFile,
                     "File with words that no line of the chat may have");
}

void declare_database(Settings settings, Config& config) {
    settings.group("PostgreSQL");
    settings.checked("--database", config.database, CLI::Validator(database_url_error, ""),
                     "Keep the data in this PostgreSQL, not in a data file: postgresql://USER@HOST/DATABASE. "
                     "Passwords belong into the environment or into PGPASSFILE, not into a flag");
    settings.count("--lanes", config.lanes, 1, 64,
                   "Connections to PostgreSQL that write, each one transaction at a time");
    settings.toggle("--take-over", config.take_over,
                    "Start although another server uses the database; that server stops. For one start");
    settings.checked(
        "--node-address", config.node_address, CLI::Validator(must_be_node_address, ""),
        "Be one of several servers on this database, and let the others connect to this address: "
        "HOST:PORT, in a private network");
    settings.checked(
        "--cluster-secret-file", config.cluster_secret_file, CLI::ExistingFile,
        "File with the secret that the servers on this database share, 16 characters or more; for "
        "--node-address");
}

void declare_web(Settings settings, Config& config) {
    settings.group("Web");
    settings.checked("--public-url", config.public_url, CLI::Validator(must_be_public_url, ""),
                     "URL under which players reach the server, if it is behind a proxy");
    settings
        .list("--origins", config.origins,
              "Origins of other pages that may connect, e.g. https://example.org")
        ->check(must_be_origin);
    settings
        .list("--hosts", config.hosts,
              "Further host names to answer to. The server always answers to those of --public-url and "
              "--origins, to IP addresses and to names of a local network")
        ->check(must_be_host);
    settings
        .list("--trusted-proxies", config.trusted_proxies,
              "Addresses and networks whose X-Forwarded-For is trusted, or none")
        ->check(must_be_network);
    settings.checked("--metrics", config.metrics, CLI::IsMember({"private", "all", "none"}),
                     "Who may read /metrics: private (clients with a private address), all, none");
    settings.checked("--web", config.web, CLI::ExistingDirectory,
                     "Serve the web client from this directory and `js` beside it, not the built-in one");

    settings.group("Log");
    settings.checked("--log-level", config.log_level,
                     CLI::IsMember({"trace", "debug", "info", "warning", "error", "critical", "off"}),
                     "Lowest level to log: trace, debug, info, warning, error, critical, off");
    settings.toggle("--log-json", config.log_json, "Log one JSON object per line instead of text");
}

/// The limits that operators change, e.g. for a school behind one address.
void declare_capacity(Settings settings, Limits& limits) {
    settings.group("Capacity");
    settings.count("--most-sockets", limits.most_sockets, std::size_t{1}, many,
                   "WebSockets open at once, 10 KiB each; one more is refused with 503");
    settings.count(
        "--most-rooms", limits.most_rooms, std::size_t{1}, many,
        "Rooms open at once, 32 KiB each; one more closes a room without connections, or is refused "
        "with busy");
    settings.count("--connections-per-address", limits.connections_of_address, std::size_t{1}, many,
                   "Connections of one address open at once, HTTP included; one more is closed");
    settings.count("--sockets-per-address", limits.sockets_of_address, std::size_t{1}, many,
                   "WebSockets of one address open at once; one more is closed with 4009");
    settings.rate("--http-per-address", limits.http_of_address,
                  "HTTP requests of one address; more are refused with 429 and a time to wait");
    settings.rate("--guests-per-address", limits.guests_of_address,
                  "New players of one address; more are refused with rate_limited and a time to wait");
    settings.count("--rooms-per-address", limits.rooms_of_address, std::size_t{1}, many,
                   "Rooms open at once, with somebody connected, that one address has opened");
    settings.count("--most-watchers", limits.most_watchers, std::size_t{0}, many,
                   "Members of one room without a seat; one more is refused with room_full");
    settings.rate("--requests-per-player", limits.requests_of_player,
                  "Requests of one player; more are refused with rate_limited and a time to wait");
    settings.rate("--entries-per-address", limits.entries_of_address,
                  "Moves and hints of one address, each some 250 bytes on the disk; more are refused with "
                  "rate_limited and a time to wait");
    settings.time(
        "--abandon-after", limits.abandon_after,
        "A match with no human connected is abandoned after this time, and its room closes; after a "
        "day at most if fewer than two people are seated, and never before two turns");
}

void declare_deadlines(Settings settings, Limits& limits) {
    settings.group("Deadlines");
    settings.time("--request-deadline", limits.request_deadline,
                  "From the connection to a complete HTTP request");
    settings.time("--hello-deadline", limits.hello_deadline,
                  "From the opening of a WebSocket to an accepted hello");
    settings.time("--message-deadline", limits.message_deadline,
                  "From the first byte of a message to its last");
    settings.time("--write-deadline", limits.write_deadline,
                  "Without progress of a write; then the socket is closed with 4008");
    settings.time("--close-deadline", limits.close_deadline, "For a closing handshake");
    settings.time("--idle-deadline", limits.idle_deadline,
                  "Without any received byte, answers to pings included");
    settings.time("--drain-deadline", limits.drain_deadline, "From SIGTERM to the exit");
}

void declare_queues(Settings settings, Limits& limits) {
    settings.group("Messages and queues");
    settings.size("--message-bytes", limits.message.bytes, "Of a message; more is refused with too_big");
    settings.count("--message-depth", limits.message.depth, std::size_t{2}, std::size_t{256},
                   "Of arrays and objects in a message; more is refused with too_deep");
    settings.count("--message-values", limits.message.values, std::size_t{16}, many,
                   "In a message; more is refused with too_big");
    settings.count("--unanswered", limits.unanswered, std::size_t{1}, many,
                   "Requests of one socket without a reply; past it, the socket is not read");
    settings.size("--collapse-bytes", limits.collapse_bytes,
                  "Queued for one socket; past it, superseded pushes are dropped");
    settings.size(
        "--outbox-bytes", limits.outbox_bytes,
        "Queued for one socket; past it, the socket is closed with 4008, unless a single message waits");
    settings.size(
        "--queued-bytes", limits.queued_bytes,
        "Queued for all sockets; past it, new ones are refused and the slowest are closed with 4008");
    settings.count("--journal-backlog", limits.journal_backlog, std::size_t{1}, many,
                   "Writes not yet on disk; past it, requests are refused with busy");
    settings.count("--look-ups", limits.look_ups, std::size_t{1}, many,
                   "Waiting queries about the past; past it, the address with the most is refused with busy");
}

void declare_rates(Settings settings, Limits& limits) {
    settings.group("Counts and rates");
    settings.count("--most-connections", limits.most_connections, std::size_t{1}, many,
                   "Connections open at once, HTTP included; the limit of open files may allow fewer");
    settings.rate("--openings-per-address", limits.openings_of_address,
                  "WebSockets that one address opens; more are refused with 429");
    settings.rate("--wrong-tokens-per-address", limits.wrong_tokens_of_address,
                  "Unknown tokens of one address");
    settings.rate("--wrong-rooms-per-address", limits.wrong_rooms_of_address,
                  "Unknown room codes of one address, over HTTP and sockets");
    settings.count("--rooms-per-player", limits.rooms_of_player, std::size_t{1}, many,
                   "Rooms open at once that one player has opened");
    settings.rate("--chat-per-player", limits.chat_of_player, "Chat lines of one player");
    settings.rate("--bot-entries-per-player,--house-per-player", limits.bots_of_player,
                  "Entries of built-in bots in the matches that one player started; past it they are slower");
    settings.rate("--bot-entries-per-address,--house-per-address", limits.bots_of_address,
                  "The same of one address");
    settings.rate("--messages-per-socket", limits.messages_of_socket,
                  "Messages of one socket, refused ones included; past it, it is closed with 4002");
    settings.rate("--pings-per-socket", limits.pings_of_socket,
                  "Pings, pongs and empty fragments of one socket; past it, it is closed with 4002");
}

void declare_room(Settings settings, Limits& limits) {
    settings.group("Rooms");
    settings.time("--empty-room", limits.empty_room, "Until a room without a connected human closes");
    settings.time("--host-absence", limits.host_absence,
                  "Of the host, between matches; then another member becomes host");
    settings.time("--absence", limits.absence,
                  "Of a player, during a match; then a bot may be asked to play the seat");
    settings.time("--device-offer", limits.device_offer, "Validity of a code that adds a device");
    settings.time("--dice-step", limits.dice_step, "For the tips, and for the reveals, of provable dice");
    settings.time("--dice-ask", limits.dice_ask, "For the values that an entry with provable dice asks for");
    settings.time("--dice-late", limits.dice_late,
                  "Of a seat in a match, for late values together; then it takes no part any more");
    settings.time("--dice-return", limits.dice_return, "Added to both after a restart");
    settings.time("--restart-grace", limits.restart_grace,
                  "Added to the clock of a match that continues after a restart");
    settings.time("--bot-pause,--house-pause", limits.bot_pause,
                  "Before a bot plays for an absent player; other bots take 0.9 to 1.5 times as long");
    settings.time("--quick-start", limits.quick_start,
                  "From enough players after quick.match to the start of the match");
    settings.time("--auto-bot-after,--lonely", limits.auto_bot_after,
                  "Alone after quick.match; then a bot may join");
    settings.count("--missed-turns", limits.missed_turns, 1, 1'000,
                   "In a row, ended by the clock; then a bot plays the seat");
    settings.count("--chat-lines", limits.chat_lines, std::size_t{0}, std::size_t{50},
                   "Kept of those who sit in a room, and half as many of others");
}

void check_together(const Config& config) {
    const Limits& limits = config.limits;
    if (limits.collapse_bytes > limits.outbox_bytes)
        throw CLI::ValidationError("--collapse-bytes", "must not be more than --outbox-bytes");
    if (!config.node_address.empty() && config.database.empty())
        throw CLI::ValidationError("--node-address", "needs --database: several servers share a PostgreSQL");
    if (config.node_address.empty() != config.cluster_secret_file.empty())
        throw CLI::ValidationError("--node-address", "and --cluster-secret-file need each other");
}

/// The limits that are set by --limit, each declared as a flag of its own command line.
class LimitFlags {
  public:
    explicit LimitFlags(Limits& limits) : app_(std::string(about_limits), "--limit") {
        app_.formatter(help_formatter());
        app_.option_defaults()->take_last();
        app_.set_help_flag();
        const Settings settings(app_, Settings::Sources::flag);
        declare_deadlines(settings, limits);
        declare_queues(settings, limits);
        declare_rates(settings, limits);
        declare_room(settings, limits);
    }

    std::string help() const { return app_.help(); }

    /// Sets limits given as `name=value`.
    void set(std::vector<std::string> given) {
        for (std::string& limit : given) limit.insert(0, "--");
        std::ranges::reverse(given);
        app_.parse(std::move(given));
    }

    /// Refuses environment variables that set a limit in earlier versions.
    void check_environment() const {
        for (const CLI::Option* limit : app_.get_options())
            for (const std::string& name : limit->get_lnames())
                if (const std::string variable = environment_variable("--" + name);
                    std::getenv(variable.c_str()) != nullptr)
                    throw CLI::ValidationError("--" + name, variable + " is no setting any more");
    }

    /// How to set the limit that a message about a wrong setting names, by its present name; empty if it
    /// names none.
    std::string hint(std::string_view message) const {
        std::string_view named;
        std::string present;
        for (const CLI::Option* limit : app_.get_options()) {
            for (const std::string& name : limit->get_lnames()) {
                if (name.size() <= named.size() || message.find(name) == std::string_view::npos) continue;
                named = name;
                present = limit->get_lnames().front();
            }
        }
        return named.empty() ? "" : "\n" + std::string(named) + " is a limit: --limit " + present + "=VALUE";
    }

  private:
    CLI::App app_;
};

}  // namespace

std::variant<Config, int> read_config(std::vector<std::string> arguments, std::ostream& out,
                                      std::ostream& err) {
    Config config;
    std::vector<std::string> given_limits;
    LimitFlags limits(config.limits);
    CLI::App app(std::string(about), "cubilete serve");
    app.formatter(help_formatter());
    app.option_defaults()->take_last();
    app.set_help_flag("-h,--help", "Print this and exit")->group("Server");
    app.set_help_all_flag("--help-markdown", "Print the settings as a Markdown table")->group("Server");
    app.set_config("--config", "", "Read settings from this file")->type_name("FILE")->group("Server");
    app.config_formatter(settings_file_parser(app));
    Settings settings(app);
    declare_server(settings, config);
    declare_house(settings, config);
    declare_database(settings, config);
    declare_web(settings, config);
    declare_capacity(settings, config.limits);
    settings.group("Tests");
    settings.list("--limit", given_limits,
                  "Another limit, for tests: hello-deadline=2s. --limit help lists them; they may change in "
                  "any version");
    try {
        app.parse(std::vector(arguments.rbegin(), arguments.rend()));
        apply_ignored_variables(app);
        limits.check_environment();
        refuse_unknown_variables(app);
        if (given_limits == std::vector<std::string>{"help"}) {
            out << limits.help();
            return 0;
        }
        limits.set(std::move(given_limits));
        check_together(config);
    } catch (const CLI::CallForHelp&) {
        out << app.help();
        return 0;
    } catch (const CLI::CallForAllHelp&) {
        out << settings_markdown(app);
        return 0;
    } catch (const CLI::ParseError& error) {
        const std::string refusal = error.what();
        err << "cubilete serve: " << escape_nonprintable(refusal) << setting_source(refusal, app, arguments)
            << flag_suggestion(refusal, app) << limits.hint(refusal) << "\nTry: cubilete serve --help\n";
        return 2;
    }
    return config;
}

}  // namespace cubilete::server
