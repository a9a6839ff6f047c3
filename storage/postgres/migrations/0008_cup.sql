-- The day's cup (storage/sqlite/migrations/0011_cup.sql).
CREATE TABLE cup_chain (
    no        integer NOT NULL PRIMARY KEY CHECK (no = 1),
    first_ms  bigint NOT NULL,
    last_seed bytea NOT NULL CHECK (length(last_seed) = 32)
);

CREATE TABLE cup_plays (
    day        integer NOT NULL CHECK (day >= 1),
    player     text COLLATE "C" NOT NULL,
    match_id   text COLLATE "C" NOT NULL UNIQUE,
    room       text NOT NULL,
    started_ms bigint NOT NULL,
    ended_ms   bigint,
    points     bigint,
    given_away bigint,
    text       text NOT NULL,
    PRIMARY KEY (day, player)
);
CREATE INDEX cup_plays_by_player ON cup_plays (player);
