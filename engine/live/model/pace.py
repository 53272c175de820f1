"""The timeouts of a table, and the time limits of its clocks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TimeControl(StrEnum):
    """The time that players have for a turn."""

    NONE = "none"
    CASUAL = "casual"
    SLOW = "slow"


class Auto(StrEnum):
    """The moves that the bot makes for players without a choice."""

    TURNS = "turns"
    """Passes and draws that show no more of a hand than the rules."""
    FORCED = "forced"
    """Every move that is the only one."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Timeouts:
    """The timeouts of a table, in seconds.

    Attributes:
        lobby: without activity, before a lobby is closed; see :meth:`for_lobby`.
        turn: for a turn under the casual clock, before the bot plays for the player.
        slow: for a turn under the slow clock.
        deal: between the end of a deal and the next deal.
        computer: minimum and maximum before the bot moves for a computer or an absent player. When the bot also plays
            for the seats after it, these follow at once.
        auto: before the bot moves for a player who is left no choice. It never varies, to tell nothing of the hand.
        reveal_pause: minimum before the bot flips tiles of a grid while two tiles that are no pair are face up.
        abandoned_after: without activity, before a match is closed; and for a turn without a clock, before the bot
            plays for the player.
        forgotten_after: without activity, before a match at which people may take any time is closed.
        offered_after: for a turn at such a table, before others may let the bot play for its player.
        nudge: between two nudges at such a table.
        pause: for which a deal's pauses, added up, are the host's alone to end. After it the host may begin no other.
        vote: for a vote to end a match under the casual clock. Under any other clock a vote may take ``slow`` seconds.
        called: for a turn under the casual clock once the time of a cup's round is over.
        called_slow: for such a turn under any other clock.

    """

    lobby: float = 900
    turn: float = 120
    slow: float = 86_400
    deal: float = 15
    computer: tuple[float, float] = (1.0, 2.5)
    auto: float = 2
    reveal_pause: float = 4
    abandoned_after: float = 48 * 3600
    forgotten_after: float = 365 * 86_400
    offered_after: float = 3600
    nudge: float = 600
    pause: float = 3600
    vote: float = 300
    called: float = 60
    called_slow: float = 3600

    def for_lobby(self, time_control: TimeControl, *, untimed: bool, others: bool) -> float:
        """Return after how many seconds without activity a lobby is closed.

        With the slow clock a lobby has as long as a turn, and without a clock once others sit or are invited.

        Args:
            time_control: the time that players have for a turn.
            untimed: whether people may take any time, see :attr:`engine.live.model.table.Header.untimed`.
            others: whether anybody but the host has a seat or is invited.

        """
        if untimed:
            return self.abandoned_after
        slow = time_control is TimeControl.SLOW or (others and time_control is TimeControl.NONE)
        return max(self.lobby, self.slow) if slow else self.lobby

    def for_turn(self, time_control: TimeControl, *, called: bool = False) -> float | None:
        """Return the time limit of a turn in seconds; None for no limit.

        Args:
            time_control: the time that players have for a turn.
            called: whether the time of a cup's round is over.

        """
        limits = {TimeControl.NONE: None, TimeControl.CASUAL: self.turn, TimeControl.SLOW: self.slow}
        limit = limits[time_control]
        if not called:
            return limit
        shorter = self.called if time_control is TimeControl.CASUAL else self.called_slow
        return shorter if limit is None else min(limit, shorter)

    def for_absence(self, time_control: TimeControl, *, called: bool = False) -> float:
        """Return after how many seconds of a turn the bot plays for the player, also where turns have no limit."""
        limit = self.for_turn(time_control, called=called)
        return self.abandoned_after if limit is None else limit

    def for_vote(self, time_control: TimeControl) -> float:
        """Return the time limit of a vote in seconds."""
        return self.vote if time_control is TimeControl.CASUAL else self.slow
