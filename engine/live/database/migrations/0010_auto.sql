-- What the bot does for players who are left no choice.

ALTER TABLE tables ADD COLUMN auto TEXT NOT NULL DEFAULT 'turns' CHECK (auto IN ('turns', 'forced', 'nothing'));

UPDATE tables SET auto = 'nothing' WHERE status = 'playing';           -- a match goes on as it began
