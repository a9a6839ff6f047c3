-- What looking back needs: boards that compare like with like, all matches of a player, and players who are gone.

-- A player who deleted himself keeps a row, since matches and seats name its id; all that was said about him is gone.
ALTER TABLE players ADD COLUMN gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1));

-- How many people (not bots) played, and whether by the game's usual rules. Of older matches the second is not
-- known: they count for wins only.
ALTER TABLE scores ADD COLUMN people INTEGER NOT NULL DEFAULT 0 CHECK (people >= 0);
ALTER TABLE scores ADD COLUMN usual INTEGER NOT NULL DEFAULT 0 CHECK (usual IN (0, 1));
UPDATE scores SET people = (SELECT count(*) FROM match_players JOIN players ON players.id = match_players.player
                            WHERE match_players.match_id = scores.match_id AND bot = 0);

DROP INDEX scores_of_player;
DROP INDEX scores_of_game;
CREATE INDEX scores_of_player ON scores (player, ended_ms, game, score, won, people, usual);
CREATE INDEX scores_of_game ON scores (game, ended_ms, player, score, won, people, usual);

-- Whatever names a player, for those who want to see or to delete it.
CREATE INDEX matches_of_player ON match_players (player);
CREATE INDEX seats_of_player ON seats (player);
CREATE INDEX chat_of_player ON chat (sender);
