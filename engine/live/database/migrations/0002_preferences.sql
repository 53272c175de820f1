-- What servers and people have set for themselves, and which tables their channels read as text.

CREATE TABLE preferences (
    kind TEXT NOT NULL CHECK (kind IN ('server', 'person')),
    whose INTEGER NOT NULL,              -- the server's or the person's id
    name TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (kind, whose, name)
) STRICT, WITHOUT ROWID;

ALTER TABLE tables ADD COLUMN as_text INTEGER NOT NULL DEFAULT 0;
