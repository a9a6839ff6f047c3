-- Who may not come back into a room as long as there is one.
CREATE TABLE bans (
    room   TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
    player TEXT NOT NULL,
    PRIMARY KEY (room, player)
) STRICT, WITHOUT ROWID;

-- Tokens of a player's further devices; the first is in players. Whoever forgets a player forgets these, too.
CREATE TABLE device_tokens (
    hash     BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player   TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
    since_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX device_tokens_of_player ON device_tokens (player);
