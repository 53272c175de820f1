"""Who is in a cup when a round is paired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from tests.engine.cups.oracle.results import Round, line


class Presence(NamedTuple):
    """What is known of one side, beside its results."""

    came: int
    """How many rounds it missed before it came."""
    changes: tuple[tuple[int, bool], ...] = ()
    """Whether it was there again or there no more, each with the number of rounds before."""
    replaced: frozenset[int] = frozenset()
    """With changing partners: the rounds from 0 in which somebody sat for the person."""
    left: frozenset[int] = frozenset()
    """The rounds from 0 that its side ended played by the computer."""


def may_enter(missed: int, planned: int) -> bool:
    """Whether a late entry is in time."""
    return 2 * missed <= planned


def is_there(name: int, known: Presence, rounds: Sequence[Round]) -> bool:
    """Whether a side is to be paired after these rounds."""
    changes = [each for each in known.changes if each[0] <= len(rounds)]
    if known.came > len(rounds) or (changes and not changes[-1][1]):
        return False
    # the counts begin again for who was taken back
    counted = range(max((at for at, back in changes if back), default=0), len(rounds))
    absent = sum(line(rounds[at], name).kind == "absent" or at in known.replaced for at in counted)
    return absent < 2 and sum(at in known.left for at in counted) < 2


def there(sides: Mapping[int, Presence], rounds: Sequence[Round]) -> list[int]:
    return [name for name, known in sides.items() if is_there(name, known, rounds)]


def forbidden_sides(
    forbidden: Sequence[tuple[int, int]], members: Mapping[int, Sequence[int]]
) -> frozenset[frozenset[int]]:
    """The sides that can't meet: a person of one and a person of the other are a forbidden pair."""
    return frozenset(
        frozenset((one, other))
        for one, other in combinations(members, 2)
        if any({here, there} in map(set, forbidden) for here in members[one] for there in members[other])
    )
