-- The decisions that players practise (storage/sqlite/migrations/0013_practice.sql).
CREATE TABLE practice (
    player      text COLLATE "C" NOT NULL,
    position    text COLLATE "C" NOT NULL,
    times_right int NOT NULL CHECK (times_right BETWEEN 0 AND 2),
    due_day     bigint NOT NULL,
    PRIMARY KEY (player, position)
);
