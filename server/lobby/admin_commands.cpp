#include "server/lobby/admin_commands.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "server/core/spdlog.hpp"
#include "server/core/tokens.hpp"
#include "server/match/built_in_bots.hpp"
#include "server/room/report_row.hpp"
#include "server/room/room_refusals.hpp"

namespace cubilete::server {

using protocol::Json;

namespace {

constexpr int widest_ipv4 = 96 + 16;  // a block with a shorter prefix is probably a slip
constexpr int widest_ipv6 = 32;

std::string text_of(const protocol::AdminDuration& term) {
    if (!term.ms) return "forever";
    const std::int64_t minutes = *term.ms / 60'000;
    if (minutes % (24 * 60) == 0) return std::to_string(minutes / (24 * 60)) + 'd';
    return minutes % 60 == 0 ? std::to_string(minutes / 60) + 'h' : std::to_string(minutes) + 'm';
}

}  // namespace

AdminCommands::AdminCommands(Actor& lobby, DecreeKeeper& decrees, AdminScatterGather& parts,
                             Accounts& accounts)
    : lobby_(lobby), decrees_(decrees), parts_(parts), accounts_(accounts) {}

void AdminCommands::with_player(const PendingAdminRequest& ask, const std::string& id,
                                std::function<void(const storage::Player&)> then) {
    using Found = std::optional<storage::Player>;
    const auto find = [id](const storage::Store& store) { return store.player(id); };
    look_up<Found>(lobby_, ask, find, [ask, id, then = std::move(then)](const Found& found) {
        if (!found || found->gone) return ask.refuse(RefusalReason::desk_player_unknown, id, "/player");
        if (level_of(id)) return ask.refuse(RefusalReason::desk_player_is_bot, found->name, "/player");
        then(*found);
    });
}

std::optional<std::int64_t> AdminCommands::end_of(const protocol::AdminDuration& term) const {
    if (!term.ms) return std::nullopt;
    return std::as_const(lobby_).clock().wall_ms() + *term.ms;
}

Decree AdminCommands::new_decree(const PendingAdminRequest& ask, Decree::Kind kind,
                                 const protocol::AdminDuration& term, const std::string& text) {
    return {.id = random_id("d_"),
            .kind = kind,
            .text = text,
            .by = ask.by,
            .at_ms = lobby_.clock().wall_ms(),
            .until_ms = end_of(term)};
}

void AdminCommands::decree(const PendingAdminRequest& ask, const Decree& decree, const std::string& what,
                           const std::string& log, const std::vector<std::string>& silent,
                           const std::function<void()>& again) {
    const AdminAction act{ask.by, what, {decree.player, decree.name}, log, lobby_.clock().wall_ms()};
    const storage::PutAdminRow put = row_of(decree);
    const auto answer = [this, ask, id = put.row.id, what, silent](bool written) {
        if (!written) return ask.answer(refused(RefusalReason::disk_full));
        const Decree* made = decrees_.decrees().find_id(id);
        if (!made)
            return ask.answer(protocol::AdminReply(protocol::AdminDecreeReply()));  // it has ended already
        protocol::AdminDecreeReply done{.no = made->no, .until_ms = made->until_ms, .silent = silent};
        if (made->bars_newcomers(lobby_.clock().wall_ms()))
            done.newcomers_until_ms = made->newcomers_end_ms();
        spdlog::info("{}: {} {}", ask.by, what, made->no);
        ask.answer(protocol::AdminReply(done));
    };
    if (!again) return decrees_.write({put, row_of(act)}, answer);
    decrees_.write({put}, [this, row = put.row, line = row_of(act), again, answer](bool written) {
        const Decree* made = decrees_.decrees().find_id(row.id);
        if (!written || !made) return answer(written);
        if (row_of(*made).row.text != row.text) return again();  // the log has no line of what was not done
        decrees_.write({line}, answer);
    });
}

void AdminCommands::carry_out(const PendingAdminRequest& ask, const protocol::AdminMuteRequest& request) {
    with_player(ask, request.player, [this, ask, request](const storage::Player& player) {
        Decree mute = new_decree(ask, Decree::Kind::mute, request.term, request.reason);
        mute.player = player.id;
        mute.name = player.name;
        decree(ask, mute, "mute", text_of(request.term) + ": " + request.reason);
    });
}

void AdminCommands::carry_out(const PendingAdminRequest& ask, const protocol::AdminBanRequest& request) {
    if (request.player.has_value() == request.network.has_value())
        return ask.refuse("A ban is of a player or of a network.", "/player");
    if (request.network || request.whole_network) return ban_network(ask, request);
    ban_player(ask, request);
}

void AdminCommands::with_networks(const PendingAdminRequest& ask, const std::string& id,
                                  std::function<void(const storage::Player&, const Networks&)> then) {
    with_player(ask, id, [this, then = std::move(then)](const storage::Player& player) {
        const Json question{{"ask", "networks"}, {"player", player.id}};
        parts_.ask_all(question, [player, then](const OtherNodes::AdminAnswers& all) {
            Networks networks{.silent = all.silent};
            for (const Json& part : all.parts)
                for (const Json& one : part.value("networks", Json::array()))
                    networks.by_hash[one["hash"]] = one["doubtful"];
            then(player, networks);
        });
    });
}

void AdminCommands::ban_player(const PendingAdminRequest& ask, const protocol::AdminBanRequest& request) {
    with_networks(
        ask, *request.player, [this, ask, request](const storage::Player& player, const Networks& networks) {
            Decree ban = new_decree(ask, Decree::Kind::ban, request.term, request.reason);
            ban.player = player.id;
            ban.name = player.name;
            // A network that everybody seems to have would bar everybody.
            for (const auto& [hash, is_doubtful] : networks.by_hash)
                if (!is_doubtful || request.force) ban.networks.push_back(hash);
            ban.newcomers_until_ms = end_of(request.newcomers);
            decree(
                ask, ban, "ban",
                text_of(request.term) + ", newcomers " + text_of(request.newcomers) + ": " + request.reason,
                networks.silent);
        });
}

void AdminCommands::ban_network(const PendingAdminRequest& ask, const protocol::AdminBanRequest& request) {
    Decree ban = new_decree(ask, Decree::Kind::network_ban, request.term, request.reason);
    if (request.network) {
        const auto block = decree_block(*request.network);
        if (!block) return ask.refuse(RefusalReason::desk_block_wrong, {}, "/network");
        const bool ipv4 = request.network->find(':') == std::string::npos;
        if (block->bits < (ipv4 ? widest_ipv4 : widest_ipv6) && !request.force)
            return ask.refuse(RefusalReason::desk_block_wide, {}, "/network");
        ban.networks = {*request.network};
        return ban_networks(ask, request, ban, is_doubtful(*block, lobby_.services().admin.proxies), {});
    }
    with_networks(ask, *request.player,
                  [this, ask, request, ban](const storage::Player& player, const Networks& networks) mutable {
                      if (networks.by_hash.empty() && !networks.silent.empty())
                          return ask.answer(refused(RefusalReason::desk_node_silent));
                      if (networks.by_hash.empty())
                          return ask.refuse(RefusalReason::desk_network_unknown, {}, "/player");
                      ban.player = player.id;
                      ban.name = player.name;
                      bool is_unsafe = false;
                      for (const auto& [hash, doubtful] : networks.by_hash) {
                          is_unsafe = is_unsafe || doubtful;
                          ban.networks.push_back(hash);
                      }
                      ban_networks(ask, request, ban, is_unsafe, networks.silent);
                  });
}

/// Counts first whom the ban would shut out, unless the operator knows.
void AdminCommands::ban_networks(const PendingAdminRequest& ask, const protocol::AdminBanRequest& request,
                                 const Decree& ban, bool is_unsafe, const std::vector<std::string>& silent) {
    if (is_unsafe && !request.force)
        return ask.refuse(RefusalReason::desk_network_of_all, {}, request.network ? "/network" : "/player");
    if (request.yes)
        return decree(
            ask, ban, "ban --network",
            (request.network ? *request.network + ' ' : "") + text_of(request.term) + ": " + request.reason,
            silent);
    const Json question{{"ask", "count"}, {"networks", ban.networks}, {"but", ban.player}};
    parts_.ask_all(question, [ask, silent](const OtherNodes::AdminAnswers& all) {
        std::set<std::string> missing(silent.begin(), silent.end());
        missing.insert(all.silent.begin(), all.silent.end());
        protocol::AdminDecreeReply counted{
            .others = 0, .here = 0, .silent = {missing.begin(), missing.end()}};
        for (const Json& part : all.parts) {
            *counted.others += part.value("others", std::int64_t{0});
            *counted.here += part.value("here", std::int64_t{0});
        }
        ask.answer(protocol::AdminReply(counted));
    });
}

const Decree* AdminCommands::find(const PendingAdminRequest& ask, std::int64_t no) const {
    const Decree* decree = decrees_.decrees().find(no);
    // A setting has a number, too, but only AdminSetRequest checks its value.
    if (decree && decree->kind != Decree::Kind::set && decree->holds(std::as_const(lobby_).clock().wall_ms()))
        return decree;
    ask.refuse(RefusalReason::desk_decree_over, std::to_string(no), "/no");
    return nullptr;
}

void AdminCommands::carry_out(const PendingAdminRequest& ask, const protocol::AdminUnbanRequest& request) {
    const Decree* known = find(ask, request.no);
    if (!known) return;
    Decree ended = *known;
    ended.until_ms = lobby_.clock().wall_ms();
    decree(ask, ended, "unban", std::to_string(request.no) + ": " + known->text, {},
           [this, ask, request] { carry_out(ask, request); });
}

void AdminCommands::carry_out(const PendingAdminRequest& ask, const protocol::AdminChangeRequest& request) {
    const Decree* known = find(ask, request.no);
    if (!known) return;
    if (!request.term && !request.reason && !request.newcomers)
        return ask.refuse(
            "Say what changes: how long it holds, its reason, or how long no newcomers may come.", "/no");
    if (request.newcomers && known->kind != Decree::Kind::ban)
        return ask.refuse("Only the ban of a player bars newcomers.", "/newcomers");
    Decree changed = *known;
    std::string log = std::to_string(request.no);
    if (request.term) {
        changed.until_ms = end_of(*request.term);
        log += ", " + text_of(*request.term);
    }
    if (request.newcomers) {
        changed.newcomers_until_ms = end_of(*request.newcomers);
        log += ", newcomers " + text_of(*request.newcomers);
    }
    if (request.reason) {
        changed.text = *request.reason;
        log += ": " + *request.reason;
    }
    decree(ask, changed, "change", log, {}, [this, ask, request] { carry_out(ask, request); });
}

// ---- what is no ban

void AdminCommands::act(const PendingAdminRequest& ask, std::vector<storage::Write> writes,
                        const AdminAction& act) {
    writes.emplace_back(row_of(act));
    decrees_.write(std::move(writes), [ask, what = act.what](bool written) {
        if (!written) return ask.answer(refused(RefusalReason::disk_full));
        spdlog::info("{}: {}", ask.by, what);
        ask.answer(protocol::AdminReply(protocol::AdminDecreeReply()));
    });
}

void AdminCommands::carry_out(const PendingAdminRequest& ask, const protocol::AdminForgetRequest& request) {
    if (!ask.by.starts_with("user ")) return ask.refuse("Only `cubilete admin` deletes accounts.", "/t");
    with_player(ask, request.player, [this, ask](const storage::Player& player) {
        accounts_.erase(player.id, [&] {
            act(ask, {},
                {ask.by, "forget", {player.id, storage::deleted_player_name}, "", lobby_.clock().wall_ms()});
        });
    });
}

void AdminCommands::carry_out(const PendingAdminRequest& ask, const protocol::AdminSayRequest& request) {
    decree(ask, new_decree(ask, Decree::Kind::say, request.term, request.text), "say",
           text_of(request.term) + ": " + request.text);
}

void AdminCommands::carry_out(const PendingAdminRequest& ask, const protocol::AdminCloseRequest& request) {
    const Json question{{"ask", "close"}, {"room", request.room}, {"reason", request.reason}};
    parts_.ask_all(question, [this, ask, request](const OtherNodes::AdminAnswers& all) {
        for (const Json& part : all.parts) {
            if (part.contains("closed"))
                return act(
                    ask, {},
                    {ask.by, "close", {}, request.room + ": " + request.reason, lobby_.clock().wall_ms()});
            const std::string stays = part.value("refused", "");
            for (const RefusalReason why : {RefusalReason::disk_full, RefusalReason::restarting,
                                            RefusalReason::moving, RefusalReason::stopped_by_fault})
                if (stays == refused(why).why) return ask.answer(refused(why));
        }
        if (all.silent.empty()) return ask.answer(no_room(request.room));
        // The table may close when this is answered.
        const AdminAction act{ask.by,
                              "close",
                              {},
                              request.room + ", without an answer: " + request.reason,
                              lobby_.clock().wall_ms()};
        decrees_.write({row_of(act)}, [ask](bool) { ask.answer(refused(RefusalReason::desk_node_silent)); });
    });
}

/// A setting that is set again ends the decree before it.
void AdminCommands::carry_out(const PendingAdminRequest& ask, const protocol::AdminSetRequest& request) {
    if (std::ranges::find(setting_names, request.key) == std::end(setting_names))
        return ask.refuse("There is no setting " + request.key + '.', "/key");
    const bool is_default = request.value == "default";
    if (const std::string wrong = setting_error(request.key, request.value); !is_default && !wrong.empty())
        return ask.refuse(request.key + ": " + wrong, "/value");
    std::vector<storage::Write> writes;
    const std::int64_t now_ms = lobby_.clock().wall_ms();
    for (const Decree* before : decrees_.decrees().settings(request.key, now_ms)) {
        Decree ended = *before;
        ended.until_ms = now_ms - protocol::ms_of_a_day;  // not now: the clock of another node may be behind
        writes.emplace_back(row_of(ended));
    }
    if (!is_default) {
        Decree set = new_decree(ask, Decree::Kind::set, {}, request.value);
        set.key = request.key;
        writes.emplace_back(row_of(set));
    }
    // A list of words is too long for the log.
    const std::string value = request.value.find('\n') == std::string::npos ? request.value : "a list";
    act(ask, std::move(writes), {ask.by, "set", {}, request.key + ' ' + value, now_ms});
}

void AdminCommands::carry_out(const PendingAdminRequest& ask, const protocol::AdminReportRequest& request) {
    using Found = std::vector<storage::AdminRow>;
    const auto find = [no = request.no](const storage::Store& store) {
        return store.admin_rows({.kind = storage::AdminRow::Kind::report, .before = no + 1, .most = 1});
    };
    look_up<Found>(lobby_, ask, find, [this, ask, no = request.no](const Found& found) {
        if (found.empty() || found.front().no != no)
            return ask.refuse(RefusalReason::desk_report_unknown, std::to_string(no), "/no");
        const std::int64_t now_ms = lobby_.clock().wall_ms();
        act(ask, {storage::PutAdminRow{mark_report_done(found.front(), ask.by, now_ms)}},
            {ask.by, "report done", found.front().people.at(0), std::to_string(no), now_ms});
    });
}

}  // namespace cubilete::server
