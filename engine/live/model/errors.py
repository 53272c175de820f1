"""Errors of tables and of the store."""

from __future__ import annotations

from enum import StrEnum


class Conflict(Exception):
    """Another writer changed the table first."""


class ChannelTaken(Exception):
    """The channel has an open table already."""


class StorageError(Exception):
    """The store can't be read or written: the disk is full, a file is locked or damaged, a server is away.

    Nothing was stored, unless the answer to a commit was lost, which the next change of a table finds out. The text
    gives the reason, for the owner of the bot.
    """


class PlayedElsewhere(StorageError):
    """Another process plays the tables of this server by now."""

    def __init__(self) -> None:
        super().__init__("another process plays the tables of this server")


class Code(StrEnum):
    """The reasons for which a table declines a request."""

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
    UNREADABLE = "unreadable"
    CHANNEL_TAKEN = "channel taken"
    LEFT = "left"
    REMOVED = "removed"
    KEPT = "held"
    NOT_KEPT = "not held"
    PAUSED = "paused"
    NOT_PAUSED = "not paused"
    PAUSE_OF_HOST = "pause of host"
    PAUSES_USED_UP = "pauses used up"
    NOT_HERE = "not here"
    ELSEWHERE = "elsewhere"
    NO_REMATCH = "no rematch"
    WORDS_ADDED = "words added"
    VOTE_OVER = "vote over"
    VOTE_RUNNING = "vote running"
    NEEDS_VOTE = "needs vote"
    NOT_YOURSELF = "not yourself"
    SELF_REMOVAL = "self removal"
    DEAL_NOT_ENDED = "deal not ended"
    REPLACED = "replaced"
    NO_FREE_SEAT = "no free seat"
    SEAT_TAKEN = "seat taken"
    ASK_AGAIN = "ask again"
    NO_HINTS = "no hints"
    NO_WORDS = "no words"
    DEALT = "dealt"
    WORD_TOO_LONG = "word too long"
    NUDGED = "nudged"
    NOT_WAITING = "not waiting"
    TOO_EARLY = "too early"
    OWN_SEAT = "own seat"
    NOT_ASKED = "not asked"
    IN_CUP = "in cup"


class TableError(Exception):
    """A table declined the request of a user. Nothing has changed.

    Attributes:
        code: the reason.
        facts: the values that the message about it names.

    """

    def __init__(self, code: Code, **facts: object) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code.value)
