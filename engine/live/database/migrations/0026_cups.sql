-- Cups: tournaments of many tables. A cup is a fold over its log; what is stored beside it is where it stands on Discord.

CREATE TABLE cups (
    id TEXT NOT NULL PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    organizer_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    seed TEXT NOT NULL,
    opened_at REAL NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0,   -- whether it is over, and its end was told
    live TEXT NOT NULL CHECK (json_valid(live)),
    revision INTEGER NOT NULL DEFAULT 0  -- counts the changes
) STRICT, WITHOUT ROWID;

CREATE INDEX cups_of_servers ON cups (guild_id, opened_at);
CREATE INDEX open_cups ON cups (guild_id) WHERE closed = 0;

CREATE TABLE cup_log (
    cup_id TEXT NOT NULL REFERENCES cups (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    action TEXT NOT NULL CHECK (json_valid(action)),
    user_id INTEGER,                     -- NULL for the bot
    at REAL NOT NULL,
    PRIMARY KEY (cup_id, ply)
) STRICT, WITHOUT ROWID;

CREATE INDEX cup_actions_of_people ON cup_log (user_id, cup_id) WHERE user_id IS NOT NULL;

CREATE TABLE cup_people (
    cup_id TEXT NOT NULL REFERENCES cups (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    place INTEGER,                       -- in the final standings; NULL before, and without one
    PRIMARY KEY (cup_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX cups_of_people ON cup_people (user_id, cup_id);
CREATE INDEX cup_people_with_a_language ON cup_people (cup_id) WHERE locale != '';

CREATE TABLE cup_tables (
    cup_id TEXT NOT NULL REFERENCES cups (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    match_id TEXT NOT NULL,              -- the table of its match; '' before it
    live TEXT NOT NULL CHECK (json_valid(live)),
    PRIMARY KEY (cup_id, round, number)
) STRICT, WITHOUT ROWID;
