"""Results, ratings, leaderboards and seasons."""
