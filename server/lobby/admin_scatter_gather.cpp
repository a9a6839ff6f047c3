#include "server/lobby/admin_scatter_gather.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "server/room/room_record.hpp"

namespace cubilete::server {

using protocol::Json;

AdminScatterGather::AdminScatterGather(Actor& lobby, Clients& clients, const DecreeKeeper& decrees,
                                       Directory& directory)
    : lobby_(lobby), clients_(clients), decrees_(decrees), directory_(directory) {}

void AdminScatterGather::ask_all(const Json& question, std::function<void(OtherNodes::AdminAnswers)> done) {
    answer(question,
           [this, question, done = std::move(done)](const Json& own) { ask_others(question, own, done); });
}

void AdminScatterGather::ask_others(const Json& question, const Json& own,
                                    const std::function<void(OtherNodes::AdminAnswers)>& done) {
    OtherNodes* others = lobby_.services().other_nodes;
    if (!others) return done({{own}});
    others->ask_nodes(question, [own, done](OtherNodes::AdminAnswers all) {
        all.parts.insert(all.parts.begin(), own);
        done(std::move(all));
    });
}

void AdminScatterGather::answer(const Json& question, const Done& done) {
    const std::string ask = question.value("ask", "");
    if (ask == "who") return done({{"people", people_here()}, {"seats", seats_here()}});
    if (ask == "tables") return done({{"tables", tables_here()}});
    if (ask == "networks") return done(networks_of(question["player"]));
    if (ask == "count") return done(count(question));
    if (ask == "table") return look_at_table(question["room"], done);
    if (ask == "close") return close_table(question["room"], question["reason"], done);
    done(Json::object());  // of a later version
}

/// Where the player is, and where they have a seat.
std::vector<std::string> AdminScatterGather::tables_of(const std::string& player) const {
    const Clients::Person* person = clients_.person(player);
    if (!person) return {};
    std::set<std::string> tables = person->rooms;
    tables.insert(person->seats.begin(), person->seats.end());
    return {tables.begin(), tables.end()};
}

Json AdminScatterGather::people_here() const {
    std::map<std::string, protocol::AdminPerson> people;
    const std::int64_t now_ms = std::as_const(lobby_).clock().wall_ms();
    for (const auto& [key, client] : clients_.all()) {
        if (client.since_ms == 0) continue;
        const Clients::Person& known = *clients_.person(client.player);
        protocol::AdminPerson& person = people[client.player];
        const bool is_first = person.since_ms == 0;
        if (is_first) person = {.player = known.info, .since_ms = client.since_ms, .tables = {}};
        person.since_ms = std::min(person.since_ms, client.since_ms);
        person.is_new = person.is_new || client.made_ms > now_ms - protocol::ms_of_a_day;
        if (is_first) person.network = decrees_.tag_of(client.socket->network());
        person.tables = tables_of(client.player);
    }
    Json list = Json::array();
    for (const auto& [id, person] : people) list.push_back(to_json(person).tree());
    return list;
}

Json AdminScatterGather::seats_here() const {
    Json list = Json::array();
    for (const auto& [player, known] : clients_.people())
        if (const auto tables = tables_of(player); !tables.empty())
            list.push_back({{"player", player}, {"tables", tables}});
    return list;
}

Json AdminScatterGather::tables_here() const {
    Json list = Json::array();
    for (const auto& [code, entry] : directory_.rooms())
        list.push_back(to_json(admin_line(entry.report)).tree());
    return list;
}

Json AdminScatterGather::networks_of(const std::string& player) const {
    Json part{{"networks", Json::array()}, {"tables", tables_of(player)}};
    for (const SeenPlayers::Seen& seen : decrees_.seen().networks_of(player))
        part["networks"].push_back({{"hash", seen.hash}, {"doubtful", seen.is_doubtful}});
    std::optional<std::int64_t> since_ms;
    for (const auto& [key, client] : clients_.all())
        if (client.player == player && client.since_ms > 0)
            since_ms = std::min(since_ms.value_or(client.since_ms), client.since_ms);
    if (since_ms) part["here_since_ms"] = *since_ms;
    return part;
}

/// The players other than `but` whom a ban of these networks would shut out.
Json AdminScatterGather::count(const Json& question) const {
    Decree ban;
    ban.networks = question["networks"].get<std::vector<std::string>>();
    const std::string but = question["but"];
    std::size_t others = decrees_.seen().count_other_players(but, ban.networks);
    for (const std::string& network : ban.networks)
        if (const auto block = decree_block(network))
            others += decrees_.seen().count_players_in(*block, *decrees_.hasher());
    std::set<std::string> here;
    for (const auto& [key, client] : clients_.all())
        if (client.since_ms > 0 && client.player != but &&
            ban.covers(decrees_.hash_network(client.socket->network())))
            here.insert(client.player);
    return {{"others", others}, {"here", here.size()}};
}

void AdminScatterGather::look_at_table(const std::string& room, const Done& done) {
    if (!directory_.has_room(room)) return done(Json::object());
    directory_.post(room, [done, post = lobby_.poster()](Room& one) {
        const auto seen = [](const RoomState& state, const Table*) { return admin_view(state); };
        post([done, view = to_json(protocol::AdminReply(one.seen_by(seen)))] {
            done({{"table", view.tree()}});
        });
    });
}

void AdminScatterGather::close_table(const std::string& room, const std::string& reason, const Done& done) {
    if (!directory_.has_room(room)) return done(Json::object());
    directory_.post(room, [done, reason, post = lobby_.poster()](Room& one) {
        one.close_for(Room::ClosingReason::by_operator, reason, [done, post](const Verdict& stays) {
            post([done, stays] {
                if (!stays) return done({{"closed", true}});
                done({{"refused", stays->why}});
            });
        });
    });
}

}  // namespace cubilete::server
