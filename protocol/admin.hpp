#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/json.hpp"
#include "protocol/json_text.hpp"
#include "protocol/people.hpp"

/// An operator's requests to a server (protocol/README.md, section 14), by its Unix socket or from its page;
/// admin_wire.hpp has their names (`desk.`…) and ranges on the wire. Times are milliseconds since 1970, UTC.
namespace cubilete::protocol {

/// How long a decree holds.
struct AdminDuration {
    std::optional<std::int64_t> ms = {};  ///< nullopt: forever
};
/// `30m`, `12h`, `7d` or `forever`; nullopt for any other text.
std::optional<AdminDuration> parse_admin_duration(std::string_view text);

constexpr std::int64_t ms_of_a_day = 24 * 3'600'000;

// ---- requests

/// With the secret of a link, or of a session that was opened with one.
struct AdminOpenRequest {
    std::string secret = {};
};
struct AdminWhoRequest {};
struct AdminTablesRequest {};
struct AdminTableRequest {
    std::string room = {};
};
struct AdminPlayerRequest {
    std::string player = {};
};
struct AdminMuteRequest {
    std::string player = {};
    AdminDuration term{7 * ms_of_a_day};
    std::string reason = {};
};
/// Of a player, of the network of a player, or of a block of addresses.
struct AdminBanRequest {
    std::optional<std::string> player = {};
    bool whole_network = false;               ///< of the player
    std::optional<std::string> network = {};  ///< 192.0.2.0/24
    AdminDuration term{7 * ms_of_a_day};
    std::string reason = {};
    AdminDuration newcomers{ms_of_a_day};  ///< no new players from the network of a banned one for that long
    bool yes = false;    ///< of a network: after the number of those whom it shuts out was shown
    bool force = false;  ///< of a network: also where it is likely to be a mistake
};
struct AdminBansRequest {
    enum class Order { newest, until, refused, name };
    std::optional<std::string> find = {};
    Order order = Order::newest;
};
struct AdminUnbanRequest {
    std::int64_t no = 0;
};
struct AdminChangeRequest {
    std::int64_t no = 0;
    std::optional<AdminDuration> term = {};  ///< from now on
    std::optional<std::string> reason = {};
    std::optional<AdminDuration> newcomers = {};  ///< from now on
};
/// The account of the player is deleted, as players do it themselves.
struct AdminForgetRequest {
    std::string player = {};
};
struct AdminLogRequest {
    std::optional<std::int64_t> before = {};  ///< the `next` of the previous page
};
struct AdminSayRequest {
    std::string text = {};
    AdminDuration term{7 * ms_of_a_day};
};
/// The match of a table is abandoned, and the table closes.
struct AdminCloseRequest {
    std::string room = {};
    std::string reason = {};
};
struct AdminSetRequest {
    std::string key = {};
    std::string value = {};  ///< "default": that of the flags of the server
};
struct AdminSettingsRequest {};
struct AdminReportsRequest {
    std::optional<std::int64_t> before = {};  ///< the `next` of the previous page
};
/// The report needs no attention any more.
struct AdminReportRequest {
    std::int64_t no = 0;
};
/// A new link to the admin page (`/desk`).
struct AdminLinkRequest {
    std::optional<std::string> url =
        {};  ///< where the operator reaches the server; else its public address or localhost
};
/// The sessions that were opened with links.
struct AdminLinksRequest {
    bool end = false;  ///< ends all of them, and links that were not used
};
using AdminRequest =
    std::variant<AdminOpenRequest, AdminWhoRequest, AdminTablesRequest, AdminTableRequest, AdminPlayerRequest,
                 AdminMuteRequest, AdminBanRequest, AdminBansRequest, AdminUnbanRequest, AdminChangeRequest,
                 AdminForgetRequest, AdminLogRequest, AdminSayRequest, AdminCloseRequest, AdminSetRequest,
                 AdminSettingsRequest, AdminReportsRequest, AdminReportRequest, AdminLinkRequest,
                 AdminLinksRequest>;

// ---- replies

/// A player who is here.
struct AdminPerson {
    PlayerInfo player = {};
    std::int64_t since_ms = 0;                ///< connected since then
    bool is_new = false;                      ///< made less than a day ago
    std::optional<std::string> network = {};  ///< its tag
    std::vector<std::string> tables = {};
};
struct AdminPeopleReply {
    std::vector<Json> people = {};         ///< each an AdminPerson
    std::vector<std::string> silent = {};  ///< nodes that have not answered
};
struct AdminTableSummary {
    std::string room = {};
    std::string game = {};
    RoomPhase phase = RoomPhase::waiting;
    std::vector<std::string> players = {};  ///< names, in the order of the seats
    int seats = 0;
    int spectators = 0;
    bool is_public = false;
    bool locked = false;
    std::int64_t since_ms = 0;
};
struct AdminTablesReply {
    std::vector<Json> tables = {};  ///< each an AdminTableSummary
    std::vector<std::string> silent = {};
};
struct AdminChatLine {
    std::string from = {};
    std::string name = {};
    std::string text = {};
    std::int64_t at_ms = 0;
};
struct AdminTableReply {
    struct Person {
        PlayerInfo player = {};
        std::optional<int> seat = {};
        bool online = false;
    };
    AdminTableSummary line = {};
    std::string host = {};
    std::vector<Person> people = {};
    std::vector<AdminChatLine> chat = {};
};
struct AdminDecree {
    enum class Kind { ban, network, mute, say, set };
    std::int64_t no = 0;
    Kind kind = Kind::ban;
    std::optional<PlayerInfo> player = {};
    std::vector<std::string> networks = {};  ///< tags, or a block as the operator typed it
    std::optional<std::string> key = {};     ///< of a setting
    std::string text = {};                   ///< the reason, the line or the value
    std::int64_t at_ms = 0;
    std::optional<std::int64_t> until_ms = {};                           ///< nullopt: forever
    std::optional<std::optional<std::int64_t>> newcomers_until_ms = {};  ///< null: forever
    std::string by = {};
    std::int64_t refused = 0;
    bool holds = false;
};
struct AdminDecreesReply {
    std::vector<AdminDecree> decrees = {};
    std::int64_t total = 0;  ///< also those that are not listed
};
struct AdminPlayerReply {
    PlayerInfo player = {};
    std::int64_t made_ms = 0;
    std::optional<std::int64_t> here_since_ms = {};
    std::vector<std::string> networks = {};  ///< tags
    std::vector<std::string> tables = {};
    std::vector<AdminDecree> decrees = {};
    std::vector<std::string> silent = {};
};
/// The result of a decree.
struct AdminDecreeReply {
    std::optional<std::int64_t> no = {};
    std::optional<std::int64_t> until_ms = {};
    std::optional<std::optional<std::int64_t>> newcomers_until_ms = {};  ///< null: forever
    /// Nothing was done: it would shut out so many other players seen since the start, and so many who are here.
    std::optional<std::int64_t> others = {};
    std::optional<std::int64_t> here = {};
    std::vector<std::string> silent = {};  ///< of a ban: what these nodes know of the networks is missing
};
struct AdminLogLine {
    std::int64_t no = 0;
    std::int64_t at_ms = 0;
    std::string by = {};
    std::string what = {};
    std::optional<PlayerInfo> player = {};
    std::string text = {};
};
struct AdminLogReply {
    std::vector<AdminLogLine> lines = {};  ///< the newest first
    std::optional<std::int64_t> next = {};
};
struct AdminSetting {
    std::string key = {};
    std::string value = {};
    std::string by = {};  ///< empty: of the flags
};
struct AdminSettingsReply {
    std::vector<AdminSetting> settings = {};
    std::vector<AdminDecree> lines = {};  ///< to everybody, that hold; the newest first
};
struct AdminReportView {
    std::int64_t no = 0;
    std::int64_t at_ms = 0;
    PlayerInfo player = {};  ///< the reported one
    PlayerInfo by = {};
    std::string about = {};
    std::string text = {};
    std::string room = {};
    std::optional<std::string> match = {};
    std::int64_t seq = 0;  ///< the newest entry of the match then
    std::vector<AdminChatLine> chat = {};
    std::string done_by = {};  ///< empty: it needs attention
};
struct AdminReportsReply {
    std::vector<AdminReportView> reports = {};  ///< the newest first
    std::optional<std::int64_t> next = {};
};
struct AdminLinkReply {
    std::int64_t no = 0;  ///< by which the log names it
    std::string url = {};
    std::int64_t until_ms = 0;
};
struct AdminLinksReply {
    std::vector<std::int64_t> open = {};  ///< numbers of the links with a session
    std::vector<std::string> silent = {};
};
struct AdminSessionReply {
    std::string session = {};   ///< the secret that opens the admin page again
    std::int64_t link = 0;      ///< number of the link
    std::int64_t until_ms = 0;  ///< then it ends
};
using AdminReply = std::variant<AdminDecreeReply, AdminPeopleReply, AdminTablesReply, AdminTableReply,
                                AdminDecreesReply, AdminPlayerReply, AdminLogReply, AdminSessionReply,
                                AdminSettingsReply, AdminReportsReply, AdminLinkReply, AdminLinksReply>;
JsonText to_json(const AdminReply& reply);
/// As to_json() writes it.
AdminTableReply read_admin_table_reply(const Json& json);
JsonText to_json(const AdminPerson& person);
JsonText to_json(const AdminTableSummary& line);

}  // namespace cubilete::protocol
