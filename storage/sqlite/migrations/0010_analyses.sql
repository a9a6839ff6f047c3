-- What the analysis of a finished match found: JSON of the layers above, which can be made again from the log and goes with it.
-- `version` says by which rules and method.
CREATE TABLE analyses (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    version  TEXT NOT NULL,
    text     TEXT NOT NULL
) STRICT, WITHOUT ROWID;
