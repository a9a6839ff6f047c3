#include "storage/sqlite/export.hpp"

#include <string>
#include <utility>

#include <SQLiteCpp/Database.h>

#include "storage/columns.hpp"
#include "storage/sqlite/inspection.hpp"
#include "storage/sqlite/reader.hpp"
#include "storage/sqlite/statement.hpp"
#include "storage/sqlite/store.hpp"

namespace cubilete::storage::sqlite {

namespace {

void export_players(Reader& reader, const SqliteStore& store, WriteBatcher& parts) {
    constexpr auto read_token =
        reader_of(&PutDeviceToken::player, &PutDeviceToken::token_hash, &PutDeviceToken::since_ms);
    for (const std::string& id : reader.all("SELECT id FROM players ORDER BY id", read_text)) {
        export_player(store.player(id).value(), parts);
        for (PutDeviceToken& token :
             reader.all("SELECT player, hash, since_ms FROM device_tokens WHERE player = ? ORDER BY hash",
                        read_token, id))
            parts.add(std::move(token));
        parts.flush_when_full();
    }
}

void export_matches(Reader& reader, const SqliteStore& store, WriteBatcher& parts) {
    const auto read_dice_and_usual = [](SqliteColumns row) {
        std::pair<OpenRoom::Dice, bool> found;
        read_columns(row, found.first.state, found.first.ask, found.second);
        return found;
    };
    const std::string sql =
        "SELECT coalesce((SELECT state FROM match_dice WHERE match_id = ?1), ''),"
        " coalesce((SELECT ask FROM dice_asks WHERE match_id = ?1), ''),"
        " EXISTS (SELECT * FROM scores WHERE match_id = ?1 AND usual)";
    for (const std::string& id : store.match_ids()) {
        const auto [dice, usual] = reader.first(sql, read_dice_and_usual, id).value();
        export_match(store.record(id).value(), dice, usual, parts);
    }
}

}  // namespace

void export_all(const std::filesystem::path& place, const WriteConsumer& consume) {
    const SqliteStore store(place);
    Reader reader(data_file(place));
    WriteBatcher parts(consume);
    parts.add(SetDataId{store.data_id()});
    export_players(reader, store, parts);
    store.open_rooms([&](OpenRoom open) { export_room(std::move(open), parts); });
    for (std::size_t kind = 0; kind < admin_row_kinds.size(); ++kind)
        export_admin_rows(store.admin_rows({.kind = static_cast<AdminRow::Kind>(kind)}), parts);
    export_cup(store.cup_chain(), store.cup_plays({}), parts);
    export_practice(store.practice({}), parts);
    export_matches(reader, store, parts);
    parts.end();
}

}  // namespace cubilete::storage::sqlite
