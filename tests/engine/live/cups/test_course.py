"""A cup ends by itself, whoever comes, and whatever Discord refuses."""

from __future__ import annotations

import random

import pytest

from engine import cups
from engine.cups import Format, How, Phase, Settings, Sides
from engine.live.cups import course, organizing, signing
from engine.live.cups.course import CALLED_OFF, BeginMatch, CallTime, Job, OpenPlace, ShowTable
from engine.live.cups.model import Way
from engine.live.cups.seats import seats_of
from engine.live.cups.tempo import DAY, Tempo
from engine.live.model.errors import StorageError
from tests.engine.cups.cups import CHANGING, KNOCK_OUT, PAIRS, ROUND_ROBIN, SWISS
from tests.engine.live.cups.evening import CHANNEL_ID, GUILD_ID, ORGANIZER, Evening, person

KNOCK_OUT_PAIRS = Settings(Format.KNOCK_OUT, Sides.PAIRS, "parejas")
ROUND_ROBIN_PAIRS = Settings(Format.ROUND_ROBIN, Sides.PAIRS, "parejas")


@pytest.mark.parametrize("tempo", Tempo)
@pytest.mark.parametrize(
    ("settings", "entrants"),
    [
        (SWISS, 6),
        (PAIRS, 5),
        (CHANGING, 9),
        (ROUND_ROBIN, 5),
        (ROUND_ROBIN_PAIRS, 4),
        (KNOCK_OUT, 6),
        (KNOCK_OUT_PAIRS, 5),
    ],
)
async def test_a_cup_ends_by_itself(evening: Evening, settings: Settings, entrants: int, tempo: Tempo) -> None:
    cup = await evening.opened(settings, tempo)
    await evening.signed_up(cup, entrants)
    over = await evening.play(cup)
    assert over.phase is Phase.ENDED
    assert len(over.cup.rounds) == over.cup.planned
    assert set(evening.told.values()) == {1}
    assert set(evening.mentioned.values()) == {1}
    assert sorted(evening.archived) == sorted(over.tables)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("settings", [SWISS, PAIRS, CHANGING, ROUND_ROBIN, KNOCK_OUT])
async def test_a_cup_ends_although_a_third_does_not_come(evening: Evening, settings: Settings, seed: int) -> None:
    draw = random.Random(seed)
    evening.comes = lambda user_id, table: draw.random() < 0.7
    cup = await evening.opened(settings)
    await evening.signed_up(cup, 8 + seed)
    over = await evening.play(cup)
    assert over.phase is Phase.ENDED


async def test_a_cup_ends_although_nobody_comes(evening: Evening) -> None:
    evening.comes = lambda user_id, table: False
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 6)
    over = await evening.play(cup)
    assert over.phase is Phase.ENDED
    assert len(over.cup.rounds) == 2, "absent twice, all are out"
    assert {table.result.how for each in over.cup.rounds for table in each.tables if table.result} == {How.ABSENT}


async def test_a_cup_ends_although_discord_shows_nothing(evening: Evening) -> None:
    evening.refuses = lambda job: isinstance(job, OpenPlace | ShowTable)
    cup = await evening.opened(KNOCK_OUT)
    await evening.signed_up(cup, 4)
    assert (await evening.play(cup)).phase is Phase.ENDED


async def test_too_few_call_a_cup_off(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 3)
    over = await evening.play(cup)
    assert over.cup.cancelled == CALLED_OFF


async def test_who_did_not_come_is_replaced_by_a_computer_beside_a_partner(evening: Evening) -> None:
    evening.comes = lambda user_id, table: user_id != 102
    cup = await evening.opened(PAIRS)
    await evening.signed_up(cup, 4)
    over = await evening.play(cup)
    stand_ins = [each for round_ in over.cup.rounds for table in round_.tables for each in table.stand_ins]
    assert stand_ins == [(102, 0)] * over.cup.planned
    assert 1 in cups.present(over.cup), "the pair is in to the end"


async def test_a_round_without_the_organizers_button_begins_in_the_end(evening: Evening) -> None:
    cup = await evening.opened(SWISS, automatic=False)
    await evening.signed_up(cup, 4)
    over = await evening.play(cup)
    began = [each.at for each in over.log if isinstance(each.action, cups.Paired)]
    assert began[1] - began[0] > 2 * 1800


async def test_everybody_may_begin_a_round_once_the_organizer_is_late(evening: Evening) -> None:
    cup = await evening.opened(SWISS, automatic=False)
    await evening.signed_up(cup, 4)
    while cup.situation.phase is not Phase.PAIRING or cup.header.waits_since is None or not cup.situation.cup.rounds:
        await evening.pass_time(20)
    with pytest.raises(organizing.CupDeclined):
        await cup.do(organizing.next_round_now, 101, manager=False)
    await evening.pass_time(1800)
    await cup.do(organizing.next_round_now, 101, manager=False)
    await evening.pass_time(20)
    assert len(cup.situation.cup.rounds) == 2


async def test_a_pause_gives_its_whole_grace_back(evening: Evening) -> None:
    evening.comes = lambda user_id, table: False
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await evening.pass_time(700)
    await cup.do(organizing.pause, ORGANIZER.user_id, manager=False)
    await evening.pass_time(3_000)
    assert all(live.message_id and not live.match_id for _, live in cup.situation.waiting)
    await cup.do(organizing.resume, ORGANIZER.user_id, manager=False)
    assert {live.until for _, live in cup.situation.waiting} == {evening.now + 300}


@pytest.mark.long
async def test_a_pause_of_an_organizer_who_is_gone_ends(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await evening.pass_time(700)
    await cup.do(organizing.pause, ORGANIZER.user_id, manager=False)
    assert (await evening.play(cup)).phase is Phase.ENDED


async def test_an_hour_without_the_bot_takes_no_time_from_anybody(evening: Evening) -> None:
    evening.comes = lambda user_id, table: False
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await evening.pass_time(660)
    left = {live.until - evening.now for _, live in cup.situation.waiting if live.until}
    evening.now += 3_600
    evening.restart()
    await evening.cups.load()
    again = evening.cups.find(cup.id)
    await evening.tick(again)
    # what ended while the bot was away has its whole grace again
    assert {live.until - evening.now for _, live in again.situation.waiting if live.until} == {300}
    assert max(left) <= 300


@pytest.mark.long
async def test_every_change_survives_a_restart(evening: Evening) -> None:
    draw = random.Random(3)
    evening.comes = lambda user_id, table: draw.random() < 0.8
    cup = await evening.opened(CHANGING)
    await evening.signed_up(cup, 9)
    for _ in range(5_000):
        before = cup.situation
        evening.restart()
        await evening.cups.load()
        if not evening.cups.open:
            break
        cup = evening.cups.find(cup.id)
        assert cup.situation == before
        evening.now += 20
        await evening.tick(cup)
    assert (await evening.cups.look(cup.id)).phase is Phase.ENDED
    assert set(evening.told.values()) == {1}


async def test_a_refused_place_is_followed_by_the_next(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    evening.refuses = lambda job: isinstance(job, OpenPlace)
    await evening.pass_time(640)
    for way in (Way.CHANNEL, Way.DIRECT, Way.DIRECT):
        live = cup.situation.waiting[0][1]
        await cup.do(course.refused, live)
        await cup.do(course.refused, live)
        assert cup.situation.tables[live.key].way is way


async def test_the_grace_and_the_round_of_a_table_that_discord_delays_begin_when_it_is_shown(evening: Evening) -> None:
    evening.refuses = lambda job: isinstance(job, OpenPlace)
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await evening.pass_time(600 + 900)
    evening.refuses = lambda job: False
    evening.comes = lambda user_id, table: False
    await evening.pass_time(40)
    shown = [live for _, live in cup.situation.waiting]
    assert {live.paired_at for live in shown} == {evening.now - 940}
    graces = cup.header.graces.here, cup.header.round_seconds
    assert {(live.until, live.ends_at) for live in shown} == {tuple(evening.now + each for each in graces)}


async def test_a_cup_ends_although_no_match_can_begin(evening: Evening) -> None:
    evening.refuses = lambda job: isinstance(job, course.BeginMatch)
    cup = await evening.opened(KNOCK_OUT)
    await evening.signed_up(cup, 4)
    over = await evening.play(cup)
    assert over.phase is Phase.ENDED
    assert {table.result.how for each in over.cup.rounds for table in each.tables if table.result} == {How.TIME}
    assert not any(live.match_id for live in over.tables.values()), "a deletion of data would wait for those matches"


async def test_somebody_who_leaves_while_a_round_is_paired_is_not_in_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 5)
    gone: list[int] = []

    async def slowly(task: cups.Task) -> cups.Paired:
        if not gone:
            gone.append(101)
            await cup.do(signing.withdraw, 101)
        return cups.solve(task)

    monkeypatch.setattr("engine.live.cups.cups.paired", slowly)
    await evening.pass_time(620)
    assert sorted(cup.situation.cup.rounds[0].there) == [2, 3, 4, 5]


async def test_a_round_of_a_cup_that_was_called_off_meanwhile_is_not_paired(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 5)

    async def slowly(task: cups.Task) -> cups.Paired:
        await cup.do(organizing.cancel, ORGANIZER.user_id, "rain", manager=False)
        return cups.solve(task)

    monkeypatch.setattr("engine.live.cups.cups.paired", slowly)
    await evening.pass_time(620)
    assert (await evening.cups.look(cup.id)).phase is Phase.CANCELLED


@pytest.mark.parametrize("jump", [-7_200, -100])
@pytest.mark.parametrize("restart", [False, True])
async def test_a_clock_that_was_set_back_holds_nobody_up(evening: Evening, jump: float, restart: bool) -> None:
    cup = await evening.begun(SWISS, 4)
    await evening.pass_time(20)
    left = [live.ends_at - evening.now for _, live in cup.situation.waiting if live.ends_at]
    evening.now += jump
    if restart:
        evening.restart()
        await evening.cups.load()
        cup = evening.cups.find(cup.id)
    await evening.cups.advance(cup, {})
    now = [live.ends_at - evening.now for _, live in cup.situation.waiting if live.ends_at]
    assert all(abs(a - b) <= 100 for a, b in zip(left, now, strict=True))


async def full(*arguments: object) -> None:
    """Store nothing."""
    raise StorageError("full")


async def test_a_shift_that_could_not_be_stored_is_made_up_for(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.comes = lambda user_id, table: False
    cup = await evening.begun(SWISS, 4)
    await evening.pass_time(20)
    evening.now += 3_600
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "write", full)
        with pytest.raises(StorageError):
            await evening.cups.shift(cup, 3_600)
    await evening.cups.advance(cup, {})
    assert [live.until for _, live in cup.situation.waiting] == [evening.now + 300] * 2


async def test_a_sign_up_without_a_time_waits_for_the_button_without_the_bots_absence(evening: Evening) -> None:
    cup = await evening.cups.create(
        ORGANIZER,
        guild_id=GUILD_ID,
        channel_id=CHANNEL_ID,
        name="Open end",
        locale="en-US",
        settings=SWISS,
        tempo=Tempo.TONIGHT,
    )
    await evening.signed_up(cup, 4)
    await evening.cups.advance(cup, {})
    evening.now += 2 * DAY
    await evening.cups.advance(cup, {})
    assert cup.situation.phase is Phase.SIGN_UP
    assert course.sign_up_ends_at(cup.situation) == evening.now + DAY


async def test_the_last_standings_are_told_before_the_podium(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await evening.until(cup, Phase.DONE)
    assert "end" not in evening.told
    await evening.pass_time(40)
    assert evening.told["standings-2"] == 1
    over = await evening.play(cup)
    assert over.log[-1].at - over.log[-2].at >= 120


async def test_tables_that_no_place_shows_end_level(evening: Evening) -> None:
    evening.refuses = lambda job: isinstance(job, OpenPlace)
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    over = await evening.play(cup)
    results = [table.result for each in over.cup.rounds for table in each.tables]
    assert {(each.winner, each.points, each.how) for each in results if each is not None} == {(None, (0, 0), How.TIME)}
    assert not [each for each in over.cup.entrants.values() if each.gone], "nobody is out for what they could not do"


async def test_a_match_whose_place_is_gone_gets_another_and_still_hears_that_its_time_is_over(
    evening: Evening,
) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    while not any(live.begun for _, live in cup.situation.waiting):
        await evening.pass_time(20)
    live = next(live for _, live in cup.situation.waiting if live.begun)

    def due() -> set[type[Job]]:
        return {type(each) for each in course.jobs(cup.situation) if each == live.key}

    await cup.do(course.refused, live)
    assert due() == {OpenPlace}
    assert live.ends_at is not None
    evening.now = live.ends_at
    assert due() == {OpenPlace, CallTime}
    await cup.do(course.opened, live, 77)
    assert due() == {CallTime}


async def test_a_cup_that_is_called_off_ends_its_matches(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await evening.pass_time(700)
    assert len(evening.matches) == 2
    await cup.do(organizing.cancel, ORGANIZER.user_id, "The café is closed", manager=False)
    assert (await evening.play(cup)).phase is Phase.CANCELLED
    assert evening.called_off == {(1, 1), (1, 2)}


async def test_who_sits_at_a_table_that_plays_gets_nobodys_place(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await evening.pass_time(700)
    table = cup.situation.cup.rounds[0].tables[0]
    first, second = (seat.person_id for seat in seats_of(cup.situation.cup, table))
    with pytest.raises(organizing.CupDeclined):
        await cup.do(organizing.replace_person, ORGANIZER.user_id, first, person(second), manager=False)


async def test_who_is_replaced_plays_a_match_under_way_to_its_end(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await evening.pass_time(700)
    table = cup.situation.cup.rounds[0].tables[0]
    replaced = seats_of(cup.situation.cup, table)[0]
    await cup.do(organizing.replace_person, ORGANIZER.user_id, replaced.person_id, person(9), manager=False)
    seat = seats_of(cup.situation.cup, cup.situation.cup.rounds[0].tables[0])[0]
    assert (seat.person_id, seat.user_id) == (9, replaced.person_id)


async def test_the_channel_hears_of_a_withdrawal_once_the_cup_has_begun(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 6)
    await cup.do(signing.offer, person(50))
    await cup.do(signing.withdraw, 106)
    await evening.pass_time(700)
    await cup.do(signing.withdraw, 50)
    await cup.do(signing.withdraw, 105)
    ply = course.next_note(cup.situation)
    assert ply is not None
    assert cup.situation.log[ply].action == cups.Withdrew(105)


async def test_the_channel_hears_of_an_entrant_taken_out_once_the_cup_has_begun(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 6)
    await cup.do(organizing.take_out, ORGANIZER.user_id, 6, manager=False)
    assert course.next_note(cup.situation) is None
    await evening.pass_time(700)
    await cup.do(organizing.take_out, ORGANIZER.user_id, 5, manager=False)
    ply = course.next_note(cup.situation)
    assert ply is not None
    assert cup.situation.log[ply].action == cups.TakenOut(5)


async def test_a_match_for_which_no_channel_has_room_ends_level_with_its_round(evening: Evening) -> None:
    evening.refuses = lambda job: isinstance(job, BeginMatch)
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    over = await evening.play(cup)
    results = [table.result for each in over.cup.rounds for table in each.tables]
    assert {(each.winner, each.how) for each in results if each is not None} == {(None, How.TIME)}
