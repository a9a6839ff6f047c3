-- What players, rooms and matches need to come back. Ids and JSON text are the upper layers' and are not looked
-- into. Times are milliseconds since 1970, UTC. Foreign keys hold a thing and its parts together, so that they go
-- together; they do not tie one thing to another (a seat may be taken by somebody who has no row in players).

CREATE TABLE players (
    id         TEXT NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    bot        INTEGER NOT NULL CHECK (bot IN (0, 1)),
    lang       TEXT NOT NULL,
    agent      TEXT NOT NULL,
    since_ms   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rooms (
    code       TEXT NOT NULL PRIMARY KEY,
    settings   TEXT NOT NULL,
    host       TEXT NOT NULL,
    match_id   TEXT,
    next_first INTEGER CHECK (next_first >= 0),
    since_ms   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE seats (
    room     TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    player   TEXT NOT NULL,
    ready    INTEGER NOT NULL CHECK (ready IN (0, 1)),
    house    INTEGER NOT NULL CHECK (house IN (0, 1)),
    left_room INTEGER NOT NULL CHECK (left_room IN (0, 1)),
    missed   INTEGER NOT NULL CHECK (missed >= 0),
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (room, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
    id     INTEGER PRIMARY KEY,
    room   TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
    sender TEXT NOT NULL,
    name   TEXT NOT NULL,
    text   TEXT NOT NULL,
    at_ms  INTEGER NOT NULL
) STRICT;
CREATE INDEX chat_of_room ON chat (room);

CREATE TABLE matches (
    id         TEXT NOT NULL PRIMARY KEY,
    room       TEXT NOT NULL,
    game       TEXT NOT NULL,
    version    INTEGER NOT NULL,
    settings   TEXT NOT NULL,
    started_ms INTEGER NOT NULL,
    ended_ms   INTEGER,
    result     TEXT,
    CHECK ((ended_ms IS NULL) = (result IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX open_matches ON matches (id) WHERE ended_ms IS NULL;
-- Newest first, of all games and of one.
CREATE INDEX matches_by_end ON matches (ended_ms) WHERE ended_ms IS NOT NULL;
CREATE INDEX matches_of_game ON matches (game, ended_ms) WHERE ended_ms IS NOT NULL;

CREATE TABLE match_players (
    match_id TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    player   TEXT NOT NULL,
    name     TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

-- The entries of running matches, in the order committed. An index or a foreign key here would be paid for by every
-- single move: the writer knows the rows of each running match by heart.
CREATE TABLE log (
    id         INTEGER PRIMARY KEY,
    match_id   TEXT NOT NULL,
    seq        INTEGER NOT NULL CHECK (seq >= 1),
    made_by    TEXT NOT NULL,
    message_id TEXT NOT NULL,
    prompt     INTEGER NOT NULL,
    move       TEXT NOT NULL,
    draws      TEXT NOT NULL,
    left_ms    INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL,
    hash       BLOB NOT NULL CHECK (length(hash) = 32),
    salt       BLOB NOT NULL CHECK (length(salt) = 32)
) STRICT;

-- The whole log of a finished match as one JSON array of entries:
-- [seq, made_by, message_id, prompt, move, draws, left_ms, at_ms, hash (hexadecimal), salt (hexadecimal)].
-- Texts stay texts in it, JSON or not, so that they come back byte by byte.
CREATE TABLE match_logs (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    entries  TEXT NOT NULL
) STRICT;

-- Game and end are those of the match, repeated so that the lists below read one index and nothing else.
CREATE TABLE scores (
    match_id TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    player   TEXT NOT NULL,
    place    INTEGER NOT NULL CHECK (place >= 1),
    score    INTEGER NOT NULL,
    won      INTEGER NOT NULL CHECK (won IN (0, 1)),
    game     TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
-- A player's matches, newest first, and totals.
CREATE INDEX scores_of_player ON scores (player, ended_ms, game, score, won);
-- Leaderboards, of all times and of the last days.
CREATE INDEX scores_of_game ON scores (game, ended_ms, player, score, won);
