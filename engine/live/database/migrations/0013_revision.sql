-- How often a table's header has changed: of two writers that know the same one, the second is told so.

ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
