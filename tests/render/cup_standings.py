"""Standings and brackets of cups, as tests of pictures and texts need them."""

from __future__ import annotations

from fractions import Fraction

from engine.cups import Broke
from render import Bracket, BracketMatch, BracketRound, BracketSide, Standings, StandingsRow
from render.names import computer

NAMES = (
    *("Chloé", "Alice", "Maximiliane-Charlotte von und zu Hohenstein", "محمد علي", "陳大文", "Łukasz 🌸", "W" * 40),
    *("Ben", "Zoë Łukasiewicz", "Davide", "Elif", "Fatima", "Goran", "Hiroshi", "Ines", "Jürgen"),
)


def row(place: int, name: str, halves: int, rest: int, **more: object) -> StandingsRow:
    """A row of a Swiss: wins in halves, and a number from which the other figures follow."""
    figures = (Fraction(halves, 2), Fraction(rest, 4), Fraction(40 * rest - 400), Fraction(60 * rest))
    return StandingsRow(place, (name,), *figures, **more)  # type: ignore[arg-type]


ROWS = (
    row(1, NAMES[0], 6, 24),
    row(2, NAMES[1], 6, 23, moved=3, broke=Broke.BUCHHOLZ),
    row(3, NAMES[2], 6, 22, moved=-1, broke=Broke.DIFFERENCE),
    row(4, NAMES[3], 5, 19, shared=True),
    row(4, NAMES[4], 5, 19, shared=True),
    row(6, NAMES[5], 5, 18, moved=12, broke=Broke.POINTS),
    row(7, NAMES[6], 5, 17, broke=Broke.DIRECT),
    row(8, NAMES[7], 4, 16, moved=-2),
    row(9, NAMES[8], 4, 15, broke=Broke.BUCHHOLZ, out=True),
    row(10, NAMES[9], 3, 14),
    row(11, NAMES[10], 3, 13, broke=Broke.DIRECT_POINTS),
    row(12, NAMES[11], 3, 12, broke=Broke.LOT),
    row(13, NAMES[12], 2, 11),
    row(14, NAMES[13], 2, 10, moved=1, broke=Broke.BUCHHOLZ),
    row(15, NAMES[14], 1, 9, out=True),
    row(16, NAMES[15], 0, 8),
)
"""Every length of name, every figure, every tie-break."""

STANDINGS = Standings("The Domino Club's winter cup", ROWS, ("After round 3 of 5", "Swiss"))


def match(first: str, second: str, points: tuple[int, int] | None = None, **more: object) -> BracketMatch:
    """A match of a bracket between two, who may be nobody; the more points win."""
    won = (None, None) if points is None else (points[0] > points[1], points[1] > points[0])
    sides = [
        BracketSide((name,) if name else (), None if points is None else points[side], won[side])
        for side, name in enumerate((first, second))
    ]
    return BracketMatch((sides[0], sides[1]), **more)  # type: ignore[arg-type]


def bracket() -> Bracket:
    """A bracket of sixteen in its second round, with a bye and a computer."""
    first = [match(NAMES[at], NAMES[15 - at], (100 - at, 40 + 3 * at)) for at in range(6)]
    first += [match(computer("Odile"), NAMES[9], (110, 20)), match(NAMES[7], "", empty=True)]
    second = [match(NAMES[0], NAMES[7], (100, 55)), match(NAMES[1], computer("Odile"), (100, 90), note="time was up")]
    second += [match(NAMES[2], NAMES[5]), match(NAMES[3], NAMES[4])]
    rounds = (
        BracketRound("Round of 16", tuple(first)),
        BracketRound("Quarter-finals", tuple(second)),
        BracketRound("Semi-finals", (match(NAMES[0], NAMES[1]), match("", ""))),
        BracketRound("Final", (match("", ""),)),
    )
    return Bracket("The Domino Club's winter cup", rounds, match("", ""), ("Round 2 of 4",))


def ended() -> Bracket:
    """A bracket of four pairs that is over."""
    ana, ben, cem, dia = ("Ana", "Anton"), ("Ben", "Bea"), ("Cem", "Carla"), ("Dia", "Dominik")

    def of(first: tuple[str, str], second: tuple[str, str], points: tuple[int, int]) -> BracketMatch:
        won = points[0] > points[1]
        return BracketMatch((BracketSide(first, points[0], won), BracketSide(second, points[1], not won)))

    semi = BracketRound("Semi-finals", (of(ana, dia, (100, 80)), of(ben, cem, (90, 100))))
    return Bracket("Pairs", (semi, BracketRound("Final", (of(ana, cem, (70, 100)),))), of(dia, ben, (101, 98)))
