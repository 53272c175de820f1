"""Ten thousand interactions that nobody's client would send: no alarm, no change of state, no secret in any answer.

They come from people who may change nothing: from strangers, and with the controls of a hand from those who are not in
turn. Each is delivered as the gateway would. The check reads all messages of the bot.
"""

from __future__ import annotations

import json
import logging
import random
import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest
from discord.app_commands import AppCommandError
from simcord.backend import serializers

from cogs.core import throttle
from engine.live.tables.table import Table
from engine.tiles import full_set
from tests.support.cases import few
from tests.support.examples import examples
from tests.support.features import all_handlers
from tests.support.forging import AUTOCOMPLETE, COMMAND, MODAL, Grammar
from tests.support.in_memory.deliveries import Delivery, interaction, send_all
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World

EACH = 100
"""How many payloads are drawn together."""
BATCHES = examples(25)
"""How many times that many each situation gets: with four of them, 10,000 in all where all examples are taken."""

OF_A_HAND = ("act", "tile", "pick", "back", "pass", "flip", "hand", "rules")
"""Controls that a player presses in their turn; out of it, they change nothing."""

NAMING = ("rules", "guide", "read", "set", "theme", "page", "standing", "leaderboard", "stats", "help", "example")
"""Controls that name public tiles or numbers: those of examples, of whole sets, of scores."""

OF_CHALLENGES = ("daily", "chplay", "chact", "chtile", "chpick", "chback", "chnext")
"""Controls that name the tiles of a match of one's own, which anybody may begin."""

POSTING = ("board", "challenge")
"""Commands for everybody, and the messages that they post."""

OPENING = ("open", "alone")
"""Controls with which anybody may open a table of their own."""

FOREVER = 10**9


@dataclass(frozen=True)
class Drawn:
    """One payload, as far as it is left to chance."""

    who: int
    message: int
    kind: int
    data: dict[str, Any]
    lacking: frozenset[str]
    added: dict[str, Any]

    @property
    def label(self) -> str:
        """The kind of its request."""
        if self.kind in (COMMAND, AUTOCOMPLETE):
            return " ".join(_path(self.data.get("options") or []))
        return str(self.data.get("custom_id", ""))[2:].split(":")[0]


def _path(options: list[dict[str, Any]]) -> Iterator[str]:
    for option in options:
        if option.get("type") in (1, 2):
            yield option["name"]
            yield from _path(option.get("options") or [])


# ---------------------------------------------------------------------- drawn payloads

OPTIONAL = ("message", "locale", "guild_locale", "channel", "app_permissions", "context", "entitlements")
TAMPERED = [
    (frozenset(lacking), added)
    for lacking in ((), (), (), *combinations(OPTIONAL, 1), *combinations(OPTIONAL, 2))
    for added in ({}, {"version": 7, "nonsense": ["x"]}, {"locale": "xx"}, {"locale": "fr"})
]


def drawn(stage: Stage, grammar: Grammar, *, seated: bool) -> list[Drawn]:
    """Make up payloads for a situation, each twice; from people at its table only what belongs to a hand."""
    luck = grammar.luck
    root = stage.world.env.backend.commands[None]["domino", 1]
    people = len(stage.waiting if seated else stage.strangers)
    # whose language changes at their own table, that is noted
    tampered = [each for each in TAMPERED if not (seated and "locale" in each[1])]
    made: list[Drawn] = []
    while len(made) < EACH:
        way = luck.random()
        if seated or way < 0.65:
            custom_id = grammar.custom_id(stage.identities, lambda verb: not seated or verb in OF_A_HAND)
            kind, data = grammar.component(custom_id)
            # a table's own verbs, and nothing that chance could make of them
            if seated and (
                kind == MODAL or (re.match("[bsc]:", custom_id) and custom_id.split(":")[1] not in OF_A_HAND)
            ):
                continue
        elif way < 0.75:
            kind, data = grammar.window(luck.choice(stage.windows))
        else:
            kind, data = grammar.command(root, typing=way > 0.88, without=POSTING)
        for _ in range(2):
            lacking, added = luck.choice(tampered)
            made.append(Drawn(luck.randrange(people), luck.randrange(len(stage.messages)), kind, data, lacking, added))
    return made


# ---------------------------------------------------------------------- where it is sent


@dataclass
class Stage:
    """A moment in a table's life, and the people who try to break it.

    Attributes:
        world: everything.
        table: the table.
        others: other tables' ids: one over, one of another server.
        strangers: who may change nothing here.
        waiting: who sits at the table and is not in turn.
        messages: the messages that a press may claim to come from, with their places.

    """

    world: World
    table: Table
    others: list[str]
    strangers: list[Any]
    waiting: list[Any]
    messages: list[Any]

    @property
    def tables(self) -> list[str]:
        return [self.table.id, *self.others]

    @property
    def windows(self) -> list[str]:
        numbers = [
            f"m:number:{table}:{rules}:{option}"
            for table in self.tables
            for rules in ("express", "mata", "x")
            for option in ("target", "deals", "x")
        ]
        pages = [f"{rules}:{page}" for rules in ("express", "x") for page in "019x"]
        numbers += [f"m:options:{table}:{page}" for table in self.tables for page in pages]
        numbers += [f"m:settings:{page}" for page in pages]
        numbers += [f"m:servernumber:{rules}:deals" for rules in ("express", "mata", "x")]
        return numbers + [f"m:word:{table}:{deal}" for table in self.tables for deal in (1, 2, "x")]

    @property
    def identities(self) -> list[str]:
        found = [node.get("custom_id") for message in self.messages for node in Seen(message).components]
        return sorted({each for each in found if each})

    def rows(self) -> dict[str, list[Any]]:
        """Return the content of the database, but for people's own settings and attempts at challenges."""
        kept = self.world.rows()
        kept["preferences"] = [row for row in kept["preferences"] if row[0] != "person"]
        # whoever comes first has the days planned
        kept["challenges"] = [row for row in kept["challenges"] if "daily" not in row]
        return {name: rows for name, rows in kept.items() if name not in ("challenge_players", "challenge_log")}

    def state(self) -> set[str]:
        """Return everything that an attack could change, a line each."""
        hub = self.world.bot.hub
        tables = {f"{each.id} {each.header} {each.ply}" for each in (self.table, *hub.tables)}
        newest = max(each.id for each in self.messages if each.channel.id == self.world.channel.id)
        shown = [each for each in self.world.messages if each.id <= newest]
        tables |= {f"{each.id} {each.components}" for each in shown}
        return tables | {f"{name} {row}" for name, rows in self.rows().items() for row in rows}

    def hidden(self, person: Any) -> set[str]:
        """Return the tiles that somebody may not see, as texts; none between deals."""
        if not self.table.playing:
            return set()
        view = self.table.view(None)
        if view.turn is None:
            return set()
        seat = self.table.header.seat_of(person.id)
        seen = {placed.tile for placed in view.layout.placed}
        seen |= set(self.table.view(seat).hand if seat is not None else ())
        return {tile.text for tile in full_set(6) if tile not in seen}


async def stage_of(world: World, situation: str) -> Stage:
    """Bring a table to a situation: ``lobby``, ``playing``, ``ended deal``, or ``finished`` with a new lobby after."""
    far, mallory = world.elsewhere()
    guests = [Player(world, mallory.guild.add_member(world.env.create_user(name))) for name in ("xavier", "yves")]
    await guests[0].run("play", far, rules="matador")
    await guests[1].press("Join", far)
    foreign = world.bot.hub.in_channel(far.id)
    table = past = await world.sit("alice", "bruno", target=50)
    await world.rush(past)
    messages = [world.board.message, far.last_message]
    await guests[0].run("challenge", far, rules="express")
    messages.append(far.last_message)
    names = ("alice", "bruno", "chloe", "davide")
    lobby = await world.lobby(*names, target=100, pairs=True)
    messages.append(world.board.message)
    if situation != "finished":
        table = lobby
    if situation in ("playing", "ended deal"):
        await world.alice.press("Start")
        await world.moves(5, table)
        messages += [world.board.message, world.chloe.hand.message]
    if situation == "ended deal":
        await world.end_deal(table)
    messages.append(world.board.message)
    await world.bot.hub.keep_posts()
    turn = table.view(None).turn if situation == "playing" else None
    waiting = [world.people[name] for seat, name in enumerate(names) if seat != turn]
    strangers = [world.eve, world.join("frank", "**Frank**")]
    return Stage(world, table, [past.id, foreign.id, "nosuchtb"], strangers, waiting, messages)


def deliveries(stage: Stage, drawn: list[Drawn], people: list[Any]) -> list[tuple[Delivery, Drawn]]:
    """Make payloads of drawn values."""
    made: list[tuple[Delivery, Drawn]] = []
    shown: dict[int, Any] = {}
    env, channel = stage.world.env, stage.world.channel
    for each in drawn:
        data, message = json.loads(json.dumps(each.data)), stage.messages[each.message]
        person = people[each.who]
        delivery = interaction(env, person, each.kind, data, channel=channel.id, message=message, shown=shown)
        delivery.payload.update(each.added)
        for key in each.lacking:
            delivery.payload.pop(key, None)
        made.append((delivery, each))
    return made


def assert_harmless(
    stage: Stage, made: list[tuple[Delivery, Drawn]], people: list[Any], read: int, before: set[str]
) -> None:
    """Compare the effects of some payloads with the possible ones."""
    for delivery, drawn in made:
        assert "Something went wrong" not in delivery.answer.text, drawn
    raised = [each for each in stage.world.env.errors if not isinstance(each, AppCommandError)]
    assert not raised, [traceback.format_exception(each) for each in raised]
    after = stage.state()
    assert after == before, (after ^ before, [drawn for _, drawn in made])
    hidden = [stage.hidden(person) for person in people]
    labels = {delivery.id: drawn for delivery, drawn in made}
    for sent in stage.world.env.http_requests[read:]:
        number = re.search(r"interactions?[/_](\d+)", sent.path)
        drawn = labels.get(number[1]) if number else None
        if drawn is None and sent.method in ("DELETE", "PATCH") and sent.path.endswith("@original"):
            # a private message of an earlier payload goes, or says that it is out of date
            assert not re.search(r"(?<![\d-])\d-\d(?![\d-])", json.dumps(sent.json))
            continue
        if drawn is None and re.fullmatch(r"/channels/\d+/messages(/\d+)?", sent.path):
            # the doctor posts a test and deletes it
            assert any(each.label in ("doctor", "settings doctor") for each in labels.values())
            assert sent.method == "DELETE" or "attachment://test.png" in json.dumps(sent.json)
            continue
        assert drawn is not None, f"{sent.method} {sent.path} is no answer to anybody"
        body = json.dumps(sent.json, ensure_ascii=False) if sent.json is not None else ""
        told_again = drawn.label in ("replay", "match replay") and stage.others[0] in str(drawn.data)
        if not told_again and not any(name in drawn.label for name in NAMING + OF_CHALLENGES):
            named = {f"{a}-{b}" for a, b in re.findall(r"(?<![\d-])(\d)-(\d)(?![\d-])", body)}
            assert not named & hidden[drawn.who], (drawn, named & hidden[drawn.who])


@pytest.mark.laws
@pytest.mark.parametrize("situation", few(["lobby", "playing", "ended deal", "finished"], ["playing"]))
async def test_no_payload_changes_a_table_or_tells_its_secrets(
    world: World, situation: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stage = await stage_of(world, situation)
    pictures: dict[str, Any] = {}

    async def drawn_once(function: Any, *args: Any, **kwargs: Any) -> Any:
        key = f"{function} {args!r}"
        if key not in pictures:
            pictures[key] = function(*args, **kwargs)
        return pictures[key]

    monkeypatch.setattr(world.bot.rendering, "draw", drawn_once)
    monkeypatch.setattr(world.bot.rendering, "draw_long", drawn_once)
    for limit in ("BURST", "MAX_PENDING"):
        monkeypatch.setattr(throttle, limit, FOREVER)
    monkeypatch.setattr(throttle, "GRACE_SECONDS", 0.0)
    before = stage.state()
    luck, verbs = random.Random(situation), [each for each in all_handlers() if each[1] not in OPENING]
    backend = world.env.backend
    guild = backend.get_guild(world.guild.id)
    users = [serializers.member_payload(backend, guild, backend.get_member(guild.id, each)) for each in guild.members]
    grammar = Grammar(luck, verbs, lambda: stage.tables * 2, users)
    with caplog.at_level(logging.WARNING):
        for number in range(BATCHES):
            seated = number >= BATCHES * 4 // 5
            people, read = stage.waiting if seated else stage.strangers, world.sent
            made = deliveries(stage, drawn(stage, grammar, seated=seated), people)
            await send_all(*(delivery for delivery, _ in made))
            assert_harmless(stage, made, people, read, before)
    errors = [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
    assert not errors
