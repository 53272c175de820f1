"""Fair deals as people meet them: a promise before each deal, words of their own, the seed when all is over."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import logging
import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
import simcord

import render
from cogs.client import Client
from cogs.core.errors import sentence
from cogs.messages.deal_end import with_words
from cogs.messages.fairness import deal_words_line
from engine.actions import Deal, parse
from engine.fair_dealing import MAX_WORD_LENGTH, Seed
from engine.live.history.records import record_of
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Header, LogEntry, Person, Post, Status
from engine.live.tables.table import Table
from engine.record import loads
from engine.verify import verify
from render.i18n import translations
from tests.cogs import conftest
from tests.cogs.conftest import World
from tests.cogs.payloads import MODAL, interaction, said
from tests.cogs.playing import buttons, components, rush, take_turn, text
from tests.support.simcord_private import as_the_bot, press

DIGITS = re.compile(r"[0-9a-f]{64}")
PROMISE = "Sealed seed, SHA-256: "


@pytest.fixture(autouse=True)
def by_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let deals be drawn from their tables' seeds, as on a real server; which these are can be repeated."""
    numbers = itertools.count()

    def seeded(cls: type[Seed]) -> Seed:
        return cls(hashlib.sha256(str(next(numbers)).encode()).digest())

    monkeypatch.setattr(Seed, "new", classmethod(seeded))
    made = Client.__init__
    monkeypatch.setattr(Client, "__init__", lambda self, store, *, dealer, **more: made(self, store, **more))


def seed_of(table: Table) -> Seed:
    assert table.header.seed is not None
    return table.header.seed


def promise_of(table: Table) -> str:
    return f"-# {PROMISE}`{seed_of(table).commitment}`"


def raw(message: Any) -> str:
    """Give all of a message: texts, alt texts, custom ids."""
    return json.dumps(list(components(message)), ensure_ascii=False)


async def play_deal(world: World, table: Table) -> None:
    """Play a deal to its end, past Discord."""
    with as_the_bot(world.env):
        while (turn := table.view(None).turn) is not None:
            await table.play(table.people[turn].user, turn, table.ply, 0)
    await world.env.settle(timeout=60)


async def add(world: World, who: simcord.MemberActor, word: str, message: Any = None) -> Any:
    """Press Add a word, type one and send it off; give the answer."""
    form = await who.click(message or world.last(), label="Add a word")
    return await who.submit_modal(form, {"word": word})


# ---------------------------------------------------------------------- promised before it is drawn


@dataclass
class Ledger:
    """Notes what had been sent when a deal was written, and reads all that was sent and logged for seeds.

    Attributes:
        drawn: how many requests had been sent when each deal was kept.

    """

    world: World
    log: pytest.LogCaptureFixture
    drawn: list[int] = field(default_factory=list[int])

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        store = self.world.bot.hub.store
        append = store.append

        async def noted(header: Header, entries: Sequence[LogEntry], *others: Any, **more: Any) -> None:
            if isinstance(parse(entries[0].action), Deal):
                self.drawn.append(len(self.world.env.http_requests))
            await append(header, entries, *others, **more)

        monkeypatch.setattr(store, "append", noted)

    def bodies(self) -> list[str]:
        return [json.dumps(each.json, ensure_ascii=False) for each in self.world.env.http_requests]

    def assert_promised(self, table: Table, deals: int) -> None:
        """Check that before each deal something new had been posted with what it is drawn from."""
        bodies, since = self.bodies(), 0
        assert len(self.drawn) == deals
        for until in self.drawn:
            posted = [body for body in bodies[since:until] if seed_of(table).commitment in body]
            assert posted, f"a deal was drawn, and nothing of {since} to {until} promised it"
            since = until

    def assert_secret(self, seed: Seed) -> None:
        """Check that nothing sent or logged so far tells a seed."""
        told = [*self.bodies(), *(each.getMessage() for each in self.log.records), self.log.text]
        for way in ways(seed):
            assert not any(way in each.lower() for each in told), way


def ways(seed: Seed) -> Iterator[str]:
    """Give how a seed could be written."""
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


@pytest.mark.parametrize("as_text", [False, True], ids=["pictures", "text"])
async def test_each_deal_is_promised_before_it_is_drawn_and_the_seed_is_told_in_the_end_alone(
    world: World, ledger: Ledger, as_text: bool
) -> None:
    await world.alice.slash(world.channel, "domino play", rules="express", target=50)
    table, lobby = world.table, world.last()
    await world.bruno.click(lobby, label="Join")
    if as_text:
        await world.alice.slash(world.channel, "domino settings text", mode="on", **{"for": "table"})
    assert promise_of(table) in text(lobby)
    await world.alice.click(lobby, label="Start")
    assert promise_of(table) in text(world.last()), "the first message of a deal has it"
    deals = 1
    await take_turn(world, table)
    assert PROMISE not in text(world.last()), "one message of a deal is enough"
    await play_deal(world, table)
    while table.playing:
        ledger.assert_secret(seed_of(table))
        assert promise_of(table) in text(world.last()), "a deal's end has it"
        await world.alice.click(world.last(), label="Next deal")
        assert promise_of(table) in text(world.last())
        deals += 1
        await play_deal(world, table)
    assert deals > 1
    ledger.assert_promised(table, deals)
    shown = text(world.last())
    assert PROMISE not in shown
    assert f"-# The seed, opened: `{seed_of(table).reveal()}`. Its SHA-256 is the one that stood" in shown
    assert f"-# Match `{table.id}`: `/domino verify` draws its deals once more and compares." in shown
    (seed,) = DIGITS.findall(shown)
    assert DIGITS.findall(text(lobby)) == [hashlib.sha256(bytes.fromhex(seed)).hexdigest()]
    found = await world.bot.hub.store.find(table.id)
    assert found is not None
    assert verify(loads(record_of(found))) == deals
    answer = await world.bruno.slash(world.channel, "domino verify", id=table.id)
    assert seed in text(answer.response)
    assert "❌" not in text(answer.response)


@pytest.mark.parametrize("threads", [False, True], ids=["here", "in a thread"])
async def test_a_match_with_computers_that_begins_at_once_is_promised_before(
    world: World, ledger: Ledger, threads: bool
) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(threads=threads))
    await world.alice.slash(world.channel, "domino play", rules="express", computers=3)
    (table,) = world.bot.hub.tables
    assert (table.header.channel != world.channel.id) is threads
    assert table.playing
    ledger.assert_promised(table, 1)
    first = next(body for body in ledger.bodies() if seed_of(table).commitment in body)
    assert "Dominoes: Domino Express" in first, "the lobby is posted, and only then is there a deal"


@pytest.mark.parametrize("how", ["voted", "ended", "asleep", "everyone leaves"])
async def test_the_seed_is_told_however_a_match_ends_and_never_before(world: World, ledger: Ledger, how: str) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    await take_turn(world, table)
    ledger.assert_secret(seed_of(table))
    match how:
        case "voted":
            await world.alice.slash(world.channel, "domino vote")
            ledger.assert_secret(seed_of(table))
            await world.bruno.click(world.last(), label="End the match")
        case "ended":
            asked = await world.alice.slash(world.channel, "domino end")
            await world.alice.click(asked.response, custom_id=f"b:end:{table.id}")
        case "asleep":
            with as_the_bot(world.env):
                await table.expire(table.header.last_activity_at + world.bot.hub.pace.abandoned_after + 1)
            await world.env.settle()
        case _:
            for person in (world.alice, world.bruno):
                asked = await person.slash(world.channel, "domino leave")
                ledger.assert_secret(seed_of(table))
                await person.click(asked.response, custom_id=f"b:walk:{table.id}")
    assert table.header.status is Status.CLOSED
    ledger.assert_promised(table, 1)
    shown = text(world.last())
    assert f"opened: `{seed_of(table).reveal()}`" in shown
    assert f"Match `{table.id}`: `/domino verify`" in shown
    answer = await world.bruno.slash(world.channel, "domino verify", id=table.id)
    assert "❌" not in text(answer.response)


async def test_nothing_that_goes_wrong_tells_the_seed(
    world: World, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno")

    def broken(*arguments: Any, **more: Any) -> bytes:
        # whoever writes down what the error is about writes down the header, too
        raise RuntimeError(f"{arguments} {more} {table.header} {vars(table)}")

    for what in ("table", "deal_end", "hand"):
        monkeypatch.setattr(render, what, broken)
    await play_deal(world, table)
    await world.alice.click(world.last(), label="Next deal")
    monkeypatch.setattr(table, "pass_turn", broken)
    monkeypatch.setattr(table, "play", broken)
    for verb in (f"pass:{table.id}:{table.ply}", f"act:{table.id}:{table.ply}:0:0"):
        press(world.env, world.alice, world.last(), f"b:{verb}")
        await world.env.settle()
    await world.restart()
    assert any("RuntimeError" in each.getMessage() for each in ledger.log.records)
    ledger.assert_secret(seed_of(table))


async def test_while_a_match_is_played_nobody_is_told_how_to_verify_it(world: World, ledger: Ledger) -> None:
    table = await world.sit("alice", "bruno")
    for command in ("verify", "record", "replay"):
        await world.alice.slash(world.channel, f"domino {command}", id=table.id)
    ledger.assert_secret(seed_of(table))


async def test_a_lobby_that_closes_tells_no_seed_and_promises_nothing_any_more(world: World, ledger: Ledger) -> None:
    await world.alice.slash(world.channel, "domino play")
    table = world.table
    await world.alice.click(world.last(), label="Cancel")
    assert not DIGITS.search(text(world.last()))
    ledger.assert_secret(seed_of(table))


async def test_a_rematch_has_a_seed_of_its_own_and_no_words(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await play_deal(world, table)
    await add(world, world.alice, "old")
    await rush(world, table)
    await world.bruno.click(world.last(), label="Rematch")
    lobby = text(world.last())
    assert DIGITS.findall(lobby) == [seed_of(world.table).commitment]
    assert seed_of(world.table) != seed_of(table)
    assert world.table.header.words == ()
    assert "Words for" not in lobby


async def test_an_older_message_keeps_the_promise_when_a_newer_one_takes_its_place(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await play_deal(world, table)
    end = world.last().id
    await world.alice.click(world.last(), label="Next deal")
    await take_turn(world, table)
    begun, _ = [each for each in world.channel.history() if each.id > end]
    assert promise_of(table) in text(begun), "the first message of a deal"
    older = [each for each in world.channel.history() if each.id <= end]
    promising = [each for each in older if promise_of(table) in text(each)]
    assert older[0] in promising, "the lobby"
    assert older[-1] in promising, "the deal's end"


async def test_a_table_from_before_there_were_seeds_promises_nothing_and_takes_no_words(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", rules="express", target=50)
    old, table = seed_of(world.table), world.table
    await world.bot.hub.store.close()
    with sqlite3.connect(world.database) as database:
        database.execute("UPDATE tables SET seed = NULL")
    database.close()
    world.bot.halt()
    await world.env.settle()
    await world.env.restart_bot(
        await conftest.make_bot(world.database, world.seed, lambda: world.env.now().timestamp())
    )
    pressed = press(world.env, world.alice, world.last(), f"b:word:{table.id}:1")
    await world.env.settle()
    assert pressed.modal is None
    assert "before words could be added" in said(pressed)
    await world.bruno.click(world.last(), label="Join")
    assert "Add a word" not in buttons(world.last())
    await world.alice.click(world.last(), label="Start")
    table = world.table
    await play_deal(world, table)
    assert list(buttons(world.last())) == ["Next deal", "Replay", "Rules"]
    await rush(world, table)
    everything = [raw(each) for each in world.channel.history()]
    assert not any(old.reveal() in each for each in everything)
    assert not any(DIGITS.search(text(each)) for each in world.channel.history())
    assert "seed" not in text(world.last())


# ---------------------------------------------------------------------- words


async def test_a_word_is_added_in_a_window_named_in_the_lobby_and_shown_with_the_deal(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", rules="express")
    table = world.table
    await world.bruno.click(world.last(), label="Join")
    form = await world.bruno.click(world.last(), label="Add a word")
    assert form.modal["title"] == "Add a word"
    assert form.modal["components"][0]["label"] == "Your word for deal 1"
    answer = await world.bruno.submit_modal(form, {"word": "Lucky seven"})
    assert answer.ephemeral
    assert answer.response.content.startswith(
        "Your word for deal 1: **Lucky seven**. You can change it until the tiles are dealt.\n-# The tiles are shuffled"
    )
    assert f"`/domino verify` with `{table.id}` checks every deal." in answer.response.content
    lobby = text(world.last())
    assert "-# Words for the next deal: **Bruno**" in lobby
    assert "Lucky" not in lobby
    await add(world, world.alice, "première")
    assert "-# Words for the next deal: **Alice**, **Bruno**" in text(world.last())
    await world.alice.click(world.last(), label="Start")
    board = text(world.last())
    assert "-# Words in this deal: **Alice** “première”, **Bruno** “Lucky seven”" in board
    found = await world.bot.hub.store.find(table.id)
    assert found is not None
    assert found.log[0].words == ("première", "Lucky seven")
    assert "Words for the next deal" not in text(world.channel.history()[0]), "the lobby is over"


async def test_the_window_has_what_was_added_and_an_empty_one_takes_it_back(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    await add(world, world.alice, "first")
    form = await world.alice.click(world.last(), label="Add a word")
    assert not world.bot._connection._view_store._modals, "nothing is kept of a window for who only looks at it"
    (typed,) = [each["component"] for each in form.modal["components"]]
    assert (typed["value"], typed["max_length"], typed["required"]) == ("first", MAX_WORD_LENGTH, False)
    answer = await world.alice.submit_modal(form, {"word": ""})
    assert answer.response.content.startswith("You add no word to deal 1.")
    assert world.table.header.words == ()
    assert "Words for" not in text(world.last())


async def test_between_deals_a_word_is_named_in_the_message_that_is_there_and_its_picture_stays(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await play_deal(world, table)
    before = world.last()
    shown, picture, offered = text(before), before.attachments[0].id, buttons(before)
    assert list(offered) == ["Next deal", "Add a word", "Replay", "Rules"]
    answer = await add(world, world.bruno, "again")
    assert answer.response.content.startswith("Your word for deal 2: **again**.")
    now = world.last()
    assert now.id == before.id
    assert now.attachments[0].id == picture
    assert buttons(now) == offered
    assert text(now) == f"{shown}\n-# Words for the next deal: **Bruno**"
    await add(world, world.bruno, "")
    assert text(world.last()) == shown
    await add(world, world.bruno, "at last")
    await world.alice.click(world.last(), label="Next deal")
    assert "-# Words in this deal: **Bruno** “at last”" in text(world.last())
    assert text(next(each for each in world.channel.history() if each.id == before.id)) in shown


async def test_between_deals_a_word_is_named_where_text_takes_the_place_of_pictures(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.alice.slash(world.channel, "domino settings text", mode="on", **{"for": "table"})
    await play_deal(world, table)
    shown = text(world.last())
    await add(world, world.alice, "plain")
    now = text(world.last())
    assert "-# Words for the next deal: **Alice**" in now
    assert sorted(filter(None, now.split("\n"))) == sorted(
        filter(None, [*shown.split("\n"), "-# Words for the next deal: **Alice**"])
    )
    assert list(buttons(world.last())) == ["Next deal", "Add a word", "Replay", "Rules"]
    # what tells the table stays whole, however long it is
    post = Post(world.last().id, table.ply, Status.PLAYING, "y" * 3500, deal=1)
    long = with_words(table.header, table.view(None), post, translations("en-US"))
    told = [
        each["content"]
        for each in components(SimpleNamespace(components=long.to_components()))
        if each.get("type") == 10
    ]
    assert "y" * 3500 in told
    assert "-# Words for the next deal: **Alice**" in "\n".join(told)
    assert sum(map(len, told)) <= 4000


async def test_who_is_named_is_known_where_the_table_is_shown_again(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await play_deal(world, table)
    await add(world, world.alice, "moved")
    await world.alice.slash(world.channel, "domino board")
    assert "-# Words for the next deal: **Alice**" in text(world.last())
    await add(world, world.alice, "")
    assert "Words for" not in text(world.last())


async def test_who_is_named_is_known_after_a_restart_too(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await play_deal(world, table)
    await add(world, world.alice, "kept")
    read = len(world.env.http_requests)
    await world.restart()
    await world.env.settle()
    channel = f"/channels/{world.channel.id}/"
    assert not [each.path for each in world.env.http_requests[read:] if channel in each.path], "nothing has changed"
    await add(world, world.bruno, "too")
    assert "-# Words for the next deal: **Alice**, **Bruno**" in text(world.last())


async def test_a_window_that_was_open_when_the_bot_went_down_is_answered_by_the_next(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    form = await world.alice.click(world.last(), label="Add a word")
    await world.restart()
    answer = await world.alice.submit_modal(form, {"word": "patient"})
    assert answer.response.content.startswith("Your word for deal 1: **patient**.")
    assert world.table.header.words == ((world.alice.id, "patient"),)


async def test_a_window_that_was_open_when_the_tiles_were_dealt_is_refused(world: World) -> None:
    table = await world.sit("alice", "bruno")
    late = "Those tiles are dealt already. Add a word before a deal: in the lobby, or when a deal has ended."
    await play_deal(world, table)
    form = await world.alice.click(world.last(), label="Add a word")
    await world.bruno.click(world.last(), label="Next deal")
    refused = await world.alice.submit_modal(form, {"word": "late"})
    assert refused.ephemeral
    assert refused.response.content == late
    await play_deal(world, table)
    again = await world.alice.click(world.last(), label="Add a word")
    assert again.modal["components"][0]["label"] == "Your word for deal 3"
    stale = press(world.env, world.alice, world.last(), f"b:word:{table.id}:2")
    await world.env.settle()
    assert stale.response.content == late
    assert table.header.words == ()


async def test_strangers_and_those_who_are_away_are_told_why_they_add_nothing(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    refused = await world.eve.click(world.last(), label="Add a word")
    assert refused.response.content == "You aren't at this table yet. Press Join to sit down."
    table = world.table
    sent = window(world, world.eve, f"m:word:{table.id}:1", "mine")
    await world.env.settle()
    assert "Press Join" in said(sent)
    assert table.header.words == ()


def window(world: World, who: simcord.MemberActor, custom_id: str, *typed: Any) -> Any:
    """Deliver a window that somebody says they have filled in."""
    rows = [
        {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "word", "value": each}} for each in typed
    ]
    data = {"custom_id": custom_id, "components": rows}
    delivery = interaction(world.env, who, MODAL, data, channel=world.channel, message=world.last())
    delivery.deliver()
    return delivery.answer


FORGED: list[tuple[str, list[Any], str]] = [
    ("m:word:{table}:1", [], "That was for an earlier move."),
    ("m:word:{table}:1", ["one", "two"], "That was for an earlier move."),
    ("m:word:{table}:1", [7], "That was for an earlier move."),
    ("m:word:{table}:1", [None], "That was for an earlier move."),
    ("m:word:{table}:x", ["one"], "That was for an earlier move."),
    ("m:word:{table}", ["one"], "That was for an earlier move."),
    ("m:nothing:{table}:1", ["one"], "That was for an earlier move."),
    ("b:word:{table}:1", ["one"], "That was for an earlier move."),
    ("m:word:{table}:2", ["one"], "Those tiles are dealt already."),
    ("m:word:{table}:1", ["x" * (MAX_WORD_LENGTH + 1)], f"A word has at most {MAX_WORD_LENGTH} characters."),
    ("m:word:{table}:1", ["x" * 100_000], f"A word has at most {MAX_WORD_LENGTH} characters."),
    ("m:word:nosuchtb:1", ["one"], "This table is closed."),
]


async def test_a_window_that_was_never_opened_changes_nothing(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    for custom_id, typed, answer in FORGED:
        sent = window(world, world.alice, custom_id.format(table=world.table.id), *typed)
        await world.env.settle()
        assert said(sent).startswith(answer), (custom_id, typed)
        # nobody is that fast
        world.env.backend.advance_clock(5)
    assert world.table.header.words == ()


async def test_what_was_opened_as_a_window_is_no_button(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    forged = press(world.env, world.alice, world.last(), f"m:word:{world.table.id}:1")
    await world.env.settle()
    assert forged.response.content == "That was for an earlier move."


NASTY = ("@everyone", "**b** __u__ `c`", "[x](https://evil.example)", "<@1> <#2> <t:1:R>", "# big", "|| s ||", "> q")


@pytest.mark.parametrize("word", NASTY)
def test_a_word_formats_links_and_mentions_nothing(word: str) -> None:
    line = deal_words_line(("", word), [Person(1, "Ana", ""), Person(2, "Ben", "")], translations("en-US"))
    shown = line.removeprefix("-# Words in this deal: **Ben** “").removesuffix("”")
    assert not re.search(r"(?<!\\)[*_`|@#<>\[\]:]", shown), shown
    assert shown.replace("\\", "") == word


async def test_a_word_is_shown_to_everybody_as_it_was_typed_and_notifies_nobody(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await play_deal(world, table)
    answer = await add(world, world.alice, f"<@{world.bruno.id}> **b**")
    shown = rf"\<\@{world.bruno.id}\> \*\*b\*\*"
    assert answer.response.content.startswith(f"Your word for deal 2: **{shown}**. You can")
    await world.alice.click(world.last(), label="Next deal")
    assert f"**Alice** “{shown}”" in text(world.last())
    bodies = [each.json.get("data", each.json) for each in world.env.http_requests if isinstance(each.json, dict)]
    showing = [body for body in bodies if "*b" in str(body)]
    assert len(showing) == 2
    assert not any(body["allowed_mentions"].get("parse") for body in showing)
    assert not any(str(world.bruno.id) in body["allowed_mentions"].get("users", ()) for body in showing[:1])


async def test_what_cannot_be_seen_is_no_word(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    answer = await add(world, world.alice, "\u200b\u202e \u2060")
    assert answer.response.content.startswith("You add no word")
    await add(world, world.alice, "a\u202eb\nc")
    assert world.table.header.words == ((world.alice.id, "ab c"),)


async def test_leaving_the_lobby_takes_ones_word_along(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    await world.bruno.click(world.last(), label="Join")
    await add(world, world.bruno, "bye")
    assert "**Bruno**" in text(world.last()).partition("Words for")[2]
    await world.bruno.click(world.last(), label="Leave")
    assert "Words for" not in text(world.last())
    await world.bruno.click(world.last(), label="Join")
    assert "Words for" not in text(world.last())


async def test_a_word_that_discord_does_not_let_the_bot_show_is_in_all_the_same(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await play_deal(world, table)
    path = f"/channels/{world.channel.id}/messages/{world.last().id}"
    world.env.inject_error("PATCH", path, status=403, code=50001, times=1)
    answer = await add(world, world.alice, "unseen")
    assert answer.response.content.startswith("Your word for deal 2")
    assert "Words for" not in text(world.last())
    await world.alice.click(world.last(), label="Next deal")
    assert "“unseen”" in text(world.last())
    assert table.view(None).deal == 2


# ---------------------------------------------------------------------- what Discord takes


@pytest.mark.parametrize("as_text", [False, True], ids=["pictures", "text"])
async def test_the_longest_names_and_words_leave_every_message_as_long_as_discord_takes_it(
    world: World, as_text: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for what in ("table", "hand", "deal_end"):
        monkeypatch.setattr(render, what, lambda *_, **__: b"a picture")
    await world.alice.slash(world.channel, "domino play", rules="double-twelve")
    table = world.table
    people = [world.guild.add_member(world.env.create_user(f"u{at}", global_name="_" * 32)) for at in range(11)]
    for person in people:
        await person.click(world.last(), label="Join")
    everybody = [world.alice, *people]
    with as_the_bot(world.env):
        for person in everybody:
            await table.add_word(person.id, "*" * MAX_WORD_LENGTH)
        if as_text:
            await table.set_as_text(world.alice.id, True)
    await world.env.settle()
    shown = [world.last()]
    assert promise_of(table) in text(world.last())
    await world.alice.click(world.last(), label="Start")
    shown.append(world.last())
    assert promise_of(table) in text(world.last())
    assert f"<@{table.people[table.view(None).turn or 0].user}>, it's your turn." in text(world.last())
    await play_deal(world, table)
    if table.playing:
        with as_the_bot(world.env):
            for person in everybody:
                await table.add_word(person.id, "`" * MAX_WORD_LENGTH)
        await world.env.settle()
        assert promise_of(table) in text(world.last())
    shown.append(world.last())
    await rush(world, table)
    shown.append(world.last())
    assert seed_of(table).reveal() in text(world.last())
    for message in shown:
        parts = [each["content"] for each in components(message) if each.get("type") == 10]
        assert sum(len(part.encode("utf-16-le")) // 2 for part in parts) <= 4000
        assert len(list(components(message))) <= 40


async def test_a_grid_with_its_forty_components_has_the_promise_too(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    assert text(world.last()).count(promise_of(table)) == 1
    assert len(list(components(world.last()))) <= 40
    with as_the_bot(world.env):
        turn = table.view(None).turn
        assert turn is not None
        await table.add_time(1000)
        await table.play(table.people[turn].user, turn, table.ply, 0)
    await world.env.settle()
    assert text(world.last()).count(promise_of(table)) == 1, "the same message goes on"
    assert len(list(components(world.last()))) <= 40


def test_every_reason_to_take_no_word_has_a_sentence() -> None:
    from engine.live.model.errors import Code, TableError

    for why in (Code.NO_WORDS, Code.DEALT, Code.WORD_TOO_LONG):
        assert sentence(TableError(why, most=MAX_WORD_LENGTH), translations("en-US"))
