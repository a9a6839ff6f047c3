-- The analyses of finished matches (storage/sqlite/migrations/0010_analyses.sql).
CREATE TABLE analyses (
    match_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    version  text COLLATE "C" NOT NULL,
    text     text NOT NULL
);
