"""Tests of the course of a cup: phases, absences, corrections, and what is refused when."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import cups
from engine.cups import (
    Absent,
    Action,
    Began,
    Cancelled,
    Corrected,
    Cup,
    CupError,
    Ended,
    Finished,
    Forbade,
    How,
    Paired,
    Paused,
    Phase,
    Refusal,
    Resumed,
    Settings,
    StoodIn,
    TableBegan,
    TakenBack,
    TakenOut,
    Withdrew,
)
from tests.engine.cups.cups import (
    CHANGING,
    KNOCK_OUT,
    PAIRS,
    ROUND_ROBIN,
    SWISS,
    after,
    begun,
    by_id,
    chance,
    lower_wins,
    missing,
    paired,
    played,
    ranked,
    rounds,
    seed,
    signed_up,
    to_the_end,
)

ALL = (SWISS, PAIRS, CHANGING, ROUND_ROBIN, KNOCK_OUT)


@pytest.mark.parametrize("settings", ALL)
def test_a_cup_passes_its_phases_to_the_end(settings: Settings) -> None:
    cup = signed_up(settings, 8)
    assert cups.phase(cup) is Phase.SIGN_UP
    cup = after(cup, Began())
    assert cups.phase(cup) is Phase.PAIRING
    assert cups.phase(paired(cup)) is Phase.PLAYING
    cup = to_the_end(cup)
    assert len(cup.rounds) == cup.planned
    assert cups.phase(cup) is Phase.DONE
    assert cups.phase(after(cup, Ended())) is Phase.ENDED
    assert cups.phase(after(cup, Cancelled("rain"))) is Phase.CANCELLED


PLAYING = paired(ranked(SWISS, 4))
FIRST = after(PLAYING, Finished(1, 1, 0, (100, 0)))
DONE = to_the_end(PLAYING)
BETWEEN = played(PLAYING)


@pytest.mark.parametrize(
    ("cup", "action", "refusal"),
    [
        (signed_up(SWISS, 4), Ended(), Refusal.NOT_BEGUN),
        (signed_up(SWISS, 4), TableBegan(1, 1), Refusal.NOT_BEGUN),
        (PLAYING, Began(), Refusal.BEGUN_ALREADY),
        (PLAYING, Paired(2, ()), Refusal.ROUND_RUNNING),
        (DONE, Paired(3, ()), Refusal.ROUNDS_OVER),
        (BETWEEN, Paired(1, ()), Refusal.STALE),
        (BETWEEN, Ended(), Refusal.ROUNDS_LEFT),
        (after(DONE, Ended()), Withdrew(1), Refusal.CUP_OVER),
        (after(PLAYING, Cancelled("rain")), Withdrew(1), Refusal.CUP_OVER),
        (PLAYING, TableBegan(1, 3), Refusal.NO_SUCH_TABLE),
        (PLAYING, TableBegan(0, 1), Refusal.NO_SUCH_TABLE),
        (PLAYING, TableBegan(2, 1), Refusal.NO_SUCH_TABLE),
        (FIRST, Finished(1, 1, 0, (100, 0)), Refusal.RESULT_KNOWN),
        (FIRST, Absent(1, 1, (0,)), Refusal.RESULT_KNOWN),
        (PLAYING, Finished(1, 1, 2, (100, 0)), Refusal.BAD_ACTION),
        (PLAYING, Finished(1, 1, 0, (100, 0), How.ABSENT), Refusal.BAD_ACTION),
        (PLAYING, Finished(1, 1, 0, (100, 0), How.COMPUTER), Refusal.BAD_ACTION),
        (PLAYING, Finished(1, 1, 0, (100, 0), How.PLAYED, (1,)), Refusal.BAD_ACTION),
        (PLAYING, Finished(1, 1, 0, (100, 0), How.COMPUTER, (2,)), Refusal.BAD_ACTION),
        (PLAYING, Absent(1, 1, ()), Refusal.BAD_ACTION),
        (PLAYING, Absent(1, 1, (1, 0)), Refusal.BAD_ACTION),
        (PLAYING, StoodIn(1, 1, 2, 0), Refusal.BAD_ACTION),
        (PLAYING, StoodIn(1, 1, 1, 3), Refusal.BAD_ACTION),
        (PLAYING, Corrected(1, 1, 0, (100, 0), How.PLAYED, "early"), Refusal.NO_RESULT),
        (FIRST, Corrected(1, 1, 0, (100, 0), How.PLAYED, ""), Refusal.BAD_ACTION),
        (FIRST, Corrected(1, 1, 3, (100, 0), How.PLAYED, "why"), Refusal.BAD_ACTION),
        (FIRST, Corrected(1, 1, None, (0, 0), How.ABSENT, "why"), Refusal.BAD_ACTION),
        (PLAYING, Resumed(), Refusal.NOT_PAUSED),
        (after(PLAYING, Paused()), Paused(), Refusal.PAUSED),
        (after(PLAYING, Paused()), TableBegan(1, 1), Refusal.PAUSED),
        (after(BETWEEN, Paused()), Paired(2, ()), Refusal.PAUSED),
        (PLAYING, TakenBack(1), Refusal.THERE_ALREADY),
        (after(PLAYING, TakenOut(1)), Withdrew(1), Refusal.GONE_ALREADY),
    ],
)
def test_what_cannot_be_now_is_refused(cup: Cup, action: Action, refusal: Refusal) -> None:
    with pytest.raises(CupError) as error:
        cups.apply(cup, action)
    assert error.value.refusal is refusal


def test_every_refusal_has_an_english_text() -> None:
    assert str(CupError(Refusal.FULL, most=16)) == "full: most 16"
    assert str(CupError(Refusal.CUP_OVER)) == "cup over"


def test_a_paused_cup_takes_results_and_goes_on_when_it_is_resumed() -> None:
    cup = played(after(PLAYING, Paused()))
    assert len(paired(after(cup, Resumed())).rounds) == 2


def test_who_withdraws_in_a_round_keeps_its_table_and_is_not_paired_again() -> None:
    cup = after(paired(ranked(SWISS, 6)), Withdrew(2))
    assert 2 in {*cup.rounds[0].there}
    cup = paired(played(cup))
    assert 2 not in {*cup.rounds[1].there}
    assert by_id(cup)[2].wins == 1


def test_a_pair_withdraws_as_a_whole_once_the_cup_has_begun() -> None:
    assert cups.present(after(begun(PAIRS, 4), Withdrew(31))) == (1, 2, 4)


def test_absent_twice_is_out_until_the_organizer_takes_it_back_in() -> None:
    cup = rounds(ranked(replace(SWISS, rounds=6), 8), missing(8))
    assert 8 in cups.present(cup)
    cup = rounds(cup, missing(8))
    assert 8 not in cups.present(cup)
    cup = rounds(after(cup, TakenBack(8)), missing(8))
    assert 8 in cups.present(cup)
    assert 8 not in cups.present(rounds(cup, missing(8)))


def test_a_side_whose_seats_others_took_was_not_absent() -> None:
    cup = ranked(replace(SWISS, rounds=5), 8)
    for by in (99, 0, 99):
        cup = paired(cup)
        table = next(table for table in cup.rounds[-1].tables if 8 in table.entrants)
        cup = played(after(cup, StoodIn(table.round, table.number, 8, by)))
    assert 8 in cups.present(cup)


def test_left_twice_is_out_and_once_left_and_once_absent_is_not() -> None:
    def leaves(table: cups.Table) -> Action:
        if 8 not in table.entrants:
            return lower_wins(table)
        return Finished(table.round, table.number, 0, (100, 0), How.COMPUTER, (8,))

    cup = rounds(ranked(replace(SWISS, rounds=6), 8), leaves)
    assert 8 in cups.present(rounds(cup, missing(8)))
    assert 8 not in cups.present(rounds(cup, leaves))


def test_a_correction_that_undoes_an_absence_undoes_being_out_by_it() -> None:
    cup = rounds(ranked(replace(SWISS, rounds=5), 8), missing(8), missing(8))
    table = next(table for table in cup.rounds[0].tables if 8 in table.entrants)
    cup = after(cup, Corrected(1, table.number, 1, (40, 100), How.PLAYED, "they were at another table"))
    assert 8 in cups.present(cup)
    assert by_id(cup)[8].wins == 1
    corrected = next(each for each in cup.rounds[0].tables if each.number == table.number)
    assert corrected.result is not None
    assert corrected.result.correction == "they were at another table"


def test_a_correction_can_say_that_somebody_was_absent() -> None:
    cup = after(BETWEEN, Corrected(1, 1, 0, (100, 40), How.ABSENT, "nobody was there", absent=(0,)))
    result = cup.rounds[0].tables[0].result
    assert result == cups.Result(1, (0, 0), How.ABSENT, (0,), correction="nobody was there")


def test_a_correction_after_the_next_pairing_changes_standings_and_no_pairing() -> None:
    cup = paired(BETWEEN)
    corrected = after(cup, Corrected(1, 1, 1, (0, 100), How.PLAYED, "typed wrong"))
    assert [table.sides for table in corrected.rounds[1].tables] == [table.sides for table in cup.rounds[1].tables]
    assert cups.standings(corrected) != cups.standings(cup)
    assert {row.entrant: row.wins for row in cups.standings(corrected)} == {1: 0, 2: 1, 3: 1, 4: 0}


def test_a_round_is_paired_by_the_corrections_made_before_it() -> None:
    corrected = after(BETWEEN, Corrected(1, 1, 1, (0, 100), How.PLAYED, "typed wrong"))
    assert {frozenset(table.entrants) for table in paired(corrected).rounds[1].tables} == {
        frozenset({2, 3}),
        frozenset({1, 4}),
    }


def test_a_cup_whose_people_are_gone_is_done() -> None:
    cup = after(BETWEEN, TakenOut(1), TakenOut(2), TakenOut(3))
    assert cups.phase(cup) is Phase.DONE
    assert cups.phase(after(cup, Ended())) is Phase.ENDED


def test_people_of_any_number_but_zero_can_have_places_like_former_players() -> None:
    former = -(2**40)
    cup = after(signed_up(SWISS, 3), cups.SignedUp((former,)), Began())
    assert cups.present(cup) == (1, 2, 3, 4)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("settings", ALL)
@given(entrants=st.integers(8, 14), source=st.randoms(use_true_random=False))
def test_every_cup_ends_and_its_log_gives_it_again(settings: Settings, entrants: int, source: random.Random) -> None:
    settings = replace(settings, fill=source.random() < 0.5)
    log: list[Action] = []
    cup = cups.new(settings, seed(5))

    def do(action: Action) -> None:
        nonlocal cup
        cup = cups.apply(cup, action)
        log.append(action)

    for each in range(1, entrants + 1):
        do(cups.SignedUp((each, 100 + each) if settings.sides is cups.Sides.PAIRS else (each,)))
    if settings.format is not cups.Format.ROUND_ROBIN:
        do(Forbade(*source.sample(range(1, entrants + 1), 2)))
    do(Began())
    while cups.phase(cup) is Phase.PAIRING:
        do(cups.pair(cup))
        for table in cup.rounds[-1].tables:
            if source.random() < 0.1:
                do(TakenOut(source.choice(cups.present(cup)))) if cups.present(cup) else None
            do(chance(source, 0.2)(table))
    do(Ended())
    assert cups.fold(settings, seed(5), [cups.loads(cups.dumps(action)) for action in log]) == cup


KINDS = get_args(Action)


@pytest.mark.parametrize("kind", KINDS)
def test_every_action_is_either_applied_or_refused(kind: type[Action]) -> None:
    @given(action=st.from_type(kind))
    def anything(action: Action) -> None:
        for cup in (signed_up(SWISS, 2), PLAYING, BETWEEN, DONE):
            try:
                cups.apply(cup, action)
            except CupError:
                continue

    anything()
