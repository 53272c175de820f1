"""Computer players: from a view to an action."""
