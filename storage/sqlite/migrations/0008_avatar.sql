-- The drawn face and colour that a player has chosen (protocol/README.md, section 4); NULL: none yet.
ALTER TABLE players ADD COLUMN avatar INTEGER CHECK (avatar BETWEEN 0 AND 95);
