"""Tables and hands made of a state, without a store."""

from __future__ import annotations

from dataclasses import replace

from cogs.messages.hand import HandState
from engine import match
from engine.game import State
from engine.live.model.table import Header, Person, Status


def header_of(state: State) -> Header:
    """Return the header of a table at which people play a match that is in this state."""
    people = tuple(Person(seat + 1, f"{seat:*>32}", "en-US") for seat in range(state.seats))
    return Header("abcdefgh", 1, 2, 1, state.rules.id, dict(state.options), people, Status.PLAYING, "en-US", (), 0, 100)


def hand_of(state: State, seat: int | None = None, ply: int = 1_000, *, hints: bool = False) -> HandState:
    """Return the hand of a seat, or of the seat in turn."""
    seat = state.turn if seat is None else seat
    assert seat is not None
    return HandState(replace(header_of(state), hints=hints), seat + 1, match.view(state, seat), ply)
