-- Computers at tables, hints, and matches with computers apart from those without.

ALTER TABLE seats ADD COLUMN level TEXT CHECK (level IN ('easy', 'normal', 'expert'));   -- NULL: a person
ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;        -- 1: players may ask what an expert would do
ALTER TABLE matches ADD COLUMN computers INTEGER NOT NULL DEFAULT 0;   -- how many computers sat there
