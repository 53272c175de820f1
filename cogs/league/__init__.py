"""Compare players: leaderboards, statistics and seasons."""

from cogs.league import leaderboard, seasons, stats

__all__ = ["leaderboard", "seasons", "stats"]
