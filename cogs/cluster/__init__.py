"""One of several processes that share the shards of a bot: takes shards, and gives them up. Nothing depends on it."""
