-- The drawn face and colour that a player has chosen, 0 to 95; NULL: none yet. A check would read the whole table while all
-- wait for it.
ALTER TABLE players ADD COLUMN avatar int;
