"""When a deal ends."""

from __future__ import annotations

from engine.parts.scoring import team_total
from engine.position import Position


def out(position: Position) -> bool:
    """Whether the last seat to act has no tiles left."""
    return not position.tiles_held(position.last_seat)


def target_reached(position: Position) -> bool:
    """Whether the team of the last seat to act has reached option ``target``."""
    goal = position.options["target"]
    return isinstance(goal, int) and team_total(position, position.last_seat) >= goal


def mark_out_or_blocked(position: Position) -> str | None:
    """Deal and match end at once at the target, even on the last tile; else the deal ends when out or blocked."""
    return "mark" if target_reached(position) else out_or_blocked(position)


def out_or_blocked(position: Position) -> str | None:
    """Return ``out`` if the last player is out, ``blocked`` if no tile in any hand fits and there is no drawing.

    Source: the rule book, "Blocked": the engine detects a block.
    """
    if out(position):
        return "out"
    # passing is legal only for a seat that can neither play nor draw
    return "blocked" if position.must_pass and position.nothing_fits(position.open_numbers) else None


def out_or_nothing_fits(position: Position) -> str | None:
    """Return ``out``, or ``blocked`` if the boneyard is empty and no tile in any hand fits any end, even a closed one.

    Source: the rule book, "Mexican train"; the second rule book, "Chickenfoot".
    """
    if out(position):
        return "out"
    return "blocked" if not position.boneyard_size and position.nothing_fits(position.numbers) else None
