"""Every rule set, from ``/domino play`` to the end of the match."""

from __future__ import annotations

import random

import pytest

from engine.live.tables.table import Table
from engine.rules import CATALOGUE
from tests.engine.games import short_options
from tests.support.in_memory.world import PEOPLE, World, act


async def play_some(world: World, table: Table, source: random.Random, actions: int) -> None:
    """Play by chance past Discord, several actions between two pictures."""
    async with world.directly():
        for _ in range(actions):
            if table.playing:
                await act(table, source)


@pytest.mark.long
@pytest.mark.pictures
@pytest.mark.parametrize("rules", CATALOGUE)
async def test_a_match_is_played_to_its_end_with_pictures_on_the_way(world: World, rules: str) -> None:
    book = CATALOGUE[rules]
    names = list(PEOPLE)[: min(book.seats[-1], len(PEOPLE))]
    table = await world.sit(*names, rules=rules, **short_options(rules))
    source = random.Random(rules)
    while table.playing:
        await play_some(world, table, source, 40)
        last = world.board
        assert len(last.attachments) == 1
        alt = last.alt
        assert 0 < len(alt) <= 1024
    last = world.board
    assert "🏆" in last.text
    assert {"Rematch", "Leaderboard", "Rules"} <= set(last.buttons)
    shown = await world.alice.press("Rules", last)
    assert book.name in shown.text
    assert "document" not in shown.text, "players have no such documents"
