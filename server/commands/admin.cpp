#include "protocol/admin.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <spdlog/fmt/chrono.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "protocol/codec.hpp"
#include "server/commands/commands.hpp"
#include "server/core/log.hpp"
#include "server/core/text_file.hpp"
#include "server/net/admin_socket.hpp"

namespace cubilete::server {

namespace {

namespace fs = std::filesystem;
using protocol::Json;

constexpr int refused_code = 1, wrong_words = 2, no_server = 3;
constexpr int answer_s = 10;  // as long as the desk's page waits

/// No server answers; what() says why, for the operator.
struct NoServer : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// ---- the connection

/// Throws CLI::ValidationError for what the server would not read.
std::string line_of(const Json& request) {
    std::string line;
    try {
        line = request.dump() + '\n';
    } catch (const Json::type_error&) {
        throw CLI::ValidationError("What you gave is not UTF-8");
    }
    if (line.size() > AdminSocket::most_bytes)
        throw CLI::ValidationError("What you gave is longer than a megabyte");
    return line;
}

/// Where the data of a server may be.
struct Place {
    fs::path directory;
    bool is_foreign = false;  ///< nobody has named it, and anybody may have made it
};

/// Whether a server of that user is believed although nobody has named it. SUDO_UID is who has called sudo.
bool is_trusted(uid_t user) {
    const char* caller = std::getenv("SUDO_UID");
    return user == 0 || user == ::geteuid() || (caller != nullptr && caller == std::to_string(user));
}

/// A connection to the admin socket of a server.
class AdminClient {
  public:
    /// To the first of these places whose server answers. Throws NoServer.
    explicit AdminClient(const std::vector<Place>& places) {
        std::string tried;
        for (const Place& place : places) {
            tried += (tried.empty() ? "" : "; ") + place.directory.string() + ": " + connect(place);
            if (socket_ >= 0) return;
        }
        throw NoServer("no server answers in these data directories; --data names another (" + tried + ")");
    }
    ~AdminClient() {
        if (socket_ >= 0) ::close(socket_);
    }
    AdminClient(const AdminClient&) = delete;
    AdminClient& operator=(const AdminClient&) = delete;

    /// Throws NoServer if the server ends meanwhile or does not answer, and CLI::ValidationError.
    Json ask(const Json& request) {
        const std::string line = line_of(request);
        std::size_t sent = 0;
        while (sent < line.size()) {
            const ssize_t more = ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
            if (more <= 0) break;  // a server that refuses this user may say so and close
            sent += static_cast<std::size_t>(more);
        }
        std::string answer;
        std::array<char, 4096> piece{};
        while (answer.find('\n') == std::string::npos) {
            const ssize_t more = ::recv(socket_, piece.data(), piece.size(), 0);
            if (more < 0 && errno == EAGAIN)
                throw NoServer(
                    fmt::format("the server has not answered for {} s, and may still do it", answer_s));
            if (more <= 0) throw NoServer("the server has ended before it answered");
            answer.append(piece.data(), static_cast<std::size_t>(more));
        }
        return Json::parse(answer.substr(0, answer.find('\n')));
    }

  private:
    /// Returns why there is no connection.
    std::string connect(const Place& place) {
        try {
            const SocketDirectory directory(place.directory);
            std::string why = connect(directory, admin_socket_name({}), place);
            if (socket_ >= 0) return {};
            for (const auto& entry : fs::directory_iterator(place.directory)) {
                const std::string name = entry.path().filename();
                if (!name.starts_with(admin_socket_stem) || !name.ends_with(admin_socket_suffix)) continue;
                why = connect(directory, name, place);
                if (socket_ >= 0) return {};
            }
            return why;
        } catch (const std::system_error& error) {
            return error.code().message();
        }
    }
    std::string connect(const SocketDirectory& directory, const std::string& name, const Place& place) {
        socket_ = directory.connect(name);
        if (socket_ < 0) return std::strerror(errno);
        const timeval most{.tv_sec = answer_s, .tv_usec = 0};
        for (const int wait : {SO_RCVTIMEO, SO_SNDTIMEO})
            ::setsockopt(socket_, SOL_SOCKET, wait, &most, sizeof most);
        const auto user = peer_user(socket_);
        if (!place.is_foreign || (user && is_trusted(*user))) return {};
        ::close(std::exchange(socket_, -1));
        return "another user's server, asked only if you name it";
    }

    int socket_ = -1;
};

std::vector<Place> socket_places(const std::string& data) {
    if (!data.empty()) return {{data}};
    std::vector<Place> places;
    if (const char* set = std::getenv("CUBILETE_DATA"); set != nullptr && *set != '\0')
        places.push_back({set});
    places.push_back({.directory = "data", .is_foreign = true});
    places.push_back({"/var/lib/cubilete"});  // only root can make it
    return places;
}

// ---- what is printed

std::string to_plain_text(const Json& text) { return to_printable(text.get<std::string>()); }

std::string time_text(std::int64_t ms) {
    return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(static_cast<std::time_t>(ms / 1'000)));
}
std::string end_text(const Json& until_ms) {
    return until_ms.is_null() ? "forever" : "until " + time_text(until_ms.get<std::int64_t>());
}

/// A person as their name and id.
std::string person_text(const Json& player) {
    return to_plain_text(player["name"]) + " (" + to_plain_text(player["id"]) + ')';
}

std::string list_text(const Json& texts) {
    std::string all;
    for (const Json& one : texts) all += (all.empty() ? "" : " ") + to_plain_text(one);
    return all.empty() ? "-" : all;
}

using Row = std::vector<std::string>;

/// Counts characters, so that names of any letters stand below each other.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

void print_table(std::ostream& out, const std::vector<Row>& rows) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const Row& row : rows)
        for (std::size_t at = 0; at < row.size(); ++at) widths[at] = std::max(widths[at], width_of(row[at]));
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t at = 0; at + 1 < row.size(); ++at)
            line += row[at] + std::string(widths[at] - width_of(row[at]) + 2, ' ');
        out << line << row.back() << '\n';
    }
}

void print_silent(std::ostream& out, const Json& reply) {
    for (const Json& node : reply.value("silent", Json::array()))
        out << "Not answering: node " << to_plain_text(node) << '\n';
}

void print_who(std::ostream& out, const Json& reply) {
    std::vector<Row> rows{{"NAME", "ID", "HERE SINCE", "NEW", "NETWORK", "TABLES"}};
    for (const Json& one : reply["people"])
        rows.push_back({to_plain_text(one["player"]["name"]), to_plain_text(one["player"]["id"]),
                        time_text(one["since_ms"]), one["new"] ? "new" : "",
                        one["network"].is_null() ? "-" : to_plain_text(one["network"]),
                        list_text(one["tables"])});
    if (reply["people"].empty())
        out << "Nobody is here.\n";
    else
        print_table(out, rows);
    print_silent(out, reply);
}

Row table_row(const Json& line) {
    std::string marks = line["public"] ? "public" : "private";
    if (line["locked"]) marks += ", password";
    std::string people;
    for (const Json& name : line["players"]) people += (people.empty() ? "" : ", ") + to_plain_text(name);
    return {to_plain_text(line["room"]), to_plain_text(line["game"]),  to_plain_text(line["phase"]), marks,
            time_text(line["since_ms"]), people.empty() ? "-" : people};
}

void print_tables(std::ostream& out, const Json& reply) {
    std::vector<Row> rows{{"TABLE", "GAME", "PHASE", "", "OPEN SINCE", "PEOPLE"}};
    for (const Json& line : reply["tables"]) rows.push_back(table_row(line));
    print_table(out, rows);
    print_silent(out, reply);
}

void print_table_view(std::ostream& out, const Json& view) {
    print_table(out, {table_row(view)});
    for (const Json& one : view["people"])
        out << (one["seat"].is_null() ? "watches" : "seat " + one["seat"].dump()) << "  "
            << person_text(one["player"]) << (one["online"] ? "" : ", away") << '\n';
    for (const Json& line : view["chat"])
        out << time_text(line["at_ms"]) << "  " << to_plain_text(line["name"]) << ": "
            << to_plain_text(line["text"]) << '\n';
}

void print_decrees(std::ostream& out, const Json& decrees) {
    std::vector<Row> rows{{"NO", "KIND", "WHOM", "ENDS", "REFUSED", "BY", "REASON"}};
    for (const Json& one : decrees) {
        std::string whom = one["player"].is_null() ? "" : person_text(one["player"]);
        if (one["kind"] == "network") whom += (whom.empty() ? "" : ", ") + list_text(one["networks"]);
        rows.push_back({one["no"].dump(), to_plain_text(one["kind"]), whom.empty() ? "everybody" : whom,
                        one["holds"] ? end_text(one["until_ms"]) : "has ended", one["refused"].dump(),
                        to_plain_text(one["by"]), to_plain_text(one["text"])});
    }
    print_table(out, rows);
}

void print_bans(std::ostream& out, const Json& reply) {
    const Json& shown = reply["decrees"];
    print_decrees(out, shown);
    if (shown.size() < reply["total"])
        out << "The first " << shown.size() << " of " << reply["total"]
            << ". Others: cubilete admin bans FIND\n";
}

void print_player(std::ostream& out, const Json& view) {
    out << person_text(view["player"]) << (view["player"]["bot"] ? ", a program" : "") << '\n'
        << "Made:     " << time_text(view["made_ms"]) << '\n'
        << "Here:     "
        << (view["here_since_ms"].is_null() ? "no" : "since " + time_text(view["here_since_ms"])) << '\n'
        << "Networks: " << list_text(view["networks"]) << '\n'
        << "Tables:   " << list_text(view["tables"]) << '\n';
    if (!view["decrees"].empty()) print_decrees(out, view["decrees"]);
    print_silent(out, view);
}

void print_log(std::ostream& out, const Json& page) {
    std::vector<Row> rows{{"NO", "WHEN", "BY", "WHAT", "WHOM", "WHY"}};
    for (const Json& line : page["lines"])
        rows.push_back({line["no"].dump(), time_text(line["at_ms"]), to_plain_text(line["by"]),
                        to_plain_text(line["what"]),
                        line["player"].is_null() ? "-" : person_text(line["player"]),
                        to_plain_text(line["text"])});
    print_table(out, rows);
    if (!page["next"].is_null()) out << "More: cubilete admin log --before " << page["next"] << '\n';
}

void print_settings(std::ostream& out, const Json& reply) {
    std::vector<Row> rows{{"SETTING", "BY", "VALUE"}};
    for (const Json& one : reply["settings"]) {
        std::string value = to_plain_text(one["value"]);
        const auto lines = std::ranges::count(one["value"].get_ref<const std::string&>(), '\n');
        if (lines > 0) value = "a list of " + std::to_string(lines) + " lines";
        rows.push_back({to_plain_text(one["key"]), one["by"] == "" ? "flags" : to_plain_text(one["by"]),
                        value.empty() ? "-" : value});
    }
    print_table(out, rows);
}

void print_reports(std::ostream& out, const Json& page) {
    for (const Json& one : page["reports"]) {
        out << "Report " << one["no"] << ", " << time_text(one["at_ms"]) << ", table "
            << to_plain_text(one["room"])
            << (one["match"].is_null()
                    ? ""
                    : ", match " + to_plain_text(one["match"]) + " after entry " + one["seq"].dump())
            << (one["done_by"] == "" ? "" : ", done by " + to_plain_text(one["done_by"])) << '\n'
            << "  " << person_text(one["by"]) << " about the " << to_plain_text(one["about"]) << " of "
            << person_text(one["player"]) << ": " << to_plain_text(one["text"]) << '\n';
        for (const Json& line : one["chat"])
            out << "    " << time_text(line["at_ms"]) << "  " << to_plain_text(line["name"]) << ": "
                << to_plain_text(line["text"]) << '\n';
    }
    if (page["reports"].empty()) out << "No reports.\n";
    if (!page["next"].is_null()) out << "More: cubilete admin reports --before " << page["next"] << '\n';
}

void print_ban(std::ostream& out, const Json& done, bool is_of_network) {
    out << "Ban " << done["no"] << " holds " << end_text(done.value("until_ms", Json())) << ".\n";
    print_silent(out, done);
    if (done.contains("silent"))
        out << "Networks that only these know are not in the ban: ban again when they answer.\n";
    if (is_of_network) return;
    out << "It stops a device, not a person: whoever clears the browser is a new player.\n";
    if (done.contains("newcomers_until_ms"))
        out << "From their network no new players may come " << end_text(done["newcomers_until_ms"]) << ".\n";
    else
        out << "Their network is not known or not theirs alone, so new players may come from it.\n";
}

void print_done(std::ostream& out, const Json& done) {
    if (!done.contains("no")) {
        out << "Done.\n";
        return;
    }
    out << "Number " << done["no"] << " holds " << end_text(done.value("until_ms", Json())) << ".\n";
}

// ---- the words

/// The request that a command sends to the server, and how its answer is printed.
struct Command {
    Json request;
    std::function<void(std::ostream&, const Json&)> print = print_done;
};

std::string join_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

/// "7d insults others" as time and reason; without a time it is that of the server. "2 days" is no reason, since it would hold for a week.
/// @throws CLI::ValidationError for a first word that looks like a time and is none, or after which no reason follows
void add_term_and_reason(Json& request, std::vector<std::string> words) {
    const std::string first = words.front();
    if (protocol::parse_admin_duration(first)) {
        if (words.size() == 1)
            throw CLI::ValidationError("WORDS", "after the time " + first + " the reason is missing");
        request["for"] = first;
        words.erase(words.begin());
    } else if (first.find_first_of("0123456789") == 0 && first.find(' ') == std::string::npos) {
        throw CLI::ValidationError(
            "WORDS",
            first + " is not a time like 30m, 12h, 7d or forever; quote a reason that begins with a number");
    }
    request["reason"] = join_words(words);
}

std::string require_term(const std::string& text) {
    return protocol::parse_admin_duration(text) ? "" : text + " is not a time like 30m, 12h, 7d or forever";
}

/// CLI11 would read a number that begins with 0 as octal.
std::string require_number(const std::string& text) {
    const bool is_number = !text.empty() && text.front() != '0' && text.size() < 16 &&
                           text.find_first_not_of("0123456789") == text.npos;
    return is_number ? "" : text + " is not a number from 1 on";
}

/// Declares the words; `command` is set when one of them was given.
class AdminCommandLine {
  public:
    AdminCommandLine(CLI::App& app, Command& command) : app_(app), command_(command) {}

    void add_views();
    void add_orders();
    void add_house();
    void add_links();
    bool yes() const { return yes_; }

  private:
    CLI::App& add(const char* name, const char* help, std::function<void()> given) {
        CLI::App* sub = app_.add_subcommand(name, help);
        sub->callback(std::move(given))->fallthrough();
        return *sub;
    }
    CLI::Option* add_player(CLI::App& sub) {
        return sub.add_option("PLAYER", player_, "Id of a player")->required();
    }
    void add_reason(CLI::App& sub) {
        sub.add_option("WORDS", words_, "How long (30m, 12h, 7d, forever; without it 7d), and the reason")
            ->required();
    }
    void add_number(CLI::App& sub) {
        sub.add_option("N", number_, "Its number, as `bans` shows it")->required()->check(require_number);
    }
    void ban();
    void change();
    void set();

    CLI::App& app_;
    Command& command_;
    std::string player_, code_, find_, order_, term_, newcomers_, reason_, key_, value_;
    std::vector<std::string> words_;
    std::int64_t number_ = 0;
    bool network_ = false, yes_ = false, force_ = false, end_ = false;
};

void AdminCommandLine::add_views() {
    add("who", "Who is here", [this] { command_ = {{{"t", "desk.who"}}, print_who}; });
    add("tables", "All tables", [this] { command_ = {{{"t", "desk.tables"}}, print_tables}; });
    CLI::App& table = add("table", "A table, its people and its chat", [this] {
        command_ = {{{"t", "desk.table"}, {"room", code_}}, print_table_view};
    });
    table.add_option("CODE", code_, "Code of the table")->required();
    add_player(add("player", "A player, with their bans and mutes", [this] {
        command_ = {{{"t", "desk.player"}, {"player", player_}}, print_player};
    }));
    CLI::App& bans = add("bans", "Bans and mutes", [this] {
        command_ = {{{"t", "desk.bans"}}, print_bans};
        if (!find_.empty()) command_.request["find"] = find_;
        if (!order_.empty()) command_.request["order"] = order_;
    });
    bans.add_option("FIND", find_,
                    "Only those with this text in the name, the id, the reason or who made them");
    bans.add_option("--sort", order_, "newest, until, refused or name")
        ->check(CLI::IsMember({"newest", "until", "refused", "name"}).description(""));
    CLI::App& log = add("log", "What operators did", [this] {
        command_ = {{{"t", "desk.log"}}, print_log};
        if (number_ > 0) command_.request["before"] = number_;
    });
    log.add_option("--before", number_, "Only what is older than this line")->check(CLI::PositiveNumber);
    CLI::App& reports = add("reports", "What players have reported of others", [this] {
        command_ = {{{"t", "desk.reports"}}, print_reports};
        if (number_ > 0) command_.request["before"] = number_;
    });
    reports.add_option("--before", number_, "Only what is older than this report")
        ->check(CLI::PositiveNumber);
    add("settings", "What `set` can change, and its values", [this] {
        command_ = {{{"t", "desk.settings"}}, print_settings};
    });
}

void AdminCommandLine::add_orders() {
    CLI::App& mute = add("mute", "Let a player write no chat", [this] {
        command_ = {{{"t", "desk.mute"}, {"player", player_}}};
        add_term_and_reason(command_.request, words_);
    });
    add_player(mute);
    add_reason(mute);
    CLI::App& bans = add("ban", "Ban a player, or everybody from a network", [this] { ban(); });
    bans.add_option("WHOM", player_, "Id of a player; with --network also a block of addresses")->required();
    add_reason(bans);
    bans.add_flag("--network", network_, "Everybody from this network, or from that of this player");
    bans.add_option("--newcomers", newcomers_,
                    "How long no new players may come from the network of a banned player; without it 24h")
        ->check(require_term);
    bans.add_flag("--yes", yes_, "With --network: do not ask");
    bans.add_flag("--force", force_,
                  "With --network: also a network that probably everybody has, or a large one");
    CLI::App& forget = add("forget", "Delete a player's account, as they can themselves", [this] {
        command_ = {{{"t", "desk.forget"}, {"player", player_}}};
    });
    add_player(forget);
    forget.add_flag("--yes", yes_, "Nothing brings it back")->required();
    add_number(add("unban", "End a ban, a mute or a line to everybody", [this] {
        command_ = {{{"t", "desk.unban"}, {"no", number_}}, [no = number_](std::ostream& out, const Json&) {
                        out << "Number " << no << " has ended, and holds for nobody any more.\n";
                    }};
    }));
    CLI::App& changes =
        add("change", "Change the time or the reason of a ban or a mute", [this] { change(); });
    add_number(changes);
    changes.add_option("--for", term_, "How long from now on")->check(require_term);
    changes.add_option("--reason", reason_, "Its reason");
    changes.add_option("--newcomers", newcomers_, "How long from now on no new players may come")
        ->check(require_term);
}

void AdminCommandLine::add_house() {
    CLI::App& say = add("say", "Tell everybody who is here, and whoever comes", [this] {
        command_ = {{{"t", "desk.say"}, {"text", join_words(words_)}}};
        if (!term_.empty()) command_.request["for"] = term_;
    });
    say.add_option("TEXT", words_, "Plain text, up to 280 characters")->required();
    say.add_option("--for", term_, "How long it is shown; without it 7d")->check(require_term);
    CLI::App& close = add("close", "Close a table; its match counts for nobody", [this] {
        command_ = {{{"t", "desk.close"}, {"room", code_}, {"reason", join_words(words_)}}};
    });
    close.add_option("CODE", code_, "Code of the table")->required();
    close.add_option("REASON", words_, "Its players read it")->required();
    CLI::App& set = add("set", "Change a setting of the running server, for good", [this] { this->set(); });
    set.add_option("KEY", key_, "open-tables, house-word, public-tables, chat, refused-names, refused-words")
        ->required();
    set.add_option("VALUE", value_, "Its value, or a file with a word a line; default: as the flags say")
        ->required();
    CLI::App& report = add("report", "Mark a report as done", [this] {
        command_ = {{{"t", "desk.report"}, {"no", number_}}};
    });
    report.add_option("N", number_, "Number of a report")->required()->check(require_number);
    report.add_option("done", value_)->required()->check(CLI::IsMember({"done"}).description(""));
}

void AdminCommandLine::add_links() {
    CLI::App& link =
        add("link", "Print a link to the desk's page, which works once within five minutes", [this] {
            command_ = {{{"t", "desk.link"}}, [](std::ostream& out, const Json& made) {
                            out << to_plain_text(made["url"]) << '\n';
                        }};
            if (!value_.empty()) command_.request["url"] = value_;
        });
    link.add_option("--url", value_,
                    "Where you reach the server, if not at its --public-url: http://localhost:8080");
    CLI::App& links = add("links", "The sessions of links", [this] {
        command_ = {{{"t", "desk.links"}, {"end", end_}}, [end = end_](std::ostream& out, const Json& list) {
                        for (const Json& one : list["open"])
                            out << "link " << one << (end ? " has ended" : "") << '\n';
                        if (list["open"].empty())
                            out << (end ? "No session was open. Links that nobody has used yet have ended.\n"
                                        : "No link is open.\n");
                        print_silent(out, list);
                    }};
    });
    links.add_flag("--end", end_, "End them all, and links that nobody has used yet");
}

void AdminCommandLine::set() {
    std::string value = value_;
    if (key_.starts_with("refused-") && value != "default") {
        try {
            value = read_text_file(value_);
        } catch (const std::runtime_error& unreadable) {
            throw CLI::ValidationError("VALUE", unreadable.what());
        }
        if (value.empty() || value.back() != '\n') value += '\n';
    }
    command_ = {{{"t", "desk.set"}, {"key", key_}, {"value", value}}};
}

void AdminCommandLine::ban() {
    const bool is_block = network_ && player_.find_first_of(".:") != std::string::npos;
    command_ = {{{"t", "desk.ban"}, {is_block ? "network" : "player", player_}},
                [network = network_](std::ostream& out, const Json& done) { print_ban(out, done, network); }};
    if (network_ && !is_block) command_.request["whole_network"] = true;
    add_term_and_reason(command_.request, words_);
    if (!newcomers_.empty()) command_.request["newcomers"] = newcomers_;
    if (yes_) command_.request["yes"] = true;
    if (force_) command_.request["force"] = true;
}

void AdminCommandLine::change() {
    command_ = {{{"t", "desk.change"}, {"no", number_}}};
    if (!term_.empty()) command_.request["for"] = term_;
    if (!reason_.empty()) command_.request["reason"] = reason_;
    if (!newcomers_.empty()) command_.request["newcomers"] = newcomers_;
}

/// Asks the operator whether a network is to be banned.
bool is_confirmed(const Json& question, std::ostream& out) {
    print_silent(out, question);
    out << "That shuts out at most " << question["others"] << " other players seen since the server started, "
        << question["here"] << " of them here now. Type yes to do it: " << std::flush;
    std::string answer;
    return std::getline(std::cin, answer) && answer == "yes";
}

/// Returns how to find the player whom the server does not know; empty for other answers.
std::string advice(const Json& request, const Json& answer) {
    const std::string why = answer.value("why", "");
    if (why == "desk_block_wide" || why == "desk_network_of_all") return " --force does it.";
    if (why != "desk_player_unknown") return {};
    const auto& id = request["player"].get_ref<const std::string&>();
    if (request["t"] == "desk.ban" && id.find_first_of(".:") != std::string::npos)
        return " A network is banned with --network.";
    return " `cubilete admin who` prints the ids of those who are here.";
}

/// Prints the answer; returns the exit code.
int carry_out(Command command, AdminClient& admin, bool as_json, std::ostream& out, std::ostream& err) {
    command.request["id"] = 1;
    Json answer = admin.ask(command.request);
    if (answer["t"] == "ok" && answer.contains("others") && !as_json) {
        if (!is_confirmed(answer, out)) {
            err << "Nothing was done.\n";
            return refused_code;
        }
        command.request["yes"] = true;
        answer = admin.ask(command.request);
    }
    const bool done = answer["t"] == "ok" && !answer.contains("others");
    if (as_json)
        out << answer.dump() << '\n';
    else if (answer["t"] == "ok")
        command.print(out, answer);
    if (!done)
        err << (answer.contains("text") ? to_plain_text(answer["text"]) : "Not done without --yes.")
            << advice(command.request, answer) << '\n';
    return done ? 0 : refused_code;
}

}  // namespace

int run_admin(const Arguments& arguments, std::ostream& out, std::ostream& err) {
    CLI::App app("Asks the desk of a running server on this machine.", "cubilete admin");
    app.require_subcommand(1);
    std::string data;
    bool as_json = false;
    app.add_option("--data", data, "Data directory of the server [CUBILETE_DATA, data or /var/lib/cubilete]");
    app.add_flag("--json", as_json, "Print the answer as JSON");
    Command command;
    AdminCommandLine words(app, command);
    words.add_views();
    words.add_orders();
    words.add_house();
    words.add_links();
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        AdminClient admin(socket_places(data));
        return carry_out(std::move(command), admin, as_json, out, err);
    } catch (const CLI::CallForHelp&) {
        out << app.help();
        return 0;
    } catch (const CLI::ParseError& error) {
        err << "cubilete admin: " << error.what() << "\nTry: cubilete admin --help\n";
        return wrong_words;
    } catch (const NoServer& error) {
        err << "cubilete admin: " << error.what() << '\n';
        return no_server;
    }
}

}  // namespace cubilete::server
