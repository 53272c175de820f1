"""What happened at a table beside what the rules tell."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.events import Event


class TimedOut(NamedTuple):
    """A seat's time ran out, or its player is not there; the bot played the next action for it."""

    seat: int


class WentAway(NamedTuple):
    """A seat's player left for good; the bot plays on for it."""

    seat: int


class Held(NamedTuple):
    """A seat's player let the time run out twice in a row; the bot holds the seat until they are back."""

    seat: int


class CameBack(NamedTuple):
    """A seat's player, for whom the bot held it, is back."""

    seat: int


class Removed(NamedTuple):
    """A seat's player was removed by the host; the bot plays on for it."""

    seat: int


class NewHost(NamedTuple):
    """A seat's player is the host from now on."""

    seat: int


class Paused(NamedTuple):
    """The host paused the match."""


class Resumed(NamedTuple):
    """The match goes on after a pause."""


class WordsAdded(NamedTuple):
    """A deal was drawn with words that people had added to it.

    Attributes:
        words: the word of each seat, empty for none.

    """

    words: tuple[str, ...]


class Closed(NamedTuple):
    """A table ended before its match did.

    Attributes:
        how: ``idle`` (a lobby without life), ``cancelled`` (by its host in the lobby), ``ended`` (in mid-match),
            ``voted`` (in mid-match, by its players), ``asleep`` (a match without life) or ``empty`` (everyone left).
        user: who did it, if anyone.

    """

    how: Literal["idle", "cancelled", "ended", "voted", "asleep", "empty"]
    user: int | None = None


News = Event | TimedOut | WentAway | Held | CameBack | Removed | NewHost | Paused | Resumed | WordsAdded | Closed
