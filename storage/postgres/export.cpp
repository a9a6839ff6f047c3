#include "storage/postgres/export.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "storage/postgres/look_ups.hpp"
#include "storage/postgres/queries.hpp"

namespace cubilete::storage::postgres {

namespace {

constexpr std::int64_t rows_of_a_page = 200;

std::vector<Player> page_of_players(Connection& connection, const std::string& after) {
    return map_rows(
        connection.query(select_player + "WHERE id > $1 ORDER BY id LIMIT $2", after, rows_of_a_page),
        read_player);
}

void export_players(Connection& connection, WriteBatcher& parts) {
    const auto read_token = [](Columns row) {
        PutDeviceToken token;
        token.player = row.text();
        token.token_hash = row.text();
        token.since_ms = row.number();
        return token;
    };
    for (auto page = page_of_players(connection, ""); !page.empty();
         page = page_of_players(connection, page.back().id)) {
        std::vector<std::string> ids;
        for (const Player& player : page) {
            ids.push_back(player.id);
            parts.add(PutPlayer{player});
            if (!player.on_boards) parts.add(SetOnBoards{player.id, false});
            if (player.gone) parts.add(ForgetPlayer{player.id});
        }
        const Rows tokens = connection.query(
            "SELECT player, hash, since_ms FROM device_tokens WHERE player = ANY ($1) ORDER BY hash", ids);
        for (PutDeviceToken& token : map_rows(tokens, read_token)) parts.add(std::move(token));
        parts.flush_when_full();
    }
}

std::vector<Room> page_of_rooms(Connection& connection, const std::string& after) {
    return map_rows(
        connection.query(select_room + "WHERE code > $1 ORDER BY code LIMIT $2", after, rows_of_a_page),
        read_room);
}

void export_rooms(Connection& connection, WriteBatcher& parts) {
    for (auto page = page_of_rooms(connection, ""); !page.empty();
         page = page_of_rooms(connection, page.back().code)) {
        for (OpenRoom& open : load_room_details(connection, page)) {
            const std::string code = open.room.code;
            parts.add(PutRoom{std::move(open.room), std::move(open.seats)});
            for (std::string& player : open.bans) parts.add(BanFromRoom{code, std::move(player)});
            for (ChatLine& line : open.chat) parts.add(AddChatLine{code, std::move(line)});
        }
        parts.flush_when_full();
    }
}

void export_admin_rows(Connection& connection, WriteBatcher& parts) {
    for (std::size_t kind = 0; kind < admin_row_kinds.size(); ++kind) {
        std::vector<AdminRow> rows = find_admin_rows(connection, {.kind = static_cast<AdminRow::Kind>(kind)});
        for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
            parts.add(PutAdminRow{std::move(*row)});
            parts.flush_when_full();
        }
    }
}

void export_cup(Connection& connection, WriteBatcher& parts) {
    if (auto chain = find_cup_chain(connection)) parts.add(PutCupChain{*std::move(chain)});
    for (CupPlay& play : find_cup_plays(connection, {})) {
        parts.add(PutCupPlay{std::move(play)});
        parts.flush_when_full();
    }
}

void export_practice(Connection& connection, WriteBatcher& parts) {
    for (PracticeRow& row : find_practice(connection, {})) {
        parts.add(PutPractice{std::move(row)});
        parts.flush_when_full();
    }
}

void export_match(Connection& connection, Match match, const OpenRoom::Dice* dice, WriteBatcher& parts) {
    const std::string id = match.id;
    const std::optional<std::int64_t> ended_ms = std::exchange(match.ended_ms, std::nullopt);
    std::string result = std::exchange(match.result, std::nullopt).value_or("");
    std::string proof = std::exchange(match.proof, "");
    parts.add(StartMatch{std::move(match), dice != nullptr ? dice->state : ""});
    if (dice != nullptr && !dice->ask.empty()) parts.add(PutDiceAsk{id, dice->ask});
    for (LogEntry& entry : find_log(connection, id)) parts.add(AppendEntry{std::move(entry)});
    if (ended_ms) {
        const bool usual =
            !connection.query("SELECT FROM scores WHERE match_id = $1 AND usual LIMIT 1", id).empty();
        parts.add(FinishMatch{.match = id,
                              .result = std::move(result),
                              .scores = find_scores(connection, id),
                              .ended_ms = *ended_ms,
                              .usual = usual,
                              .proof = std::move(proof)});
    }
    parts.flush_when_full();
}

void export_matches(Connection& connection, WriteBatcher& parts) {
    for (std::string after;;) {
        const std::vector<std::string> ids =
            map_rows(connection.query("SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2", after,
                                      rows_of_a_page),
                     read_text);
        if (ids.empty()) return;
        MatchesById matches = find_matches(connection, ids);
        const auto dice = find_dice(connection, ids);
        for (const std::string& id : ids) {
            const auto of_match = dice.find(id);
            export_match(connection, std::move(matches.at(id)),
                         of_match == dice.end() ? nullptr : &of_match->second, parts);
        }
        after = ids.back();
    }
}

}  // namespace

void export_all(Connection& connection, const WriteConsumer& take) {
    WriteBatcher parts(take);
    parts.add(SetDataId{first_row(connection.query("SELECT id FROM identity"), read_text).value()});
    export_players(connection, parts);
    export_rooms(connection, parts);
    export_admin_rows(connection, parts);
    export_cup(connection, parts);
    export_practice(connection, parts);
    export_matches(connection, parts);
    parts.end();
}

}  // namespace cubilete::storage::postgres
