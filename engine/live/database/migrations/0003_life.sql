-- Turn clocks, absences, pauses, votes, rematches; and what a hand's message shows.

ALTER TABLE tables ADD COLUMN clock TEXT NOT NULL DEFAULT 'casual' CHECK (clock IN ('none', 'casual', 'slow'));
ALTER TABLE tables ADD COLUMN lively_at REAL NOT NULL DEFAULT 0;      -- when a person last did something
ALTER TABLE tables ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0;    -- 1: whoever is in turn has been reminded
ALTER TABLE tables ADD COLUMN pause TEXT;                             -- JSON; NULL: not paused
ALTER TABLE tables ADD COLUMN vote TEXT;                              -- JSON: the vote to end it; NULL: none
ALTER TABLE tables ADD COLUMN seating TEXT NOT NULL DEFAULT '[]';     -- JSON list of user ids: how the last match sat
ALTER TABLE tables ADD COLUMN opener INTEGER;                         -- who opened the last match, before a rematch
UPDATE tables SET lively_at = coalesce((SELECT max(at) FROM log WHERE table_id = tables.id), opened_at);

ALTER TABLE seats ADD COLUMN presence TEXT NOT NULL DEFAULT 'here'
    CHECK (presence IN ('here', 'held', 'left', 'removed'));
ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;       -- turns in a row that the bot played for them
UPDATE seats SET presence = 'left' WHERE away = 1;
ALTER TABLE seats DROP COLUMN away;

ALTER TABLE hand_messages ADD COLUMN face TEXT NOT NULL DEFAULT '';   -- tells whether a hand still looks the same
