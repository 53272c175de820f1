"""Open a table and choose how to play."""

from cogs.lobby import commands, computers, options

__all__ = ["commands", "computers", "options"]
