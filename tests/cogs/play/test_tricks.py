"""Tests of bids, trump and tricks, pressed and chosen as people do."""

from __future__ import annotations

import pytest

from engine.actions import Deal
from engine.live.tables.table import Table
from tests.cogs.play.test_pair_games import FOUR, deals_by
from tests.engine.games import tiles
from tests.engine.rules.test_forty_two import EXAMPLE_1, SUITS
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World


async def sit(world: World, stock: str, first: int = 0, *, hints: bool = False) -> Table:
    deals_by(world, lambda _state: Deal(tiles(stock.replace(" | ", " ")), first))
    return await world.sit(*FOUR, rules="forty-two", hints=hints)


def offered(hand: Seen) -> dict[str, str]:
    """Return the labels of a hand's only select, each with its description."""
    ((_, raw),) = hand.selects.items()
    return {option["label"]: option.get("description") or "" for option in raw["options"]}


async def choose(world: World, name: str, label: str) -> None:
    """Choose from the select of a hand."""
    hand = world.people[name].hand
    ((select, raw),) = hand.selects.items()
    value = next(option["value"] for option in raw["options"] if option["label"] == label)
    await world.people[name].choose(select, value, on=hand)


async def bid_and_name(world: World, bid: str = "31", trump: str = "Threes") -> None:
    """Let Bruno bid after Alice, the others pass, and Bruno name trump."""
    await choose(world, "alice", "30")
    await choose(world, "bruno", bid)
    await world.chloe.press("Pass")
    await world.davide.play("Pass")
    await choose(world, "bruno", trump)


async def test_a_bid_is_chosen_from_what_is_allowed_or_one_passes_in_the_channel(world: World) -> None:
    await sit(world, EXAMPLE_1)
    assert "Deal 1: **Alice** bids first." in world.board.text
    assert [*offered(world.alice.hand)] == [*map(str, range(30, 43)), "84 (2 marks)"]
    assert "Pass" in world.alice.hand.labels
    assert "Your turn: bid or pass. Nobody has bid yet." in world.alice.hand.text
    await choose(world, "alice", "41")
    assert "**Alice** bids 41." in world.board.text
    assert [*offered(world.bruno.hand)] == ["42", "84 (2 marks)"]
    assert "Alice has bid 41, the most so far." in world.bruno.hand.text
    await world.bruno.press("Pass")
    assert "**Bruno** passes." in world.board.text


@pytest.mark.long
async def test_a_tile_that_does_not_follow_suit_is_refused_in_words(world: World) -> None:
    table = await sit(world, SUITS)
    await choose(world, "alice", "30")
    for name in ("bruno", "chloe", "davide"):
        await world.people[name].press("Pass")
    await choose(world, "alice", "Ones")
    assert len(world.alice.hand.labels) == 7
    await world.alice.play("6-1")
    before = table.view(None)
    answer = await world.bruno.forge(f"b:act:{table.id}:{table.ply}:1:5", world.bruno.hand)
    assert answer.followups[0] == "That button was for an earlier move."
    assert table.view(None) == before


@pytest.mark.long
@pytest.mark.pictures
async def test_text_mode_and_hints_tell_of_bids_and_tricks(world: World) -> None:
    await sit(world, EXAMPLE_1, hints=True)
    await world.alice.write_text("on", "table")
    hint = await world.alice.run("hint")
    assert "An expert would choose **" in hint.text
    await bid_and_name(world)
    await world.bruno.play("5-0")
    assert "Trick 1, fives led: Bruno 5-0; Bruno takes it so far." in world.board.text
    await world.chloe.play("5-4")
    hint = await world.davide.run("hint")
    # the highest trump out takes sixteen points with the tile that Alice still has to lay
    assert "An expert would choose **5-3**" in hint.text
