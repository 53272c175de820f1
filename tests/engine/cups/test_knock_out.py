"""Tests of the bracket, the match for third place and the places of a knock-out."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cups
from engine.cups import (
    Absent,
    Began,
    Broke,
    Corrected,
    Cup,
    CupError,
    Ended,
    Finished,
    Forbade,
    How,
    Phase,
    Refusal,
    TableBegan,
    TakenOut,
)
from engine.cups.knock_out import positions
from tests.engine.cups.cups import (
    KNOCK_OUT,
    after,
    by_id,
    chance,
    level,
    lower_wins,
    missing,
    opponents,
    paired,
    played,
    ranked,
    rounds,
    signed_up,
    to_the_end,
    winning,
)


def places(cup: Cup) -> dict[int, int | None]:
    return {row.entrant: row.place for row in cups.standings(cup)}


def seeded_with(entrants: int, *apart: tuple[int, int]) -> Cup:
    cup = after(signed_up(KNOCK_OUT, entrants), *(Forbade(*each) for each in apart))
    return after(cup, Began(tuple((each, -each) for each in range(1, entrants + 1))))


@pytest.mark.parametrize(("size", "expected"), [(2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])])
def test_the_bracket_is_the_usual_one(size: int, expected: list[int]) -> None:
    assert positions(size) == expected


def test_byes_go_to_the_top_seeds_and_the_second_round_is_full() -> None:
    cup = paired(ranked(KNOCK_OUT, 5))
    assert (opponents(cup), cup.rounds[0].byes) == ([(4, 5)], (1, 2, 3))
    cup = paired(played(cup))
    assert (opponents(cup), cup.rounds[1].byes) == ([(1, 4), (2, 3)], ())


def test_losers_of_one_round_share_the_place_and_third_place_is_played() -> None:
    cup = to_the_end(ranked(KNOCK_OUT, 8))
    assert places(cup) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 5, 8: 5}
    assert [row.broke for row in cups.standings(cup)][:5] == [
        None, Broke.ROUND, Broke.ROUND, Broke.THIRD_PLACE, Broke.ROUND,
    ]  # fmt: skip
    assert {row.broke for row in cups.standings(cup)[5:]} == {None}


def test_who_can_still_win_shares_the_first_place() -> None:
    cup = rounds(ranked(KNOCK_OUT, 8), lower_wins)
    assert places(cup) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 5, 6: 5, 7: 5, 8: 5}
    assert places(paired(cup)) == places(cup)


def test_the_higher_seed_goes_on_if_a_match_is_level() -> None:
    assert places(to_the_end(ranked(KNOCK_OUT, 4), level)) == {1: 1, 2: 2, 3: 3, 4: 4}


@pytest.mark.parametrize(
    ("entrants", "apart", "expected"),
    [
        (8, [(1, 8)], [(1, 7), (4, 5), (2, 8), (3, 6)]),
        (8, [(1, 8), (1, 7)], [(1, 6), (4, 5), (2, 7), (3, 8)]),
        (8, [(1, 8), (2, 8)], [(1, 6), (4, 5), (2, 7), (3, 8)]),
        (8, [(4, 5)], [(1, 8), (4, 6), (2, 7), (3, 5)]),
        (8, [(5, 6), (1, 2)], [(1, 8), (4, 5), (2, 7), (3, 6)]),
    ],
)
def test_the_lower_seed_of_a_forbidden_pair_changes_places_with_the_nearest_that_helps(
    entrants: int, apart: list[tuple[int, int]], expected: list[tuple[int, int]]
) -> None:
    assert opponents(paired(seeded_with(entrants, *apart))) == expected


def test_a_computer_without_an_opponent_does_not_go_on() -> None:
    cup = ranked(replace(KNOCK_OUT, fill=True), 7)
    assert -1 in {each for pair in opponents(paired(cup)) for each in pair}
    cup = paired(after(cup, TakenOut(1)))
    assert cup.rounds[0].byes == ()
    assert -1 not in {*cup.rounds[0].there}
    assert len(paired(played(cup)).rounds[1].byes) == 1


def test_a_forbidden_pair_counts_in_the_first_round_alone() -> None:
    cup = seeded_with(4, (1, 2))
    assert opponents(rounds(cup, lower_wins, lower_wins)) == [(1, 2), (4, 3)]


def test_the_opponent_of_one_that_is_gone_has_a_bye() -> None:
    cup = paired(after(rounds(ranked(KNOCK_OUT, 8), lower_wins), TakenOut(4)))
    assert (opponents(cup), cup.rounds[1].byes) == ([(2, 3)], (1,))
    cup = to_the_end(played(cup))
    # 4 did not come to its semi-final, so that 3 is third without a match
    assert places(cup) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 5, 8: 5}


def test_who_is_gone_after_reaching_the_final_is_second() -> None:
    cup = rounds(ranked(KNOCK_OUT, 4), lower_wins)
    cup = to_the_end(after(cup, TakenOut(1)))
    assert places(cup) == {2: 1, 1: 2, 3: 3, 4: 4}


def test_if_both_are_absent_nobody_goes_on_and_the_next_opponent_has_a_bye() -> None:
    cup = paired(rounds(ranked(KNOCK_OUT, 8), missing(4, 5)))
    assert (opponents(cup), cup.rounds[1].byes) == ([(2, 3)], (1,))


def test_after_a_double_absence_in_a_semi_final_the_other_loser_is_third() -> None:
    cup = rounds(ranked(KNOCK_OUT, 4), missing(1, 4))
    cup = to_the_end(cup)
    assert places(cup) == {2: 1, 3: 3, 1: 4, 4: 4}


def test_a_final_with_both_absent_has_no_first_place_and_two_second() -> None:
    cup = rounds(ranked(KNOCK_OUT, 4), lower_wins, missing(1, 2))
    assert places(cup) == {1: 2, 2: 2, 3: 3, 4: 4}


def test_a_match_for_third_place_with_both_absent_has_two_third() -> None:
    cup = rounds(ranked(KNOCK_OUT, 4), lower_wins, missing(3, 4))
    assert places(cup) == {1: 1, 2: 2, 3: 3, 4: 3}


def test_one_that_lost_a_semi_final_by_a_single_absence_plays_for_third_place() -> None:
    cup = paired(rounds(ranked(KNOCK_OUT, 4), missing(4)))
    assert opponents(cup) == [(1, 2), (4, 3)]


def test_without_the_losers_of_both_semi_finals_they_share_third_place() -> None:
    cup = after(rounds(ranked(KNOCK_OUT, 4), lower_wins), TakenOut(3), TakenOut(4))
    assert places(to_the_end(cup)) == {1: 1, 2: 2, 3: 3, 4: 3}


def test_everyone_gone_is_no_end_that_waits() -> None:
    cup = after(ranked(KNOCK_OUT, 4), *(TakenOut(each) for each in (1, 2, 3, 4)))
    cup = to_the_end(cup)
    assert cups.phase(cup) is Phase.DONE
    assert set(places(cup).values()) == {3}


def test_computers_fill_the_bracket_from_the_bottom_and_leave_no_gap_in_the_places() -> None:
    cup = ranked(replace(KNOCK_OUT, fill=True), 6)
    assert cup.order[6:] != ()
    assert all(each < 0 for each in cup.order[6:])
    cup = paired(cup)
    assert cup.rounds[0].byes == ()
    assert sum(any(each < 0 for each in table.entrants) for table in cup.rounds[0].tables) == 2
    # the computer that 1 meets wins all its matches
    computer = next(table.sides[1][0] for table in cup.rounds[0].tables if table.sides[0] == (1,))
    cup = to_the_end(cup, lambda table: winning(*([computer] if computer in table.entrants else [1, 2, 3]))(table))
    assert sorted(place for place in places(cup).values() if place) == [1, 2, 3, 4, 4, 4]


def corrected(number: int, table: int, winner: int) -> Corrected:
    points = (100, 40) if winner == 0 else (40, 100)
    return Corrected(number, table, winner, points, How.PLAYED, "typed wrong")


def test_a_correction_draws_the_next_table_again_with_the_right_side() -> None:
    cup = paired(rounds(ranked(KNOCK_OUT, 8), lower_wins))
    assert opponents(cup) == [(1, 4), (2, 3)]
    cup = after(cup, corrected(1, 2, 1))
    assert opponents(cup) == [(1, 5), (2, 3)]
    assert places(to_the_end(played(cup)))[5] == 4


def test_a_correction_of_a_semi_final_draws_both_last_tables_again() -> None:
    cup = paired(rounds(ranked(KNOCK_OUT, 4), lower_wins))
    assert opponents(cup) == [(1, 2), (4, 3)]
    assert opponents(after(cup, corrected(1, 1, 1))) == [(4, 2), (1, 3)]
    cup = after(cup, Corrected(1, 1, None, (0, 0), How.ABSENT, "nobody was there", absent=(0, 1)))
    assert (opponents(cup), cup.rounds[1].byes) == ([], (2, 3))
    assert opponents(after(cup, corrected(1, 1, 0))) == [(1, 2), (4, 3)]


def test_a_result_can_be_corrected_until_the_next_match_of_either_side_has_begun() -> None:
    cup = paired(rounds(ranked(KNOCK_OUT, 8), lower_wins))
    begun = after(cup, TableBegan(2, 1))
    after(begun, corrected(1, 3, 1), corrected(1, 4, 1))
    for table in (1, 2):
        with pytest.raises(CupError) as error:
            after(begun, corrected(1, table, 1))
        assert error.value.refusal is Refusal.TOO_LATE
    over = after(cup, Finished(2, 1, 0, (100, 40)))
    with pytest.raises(CupError):
        after(over, corrected(1, 1, 1))


def test_a_correction_past_a_bye_draws_the_table_after_it_again() -> None:
    cup = paired(after(rounds(ranked(KNOCK_OUT, 8), missing(4, 5), lower_wins), TakenOut(1)))
    # 1 had a bye in the second round and is gone, so 2 has one in the final
    assert (cup.rounds[1].byes, cup.rounds[2].byes) == ((1,), (2, 3))
    assert after(cup, corrected(1, 2, 0)).rounds[1].byes == (4,)
    assert opponents(after(cup, corrected(1, 2, 0))) == [(4, 2)]


def test_nobody_gets_a_table_in_a_round_that_is_over() -> None:
    cup = paired(rounds(ranked(KNOCK_OUT, 8), missing(4, 5), lower_wins))
    assert (cup.rounds[1].byes, opponents(cup)) == ((1,), [(1, 2)])
    with pytest.raises(CupError) as error:
        after(cup, corrected(1, 2, 0))
    assert error.value.refusal is Refusal.TOO_LATE
    after(cup, Corrected(1, 2, None, (0, 0), How.ABSENT, "nobody was there", absent=(0, 1)))


@given(entrants=st.integers(4, 20), fill=st.booleans(), source=st.randoms(use_true_random=False))
def test_every_knock_out_ends_with_a_place_for_everyone(entrants: int, fill: bool, source: random.Random) -> None:
    cup = ranked(replace(KNOCK_OUT, fill=fill), entrants)
    while cups.phase(cup) is Phase.PAIRING:
        cup = played(paired(cup), chance(source, 0.15))
        there = cups.present(cup)
        if source.random() < 0.2 and there:
            cup = after(cup, TakenOut(source.choice(there)))
    assert len(cup.rounds) == (entrants - 1).bit_length()
    rows = by_id(after(cup, Ended()))
    assert sorted(rows) == list(range(1, entrants + 1))
    assert all(row.place is not None for row in rows.values())


def test_an_absence_is_told_by_the_side() -> None:
    cup = after(paired(ranked(KNOCK_OUT, 4)), Absent(1, 1, (0,)))
    table = cup.rounds[0].tables[0]
    assert table.result == cups.Result(1, (0, 0), How.ABSENT, (0,))
