-- An entry is written once: it stays in the log when its match ends. Before, a finished match was copied into
-- match_logs as one JSON array, and its entries were deleted from the log.
ALTER TABLE log RENAME TO old_log;
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
    salt       BLOB NOT NULL CHECK (length(salt) = 32),
    extra      TEXT NOT NULL
) STRICT;

-- Which rows of the log belong to a match: a JSON array of their ids, by seq. All rows of a finished match, and those
-- of a running one that are not among the newest rows of the log (entry_log.hpp).
CREATE TABLE log_rows (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    rows     TEXT NOT NULL
) STRICT;

-- The entries of running matches keep their ids. So does the newest row, because it tells how many entries there were.
INSERT INTO log (id, match_id, seq, made_by, message_id, prompt, move, draws, left_ms, at_ms, hash, salt, extra)
SELECT id, match_id, seq, made_by, message_id, prompt, move, draws, left_ms, at_ms, hash, salt, extra FROM old_log
WHERE match_id IN (SELECT id FROM matches WHERE ended_ms IS NULL) OR id = (SELECT max(id) FROM old_log);

-- Those of finished matches follow. bytes_of_hex() is ours (schema.cpp).
INSERT INTO log (match_id, seq, made_by, message_id, prompt, move, draws, left_ms, at_ms, hash, salt, extra)
SELECT match_id, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
       bytes_of_hex(value ->> 8), bytes_of_hex(value ->> 9), coalesce(value ->> 10, '')
FROM match_logs, json_each(entries) ORDER BY match_logs.rowid, key;

CREATE INDEX rows_of_match ON log (match_id, id);
INSERT INTO log_rows (match_id, rows)
SELECT id, (SELECT json_group_array(id) FROM (SELECT log.id FROM log WHERE match_id = matches.id AND
            (matches.ended_ms IS NULL OR log.id > (SELECT coalesce(max(id), 0) FROM old_log)) ORDER BY log.id))
FROM matches WHERE ended_ms IS NULL OR id IN (SELECT match_id FROM match_logs);
DROP INDEX rows_of_match;

DROP TABLE old_log;
DROP TABLE match_logs;
