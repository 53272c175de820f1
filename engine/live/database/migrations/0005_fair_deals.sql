-- Fair deals: what a match's deals are drawn from, and the words that players added.

ALTER TABLE tables ADD COLUMN seed TEXT;                               -- secret until its match is over; NULL: older
ALTER TABLE tables ADD COLUMN words TEXT NOT NULL DEFAULT '[]';        -- JSON: [user id, word], for the next deal
ALTER TABLE log ADD COLUMN words TEXT;                                 -- JSON: each seat's word in a deal; NULL: none
