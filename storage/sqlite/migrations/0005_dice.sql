-- The provable dice of running matches, secrets included: deleted when the match ends.
CREATE TABLE match_dice (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    state    TEXT NOT NULL CHECK (state <> '')
) STRICT, WITHOUT ROWID;

-- The newest ask of each, in a table of its own: it is replaced at every throw, and the state, which is ten times as
-- long, is not.
CREATE TABLE dice_asks (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES match_dice ON DELETE CASCADE,
    ask      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What finished matches say about their dice. Apart from the matches, so that lists of matches stay short.
CREATE TABLE match_proofs (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    proof    TEXT NOT NULL CHECK (proof <> '')
) STRICT;
