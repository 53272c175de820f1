"""Nothing hidden is in any request of a match told in words, by every rule set: each body is read.

Of matches shown in pictures ``test_leaks_matches.py`` reads all that is sent.
"""

from __future__ import annotations

import json
import random
import re

import pytest

from engine.layouts import Grid, Trains
from engine.live.tables.table import Table
from engine.rules import CATALOGUE
from tests.cogs.conftest import PEOPLE, World
from tests.support.simcord_private import as_the_bot

TILE = re.compile(r"(?<![\d-])(1?\d)-(1?\d)(?![\d-])")
MATADORS = re.compile(r"mata(?:dor)?s are [\d, and-]+")
"""What every table of matadors says of its rules, whoever holds them."""
ACTIONS = 24
"""How far each match goes: into its second deal, or to its end."""


def tiles_in(text: str) -> set[str]:
    """Give every tile that a text names, in either order."""
    return {f"{max(a, b)}-{min(a, b)}" for a, b in ((int(a), int(b)) for a, b in TILE.findall(text))}


def open_tiles(table: Table) -> set[str]:
    """Give what everybody sees now, as texts."""
    view = table.view(None)
    layout = view.layout
    found = {placed.tile.text for placed in layout.placed}
    found |= {tile.text for hand in view.open_hands for tile in hand}
    if view.turn is None:
        found |= {tile.text for hand in view.results[-1].hands for tile in hand}
    if isinstance(layout, Trains):
        found.add(layout.station.text)
    if isinstance(layout, Grid):
        found |= {tile.text for tile in layout.tiles.values() if tile is not None}
    return found


class Reader:
    """Plays a match by chance, and holds each message against what its readers have seen by then."""

    def __init__(self, world: World, table: Table) -> None:
        self._world = world
        self._table = table
        self._source = random.Random(table.header.rules)
        self._read = len(world.env.http_requests)
        self._ever: set[str] = set()
        self._deal: set[str] = set()
        self._own: list[set[str]] = [set() for _ in table.people]
        self.checked = 0
        self._look()

    @property
    def playing(self) -> bool:
        """Whether the match goes on."""
        return self._table.playing

    def _look(self) -> None:
        """Note what everybody sees, and what each player holds."""
        now = open_tiles(self._table)
        self._deal |= now
        self._ever |= now
        for seat, own in enumerate(self._own):
            own |= {tile.text for tile in self._table.view(seat).hand}

    async def act(self) -> None:
        """Do something; now and then several things before the next picture."""
        table, before = self._table, self._table.view(None).deal
        with as_the_bot(self._world.env):
            for _ in range(self._source.choice((1, 1, 3))):
                view = table.view(None)
                if not table.playing or view.deal != before:
                    break
                if view.turn is None:
                    await table.next_deal(table.people[0].user, view.deal)
                    self._own = [set() for _ in table.people]
                    self._look()
                    break
                moves = table.view(view.turn).legal
                choice = self._source.randrange(len(moves))
                await table.play(table.people[view.turn].user, view.turn, table.ply, choice)
                self._look()
        await self._world.env.settle(timeout=60)
        self.check()
        if table.view(None).deal != before:
            self._deal = open_tiles(table)

    def check(self) -> None:
        """Hold what was sent since the last time against what its readers have seen; an edit may show an older deal."""
        people = enumerate(self._table.people)
        seats = {self._world.who(person.user).user.dm_channel.id: seat for seat, person in people}
        for sent in self._world.env.http_requests[self._read :]:
            match = re.match(r"/channels/(\d+)/messages", sent.path)
            if match is None or sent.json is None:
                continue
            body = MATADORS.sub("", json.dumps(sent.json, ensure_ascii=False))
            allowed = set(self._ever if sent.method == "PATCH" else self._deal)
            seat = seats.get(int(match[1]))
            allowed |= self._own[seat] if seat is not None else set()
            assert tiles_in(body) <= allowed, f"{sent.method} names {tiles_in(body) - allowed}: {body}"
            for custom_id in re.findall(r'"custom_id": "([^"]*)"', body):
                assert not tiles_in(custom_id)
            self.checked += 1
        self._read = len(self._world.env.http_requests)


async def all_as_text(world: World) -> None:
    """Let everybody, and the channel's table, read text in place of pictures."""
    for person in world.people.values():
        await person.slash(world.channel, "domino settings text", mode="on")
    await world.alice.slash(world.channel, "domino settings text", mode="on", **{"for": "table"})
    await world.env.settle()


@pytest.mark.long
@pytest.mark.parametrize("rules", CATALOGUE)
async def test_no_request_names_a_tile_that_its_reader_can_not_see(world: World, rules: str) -> None:
    names = list(PEOPLE)[: min(CATALOGUE[rules].seats[-1], len(PEOPLE))]
    table = await world.sit(*names, rules=rules)
    await all_as_text(world)
    reader = Reader(world, table)
    for _ in range(ACTIONS):
        await reader.act()
        if not reader.playing:
            break
    assert reader.checked > 20
    assert not any(each.attachments for each in world.channel.history()[-5:])
