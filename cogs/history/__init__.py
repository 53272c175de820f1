"""Look back at finished matches: the list, replays, records, proofs of fair deals."""

from cogs.history import commands, record, replay, verify

__all__ = ["commands", "record", "replay", "verify"]
