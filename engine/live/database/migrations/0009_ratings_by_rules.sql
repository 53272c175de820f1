-- Ratings of one rule set beside those of all. The bot works them out when it starts.

CREATE TABLE ratings_by_rules (          -- as they are now
    guild_id INTEGER NOT NULL,
    league TEXT NOT NULL CHECK (league IN ('alone', 'pairs')),
    user_id INTEGER NOT NULL CHECK (user_id > 0),
    rules TEXT NOT NULL,                 -- '': all
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    matches INTEGER NOT NULL,            -- rated ones
    PRIMARY KEY (guild_id, league, rules, user_id)
) STRICT, WITHOUT ROWID;

INSERT INTO ratings_by_rules SELECT guild_id, league, user_id, '', mu, sigma, matches FROM ratings;

DROP TABLE ratings;
ALTER TABLE ratings_by_rules RENAME TO ratings;

CREATE INDEX ratings_of_people ON ratings (user_id);
