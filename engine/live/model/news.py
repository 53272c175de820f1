"""Events at a table that do not come from the rules."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.events import Event


class TimedOut(NamedTuple):
    """The time of a seat ran out, or its player is absent; the bot played the next action for it."""

    seat: int


class LeftNoChoice(NamedTuple):
    """A seat had one move only, and the bot played it."""

    seat: int


class WentAway(NamedTuple):
    """The player of a seat left for good; the bot plays on for the seat."""

    seat: int


class Kept(NamedTuple):
    """The player of a seat ran out of time twice in a row; the bot keeps the seat until they are back."""

    seat: int


class CameBack(NamedTuple):
    """The player of a seat that the bot kept is back."""

    seat: int


class TookSeat(NamedTuple):
    """A new player took the seat of one who had left.

    Attributes:
        left: the name of the player who had left.

    """

    seat: int
    left: str


class Removed(NamedTuple):
    """The host removed the player of a seat; the bot plays on for the seat."""

    seat: int


class NewHost(NamedTuple):
    """The player of a seat became the host."""

    seat: int


class Paused(NamedTuple):
    """The host paused the match."""


class Resumed(NamedTuple):
    """The match resumed after a pause."""


class TimeCalled(NamedTuple):
    """The time of a cup's round is over.

    Attributes:
        points: the points of the side of seat 0 and of that of seat 1.
        one_more: whether a deal has ended with both level, so that one more decides; else the deal in play is the last.

    """

    points: tuple[int, int]
    one_more: bool = False


class Closed(NamedTuple):
    """A table ended before its match did.

    Attributes:
        how: ``idle`` (a lobby without activity), ``cancelled`` (by the host of the lobby), ``ended`` (during the
            match, by the host or a manager), ``reopened`` (before the first move, for a lobby like the table),
            ``voted`` (by the players), ``asleep`` (a match without activity), ``empty`` (everyone left),
            ``time`` (the time of a cup's round was over, and the score decided) or ``unreadable`` (what is stored of it
            makes no sense).
        user_id: the user who closed the table, if any.

    """

    how: Literal["idle", "cancelled", "ended", "reopened", "voted", "asleep", "empty", "time", "unreadable"]
    user_id: int | None = None


News = (
    Event
    | TimedOut
    | LeftNoChoice
    | WentAway
    | Kept
    | CameBack
    | TookSeat
    | Removed
    | NewHost
    | Paused
    | Resumed
    | TimeCalled
    | Closed
)
