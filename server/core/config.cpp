#include "server/core/config.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <locale>
#include <map>
#include <optional>
#include <ostream>
#include <sstream>
#include <type_traits>

#include <CLI/CLI.hpp>

#include "server/core/address.hpp"
#include "server/core/origin.hpp"
#include "server/core/spdlog.hpp"

namespace cubilete::server {

namespace {

constexpr std::string_view about =
    "Opens the house: serves the page, the rooms and the games until it is told to stop (SIGTERM or "
    "Ctrl-C).\n"
    "Every setting is a flag, an environment variable (--log-json is CUBILETE_LOG_JSON) and a key of the "
    "TOML\n"
    "file given with --config (log-json = true). A flag wins over the environment, that over the file.";

/// --log-json -> CUBILETE_LOG_JSON
std::string variable_of(std::string_view flag) {
    std::string name = "CUBILETE_";
    for (const char c : flag.substr(2))
        name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return name;
}

/// Reads the settings file. CLI11 alone would prefer it to the environment and would ignore unknown sections.
class SettingsFile final : public CLI::ConfigTOML {
  public:
    explicit SettingsFile(const CLI::App& app) : app_(app) {}

    std::vector<CLI::ConfigItem> from_config(std::istream& in) const override {
        auto settings = CLI::ConfigTOML::from_config(in);
        // CLI11 marks the begin and the end of a section by items of these names.
        std::erase_if(settings,
                      [](const CLI::ConfigItem& item) { return item.name == "++" || item.name == "--"; });
        for (const CLI::ConfigItem& item : settings)
            if (!item.parents.empty() || app_.get_option_no_throw("--" + item.name) == nullptr)
                throw CLI::ValidationError("--config", "there is no setting " + item.fullname());
        std::erase_if(settings, [](const CLI::ConfigItem& item) {
            return std::getenv(variable_of("--" + item.name).c_str()) != nullptr;
        });
        return settings;
    }

  private:
    const CLI::App& app_;
};

/// Returns the default without the brackets that CLI11 puts around lists.
std::string usual_value(const CLI::Option& option) {
    const std::string usual = option.get_default_str();
    return usual.starts_with('[') && usual.ends_with(']') ? usual.substr(1, usual.size() - 2) : usual;
}

/// Prints one line per setting: `--port NUMBER [8080]   Port to listen at`.
class Help final : public CLI::Formatter {
  public:
    Help() { column_width(36); }

    std::string make_option_opts(const CLI::Option* option) const override {
        if (option->get_type_size() == 0) return {};
        const std::string usual = usual_value(*option);
        return ' ' + option->get_type_name() + (usual.empty() ? "" : " [" + usual + ']');
    }
};

/// The same settings as rows of a Markdown table, for the README.
std::string markdown(const CLI::App& app) {
    std::string text;
    const auto helps = [&](const CLI::Option* option) {
        return option == app.get_help_ptr() || option == app.get_help_all_ptr();
    };
    for (const std::string& group : app.get_groups()) {
        const auto options = app.get_options(
            [&](const CLI::Option* option) { return option->get_group() == group && !helps(option); });
        if (options.empty()) continue;
        text += fmt::format("| **{}** | | |\n", group);
        for (const CLI::Option* option : options) {
            const std::string usual = option->get_type_size() == 0 ? "off" : usual_value(*option);
            text += fmt::format("| `{}` | {} | {} |\n", option->get_name(),
                                usual.empty() ? "" : '`' + usual + '`', option->get_description());
        }
    }
    return text;
}

std::string text_of(milliseconds time) {
    if (time.count() % 86'400'000 == 0) return fmt::format("{}d", time.count() / 86'400'000);
    if (time.count() % 60'000 == 0) return fmt::format("{}min", time.count() / 60'000);
    if (time.count() % 1'000 == 0) return fmt::format("{}s", time.count() / 1'000);
    return fmt::format("{}ms", time.count());
}

const std::map<std::string, std::int64_t> time_units{
    {"ms", 1}, {"s", 1'000}, {"min", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}};

std::string text_of(Rate rate) { return fmt::format("{}/{}", rate.count, text_of(rate.per)); }

/// Reads a rate such as `20/10s`: count 1..10^9, time up to 7 days. Returns nothing for anything else.
std::optional<Rate> parse_rate(const std::string& text) {
    std::istringstream in(text);
    in.imbue(std::locale::classic());
    std::int64_t count = 0, per = 0;
    char slash = 0;
    std::string unit;
    if (!(in >> std::noskipws >> count >> slash >> per >> unit) || !in.eof() || slash != '/')
        return std::nullopt;
    const auto known = time_units.find(unit);
    constexpr std::int64_t most = 1'000'000'000, longest = 7 * 24 * 3'600'000;
    if (known == time_units.end() || count < 1 || count > most || per < 1 || per > longest / known->second)
        return std::nullopt;
    return Rate{static_cast<double>(count), milliseconds(per * known->second)};
}

std::string must_be_rate(const std::string& text) {
    return parse_rate(text) ? "" : text + " is not a rate like 20/10s";
}

/// Reads `all`, a time such as `90d`, or a size of the data file such as `2GiB`. Returns nothing for anything
/// else.
std::optional<storage::KeepLogs> parse_keep_logs(const std::string& text) {
    if (text == "all") return storage::KeepLogs{};
    static const std::map<std::string, std::int64_t> times{{"h", 3'600'000}, {"d", 24 * 3'600'000}};
    static const std::map<std::string, std::int64_t> sizes{
        {"MiB", std::int64_t{1} << 20}, {"GiB", std::int64_t{1} << 30}, {"TiB", std::int64_t{1} << 40}};
    std::int64_t count = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
    const std::string unit(read.ptr, text.data() + text.size());
    if (read.ec != std::errc() || count < 1 || count > 1'000'000) return std::nullopt;
    if (const auto time = times.find(unit); time != times.end())
        return storage::KeepLogs{.for_ms = count * time->second, .most_bytes = {}};
    if (const auto size = sizes.find(unit); size != sizes.end())
        return storage::KeepLogs{.for_ms = {}, .most_bytes = count * size->second};
    return std::nullopt;
}

std::string must_be_keep_logs(const std::string& text) {
    return parse_keep_logs(text) ? "" : text + " is not all, nor a time like 90d, nor a size like 2GiB";
}

/// Declares settings: each gets a flag, an environment variable and a key of the settings file.
class Settings {
  public:
    explicit Settings(CLI::App& app) : app_(app) {}

    void group(std::string name) { group_ = std::move(name); }

    template <class Value>
    CLI::Option* value(const std::string& flag, Value& target, const std::string& help) {
        const char* type = std::is_arithmetic_v<Value> ? "NUMBER" : "TEXT";
        return declared(app_.add_option(flag, target, help)->capture_default_str()->type_name(type), flag);
    }
    void on_off(const std::string& flag, bool& target, const std::string& help) {
        declared(app_.add_flag(flag, target, help), flag);
    }
    template <class Number>
    void count(const std::string& flag, Number& target, Number least, Number most, const std::string& help) {
        value(flag, target, help)->check(CLI::Range(least, most).description(""));
    }
    void size(const std::string& flag, std::size_t& target, const std::string& help) {
        value(flag, target, help)
            ->transform(CLI::AsSizeValue(false).description(""))
            ->check(CLI::Range(std::int64_t{64}, std::int64_t{1} << 30).description(""))
            ->type_name("BYTES");
    }
    void time(const std::string& flag, milliseconds& target, const std::string& help) {
        const auto set = [&target](std::int64_t count) { target = milliseconds(count); };
        declared(app_.add_option_function<std::int64_t>(flag, set, help), flag)
            ->transform(
                CLI::AsNumberWithUnit(time_units, CLI::AsNumberWithUnit::UNIT_REQUIRED).description(""))
            ->check(CLI::Range(std::int64_t{1}, std::int64_t{366} * 24 * 3'600'000).description(""))
            ->type_name("TIME")
            ->default_str(text_of(target));
    }

    void rate(const std::string& flag, Rate& target, const std::string& help) {
        const auto set = [&target](const std::string& text) { target = parse_rate(text).value(); };
        declared(app_.add_option_function<std::string>(flag, set, help), flag)
            ->check(CLI::Validator(must_be_rate, ""))
            ->type_name("COUNT/TIME")
            ->default_str(text_of(target));
    }
    void logs(const std::string& flag, storage::KeepLogs& target, const std::string& help) {
        const auto set = [&target](const std::string& text) { target = parse_keep_logs(text).value(); };
        declared(app_.add_option_function<std::string>(flag, set, help), flag)
            ->check(CLI::Validator(must_be_keep_logs, ""))
            ->type_name("TIME|SIZE")
            ->default_str("all");
    }
    CLI::Option* list(const std::string& flag, std::vector<std::string>& target, const std::string& help) {
        return value(flag, target, help)->take_all()->delimiter(',');
    }

  private:
    CLI::Option* declared(CLI::Option* option, const std::string& flag) const {
        return option->envname(variable_of(flag))->group(group_);
    }

    CLI::App& app_;
    std::string group_;
};

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
    app.formatter(std::make_shared<Help>());
    app.option_defaults()->take_last();
    app.set_help_flag("-h,--help", "Show this and exit")->group("House");
    app.set_help_all_flag("--help-markdown", "Show the settings as rows of a Markdown table")->group("House");
    app.set_config("--config", "", "Read settings from this file")->type_name("FILE")->group("House");
    app.config_formatter(std::make_shared<SettingsFile>(app));
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
