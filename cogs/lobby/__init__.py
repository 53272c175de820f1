"""Opening a table and choosing how to play."""

from cogs.lobby import commands, computers, options

__all__ = ["commands", "computers", "options"]
