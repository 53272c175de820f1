-- Two more ways to show a table: privately to one person, beside the channel's table, on servers with the bot and
-- elsewhere. A channel has one open table that everybody sees, and one private table of each person.

ALTER TABLE tables ADD COLUMN shown TEXT NOT NULL DEFAULT 'server'
    CHECK (shown IN ('server', 'direct', 'answers', 'private', 'private_answers'));
UPDATE tables SET shown = delivery;
ALTER TABLE tables DROP COLUMN delivery;
ALTER TABLE tables RENAME COLUMN shown TO delivery;

DROP INDEX one_open_table_a_channel;
CREATE UNIQUE INDEX one_open_table_a_place
    ON tables (channel_id, (CASE WHEN delivery IN ('private', 'private_answers') THEN host_id ELSE 0 END))
    WHERE status IN ('lobby', 'playing');
