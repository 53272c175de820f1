"""Tests of cups against a second, independent reading of the rules of tournaments."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

from engine import cups
from tests.engine.cups.oracle import changing, circle, knockout, pairing, standings
from tests.engine.cups.oracle.cases import Play

CUPS = 240
"""How many cups of each kind are compared in the long step."""
SHORT = 12
"""How many at each change."""


def paired_now(play: Play, computers: frozenset[int]) -> pairing.Now:
    return pairing.now(
        (*play.there(), *sorted(computers)), play.rounds, play.forbidden_sides(), computers, play.less_is_better
    )


def computers_of(paired: cups.Paired) -> frozenset[int]:
    return frozenset(name for _, one, other in paired.tables for name in (*one, *other) if name < 0)


def as_paired(drawn: cups.Round) -> cups.Paired:
    tables = tuple((table.number, table.sides[0], table.sides[1]) for table in drawn.tables)
    return cups.Paired(drawn.number, tables, drawn.byes)


def pairs_of(paired: cups.Paired) -> list[pairing.Pair]:
    return [*((one[0], other[0]) for _, one, other in paired.tables), *((name,) for name in paired.byes)]


def unordered(pairs: Sequence[Sequence[int]]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs}


def check_swiss_pairing(play: Play, paired: cups.Paired) -> None:
    computers, pairs = computers_of(paired), pairs_of(paired)
    field = paired_now(play, computers)
    assert sorted(name for pair in pairs for name in pair) == sorted(field.sides)
    assert all(pairing.legal(field, pair) for pair in pairs)
    if play.settings.fill:
        assert len(computers) == len(play.there()) % 2
    if not play.rounds:
        check_first_round(play, field, pairs)
    elif len(field.sides) <= 12:
        assert pairing.cost(field, pairs) == pairing.least(field)
    else:
        assert not [*pairing.exchanges(field, pairs)]


def check_first_round(play: Play, field: pairing.Now, pairs: Sequence[pairing.Pair]) -> None:
    real = play.there()
    order = [*pairing.seeding(real, play.ratings, play.lot("seeding", real)), *sorted(field.fillers)]
    usual = pairing.first_round(order)
    if all(pairing.legal(field, pair) for pair in usual):
        assert unordered(pairs) == unordered(usual)
    elif len(order) <= 12:
        ways = pairing.legal_pairings(field)
        assert len(pairs) == len(ways[0])
        assert pairing.distance(order, pairs) == min(pairing.distance(order, way) for way in ways)


def check_changing_partners(play: Play, paired: cups.Paired) -> None:
    computers = computers_of(paired)
    field = paired_now(play, computers)
    tables: list[changing.Four] = [((one[0], one[1]), (other[0], other[1])) for _, one, other in paired.tables]
    seated = [name for one, other in tables for name in one + other]
    assert sorted((*seated, *paired.byes)) == sorted(field.sides)
    assert not any(changing.clashes(field, one + other) for one, other in tables)
    assert not computers & set(paired.byes)
    if play.settings.fill:
        assert len(computers) == -len(play.there()) % 4
    if len(field.sides) <= 12 or not field.forbidden:
        assert len(paired.byes) == changing.fewest_byes(field)
    if paired.byes and play.rounds and not field.forbidden:
        last = max(changing.order_of_byes(field, name) for name in paired.byes)
        assert last <= min(changing.order_of_byes(field, name) for name in seated if name > 0)
    if tables:
        assert not [*changing.improvements(field, tables)]


def schedule(play: Play) -> list[list[tuple[int, ...]]]:
    return circle.rounds(play.cup.order, play.settings.twice)


def struck(play: Play) -> list[int]:
    """Return the sides that are not there and went before half of their matches."""
    matches = (len(play.cup.order) - 1) * (2 if play.settings.twice else 1)
    gone = [name for name in play.known if name not in play.there()]
    return [name for name in gone if standings.is_struck(play.rounds, name, matches)]


def check_round_robin(play: Play, paired: cups.Paired) -> None:
    there = [*play.there(), *(name for name in play.cup.order if name < 0)]
    tables: list[tuple[int, ...]] = []
    byes: list[int] = []
    for pair in schedule(play)[len(play.rounds)]:
        here = [name for name in pair if name in there]
        if len(here) == 2:
            tables.append(pair)
        elif here and not any(name in struck(play) for name in pair):
            byes += [name for name in here if name > 0]
    assert unordered([one + other for _, one, other in paired.tables]) == unordered(tables)
    assert sorted(paired.byes) == sorted(byes)


def bracket(play: Play) -> knockout.Played:
    seeds = list(play.cup.order)
    gone: dict[int, int] = {}
    for name in seeds:
        for number in range(len(play.rounds) + 1):
            if name > 0 and name not in play.there_after(number):
                gone.setdefault(name, number + 1)

    def winner(number: int, one: int, other: int) -> int | None:
        if number > len(play.rounds):
            return None
        for table in play.rounds[number - 1].tables:
            if set(table.people) == {one, other}:
                if len(table.absent) == 2:
                    return None
                higher = min(table.one[0], table.other[0], key=seeds.index)
                return higher if table.winner is None else (table.one, table.other)[table.winner][0]
        raise AssertionError(f"no table of {one} and {other} in round {number}")

    return knockout.play(knockout.bracket(seeds, play.forbidden_sides()), gone, winner)


def check_knock_out(play: Play, paired: cups.Paired) -> None:
    played, at = bracket(play), len(play.rounds)
    assert unordered([one + other for _, one, other in paired.tables]) == unordered(played.tables[at])
    # a loser of a semi-final whose opponent for third place is not there waits, or has a bye
    assert {*paired.byes} - {*played.lone_third} == {*played.byes[at]}


CHECKS = {
    cups.Format.SWISS: check_swiss_pairing,
    cups.Format.ROUND_ROBIN: check_round_robin,
    cups.Format.KNOCK_OUT: check_knock_out,
}


def check_pairing(play: Play, paired: cups.Paired) -> None:
    check = check_changing_partners if play.changing else CHECKS[play.settings.format]
    check(play, paired)


Expected = tuple[Mapping[int, standings.Standing], list[tuple[str, Mapping[int, object]]]]
"""The standings, and each criterion with its figure for each side."""


def expected(play: Play) -> Expected:
    if play.settings.format is cups.Format.SWISS:
        rows = standings.swiss(play.rounds, list(play.known), play.less_is_better)
        criteria: list[tuple[str, Mapping[int, object]]] = [
            ("wins", {name: row.wins for name, row in rows.items()}),
            ("buchholz", {name: row.buchholz for name, row in rows.items()}),
            ("difference", {name: row.difference for name, row in rows.items()}),
            ("points", {name: None if play.less_is_better else row.points for name, row in rows.items()}),
            ("direct", {name: row.direct for name, row in rows.items()}),
        ]
        return rows, criteria
    gone = struck(play)
    rounds = standings.without(play.rounds, schedule(play), gone)
    rows = standings.everyone(rounds, [name for name in play.known if name not in gone], play.less_is_better)
    criteria = [
        ("wins", {name: row.wins for name, row in rows.items()}),
        ("direct", {name: row.direct and row.direct[0] for name, row in rows.items()}),
        ("direct-points", {name: row.direct and row.direct[1:] for name, row in rows.items()}),
        ("difference", {name: row.difference for name, row in rows.items()}),
        ("points", {name: None if play.less_is_better else row.points for name, row in rows.items()}),
    ]
    return rows, criteria


def check_standings(play: Play, ended: bool = False) -> None:
    rows = [row for row in cups.standings(play.cup) if row.place is not None]
    if play.settings.format is cups.Format.KNOCK_OUT:
        if ended:
            assert {row.entrant: row.place for row in rows} == knockout.of_people(bracket(play).places)
        return
    wanted, criteria = expected(play)
    assert {row.entrant for row in rows} == set(wanted)
    places = {name: row.place for name, row in wanted.items()}
    if ended:
        lot = play.lot("standings", list(wanted))
        places = standings.places({name: (Fraction(-place), Fraction(-lot[name])) for name, place in places.items()})
    for row in rows:
        want = wanted[row.entrant]
        assert (row.entrant, row.place, row.wins, row.difference, row.points) == (
            row.entrant,
            places[row.entrant],
            want.wins,
            want.difference,
            want.points,
        )
        if play.settings.format is cups.Format.SWISS:
            assert (row.entrant, row.buchholz) == (row.entrant, want.buchholz)
    for above, row in pairwise(rows):
        broke = next((name for name, of in criteria if of[above.entrant] != of[row.entrant]), "lot" if ended else None)
        assert (row.entrant, row.broke) == (row.entrant, broke)


def check_late_correction(play: Play) -> None:
    """A knock-out's result stands when the next match of either side has begun."""
    before, last = play.cup.rounds[-2:]
    playing = {name for table in last.tables for side in table.sides for name in side}
    for table in before.tables:
        if playing & {name for side in table.sides for name in side}:
            correction = cups.Corrected(before.number, table.number, 0, (5, 0), cups.How.PLAYED, "typed wrong")
            assert play.refuses(correction)


def check_beginning(play: Play) -> None:
    real = [name for name in play.cup.order if name > 0]
    assert real == pairing.seeding(sorted(real), play.ratings, play.lot("seeding", real))
    assert sorted(real) == sorted(play.known)
    if play.settings.format is cups.Format.SWISS:
        sides = len(play.cup.order)
        wanted = min(9, (sides - 1).bit_length()) if play.settings.rounds is None else play.settings.rounds
        assert play.cup.planned == min(wanted, sides - 1)


def play_whole(play: Play, unrest: float) -> Play:
    """Play a cup to its end; all that the second reading says is checked on the way."""
    check_beginning(play)
    while cups.phase(play.cup) is cups.Phase.PAIRING:
        play.between_rounds(unrest)
        if cups.phase(play.cup) is not cups.Phase.PAIRING:
            break
        if play.settings.format is cups.Format.KNOCK_OUT and play.rounds and play.source.random() < unrest:
            play.correct(len(play.rounds) - 1)
        paired = cups.pair(play.cup)
        check_pairing(play, paired)
        play.do(paired)
        if play.settings.format is cups.Format.KNOCK_OUT and play.rounds and play.source.random() < unrest:
            # no table has begun, so the round is drawn again
            play.correct(len(play.rounds) - 1)
            check_knock_out(play, as_paired(play.cup.rounds[-1]))
        play.play_round(unrest)
        check_standings(play)
        if play.settings.format is cups.Format.KNOCK_OUT and len(play.rounds) > 1:
            check_late_correction(play)
    assert cups.phase(play.cup) is cups.Phase.DONE
    play.do(cups.Ended())
    check_standings(play, ended=True)
    return play


SIZES = {
    "swiss": (4, 5, 6, 7, 8, 8, 9, 9, 10, 11, 12, 13, 24, 33),
    "partners-change": (8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20),
    "round-robin": (4, 5, 6, 7, 8, 9, 12),
    "knock-out": (4, 5, 6, 7, 8, 9, 11, 13, 16, 21),
}


def some_cup(kind: str, source: random.Random) -> Play:
    change = kind == "partners-change"
    form = cups.Format.SWISS if change else cups.Format(kind)
    sides = cups.Sides.PARTNERS_CHANGE if change else source.choice((cups.Sides.ALONE, cups.Sides.PAIRS))
    rules = source.choice(("parejas",) if sides is not cups.Sides.ALONE else ("no-boneyard", "no-boneyard", "mata"))
    entrants = source.choice(SIZES[kind])
    settings = cups.Settings(
        form,
        sides,
        rules,
        rounds=source.choice((None, source.randint(1, 7))) if form is cups.Format.SWISS else None,
        twice=form is cups.Format.ROUND_ROBIN and source.random() < 0.3,
        late_entry=form is cups.Format.SWISS and source.random() < 0.5,
        fill=source.random() < 0.3,
    )
    play = Play(settings, source)
    may_forbid = form is not cups.Format.ROUND_ROBIN
    play.begin(entrants, source.choice((0, 0.5, 1)), source.choice((0, 0, 1, 3, 8)) if may_forbid else 0)
    return play


def compare(kind: str, number: int) -> Play:
    source = random.Random(f"{kind} {number}")
    play = some_cup(kind, source)
    try:
        return play_whole(play, source.choice((0, 0.03, 0.1, 0.3)))
    except AssertionError as error:
        raise AssertionError(f"cup {number}: {error}\n{play.told()}") from error


@pytest.mark.parametrize("kind", SIZES)
def test_both_readings_agree_on_random_cups(kind: str) -> None:
    for number in range(SHORT):
        compare(kind, number)


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("kind", SIZES)
def test_both_readings_agree_on_many_random_cups(kind: str, part: int) -> None:
    for number in range(SHORT + part, CUPS, 4):
        compare(kind, number)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("people", [8, 12, 16])
def test_no_partner_repeats_in_three_rounds(people: int, seed: int) -> None:
    settings = cups.Settings(cups.Format.SWISS, cups.Sides.PARTNERS_CHANGE, "parejas", rounds=3)
    play = Play(settings, random.Random(seed))
    play.begin(people, rated=0, forbidden=0)
    play_whole(play, unrest=0)
    together = Counter(
        frozenset(side) for each in play.rounds for table in each.tables for side in (table.one, table.other)
    )
    assert max(together.values()) == 1
