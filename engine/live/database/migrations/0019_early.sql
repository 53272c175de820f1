-- Who was gone before everybody had had a turn, and whether who gave a seat up had left it or was removed.

ALTER TABLE seats ADD COLUMN early INTEGER NOT NULL DEFAULT 0;
ALTER TABLE replaced ADD COLUMN presence TEXT NOT NULL DEFAULT 'left'
    CHECK (presence IN ('here', 'held', 'left', 'removed'));
ALTER TABLE replaced ADD COLUMN early INTEGER NOT NULL DEFAULT 0;

-- when somebody left is not known of earlier matches: who never moved was gone early
UPDATE seats SET early = 1
WHERE presence != 'here'
    AND NOT EXISTS (SELECT 1 FROM log WHERE log.table_id = seats.table_id AND log.user_id = seats.user_id);
UPDATE replaced SET early = 1
WHERE NOT EXISTS (SELECT 1 FROM log WHERE log.table_id = replaced.table_id AND log.user_id = replaced.user_id);
