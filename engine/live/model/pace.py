"""How long a table waits for people, and what a clock gives them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TimeControl(StrEnum):
    """How much time a table gives for a turn."""

    NONE = "none"
    CASUAL = "casual"
    SLOW = "slow"


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long the bot waits, in seconds.

    Attributes:
        lobby: for a lobby to show life before it is closed.
        turn: for a player to act under the casual clock before the bot plays for them.
        slow: the same under the slow clock.
        deal: between a deal's end and the next deal.
        computer: least and most before the bot moves for a computer, or for someone who is not there; the seats after
            it that the bot plays for follow at once.
        look: least before the bot turns up tiles of a grid while two that make no pair are face up.
        asleep: for a person to do anything before a match is closed.
        vote: for a vote to end a match; under a slower clock than casual it may take as long as a turn of the slow one.

    """

    lobby: float = 900
    turn: float = 120
    slow: float = 86_400
    deal: float = 15
    computer: tuple[float, float] = (1.0, 2.5)
    reveal_pause: float = 4
    abandoned_after: float = 48 * 3600
    vote: float = 300

    def for_turn(self, clock: TimeControl) -> float | None:
        """Give how long a turn may take; None for as long as it likes."""
        return {TimeControl.NONE: None, TimeControl.CASUAL: self.turn, TimeControl.SLOW: self.slow}[clock]

    def for_vote(self, clock: TimeControl) -> float:
        """Give how long a vote may take."""
        return self.vote if clock is TimeControl.CASUAL else self.slow
