-- The day's cup: the chain of its seeds, drawn once, and the matches of the players. `given_away` is in thousandths of a point.
CREATE TABLE cup_chain (
    no        INTEGER NOT NULL PRIMARY KEY CHECK (no = 1),
    first_ms  INTEGER NOT NULL,
    last_seed BLOB NOT NULL CHECK (length(last_seed) = 32)
) STRICT;

CREATE TABLE cup_plays (
    day        INTEGER NOT NULL CHECK (day >= 1),
    player     TEXT NOT NULL,
    match_id   TEXT NOT NULL UNIQUE,
    room       TEXT NOT NULL,
    started_ms INTEGER NOT NULL,
    ended_ms   INTEGER,
    points     INTEGER,
    given_away INTEGER,
    text       TEXT NOT NULL,
    PRIMARY KEY (day, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX cup_plays_by_player ON cup_plays (player);
