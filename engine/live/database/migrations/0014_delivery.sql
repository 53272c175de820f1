-- How a table is shown: by the bot in a server's channel, in its direct messages, or by answers alone. Outside of
-- servers, guild_id is the id of the channel.

ALTER TABLE tables ADD COLUMN delivery TEXT NOT NULL DEFAULT 'server'
    CHECK (delivery IN ('server', 'direct', 'answers'));
