"""Players that are no people. They see a view of their own seat, never a state."""
