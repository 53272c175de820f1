"""The page of a month below the leaderboard, and the last thirty days below one's statistics."""

from __future__ import annotations

import pytest

from engine.live.challenges.calendar import day_of, number_at, starts_at
from engine.live.challenges.standing import MIN_DAYS
from engine.live.database.connection import Statement
from engine.live.model.preferences import PersonPreferences, Visibility
from tests.cogs.challenges.days import close, deal_of, finish
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World

MONTH, DAYS = "b:chmonth", "b:chdays"


@pytest.fixture(autouse=True)
async def in_the_middle_of_a_month(world: World) -> None:
    """Begin on 20 February 2026, after eight days that Alice and Bruno played, and Chloé missed some."""
    world.skip(starts_at(51) + 3600 - world.time)
    assert (day_of(51).month, day_of(51).day) == (2, 20)
    for ahead in range(-MIN_DAYS, 0):
        day = await deal_of(world, ahead, rules="mata", par=(5, 5, 5), up_minutes=1440)
        await finish(world, day, world.alice, (10, -1, 9))
        await finish(world, day, world.bruno, (1, 1, 1))
        if ahead < -2:
            await finish(world, day, world.chloe, (-1, -1, -1))
        await close(world, day)
    await percentage(world, world.bruno, 62.5)


async def percentage(world: World, who: Player, value: float) -> None:
    change = "UPDATE challenge_players SET percentage = ? WHERE user_id = ?"
    await world.store.connection.write(Statement(change, (value, who.id)))


async def page(who: Player) -> Answer:
    return await who.press(MONTH, await who.run("leaderboard"))


async def test_a_month_ranks_people_by_their_average_and_always_has_the_reader(world: World) -> None:
    assert (await page(world.alice)).private.splitlines() == [
        "## Deal of the day: February 2026",
        "-# How much of the field each one beat, on average. Only days with 5 players or more count, and a place takes "
        "8 such days.",
        "**1.** Bruno: **62%** · 8 days · 8 in a row",
        "**2.** you: **50%** · 8 days · 8 in a row",
    ]
    assert (await page(world.chloe)).lines[-1] == "You: 6 days"
    assert "you" not in (await page(world.eve)).lines[-1].casefold()


async def test_hidden_and_nameless_people_stay_so(world: World) -> None:
    await world.store.preferences.set(world.bruno.id, PersonPreferences(shown=Visibility.HIDDEN))
    await world.store.preferences.set(world.alice.id, PersonPreferences(shown=Visibility.NAMELESS))
    assert (await page(world.eve)).lines[2:] == ["**1.** a player: **50%** · 8 days · 8 in a row"]
    assert (await page(world.bruno)).lines[2].startswith("**1.** you: **62%**")


async def test_the_month_before_can_be_read_and_other_servers_have_their_own_page(world: World) -> None:
    shown = await page(world.alice)
    before = await world.alice.press("January 2026", shown)
    assert before.lines[0] == "## Deal of the day: January 2026"
    assert before.lines[2:] == ["Nobody has played enough days yet."]
    assert (await world.alice.press("February 2026", before)).lines[0] == "## Deal of the day: February 2026"
    far, mallory = world.elsewhere()
    shown = await mallory.press(MONTH, await mallory.run("leaderboard", far))
    assert shown.lines[2:] == ["Nobody has played enough days yet."]


async def test_ones_last_thirty_days_have_a_line_each_and_no_rating(world: World) -> None:
    answer = await world.bruno.press(DAYS, await world.bruno.run("stats"))
    number = number_at(world.time)
    assert answer.private.splitlines() == [
        "## Your deals of the day",
        "8 days of the last 30 · 8 days in a row · 62% on average",
        *(f"{number - back} 🟨🟨🟨 **+3** · 62% · Mata" for back in range(1, MIN_DAYS + 1)),
    ]


async def test_a_deal_that_is_not_finished_counts_and_shows_nothing(world: World) -> None:
    today = await deal_of(world)
    await world.alice.run("stats")
    await finish(world, today, world.eve, ())
    await world.store.connection.write(
        Statement("UPDATE challenge_players SET finished_at = NULL WHERE user_id = ?", (world.eve.id,))
    )
    answer = await world.eve.press(DAYS, await world.eve.run("stats"))
    assert answer.lines[1:] == ["1 day of the last 30"]


@pytest.mark.parametrize(("page", "day"), [("0", "0"), ("999999999", "999999999")])
async def test_forged_pages_and_months_show_the_nearest(world: World, page: str, day: str) -> None:
    answer = await world.eve.forge(f"{MONTH}:{page}:{day}", await world.eve.run("leaderboard"))
    assert answer.lines[0].startswith("## Deal of the day: ")
