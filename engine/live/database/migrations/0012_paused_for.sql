-- How many seconds the pauses of the present deal took: a host may stop a deal for an hour in all.

ALTER TABLE tables ADD COLUMN paused_for REAL NOT NULL DEFAULT 0;
