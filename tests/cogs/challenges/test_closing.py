"""The upkeep of challenges by the bot: what happens by itself, and the page of commitments."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from cogs.challenges.promises import page_of, promise_text
from cogs.core.frame import MAX_MAIN_TEXT
from engine.bots.choose import CHOICES
from engine.bots.decision import Decision
from engine.live.challenges import upkeep
from engine.live.challenges.calendar import number_at
from engine.live.challenges.challenge import Challenge
from engine.live.model.errors import StorageError
from render.i18n import languages, translations
from tests.cogs.challenges.flow import attempt, choose, leave_open, today
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World, failing

DAY = 86_400


async def kept(world: World) -> list[Challenge]:
    """Let a minute's jobs be done, and return all days."""
    leave_open(world)
    async with world.directly():
        await world.cog("Closing").keep()
        await world.cog("Closing").work_off()
    return await world.store.challenges.dailies(0, 9999)


def never(shard: int) -> bool:
    del shard
    return False


async def test_the_bot_plans_days_and_counts_the_minutes_in_which_people_can_play(world: World) -> None:
    for minutes in (1, 2):
        first, *others = await kept(world)
        assert (first.number, first.version, first.up_minutes) == (number_at(world.time), CHOICES, minutes)
        assert {(each.version, each.up_minutes) for each in others} == {(None, 0)}


async def test_a_minute_without_connection_does_not_count(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world.bot.sharding, "is_connected", never)
    assert {each.up_minutes for each in await kept(world)} == {0}


async def test_another_process_does_the_jobs_where_this_one_has_no_shard_for_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.bot, "owns", never)
    assert await kept(world) == []


@pytest.mark.long
async def test_a_day_that_is_over_is_closed_and_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Challenge] = []

    def note(event: str, *what: Any) -> None:
        told.extend(what if "closed" in event else ())

    monkeypatch.setattr(world.bot, "dispatch", note)
    made = await today(world, version=CHOICES)
    shown = await world.alice.run("daily")
    await choose(world.alice, shown)
    (with_par, *_) = await kept(world)
    assert with_par.par is not None
    assert (await attempt(world, made, world.alice)).finished_at is None
    world.skip(made.ends_at - world.time)
    closed = next(each for each in await kept(world) if each.number == made.number)
    assert (closed.closed, closed.secret) == (True, None)
    assert told == [closed]
    ended = await attempt(world, closed, world.alice)
    assert (ended.cut, len(ended.margins)) == (True, made.deals)
    await kept(world)
    assert told == [closed]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("fault", ["storage", "no answer", "error"])
async def test_a_failure_ends_no_loop_and_the_next_minute_makes_up_for_it(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    made = await today(world, version=CHOICES)
    await choose(world.alice, await world.alice.run("daily"))
    world.skip(made.ends_at - world.time)

    async def none(*_: Any, **how: Any) -> Decision | None:
        if fault == "error":
            raise KeyError("6-6")
        return None

    world.alarmed = True
    with monkeypatch.context() as broken:
        if fault == "storage":
            broken.setattr(world.store.challenges, "close", failing(StorageError("full")))
        else:
            broken.setattr(world.bot.thinkers, "decide", none)
        await kept(world)
    assert f"challenge {made.id} could not be closed" in caplog.text
    assert "6-6" not in caplog.text
    assert next(each for each in await kept(world) if each.number == made.number).closed


# ---------------------------------------------------------------------- commitments


async def shown_page(world: World, day: object) -> Answer:
    """Show a page of commitments to a player."""
    return await world.alice.forge(f"b:chpromise:{day}", await world.alice.run("help"))


@pytest.mark.long
async def test_a_page_shows_each_days_commitment_and_after_it_the_seed(world: World) -> None:
    made = await today(world)
    days = await kept(world)
    page = await shown_page(world, made.number)
    shown = [each for each in days if each.number in page_of(made.number)]
    assert len(shown) > 0
    for each in shown:
        assert each.seed.commitment in page.text
        assert each.seed.reveal() not in page.text
    world.skip(DAY)
    await kept(world)
    page = await shown_page(world, made.number)
    assert made.seed.reveal() in page.text
    assert sha256(bytes.fromhex(made.seed.reveal())).hexdigest() == made.seed.commitment
    later = [each for each in shown if each.number != made.number]
    assert not [each for each in later if each.seed.reveal() in page.text]
    assert page.ephemeral


async def test_a_page_turns(world: World) -> None:
    days = await kept(world)
    page = await shown_page(world, days[-1].number)
    assert days[-1].seed.commitment in page.text
    assert days[0].seed.commitment not in page.text
    page = await world.alice.press("Back", page)
    earlier = [each for each in days if each.number in page_of(page_of(days[-1].number)[0] - 1)]
    assert all(each.seed.commitment in page.text for each in earlier)
    assert days[-1].seed.commitment not in page.text
    page = await world.alice.press("Next", page)
    assert days[-1].seed.commitment in page.text


@pytest.mark.parametrize("locale", languages())
def test_a_page_fits_into_a_message_in_any_language(locale: str) -> None:
    page = page_of(327)
    days = [replace(upkeep.day(each), closed=True) for each in page]
    assert len(promise_text(page, days, translations(locale))) <= MAX_MAIN_TEXT


@pytest.mark.parametrize("day", ["0", "-5", "9999", "x"])
async def test_a_forged_page_is_harmless(world: World, day: str) -> None:
    await kept(world)
    page = await shown_page(world, day)
    assert page.text


@pytest.mark.parametrize(("day", "page"), [(305, range(305, 316)), (315, range(305, 316)), (334, range(327, 335))])
def test_a_month_has_three_pages(day: int, page: range) -> None:
    assert page_of(day) == page


@pytest.mark.parametrize("day", ["0", "999999999"])
async def test_no_day_is_too_early_or_too_late_for_the_page_of_promises(world: World, day: str) -> None:
    await world.lobby("bruno")
    answer = await world.alice.forge(f"b:chpromise:{day}", world.board)
    assert answer.private.startswith("**Deals of the day**")
