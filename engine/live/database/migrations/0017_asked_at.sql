-- When Discord was first asked about a server that took the bot out, and said that the bot is not there; NULL: not yet.

ALTER TABLE departures ADD COLUMN asked_at REAL;
