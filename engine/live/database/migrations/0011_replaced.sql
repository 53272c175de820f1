-- Players who left a match, and whose seats somebody else took. Their lost matches are scores with a seat below 0.

CREATE TABLE replaced (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,             -- from 1, in the order in which the seats were taken
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    ply INTEGER NOT NULL,                -- how many actions the log held when the seat was taken
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX replaced_people ON replaced (user_id);
