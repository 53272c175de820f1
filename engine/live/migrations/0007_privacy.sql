-- When servers took the bot out; their data goes 30 days later, unless they take it in again.

CREATE TABLE departures (
    guild_id INTEGER PRIMARY KEY,
    at REAL NOT NULL
) STRICT;
