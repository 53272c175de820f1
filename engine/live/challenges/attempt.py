"""An attempt at a challenge: a fold over the actions of its player and the computers. Pure functions."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from engine import match
from engine.actions import Move, parse_move
from engine.events import Event
from engine.game import State
from engine.live.challenges.challenge import SEAT, Challenge
from engine.live.model.computers import NAMES
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Delivery, Header, LogEntry, Person, SavedTable, Status
from engine.rules import find
from engine.view import View


class Entry(NamedTuple):
    """An action of an attempt as it is stored. The deals themselves follow from the seed.

    Attributes:
        ply: the number of the action in the attempt, from 0.
        deal: the number of its deal, from 1.
        action: the action as text.
        by_person: whether the player chose it.
        at: the time in seconds since 1970.

    """

    ply: int
    deal: int
    action: str
    by_person: bool
    at: float

    def __repr__(self) -> str:
        # an action names tiles
        return f"Entry(ply={self.ply}, deal={self.deal}, …)"


@dataclass(frozen=True, slots=True)
class Position:
    """An attempt between two actions. It holds secrets: messages are made from :meth:`view`.

    Attributes:
        challenge: the challenge.
        deal: the number of the deal in play or just ended, from 1.
        state: the state of that deal, a match of its own.
        ply: how many actions the attempt holds.
        margins: the margin of the player in each deal that has ended, see :func:`margin`.

    """

    challenge: Challenge
    deal: int
    state: State = field(repr=False)
    ply: int = 0
    margins: tuple[int, ...] = ()

    @classmethod
    def begin(cls, challenge: Challenge) -> Self:
        """Return the position after the tiles of the first deal were dealt."""
        return cls(challenge, 0, challenge.begun()).next_deal()

    @property
    def in_play(self) -> bool:
        """Whether a seat is in turn."""
        return self.state.turn is not None

    @property
    def awaits_person(self) -> bool:
        """Whether the player is in turn."""
        return self.state.turn == SEAT

    @property
    def over(self) -> bool:
        """Whether the last deal has ended."""
        return not self.in_play and self.deal == self.challenge.deals

    @property
    def total(self) -> int:
        """The margin of the player in all deals that have ended."""
        return sum(self.margins)

    def view(self, seat: int | None = SEAT) -> View:
        """Return the view of a seat, or with None the public one, with the number of the deal in the challenge."""
        return replace(match.view(self.state, seat), deal=self.deal)

    def apply(self, move: Move) -> tuple[Self, tuple[Event, ...]]:
        """Return the position after a move of the seat in turn, and its events; raise :class:`IllegalMove`."""
        state, events = match.apply(self.state, move)
        return self._with(state, self.deal, self.ply + 1), events

    def next_deal(self) -> Self:
        """Return the position after the tiles of the next deal were dealt; the present one has ended."""
        assert not self.in_play, "a deal is played to its end"
        assert self.deal < self.challenge.deals, "there is another deal"
        deal = self.deal + 1
        state, _ = match.apply(self.challenge.begun(), self.challenge.deal(deal))
        return self._with(state, deal, self.ply)

    def _with(self, state: State, deal: int, ply: int) -> Self:
        ended = () if state.turn is not None else (margin(state, SEAT),)
        return replace(self, deal=deal, state=state, ply=ply, margins=(*self.margins, *ended))


def margin(state: State, seat: int) -> int:
    """Return a seat's points of a deal that has ended, less those of the best other side.

    Where points are bad, it is the points of the best other side less the seat's. Without points a deal counts 1 for
    its winners, -1 for the losers and 0 if nobody wins.
    """
    scoring, own = state.rules.scoring, state.team_of(seat)
    if scoring.scoreless:
        winners = state.results[-1].winners
        return (1 if seat in winners else -1) if winners else 0
    others = [points for side, points in enumerate(state.totals) if side != own]
    return min(others) - state.totals[own] if scoring.points_against else state.totals[own] - max(others)


def replayed(challenge: Challenge, entries: Iterable[Entry]) -> Position:
    """Return the position after stored actions; raise as :func:`recent` does."""
    return recent(challenge, entries)[0]


def recent(challenge: Challenge, entries: Iterable[Entry]) -> tuple[Position, tuple[Event, ...]]:
    """Return the position after stored actions, and the events since the player's last choice in that deal.

    Raises:
        TableError: the actions don't follow the rules.

    """
    position, events = Position.begin(challenge), tuple[Event, ...]()
    try:
        for each in entries:
            if each.by_person or each.deal > position.deal:
                events = ()
            # a deal that ended before any action has none in the log
            while position.deal < each.deal:
                position = position.next_deal()
            position, told = position.apply(parse_move(each.action))
            events = (*events, *told)
    except (ValueError, AssertionError):
        # the rule's own reason could name a tile
        raise TableError(Code.UNREADABLE) from None
    return position, events


def people_of(challenge: Challenge, person: Person) -> tuple[Person, ...]:
    """Return the people of a challenge in seat order: its player, and computers with the same names for everybody."""
    names = random.Random(challenge.seed.number("names")).sample(NAMES, challenge.seats - 1)
    computers = (Person(-number, each, "", level=challenge.level) for number, each in enumerate(names, 1))
    return (person, *computers)


def header_of(challenge: Challenge, person: Person, status: Status = Status.PLAYING) -> Header:
    """Return the header of an attempt, from which messages are made. It has no seed."""
    return Header(
        id=challenge.id,
        guild_id=0,
        channel_id=0,
        host_id=person.user_id,
        rules=challenge.rules,
        options=challenge.options,
        people=people_of(challenge, person),
        status=status,
        locale=person.locale,
        invited=(),
        opened_at=challenge.opens_at,
        deadline=None,
        delivery=Delivery.DIRECT,
    )


def without_course(view: View) -> View:
    """Return a view of a deal that stands alone: no match goes on after it, and none is won by it.

    Where plays score points at once, the points to win the match count for a play, and are kept.
    """
    view = replace(view, winners=())
    if find(view.rules).scoring.move_points is not None:
        return view
    return replace(view, options={**view.options, "target": "one-deal", "until": "deals", "deals": 1})


def saved_table(
    challenge: Challenge, person: Person, table_id: str, deal: int, entries: Sequence[Entry], began_at: float
) -> SavedTable:
    """Return a deal of an attempt as a table that is over, for replays, records and verification.

    Args:
        challenge: the challenge; it has to be closed, since all hands and the deal's seed are laid open.
        person: the player, as others may see them.
        table_id: the id of that table.
        deal: the number of the deal, from 1.
        entries: all actions of the attempt.
        began_at: the time of the deal, in seconds since 1970.

    """
    assert challenge.closed, "the tiles are secret until then"
    header = replace(header_of(challenge, person, Status.FINISHED), id=table_id, seed=challenge.deal_seed(deal))
    played = [each for each in entries if each.deal == deal]
    log = (
        LogEntry(0, str(challenge.deal(deal)), None, began_at),
        *(
            LogEntry(ply, each.action, person.user_id if each.by_person else None, each.at)
            for ply, each in enumerate(played, 1)
        ),
    )
    return SavedTable(header, log)
