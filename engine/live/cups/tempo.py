"""The tempo of a cup: whether a round is played tonight or over days, and for how long a cup waits for people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.live.model.pace import TimeControl

HOUR: Final = 3_600.0
DAY: Final = 24 * HOUR


class Tempo(StrEnum):
    """The tempos of a cup."""

    TONIGHT = "tonight"
    DAYS = "days"

    @property
    def clock(self) -> TimeControl:
        """The clock of the cup's tables."""
        return TimeControl.CASUAL if self is Tempo.TONIGHT else TimeControl.SLOW


@dataclass(frozen=True, slots=True)
class Graces:
    """For how many seconds a cup waits.

    Attributes:
        here: for the people of a table, from when it is shown.
        between: between two rounds.
        button: for the organizer's button that begins a round, which then is everybody's.
        organizer: for an organizer who does nothing, before others may act.
        sign_up: for the organizer's button that ends a sign-up without a set time.
        pause: for the end of the organizer's pause.
        place: for a place of a table, before the next one is tried.
        unshown: for a table that no place shows.
        round: for a round, unless the organizer chose otherwise.

    """

    here: float
    between: float
    button: float
    organizer: float
    sign_up: float
    pause: float
    place: float
    unshown: float
    round: float


GRACES: Final = {
    Tempo.TONIGHT: Graces(
        here=300, between=120, button=1800, organizer=DAY, sign_up=DAY, pause=DAY, place=60, unshown=HOUR, round=2700
    ),
    Tempo.DAYS: Graces(
        here=DAY,
        between=120,
        button=DAY,
        organizer=DAY,
        sign_up=14 * DAY,
        pause=7 * DAY,
        place=60,
        unshown=DAY,
        round=3 * DAY,
    ),
}
"""The graces of each tempo, as the rules of tournaments have them (TOURNAMENTS, 6)."""
