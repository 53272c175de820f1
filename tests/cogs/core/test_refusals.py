"""Tests of the sentences of refusals, made of an error."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pytest

from cogs.core.refusals import sentence
from cogs.core.ways import way_out
from engine.errors import IllegalMove
from engine.live.model.errors import Code
from engine.live.model.table import Header, Person, Status
from engine.options import complete
from engine.rules import RULE_SETS
from tests.support.in_memory.world import World
from tests.support.simcord_private import deny

WORDS = NullTranslations()
OF_MATADOR = (
    "- Points to win: 50 or 100\n- A matador leaves: both its halves as ends or the half that its player chooses\n"
    "- If no tile fits: draw until one does or pass"
)


@pytest.mark.parametrize(
    ("rules", "chosen", "refused"),
    [
        ("matador", {"target": 75}, "Points to win can't be 75. Matador: 50 or 100."),
        ("all-fives", {"target": 1}, "Points to win can't be 1. All Fives: 50, 100, 150, 200, 250 or one deal."),
        ("mexican-train", {"deals": 14}, "Deals can't be 14. Mexican train: 1 to 13."),
        ("mata", {"deals": 0}, "Deals can't be 0. Mata: any number from 1."),
        ("matador", {"deals": 3}, f"Matador isn't played for a number of deals. You can choose:\n{OF_MATADOR}"),
        ("memory", {"pairs": True}, "Memory isn't played in pairs. These games are: Domino Express"),
        ("memory", {"target": 50}, "Memory isn't played to a number of points. It has no options."),
    ],
    ids=str,
)
def test_an_option_is_refused_with_reason(rules: str, chosen: dict[str, int], refused: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        complete(rules, RULE_SETS[rules].options, chosen)
    told = sentence(caught.value, WORDS)
    assert told.startswith(refused) if "pairs" in chosen else told == refused


# ---------------------------------------------------------------------- ways out


ANA, BEN, CEM, DIA, EVE = (
    Person(number, name, "en-US") for number, name in enumerate(("Ana", "Ben", "Cem", "Dia", "Eve"), 1)
)
HEADER = Header("abc", 7, 8, ANA.user_id, "express", {"target": 100}, (ANA, BEN), Status.LOBBY, "en-US", (), 0, None)
PLAYING: dict[str, Any] = {"status": Status.PLAYING}


@pytest.mark.parametrize(
    ("code", "changes", "user", "verb"),
    [
        (Code.JOIN_FIRST, {}, CEM, "join"),
        (Code.CHANNEL_TAKEN, {}, CEM, "join"),
        (Code.CHANNEL_TAKEN, {}, BEN, None),
        (Code.CHANNEL_TAKEN, {"people": (ANA, BEN, CEM, DIA)}, EVE, None),
        (Code.CHANNEL_TAKEN, PLAYING, CEM, "look"),
        (Code.NOT_SEATED, PLAYING, CEM, "look"),
        (Code.NOT_SEATED, PLAYING | {"rules": "memory"}, CEM, None),
        (Code.STARTED, PLAYING, BEN, "hand"),
        (Code.NOT_YOURS, PLAYING, BEN, "hand"),
        (Code.STALE, PLAYING, BEN, "hand"),
        (Code.STALE, {"status": Status.CLOSED}, BEN, None),
        (Code.KEPT, PLAYING, BEN, "here"),
        (Code.TOO_FEW, {}, ANA, "computers"),
        (Code.TOO_FEW, {}, BEN, None),
        (Code.PAUSED, PLAYING, ANA, "resume"),
        (Code.PAUSED, PLAYING, BEN, None),
        (Code.NOT_STARTED, {}, ANA, "start"),
        (Code.NEEDS_VOTE, PLAYING, ANA, "stop"),
        (Code.SELF_REMOVAL, PLAYING, ANA, "exit"),
        (Code.NOT_HOST, PLAYING, BEN, None),
        (Code.NUDGED, PLAYING, BEN, None),
    ],
)
def test_a_refusal_offers_what_its_user_may_do(
    code: Code, changes: dict[str, Any], user: Person, verb: str | None
) -> None:
    way = way_out(code, replace(HEADER, **changes), user.user_id)
    assert (way and way.verb) == verb


async def test_the_button_beside_a_refusal_does_what_it_says(world: World) -> None:
    table = await world.lobby("alice")
    second = await world.bruno.run("play")
    assert "already a table" in second.private
    await world.bruno.press("Join", second)
    assert [person.name for person in table.people] == ["Alice", "Bruno"]
    await world.alice.press("Start")
    lobby = world.messages[0]
    late = await world.chloe.forge(f"b:join:{table.id}", lobby)
    assert "already started" in late.private
    assert "You are watching" in (await world.chloe.press("Watch", late)).private
    mine = await world.bruno.forge(f"b:join:{table.id}", lobby)
    assert "Your hand" in (await world.bruno.press("My hand", mine)).private


async def test_where_nobody_else_would_see_a_table_one_plays_alone(world: World) -> None:
    deny(world.env, world.guild, world.channel, "send_messages")
    refused = await world.alice.run("play")
    assert "**Send Messages**" in refused.private
    await world.alice.press("Play alone", refused)
    (table,) = world.tables
    assert table.header.delivery.ephemeral


async def test_without_a_table_one_is_opened(world: World) -> None:
    refused = await world.alice.run("board")
    assert "There is no table in this channel" in refused.private
    await world.alice.press("Open a table", refused)
    assert "Join" in world.board.labels
