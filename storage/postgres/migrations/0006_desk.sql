-- The operator's desk (storage/sqlite/migrations/0009_desk.sql).
CREATE TABLE desk (
    id            text COLLATE "C" NOT NULL PRIMARY KEY,
    kind          text COLLATE "C" NOT NULL CHECK (kind IN ('decree', 'report', 'log', 'key')),
    no            bigint NOT NULL CHECK (no >= 1),
    change        bigint NOT NULL,
    at_ms         bigint NOT NULL,
    keep_until_ms bigint,
    refused       bigint NOT NULL,
    text          text NOT NULL,
    UNIQUE (kind, no)
);
CREATE INDEX desk_by_change ON desk (kind, change);
CREATE INDEX desk_by_end ON desk (keep_until_ms);

CREATE TABLE desk_people (
    desk_id text COLLATE "C" NOT NULL REFERENCES desk ON DELETE CASCADE,
    place   integer NOT NULL,
    player  text COLLATE "C" NOT NULL,
    name    text NOT NULL,
    PRIMARY KEY (desk_id, place)
);
CREATE INDEX desk_by_player ON desk_people (player);

-- Whoever takes a number has its row locked until the commit: so numbers become visible in their order.
CREATE TABLE desk_numbers (
    name text COLLATE "C" NOT NULL PRIMARY KEY,
    last bigint NOT NULL
);
INSERT INTO desk_numbers VALUES ('decree', 0), ('report', 0), ('log', 0), ('key', 0), ('change', 0);
