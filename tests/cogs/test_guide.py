"""Tests of the choice of a game by questions."""

from __future__ import annotations

import pytest

from cogs.rules.guide import PLAYERS, PROPOSALS, Answers, counts, is_quick, proposals
from engine.rules import RULE_SETS
from tests.support.in_memory.world import World


@pytest.mark.parametrize(
    ("answers", "games"),
    [
        (Answers(4, quick=True, counts=False), ["classic", "sebastopol", "classic-draw"]),
        (Answers(4, quick=True, counts=True), ["all-fives", "fives", "classic"]),
        (Answers(4, quick=False, counts=False), ["express", "parejas", "mexican-train"]),
        (Answers(4, quick=False, counts=True), ["fives-and-threes", "matador", "bergen"]),
        (Answers(1, quick=True, counts=False), ["classic", "sebastopol", "classic-draw"]),
        (Answers(2, quick=True, counts=False), ["classic", "memory", "classic-draw"]),
        (Answers(5, quick=True, counts=True), ["all-fives", "mata", "memory"]),
        (Answers(6, quick=False, counts=False), ["double-twelve", "mexican-train", "chickenfoot"]),
        (Answers(8, quick=True, counts=True), ["double-twelve", "mexican-train", "chickenfoot"]),
    ],
    ids=str,
)
def test_three_games_fit_the_answers(answers: Answers, games: list[str]) -> None:
    assert proposals(answers) == games


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("counting", [True, False])
def test_every_game_is_for_so_many_and_fits_before_one_that_does_not(players: int, quick: bool, counting: bool) -> None:
    seats = 4 if players == 1 else players
    found = proposals(Answers(players, quick, counting))
    assert len({*found}) == PROPOSALS
    assert all(seats in RULE_SETS[each].seats for each in found)
    fitting = [
        each.id
        for each in RULE_SETS.values()
        if seats in each.seats and counts(each) is counting and is_quick(each) is quick
    ]
    assert {*found[: len(fitting)]} <= {*fitting}


@pytest.mark.long
async def test_an_answer_changes_the_games_and_a_button_opens_a_lobby(world: World) -> None:
    page = await world.alice.press("Which game suits us?", await world.alice.run("rules"))
    assert page.files == [f"{each}.png" for each in proposals(Answers())]
    for which, value in (("players", "2"), ("counts", "1"), ("quick", "0")):
        select = next(each for each in page.selects if each.split(":")[2] == which)
        await world.alice.choose(select, value, on=page)
        assert value in page.chosen
    assert page.labels == ["Play Fives and Threes", "Play Matador", "Play Bergen"]
    await world.alice.press("Play Matador", page)
    assert world.table.header.rules == "matador"
    assert "Join" in world.board.labels


async def test_a_host_changes_the_game_of_a_lobby(world: World) -> None:
    table = await world.lobby("alice", "bruno")
    page = await world.alice.press("Which game suits us?")
    select = next(each for each in page.selects if each.split(":")[2] == "counts")
    await world.alice.choose(select, "1", on=page)
    refused = await world.bruno.forge(page.buttons["Play All Fives"], page)
    assert "Only the host" in refused.private
    await world.alice.press("Play All Fives", page)
    assert page.text == "You play All Fives."
    assert table.header.rules == "all-fives"


async def test_somebody_alone_begins_at_once_for_nobody_else_to_see(world: World) -> None:
    page = await world.alice.press("Which game suits us?", await world.alice.run("rules"))
    select = next(each for each in page.selects if each.split(":")[2] == "players")
    await world.alice.choose(select, "1", on=page)
    await world.alice.press("Play Classic", page)
    (table,) = world.tables
    assert table.playing
    assert table.header.delivery.ephemeral


@pytest.mark.parametrize("forged", ["players:4:1:0", "size:4:1:0", "players:x:1:0"])
async def test_a_forged_answer_is_refused(world: World, forged: str) -> None:
    page = await world.alice.press("Which game suits us?", await world.alice.run("rules"))
    refused = await world.alice.forge(f"s:guide:{forged}", page, values=["9"])
    assert refused.private == "That button was for an earlier move."


async def test_readers_of_text_get_the_positions_in_words(world: World) -> None:
    await world.alice.write_text("on")
    page = await world.alice.press("Which game suits us?", await world.alice.run("rules"))
    assert not page.files
    assert "**Classic** · One deal, and nobody draws" in page.text
