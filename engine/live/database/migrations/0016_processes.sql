-- Which processes run that share the shards of a PostgreSQL database, also those that have no shard yet.

CREATE TABLE processes (
    owner TEXT PRIMARY KEY,      -- the process, as leases name it
    until REAL NOT NULL,         -- it runs up to then, by the database's clock, unless it says so again
    gave_at REAL NOT NULL        -- when it last gave a shard to another process; 0: never
) STRICT;
