-- Rules that servers and people have saved under names: a rule set with its options, and those of its tables.

CREATE TABLE saved_rules (
    kind TEXT NOT NULL CHECK (kind IN ('server', 'person')),
    whose INTEGER NOT NULL,              -- the server's or the person's id
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,                -- the name without its case: no owner has two of the same
    rules TEXT NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    PRIMARY KEY (kind, whose, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX saved_rules_by_name ON saved_rules (kind, whose, folded);
