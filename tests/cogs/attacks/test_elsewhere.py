"""Tests of every control, sent from a wrong place or by a wrong person."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.core import throttle
from engine.live.tables.table import Table
from tests.support.cases import few
from tests.support.features import all_handlers
from tests.support.in_memory.deliveries import AUTOCOMPLETE, COMMAND, commanded, pressed
from tests.support.in_memory.deliveries import send_all as deliver_all
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World

AT_ONCE = 100
"""How many interactions are sent together."""
FILLINGS = ("{table}", "{ply}", "{seat}", "0", "0")
"""The likely arguments of a control: a table, a moment, a seat, a choice."""
PUBLIC = ("rules", "standing", "page", "boardkind", "boardtime", "stats", "keep")
"""Verbs for everybody about public things, not about a table."""

STRING, INTEGER, USER, NUMBER = 3, 4, 6, 10
"""Types of options, by Discord's numbers."""

pytestmark = pytest.mark.usefixtures("quiet")


def forged(table: Table) -> list[tuple[str, dict[str, Any]]]:
    """Return a custom id for every verb with every number of arguments, and the choice with it."""
    ply, seat = table.ply, table.view(None).turn if table.ply else 0
    filled = [each.format(table=table.id, ply=ply, seat=seat or 0) for each in FILLINGS]
    found: list[tuple[str, dict[str, Any]]] = []
    for verb in sorted({verb for _, verb in all_handlers()}):
        for count in range(1, len(filled) + 1):
            rest = f"{verb}:{':'.join(filled[:count])}"
            found += [(f"b:{rest}", {}), (f"s:{rest}", {"values": ["0"]}), (f"c:{rest}", {"values": ["1"]})]
    return found


def rows(world: World) -> set[str]:
    """Return all that is kept, a line each."""
    return {f"{name} {row}" for name, kept in world.rows().items() for row in kept}


def shown(channel: Any) -> list[tuple[int, str]]:
    """Return the messages that everybody sees in a channel."""
    return [(each.id, str(Seen(each).components)) for each in channel.history()]


async def send_all(world: World, who: Player, on: Any, table: Table) -> None:
    """Send every control there could be, one after the other, and check that it breaks and tells nothing."""
    await world.bot.hub.keep_posts()
    before = rows(world), shown(world.channel), table.ply, table.header
    secret = {tile.text for seat in range(len(table.people)) for tile in table.view(seat).hand} if table.ply else set()
    sent = [(identity, pressed(who, identity, on, **chosen)) for identity, chosen in forged(table)]
    for batch in range(0, len(sent), AT_ONCE):
        await deliver_all(*(delivery for _, delivery in sent[batch : batch + AT_ONCE]))
    assert (rows(world), shown(world.channel), table.ply, table.header) == before
    for identity, delivery in sent:
        answer = delivery.answer.private
        assert answer, identity
        assert "Something went wrong" not in answer, identity
        assert identity.split(":")[1] in PUBLIC or not any(tile in answer for tile in secret), identity


@pytest.fixture
async def table(world: World) -> Table:
    """A match of Alice and Bruno, some moves on."""
    table = await world.sit("alice", "bruno")
    await world.moves(2)
    return table


@pytest.fixture(autouse=True)
def nobody_is_too_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("BURST", "MAX_PENDING"):
        monkeypatch.setattr(throttle, limit, 10**9)


@pytest.mark.long
async def test_a_stranger_changes_nothing_with_any_control(world: World, table: Table) -> None:
    await send_all(world, world.eve, world.board, table)


@pytest.mark.long
@pytest.mark.parametrize("begun", few([False, True], [True]))
async def test_the_owner_of_another_server_changes_nothing_with_any_control(world: World, begun: bool) -> None:
    table = await world.sit("alice", "bruno") if begun else await world.lobby("alice", "bruno")
    far, mallory = world.elsewhere()
    await mallory.run("play", far)
    before = shown(far)
    await send_all(world, mallory, far, table)
    assert shown(far) == before


async def test_a_lobby_is_joined_in_its_own_channel_only(world: World) -> None:
    table, lobby = await world.lobby("alice"), world.board
    aside = world.guild.create_text_channel("aside")
    await world.chloe.run("play", aside)
    far, mallory = world.elsewhere()
    await mallory.run("play", far)
    for person, place in ((mallory, far), (world.eve, aside)):
        assert "aren't at this table" in (await person.forge(f"b:join:{table.id}", place)).text
    assert [person.name for person in table.people] == ["Alice"]
    await world.eve.press(f"b:join:{table.id}", lobby)
    assert [person.name for person in table.people] == ["Alice", "Eve"]


@pytest.mark.long
async def test_controls_are_replayed_in_vain_after_the_match(world: World) -> None:
    await world.sit("alice", "bruno", target=50)
    places = [(world.alice.hand, world.alice), (world.bruno.hand, world.bruno), (world.board, world.alice)]
    controls = [
        (node["custom_id"], message, person)
        for message, person in places
        for node in message.components
        if "custom_id" in node
    ]
    assert len(controls) >= 3
    await world.rush()
    before = rows(world)
    for identity, message, person in controls:
        answer = await person.forge(identity, message)
        assert answer.text or "rules" in identity
        assert "Something went wrong" not in answer.text
    assert rows(world) == before


@pytest.mark.sampled(2)
@pytest.mark.parametrize("control", ["keep", "walk:{table}", "options:{table}", "page:1"])
async def test_no_forged_control_changes_a_message_that_everybody_reads(world: World, control: str) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    board = world.board
    before = str(board.components)
    assert (await world.bruno.forge("b:" + control.format(table=table.id))).ephemeral
    assert str(world.now(board).components) == before or control.startswith("walk")
    assert "have left" not in str(shown(world.channel))


@pytest.mark.parametrize("control", ["back:{table}", "act:{table}:0:1:0", "tile:{table}:0:1:0", "pick:{table}:0:1:0:0"])
async def test_a_hand_is_never_shown_in_a_message_that_everybody_reads(world: World, control: str) -> None:
    table = await world.sit("alice", "bruno")
    before = world.board.everything
    answer = await world.bruno.forge(f"b:{control.format(table=table.id)}")
    assert world.board.everything == before
    assert "Your hand" in answer.private


@pytest.mark.long
async def test_a_choice_that_is_not_on_the_list_gets_a_sentence(world: World) -> None:
    kinds = {"pairs": 5, "rules": 3, "clock": 3, "target": 4, "computers": 4}
    for path, options in (
        (("set",), {"highest": 7}),
        (("set",), {"highest": 10**15}),
        (("settings", "text"), {"mode": "perhaps"}),
        (("settings", "text"), {"mode": "on", "for": "everybody"}),
        (("settings", "theme"), {"theme": "x" * 100}),
        (("settings", "theme"), {"theme": "dark", "for": "table"}),
        (("play",), {"pairs": "yes"}),
        (("play",), {"target": "fifty"}),
        (("play",), {"rules": 7}),
        (("play",), {"clock": "blitz"}),
        (("play",), {"computers": 12}),
        (("play",), {"rules": "x" * 7_000}),
    ):
        attempt = commanded(world.alice, *path, **options)
        if path == ("play",):
            option = attempt.payload["data"]["options"][0]["options"][0]
            option["type"] = kinds[option["name"]]
        assert (await attempt.send()).text == "This command doesn't accept that value.", (path, options)
    assert not world.tables


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("option", "kind", "value"),
    [
        ("rules", INTEGER, 7),
        ("rules", NUMBER, "x"),
        ("computers", USER, "x"),
        ("friend1", STRING, "x"),
        ("friend1", USER, "x"),
        ("friend1", USER, None),
        ("friend1", USER, "123456789"),
        ("hints", STRING, "yes"),
    ],
)
async def test_a_value_of_another_type_gets_a_sentence(world: World, option: str, kind: int, value: object) -> None:
    for sent in (COMMAND, AUTOCOMPLETE):
        attempt = commanded(world.alice, "play", kind=sent, **{option: ""})
        attempt.payload["data"]["options"][0]["options"][0] |= {"type": kind, "value": value}
        answer = await attempt.send()
        assert sent == AUTOCOMPLETE or re.match("This command (has changed|doesn't accept)", answer.private)
    assert not world.tables


async def test_a_control_pressed_as_another_type_gets_a_sentence(world: World) -> None:
    table = await world.sit("alice", "bruno")
    answer = await pressed(world.alice, f"b:hand:{table.id}", values=["0"]).send()
    assert answer.private
