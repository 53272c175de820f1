-- The line of shards that wait to introduce themselves to Discord. A process of an earlier version leaves both as they are.

ALTER TABLE leases ADD COLUMN waiting_since REAL;               -- NULL: the shard does not wait
ALTER TABLE leases ADD COLUMN asked_at REAL NOT NULL DEFAULT 0; -- when its process last asked for its turn
