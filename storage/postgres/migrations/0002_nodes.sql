-- What nodes that share the data tell each other (storage/cluster.hpp). A node that shares nothing has false in `shared`.
ALTER TABLE nodes
    ADD COLUMN shared  boolean NOT NULL DEFAULT false,
    ADD COLUMN address text NOT NULL DEFAULT '',
    ADD COLUMN program text NOT NULL DEFAULT '',
    ADD COLUMN rules   text NOT NULL DEFAULT '{}',
    ADD COLUMN mesh    int NOT NULL DEFAULT 1,
    ADD COLUMN rooms   int NOT NULL DEFAULT 0,
    ADD COLUMN sockets int NOT NULL DEFAULT 0;

-- A row with empty settings is not a room yet, but a code that its owner keeps for one.
ALTER TABLE rooms
    ADD COLUMN maker text COLLATE "C",
    ADD COLUMN home  bytea;
CREATE INDEX rooms_of_maker ON rooms (maker) WHERE maker IS NOT NULL;
CREATE INDEX rooms_of_home ON rooms (home) WHERE home IS NOT NULL;

-- Ends the transaction if the writer does not own the room.
CREATE FUNCTION demand_owner(holds boolean, room text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF holds IS NOT TRUE THEN RAISE EXCEPTION 'another epoch owns room %', room USING ERRCODE = 'CB002'; END IF;
END $$;

-- Neither survives a crash of the database, and neither costs it a write to its disk.
CREATE UNLOGGED TABLE device_offers (
    hash   bytea NOT NULL PRIMARY KEY,
    player text COLLATE "C" NOT NULL UNIQUE,
    until  timestamptz NOT NULL
);
-- Token buckets: when each will be full again.
CREATE UNLOGGED TABLE tallies (
    key     text COLLATE "C" NOT NULL PRIMARY KEY,
    full_at timestamptz NOT NULL
) WITH (fillfactor = 50);
