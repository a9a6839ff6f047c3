#include "storage/sqlite/export.hpp"

#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/Database.h>

#include "storage/sqlite/inspection.hpp"
#include "storage/sqlite/reader.hpp"
#include "storage/sqlite/statement.hpp"
#include "storage/sqlite/store.hpp"

namespace cubilete::storage::sqlite {

namespace {

void export_players(Reader& reader, const SqliteStore& store, WriteBatcher& parts) {
    const auto ids = reader.snapshot([](SQLite::Database& database) {
        SQLite::Statement query(database, "SELECT id FROM players ORDER BY id");
        return read_all(query, [](Columns row) { return row.text(); });
    });
    for (const std::string& id : ids) {
        const Player player = store.player(id).value();
        parts.add(PutPlayer{player});
        if (!player.on_boards) parts.add(SetOnBoards{id, false});
        if (player.gone) parts.add(ForgetPlayer{id});
        reader.snapshot([&](SQLite::Database& database) {
            SQLite::Statement tokens(
                database, "SELECT hash, since_ms FROM device_tokens WHERE player = ? ORDER BY hash");
            prepare(tokens, id);
            while (tokens.executeStep()) {
                Columns row(tokens);
                std::string hash = row.text();
                parts.add(PutDeviceToken{id, std::move(hash), row.number()});
            }
        });
        parts.flush_when_full();
    }
}

void export_rooms(const SqliteStore& store, WriteBatcher& parts) {
    store.open_rooms([&](OpenRoom open) {
        const std::string code = open.room.code;
        parts.add(PutRoom{std::move(open.room), std::move(open.seats)});
        for (std::string& player : open.bans) parts.add(BanFromRoom{code, std::move(player)});
        for (ChatLine& line : open.chat) parts.add(AddChatLine{code, std::move(line)});
        parts.flush_when_full();
    });
}

void export_admin_rows(const SqliteStore& store, WriteBatcher& parts) {
    for (std::size_t kind = 0; kind < admin_row_kinds.size(); ++kind) {
        std::vector<AdminRow> rows = store.admin_rows({.kind = static_cast<AdminRow::Kind>(kind)});
        for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
            parts.add(PutAdminRow{std::move(*row)});
            parts.flush_when_full();
        }
    }
}

void export_cup(const SqliteStore& store, WriteBatcher& parts) {
    if (auto chain = store.cup_chain()) parts.add(PutCupChain{*std::move(chain)});
    for (CupPlay& play : store.cup_plays({})) {
        parts.add(PutCupPlay{std::move(play)});
        parts.flush_when_full();
    }
}

void export_practice(const SqliteStore& store, WriteBatcher& parts) {
    for (PracticeRow& row : store.practice({})) {
        parts.add(PutPractice{std::move(row)});
        parts.flush_when_full();
    }
}

struct MatchExtras {
    bool usual = false;
    std::string dice;
    std::string ask;
};

MatchExtras read_extras(Reader& reader, const std::string& match) {
    return reader.snapshot([&](SQLite::Database& database) {
        SQLite::Statement query(database,
                                "SELECT EXISTS (SELECT * FROM scores WHERE match_id = ?1 AND usual),"
                                " coalesce((SELECT state FROM match_dice WHERE match_id = ?1), ''),"
                                " coalesce((SELECT ask FROM dice_asks WHERE match_id = ?1), '')");
        return read_first(
                   query,
                   [](Columns row) {
                       MatchExtras extras;
                       extras.usual = row.flag();
                       extras.dice = row.text();
                       extras.ask = row.text();
                       return extras;
                   },
                   match)
            .value();
    });
}

void export_match(Reader& reader, Record record, WriteBatcher& parts) {
    Match& match = record.match;
    const std::string id = match.id;
    const MatchExtras extras = read_extras(reader, id);
    const auto ended_ms = std::exchange(match.ended_ms, std::nullopt);
    std::string result = std::exchange(match.result, std::nullopt).value_or("");
    std::string proof = std::exchange(match.proof, "");
    parts.add(StartMatch{std::move(match), extras.dice});
    if (!extras.ask.empty()) parts.add(PutDiceAsk{id, extras.ask});
    for (LogEntry& entry : record.log) parts.add(AppendEntry{std::move(entry)});
    if (ended_ms)
        parts.add(FinishMatch{.match = id,
                              .result = std::move(result),
                              .scores = std::move(record.scores),
                              .ended_ms = *ended_ms,
                              .usual = extras.usual,
                              .proof = std::move(proof)});
    parts.flush_when_full();
}

}  // namespace

void export_all(const std::filesystem::path& place, const WriteConsumer& take) {
    const SqliteStore store(place);
    Reader reader(data_file(place));
    WriteBatcher parts(take);
    parts.add(SetDataId{store.data_id()});
    export_players(reader, store, parts);
    export_rooms(store, parts);
    export_admin_rows(store, parts);
    export_cup(store, parts);
    export_practice(store, parts);
    for (const std::string& id : store.match_ids()) export_match(reader, store.record(id).value(), parts);
    parts.end();
}

}  // namespace cubilete::storage::sqlite
