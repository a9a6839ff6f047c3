-- What the next version of the program of tests/cluster adds.
ALTER TABLE nodes ADD COLUMN novelty text;
ALTER TABLE rooms ADD COLUMN novelty text DEFAULT 'x';
ALTER TABLE seats ADD COLUMN novelty text;
ALTER TABLE players ADD COLUMN novelty text;
ALTER TABLE matches ADD COLUMN novelty text;
ALTER TABLE log ADD COLUMN novelty text;
CREATE TABLE novelties (
    room text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES rooms ON DELETE CASCADE
);
