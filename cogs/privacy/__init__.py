"""See, export and delete the stored data of people and servers."""

from cogs.privacy import commands, server_data

__all__ = ["commands", "server_data"]
