"""Ten thousand interactions that nobody's client would send: no alarm, no change of state, no secret in any answer.

They come from people who may change nothing: from strangers, and with the controls of a hand from those who are not in
turn. Each is delivered as the gateway would, and what is checked afterwards is all that the bot sent.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import pytest
from discord.app_commands import AppCommandError
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cogs.core import throttle
from engine.live.tables.table import Table
from engine.rules import CATALOGUE
from engine.tiles import full_set
from tests.cogs.deliveries import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Delivery, interaction
from tests.cogs.players import Player
from tests.cogs.seen import Seen
from tests.cogs.world import World
from tests.support.cases import few
from tests.support.examples import examples
from tests.support.features import all_handlers

EACH = 100
"""How many payloads are drawn together."""
BATCHES = examples(25)
"""How many times that many each situation gets: with four of them, 10,000 in all where all examples are taken."""

OF_A_HAND = ("act", "tile", "pick", "back", "pass", "flip", "hand", "rules")
"""What somebody at the table presses in their turn; out of it, it changes nothing."""

NAMING = ("rules", "set", "theme", "page", "standing", "leaderboard", "stats", "help", "example")
"""What names tiles or numbers that are no secret: those of examples, of whole sets, of scores."""

POSTING = ("board",)
"""What anybody may ask for, and what is posted then."""

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
        """What it asks for, roughly."""
        if self.kind in (COMMAND, AUTOCOMPLETE):
            return " ".join(_path(self.data.get("options") or []))
        return str(self.data.get("custom_id", ""))[2:].split(":")[0]


def _path(options: list[dict[str, Any]]) -> Iterator[str]:
    for option in options:
        if option.get("type") in (1, 2):
            yield option["name"]
            yield from _path(option.get("options") or [])


# ---------------------------------------------------------------------- what is drawn

WORDS = st.one_of(
    st.sampled_from(
        (
            *CATALOGUE,
            *("on", "off", "me", "table", "another", "true", "false", "felt", "dark", "0", "1", "2", "100", "-1"),
            *("'; DROP TABLE tables; --", "@everyone <@1> **x**", "\u202eab\u200b", "x" * 101, "9" * 5_000),
        )
    ),
    st.text(max_size=12),
)
ANYTHING = st.one_of(
    WORDS,
    st.integers(-(2**64), 2**64),
    st.booleans(),
    st.none(),
    st.floats(allow_nan=False),
    st.sampled_from(([], [[]], {}, {"a": 1}, ["0", 1], "x" * 100_000)),
)
VALUES = st.one_of(st.lists(WORDS, max_size=3), st.lists(ANYTHING, max_size=3), st.just(["0"] * 30))


def custom_ids(real: list[str], tables: list[str], verbs: list[str]) -> st.SearchStrategy[str]:
    """Draw custom ids: some that are there, some that are nearly so, and any texts."""
    argument = st.sampled_from(
        (*tables, *tables, *("0", "1", "2", "3", "7", "27", "99", "-1", "007", "x", "", "9" * 20, "target", "express"))
    )
    made = st.builds(
        lambda kind, verb, rest: ":".join((kind, verb, *rest))[:100],
        st.sampled_from("bbbbsscm"),
        st.sampled_from((*(each.rpartition(":")[2] for each in verbs), "nosuchverb")),
        st.lists(argument, max_size=5),
    )
    changed = st.builds(
        lambda text, at, put, keep: (text[:at] + put + text[at + keep :])[:100],
        st.sampled_from(real),
        st.integers(0, 40),
        st.sampled_from(("", ":", "0", "é", "٣", "\x00", "x" * 90)),
        st.integers(0, 3),
    )
    return st.one_of(made, made, changed, st.sampled_from(real), st.text(max_size=100))


def leaves(tree: dict[str, Any], path: tuple[tuple[str, int], ...] = ()) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """Return every command under a command, as names with their types, and its options."""
    nested = [each for each in tree.get("options") or [] if each["type"] in (1, 2)]
    for each in nested:
        yield from leaves(each, (*path, (each["name"], each["type"])))
    if not nested:
        yield path, list(tree.get("options") or [])


def commands(root: dict[str, Any], *, typing: bool) -> st.SearchStrategy[dict[str, Any]]:
    """Draw commands: those that there are with any options, and some that there are not."""
    found = [each for each in leaves(root) if each[0][-1][0] not in POSTING]
    found.append(((("gone", 1),), [{"name": "rules", "type": 3, "autocomplete": True}]))
    if typing:
        found = [each for each in found if any(option.get("autocomplete") for option in each[1])]

    @st.composite
    def made(draw: st.DrawFn) -> dict[str, Any]:
        path, known = draw(st.sampled_from(found))
        options: list[dict[str, Any]] = []
        for option in known:
            if draw(st.booleans()) and option["type"] in (3, 4, 5):
                kind = draw(st.sampled_from((option["type"],) * 5 + (3, 4, 5)))
                options.append({"name": option["name"], "type": kind, "value": draw(ANYTHING)})
        if typing:
            # while somebody types, a client asks only where choices are offered
            offering = [each["name"] for each in known if each.get("autocomplete")]
            focused = draw(st.sampled_from(offering))
            options = [each for each in options if each["name"] != focused]
            options.append({"name": focused, "type": 3, "value": draw(WORDS), "focused": True})
        for name, kind in reversed(path):
            options = [{"name": name, "type": kind, "options": options}]
        return {"id": root["id"], "name": root["name"], "type": 1, "options": options}

    return made()


def windows(identities: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw what is sent off from windows, known or not."""
    field = st.builds(lambda name, value: {"type": 4, "id": 2, "custom_id": name, "value": value}, WORDS, WORDS)
    labelled = st.builds(lambda inner: {"type": 18, "id": 1, "component": inner}, field)
    rows = st.builds(lambda inner: {"type": 1, "id": 1, "components": [inner]}, field)
    return st.fixed_dictionaries({"custom_id": identities, "components": st.lists(labelled | rows, max_size=3)})


def presses(identities: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw presses of buttons and choices from selects of every kind."""
    return st.fixed_dictionaries({"custom_id": identities, "component_type": KINDS}, optional={"values": VALUES})


KINDS = st.sampled_from((2, 2, 2, 3, 3, 5, 6, 7, 8, 17, 99))
OPTIONAL = ("message", "locale", "guild_locale", "channel", "app_permissions", "context", "entitlements")
TAMPERED = [
    (frozenset(lacking), added)
    for lacking in ((), (), (), *combinations(OPTIONAL, 1), *combinations(OPTIONAL, 2))
    for added in ({}, {"version": 7, "nonsense": ["x"]}, {"locale": "xx"}, {"locale": "fr"})
]


def payloads(stage: Stage, *, seated: bool) -> st.SearchStrategy[list[Drawn]]:
    """Draw payloads for a situation; from people at its table only what belongs to a hand."""
    verbs = sorted({verb for _, verb in all_handlers() if not seated or verb in OF_A_HAND})
    real = [each for each in stage.identities if not seated or each.split(":")[1] in OF_A_HAND]
    identities = custom_ids(real, stage.tables, verbs)
    if seated:
        # a table's own verbs, and nothing that chance could make of them
        identities = identities.filter(lambda each: not re.match("[bsc]:", each) or each.split(":")[1] in verbs)
    root = stage.world.env.backend.commands[None]["domino", 1]
    kinds: list[tuple[int, st.SearchStrategy[dict[str, Any]]]] = [(COMPONENT, presses(identities))] * 5
    if not seated:
        kinds += [
            (COMMAND, commands(root, typing=False)),
            (AUTOCOMPLETE, commands(root, typing=True)),
            (MODAL, windows(st.one_of(identities, st.sampled_from(stage.windows)))),
        ]

    people = len(stage.waiting if seated else stage.strangers)
    # whose language changes at their own table, that is noted
    tampered = [each for each in TAMPERED if not (seated and "locale" in each[1])]
    around = list(product(range(people), range(len(stage.messages)), tampered))

    @st.composite
    def made(draw: st.DrawFn) -> list[Drawn]:
        kind, data = draw(st.sampled_from(kinds))
        asked = draw(data)
        # drawing takes longest, so each is sent from two places
        places = draw(st.integers(0, len(around) - 1)), draw(st.integers(0, len(around) - 1))
        found = (around[place] for place in places)
        return [Drawn(who, message, kind, asked, lacking, added) for who, message, (lacking, added) in found]

    return made()


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
        messages: what a press may claim to come from, with where it stands.

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
        numbers += [f"m:servernumber:{rules}:deals" for rules in ("express", "mata", "x")]
        return numbers + [f"m:word:{table}:{deal}" for table in self.tables for deal in (1, 2, "x")]

    @property
    def identities(self) -> list[str]:
        found = [node.get("custom_id") for message in self.messages for node in Seen(message).components]
        return sorted({each for each in found if each})

    def rows(self) -> dict[str, list[Any]]:
        """Return all that is in the database, but for what people have set for themselves."""
        kept = self.world.rows()
        kept["preferences"] = [row for row in kept["preferences"] if row[0] != "person"]
        return kept

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
        seat = self.table.seat_of(person.id)
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
    turn = table.view(None).turn if situation == "playing" else None
    waiting = [world.people[name] for seat, name in enumerate(names) if seat != turn]
    strangers = [world.eve, world.join("frank", "**Frank**")]
    return Stage(world, table, [past.id, foreign.id, "nosuchtb"], strangers, waiting, messages)


def deliveries(stage: Stage, drawn: list[Drawn], people: list[Any]) -> list[tuple[Delivery, Drawn]]:
    """Make payloads of what was drawn."""
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


ANSWERING = ("CommandTree-invoker", "discord-ui", "discord.py: on_interaction")
"""How the library calls the tasks in which interactions are answered."""


async def deliver(stage: Stage, made: list[tuple[Delivery, Drawn]]) -> None:
    """Deliver payloads all at once, and wait until the bot has done with them."""
    for delivery, _ in made:
        delivery.deliver()
    # settling looks at all that is under way again and again, which is slow for so many
    for _ in range(500):
        answering = [each for each in asyncio.all_tasks() if each.get_name().startswith(ANSWERING)]
        if not answering:
            break
        await asyncio.wait(answering, timeout=0.1)
    await stage.world.settle()


def drawn_from(strategy: st.SearchStrategy[list[Drawn]], batches: int) -> list[list[Drawn]]:
    """Draw batches of payloads, the same in each run."""
    found: list[list[Drawn]] = []

    # no database is read where examples are the same in each run
    @settings(
        max_examples=batches,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(strategy, min_size=EACH // 2, max_size=EACH // 2))
    def draw(batch: list[list[Drawn]]) -> None:
        found.append([each for several in batch for each in several])

    draw()
    return found


def assert_harmless(
    stage: Stage, made: list[tuple[Delivery, Drawn]], people: list[Any], read: int, before: set[str]
) -> None:
    """Hold what came of some payloads against what may come of them."""
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
            # what an earlier payload had sent to one person goes, or says that it is out of date
            assert not re.search(r"(?<![\d-])\d-\d(?![\d-])", json.dumps(sent.json))
            continue
        if drawn is None and re.fullmatch(r"/channels/\d+/messages(/\d+)?", sent.path):
            # the doctor posts a test and deletes it
            assert any(each.label == "doctor" for each in labels.values())
            assert sent.method == "DELETE" or "attachment://test.png" in json.dumps(sent.json)
            continue
        assert drawn is not None, f"{sent.method} {sent.path} is no answer to anybody"
        body = json.dumps(sent.json, ensure_ascii=False) if sent.json is not None else ""
        told_again = drawn.label == "replay" and stage.others[0] in str(drawn.data)
        if not told_again and not any(name in drawn.label for name in NAMING):
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
    monkeypatch.setattr(throttle, "GRACE", 0.0)
    before = stage.state()
    strangers = drawn_from(payloads(stage, seated=False), BATCHES * 4 // 5)
    waiting = drawn_from(payloads(stage, seated=True), BATCHES // 5)
    with caplog.at_level(logging.WARNING):
        batches = [(batch, stage.strangers) for batch in strangers] + [(batch, stage.waiting) for batch in waiting]
        for batch, people in batches:
            read = world.sent
            made = deliveries(stage, batch, people)
            await deliver(stage, made)
            assert_harmless(stage, made, people, read, before)
    errors = [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
    assert not errors
