-- The league: what leaderboards, ratings and seasons are made of.
-- Figures of matches finished before are worked out by `bot.py --recompute`, or when the bot starts.

ALTER TABLE matches ADD COLUMN league TEXT NOT NULL DEFAULT 'alone' CHECK (league IN ('alone', 'pairs', 'computers'));
ALTER TABLE matches ADD COLUMN number INTEGER NOT NULL DEFAULT 0;      -- from 1, in the order in which a server's ended
ALTER TABLE matches ADD COLUMN figures INTEGER NOT NULL DEFAULT 0;     -- the version of the formulas of its scores

UPDATE matches SET
    league = CASE
        WHEN computers > 0 THEN 'computers'
        WHEN (SELECT json_extract(options, '$.pairs') FROM tables WHERE id = table_id) THEN 'pairs'
        ELSE 'alone'
    END,
    number = ordered.place
FROM (
    SELECT table_id AS id, row_number() OVER (PARTITION BY guild_id ORDER BY finished_at, table_id) AS place
    FROM matches
) AS ordered
WHERE ordered.id = matches.table_id;

CREATE UNIQUE INDEX matches_in_order ON matches (guild_id, number);

-- what a match says of all its scores stands with each, for indexes to hold it
ALTER TABLE scores ADD COLUMN guild_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scores ADD COLUMN league TEXT NOT NULL DEFAULT 'alone';
ALTER TABLE scores ADD COLUMN rules TEXT NOT NULL DEFAULT '';
ALTER TABLE scores ADD COLUMN finished_at REAL NOT NULL DEFAULT 0;
ALTER TABLE scores ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scores ADD COLUMN side INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scores ADD COLUMN stayed INTEGER NOT NULL DEFAULT 1;       -- 0: the bot played for them at the end
ALTER TABLE scores ADD COLUMN place INTEGER NOT NULL DEFAULT 1;        -- their side's, from 1; those level share it
ALTER TABLE scores ADD COLUMN against INTEGER NOT NULL DEFAULT 0;      -- the points of the best other side
ALTER TABLE scores ADD COLUMN comeback INTEGER NOT NULL DEFAULT 0;     -- the most points they were behind, and yet won
ALTER TABLE scores ADD COLUMN mu REAL;                                 -- their rating after it; NULL: it was not rated
ALTER TABLE scores ADD COLUMN sigma REAL;

UPDATE scores SET
    guild_id = matches.guild_id,
    league = matches.league,
    rules = matches.rules,
    finished_at = matches.finished_at,
    number = matches.number,
    side = CASE WHEN json_extract(tables.options, '$.pairs') THEN seat % 2 ELSE seat END,
    stayed = coalesce(
        (SELECT presence = 'here' FROM seats WHERE seats.table_id = scores.table_id AND seats.seat = scores.seat), 1
    ),
    place = 2 - won
FROM matches JOIN tables ON tables.id = matches.table_id
WHERE matches.table_id = scores.table_id;

CREATE INDEX scores_in_time
    ON scores (guild_id, league, finished_at, rules, number, user_id, won, points, against, comeback);
CREATE INDEX scores_of_people
    ON scores (user_id, guild_id, league, finished_at, rules, number, won, points, against, comeback);

CREATE TABLE ratings (                   -- as they are now
    guild_id INTEGER NOT NULL,
    league TEXT NOT NULL CHECK (league IN ('alone', 'pairs')),
    user_id INTEGER NOT NULL CHECK (user_id > 0),
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    matches INTEGER NOT NULL,            -- rated ones
    PRIMARY KEY (guild_id, league, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_of_people ON ratings (user_id);

CREATE TABLE seasons (
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL,             -- from 1
    name TEXT NOT NULL,
    opened_at REAL NOT NULL,
    closed_at REAL,                      -- NULL: it runs
    PRIMARY KEY (guild_id, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_season_at_a_time ON seasons (guild_id) WHERE closed_at IS NULL;

CREATE TABLE tallies (                   -- what scores add up to, kept so that a board need not add them up
    guild_id INTEGER NOT NULL,
    league TEXT NOT NULL,
    period TEXT NOT NULL,                -- 'all', a month as '2026-11', a season as 'season 1'
    rules TEXT NOT NULL,                 -- '': all
    user_id INTEGER NOT NULL CHECK (user_id > 0),
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    points INTEGER NOT NULL,
    against INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    best_streak INTEGER NOT NULL,
    comeback INTEGER NOT NULL,
    PRIMARY KEY (guild_id, league, period, rules, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX tallies_of_people ON tallies (user_id, guild_id, league, period);
