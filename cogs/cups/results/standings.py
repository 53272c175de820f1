"""The standings of a cup after a round, as pictures and texts take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from gettext import NullTranslations

import render
from cogs.cups.results.entrants import EntrantNames
from cogs.cups.rounds import after_round, out_in
from engine import cups
from engine.cups import Broke, Cup, Format, present
from engine.cups.results import less_is_better
from engine.live.cups.model import Situation


def standings_of(at: Situation, number: int, names: EntrantNames, t: NullTranslations) -> render.Standings:
    """Return the standings after a round; after the last one of a cup that is over, the final ones."""
    cup = cut_to(at.cup, number)
    rows = cups.standings(cup)
    before = _places(cut_to(at.cup, number - 1)) if number > 1 else dict[int, int]()
    shared = Counter(row.place for row in rows)
    there = {*present(cup)}
    return render.Standings(
        at.header.name,
        tuple(
            _row(cup, row, names, t, shared=shared[row.place] > 1, before=before, out=row.entrant not in there)
            for row in rows
        ),
        (after_round(cup, number, t),),
        final=cup.ended,
    )


def cut_to(cup: Cup, number: int) -> Cup:
    """Return a cup as it was when a round was over; its present people, and its end if that was the last round."""
    if number >= len(cup.rounds):
        return cup
    return replace(cup, rounds=cup.rounds[:number], ended=False)


def _places(cup: Cup) -> Mapping[int, int]:
    return {row.entrant: row.place for row in cups.standings(cup) if row.place is not None}


def _row(
    cup: Cup,
    row: cups.Row,
    names: EntrantNames,
    t: NullTranslations,
    *,
    shared: bool,
    before: Mapping[int, int],
    out: bool,
) -> render.StandingsRow:
    """Return a row with the figures that count in the cup's format."""
    place = row.place or 0
    if cup.settings.format is Format.KNOCK_OUT:
        reached = out_in(cup, row.entrant, t)
        return render.StandingsRow(place, names.of(row.entrant), shared=shared, reached=reached, out=out)
    moved = before[row.entrant] - place if place and row.entrant in before else 0
    return render.StandingsRow(
        place,
        names.of(row.entrant),
        row.wins,
        row.buchholz if cup.settings.format is Format.SWISS else None,
        row.difference,
        None if less_is_better(cup) else row.points,
        shared=bool(place) and shared,
        moved=moved,
        broke=None if row.broke is Broke.WINS else row.broke,
        out=out,
    )
