-- What the own decisions of a player gave away in an analysed match, in millionths of the unit of its analysis. `version` is that of the
-- analysis, `unaided` a match in which nobody asked for a hint. It stays when the log and the analysis are deleted.
CREATE TABLE care (
    match_id   TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat       INTEGER NOT NULL CHECK (seat >= 0),
    version    TEXT NOT NULL,
    decisions  INTEGER NOT NULL CHECK (decisions > 0),
    given_away INTEGER NOT NULL CHECK (given_away >= 0),
    unaided    INTEGER NOT NULL CHECK (unaided IN (0, 1)),
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
