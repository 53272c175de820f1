-- People's data: what is deleted when a server has left, and what is cleared when a table has ended.

CREATE TABLE departures (                -- servers that took the bot out, and have not taken it in again
    guild_id INTEGER PRIMARY KEY,
    at REAL NOT NULL
) STRICT;

CREATE INDEX tables_of_a_guild ON tables (guild_id);
CREATE INDEX seats_of_people ON seats (user_id);

-- tables that have ended and still hold what nobody needs any more; they are asked for word for word as it stands here
CREATE INDEX untidy_tables ON tables (lively_at) WHERE status IN ('finished', 'closed') AND (
    invited != '[]' OR seating != '[]' OR words != '[]' OR vote IS NOT NULL
    OR coalesce(json_extract(post, '$.text'), '') != '' OR coalesce(json_extract(post, '$.alt'), '') != ''
    OR coalesce(json_extract(post, '$.adding'), '') != ''
);
CREATE INDEX seats_with_a_language ON seats (table_id) WHERE locale != '';
