-- The files of the page in each version of it (storage/page_files.hpp): a page names files of its version, and a balancer may
-- pass the request for one to a node that has another version.
CREATE TABLE page_versions (
    hash  text COLLATE "C" NOT NULL PRIMARY KEY,
    bytes bigint NOT NULL CHECK (bytes >= 0),  -- of all its files
    seen  timestamptz NOT NULL                 -- when a server that has it was last up
);
CREATE TABLE page_files (
    hash         text COLLATE "C" NOT NULL REFERENCES page_versions ON DELETE CASCADE,
    path         text COLLATE "C" NOT NULL,
    content_type text NOT NULL,
    bytes        bytea NOT NULL,
    gzip         bytea NOT NULL,  -- empty if that is no smaller
    by_itself    boolean NOT NULL,
    for_others   boolean NOT NULL,
    PRIMARY KEY (hash, path)
);
