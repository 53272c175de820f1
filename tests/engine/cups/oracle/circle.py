"""Everyone against everyone."""

from __future__ import annotations

from collections.abc import Sequence


def rounds(order: Sequence[int], twice: bool = False) -> list[list[tuple[int, ...]]]:
    """The circle method: the first stays, the others go round; who would meet the empty seat has a bye."""
    seats: list[int | None] = [*order] + ([None] if len(order) % 2 else [])
    once: list[list[tuple[int, ...]]] = []
    for _ in range(len(seats) - 1):
        both = [(seats[at], seats[-1 - at]) for at in range(len(seats) // 2)]
        once.append([tuple(name for name in pair if name is not None) for pair in both])
        seats = [seats[0], *seats[2:], seats[1]]
    return once * (2 if twice else 1)
