"""Tests of everyone against everyone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine import cups
from engine.cups import Broke, Cup, CupError, Finished, Paired, Phase, Refusal, TakenBack, TakenOut
from engine.cups.round_robin import circle, rounds_of
from tests.engine.cups.cups import (
    ROUND_ROBIN,
    Report,
    after,
    begun,
    by_id,
    ids,
    level,
    lower_wins,
    missing,
    opponents,
    paired,
    played,
    ranked,
    rounds,
    to_the_end,
    winning,
)


@pytest.mark.parametrize("entrants", range(4, 17))
@pytest.mark.parametrize("twice", [False, True])
def test_everyone_meets_everyone_and_sits_at_one_table_a_round(entrants: int, twice: bool) -> None:
    order = tuple(range(1, entrants + 1))
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for number in range(1, rounds_of(entrants, twice) + 1):
        pairs = circle(order, number)
        assert sorted(each for pair in pairs for each in pair if each is not None) == list(order)
        met.update(frozenset((a, b)) for a, b in pairs if b is not None)
        byes.update(a for a, b in pairs if b is None)
    times = 2 if twice else 1
    assert len(met) == entrants * (entrants - 1) // 2
    assert set(met.values()) == {times}
    assert set(byes.values()) == ({times} if entrants % 2 else set())


def test_each_meets_the_other_on_both_sides_if_played_twice() -> None:
    seen = Counter(pair for number in range(1, 7) for pair in circle((1, 2, 3, 4), number))
    assert len(seen) == 12


def test_a_computer_takes_the_place_of_the_bye() -> None:
    cup = to_the_end(begun(replace(ROUND_ROBIN, fill=True), 5))
    assert all(not each.byes for each in cup.rounds)
    assert len(cup.rounds) == 5
    assert sorted(ids(cups.standings(cup))) == [1, 2, 3, 4, 5]


def test_another_pairing_than_that_of_the_circle_is_refused() -> None:
    cup = begun(ROUND_ROBIN, 4)
    first, second = cups.pair(cup).tables
    with pytest.raises(CupError) as error:
        after(cup, Paired(1, (second, first)))
    assert error.value.refusal is Refusal.STALE


def results(cup: Cup, wins: dict[tuple[int, int], tuple[int, int]]) -> Cup:
    """Return a cup after all rounds; the points of each two who meet, the other way round or not."""
    while cups.phase(cup) is Phase.PAIRING:
        cup = paired(cup)
        for table in cup.rounds[-1].tables:
            first, second = table.sides[0][0], table.sides[1][0]
            other, own = wins[second, first] if (second, first) in wins else reversed(wins[first, second])
            points = own, other
            cup = after(cup, Finished(table.round, table.number, int(points[0] < points[1]), points))
    return cup


def test_the_direct_encounter_is_before_the_difference() -> None:
    cup = results(
        ranked(ROUND_ROBIN, 4),
        {(1, 2): (0, 100), (1, 3): (100, 0), (1, 4): (100, 0), (2, 3): (100, 99), (2, 4): (0, 100), (3, 4): (99, 100)},
    )
    # 1, 2 and 4 have two wins each: a circle, so their points among each other count; 3 has none
    rows = cups.standings(cup)
    assert {row.entrant: row.wins for row in rows} == {1: 2, 2: 2, 4: 2, 3: 0}
    assert [row.place for row in rows] == [1, 1, 1, 4] or [row.broke for row in rows][1] is Broke.DIFFERENCE


def test_the_direct_encounter_counts_only_if_all_that_are_tied_met() -> None:
    cup = paired(played(paired(ranked(ROUND_ROBIN, 4)), winning(1, 2)))
    assert [opponents(cup)[1], *opponents(rounds(ranked(ROUND_ROBIN, 4), lower_wins))] == [(4, 3), (1, 4), (2, 3)]
    rows = by_id(after(cup, winning(4)(cup.rounds[1].tables[1])))
    # 1, 2 and 4 have one win, and 1 beat 4, but 2 met neither of them
    assert (rows[1].place, rows[2].place, rows[4].place) == (1, 1, 3)
    assert rows[4].broke is Broke.DIFFERENCE


def test_points_among_all_that_were_tied_at_first_break_a_tie_of_some() -> None:
    cup = results(
        ranked(ROUND_ROBIN, 4),
        {(1, 2): (100, 60), (2, 4): (100, 50), (4, 1): (100, 70), (1, 3): (100, 0), (2, 3): (100, 0), (4, 3): (100, 0)},
    )
    rows = cups.standings(cup)
    # among 1, 2 and 4: 170, 160 and 150 points for
    assert ids(rows) == [1, 2, 4, 3]
    assert [row.broke for row in rows] == [None, Broke.DIRECT_POINTS, Broke.DIRECT_POINTS, Broke.WINS]


def test_an_absence_is_a_win_without_points_in_the_direct_encounter() -> None:
    cup = to_the_end(ranked(ROUND_ROBIN, 4), missing_once(4))
    rows = by_id(cup)
    # 4 was absent once, so that its opponent of that round won
    assert rows[4].wins == 0
    assert rows[1].wins == 3


def missing_once(entrant: int) -> Report:
    def report(table: cups.Table) -> cups.Action:
        return missing(entrant)(table) if table.round == 1 else lower_wins(table)

    return report


def test_all_matches_of_one_that_was_gone_before_half_of_them_are_struck() -> None:
    cup = rounds(begun(ROUND_ROBIN, 6), lower_wins, lower_wins)
    gone = 6
    cup = to_the_end(after(cup, TakenOut(gone)))
    rows = by_id(cup)
    assert rows[gone].place is None
    assert rows[gone].wins == 0
    # each of the others played four matches, and nobody had a bye
    assert sum(row.wins for row in rows.values()) == 10
    assert all(not each.byes for each in cup.rounds)
    assert [len(each.idle) for each in cup.rounds] == [0, 0, 1, 1, 1]


def test_the_others_have_byes_against_one_that_was_gone_later() -> None:
    cup = rounds(begun(ROUND_ROBIN, 6), lower_wins, lower_wins, lower_wins)
    cup = to_the_end(after(cup, TakenOut(6)))
    assert [len(each.byes) for each in cup.rounds] == [0, 0, 0, 1, 1]
    rows = by_id(cup)
    assert rows[6].place == 6
    assert sum(row.wins for row in rows.values()) == 15


def test_one_that_was_gone_before_its_first_match_is_struck() -> None:
    cup = paired(after(begun(ROUND_ROBIN, 6), TakenOut(6)))
    assert (cup.rounds[0].byes, len(cup.rounds[0].idle)) == ((), 1)
    assert by_id(cup)[6].place is None


def test_who_is_struck_has_no_byes_either() -> None:
    cup = rounds(begun(ROUND_ROBIN, 7), lower_wins)
    (bye,) = cup.rounds[0].byes
    assert by_id(cup)[bye].wins == 1
    row = by_id(after(cup, TakenOut(bye)))[bye]
    assert (row.wins, row.place) == (0, None)


def test_exactly_half_of_the_matches_is_enough() -> None:
    cup = rounds(begun(ROUND_ROBIN, 5), lower_wins)
    plays = [each for table in cup.rounds[0].tables for each in table.entrants]
    cup = rounds(cup, lower_wins)
    both = [each for table in cup.rounds[1].tables for each in table.entrants if each in plays]
    assert by_id(after(cup, TakenOut(both[0])))[both[0]].place is not None
    once = [each for each in range(1, 6) if each not in both]
    assert by_id(after(cup, TakenOut(once[0])))[once[0]].place is None


def test_absent_twice_is_gone_and_who_is_taken_back_in_has_its_matches_again() -> None:
    cup = rounds(begun(ROUND_ROBIN, 6), missing(6), missing(6))
    assert 6 not in cups.present(cup)
    assert by_id(cup)[6].place is None
    # two wins over the absent side are struck, too
    assert sum(row.wins for row in cups.standings(cup)) == 4
    cup = after(cup, TakenBack(6))
    assert 6 in cups.present(cup)
    assert sum(row.wins for row in cups.standings(cup)) == 6
    cup = rounds(cup, missing(6))
    assert 6 in cups.present(cup)


def test_all_that_is_level_is_level() -> None:
    cup = to_the_end(begun(ROUND_ROBIN, 6), level)
    assert [row.place for row in cups.standings(cup)] == [1] * 6


def test_a_round_of_byes_alone_is_over_at_once() -> None:
    cup = rounds(begun(ROUND_ROBIN, 4), lower_wins, lower_wins)
    a, b = cups.pair(cup).tables
    cup = after(cup, TakenOut(a[1][0]), TakenOut(b[1][0]))
    cup = played(paired(cup))
    assert cup.rounds[-1].tables == ()
    assert cups.phase(cup) is Phase.DONE
