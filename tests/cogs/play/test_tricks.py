"""Tests of bids, trump and tricks, pressed and chosen as people do."""

from __future__ import annotations

import pytest

from engine.actions import Deal
from engine.layouts import Tricks
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


async def test_the_last_seat_has_no_pass_once_the_others_passed(world: World) -> None:
    await sit(world, EXAMPLE_1, first=2)
    for name in ("chloe", "davide", "alice"):
        await world.people[name].press("Pass")
    assert "Pass" not in world.board.labels
    assert "Pass" not in world.bruno.hand.labels
    assert "Your turn: you have to bid." in world.bruno.hand.text


async def test_trump_is_named_with_what_the_hand_holds_of_each(world: World) -> None:
    table = await sit(world, SUITS, first=1)
    for name in ("bruno", "chloe", "davide"):
        await world.people[name].press("Pass")
    await choose(world, "alice", "30")
    assert "**Alice** wins the bidding with 30." in world.board.text
    assert "➡️ **Alice** names trump." in world.board.text
    assert offered(world.alice.hand) == {
        "Blanks": "",
        "Ones": "1 tile: 6-1",
        "Twos": "",
        "Threes": "3 tiles: 5-3 4-3 3-3",
        "Fours": "3 tiles: 5-4 4-4 4-3",
        "Fives": "3 tiles: 5-5 5-4 5-3",
        "Sixes": "1 tile: 6-1",
        "Doubles": "3 tiles: 5-5 4-4 3-3",
        "No trump": "",
    }
    assert "Your turn: name trump. You have won the bidding with" in world.alice.hand.text
    await choose(world, "alice", "Ones")
    assert "**Alice** names trump: ones." in world.board.text
    assert isinstance(table.view(None).layout, Tricks)
    await world.alice.play("6-1")
    # only what follows suit has a button
    assert world.bruno.hand.labels == ["1-0"]
    assert "Your turn: follow with ones." in world.bruno.hand.text


async def test_a_trick_is_counted_in_words_and_the_last_one_stays_open_to_look_at(world: World) -> None:
    table = await sit(world, EXAMPLE_1)
    await bid_and_name(world)
    for name, each in (("bruno", "5-0"), ("chloe", "5-4"), ("davide", "5-3"), ("alice", "5-5")):
        await world.people[name].play(each)
    told = "**Alice** plays 5-5; **Davide** takes the trick: 16 points (5-0 5, 5-5 10, the trick 1)."
    assert told in world.board.text
    await world.davide.play("4-2")
    alt = world.board.alt
    assert "Last trick: Bruno 5-0, Chloé 5-4, Davide 5-3, Alice 5-5; Davide took it, 16 points" in alt
    assert "Trick 2, fours led: Davide 4-2; Davide takes it so far." in alt
    assert "Points: Alice and Chloé 0, Bruno and Davide 16; the bid needs 15 more." in alt
    for name, each in (("alice", "5-2"), ("bruno", "6-4"), ("chloe", "4-1")):
        await world.people[name].play(each)
    assert "**Chloé** plays 4-1; **Bruno** takes the trick: 16 points (6-4 10, 4-1 5, the trick 1)." in world.board.text
    assert table.view(None).results[0].reason == "made"
    assert "**Bruno** and **Davide** make their bid of 31 and score 1 mark, with 32 points." in world.board.text
    assert table.view(None).totals == (0, 1)


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


async def test_who_takes_a_trick_with_its_last_tile_is_named_once(world: World) -> None:
    await sit(world, SUITS)
    await choose(world, "alice", "30")
    for name in ("bruno", "chloe", "davide"):
        await world.people[name].press("Pass")
    await choose(world, "alice", "Twos")
    for name, each in (("alice", "6-1"), ("bruno", "1-0"), ("chloe", "6-0"), ("davide", "5-2")):
        await world.people[name].play(each)
    assert "**Davide** plays 5-2 and takes the trick: 1 point." in world.board.text


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
