#include "storage/postgres/batch.hpp"

#include <stdexcept>
#include <variant>

#include "storage/columns.hpp"

namespace cubilete::storage::postgres {

namespace {

[[noreturn]] void contradicts(const std::string& what) { throw std::logic_error(what); }

}  // namespace

std::optional<RunningMatch> RunningMatches::find(const std::string& match) const {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(match);
    return found == open_.end() ? std::nullopt : std::optional(found->second);
}

void RunningMatches::apply(const Changes& changes) {
    const std::lock_guard lock(mutex_);
    for (const auto& [match, now] : changes) {
        if (now)
            open_[match] = *now;
        else
            open_.erase(match);
    }
}

void RunningMatches::add_read(const Changes& read) {
    const std::lock_guard lock(mutex_);
    for (const auto& [match, now] : read) {
        const auto [known, is_new] = open_.try_emplace(match, *now);
        if (!is_new && known->second.last_seq < now->last_seq) known->second = *now;
    }
}

std::int64_t RunningMatches::next_number() {
    const std::lock_guard lock(mutex_);
    return ++next_;
}

RunningMatches::Changes parse_running_matches(const Rows& rows) {
    RunningMatches::Changes running;
    each_of(rows, [&](const std::string& id, PostgresColumns& row) {
        auto& match = running[id].emplace();
        read_columns(row, match.number, match.last_seq, match.room);
    });
    return running;
}

Batch::Batch(std::span<const Write> writes, RunningMatches& matches, std::int64_t epoch, bool shared)
    : matches_(matches), epoch_(epoch), shared_(shared) {
    statements_.emplace_back();  // the place of the entries
    for (const Write& write : writes) std::visit(*this, write);
    put_entries();
    put_owner_check();
}

void Batch::touch(const std::string& room) {
    if (shared_ && !put_.contains(room)) touched_.insert(room);
}

/// No lock is needed: only this epoch can give its rooms away, and its owner writes to a room one post at a time.
void Batch::put_owner_check() {
    if (touched_.empty()) return;
    statements_.insert(
        statements_.begin(),
        {.sql = "SELECT demand_owner(false, code) FROM rooms WHERE code = ANY ($1) AND owner <> $2",
         .values = SqlParameters::of(std::vector(touched_.begin(), touched_.end()), epoch_)});
}

void Batch::put_entries() {
    if (entries_.match.size() == 0) {
        statements_.erase(statements_.begin());
        return;
    }
    const Entries& all = entries_;
    statements_.front() = {
        .sql =
            "INSERT INTO log (epoch, match_no, seq, made_by, message_id, prompt, move, draws, left_ms, at_ms,"
            " hash, salt, extra) SELECT $1::bigint, * FROM unnest($2::bigint[], $3::int[], $4::text[],"
            " $5::text[], $6::bigint[], $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::bytea[],"
            " $12::bytea[], $13::text[])",
        .values = SqlParameters::of(epoch_, all.match, all.seq, all.by, all.message_id, all.prompt, all.move,
                                    all.draws, all.left_ms, all.at_ms, all.hash, all.salt, all.extra)};
}

RunningMatch& Batch::running_match(const std::string& match) {
    auto found = changes_.find(match);
    if (found == changes_.end()) found = changes_.emplace(match, matches_.find(match)).first;
    if (!found->second) contradicts("match " + match + " is not open");
    touch(found->second->room);
    return *found->second;
}

void Batch::operator()(const SetDataId& set) { run("UPDATE identity SET id = $1", set.id); }

void Batch::operator()(const PutPlayer& put) {
    const Player& player = put.player;
    const char* const insert =
        "INSERT INTO players (id, name, token_hash, bot, lang, agent, since_ms, avatar)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    const char* const insert_unless_there =
        "INSERT INTO players (id, name, token_hash, bot, lang, agent, since_ms, avatar)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING";
    run(put.unless_there ? insert_unless_there : insert, player.id, player.name, Bytes{player.token_hash},
        player.bot, player.lang, player.agent, player.since_ms, player.avatar);
}

void Batch::operator()(const PutDeviceToken& put) {
    // Another node may have deleted the player: a token of nobody is not stored.
    run("WITH known AS (SELECT id, gone FROM players WHERE id = $2 FOR KEY SHARE),"
        " done AS (INSERT INTO device_tokens (hash, player, since_ms)"
        " SELECT $1, id, $3 FROM known WHERE NOT gone)"
        " SELECT demand((SELECT count(*) FROM known) = 1, 'there is no player ' || $2)",
        Bytes{put.token_hash}, put.player, put.since_ms);
}

void Batch::operator()(const RenamePlayer& rename) {
    run("WITH done AS (UPDATE players SET name = CASE WHEN gone THEN name ELSE $2 END WHERE id = $1 "
        "RETURNING 1)"
        " SELECT demand((SELECT count(*) FROM done) = 1, 'there is no player ' || $1)",
        rename.id, rename.name);
}

void Batch::operator()(const SetAvatar& set) {
    run("WITH done AS (UPDATE players SET avatar = CASE WHEN NOT gone THEN $2::int END WHERE id = $1 "
        "RETURNING 1)"
        " SELECT demand((SELECT count(*) FROM done) = 1, 'there is no player ' || $1)",
        set.id, set.avatar);
}

void Batch::operator()(const SetOnBoards& set) {
    run("WITH done AS (UPDATE players SET on_boards = $2 WHERE id = $1 RETURNING 1)"
        " SELECT demand((SELECT count(*) FROM done) = 1, 'there is no player ' || $1)",
        set.id, set.on);
}

void Batch::operator()(const ForgetPlayer& forget) {
    // Changing a unique column locks the row against the statements below that store a name. Each of those
    // sees `gone`, or its row is there before the next statements here begin.
    run("WITH done AS (UPDATE players SET name = $2, token_hash = sha256(gen_random_uuid()::text::bytea),"
        " lang = '', agent = '', since_ms = 0, avatar = NULL, gone = true WHERE id = $1 RETURNING 1)"
        " SELECT demand((SELECT count(*) FROM done) = 1, 'there is no player ' || $1)",
        forget.id, deleted_player_name);
    run("INSERT INTO forgotten (player) VALUES ($1) ON CONFLICT DO NOTHING", forget.id);
    run("DELETE FROM device_tokens WHERE player = $1", forget.id);
    run("UPDATE match_players SET name = $2 WHERE player = $1", forget.id, deleted_player_name);
    run("UPDATE chat SET name = $2 WHERE sender = $1", forget.id, deleted_player_name);
    run("UPDATE desk_people SET name = $2 WHERE player = $1", forget.id, deleted_player_name);
    // Without a cast to JSON: one damaged row would fail the batch of all rooms.
    run("UPDATE rooms SET settings = regexp_replace(settings, ',\"maker\":[{][^{}]*[}]', '')"
        " WHERE strpos(settings, ',\"maker\":{\"player\":\"' || $1 || '\"') > 0",
        forget.id);
    run("DELETE FROM cup_plays WHERE player = $1", forget.id);
    run("DELETE FROM practice WHERE player = $1", forget.id);
}

void Batch::operator()(const PutRoom& put) {
    const Room& room = put.room;
    if (shared_ && !touched_.contains(room.code)) put_.insert(room.code);
    run("WITH done AS (INSERT INTO rooms (code, owner, settings, host, match_id, next_first, since_ms)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (code) DO UPDATE SET settings = excluded.settings,"
        " host = excluded.host, match_id = excluded.match_id, next_first = excluded.next_first,"
        " since_ms = excluded.since_ms WHERE rooms.owner = excluded.owner RETURNING 1)"
        " SELECT demand_owner((SELECT count(*) FROM done) = 1, $1)",
        room.code, epoch_, room.settings, room.host, room.match, room.next_first, room.since_ms);
    const Array seats = array_of(put.seats, &SeatRow::seat);
    run("DELETE FROM seats WHERE room = $1 AND seat <> ALL ($2)", room.code, seats);
    if (put.seats.empty()) return;
    // A row that stays as it is is not written again.
    run("INSERT INTO seats AS old (room, seat, player, ready, bot_plays, left_room, missed, since_ms)"
        " SELECT $1, * FROM unnest($2::int[], $3::text[], $4::bool[], $5::bool[], $6::bool[], $7::int[],"
        " $8::bigint[]) ON CONFLICT (room, seat) DO UPDATE SET player = excluded.player, ready = "
        "excluded.ready,"
        " bot_plays = excluded.bot_plays, left_room = excluded.left_room, missed = excluded.missed,"
        " since_ms = excluded.since_ms WHERE old IS DISTINCT FROM excluded",
        room.code, seats, array_of(put.seats, &SeatRow::player), array_of(put.seats, &SeatRow::ready),
        array_of(put.seats, &SeatRow::bot_plays), array_of(put.seats, &SeatRow::left),
        array_of(put.seats, &SeatRow::missed), array_of(put.seats, &SeatRow::since_ms));
}

void Batch::operator()(const BanFromRoom& ban) {
    touch(ban.room);
    run("INSERT INTO bans (room, player) VALUES ($1, $2) ON CONFLICT DO NOTHING", ban.room, ban.player);
}

void Batch::operator()(const LeaveSeat& leave) {
    touch(leave.room);
    run("UPDATE seats SET left_room = true, bot_plays = true WHERE room = $1 AND player = $2", leave.room,
        leave.player);
}

void Batch::operator()(const DropRoom& drop) {
    touch(drop.code);
    run("DELETE FROM rooms WHERE code = $1", drop.code);
}

void Batch::operator()(const HandOverRoom& hand_over) {
    run("WITH done AS (UPDATE rooms SET owner = $3 WHERE code = $1 AND owner = $2 RETURNING 1)"
        " SELECT demand_owner((SELECT count(*) FROM done) = 1, $1)",
        hand_over.room, epoch_, hand_over.to);
    if (hand_over.match) changes_[*hand_over.match] = std::nullopt;
}

void Batch::operator()(const AddChatLine& add) {
    touch(add.room);
    run("INSERT INTO chat (room, sender, name, text, at_ms) VALUES ($1, $2, coalesce((SELECT CASE WHEN gone"
        " THEN $6 ELSE $3 END FROM players WHERE id = $2 FOR KEY SHARE), $3), $4, $5)",
        add.room, add.line.from, add.line.name, add.line.text, add.line.at_ms, deleted_player_name);
    run("DELETE FROM chat WHERE id IN (SELECT id FROM (SELECT id, sits, row_number()"
        " OVER (PARTITION BY sits ORDER BY id DESC) AS place FROM (SELECT id, sender IN"
        " (SELECT player FROM seats WHERE room = $1) AS sits FROM chat WHERE room = $1) AS lines) AS kept"
        " WHERE place > CASE WHEN sits THEN $2 ELSE $2 / 2 END)",
        add.room, std::int64_t{retained_chat_lines});
}

void Batch::operator()(const StartMatch& start) {
    const MatchRow& match = start.match;
    if (match.ended_ms || match.result || !match.proof.empty())
        contradicts("match " + match.id + " is over before it starts");
    if (match.players.size() != match.names.size())
        contradicts("match " + match.id + " has a name too few or too many");
    const std::int64_t number = matches_.next_number();
    changes_[match.id] = RunningMatch{.number = number, .last_seq = 0, .room = match.room};
    touch(match.room);
    run("INSERT INTO matches (no, id, room, game, version, chain, settings, started_ms, public, log_dropped)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        number, match.id, match.room, match.game, match.version, match.chain, match.settings,
        match.started_ms, match.is_public, match.log_dropped);
    run("INSERT INTO match_players (match_id, seat, player, name) SELECT $1, place - 1, u.player,"
        " coalesce((SELECT CASE WHEN gone THEN $4 ELSE u.name END FROM players WHERE id = u.player"
        " FOR KEY SHARE), u.name) FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS u (player, name, "
        "place)",
        match.id, match.players, match.names, deleted_player_name);
    if (!start.dice.empty())
        run("INSERT INTO match_dice (match_id, state) VALUES ($1, $2)", match.id, start.dice);
}

void Batch::operator()(const PutDice& put) {
    if (shared_) running_match(put.match);
    run("WITH done AS (UPDATE match_dice SET state = $2 WHERE match_id = $1 RETURNING 1)"
        " SELECT demand((SELECT count(*) FROM done) = 1, 'there are no dice of match ' || $1)",
        put.match, put.dice);
}

void Batch::operator()(const PutDiceAsk& put) {
    if (shared_) running_match(put.match);
    run("INSERT INTO dice_asks (match_id, ask) VALUES ($1, $2)"
        " ON CONFLICT (match_id) DO UPDATE SET ask = excluded.ask",
        put.match, put.ask);
}

void Batch::operator()(const AppendEntry& append) {
    const LogRow& entry = append.entry;
    RunningMatch& match = running_match(entry.match);
    if (entry.seq != match.last_seq + 1)
        contradicts("entry " + std::to_string(entry.seq) + " of match " + entry.match +
                    " does not follow entry " + std::to_string(match.last_seq));
    match.last_seq = entry.seq;
    entries_.match.add(match.number);
    entries_.seq.add(static_cast<int>(entry.seq));
    entries_.by.add(entry.by);
    entries_.message_id.add(entry.message_id);
    entries_.prompt.add(entry.prompt);
    entries_.move.add(entry.move);
    entries_.draws.add(entry.draws);
    entries_.left_ms.add(entry.left_ms);
    entries_.at_ms.add(entry.at_ms);
    entries_.hash.add(Bytes{entry.hash});
    entries_.salt.add(Bytes{entry.salt});
    entries_.extra.add(entry.extra);
}

void Batch::operator()(const FinishMatch& finish) {
    running_match(finish.match);
    changes_[finish.match] = std::nullopt;
    run("WITH done AS (UPDATE matches SET result = $2, ended_ms = $3 WHERE id = $1 AND ended_ms IS NULL"
        " RETURNING 1) SELECT demand((SELECT count(*) FROM done) = 1, 'no running match ' || $1)",
        finish.match, finish.result, finish.ended_ms);
    run("DELETE FROM match_dice WHERE match_id = $1", finish.match);
    if (!finish.proof.empty())
        run("INSERT INTO match_proofs (match_id, proof) VALUES ($1, $2)", finish.match, finish.proof);
    if (finish.scores.empty()) return;
    const std::vector<Score>& scores = finish.scores;
    run("INSERT INTO scores (match_id, seat, player, place, score, won, game, ended_ms, people, usual, "
        "public)"
        " SELECT $1, s.seat, s.player, s.place, s.score, s.won, game, ended_ms, (SELECT count(*) FROM"
        " match_players p JOIN players ON players.id = p.player WHERE p.match_id = $1 AND NOT bot), $2, "
        "public"
        " FROM matches, unnest($3::int[], $4::text[], $5::int[], $6::bigint[], $7::bool[])"
        " AS s (seat, player, place, score, won) WHERE matches.id = $1",
        finish.match, finish.usual, array_of(scores, &Score::seat), array_of(scores, &Score::player),
        array_of(scores, &Score::place), array_of(scores, &Score::score), array_of(scores, &Score::won));
}

void Batch::operator()(const PutAnalysis& put) {
    // The lock lets no log be deleted meanwhile.
    run("INSERT INTO analyses (match_id, version, text) SELECT id, $2, $3 FROM matches"
        " WHERE id = $1 AND ended_ms IS NOT NULL AND NOT log_dropped FOR UPDATE"
        " ON CONFLICT (match_id) DO UPDATE SET version = excluded.version, text = excluded.text",
        put.match, put.version, put.text);
    run("DELETE FROM care USING analyses WHERE care.match_id = $1 AND analyses.match_id = $1"
        " AND analyses.version = $2",
        put.match, put.version);
    if (put.care.empty()) return;
    run("INSERT INTO care (match_id, seat, version, decisions, given_away, unaided)"
        " SELECT $1, c.seat, $2, c.decisions, c.given_away, $3"
        " FROM analyses, unnest($4::int[], $5::bigint[], $6::bigint[]) AS c (seat, decisions, given_away)"
        " WHERE analyses.match_id = $1 AND analyses.version = $2",
        put.match, put.version, put.unaided, array_of(put.care, &Care::seat),
        array_of(put.care, &Care::decisions), array_of(put.care, &Care::given_away));
}

void Batch::operator()(const PutCupChain& put) {
    run("DELETE FROM cup_chain WHERE first_ms = $1 AND NOT EXISTS (SELECT FROM cup_plays)", put.replaced_ms);
    run("INSERT INTO cup_chain (no, first_ms, last_seed) VALUES (1, $1, $2) ON CONFLICT DO NOTHING",
        put.chain.first_ms, Bytes{put.chain.last_seed});
}

void Batch::operator()(const PutCupPlay& put) {
    const CupPlay& play = put.play;
    run("INSERT INTO cup_plays AS old"
        " (day, player, match_id, room, started_ms, ended_ms, points, given_away, text)"
        " SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 FROM players WHERE id = $2 AND NOT gone FOR KEY SHARE"
        " ON CONFLICT (day, player) DO UPDATE SET ended_ms = coalesce(excluded.ended_ms, old.ended_ms),"
        " points = coalesce(excluded.points, old.points),"
        " given_away = coalesce(excluded.given_away, old.given_away),"
        " text = coalesce(nullif(excluded.text, ''), old.text) WHERE old.match_id = excluded.match_id",
        play.day, play.player, play.match, play.room, play.started_ms, play.ended_ms, play.points,
        play.given_away, play.text);
}

void Batch::operator()(const PutPractice& put) {
    const PracticeRow& row = put.row;
    run("INSERT INTO practice (player, position, times_right, due_day)"
        " SELECT $1, $2, $3, $4 FROM players WHERE id = $1 AND NOT gone FOR KEY SHARE"
        " ON CONFLICT (player, position) DO UPDATE SET times_right = excluded.times_right,"
        " due_day = excluded.due_day WHERE practice.times_right = $5 AND practice.due_day = $6",
        row.player, row.position, row.times_right, row.due_day,
        put.before ? std::optional(put.before->times_right) : std::nullopt,
        put.before ? std::optional(put.before->due_day) : std::nullopt);
    run("DELETE FROM practice WHERE player = $1 AND position IN (SELECT position FROM practice WHERE player "
        "= $1"
        " ORDER BY position = $2 DESC, times_right, due_day DESC, position DESC OFFSET $3)",
        row.player, row.position, put.most);
}

void Batch::operator()(const PutAdminRow& put) {
    const AdminRow& row = put.row;
    run("WITH change AS (UPDATE desk_numbers SET last = last + 1 WHERE name = 'change' RETURNING last),"
        " number AS (UPDATE desk_numbers SET last = greatest(last + 1, $3) WHERE name = $2"
        " AND NOT EXISTS (SELECT FROM desk WHERE id = $1) RETURNING last)"
        " INSERT INTO desk (id, kind, no, change, at_ms, keep_until_ms, refused, text)"
        " SELECT $1, $2, coalesce((SELECT last FROM number), 1), last, $4, $5, $6, $7 FROM change"
        " ON CONFLICT (id) DO UPDATE SET text = excluded.text, keep_until_ms = excluded.keep_until_ms,"
        " change = excluded.change WHERE desk.kind IN ('decree', 'report') AND NOT $8"
        " AND $9::bigint IN (0, desk.change)",
        row.id, name_of(row.kind), row.no, row.at_ms, row.keep_until_ms, row.refused, row.text,
        put.unless_there, put.known_change);
    if (row.people.empty()) return;
    run("INSERT INTO desk_people (desk_id, place, player, name) SELECT $1, place - 1, u.player,"
        " coalesce((SELECT CASE WHEN gone THEN $4 ELSE u.name END FROM players WHERE id = u.player"
        " FOR KEY SHARE), u.name) FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS u (player, name, "
        "place) ON CONFLICT DO NOTHING",
        row.id, array_of(row.people, &AdminRow::Named::player), array_of(row.people, &AdminRow::Named::name),
        deleted_player_name);
}

void Batch::operator()(const CountRefused& count) {
    run("UPDATE desk SET refused = refused + $2 WHERE id = $1", count.id, count.times);
}

void Batch::operator()(const SweepAdminRows& sweep) {
    run("DELETE FROM desk WHERE keep_until_ms <= $1", sweep.now_ms);
    run("DELETE FROM desk WHERE kind = 'report' AND no <="
        " (SELECT no FROM desk WHERE kind = 'report' ORDER BY no DESC LIMIT 1 OFFSET $1)",
        sweep.most_reports);
    // A node of an older version deletes players without looking here.
    run("UPDATE desk_people SET name = $1 FROM players WHERE id = player AND gone AND desk_people.name <> $1",
        deleted_player_name);
    run("DELETE FROM practice USING players WHERE id = player AND gone");
}

}  // namespace cubilete::storage::postgres
