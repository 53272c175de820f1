"""The moves other than plays: drawing and passing."""

from __future__ import annotations

from functools import cache

from engine.actions import Draw, Move, Pass, Play
from engine.errors import Illegal, IllegalMove
from engine.game import OtherMoves, State
from engine.position import Position


@cache
def _pass(seat: int) -> tuple[Pass]:
    return (Pass(seat),)


@cache
def _draw(seat: int) -> tuple[Draw]:
    return (Draw(seat),)


def pass_when_unable(state: State, can_play: bool) -> tuple[Move, ...]:
    """Pass if no tile fits; never draw (documents 000 "Comment jouer", 002 "Come si gioca", 004 no. 1, 5, 7)."""
    return () if can_play else _pass(state.mover)


def draw_when_unable(*, keep: int = 0) -> OtherMoves:
    """Draw if no tile fits; pass once only ``keep`` tiles are left in the boneyard."""

    def draw_or_pass(state: State, can_play: bool) -> tuple[Move, ...]:
        if can_play:
            return ()
        return _draw(state.mover) if len(state.boneyard) > keep else _pass(state.mover)

    return draw_or_pass


_draw_or_pass = draw_when_unable()


def draw_one(state: State, can_play: bool) -> tuple[Move, ...]:
    """Draw once if no tile fits, then pass; with an empty boneyard, pass at once.

    Source: document 001, "Situation de blocage et marqueur"; the second rule book, "Chickenfoot". A tile owed after a
    play has a draw of its own.
    """
    if not can_play and state.mid_turn and isinstance(state.history[-1], Draw):
        return _pass(state.mover)
    return _draw_or_pass(state, can_play)


def draw_at_will(state: State, can_play: bool) -> tuple[Move, ...]:
    """Draw even if a tile fits; with an empty boneyard, pass if none fits (document 004 no. 8)."""
    if state.boneyard:
        return _draw(state.mover)
    return () if can_play else _pass(state.mover)


def only_plays(_state: State, _can_play: bool) -> tuple[Move, ...]:
    """Neither draw nor pass (document 004 no. 6 and 10)."""
    return ()


def veto_unopened(_state: State, play: Play) -> IllegalMove:
    """Veto a play on an arm of a cross that may not be opened yet (game record, "Ends")."""
    return IllegalMove(Illegal.NOT_OPEN_YET, end=play.end)


def always(_position: Position) -> bool:
    """Return True."""
    return True
