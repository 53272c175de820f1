"""Settings of servers and people, and the check of permissions."""

from cogs.settings import appearance, doctor, server

__all__ = ["appearance", "doctor", "server"]
