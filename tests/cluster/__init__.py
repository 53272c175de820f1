"""Several processes that are one bot, on a real PostgreSQL."""
