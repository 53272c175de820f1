-- Since when a shard waits to introduce itself to Discord; NULL: it does not. A process of an earlier version leaves it.

ALTER TABLE leases ADD COLUMN waiting_since REAL;
