"""One table: its lobby, turns, pauses, votes and end."""
