"""Tests of pair games: bonuses, and deals that are void."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.actions import Deal
from engine.game import State
from engine.live.tables import lobby, playing
from engine.match import stock_of
from engine.tiles import full_set
from tests.engine.games import deal_action
from tests.engine.rules.pairs import book_deals
from tests.support.in_memory.world import World

FOUR = ("alice", "bruno", "chloe", "davide")


def deals_by(world: World, dealer: Callable[[State], Deal]) -> None:
    object.__setattr__(world.bot.hub._services, "dealer", dealer)


@pytest.mark.sampled(1)
@pytest.mark.pictures
@pytest.mark.parametrize("text", [False, True])
async def test_a_void_deal_is_shown_with_its_hands_and_the_next_one_is_played(world: World, text: bool) -> None:
    hands = ["0-0 1-1 2-2 3-3 4-4 1-0 2-0 3-0 4-0 5-0"]
    dealt = [deal_action(hands, first=2, stock=full_set(9))]
    deals_by(world, lambda state: dealt.pop() if dealt else Deal(stock_of(state), 1))
    await world.prefer(as_text=text)
    table = await world.lobby(*FOUR, rules="cubano")
    async with world.directly():
        await table.do(lobby.configure, table.header.host_id, options={"redeal": 5})
        await table.do(lobby.start, table.header.host_id)
    board = world.board
    assert "The deal is void: **Alice** holds 5 doubles.\n-# Deal 1: **Chloé** opens." in board.text
    assert "Next deal" in board.labels
    if not text:
        assert "The deal is void: Alice holds 5 doubles." in board.alt
        assert (await world.eve.press("Replay", board)).attachments
    await world.bruno.press("Next deal", board)
    assert table.view(None).turn == 1
    assert table.view(None).deal == 2


async def play_book_deal(world: World, rules: str, name: str) -> list[str]:
    """Play one of the book's deals as the first of a match; return what the channel was told, oldest first."""
    deals_by(world, lambda state: Deal(book_deals.stock_of(state, name)))
    table = await world.sit(*FOUR, rules=rules, auto="nothing")
    for text in book_deals.DEALS[name].actions.split(","):
        action = " ".join(text.split())
        view = table.view(table.view(None).turn)
        assert view.turn is not None
        choice = [str(move) for move in view.legal].index(action)
        async with world.directly():
            await table.do(playing.play, table.people[view.turn].user_id, view.turn, table.ply, choice)
    return [line for message in world.messages for line in message.text.splitlines()]


@pytest.mark.long
async def test_passes_and_capicua_are_told_at_once_and_once(world: World) -> None:
    told = await play_book_deal(world, "dominicano", "dominicano 1")
    passes = [line for line in told if "(pase de salida)" in line]
    assert set(passes) == {"**Alice** passes on 6. **Bruno** and **Davide** score 25 points (pase de salida)."}
    ends = [line for line in told if "capicúa 25" in line]
    assert ends == [
        "**Bruno** and **Davide** score 49 points "
        "(Alice 10 + Bruno 12 + Chloé 2 = 24; capicúa 25): **Davide** goes out. 🎉 **Davide**: capicúa 25!"
    ]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("rules", "name", "line"),
    [
        (
            "quinientos",
            "quinientos 2",
            "**Bruno** and **Davide** score 168 points "
            "(Alice 23 + Bruno 13 + Chloé 18 + Davide 14 = 68; primera 100): blocked, with the fewest pips, 27.",
        ),
        ("dupla", "dupla 1, carroça", "**Alice** and **Chloé** score 2 points (carroça): **Chloé** goes out."),
        (
            "six-love",
            "six-love 2",
            "**Bruno** and **Davide** score 1 point: blocked, and **Davide** has the lightest hand, 7.",
        ),
        ("cut-throat", "six-love 2", "Blocked: **Bruno** and **Davide** tie for the fewest pips, 7, so nobody scores."),
    ],
)
async def test_the_end_of_a_deal_lists_pips_and_bonuses_apart(world: World, rules: str, name: str, line: str) -> None:
    told = await play_book_deal(world, rules, name)
    assert any(line in each for each in told), told[-6:]
