"""The deal of the day, as people play it."""

from __future__ import annotations

from tests.cogs.challenges.flow import attempt, choose, play_on, today
from tests.support.in_memory.world import World


async def test_the_command_begins_in_one_message_for_its_player_alone(world: World) -> None:
    made = await today(world)
    since = world.sent
    answer = await world.alice.run("daily")
    assert answer.ephemeral
    assert answer.files == ["table.png", "hand.png"]
    assert answer.lines[0] == f"**Deal of the day {made.number}** · Classic · deal 1 of 3"
    assert "Everybody plays these 3 deals once" in answer.lines[1]
    assert len(world.requests(since)) == 1
    assert not world.tables


async def test_a_day_is_played_to_its_result_without_a_request_of_the_bots_token(world: World) -> None:
    made = await today(world)
    since, shown = world.sent, await world.alice.run("daily")
    while "Result" not in shown.labels:
        shown = await play_on(world.alice, shown, "Next deal")
        assert "This deal: **" in shown.text
        shown = await world.alice.press("Next deal", shown)
        if "deal 3 of 3" in shown.text:
            shown = await play_on(world.alice, shown)
    shown = await world.alice.press("Result", shown)
    assert "Your result: **" in shown.text
    assert "Show here" in shown.labels
    assert (await attempt(world, made, world.alice)).finished_at is not None
    assert {each.path.split("/")[1] for each in world.requests(since)} <= {"interactions", "webhooks"}
    again = await world.alice.run("daily")
    assert again.text == shown.text


async def test_it_is_resumed_by_the_same_command_after_a_restart(world: World) -> None:
    made = await today(world)
    shown = await choose(world.alice, await world.alice.run("daily"))
    before = await world.store.challenges.entries(await attempt(world, made, world.alice))
    await world.restart()
    again = await world.alice.run("daily")
    assert again.alts == shown.alts
    assert again.buttons == shown.buttons
    assert await world.store.challenges.entries(await attempt(world, made, world.alice)) == before
    assert "Everybody plays these" not in again.text


async def test_without_a_deal_of_today_its_player_is_told(world: World) -> None:
    assert "isn't ready yet" in (await world.alice.run("daily")).text
