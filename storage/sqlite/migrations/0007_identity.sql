-- `id` tells these data from those of other servers: clients keep their tokens under it. Copies have the same one.
-- `generation` tells this file from its copies (durable_entry_count.hpp).
CREATE TABLE identity (
    id         TEXT NOT NULL CHECK (length(id) = 16),
    generation INTEGER NOT NULL
) STRICT;
INSERT INTO identity VALUES (lower(hex(randomblob(8))), abs(random()));
