"""Several processes that share the shards of one bot."""
