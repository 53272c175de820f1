"""Tests of restarts: lobbies, matches and ends survive them."""

from __future__ import annotations

import pytest

from engine.live.tables import lifecycle
from tests.support.in_memory.world import World


async def test_a_lobby_survives_and_its_old_buttons_work(world: World) -> None:
    await world.lobby("alice", "bruno", target=200)
    lobby = world.board
    await world.restart()
    await world.chloe.press("Join", lobby)
    assert [person.name for person in world.table.people] == ["Alice", "Bruno", "Chloé"]
    assert world.table.header.options["target"] == 200
    await world.alice.press("Start", lobby)
    assert world.table.playing


UNSHOWN = {
    "a move": ("opens with",),
    "the last move": ("wins the match", "Alice: new on the leaderboard"),
    "an end": ("The match was ended. It doesn't count for anyone.",),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("what", UNSHOWN)
async def test_a_restart_tells_once_an_action_that_was_not_shown(world: World, what: str) -> None:
    table = await world.sit("alice", "bruno", target=50)
    world.fail("POST", f"/channels/{world.channel.id}/messages", 500)
    match what:
        case "a move":
            await world.do()
        case "the last move":
            await world.rush()
        case _:
            async with world.directly():
                await table.do(lifecycle.end, world.alice.id, manager=True)
    assert world.board.lacks(*UNSHOWN[what]) == [*UNSHOWN[what]]
    world.heal()
    for _ in range(2):
        await world.restart()
        assert not world.board.lacks(*UNSHOWN[what])
        assert sum(UNSHOWN[what][0] in each.text for each in world.messages) == 1
    if what != "a move":
        assert not (await world.alice.run("play")).ephemeral


def on_screen(world: World) -> list[object]:
    """Return all that everybody sees."""
    return [(each.id, each.text, each.buttons, each.alts) for each in world.all_messages]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("rules", "clock"), [("express", "none"), ("memory", "none"), ("express", "casual")])
async def test_a_restart_after_any_move_leads_to_the_same_screen(rules: str, clock: str, world: World) -> None:
    await world.sit("alice", "bruno", rules=rules, clock=clock)
    for _ in range(10):
        await world.do()
        # two tiles that are no pair are turned back
        await world.wait(9)
        before = on_screen(world)
        await world.restart()
        assert on_screen(world) == before


@pytest.mark.sampled(1)
@pytest.mark.parametrize("at", ["lobby", "board", "end of a deal", "grid", "end of a match"])
async def test_a_screen_that_says_everything_costs_no_request(at: str, world: World) -> None:
    rules = "memory" if at == "grid" else "express"
    table = await world.lobby("alice", "bruno", rules=rules, clock="none")
    if at != "lobby":
        await world.alice.press("Start")
        await world.do()
    if at == "end of a deal":
        await world.end_deal()
    elif at == "end of a match":
        await world.rush()
    sent = world.sent
    for _ in range(2):
        async with world.directly():
            world.bot.publisher.changed(table)
    assert not world.requests(sent)
