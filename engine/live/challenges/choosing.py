"""The choices of computers in a challenge: functions of its seed, and of the view of the seat in turn alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from engine import match
from engine.actions import Move
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.dealing import Seed
from engine.events import Event
from engine.legal import forced_move, only_move
from engine.live.challenges.attempt import Entry, Position
from engine.live.challenges.challenge import SEAT
from engine.view import View

EFFORT: Final = 4_800
"""How much an expert thinks about a choice in a challenge, see :mod:`engine.bots.choose`; no setting changes it."""


class NoAnswer(Exception):
    """A computer could not choose, so nothing was stored."""


Decide = Callable[[View, FlippedTiles, Level, int], Awaitable[Move]]
"""Chooses a move from a view, the flipped tiles, a level and a seed: always the same for the same arguments.

It raises :class:`NoAnswer` if it fails.
"""


def choice_seed(seed: Seed, deal: int, view: View) -> int:
    """Return the seed of a choice: a hash, under the challenge's seed, of all that the seat in turn has seen.

    Args:
        seed: the challenge's seed.
        deal: the number of the deal in the challenge.
        view: the view of the seat in turn.

    """
    hand, history = (" ".join(map(str, seen)) for seen in (view.hand, view.history))
    return seed.number(f"choice {deal} {view.own_seat}\n{hand}\n{history}")


async def choose(position: Position, level: Level, decide: Decide) -> Move:
    """Return the move of the seat in turn, as a computer chooses it."""
    forced = forced_move(position.state)
    if forced is not None:
        return forced
    view = match.view(position.state, position.state.mover)
    if len(view.legal) == 1:
        return view.legal[0]
    seed = choice_seed(position.challenge.seed, position.deal, view)
    return await decide(view, match.flipped(position.state), level, seed)


class Played(NamedTuple):
    """Actions of an attempt, and what they led to.

    Attributes:
        position: the position after them.
        entries: the actions.
        events: their events, in order.

    """

    position: Position
    entries: tuple[Entry, ...] = ()
    events: tuple[Event, ...] = ()

    def __repr__(self) -> str:
        # events name tiles
        return f"Played({self.position}, {self.entries}, …)"

    def with_move(self, move: Move, at: float, *, by_person: bool = False) -> Played:
        """Return these and one more move, made at a time in seconds since 1970."""
        before = self.position
        position, events = before.apply(move)
        entry = Entry(before.ply, before.deal, str(move), by_person, at)
        return Played(position, (*self.entries, entry), (*self.events, *events))


async def answered(played: Played, at: float, decide: Decide) -> Played:
    """Return the actions with the moves of computers, and draws and passes that the rules force on the player.

    They end where the player has a choice, or with the deal.
    """
    while played.position.in_play:
        position = played.position
        if position.awaits_person:
            move = forced_move(position.state) or only_move(position.state, public=True)
            if move is None:
                break
        else:
            move = await choose(position, position.challenge.level, decide)
        played = played.with_move(move, at)
    return played


async def finished(played: Played, level: Level, at: float, decide: Decide) -> Played:
    """Return the actions with those of all deals that are left, the player's chosen by a computer of a level."""
    while not played.position.over:
        position = played.position
        if not position.in_play:
            played = played._replace(position=position.next_deal())
            continue
        seat_level = level if position.state.turn == SEAT else position.challenge.level
        played = played.with_move(await choose(position, seat_level, decide), at)
    return played


async def par(position: Position, decide: Decide) -> tuple[int, ...]:
    """Return the margin in each deal that an expert reaches in the player's seat, from the first position on."""
    return (await finished(Played(position), Level.EXPERT, 0.0, decide)).position.margins
