"""Change how the bot looks and behaves on a server or for oneself, and check its permissions."""

from cogs.settings import appearance, direct_messages, doctor, language, server

__all__ = ["appearance", "direct_messages", "doctor", "language", "server"]
