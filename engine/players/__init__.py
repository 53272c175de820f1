"""Computer players, a file each. They get the view of a seat and what all have seen, never a state."""
