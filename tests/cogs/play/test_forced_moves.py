"""Tests of turns that the bot does for a player who is left no choice, as the player and the others read them."""

from __future__ import annotations

import re

import pytest

from engine.actions import Draw, Pass, Play
from engine.live.tables.table import Table
from tests.support.in_memory.world import World


def only(table: Table, kind: type) -> bool:
    """Whether the player in turn has one move only, of a kind."""
    turn = table.view(None).turn
    legal = () if turn is None else table.view(turn).legal
    return len(legal) == 1 and isinstance(legal[0], kind)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("rules", "auto", "kind", "told"),
    [
        ("classic-draw", "turns", Draw, r"you can only draw: the bot draws for you\."),
        ("classic", "turns", Play, r"choose a tile\."),
    ],
)
async def test_a_hand_says_what_the_bot_will_do(world: World, rules: str, auto: str, kind: type, told: str) -> None:
    table = await world.sit("alice", "bruno", rules=rules, auto=auto)
    await world.do()
    while not only(table, kind):
        await world.do()
    player = world.mover()
    acts = auto == "forced" or (auto == "turns" and kind is not Play)
    # a private message is not edited for two seconds
    in_turn = "Wait for your turn." if acts else rf"It's your turn(, and|:) {told}"
    assert re.search(in_turn, player.hand.text)
    shown = await player.press("My hand")
    assert re.search(rf"It's your turn(, and|:) {told}", shown.text)
    ply = table.ply
    await world.wait(3)
    assert (table.ply > ply) is acts
    if acts:
        assert not re.search(told, shown.text)
    assert ("has no choice, so the bot plays:" in world.board.text) is acts


@pytest.mark.long
async def test_the_others_read_the_same_whether_the_player_in_turn_has_a_choice(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="classic")
    seen = set[tuple[str, ...]]()
    forced = set[bool]()
    for _ in range(30):
        if table.view(None).turn is None:
            break
        forced.add(only(table, Pass))
        lines = world.board.text.splitlines()
        (asked,) = [line for line in lines if "it's your turn" in line]
        left = round((table.header.deadline or 0) - world.time)
        names = [re.sub(r"\d+", "", custom_id) for custom_id in world.board.buttons.values()]
        other = world.others()[0]
        waits = "Wait for your turn." in other.hand.text and not other.hand.buttons
        if table.ply > 1:
            # nobody passes at the first tile
            seen.add(
                (re.sub(r"\d+", "", asked), *(re.sub(table.id, "", name) for name in names), str(left), str(waits))
            )
        await world.do()
    assert forced == {True, False}
    assert len(seen) == 1, seen
