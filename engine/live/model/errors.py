"""What can go wrong at a table and in the store."""

from __future__ import annotations

from enum import StrEnum


class Conflict(Exception):
    """Somebody else wrote this ply first."""


class ChannelTaken(Exception):
    """The channel has an open table already."""


class StorageError(Exception):
    """Nothing can be written to, or read from, where tables are kept: a full disk, a locked or damaged file.

    What was to be kept is not. The text says why, for the owner.
    """


class Code(StrEnum):
    """Each thing that a table can decline."""

    STALE = "stale"
    NOT_SEATED = "not seated"
    JOIN_FIRST = "join first"
    NOT_YOURS = "not yours"
    NOT_HOST = "not host"
    ALREADY_SEATED = "already seated"
    FULL = "full"
    TOO_FEW = "too few"
    TOO_MANY = "too many"
    PAIRS_NEED_FOUR = "pairs need four"
    STARTED = "started"
    NOT_STARTED = "not started"
    NO_TABLE = "no table"
    CLOSED = "closed"
    CHANNEL_TAKEN = "channel taken"
    LEFT = "left"
    REMOVED = "removed"
    HELD = "held"
    NOT_HELD = "not held"
    PAUSED = "paused"
    NOT_PAUSED = "not paused"
    NOT_HERE = "not here"
    ELSEWHERE = "elsewhere"
    VOTE_OVER = "vote over"
    VOTE_RUNNING = "vote running"
    NOT_YOURSELF = "not yourself"
    DEAL_NOT_ENDED = "deal not ended"
    NO_HINTS = "no hints"
    NO_WORDS = "no words"
    DEALT = "dealt"
    WORD_TOO_LONG = "word too long"


class TableError(Exception):
    """A kind no to one person. Nothing has changed.

    Attributes:
        code: what is declined.
        facts: what the sentence about it names.

    """

    def __init__(self, code: Code, **facts: object) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code.value)
