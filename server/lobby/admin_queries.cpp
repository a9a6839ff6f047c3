#include "server/lobby/admin_queries.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "server/core/tokens.hpp"
#include "server/room/report_row.hpp"

namespace cubilete::server {

using protocol::Json;

namespace {

constexpr std::size_t most_listed = 200;  // decrees
constexpr std::int64_t most_lines = 100;  // of the log
constexpr std::int64_t reports_a_page = 20;

bool has_words(const Decree& decree, const std::string& lower_case) {
    std::string all = decree.player + '\n' + decree.name + '\n' + decree.text + '\n' + decree.by;
    for (const std::string& network : decree.networks) all += '\n' + network;
    return to_small_letters(all).find(lower_case) != std::string::npos;
}

/// The decrees that somebody searches for, sorted; those that have ended come last.
std::vector<Decree> sorted_decrees(const storage::Store& store, const protocol::AdminBansRequest& wanted,
                                   std::int64_t now_ms) {
    using Order = protocol::AdminBansRequest::Order;
    std::vector<Decree> found;
    for (const storage::AdminRow& row : store.admin_rows({.kind = storage::AdminRow::Kind::decree})) {
        auto decree = decree_of(row);
        if (decree && decree->kind != Decree::Kind::set &&
            (!wanted.find || has_words(*decree, to_small_letters(*wanted.find))))
            found.push_back(*std::move(decree));
    }
    const auto before = [&](const Decree& one, const Decree& other) {
        if (one.holds(now_ms) != other.holds(now_ms)) return one.holds(now_ms);
        constexpr auto never = std::numeric_limits<std::int64_t>::max();
        switch (wanted.order) {
            case Order::newest: return one.no > other.no;
            case Order::until: return one.until_ms.value_or(never) < other.until_ms.value_or(never);
            case Order::refused: return one.refused > other.refused;
            case Order::name: return one.name < other.name;
        }
        return false;
    };
    std::ranges::stable_sort(found, before);
    return found;
}

/// The people of all nodes, each once, with their tables at all of them. `parts`: answers to "who".
std::vector<Json> merge_people(const std::vector<Json>& parts) {
    std::map<std::string, Json> people;
    std::map<std::string, std::set<std::string>> tables;
    for (const Json& part : parts) {
        for (const Json& one : part.value("people", Json::array())) {
            const std::string id = one["player"]["id"];
            Json& person = people.try_emplace(id, one).first->second;
            if (one["since_ms"] < person["since_ms"]) person["since_ms"] = one["since_ms"];
            person["new"] = person["new"].get<bool>() || one["new"].get<bool>();
            for (const Json& code : one["tables"]) tables[id].insert(code);
        }
        for (const Json& one : part.value("seats", Json::array()))
            for (const Json& code : one["tables"]) tables[one["player"]].insert(code);
    }
    std::vector<Json> merged;
    for (auto& [id, person] : people) {
        person["tables"] = tables[id];
        merged.push_back(std::move(person));
    }
    return merged;
}

}  // namespace

AdminQueries::AdminQueries(Actor& lobby, DecreeKeeper& decrees, AdminScatterGather& parts)
    : lobby_(lobby), decrees_(decrees), parts_(parts) {}

// ---- who is here

void AdminQueries::carry_out(const PendingAdminRequest& ask, const protocol::AdminWhoRequest&) {
    parts_.ask_all({{"ask", "who"}}, [ask](OtherNodes::AdminAnswers all) {
        ask.answer(protocol::AdminReply(
            protocol::AdminPeopleReply{.people = merge_people(all.parts), .silent = std::move(all.silent)}));
    });
}

void AdminQueries::carry_out(const PendingAdminRequest& ask, const protocol::AdminTablesRequest&) {
    parts_.ask_all({{"ask", "tables"}}, [ask](OtherNodes::AdminAnswers all) {
        protocol::AdminTablesReply tables{.tables = {}, .silent = std::move(all.silent)};
        for (const Json& part : all.parts)
            for (const Json& one : part.value("tables", Json::array())) tables.tables.push_back(one);
        ask.answer(protocol::AdminReply(tables));
    });
}

void AdminQueries::carry_out(const PendingAdminRequest& ask, const protocol::AdminTableRequest& request) {
    const Json question{{"ask", "table"}, {"room", request.room}};
    parts_.ask_all(question, [ask, room = request.room](const OtherNodes::AdminAnswers& all) {
        for (const Json& part : all.parts)
            if (part.contains("table"))
                return ask.answer(protocol::AdminReply(protocol::read_admin_table_reply(part["table"])));
        if (!all.silent.empty()) return ask.answer(refused(RefusalReason::desk_node_silent));
        ask.answer(no_room(room));
    });
}

void AdminQueries::carry_out(const PendingAdminRequest& ask, const protocol::AdminPlayerRequest& request) {
    const Json question{{"ask", "networks"}, {"player", request.player}};
    parts_.ask_all(question, [this, ask, id = request.player](const OtherNodes::AdminAnswers& all) {
        show_player(ask, id, all);
    });
}

/// `all`: what the nodes know of the player.
void AdminQueries::show_player(const PendingAdminRequest& ask, const std::string& id,
                               const OtherNodes::AdminAnswers& all) {
    struct Found {
        std::optional<storage::Player> player;
        std::vector<storage::AdminRow> decrees;
    };
    const auto find = [id](const storage::Store& store) {
        return Found{store.player(id),
                     store.admin_rows({.kind = storage::AdminRow::Kind::decree, .about = id})};
    };
    look_up<Found>(lobby_, ask, find, [this, ask, id, all](const Found& found) {
        if (!found.player) return ask.refuse(RefusalReason::desk_player_unknown, id, "/player");
        protocol::AdminPlayerReply view{.player = {id, found.player->name, found.player->bot},
                                        .made_ms = found.player->since_ms};
        std::set<std::string> networks;
        std::set<std::string> tables;
        for (const Json& part : all.parts) {
            for (const Json& one : part.value("networks", Json::array())) networks.insert(one["hash"]);
            for (const Json& one : part.value("tables", Json::array())) tables.insert(one);
            if (part.contains("here_since_ms")) {
                const std::int64_t since_ms = part["here_since_ms"];
                view.here_since_ms = std::min(view.here_since_ms.value_or(since_ms), since_ms);
            }
        }
        for (const std::string& hash : networks) view.networks.push_back(decrees_.tag_of(hash));
        view.tables.assign(tables.begin(), tables.end());
        for (const storage::AdminRow& row : found.decrees)
            if (const auto decree = decree_of(row)) view.decrees.push_back(view_of(*decree));
        view.silent = all.silent;
        ask.answer(protocol::AdminReply(view));
    });
}

// ---- decrees and the log

void AdminQueries::carry_out(const PendingAdminRequest& ask, const protocol::AdminBansRequest& request) {
    // Also when the disk has no room for the counts.
    decrees_.write_counts([this, ask, request](bool) {
        const auto find = [request, now_ms = lobby_.clock().wall_ms()](const storage::Store& store) {
            return sorted_decrees(store, request, now_ms);
        };
        look_up<std::vector<Decree>>(lobby_, ask, find, [this, ask](const std::vector<Decree>& found) {
            protocol::AdminDecreesReply list{.decrees = {}, .total = std::ssize(found)};
            for (std::size_t at = 0; at < std::min(found.size(), most_listed); ++at)
                list.decrees.push_back(view_of(found[at]));
            ask.answer(protocol::AdminReply(list));
        });
    });
}

protocol::AdminDecree AdminQueries::view_of(const Decree& decree) const {
    const std::int64_t now_ms = std::as_const(lobby_).clock().wall_ms();
    protocol::AdminDecree view{.no = decree.no,
                               .kind = static_cast<protocol::AdminDecree::Kind>(decree.kind),
                               .player = {},
                               .networks = {},
                               .key = {},
                               .text = decree.text,
                               .at_ms = decree.at_ms,
                               .until_ms = decree.until_ms,
                               .newcomers_until_ms = {},
                               .by = decree.by,
                               .refused = decree.refused,
                               .holds = decree.holds(now_ms)};
    if (!decree.player.empty()) view.player = {decree.player, decree.name, false};
    for (const std::string& network : decree.networks) view.networks.push_back(decrees_.tag_of(network));
    if (!decree.key.empty()) view.key = decree.key;
    if (decree.bars_newcomers(now_ms)) view.newcomers_until_ms = decree.newcomers_end_ms();
    return view;
}

void AdminQueries::carry_out(const PendingAdminRequest& ask, const protocol::AdminLogRequest& request) {
    storage::AdminQuery wanted{.kind = storage::AdminRow::Kind::log, .most = most_lines};
    if (request.before) wanted.before = *request.before;
    const auto find = [wanted](const storage::Store& store) {
        protocol::AdminLogReply page;
        for (const storage::AdminRow& row : store.admin_rows(wanted)) page.lines.push_back(log_line_of(row));
        if (std::ssize(page.lines) == most_lines) page.next = page.lines.back().no;
        return page;
    };
    look_up<protocol::AdminLogReply>(lobby_, ask, find, [ask](const protocol::AdminLogReply& page) {
        ask.answer(protocol::AdminReply(page));
    });
}

void AdminQueries::carry_out(const PendingAdminRequest& ask, const protocol::AdminReportsRequest& request) {
    storage::AdminQuery wanted{.kind = storage::AdminRow::Kind::report, .most = reports_a_page};
    if (request.before) wanted.before = *request.before;
    const auto find = [wanted](const storage::Store& store) {
        protocol::AdminReportsReply page;
        for (const storage::AdminRow& row : store.admin_rows(wanted)) page.reports.push_back(report_of(row));
        if (std::ssize(page.reports) == reports_a_page) page.next = page.reports.back().no;
        return page;
    };
    look_up<protocol::AdminReportsReply>(lobby_, ask, find, [ask](const protocol::AdminReportsReply& page) {
        ask.answer(protocol::AdminReply(page));
    });
}

void AdminQueries::carry_out(const PendingAdminRequest& ask, const protocol::AdminSettingsRequest&) {
    const std::int64_t now_ms = lobby_.clock().wall_ms();
    protocol::AdminSettingsReply list;
    for (const std::string_view name : setting_names) {
        const std::string key(name);
        const auto& flags = lobby_.services().admin.rules;
        if (const Decree* set = decrees_.decrees().setting(key, now_ms))
            list.settings.push_back({key, set->text, set->by});
        else if (const auto flag = flags.find(key); flag != flags.end())
            list.settings.push_back({key, flag->second, {}});
    }
    for (const Decree* line : decrees_.decrees().lines(now_ms))
        list.lines.insert(list.lines.begin(), view_of(*line));
    ask.answer(protocol::AdminReply(list));
}

}  // namespace cubilete::server
