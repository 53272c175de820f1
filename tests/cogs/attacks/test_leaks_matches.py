"""Whole matches of every rule set: all that the bot sends is read, by whom it reaches, and shows nothing hidden.

Every request is read, messages and edits in the channel, private messages, answers to one person and what follows them:
texts, alt texts, custom ids, labels, values, names of files. Pictures bear, in the place of pixels, for whom they were
drawn, and what they were drawn of is held against what that reader may see: that pixels tell no more than that is the
law of blindness, which tests/render/test_blindness.py holds them to.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import discord
import pytest

import render
from engine.layouts import Grid, Trains
from engine.live.tables.table import Table
from engine.rules import CATALOGUE
from engine.tiles import Tile
from engine.view import View
from tests.cogs.conftest import PEOPLE, World
from tests.cogs.payloads import commanded, pressed
from tests.support.simcord_private import as_the_bot

TILE = re.compile(r"(?<![\d-])(1?\d)-(1?\d)(?![\d-])")
MATADORS = re.compile(r"mata(?:dor)?s are [\d, and-]+")
"""What every table of matadors says of its rules, whoever holds them."""

ON_TOP = 16
"""At most so many actions are done before the next picture; the more, the faster the test."""
FOR = re.compile(r"for (None|\d+), deal (\d+)")
TAG = "drawn"


def tiles_in(text: str) -> set[str]:
    """Give every tile that a text names, in either order."""
    return {f"{max(a, b)}-{min(a, b)}" for a, b in ((int(a), int(b)) for a, b in TILE.findall(MATADORS.sub("", text)))}


def tiles_of(shown: object) -> Iterator[Tile]:
    """Give every tile that is anywhere in something, however deep."""
    if isinstance(shown, Tile):
        yield shown
    elif is_dataclass(shown):
        for each in fields(shown):
            yield from tiles_of(getattr(shown, each.name))
    elif isinstance(shown, dict):
        for key, value in shown.items():
            yield from tiles_of(key)
            yield from tiles_of(value)
    elif isinstance(shown, (tuple, list, set, frozenset)):
        for each in shown:
            yield from tiles_of(each)


def open_tiles(view: View) -> set[str]:
    """Give what everybody sees at a moment, as texts."""
    found = {placed.tile.text for placed in view.layout.placed}
    found |= {tile.text for hand in view.open_hands for tile in hand}
    if view.turn is None:
        found |= {tile.text for hand in view.results[-1].hands for tile in hand}
    if isinstance(view.layout, Trains):
        found.add(view.layout.station.text)
    if isinstance(view.layout, Grid):
        found |= {tile.text for tile in view.layout.tiles.values() if tile is not None}
    return found


@dataclass(frozen=True)
class Sent:
    """Something that the bot sent: to whom, what, and whether it may tell of a deal before."""

    seat: int | None
    body: str
    files: list[str]
    later: bool


class Post:
    """Reads all that is sent while a match is played, by whom it reaches."""

    def __init__(self, world: World, table: Table) -> None:
        self._world = world
        self._table = table
        self._read = len(world.env.http_requests)
        self._told_to: dict[str, int | None] = {}
        self._ever: set[str] = set()
        self._deal: set[str] = set()
        self._own: list[set[str]] = [set() for _ in table.people]
        self.read = 0
        self.pictures = 0

    def look(self) -> None:
        """Note what everybody sees now, and what each player holds."""
        view = self._table.view(None)
        now = open_tiles(view)
        self._deal |= now
        self._ever |= now
        for seat, own in enumerate(self._own):
            own |= {tile.text for tile in self._table.view(seat).hand}

    def next_deal(self) -> None:
        """Forget what the deal before showed: in what is new, it is no more to be seen."""
        self._deal = set()
        self._own = [set() for _ in self._own]

    def expect(self, interaction: str, seat: int | None) -> None:
        """Note who alone reads the answer to an interaction."""
        self._told_to[interaction] = seat

    def drawn(self, view: View) -> bytes:
        """Stand in for a picture: hold what it is of against what its reader may see."""
        self.pictures += 1
        seen = {tile.text for tile in tiles_of(view)}
        allowed = self._ever | (self._own[view.seat] if view.seat is not None else set())
        assert seen <= allowed | open_tiles(self._table.view(None)), (view.seat, seen - allowed)
        return f"for {view.seat}, deal {view.deal}".encode()

    def check(self) -> None:
        """Read what was sent since the last time."""
        requests = self._world.env.http_requests
        for sent in requests[self._read :]:
            found = self._sent(sent)
            if found is None:
                continue
            self.read += 1
            allowed = set(self._ever if found.later else self._deal)
            allowed |= self._own[found.seat] if found.seat is not None else set()
            named = tiles_in(found.body)
            assert named <= allowed, f"{sent.method} {sent.path} names {named - allowed}: {found.body}"
            for identity in re.findall(r'"(?:custom_id|value|filename)": "([^"]*)"', found.body):
                assert not tiles_in(identity), identity
            for picture in found.files:
                reader = FOR.fullmatch(picture)
                assert reader is not None, picture[:40]
                assert reader[1] in ("None", str(found.seat)), f"a hand was sent to {found.seat}"
        self._read = len(requests)

    def _sent(self, sent: Any) -> Sent | None:
        """Tell to whom a request goes; None where it holds nothing to read."""
        if sent.json is None:
            return None
        files = [str(each.pop(TAG)) for each in attachments_of(sent.json) if TAG in each]
        body = json.dumps(sent.json, ensure_ascii=False)
        if place := re.match(r"/channels/(\d+)/messages", sent.path):
            return Sent(self._seats().get(int(place[1])), body, files, sent.method == "PATCH")
        if answer := re.search(r"interactions?[/_](\d+)", sent.path):
            assert answer[1] in self._told_to, sent.path
            return Sent(self._told_to[answer[1]], body, files, sent.method == "PATCH")
        return None

    def _seats(self) -> dict[int, int]:
        people = enumerate(self._table.people)
        channels = ((seat, self._world.who(person.user).user.dm_channel) for seat, person in people)
        return {channel.id: seat for seat, channel in channels if channel is not None}


def attachments_of(body: Any) -> list[dict[str, Any]]:
    """Give the files that a request says it brings."""
    data = body.get("data") if isinstance(body.get("data"), dict) else body
    return data.get("attachments") or []


def tagged(file: discord.File, index: int) -> dict[str, Any]:
    """Say of a file what is in it, beside what Discord is told."""
    told = {"id": index, "filename": file.filename}
    told |= {} if file.description is None else {"description": file.description}
    file.fp.seek(0)
    told[TAG] = file.fp.read().decode()
    file.fp.seek(0)
    return told


async def act(world: World, table: Table, post: Post, source: random.Random) -> None:
    """Do something; now and then many things before the next picture."""
    with as_the_bot(world.env):
        for _ in range(source.randint(1, ON_TOP)):
            view = table.view(None)
            if view.turn is None:
                await table.next_deal(table.people[0].user, view.deal)
                post.next_deal()
                post.look()
                break
            moves = table.view(view.turn).legal
            await table.play(table.people[view.turn].user, view.turn, table.ply, source.randrange(len(moves)))
            post.look()
            if table.view(None).turn is None:
                # a deal's end is told before the next deal begins
                break


def ask(world: World, table: Table, post: Post, source: random.Random) -> None:
    """Let somebody look at their hand, or at the table, and a stranger try to."""
    seat = source.randrange(len(table.people))
    person = world.who(table.people[seat].user)
    board = world.last()
    asked = [
        (pressed(world.env, person, board, f"b:hand:{table.id}"), seat),
        (pressed(world.env, person, board, f"b:tile:{table.id}:{table.ply}:{seat}:0"), seat),
        (commanded(world.env, person, world.channel, "hand"), seat),
        (commanded(world.env, person, world.channel, "board"), seat),
        (commanded(world.env, world.eve, world.channel, "hand"), None),
        (pressed(world.env, world.eve, board, f"b:hand:{table.id}"), None),
    ]
    delivery, reader = source.choice(asked)
    post.expect(delivery.id, reader)
    delivery.deliver()


@pytest.mark.parametrize("rules", CATALOGUE)
async def test_a_whole_match_tells_and_shows_nobody_what_they_may_not_see(
    world: World, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = CATALOGUE[rules]
    names = [name for name in PEOPLE if name != "eve"][: book.seats[-1]]
    # without a boneyard a turn goes on as long as a tile fits: few turns make 50 points
    target = 100 if rules == "no-boneyard" else 50
    options = {name: value for name, value in (("target", target), ("deals", 2)) if book.option(name)}
    # one of them reads text, the others pictures
    await world.bruno.slash(world.channel, "domino settings text", mode="on")
    await world.alice.slash(world.channel, "domino play", rules=rules, **options)
    for name in names[1:]:
        await world.people[name].click(world.last(), custom_id=f"b:join:{world.table.id}")
    table = world.table
    post = Post(world, table)
    for what in ("table", "hand", "deal_end"):
        monkeypatch.setattr(render, what, lambda view, *_, **__: post.drawn(view))
    monkeypatch.setattr(discord.File, "to_dict", tagged)
    with as_the_bot(world.env):
        await table.start(world.alice.id)
        post.look()
    await world.env.settle(timeout=60)
    post.check()
    source = random.Random(rules)
    while table.playing:
        await act(world, table, post, source)
        if table.playing and source.random() < 0.3:
            ask(world, table, post, source)
        await world.env.settle(timeout=60)
        post.check()
    assert post.read > 20
    assert post.pictures > 5


def test_tiles_are_found_however_deep_they_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    del monkeypatch
    six, ace = Tile(6, 4), Tile(1, 1)
    assert set(tiles_of([{"a": (six,)}, {ace: [frozenset({six})]}, "6-5", 3])) == {six, ace}
