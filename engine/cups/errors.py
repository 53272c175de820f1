"""The refusals of cups: a code, and the facts that a sentence about it names."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """The reasons to refuse an action or settings."""

    BAD_SETTINGS = "bad settings"
    BAD_ACTION = "bad action"
    CUP_OVER = "cup over"
    BEGUN_ALREADY = "begun already"
    NOT_BEGUN = "not begun"
    NOT_IN_THIS_FORMAT = "not in this format"
    SIGNED_UP_ALREADY = "signed up already"
    NOT_SIGNED_UP = "not signed up"
    NO_LATE_ENTRY = "no late entry"
    TOO_LATE = "too late"
    FULL = "full"
    TOO_FEW = "too few"
    KEPT_APART = "kept apart"
    NO_SUCH_ENTRANT = "no such entrant"
    THERE_ALREADY = "there already"
    GONE_ALREADY = "gone already"
    PAUSED = "paused"
    NOT_PAUSED = "not paused"
    ROUND_RUNNING = "round running"
    ROUNDS_OVER = "rounds over"
    ROUNDS_LEFT = "rounds left"
    STALE = "stale"
    NO_SUCH_TABLE = "no such table"
    RESULT_KNOWN = "result known"
    NO_RESULT = "no result"


class CupError(ValueError):
    """An action or settings that a cup refuses. Nothing has changed.

    Attributes:
        refusal: the fault.
        facts: the values that its sentence names.

    """

    def __init__(self, refusal: Refusal, **facts: object) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name} {value!r}" for name, value in self.facts.items())
        return f"{self.refusal}: {facts}" if facts else str(self.refusal)
