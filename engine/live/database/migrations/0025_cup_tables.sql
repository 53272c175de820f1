-- Which match of a cup a table plays, as JSON; none for any other table. One more way to show a table: in the hands of its
-- players alone, in direct messages. Such a table takes no place from the channel's, like a private match.

ALTER TABLE tables ADD COLUMN cup TEXT;

DROP INDEX one_open_table_a_place;
ALTER TABLE tables ADD COLUMN shown TEXT NOT NULL DEFAULT 'server'
    CHECK (shown IN ('server', 'direct', 'answers', 'private', 'private_answers', 'hands'));
UPDATE tables SET shown = delivery;
ALTER TABLE tables DROP COLUMN delivery;
ALTER TABLE tables RENAME COLUMN shown TO delivery;
CREATE UNIQUE INDEX one_open_table_a_place
    ON tables (channel_id, (CASE WHEN delivery IN ('private', 'private_answers', 'hands') THEN host_id ELSE 0 END))
    WHERE status IN ('lobby', 'playing');
