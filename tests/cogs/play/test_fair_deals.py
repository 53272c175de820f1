"""Tests of the promise before each deal and of the seed after the match."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

import render
from engine.actions import Deal, parse
from engine.dealing import Seed
from engine.live.history.records import record_of
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Header, LogEntry, Status
from engine.live.tables import deal_words, playing
from engine.live.tables.table import Table
from engine.record import loads
from engine.verify import verify
from tests.engine.live.playing import expire_at
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World

DIGITS = re.compile(r"[0-9a-f]{64}")
FAIR = "-# 🔒 fair deal"

pytestmark = pytest.mark.usefixtures("seeded")


def seed_of(table: Table) -> Seed:
    assert table.header.seed is not None
    return table.header.seed


async def promised(player: Player, on: Any = None) -> str:
    """Press Fair deal, also under More; return the SHA-256 that it shows, and check that it shows no seed."""
    (digits,) = DIGITS.findall((await player.press("Fair deal", on)).private)
    return digits


@dataclass
class Ledger:
    """Notes what had been sent when a deal was kept, and reads all that was sent and logged for seeds.

    Attributes:
        drawn: how many requests had been sent when each deal was kept.

    """

    world: World
    log: pytest.LogCaptureFixture
    drawn: list[int] = field(default_factory=list[int])

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        append = self.world.store.append

        async def noted(header: Header, entries: Sequence[LogEntry], *others: Any, **more: Any) -> None:
            if isinstance(parse(entries[0].action), Deal):
                self.drawn.append(self.world.sent)
            await append(header, entries, *others, **more)

        monkeypatch.setattr(self.world.store, "append", noted)

    @property
    def bodies(self) -> list[str]:
        return [json.dumps(each.json, ensure_ascii=False) for each in self.world.requests()]

    def assert_promised(self, table: Table, deals: int) -> None:
        """Check that before each deal a new message had More, which shows what it is drawn from."""
        assert len(self.drawn) == deals
        for since, until in zip([0, *self.drawn], self.drawn, strict=False):
            ways = [f"b:{verb}:{table.id}" for verb in ("more", "menu")]
            assert any(way in body for body in self.bodies[since:until] for way in ways), (since, until)

    def assert_secret(self, table: Table) -> None:
        """Check that nothing sent or logged so far tells the seed."""
        told = "\n".join([*self.bodies, *(each.getMessage() for each in self.log.records), self.log.text]).lower()
        assert not [way for way in ways(seed_of(table)) if way in told]


def ways(seed: Seed) -> Iterator[str]:
    """Yield how a seed could be written."""
    digits = seed.reveal()
    secret = bytes.fromhex(digits)
    yield from (digits, digits[:32], digits[32:], str(int(digits, 16)))
    yield base64.b64encode(secret).decode().lower().rstrip("=")
    yield repr(secret)[2:-1].lower()


@pytest.fixture
def ledger(world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    caplog.set_level(logging.DEBUG)
    made = Ledger(world, caplog)
    made.watch(monkeypatch)
    return made


@pytest.mark.sampled(1)
@pytest.mark.parametrize("as_text", [False, True], ids=["pictures", "text"])
async def test_each_deal_is_promised_first_and_the_seed_told_last(world: World, ledger: Ledger, as_text: bool) -> None:
    table, lobby = await world.lobby("alice", "bruno", target=50), world.board
    if as_text:
        await world.alice.write_text("on", "table")
    assert FAIR not in lobby.text
    promise = await promised(world.eve)
    await world.alice.press("Start", lobby)
    deals = 1
    assert await promised(world.bruno) == promise
    await world.move()
    assert FAIR not in world.board.text
    await world.end_deal()
    while table.playing:
        assert FAIR not in world.board.text
        assert await promised(world.bruno) == promise
        ledger.assert_secret(table)
        await world.alice.press("Next deal")
        deals += 1
        await world.end_deal(table)
    assert deals > 1
    ledger.assert_promised(table, deals)
    assert FAIR in world.board.text, "the result has it"
    assert not any(DIGITS.search(message.text) for message in world.messages), "only who asks sees digits"
    shown = await world.eve.press("Fair deal")
    assert not shown.lacks(
        f"Seed: `{seed_of(table).reveal()}`", f"{world.command('match', 'verify')} with `{table.id}` redraws"
    )
    (seed, digits) = DIGITS.findall(shown.private)
    assert digits == promise == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    assert verify(loads(record_of(await world.bot.hub.saved(table.id)))) == deals
    answer = await world.bruno.run("match verify", id=table.id)
    assert seed in answer.text
    assert "❌" not in answer.text


@pytest.mark.parametrize("threads", [False, True], ids=["here", "in a thread"])
async def test_a_match_that_begins_at_once_is_promised_before(world: World, ledger: Ledger, threads: bool) -> None:
    await world.prefer(threads=threads)
    await world.alice.run("play", rules="express", computers=3, show=True)
    (table,) = world.tables
    assert (table.header.channel_id != world.channel.id) is threads
    assert table.playing
    ledger.assert_promised(table, 1)
    first = next(body for body in ledger.bodies if f"b:more:{table.id}" in body)
    assert "Dominoes: Domino Express" in first, "the lobby is posted, and only then is there a deal"


@pytest.mark.parametrize("how", ["voted", "ended", "asleep", "everyone leaves"])
async def test_every_end_of_a_match_and_nothing_before_tells_the_seed(world: World, ledger: Ledger, how: str) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    await world.move()
    match how:
        case "voted":
            ballot = await world.alice.run_formerly("vote")
            ledger.assert_secret(table)
            await world.bruno.press("End the match", ballot)
        case "ended":
            await world.alice.press(f"b:end:{table.id}", await world.alice.run("table end"))
        case "asleep":
            async with world.directly():
                await expire_at(table, (table.header.deadline or 0) + world.bot.hub.pace.abandoned_after + 1)
        case _:
            for player in (world.alice, world.bruno):
                asked = await player.run("leave")
                ledger.assert_secret(table)
                await player.press(f"b:walk:{table.id}", asked)
    assert table.header.status is Status.CLOSED
    ledger.assert_promised(table, 1)
    assert world.board.labels == ["Rematch", "Fair deal"]
    shown = await world.eve.press("Fair deal")
    assert not shown.lacks(
        f"Seed: `{seed_of(table).reveal()}`", f"{world.command('match', 'verify')} with `{table.id}`"
    )
    assert "❌" not in (await world.bruno.run("match verify", id=table.id)).text


async def test_no_error_tells_the_seed(
    world: World, ledger: Ledger, alarmed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno")

    def broken(*arguments: Any, **more: Any) -> bytes:
        # an error that names what it is about names the header, too
        raise RuntimeError(f"{arguments} {more} {table.header} {vars(table)}")

    for what in ("table", "deal_end", "hand"):
        monkeypatch.setattr(render, what, broken)
    await world.end_deal()
    await world.alice.press("Next deal")
    monkeypatch.setattr(playing, "play", broken)
    await world.alice.forge(f"b:act:{table.id}:{table.ply}:0:0")
    await world.restart()
    assert any("RuntimeError" in each.getMessage() for each in ledger.log.records)
    ledger.assert_secret(table)


async def test_a_closed_lobby_tells_and_promises_no_seed(world: World, ledger: Ledger) -> None:
    table = await world.lobby("alice")
    await world.alice.press("Close the table")
    assert FAIR not in world.board.text
    ledger.assert_secret(table)


@pytest.mark.long
async def test_the_button_answers_in_the_channel_of_its_table_alone(world: World) -> None:
    table = await world.play_and_end("alice", "bruno")
    channel, mallory = world.elsewhere()
    far = await mallory.run("help", channel)
    for identity in (table.id, "nosuchtb"):
        assert not DIGITS.search((await mallory.forge(f"b:fair:{identity}", far)).text)
    assert DIGITS.search((await world.eve.forge(f"b:fair:{table.id}")).text)


@pytest.mark.long
async def test_a_player_anonymous_after_the_match_is_so_beside_the_words(world: World) -> None:
    table = await world.lobby("alice", "bruno", target=50)
    async with world.directly():
        await table.do(deal_words.add_word, world.bruno.id, "secret")
    await world.alice.press("Start")
    await world.rush()
    await world.store.preferences.set(world.bruno.id, PersonPreferences(shown=Visibility.HIDDEN))
    shown = await world.eve.press("Fair deal")
    assert "**Player 2** “secret”" in shown.text
    assert "Bruno" not in shown.text


@pytest.mark.long
async def test_a_table_without_a_seed_promises_nothing_and_takes_no_words(world: World) -> None:
    old = seed_of(await world.lobby("alice", target=50))
    await world.restart()
    with sqlite3.connect(world.database) as database:
        database.execute("UPDATE tables SET seed = NULL")
    database.close()
    await world.restart()
    table = world.table
    answer = await world.alice.forge(f"b:word:{table.id}:1")
    assert answer.modal is None
    assert "before words could be added" in answer.text
    await world.bruno.press("Join")
    assert "Fair deal" not in (await world.eve.press("More")).buttons
    assert (await world.alice.forge(f"b:fair:{table.id}")).text == "That button was for an earlier move."
    await world.alice.press("Start")
    await world.end_deal()
    assert world.board.labels == ["Next deal", "Replay", "More"]
    await world.rush()
    for message in world.messages:
        assert old.reveal() not in message.everything
        assert not DIGITS.search(message.text)
    assert FAIR not in world.board.text
