-- Tells these data from those of other servers (storage/sqlite/migrations/0007_identity.sql).
CREATE TABLE identity (
    id text NOT NULL CHECK (length(id) = 16)
);
INSERT INTO identity VALUES (right(replace(gen_random_uuid()::text, '-', ''), 16));
