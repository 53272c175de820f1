"""The law of secrecy: nothing hidden leaves the bot by any channel, in whole matches of every rule set.

Every request is read, by whom it reaches: messages and edits in the channel, private messages, answers to one person;
their texts, alt texts, custom ids, values and file names; and so is every line of the log. In place of pixels, pictures
hold for whom they were drawn, and what they are drawn of is checked: ``tests/render/test_blindness.py`` proves that
pixels tell no more than that.
"""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import discord
import pytest

import render
from engine.layouts import Feet, Grid, Trains
from engine.live.model.preferences import PersonPreferences
from engine.live.tables import lifecycle, lobby
from engine.live.tables.table import Table
from engine.rules import RULE_SETS, find
from engine.tiles import Tile
from engine.view import View
from tests.engine.games import short_options
from tests.support.cases import few
from tests.support.in_memory.deliveries import commanded, pressed
from tests.support.in_memory.world import PEOPLE, World, act

TILE = re.compile(r"(?<![\d-])(1?\d)-(1?\d)(?![\d-])")
MATADORS = re.compile(r"mata(?:dor)?s are [\d, and-]+")
"""The rules that every table of matadors names, for any hands."""
BETWEEN = 16
"""The most actions between two pictures; the more, the faster the test."""
FOR = re.compile(r"for (None|\d+), deal \d+")
TAG = "drawn"


def tiles_in(text: str) -> set[str]:
    """Return every tile that a text names, in either order."""
    return {f"{max(a, b)}-{min(a, b)}" for a, b in ((int(a), int(b)) for a, b in TILE.findall(MATADORS.sub("", text)))}


def tiles_of(shown: object) -> Iterator[Tile]:
    """Yield every tile in an object, however deep."""
    if isinstance(shown, Tile):
        yield shown
    elif is_dataclass(shown):
        yield from tiles_of([getattr(shown, each.name) for each in fields(shown)])
    elif isinstance(shown, dict):
        yield from tiles_of(list(shown.items()))
    elif isinstance(shown, (tuple, list, set, frozenset)):
        for each in shown:
            yield from tiles_of(each)


def open_tiles(view: View) -> set[str]:
    """Return the tiles that everybody sees."""
    found = {placed.tile for placed in view.layout.placed} | {tile for hand in view.open_hands for tile in hand}
    if view.turn is None:
        found |= {tile for hand in view.results[-1].hands for tile in hand}
    if isinstance(view.layout, Trains | Feet):
        found.add(view.layout.station)
    if isinstance(view.layout, Grid):
        found |= {tile for tile in view.layout.tiles.values() if tile is not None}
    return {tile.text for tile in found}


class Reader:
    """Reads all that is sent and logged while a match is played, and knows what its readers may see."""

    def __init__(self, world: World, table: Table, log: pytest.LogCaptureFixture) -> None:
        self.world, self.table, self.log = world, table, log
        self.sent, self.logged = world.sent, len(log.records)
        self.ever: set[str] = set()
        self.deal: set[str] = set()
        self.own: list[set[str]] = [set() for _ in table.people]
        self.read = self.pictures = 0

    def look(self) -> None:
        """Note the public view, and each player's hand."""
        now = open_tiles(self.table.view(None))
        self.deal |= now
        self.ever |= now
        for seat, own in enumerate(self.own):
            own |= {tile.text for tile in self.table.view(seat).hand}

    def begin_deal(self) -> None:
        """Forget the deal before: messages of a new deal may not show it."""
        self.deal, self.own = set(), [set() for _ in self.own]
        self.look()

    def drawn(self, view: View) -> bytes:
        """Stand in for a picture, after a check of its content."""
        self.pictures += 1
        allowed = self.ever | open_tiles(self.table.view(None))
        allowed |= self.own[view.seat] if view.seat is not None else set()
        assert {tile.text for tile in tiles_of(view)} <= allowed
        return f"for {view.seat}, deal {view.deal}".encode()

    def check(self) -> None:
        """Read new messages and log lines."""
        for request in self.world.requests(self.sent):
            if request.json is not None:
                self.check_request(request)
        for record in self.log.records[self.logged :]:
            if record.name.startswith(("cogs", "engine", "render")):
                assert tiles_in(record.getMessage()) <= self.ever, record.getMessage()
                self.check_seed(record.getMessage())
        self.sent, self.logged = self.world.sent, len(self.log.records)

    def check_request(self, request: Any) -> None:
        files = [str(each.pop(TAG)) for each in attachments_of(request.json) if TAG in each]
        body = json.dumps(request.json, ensure_ascii=False)
        self.check_seed(body)
        reader, ours = self.reader_of(request.path)
        if not ours:
            return
        self.read += 1
        # an edit may show an older deal
        allowed = set(self.ever if request.method == "PATCH" else self.deal)
        allowed |= self.own[reader] if reader is not None else set()
        # a lobby says how its game begins
        allowed |= tiles_in(find(self.table.header.rules).about.tagline)
        named = tiles_in(body)
        assert named <= allowed, f"{request.method} {request.path} names {named - allowed}: {body}"
        for identity in re.findall(r'"(?:custom_id|value|filename)": "([^"]*)"', body):
            assert not tiles_in(identity), identity
        for picture in files:
            owner = FOR.fullmatch(picture)
            assert owner is not None, picture[:40]
            assert owner[1] in ("None", str(reader)), f"a hand was sent to {reader}"

    def check_seed(self, text: str) -> None:
        assert self.table.header.seed is not None
        assert not self.table.playing or self.table.header.seed.reveal() not in text

    def reader_of(self, path: str) -> tuple[int | None, bool]:
        """Return the seat that alone reads a request, and whether the request is a message."""
        people = [(seat, each.user_id) for seat, each in enumerate(self.table.people) if not each.computer]
        hands = {self.world.who(user).user.dm_channel.id: seat for seat, user in people}
        if place := re.match(r"/channels/(\d+)/messages", path):
            return hands.get(int(place[1])), True
        if answer := re.search(r"interactions?[/_](\d+)", path):
            record = self.world.env.backend.interactions[int(answer[1])]
            seat = self.table.header.seat_of(record.user_id) if record.ephemeral else None
            return hands.get(record.channel_id, seat), True
        return None, False


def attachments_of(body: Any) -> list[dict[str, Any]]:
    """Return the files that a request brings."""
    body = body if isinstance(body, dict) else {}
    data = body.get("data") if isinstance(body.get("data"), dict) else body
    return data.get("attachments") or []


def tagged(file: discord.File, index: int) -> dict[str, Any]:
    """Describe a file to Discord, with its content for :class:`Reader`."""
    file.fp.seek(0)
    content = file.fp.read().decode()
    file.fp.seek(0)
    described = {} if file.description is None else {"description": file.description}
    return {"id": index, "filename": file.filename, TAG: content, **described}


async def play_some(world: World, reader: Reader, source: random.Random) -> None:
    """Do some things before the next picture; a deal's end is shown before the next deal begins."""
    async with world.directly():
        for _ in range(source.randint(1, BETWEEN)):
            between = reader.table.view(None).turn is None
            await act(reader.table, source)
            reader.begin_deal() if between else reader.look()
            if between or reader.table.view(None).turn is None:
                break


async def ask(world: World, table: Table, source: random.Random) -> None:
    """Let somebody look at their hand or at the table, or a stranger try to."""
    seat = source.randrange(len(table.people))
    player = world.who(table.people[seat].user_id)
    asked = [
        pressed(player, f"b:hand:{table.id}"),
        pressed(player, f"b:tile:{table.id}:{table.ply}:{seat}:0"),
        *(commanded(player, command) for command in ("hand", "board")),
        *(pressed(world.eve, f"b:{verb}:{table.id}") for verb in ("hand", "back")),
        commanded(world.eve, "hand"),
    ]
    source.choice(asked).deliver()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("as_text", [False, pytest.param(True, marks=pytest.mark.long)], ids=["pictures", "text"])
@pytest.mark.parametrize(
    ("rules", "pairs"),
    few(
        [*((rules, False) for rules in RULE_SETS), ("express", True)],
        [("express", True), ("memory", False), ("all-fives", False), ("mexican-train-nine", False)],
    ),
)
async def test_a_whole_match_shows_nothing_hidden_by_any_channel(
    world: World,
    rules: str,
    pairs: bool,
    as_text: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    book, source = RULE_SETS[rules], random.Random(rules)
    # without a boneyard a turn goes on as long as a tile fits: few turns make 50 points
    options = short_options(rules) | ({"target": 100} if rules == "no-boneyard" else {})
    if pairs:
        options["pairs"] = True
    names = [name for name in PEOPLE if name != "eve"][: book.seats[-1]]
    for person in world.people.values() if as_text else [world.bruno]:
        await world.store.preferences.set(person.id, PersonPreferences(as_text=True))
    table = await world.lobby(*names, rules=rules, **options)
    reader = Reader(world, table, caplog)
    for what in ("table", "hand", "deal_end"):
        monkeypatch.setattr(render, what, lambda view, *_, **__: reader.drawn(view))
    monkeypatch.setattr(discord.File, "to_dict", tagged)
    async with world.directly():
        await table.do(lifecycle.set_as_text, world.alice.id, as_text)
        await table.do(lobby.start, world.alice.id)
        reader.look()
    reader.check()
    while table.playing:
        await play_some(world, reader, source)
        if table.playing and source.random() < 0.3:
            await ask(world, table, source)
            await world.settle()
        reader.check()
    assert reader.read > 20
    assert (reader.pictures > 5) is not as_text
