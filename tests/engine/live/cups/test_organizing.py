"""The organizer's decisions, and who may take them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from engine import cups
from engine.cups import Corrected, CupError, How, Phase
from engine.live.cups import course, organizing, presence, signing
from engine.live.cups.cups import MAX_OPEN
from engine.live.cups.errors import Code, CupDeclined
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import Change, Outcome, Situation
from engine.live.cups.seats import members_of, seats_of
from engine.live.cups.tempo import DAY, Tempo
from engine.live.model.deleted_users import new_deleted_id
from tests.engine.cups.cups import CHANGING, KNOCK_OUT, PAIRS, ROUND_ROBIN, SWISS
from tests.engine.live.cups.evening import ORGANIZER, Evening, person

BY = ORGANIZER.user_id


async def finish(evening: Evening, cup: LiveCup, *numbers: int, winner: int = 0) -> None:
    """Let everybody come to tables of the round, and a side win there; no number means all."""
    for table, live in cup.situation.waiting:
        if not numbers or live.number in numbers:
            for user_id in members_of(cup.situation.cup, table):
                await cup.do(presence.arrive, person(user_id), *live.key)
    await evening.cups.advance(cup, {})
    for table, live in cup.situation.waiting:
        if not numbers or live.number in numbers:
            await cup.do(course.match_begun, live)
            await cup.do(course.noted, table, live, Outcome(winner, (100, 40)))


async def grace_over(evening: Evening) -> None:
    """Let the grace of people pass who don't come."""
    evening.comes = lambda user_id, table: False
    await evening.pass_time(300)


def acting(at: Situation, *actions: cups.Action) -> Change:
    """Return a change with actions of the bot."""
    del at
    return Change(actions=tuple((each, None) for each in actions))


async def next_round(evening: Evening, cup: LiveCup) -> None:
    """Let the next round begin, and be shown."""
    await evening.cups.advance(cup, {})
    await cup.do(organizing.next_round_now, BY, manager=False)
    await evening.cups.advance(cup, {})
    for _ in range(2):
        for job in [*course.jobs(cup.situation)]:
            await evening.done(cup, job)


def correction(round_: int, table: int) -> Corrected:
    """Return a correction: the second side has won."""
    return Corrected(round_, table, 1, (20, 100), How.PLAYED, "typed wrong")


DECISIONS: dict[str, tuple[Callable[..., Change], tuple[Any, ...]]] = {
    "begin_now": (organizing.begin_now, ()),
    "move_start": (organizing.move_start, (None,)),
    "set_automatic": (organizing.set_automatic, (False,)),
    "hand_over": (organizing.hand_over, (person(102),)),
    "take_out": (organizing.take_out, (1,)),
    "take_back": (organizing.take_back, (1,)),
    "replace_person": (organizing.replace_person, (101, person(900))),
    "keep_apart": (organizing.keep_apart, (person(101), person(102))),
    "let_meet": (organizing.let_meet, (101, 102)),
    "correct": (organizing.correct, (correction(1, 1),)),
    "pause": (organizing.pause, ()),
    "resume": (organizing.resume, ()),
    "cancel": (organizing.cancel, ("rain",)),
}


@pytest.mark.parametrize(
    ("minutes", "told"), [((), 0), ((10,), 0), ((20,), 1), ((20, 20), 1), ((20, 10), 2), ((None,), 1)]
)
async def test_each_other_start_is_told_once(evening: Evening, minutes: tuple[int | None, ...], told: int) -> None:
    cup = await evening.opened(SWISS)
    opened_at = evening.now
    for each in minutes:
        evening.now += 1
        starts_at = None if each is None else opened_at + 60 * each
        await cup.do(organizing.move_start, BY, starts_at, manager=False)
        await evening.tick(cup)
    await evening.tick(cup)
    assert evening.told["start"] == told


async def test_a_start_is_not_told_once_the_cup_has_begun(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await cup.do(organizing.move_start, BY, evening.now + 60, manager=False)
    await cup.do(organizing.begin_now, BY, manager=False)
    await evening.tick(cup)
    assert not evening.told["start"]


async def test_a_start_that_was_moved_meanwhile_is_told_by_itself(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await cup.do(organizing.move_start, BY, evening.now + 60, manager=False)
    first = cup.header.moved_at
    evening.now += 1
    await cup.do(organizing.move_start, BY, evening.now + 90, manager=False)
    assert first is not None
    await cup.do(course.noted_start, first)
    assert cup.header.moved_at == evening.now


@pytest.mark.parametrize("name", DECISIONS)
async def test_a_decision_is_the_organizers(evening: Evening, name: str) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    decide, args = DECISIONS[name]
    with pytest.raises(CupDeclined) as caught:
        await cup.do(decide, 101, *args, manager=False)
    assert caught.value.code is Code.NOT_ORGANIZER
    for who, manager in ((BY, False), (101, True)):
        # the fold may still refuse what is too early
        with suppress(CupError):
            decide(cup.situation, who, *args, manager=manager)


async def test_the_highest_present_may_act_for_an_organizer_who_is_gone(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    await finish(evening, cup)
    evening.now += DAY
    winner = cups.standings(cup.situation.cup)[0].entrant
    may = [each for each in range(101, 105) if organizing.is_organizer(cup.situation, each, manager=False)]
    assert may == [100 + winner]
    await cup.do(signing.withdraw, may[0])
    second = cups.standings(cup.situation.cup)[1].entrant
    assert organizing.is_organizer(cup.situation, 100 + second, manager=False)


async def test_who_is_out_by_absence_does_not_act_for_the_organizer(evening: Evening) -> None:
    cup = await evening.begun(replace(SWISS, rounds=3), 4)
    for _ in range(2):
        for table, live in cup.situation.waiting:
            # 101 wins on paper, and is absent twice
            absent = next(side for side in (0, 1) if 1 in table.sides[side]) if 1 in table.entrants else 1
            await cup.do(acting, cups.Absent(*live.key, (absent,)))
        await evening.cups.advance(cup, {})
        if cup.situation.phase is Phase.PAIRING:
            await next_round(evening, cup)
    evening.now += DAY
    assert 1 not in cups.present(cup.situation.cup)
    assert not organizing.is_organizer(cup.situation, 101, manager=False)


async def test_others_act_at_once_for_a_deleted_organizer(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    at = replace(cup.situation, header=replace(cup.header, organizer_id=new_deleted_id()))
    assert sum(organizing.is_organizer(at, each, manager=False) for each in range(101, 105)) == 1


async def test_the_cup_can_be_handed_over(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await cup.do(organizing.hand_over, BY, person(300), manager=False)
    assert organizing.is_organizer(cup.situation, 300, manager=False)
    assert not organizing.is_organizer(cup.situation, BY, manager=False)


async def test_a_start_moves(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await cup.do(organizing.move_start, BY, evening.now + 3_600, manager=False)
    await evening.pass_time(3_500)
    assert cup.situation.phase is Phase.SIGN_UP
    await evening.pass_time(100)
    assert cup.situation.phase is not Phase.SIGN_UP


@pytest.mark.parametrize("ahead", [0, -1, organizing.MAX_AHEAD_SECONDS + 1])
async def test_a_start_is_neither_past_nor_too_far(evening: Evening, ahead: float) -> None:
    cup = await evening.opened(SWISS)
    with pytest.raises(CupDeclined) as caught:
        await cup.do(organizing.move_start, BY, evening.now + ahead, manager=False)
    assert caught.value.code is Code.PAST


async def test_a_start_that_was_taken_back_waits_its_whole_grace_for_the_button(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await cup.do(organizing.move_start, BY, evening.now + 5 * DAY, manager=False)
    evening.now += 3 * DAY
    await cup.do(organizing.move_start, BY, None, manager=False)
    assert course.next_change(cup.situation) is None
    assert course.sign_up_ends_at(cup.situation) == evening.now + DAY


async def test_a_start_does_not_move_once_the_cup_has_begun(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    with pytest.raises(CupDeclined) as caught:
        await cup.do(organizing.move_start, BY, evening.now + 60, manager=False)
    assert caught.value.code is Code.STALE


async def test_a_server_has_only_so_many_open_cups(evening: Evening) -> None:
    cup, *_ = [await evening.opened(SWISS) for _ in range(MAX_OPEN)]
    with pytest.raises(CupDeclined) as caught:
        await evening.opened(SWISS)
    assert caught.value.code is Code.TOO_MANY
    await cup.do(organizing.cancel, BY, "rain", manager=False)
    await evening.play(cup)
    await evening.opened(SWISS)


async def test_who_is_taken_out_is_paired_no_more_until_taken_back(evening: Evening) -> None:
    cup = await evening.begun(replace(SWISS, rounds=3), 6)
    await cup.do(organizing.take_out, BY, 1, manager=False)
    with pytest.raises(CupError):
        await cup.do(organizing.take_out, BY, 1, manager=False)
    await finish(evening, cup, *(live.number for table, live in cup.situation.waiting if 1 not in table.entrants))
    await grace_over(evening)
    await next_round(evening, cup)
    assert 1 not in cup.situation.cup.rounds[-1].there
    await cup.do(organizing.take_back, BY, 1, manager=False)
    await finish(evening, cup)
    await next_round(evening, cup)
    assert 1 in cup.situation.cup.rounds[-1].there


async def test_a_replaced_person_has_the_whole_grace(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    table, live = cup.situation.waiting[0]
    evening.now += 290
    await cup.do(organizing.replace_person, BY, members_of(cup.situation.cup, table)[0], person(900), manager=False)
    assert cup.situation.tables[live.key].until == evening.now + 300
    assert cup.situation.waiting[1][1].until == evening.now + 10, "the other table waits no longer"
    await cup.do(presence.arrive, person(900), *live.key)


async def test_a_person_is_replaced_before_the_start(evening: Evening) -> None:
    cup = await evening.opened(PAIRS)
    await evening.signed_up(cup, 4)
    await cup.do(organizing.replace_person, BY, 101, person(900), manager=False)
    assert cup.situation.cup.entrants[1].members == (900, 102)
    with pytest.raises(CupError):
        await cup.do(organizing.replace_person, BY, 102, person(103), manager=False)


async def test_a_substitute_of_somebody_replaced_is_still_seated(evening: Evening) -> None:
    cup = await evening.begun(CHANGING, 8)
    await cup.do(signing.offer, person(900))
    await cup.do(presence.stand_by, person(900))
    table, live = cup.situation.waiting[0]
    late, *others = members_of(cup.situation.cup, table)
    for each in others:
        await cup.do(presence.arrive, person(each), *live.key)
    evening.now += 300
    await cup.do(lambda at: presence.settle(at, table, at.tables[live.key]))
    await cup.do(organizing.replace_person, BY, late, person(901), manager=False)
    seats = seats_of(cup.situation.cup, cup.situation.waiting[0][0])
    assert {each.person_id: each.user_id for each in seats}[901] == 900
    assert [*presence.stand_ins(cup.situation, *cup.situation.waiting[1])] == []


async def test_people_kept_apart_meet_no_more_until_they_may(evening: Evening) -> None:
    cup = await evening.begun(replace(SWISS, rounds=3), 4)
    await finish(evening, cup)
    winners = [row.entrant for row in cups.standings(cup.situation.cup)[:2]]
    await cup.do(organizing.keep_apart, BY, *(person(100 + each) for each in winners), manager=False)
    await next_round(evening, cup)
    assert not any({*winners} == {*table.entrants} for table in cup.situation.cup.rounds[-1].tables)
    await cup.do(organizing.let_meet, BY, *(100 + each for each in winners), manager=False)
    assert cup.situation.cup.forbidden == frozenset()


async def test_nobody_is_kept_apart_in_a_round_robin(evening: Evening) -> None:
    cup = await evening.opened(ROUND_ROBIN)
    with pytest.raises(CupError):
        await cup.do(organizing.keep_apart, BY, person(101), person(102), manager=False)


async def test_a_correction_draws_the_next_table_of_a_knock_out_again(evening: Evening) -> None:
    cup = await evening.begun(KNOCK_OUT, 4)
    await finish(evening, cup)
    await next_round(evening, cup)
    table, live = cup.situation.waiting[0]
    await cup.do(presence.arrive, person(100 + table.sides[0][0]), *live.key)
    await cup.do(organizing.correct, BY, correction(1, 1), manager=False)
    drawn, fresh = cup.situation.waiting[0]
    assert drawn.sides != table.sides
    assert (fresh.here, fresh.message_id, fresh.until) == ((), 0, None)
    assert fresh.channel_id == live.channel_id
    # what was the third place's match is drawn again, too
    assert cup.situation.waiting[1][1].message_id == 0
    assert (await evening.play(cup)).phase is Phase.ENDED


async def test_a_correction_may_seat_two_where_nobody_met(evening: Evening) -> None:
    evening.comes = lambda user_id, table: False
    cup = await evening.begun(KNOCK_OUT, 4)
    await finish(evening, cup, 1)
    await grace_over(evening)
    await next_round(evening, cup)
    assert cup.situation.cup.rounds[1].tables == (), "nobody came to the other semi-final"
    await evening.cups.advance(cup, {})
    await cup.do(organizing.correct, BY, correction(1, 2), manager=False)
    assert cup.situation.phase is Phase.PLAYING
    assert [live.number for _, live in cup.situation.waiting] == [1, 2]
    evening.comes = lambda user_id, table: True
    over = await evening.play(cup)
    assert [table.result.absent for table in over.cup.rounds[1].tables if table.result] == [(), ()]


async def test_a_round_that_plays_again_after_a_correction_is_followed_by_its_whole_pause(evening: Evening) -> None:
    cup = await evening.begun(KNOCK_OUT, 8)
    await finish(evening, cup, 1, 2, 3)
    await grace_over(evening)
    await next_round(evening, cup)
    await finish(evening, cup)
    await evening.cups.advance(cup, {})
    assert cup.header.waits_since is not None
    await cup.do(organizing.correct, BY, correction(1, 4), manager=False)
    assert [live.number for _, live in cup.situation.waiting] == [2]
    await evening.cups.advance(cup, {})
    assert cup.header.waits_since is None
    assert cup.header.next_at is None


@pytest.mark.parametrize("settings", [SWISS, ROUND_ROBIN, KNOCK_OUT])
async def test_the_last_round_can_be_corrected_before_the_cup_ends(evening: Evening, settings: cups.Settings) -> None:
    cup = await evening.opened(settings)
    await evening.signed_up(cup, 4)
    await evening.until(cup, Phase.DONE)
    await cup.do(organizing.pause, BY, manager=False)
    await evening.pass_time(3_600)
    last = cup.situation.cup.rounds[-1]
    await cup.do(organizing.correct, BY, correction(last.number, last.tables[0].number), manager=False)
    await cup.do(organizing.resume, BY, manager=False)
    await evening.pass_time(100)
    assert cup.situation.phase is Phase.DONE
    over = await evening.play(cup)
    assert over.phase is Phase.ENDED
    assert over.cup.rounds[-1].tables[0].result == cups.Result(1, (20, 100), correction="typed wrong")


async def test_a_correction_that_undoes_an_absence_lets_the_cup_go_on(evening: Evening) -> None:
    evening.comes = lambda user_id, table: False
    cup = await evening.opened(replace(SWISS, rounds=3))
    await evening.signed_up(cup, 4)
    await evening.until(cup, Phase.DONE)
    for table in (1, 2):
        await cup.do(organizing.correct, BY, correction(2, table), manager=False)
    assert cup.situation.phase is Phase.PAIRING
    evening.comes = lambda user_id, table: True
    over = await evening.play(cup)
    assert len(over.cup.rounds) == 3
    assert not any(table.result.absent for table in over.cup.rounds[2].tables if table.result)


async def test_a_pause_takes_no_time_from_tables_that_are_not_shown(evening: Evening) -> None:
    evening.refuses = lambda job: isinstance(job, course.OpenPlace | course.ShowTable)
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await evening.pass_time(700)
    await cup.do(organizing.pause, BY, manager=False)
    await evening.pass_time(7_200)
    await cup.do(organizing.resume, BY, manager=False)
    evening.refuses = lambda job: False
    over = await evening.play(cup)
    assert {each.result.how for round_ in over.cup.rounds for each in round_.tables if each.result} <= {
        How.PLAYED,
        How.TIME,
        How.COMPUTER,
    }


async def test_a_pause_takes_nothing_from_the_round_of_a_table_that_waits(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    await cup.do(organizing.pause, BY, manager=False)
    evening.now += 3_600
    await cup.do(organizing.resume, BY, manager=False)
    assert {live.ends_at for _, live in cup.situation.waiting} == {evening.now + 2_700}


async def test_a_pause_holds_the_next_round(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    await finish(evening, cup)
    await evening.cups.advance(cup, {})
    await cup.do(organizing.pause, BY, manager=False)
    await evening.pass_time(3_600)
    assert len(cup.situation.cup.rounds) == 1
    with pytest.raises(CupDeclined) as caught:
        await cup.do(organizing.next_round_now, BY, manager=False)
    assert caught.value.code is Code.NOT_WAITING
    await cup.do(organizing.resume, BY, manager=False)
    await evening.pass_time(120)
    assert len(cup.situation.cup.rounds) == 2


@pytest.mark.parametrize("moment", ["sign-up", "here", "match", "between", "paused"])
async def test_a_cup_can_be_called_off_at_any_time(evening: Evening, moment: str) -> None:
    cup = await (evening.opened(SWISS) if moment == "sign-up" else evening.begun(SWISS, 4))
    if moment in ("match", "between", "paused"):
        await finish(evening, cup, *([1] if moment == "match" else []))
    if moment == "paused":
        await cup.do(organizing.pause, BY, manager=False)
    await cup.do(organizing.cancel, BY, "rain", manager=False)
    over = await evening.play(cup)
    assert (over.phase, over.cup.cancelled) == (Phase.CANCELLED, "rain")


async def test_automatic_rounds_can_be_chosen_while_a_round_waits(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    await finish(evening, cup)
    await evening.cups.advance(cup, {})
    await cup.do(organizing.set_automatic, BY, False, manager=False)
    await evening.pass_time(200)
    assert len(cup.situation.cup.rounds) == 1
    await cup.do(organizing.set_automatic, BY, True, manager=False)
    await evening.pass_time(120)
    assert len(cup.situation.cup.rounds) == 2


async def test_automatic_rounds_are_no_start(evening: Evening) -> None:
    cup = await evening.opened(SWISS, Tempo.DAYS)
    await cup.do(organizing.move_start, BY, None, manager=False)
    await cup.do(organizing.set_automatic, BY, True, manager=False)
    assert cup.header.next_at is None
