-- Which process has which shard: several share a PostgreSQL database, and each plays the tables of its own shards alone.
-- The row of a shard is there from the first start of such a process on.

CREATE TABLE leases (
    shard INTEGER PRIMARY KEY,
    shards INTEGER NOT NULL,     -- how many there are
    owner TEXT NOT NULL,         -- the process; empty if it has given the shard up
    address TEXT NOT NULL,       -- where other processes reach it
    epoch INTEGER NOT NULL,      -- how many owners there have been
    until REAL NOT NULL,         -- the end of the lease, by the database's clock
    alive_at REAL NOT NULL       -- when it was last renewed
) STRICT;

-- When the next shard of a bucket may introduce itself to Discord.

CREATE TABLE identifies (bucket INTEGER PRIMARY KEY, free_at REAL NOT NULL) STRICT;
