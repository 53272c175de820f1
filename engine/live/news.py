"""What happened at a table beside what the rules tell."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.events import Event


class TimedOut(NamedTuple):
    """A seat's time ran out, or its player is gone; the bot played the next action for it."""

    seat: int


class WentAway(NamedTuple):
    """A seat's player left for good; the bot plays on for it."""

    seat: int


class Closed(NamedTuple):
    """A table ended before its match did.

    Attributes:
        how: ``idle`` (a lobby without life), ``cancelled`` (by its host in the lobby), ``ended`` (in mid-match) or
            ``empty`` (everyone left).
        user: who did it, if anyone.

    """

    how: Literal["idle", "cancelled", "ended", "empty"]
    user: int | None = None


News = Event | TimedOut | WentAway | Closed
