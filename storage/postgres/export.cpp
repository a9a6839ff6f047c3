#include "storage/postgres/export.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "storage/postgres/look_ups.hpp"
#include "storage/postgres/read_rows.hpp"

namespace cubilete::storage::postgres {

namespace {

constexpr std::int64_t rows_of_a_page = 200;

std::vector<Player> page_of_players(Connection& connection, const std::string& after) {
    return each_row(
        connection.ask(select_player + "WHERE id > $1 ORDER BY id LIMIT $2", after, rows_of_a_page),
        read_player);
}

void export_players(Connection& connection, Pages& pages) {
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
            pages.add(PutPlayer{player});
            if (!player.on_boards) pages.add(SetOnBoards{player.id, false});
            if (player.gone) pages.add(ForgetPlayer{player.id});
        }
        const Rows tokens = connection.ask(
            "SELECT player, hash, since_ms FROM device_tokens WHERE player = ANY ($1) ORDER BY hash", ids);
        for (PutDeviceToken& token : each_row(tokens, read_token)) pages.add(std::move(token));
        pages.end_when_full();
    }
}

std::vector<Room> page_of_rooms(Connection& connection, const std::string& after) {
    return each_row(
        connection.ask(select_room + "WHERE code > $1 ORDER BY code LIMIT $2", after, rows_of_a_page),
        read_room);
}

void export_rooms(Connection& connection, Pages& pages) {
    for (auto page = page_of_rooms(connection, ""); !page.empty();
         page = page_of_rooms(connection, page.back().code)) {
        for (OpenRoom& open : furnish(connection, page)) {
            const std::string code = open.room.code;
            pages.add(PutRoom{std::move(open.room), std::move(open.seats)});
            for (std::string& player : open.bans) pages.add(BanPlayer{code, std::move(player)});
            for (ChatLine& line : open.chat) pages.add(AddChat{code, std::move(line)});
        }
        pages.end_when_full();
    }
}

void export_match(Connection& connection, Match match, const OpenRoom::Dice* dice, Pages& pages) {
    const std::string id = match.id;
    const std::optional<std::int64_t> ended_ms = std::exchange(match.ended_ms, std::nullopt);
    std::string result = std::exchange(match.result, std::nullopt).value_or("");
    std::string proof = std::exchange(match.proof, "");
    pages.add(StartMatch{std::move(match), dice != nullptr ? dice->state : ""});
    if (dice != nullptr && !dice->ask.empty()) pages.add(PutAsk{id, dice->ask});
    for (LogEntry& entry : find_log(connection, id)) pages.add(AppendEntry{std::move(entry)});
    if (ended_ms) {
        const bool usual =
            !connection.ask("SELECT FROM scores WHERE match_id = $1 AND usual LIMIT 1", id).empty();
        pages.add(FinishMatch{.match = id,
                              .result = std::move(result),
                              .scores = find_scores(connection, id),
                              .ended_ms = *ended_ms,
                              .usual = usual,
                              .proof = std::move(proof)});
    }
    pages.end_when_full();
}

void export_matches(Connection& connection, Pages& pages) {
    for (std::string after;;) {
        const std::vector<std::string> ids =
            each_row(connection.ask("SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2", after,
                                    rows_of_a_page),
                     read_text);
        if (ids.empty()) return;
        MatchesById matches = find_matches(connection, ids);
        const auto dice = find_dice(connection, ids);
        for (const std::string& id : ids) {
            const auto of_match = dice.find(id);
            export_match(connection, std::move(matches.at(id)),
                         of_match == dice.end() ? nullptr : &of_match->second, pages);
        }
        after = ids.back();
    }
}

}  // namespace

void export_all(Connection& connection, const TakeWrites& take) {
    Pages pages(take);
    export_players(connection, pages);
    export_rooms(connection, pages);
    export_matches(connection, pages);
    pages.end();
}

}  // namespace cubilete::storage::postgres
