"""Challenges are planned, begun and closed, whatever stops the bot meanwhile."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.actions import Move
from engine.bots.choose import CHOICES
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.live.challenges import store as store_module
from engine.live.challenges import upkeep
from engine.live.challenges.attempt import Entry, Position, replayed
from engine.live.challenges.calendar import starts_at
from engine.live.challenges.challenge import Challenge
from engine.live.challenges.choosing import NoAnswer
from engine.live.challenges.standing import percentages
from engine.live.challenges.store import Player
from engine.live.challenges.upkeep import KEPT_SECONDS, close, compute_par, day, keep_day, plan, thin
from engine.live.database.connection import Statement
from engine.live.database_store import DatabaseStore
from engine.view import View
from tests.engine.live.challenges.playing import at_random, challenge, decide, played_to_the_end
from tests.engine.live.people import ANA, BEN, CEM, DIA
from tests.engine.live.stores import FragileStore

NOV_25 = starts_at(329)
HOUR, DAY = 3600.0, 86_400.0
OVER = DAY + 5


class Killed(Exception):
    """The bot was killed."""


class Fate:
    """Kills the bot at a step: a choice of a computer, or before or after a write."""

    def __init__(self, store: DatabaseStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left: int | None = None
        self.made: dict[tuple[int, Level], Move] = {}
        self._write = store.connection.write
        monkeypatch.setattr(store.connection, "write", self.write)

    def step(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Killed

    async def write(self, *steps: Any, **how: Any) -> None:
        self.step()
        await self._write(*steps, **how)
        self.step()

    async def decide(self, view: View, turned: FlippedTiles, level: Level, seed: int) -> Move:
        self.step()
        if (seed, level) not in self.made:
            self.made[seed, level] = await decide(view, turned, level, seed)
        return self.made[seed, level]


async def taken(store: DatabaseStore, begun: Challenge) -> None:
    """Let one person finish a challenge, one stop in the middle, and two only look at it."""
    await store.challenges.add(begun)
    for number, (person, presses) in enumerate([(ANA, None), (BEN, 4), (CEM, 1), (DIA, 0)]):
        player = await store.challenges.begin(begun, person, 9, float(number))
        assert player is not None
        for press in (await played_to_the_end(begun, at_random(number)))[:presses]:
            await store.challenges.append(player, press.entries, press.position, 2.0)


async def results(store: DatabaseStore, begun: Challenge) -> list[tuple[Player, list[Entry]]]:
    # the ids are random
    players = await store.challenges.players(begun.id, 10)
    return [(replace(each, id=""), await store.challenges.entries(each)) for each in players]


# ---------------------------------------------------------------------- days


@pytest.mark.parametrize(
    ("today", "last"),
    # 23 November, the last day on which December is not planned, and the first on which it is; New Year's Eve
    [(327, 334), (328, 365), (329, 365), (365, 396)],
)
async def test_days_are_planned_a_week_before_their_month(store: FragileStore, today: int, last: int) -> None:
    await plan(store.challenges, starts_at(today) + HOUR)
    days = await store.challenges.dailies(0, 9999)
    assert [each.number for each in days] == [*range(today, last + 1)]
    assert all((each.opens_at, each.ends_at) == (starts_at(each.number), starts_at(each.number + 1)) for each in days)
    assert len({each.seed for each in days} | {each.secret for each in days}) == 2 * len(days)


async def test_a_planned_day_stays_as_it_was_promised(store: FragileStore) -> None:
    await plan(store.challenges, NOV_25)
    before = await store.challenges.dailies(0, 9999)
    for now in (NOV_25 + HOUR, NOV_25 + 5 * DAY):
        await plan(store.challenges, now)
    after = await store.challenges.dailies(0, 9999)
    assert after[: len(before)] == before
    # a second process may plan at the same time
    await store.challenges.add(*map(day, range(329, 340)))
    assert await store.challenges.dailies(0, 9999) == after


async def test_a_bot_that_was_down_for_a_month_plans_no_day_in_the_past(store: FragileStore) -> None:
    await plan(store.challenges, NOV_25)
    await plan(store.challenges, NOV_25 + 60 * DAY)
    numbers = [each.number for each in await store.challenges.dailies(0, 9999)]
    assert numbers == [*range(329, 366), *range(389, 397)]


@pytest.mark.parametrize(
    ("now", "begun"),
    [(NOV_25 - 0.001, 328), (NOV_25, 329), (NOV_25 + DAY - 0.001, 329), (NOV_25 + DAY, 330)],
)
async def test_a_day_begins_at_midnight_with_the_computers_of_that_minute(
    store: FragileStore, now: float, begun: int
) -> None:
    await plan(store.challenges, NOV_25 - DAY)
    await keep_day(store.challenges, CHOICES, now)
    days = await store.challenges.dailies(328, 331)
    assert [(each.number, each.up_minutes) for each in days if each.version == CHOICES] == [(begun, 1)]
    assert [each.number for each in days if each.is_open(now)] == [begun]


async def test_a_day_counts_from_the_first_minute_in_which_the_bot_is_up(store: FragileStore) -> None:
    await plan(store.challenges, NOV_25 - DAY)
    # down at midnight, up for two minutes at six
    for minute in range(2):
        await keep_day(store.challenges, CHOICES, NOV_25 + 6 * HOUR + 60 * minute)
    today = await store.challenges.daily(329)
    assert today is not None
    assert (today.version, today.up_minutes) == (CHOICES, 2)
    assert today.is_open(NOV_25 + 6 * HOUR)


async def test_a_day_with_the_computers_of_another_version_breaks_no_streak(store: FragileStore) -> None:
    await plan(store.challenges, NOV_25)
    for version, minutes in ((CHOICES, 1), (CHOICES, 2), (CHOICES + 1, 0), (CHOICES + 1, 0)):
        await keep_day(store.challenges, version, NOV_25)
        today = await store.challenges.daily(329)
        assert today is not None
        assert (today.version, today.up_minutes) == (CHOICES, minutes)


async def test_a_day_without_a_challenge_is_left_alone(store: FragileStore) -> None:
    await keep_day(store.challenges, CHOICES, NOV_25)
    assert await store.challenges.dailies(0, 9999) == []


@pytest.mark.parametrize("number", range(1, 16))
def test_the_game_of_every_day_can_be_played(number: int) -> None:
    position = Position.begin(day(number))
    assert position.in_play
    assert position.view().boneyard_size >= 0


# ---------------------------------------------------------------------- par


async def test_par_is_computed_once_and_is_the_same_each_time(store: FragileStore) -> None:
    begun = challenge("express", deals=2)
    await store.challenges.add(begun)
    await compute_par(store.challenges, begun, CHOICES, decide)
    found = await store.challenges.find(begun.id)
    assert found is not None
    assert found.par is not None
    assert len(found.par) == 2

    async def refuse(*_: Any) -> Move:
        raise AssertionError("par is known")

    await compute_par(store.challenges, found, CHOICES, refuse)
    await store.challenges.set_par(begun.id, ())
    await compute_par(store.challenges, begun, CHOICES, decide)
    assert await store.challenges.find(begun.id) == found


async def test_par_is_not_computed_by_computers_of_another_version(store: FragileStore) -> None:
    begun = challenge("express", version=CHOICES + 1)
    await store.challenges.add(begun)
    await compute_par(store.challenges, begun, CHOICES, decide)
    assert (await store.challenges.without_par(1.0)) == [begun]


# ---------------------------------------------------------------------- the end


async def test_the_attempts_under_way_are_played_to_their_ends_and_count(store: FragileStore) -> None:
    begun = challenge("express", deals=2)
    await taken(store, begun)
    before = await results(store, begun)
    assert await close(store.challenges, begun, CHOICES, OVER, decide)
    after = await results(store, begun)
    assert [(each.cut, each.void, each.finished_at) for each, _ in after] == [
        (False, False, 2.0),
        *[(True, False, OVER)] * 3,
    ]
    for (_, entries), (player, then) in zip(before, after, strict=True):
        assert then[: len(entries)] == entries
        assert not any(each.by_person for each in then[len(entries) :])
        assert replayed(begun, then).margins == player.margins
    (closed,) = await store.challenges.dailies(0, 9999)
    assert (closed.closed, closed.secret, len(closed.par or ())) == (True, None, 2)
    assert not await close(store.challenges, closed, CHOICES, OVER, decide)


async def test_all_results_get_their_final_percentage(store: FragileStore) -> None:
    begun = challenge("express", deals=1)
    await store.challenges.add(begun)
    for number in range(7):
        player = await store.challenges.begin(begun, replace(ANA, user_id=number), 9, 1.0)
        assert player is not None
        for press in await played_to_the_end(begun, at_random(number)):
            await store.challenges.append(player, press.entries, press.position, 2.0)
    await close(store.challenges, begun, CHOICES, OVER, decide)
    players = await store.challenges.players(begun.id, 10)
    shares = percentages(Counter(each.total for each in players))
    assert [each.percentage for each in players] == [shares[each.total] for each in players]
    assert sum(each.percentage or 0 for each in players) == pytest.approx(350)


async def test_without_the_computers_that_it_began_with_an_attempt_under_way_is_void(store: FragileStore) -> None:
    begun = challenge("express", deals=2, version=CHOICES + 1)
    await taken(store, begun)
    before = await results(store, begun)
    assert await close(store.challenges, begun, CHOICES, OVER, decide)
    after = await results(store, begun)
    assert [(each.void, each.cut) for each, _ in after] == [(False, False), *[(True, False)] * 3]
    assert [entries for _, entries in after] == [entries for _, entries in before]
    (closed,) = await store.challenges.dailies(0, 9999)
    assert (closed.closed, closed.par) == (True, None)


async def test_a_challenge_whose_game_is_gone_is_closed(store: FragileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = challenge("express", deals=2)
    await taken(store, begun)
    monkeypatch.setattr(upkeep, "RULE_SETS", {})
    assert await close(store.challenges, begun, CHOICES, OVER, decide)
    assert [each.void for each, _ in await results(store, begun)] == [False, True, True, True]


async def test_an_attempt_that_can_not_be_read_keeps_no_challenge_open(store: FragileStore) -> None:
    begun = challenge("express", deals=2)
    await taken(store, begun)
    await store.connection.write(
        Statement("UPDATE challenge_log SET action = '0 jump' WHERE ply = 0 AND action IS NOT NULL", ())
    )
    assert await close(store.challenges, begun, CHOICES, OVER, decide)
    assert {each.void for each, entries in await results(store, begun) if entries and not each.finished_at} <= {True}


async def no_answer(*_: Any) -> Move:
    raise NoAnswer


async def test_a_computer_that_never_chooses_keeps_a_challenge_open_for_an_hour(store: FragileStore) -> None:
    begun = challenge("express", deals=2)
    await taken(store, begun)
    with pytest.raises(NoAnswer):
        await close(store.challenges, begun, CHOICES, begun.ends_at + HOUR - 1, no_answer)
    assert not any(each.void for each, _ in await results(store, begun))
    assert await close(store.challenges, begun, CHOICES, begun.ends_at + HOUR, no_answer)
    assert all(each.void or each.finished_at for each, _ in await results(store, begun))
    closed = await store.challenges.find(begun.id)
    assert closed is not None
    assert (closed.par, closed.secret) == (None, None)


async def test_without_the_expert_the_results_wait_for_an_hour(store: FragileStore) -> None:
    begun = challenge("express", deals=1)
    await store.challenges.add(begun)
    with pytest.raises(NoAnswer):
        await close(store.challenges, begun, CHOICES, begun.ends_at, no_answer)
    assert await close(store.challenges, begun, CHOICES, begun.ends_at + HOUR, no_answer)


async def test_a_press_in_the_last_moment_and_the_end_both_hold(store: FragileStore) -> None:
    begun = challenge("express", deals=1)
    await store.challenges.add(begun)
    player = await store.challenges.begin(begun, ANA, 9, 1.0)
    assert player is not None
    presses = await played_to_the_end(begun)
    pressed: list[int] = []

    async def pressing(view: View, turned: FlippedTiles, level: Level, seed: int) -> Move:
        if view.seat == 0 and level is Level.NORMAL and not pressed:
            pressed.append(1)
            await store.challenges.append(player, presses[0].entries, presses[0].position, DAY)
            await store.challenges.append(player, presses[1].entries, presses[1].position, DAY)
        return await decide(view, turned, level, seed)

    await compute_par(store.challenges, begun, CHOICES, decide)
    (known,) = await store.challenges.dailies(0, 9999)
    assert not await close(store.challenges, known, CHOICES, OVER, pressing)
    assert await close(store.challenges, known, CHOICES, OVER, pressing)
    ((ended, entries),) = await results(store, begun)
    assert pressed
    made = [each for press in presses[:2] for each in press.entries]
    assert entries[: len(made)] == made
    assert replayed(begun, entries).margins == ended.margins


@pytest.mark.parametrize("stride", [17, pytest.param(1, marks=pytest.mark.long)])
async def test_a_bot_killed_at_any_step_of_the_end_goes_on_from_there(
    store: FragileStore, monkeypatch: pytest.MonkeyPatch, stride: int
) -> None:
    fate = Fate(store, monkeypatch)
    undisturbed = challenge("express", deals=2, id="quiet234", number=1)
    await taken(store, undisturbed)
    fate.left = 10_000
    assert await close(store.challenges, undisturbed, CHOICES, OVER, fate.decide)
    steps, fate.left = 10_000 - fate.left, None
    expected = [(replace(each, challenge_id="", id=""), entries) for each, entries in await results(store, undisturbed)]
    assert steps > 50
    for number, killed_at in enumerate(range(0, steps, stride), 2):
        begun = challenge("express", deals=2, id=f"killed{number:02}", number=number)
        await taken(store, begun)
        fate.left = killed_at
        with pytest.raises(Killed):
            await close(store.challenges, begun, CHOICES, OVER, fate.decide)
        fate.left = None
        # the next beat, or another process, asks for what is not closed
        for each in await store.challenges.to_close(OVER):
            assert await close(store.challenges, each, CHOICES, OVER, fate.decide)
        made = [(replace(each, challenge_id="", id=""), entries) for each, entries in await results(store, begun)]
        assert made == expected
        assert await store.challenges.to_close(OVER) == []
        closed = await store.challenges.find(begun.id)
        assert closed is not None
        assert (closed.closed, closed.secret) == (True, None)


@pytest.mark.long
async def test_two_processes_that_close_at_once_agree(store: FragileStore) -> None:
    begun = challenge("express", deals=2)
    await taken(store, begun)
    closed = await asyncio.gather(*(close(store.challenges, begun, CHOICES, OVER, decide) for _ in range(3)))
    assert sorted(closed) == [False, False, True]
    for player, entries in await results(store, begun):
        assert replayed(begun, entries).margins == player.margins


# ---------------------------------------------------------------------- later


@pytest.mark.long
async def test_after_thirty_days_the_actions_go_and_the_results_stay(
    store: FragileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "THINNED", 1)
    old = challenge("express", deals=1)
    new = challenge("express", deals=1, id="newer234", number=330, ends_at=2 * DAY)
    for each in (old, new):
        await taken(store, each)
        await close(store.challenges, each, CHOICES, 2 * DAY, decide)
    before = {each.id: await results(store, each) for each in (old, new)}
    await thin(store.challenges, DAY + KEPT_SECONDS)
    assert {each.id: await results(store, each) for each in (old, new)} == before
    await thin(store.challenges, DAY + KEPT_SECONDS + 1)
    assert await results(store, new) == before[new.id]
    assert await results(store, old) == [(player, []) for player, _ in before[old.id]]


async def test_an_open_challenge_keeps_its_actions(store: FragileStore) -> None:
    begun = challenge("express", deals=1)
    await taken(store, begun)
    before = await results(store, begun)
    await thin(store.challenges, DAY + 2 * KEPT_SECONDS)
    assert await results(store, begun) == before
