-- What the decisions of players gave away (storage/sqlite/migrations/0012_care.sql).
CREATE TABLE care (
    match_id   text COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat       int NOT NULL CHECK (seat >= 0),
    version    text COLLATE "C" NOT NULL,
    decisions  bigint NOT NULL CHECK (decisions > 0),
    given_away bigint NOT NULL CHECK (given_away >= 0),
    unaided    boolean NOT NULL,
    PRIMARY KEY (match_id, seat)
);
