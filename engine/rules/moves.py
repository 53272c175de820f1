"""What the seat in turn may do: lay a tile, or draw or pass instead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from engine.actions import Draw, Move, Pass, Play
from engine.errors import Reason, Refused
from engine.layouts import Cross
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.rules.ruleset import Instead, RuleSet
    from engine.state import State


@cache
def _plays_at(rules: RuleSet, seat: int, end: str, shown: int) -> Mapping[Tile, Play]:
    """Give a seat's play of each tile that an end takes; plays are made once, since making them is what costs."""
    return {tile: Play(seat, tile, end) for tile in rules.touching[shown]}


def growing_ends(state: State) -> Mapping[str, int]:
    """Give all ends of the table; of a cross those that grow now."""
    layout = state.layout
    return layout.growing if type(layout) is Cross else layout.ends


def fitting(state: State) -> tuple[Move, ...]:
    """Give every tile of the hand at every open end that it may touch."""
    seat = state.turn
    assert seat is not None, "somebody is in turn"
    rules = state.rules
    ends = rules.ends(state)
    if len(ends) == 2:
        # most tables have two, and this is asked at every move that is thought of
        (one, shows), (two, also) = ends.items()
        at_one, at_two = _plays_at(rules, seat, one, shows), _plays_at(rules, seat, two, also)
        found: list[Move] = []
        for tile in state.hands[seat]:
            if tile in at_one:
                found.append(at_one[tile])
            if tile in at_two:
                found.append(at_two[tile])
        return tuple(found)
    takers = [_plays_at(rules, seat, end, shown) for end, shown in ends.items()]
    return tuple([plays[tile] for tile in state.hands[seat] for plays in takers if tile in plays])


@cache
def _pass(seat: int) -> tuple[Pass]:
    return (Pass(seat),)


@cache
def _draw(seat: int) -> tuple[Draw]:
    return (Draw(seat),)


def pass_when_unable(state: State, able: bool) -> tuple[Move, ...]:
    """Pass when no tile fits; nobody draws (documents 000 "Comment jouer", 002 "Come si gioca", 004 no. 1, 5, 7)."""
    assert state.turn is not None, "somebody is in turn"
    return () if able else _pass(state.turn)


def draw_when_unable(*, keep: int = 0) -> Instead:
    """Draw when no tile fits, and pass when only ``keep`` tiles are left in the boneyard."""

    def instead(state: State, able: bool) -> tuple[Move, ...]:
        if able:
            return ()
        assert state.turn is not None, "somebody is in turn"
        return _draw(state.turn) if len(state.boneyard) > keep else _pass(state.turn)

    return instead


def draw_at_will(state: State, able: bool) -> tuple[Move, ...]:
    """Draw whether or not a tile fits; with the boneyard empty, play if able, else pass (document 004 no. 8)."""
    assert state.turn is not None, "somebody is in turn"
    if state.boneyard:
        return _draw(state.turn)
    return () if able else _pass(state.turn)


def nothing_else(_state: State, _able: bool) -> tuple[Move, ...]:
    """Have nothing to do but play (document 004 no. 6 and 10)."""
    return ()


def unopened(_state: State, play: Play) -> Refused:
    """Object to an arm of a cross that may not be opened yet (game record, "Ends")."""
    return Refused(Reason.NOT_OPEN_YET, end=play.end)


def always(_state: State) -> bool:
    """Say yes, whatever the state."""
    return True
