-- The tables of storage/sqlite (which explain the columns), and what several processes need to share them: nodes, their
-- lanes, and the owner of each room. Texts are compared byte by byte, as in SQLite.

-- An epoch is one run of one node. The sequence never goes back.
CREATE SEQUENCE epochs;
CREATE TABLE nodes (
    epoch   bigint NOT NULL PRIMARY KEY,
    name    text NOT NULL,
    schema  int NOT NULL DEFAULT 1,  -- the newest version that its program knows
    state   text NOT NULL CHECK (state IN ('up', 'draining', 'fenced', 'left')),
    beat    bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- One row for each connection that writes, with the number of its last batch. Every batch raises it in its own transaction;
-- a node whose rows were deleted can commit nothing more. `asked` is raised to find out whether a batch was committed.
CREATE TABLE lanes (
    epoch bigint NOT NULL REFERENCES nodes ON DELETE CASCADE,
    lane  int NOT NULL,
    batch bigint NOT NULL,
    asked bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (epoch, lane)
) WITH (fillfactor = 20);

CREATE FUNCTION fence(e bigint, l int, b bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE lanes SET batch = b WHERE epoch = e AND lane = l AND batch = b - 1;
    IF NOT FOUND THEN RAISE EXCEPTION 'epoch %, lane %: batch % does not follow', e, l, b USING ERRCODE = 'CB001'; END IF;
END $$;

-- Ends the transaction if a write contradicts the stored data.
CREATE FUNCTION demand(holds boolean, otherwise text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF holds IS NOT TRUE THEN RAISE EXCEPTION '%', otherwise USING ERRCODE = 'CB003'; END IF;
END $$;

CREATE TABLE players (
    id         text COLLATE "C" NOT NULL PRIMARY KEY,
    name       text NOT NULL,
    token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    bot        boolean NOT NULL,
    lang       text NOT NULL,
    agent      text NOT NULL,
    since_ms   bigint NOT NULL,
    gone       boolean NOT NULL DEFAULT false,
    on_boards  boolean NOT NULL DEFAULT true
);
CREATE TABLE device_tokens (
    hash     bytea NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 32),
    player   text COLLATE "C" NOT NULL REFERENCES players ON DELETE CASCADE,
    since_ms bigint NOT NULL
);
CREATE INDEX device_tokens_of_player ON device_tokens (player);
-- Who was deleted, in that order.
CREATE TABLE forgotten (
    player text COLLATE "C" NOT NULL PRIMARY KEY,
    no     bigserial
);

CREATE TABLE rooms (
    code       text COLLATE "C" NOT NULL PRIMARY KEY,
    owner      bigint NOT NULL,
    settings   text NOT NULL,
    host       text NOT NULL,
    match_id   text COLLATE "C",
    next_first int CHECK (next_first >= 0),
    since_ms   bigint NOT NULL
);
CREATE INDEX rooms_of_owner ON rooms (owner);
CREATE TABLE seats (
    room      text COLLATE "C" NOT NULL REFERENCES rooms ON DELETE CASCADE,
    seat      int NOT NULL CHECK (seat >= 0),
    player    text COLLATE "C" NOT NULL,
    ready     boolean NOT NULL,
    bot_plays boolean NOT NULL,
    left_room boolean NOT NULL,
    missed    int NOT NULL CHECK (missed >= 0),
    since_ms  bigint NOT NULL,
    PRIMARY KEY (room, seat)
);
CREATE INDEX seats_of_player ON seats (player);
CREATE TABLE bans (
    room   text COLLATE "C" NOT NULL REFERENCES rooms ON DELETE CASCADE,
    player text COLLATE "C" NOT NULL,
    PRIMARY KEY (room, player)
);
CREATE TABLE chat (
    id     bigserial PRIMARY KEY,
    room   text COLLATE "C" NOT NULL REFERENCES rooms ON DELETE CASCADE,
    sender text COLLATE "C" NOT NULL,
    name   text NOT NULL,
    text   text NOT NULL,
    at_ms  bigint NOT NULL
);
CREATE INDEX chat_of_room ON chat (room, id);
CREATE INDEX chat_of_player ON chat (sender, id);

-- `no` is the epoch that started the match times 2^32, plus a number that rises: so the keys of the log rise with time.
CREATE TABLE matches (
    no          bigint NOT NULL PRIMARY KEY,
    id          text COLLATE "C" NOT NULL UNIQUE,
    room        text NOT NULL,
    game        text COLLATE "C" NOT NULL,
    version     int NOT NULL,
    chain       int NOT NULL CHECK (chain IN (1, 2)),
    settings    text NOT NULL,
    started_ms  bigint NOT NULL,
    ended_ms    bigint,
    result      text,
    public      boolean NOT NULL,
    log_dropped boolean NOT NULL DEFAULT false,
    CHECK ((ended_ms IS NULL) = (result IS NULL))
);
CREATE INDEX open_matches ON matches (no) WHERE ended_ms IS NULL;
CREATE INDEX matches_by_end ON matches (ended_ms, id) WHERE ended_ms IS NOT NULL;
CREATE INDEX public_matches ON matches (ended_ms, id) WHERE ended_ms IS NOT NULL AND public;
CREATE INDEX public_matches_of_game ON matches (game, ended_ms, id) WHERE ended_ms IS NOT NULL AND public;
CREATE TABLE match_players (
    match_id text COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat     int NOT NULL CHECK (seat >= 0),
    player   text COLLATE "C" NOT NULL,
    name     text NOT NULL,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX matches_of_player ON match_players (player, match_id);

-- Its key is paid for by every move. It lets one log be read without the others, and two writers of one entry cannot both
-- succeed. A foreign key would be paid for as well: the writer knows which matches run. `epoch` tells who wrote the entry.
CREATE TABLE log (
    match_no   bigint NOT NULL,
    seq        int NOT NULL CHECK (seq >= 1),
    epoch      bigint NOT NULL,
    made_by    text NOT NULL,
    message_id text NOT NULL,
    prompt     bigint NOT NULL,
    move       text NOT NULL,
    draws      text NOT NULL,
    left_ms    bigint NOT NULL,
    at_ms      bigint NOT NULL,
    hash       bytea NOT NULL CHECK (octet_length(hash) = 32),
    salt       bytea NOT NULL CHECK (octet_length(salt) = 32),
    extra      text NOT NULL,
    PRIMARY KEY (match_no, seq)
);

CREATE TABLE match_dice (
    match_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    state    text NOT NULL CHECK (state <> '')
);
CREATE TABLE dice_asks (
    match_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES match_dice ON DELETE CASCADE,
    ask      text NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE match_proofs (
    match_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    proof    text NOT NULL CHECK (proof <> '')
);

CREATE TABLE scores (
    match_id text COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat     int NOT NULL CHECK (seat >= 0),
    player   text COLLATE "C" NOT NULL,
    place    int NOT NULL CHECK (place >= 1),
    score    bigint NOT NULL,
    won      boolean NOT NULL,
    game     text COLLATE "C" NOT NULL,
    ended_ms bigint NOT NULL,
    people   int NOT NULL CHECK (people >= 0),
    usual    boolean NOT NULL,
    public   boolean NOT NULL,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX scores_of_player ON scores (player, ended_ms, match_id) INCLUDE (game, score, won, people, usual, public);
CREATE INDEX scores_of_game ON scores (game, ended_ms) INCLUDE (player, score, won, people, usual, public, match_id);
