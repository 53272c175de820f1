-- Tables, the people at them, everything that was done, and the matches that were finished.

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    rules TEXT NOT NULL,
    options TEXT NOT NULL,               -- JSON object
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'closed')),
    locale TEXT NOT NULL,                -- the channel's language
    invited TEXT NOT NULL,               -- JSON list of user ids
    opened_at REAL NOT NULL,             -- seconds since 1970, like every time here
    deadline REAL,                       -- when the bot acts by itself
    post TEXT                            -- JSON: the newest message about this table
) STRICT;

CREATE UNIQUE INDEX one_open_table_a_channel ON tables (channel_id) WHERE status IN ('lobby', 'playing');

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    away INTEGER NOT NULL DEFAULT 0,     -- 1: left for good, the bot plays on
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    action TEXT NOT NULL,
    user_id INTEGER,                     -- NULL: the bot
    at REAL NOT NULL,
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE hand_messages (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    rules TEXT NOT NULL,
    deals INTEGER NOT NULL,
    finished_at REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX matches_of_a_guild ON matches (guild_id, finished_at);

CREATE TABLE scores (
    table_id TEXT NOT NULL REFERENCES matches (table_id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    points INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (                     -- small facts that the bot has to remember
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
