-- Challenges: the same deals for everybody who takes them, each alone against computers.

CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('daily', 'friends')),
    number INTEGER NOT NULL,             -- of the day; 0 for a challenge among friends
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    opener_id INTEGER NOT NULL,
    rules TEXT NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    seats INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    level TEXT NOT NULL,
    version INTEGER,                     -- of the computers' choices; set when it begins
    seed TEXT NOT NULL,
    secret TEXT,                         -- hashes its players; destroyed when it is closed
    opens_at REAL NOT NULL,
    ends_at REAL NOT NULL,
    invited TEXT NOT NULL CHECK (json_valid(invited)),
    locale TEXT NOT NULL,
    par TEXT,                            -- the expert's margin in each deal
    closed INTEGER NOT NULL DEFAULT 0,
    post_id INTEGER NOT NULL DEFAULT 0,
    up_minutes INTEGER NOT NULL DEFAULT 0,
    thinned INTEGER NOT NULL DEFAULT 0   -- whether the actions of all attempts are deleted
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_challenge_a_day ON challenges (number) WHERE kind = 'daily';
CREATE INDEX challenges_of_channels ON challenges (channel_id) WHERE kind = 'friends';
CREATE INDEX challenges_to_close ON challenges (ends_at) WHERE closed = 0;
CREATE INDEX challenges_to_thin ON challenges (ends_at) WHERE thinned = 0;

CREATE TABLE challenge_players (
    challenge_id TEXT NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
    key TEXT NOT NULL,                   -- a hash of the person
    id TEXT NOT NULL,                    -- of the attempt, for replays
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    guild_id INTEGER NOT NULL,           -- where the person began
    began_at REAL NOT NULL,
    finished_at REAL,
    margins TEXT NOT NULL DEFAULT '[]',
    total INTEGER NOT NULL DEFAULT 0,
    cut INTEGER NOT NULL DEFAULT 0,      -- whether a computer played the rest
    void INTEGER NOT NULL DEFAULT 0,     -- whether the bot no longer had the version to play the rest
    percentage REAL,                     -- of the field, once the challenge is closed
    PRIMARY KEY (challenge_id, key)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX challenge_attempts ON challenge_players (id);
CREATE INDEX challenges_of_people ON challenge_players (user_id, challenge_id);
CREATE INDEX challenge_totals ON challenge_players (challenge_id, total DESC, finished_at, void, key);
CREATE INDEX challenges_of_servers ON challenge_players (guild_id, user_id);

CREATE TABLE challenge_log (
    challenge_id TEXT NOT NULL,
    key TEXT NOT NULL,
    ply INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    action TEXT NOT NULL,
    by_person INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (challenge_id, key, ply),
    FOREIGN KEY (challenge_id, key) REFERENCES challenge_players (challenge_id, key) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE challenge_posts (
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL,             -- of the day
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,         -- 0 until Discord has confirmed it
    PRIMARY KEY (guild_id, number)
) STRICT, WITHOUT ROWID;
