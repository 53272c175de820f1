"""The processes that choose moves for computers."""
