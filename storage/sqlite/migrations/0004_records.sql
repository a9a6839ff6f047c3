-- By which form of the hash chain the entries of a match are hashed: 1 was the only one before.
ALTER TABLE matches ADD COLUMN chain INTEGER NOT NULL DEFAULT 1 CHECK (chain IN (1, 2));

-- What an entry says besides: JSON, or empty. In match_logs it is the eleventh element of an entry; those from before
-- have ten.
ALTER TABLE log ADD COLUMN extra TEXT NOT NULL DEFAULT '';

-- Whether the room was public and without a password when the match began; any other match is found by its id alone,
-- and by those who played it. Of matches from before it is not known: they are private.
ALTER TABLE matches ADD COLUMN public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1));
ALTER TABLE scores ADD COLUMN public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1));
DROP INDEX matches_of_game;
CREATE INDEX public_matches ON matches (ended_ms) WHERE ended_ms IS NOT NULL AND public = 1;
CREATE INDEX public_matches_of_game ON matches (game, ended_ms) WHERE ended_ms IS NOT NULL AND public = 1;
CREATE INDEX public_scores_of_player ON scores (player, ended_ms, game) WHERE public = 1;
DROP INDEX scores_of_game;
CREATE INDEX scores_of_game ON scores (game, ended_ms, player, score, won, people, usual, public);

-- Whether a player may stand on the boards; it is their own choice.
ALTER TABLE players ADD COLUMN on_boards INTEGER NOT NULL DEFAULT 1 CHECK (on_boards IN (0, 1));

-- The log of a finished match may be given up for want of room; its result stays. The oldest that is left goes first.
ALTER TABLE matches ADD COLUMN log_dropped INTEGER NOT NULL DEFAULT 0 CHECK (log_dropped IN (0, 1));
DROP INDEX matches_by_end;
CREATE INDEX logs_by_end ON matches (ended_ms) WHERE ended_ms IS NOT NULL AND log_dropped = 0;
