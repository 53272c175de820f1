"""The law of secrecy where messages are answers, and where a table and a hand share a message."""

from __future__ import annotations

import logging
import random
from typing import Any

import discord
import pytest

import render
from engine.live.tables.table import Table
from tests.cogs.attacks.test_secrecy import Reader, tagged
from tests.engine.games import short_options
from tests.support import anywhere
from tests.support.cases import few
from tests.support.in_memory.world import World, act

EPHEMERAL = 64
RULES = ("express", "memory", "all-fives", "mexican-train-nine", "forty-two")


class AnswerReader(Reader):
    """A reader that knows which answers one person alone sees, and which of them everybody."""

    def check_request(self, request: Any) -> None:
        self.request = request
        super().check_request(request)

    def reader_of(self, path: str) -> tuple[int | None, bool]:
        if self.request.method == "POST" and path.startswith("/webhooks/"):
            # a follow-up is public unless it says otherwise
            private = (self.request.json or {}).get("flags", 0) & EPHEMERAL
            return super().reader_of(path) if private else (None, True)
        if "/messages/" in path and "@original" not in path and path.startswith("/webhooks/"):
            return None, True
        return super().reader_of(path)


async def begin(world: World, rules: str, *, alone: bool) -> tuple[Table, Any]:
    anywhere.install(world.env, world.alice)
    place = world.alice.user.dm_channel
    options = short_options(rules)
    if alone:
        await world.alice.run("play", place, rules=rules, **options)
    else:
        place = anywhere.group_message(world.env, world.alice, world.bruno, world.chloe, world.davide)
        await world.alice.run("play", place, rules=rules, **options)
    (table,) = world.tables
    for each in world.named("bruno", "chloe", "davide") if not alone else ():
        if len(table.people) < table.header.seats[-1]:
            await each.press(f"b:join:{table.id}", place)
    if not table.playing:
        await world.alice.press(f"b:start:{table.id}", place)
    return table, place


@pytest.mark.sampled(1)
@pytest.mark.parametrize("alone", [True, False], ids=["alone", "answers"])
@pytest.mark.parametrize("rules", few(RULES, ["express", "memory"]))
async def test_a_whole_match_shows_nothing_hidden_by_any_answer(
    world: World, rules: str, alone: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    source = random.Random(rules)
    monkeypatch.setattr(discord.File, "to_dict", tagged)
    readers: list[AnswerReader] = []
    for what in ("table", "hand", "deal_end"):
        monkeypatch.setattr(
            render,
            what,
            lambda view, *_, **__: readers[0].drawn(view) if readers else f"for {view.seat}, deal {view.deal}".encode(),
        )
    table, place = await begin(world, rules, alone=alone)
    reader = AnswerReader(world, table, caplog)
    readers.append(reader)
    reader.look()
    apply = Table._apply

    def applied(changed: Table, *change: Any) -> None:
        # computers move one after the other between two steps of the test
        apply(changed, *change)
        reader.look()

    monkeypatch.setattr(Table, "_apply", applied)
    while table.playing:
        async with world.directly():
            for _ in range(source.randint(1, 4)):
                between = table.view(None).turn is None
                await act(table, source)
                reader.begin_deal() if between else reader.look()
                if between or table.view(None).turn is None:
                    break
        if table.playing and table.view(None).turn is not None and not alone:
            seat = source.choice(table.header.human_seats)
            await world.who(table.people[seat].user_id).forge(f"b:hand:{table.id}", place)
            await world.eve.forge(f"b:back:{table.id}", place)
        elif table.playing:
            await world.alice.run("board", place)
        reader.check()
    assert reader.read > 5
