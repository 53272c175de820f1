"""Commands for the owner of a bot: set it up, check it, copy and restore its data."""
