"""The part of a knock-out's bracket that is still played, as pictures and texts take it."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

import render
from cogs.cups.results.entrants import EntrantNames
from cogs.cups.results.standings import cut_to
from cogs.cups.results.tables import match_of
from cogs.cups.rounds import after_round, stage_name
from engine.cups import Cup, knock_out
from engine.live.cups.model import Situation

MAX_ROUNDS: Final = 4
"""The most rounds of a picture: the first of four has sixteen sides."""
LAST_ROUNDS: Final = 3
"""The rounds that are shown of a cup that is over: with three there is room for points."""


def bracket_of(at: Situation, number: int, names: EntrantNames, t: NullTranslations) -> render.Bracket | None:
    """Return the bracket after a round, from that round on; None while more than sixteen sides are in it.

    Of a cup that is over it begins with the quarter-finals.
    """
    cup = cut_to(at.cup, number)
    first = max(1, cup.planned - LAST_ROUNDS + 1) if cup.ended else min(number, cup.planned - 1) or 1
    first = max(first, cup.planned - MAX_ROUNDS + 1)
    if number + 1 < first:
        return None
    rounds = [
        render.BracketRound(
            stage_name(cup, each, t),
            tuple(_match(at, cup, each, place, names, t) for place in _places(cup, each)),
        )
        for each in range(first, cup.planned + 1)
    ]
    third = None
    if cup.planned > 1:
        third = _match(at, cup, cup.planned, knock_out.THIRD_PLACE, names, t)
    return render.Bracket(at.header.name, tuple(rounds), third, (after_round(cup, number, t),))


def _places(cup: Cup, number: int) -> range:
    """Return the numbers of the places of a round, the match for third place left aside."""
    return range(1, (len(cup.bracket) >> number) + 1)


def _match(
    at: Situation, cup: Cup, number: int, place: int, names: EntrantNames, t: NullTranslations
) -> render.BracketMatch:
    """Return a place of the bracket: its match, a bye, or the entrants known so far."""
    if number > len(cup.rounds) + 1:
        return render.BracketMatch((render.BracketSide(), render.BracketSide()))
    if number <= len(cup.rounds):
        table = cup.table_at(number, place)
        return _bye(cup, number, place, names) if table is None else match_of(at, table, names, t)
    first, second = knock_out.meeting(cup, number, place)
    sides = [() if each is None else names.of(each) for each in (first, second)]
    return render.BracketMatch((render.BracketSide(sides[0]), render.BracketSide(sides[1])))


def _bye(cup: Cup, number: int, place: int, names: EntrantNames) -> render.BracketMatch:
    """Return a place of a round with at most one entrant, who goes on."""
    byes = [each for each in knock_out.meeting(cup, number, place).entrants if each in cup.rounds[number - 1].byes]
    alone = render.BracketSide(names.side(byes), won=True if byes else None)
    return render.BracketMatch((alone, render.BracketSide()), empty=True)
