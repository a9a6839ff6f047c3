-- The decisions that players practise. `due_day` is the day on which a position comes back, in days since 1970.
CREATE TABLE practice (
    player      TEXT NOT NULL,
    position    TEXT NOT NULL,
    times_right INTEGER NOT NULL CHECK (times_right BETWEEN 0 AND 2),
    due_day     INTEGER NOT NULL,
    PRIMARY KEY (player, position)
) STRICT, WITHOUT ROWID;
