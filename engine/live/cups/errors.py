"""Refusals of a cup on a server; those of its fold are :class:`engine.cups.CupError`."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """The reasons for which a cup declines a request."""

    STALE = "stale"
    NO_CUP = "no cup"
    NOT_ORGANIZER = "not organizer"
    NOT_AT_TABLE = "not at table"
    AT_TABLE = "at table"
    NOT_SUBSTITUTE = "not substitute"
    TABLE_BEGUN = "table begun"
    NOT_WAITING = "not waiting"
    PAST = "past"
    TOO_MANY = "too many"


class CupDeclined(Exception):
    """A cup declined the request of a user. Nothing has changed.

    Attributes:
        code: the reason.
        facts: the values that the sentence about it names.

    """

    def __init__(self, code: Code, **facts: object) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code.value)
