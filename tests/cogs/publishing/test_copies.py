"""Tests of copies of a hand: only the newest in each place can be played from, and an older one says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.live.model.preferences import PersonPreferences
from engine.live.tables import playing
from tests.cogs.anywhere.test_answers import PLACES, sit
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World

TOKEN_OVER = 20 * 60
OUTDATED = "This copy of your hand is out of date. Press **My hand** to see it as it is now."
EARLIER = "That button was for an earlier move."


def is_over(copy: Seen) -> bool:
    """Whether a copy says that it is out of date, and shows and offers nothing."""
    return copy.text == OUTDATED and not (copy.labels or copy.selects or copy.files)


def controls_of(copy: Seen) -> list[str]:
    return [each for each in copy.buttons.values() if each.startswith(("b:act:", "b:tile:"))]


async def test_of_two_copies_only_the_newer_one_can_be_played_from(world: World) -> None:
    table = await world.sit("alice", "bruno")
    player = world.mover()
    older, newer = await player.press("My hand"), await player.press("My hand")
    assert is_over(older)
    assert "your turn" in newer.text
    assert newer.files
    ply = table.ply
    await player.press_first(newer)
    await player.press_first(player.hand) if table.ply == ply else None
    assert table.ply > ply
    assert is_over(older)


@pytest.mark.parametrize("where", PLACES)
async def test_it_is_so_where_messages_are_answers(world: World, where: Callable[[World], Any]) -> None:
    place = where(world)
    table = await sit(world, place, world.bruno)
    player = world.mover(table)
    older, newer = await player.press("My hand", place), await player.press("My hand", place)
    assert is_over(older)
    assert controls_of(newer)
    by_command = await world.alice.run("hand", place)
    assert is_over(newer) is (player is world.alice)
    assert not is_over(by_command)


async def test_a_copy_whose_token_is_over_says_so_at_its_first_press(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    player = world.mover()
    older = await player.press("My hand")
    world.skip(TOKEN_OVER)
    newer = await player.press("My hand")
    assert controls_of(older), "Discord does not edit it any more"
    control, ply = controls_of(newer)[0], table.ply
    await player.press(control, older)
    assert table.ply == ply + control.startswith("b:act:"), "what was pressed is still done"
    assert is_over(older)
    assert not is_over(newer)


async def test_a_copy_of_an_earlier_deal_says_so_at_its_first_press(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    player = world.mover()
    older = await player.press("My hand")
    world.skip(TOKEN_OVER)
    await world.end_deal()
    async with world.directly():
        await table.do(playing.next_deal, world.alice.id, 1)
    newer = await player.press("My hand")
    told = await player.press(controls_of(older)[0], older)
    assert told.followups == [EARLIER]
    assert is_over(older)
    assert not is_over(newer)


async def test_the_only_copy_goes_on_after_its_token_is_over(world: World) -> None:
    await world.sit("alice", "bruno", clock="none")
    player = world.mover()
    only = await player.press("My hand")
    await world.move_by_hand()
    world.skip(TOKEN_OVER)
    await world.restart()
    await player.forge(f"b:back:{world.table.id}", only)
    assert "Your hand" in only.text
    other = await player.press("My hand")
    assert is_over(only)
    assert not is_over(other)


# ---------------------------------------------------------------------- direct messages


async def unshown_end(world: World) -> tuple[Player, Seen]:
    """End a deal whose end Discord does not let the player in turn see, and begin the next; return player and hand."""
    table, player = await world.sit("alice", "bruno", clock="none"), world.mover()
    old = player.hand
    assert controls_of(old)
    world.fail("PATCH", f"/channels/{player.user.dm_channel.id}/messages/*", 500)
    await world.end_deal()
    assert controls_of(old)
    async with world.directly():
        await table.do(playing.next_deal, world.alice.id, 1)
    world.heal()
    return player, old


def as_it_is(player: Player, message: Seen) -> Seen:
    return next(each for each in player.hands if each.id == message.id)


@pytest.mark.long
async def test_a_hand_of_an_earlier_deal_whose_end_was_never_shown_says_so(world: World) -> None:
    player, old = await unshown_end(world)
    await world.wait(61)
    assert player.hand.id != old.id
    shown = as_it_is(player, old)
    if shown.labels:
        # a message that could not be edited says so when it is pressed
        told = await player.press(controls_of(shown)[0], shown)
        assert told.followups == [EARLIER]
    assert is_over(as_it_is(player, old))
    assert not is_over(player.hand)


@pytest.mark.long
async def test_a_hand_whose_deal_was_shown_to_the_end_stays_as_it_is(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    await world.end_deal()
    ends = [each.hand for each in (world.alice, world.bruno)]
    await world.restart()
    (table,) = world.tables
    async with world.directly():
        await table.do(playing.next_deal, world.alice.id, 1)
    for player, end in zip((world.alice, world.bruno), ends, strict=True):
        assert player.hand.id != end.id
        assert "scores 10 points" in as_it_is(player, end).text
        assert as_it_is(player, end).files


@pytest.mark.long
async def test_an_earlier_deals_hand_is_no_hand_of_this_deal_for_who_gets_no_messages_now(world: World) -> None:
    table, player = await world.sit("alice", "bruno", clock="none"), world.mover()
    old, control = player.hand, controls_of(player.hand)[0]
    await world.end_deal()
    await world.store.preferences.set(player.id, PersonPreferences(hands=False))
    async with world.directly():
        await table.do(playing.next_deal, world.alice.id, 1)
    assert player.hand.id == old.id
    await player.forge(control, old)
    assert is_over(player.hand)


async def test_alone_an_older_table_says_that_it_goes_on_further_down(world: World) -> None:
    dm = world.alice.user.dm_channel
    await world.alice.run("play", dm)
    (table,) = world.tables
    while table.view(None).turn != 0:
        await world.wait(4)
    old = world.alice.hand
    world.fail("DELETE", f"/channels/{dm.id}/messages/*", 500)
    await world.alice.run("board", dm)
    assert controls_of(old)
    told = await world.alice.forge(f"b:act:{table.id}:1:0:0", old)
    assert EARLIER in told.text
    assert as_it_is(world.alice, old).text == "-# This table continues further down."
    assert not as_it_is(world.alice, old).labels
