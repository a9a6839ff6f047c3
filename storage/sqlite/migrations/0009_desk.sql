-- The operator's desk: decrees, reports of players, the log of what operators did, and the keys for hashes of networks.
CREATE TABLE desk (
    id            TEXT NOT NULL PRIMARY KEY,
    kind          TEXT NOT NULL CHECK (kind IN ('decree', 'report', 'log', 'key')),
    no            INTEGER NOT NULL CHECK (no >= 1),
    change        INTEGER NOT NULL,
    at_ms         INTEGER NOT NULL,
    keep_until_ms INTEGER,
    refused       INTEGER NOT NULL,
    text          TEXT NOT NULL,
    UNIQUE (kind, no)
) STRICT;
CREATE INDEX desk_by_change ON desk (kind, change);
CREATE INDEX desk_by_end ON desk (keep_until_ms);

-- Whom the rows name, apart from their texts, so that a deleted player loses the name there. Place 0: whom the row is about;
-- 1: who wrote it.
CREATE TABLE desk_people (
    desk_id TEXT NOT NULL REFERENCES desk ON DELETE CASCADE,
    place   INTEGER NOT NULL,
    player  TEXT NOT NULL,
    name    TEXT NOT NULL,
    PRIMARY KEY (desk_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX desk_by_player ON desk_people (player);

-- The last number given to a row of each kind, and to a change.
CREATE TABLE desk_numbers (
    name TEXT NOT NULL PRIMARY KEY,
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO desk_numbers VALUES ('decree', 0), ('report', 0), ('log', 0), ('key', 0), ('change', 0);
