"""Stored data of people and servers: shown, exported, deleted."""

from cogs.privacy import commands, server_data

__all__ = ["commands", "server_data"]
