"""Tests of two people of one name at a table."""

from __future__ import annotations

import pytest

from tests.support.in_memory.world import World


@pytest.mark.long
@pytest.mark.pictures
async def test_two_people_of_one_name_are_told_apart_wherever_they_are_named(world: World) -> None:
    world.join("alex_a", "Alex")
    world.join("alex_b", "Alex")
    table = await world.lobby("alex_a", "alex_b")
    assert "1. **Alex (1)** (host)\n2. **Alex (2)**" in world.board.text
    await world.people["alex_a"].press(f"b:start:{table.id}")
    turn = world.mover(table)
    number = 1 if turn is world.people["alex_a"] else 2
    assert f"**Alex ({number})** opens" in world.board.text
    assert all(each in world.board.alt for each in ("Alex (1)", "Alex (2)"))
    await world.move(table)
    assert f"Alex ({number})" in world.board.text


@pytest.mark.long
async def test_the_leaderboard_and_the_history_tell_them_apart_too(world: World) -> None:
    world.join("alex_a", "Alex")
    world.join("alex_b", "Alex")
    await world.play_and_end("alex_a", "alex_b")
    board = await world.alice.run("leaderboard")
    assert all(each in board.alt for each in ("Alex (1)", "Alex (2)"))
    history = await world.people["alex_a"].run("match history")
    assert all(each in history.text for each in ("Alex (1)", "Alex (2)"))


async def test_an_invisible_name_is_a_question_mark(world: World) -> None:
    world.join("ghost", "\u17b5")
    await world.sit("ghost", "alice")
    assert "**'s turn" not in world.board.text.replace("**?**", "")
    assert "****" not in world.board.text
