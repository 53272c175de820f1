"""Tables of cups in a hub: begun in one write under an id chosen before, and found again."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from engine.bots.level import Level
from engine.live.hub import Hub
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.request import CupRequest
from engine.live.model.table import CupMatch, Person, Status
from engine.live.tables import cup_matches, lifecycle
from tests.engine.live.people import ANA, BEN, CEM, CHANNEL, DIA, GUILD, World, opened
from tests.engine.live.playing import play_match

CUP = CupMatch("spring", 2, 5)
COMPUTER = Person(-1, "Odile", "", level=Level.NORMAL)


def request(*people: Person, **changes: Any) -> CupRequest:
    """Return the request for a match of a cup."""
    given = {"table_id": "cuptable", "cup": CUP, "guild_id": GUILD, "channel_id": CHANNEL, "rules": "no-boneyard"}
    return CupRequest(**given | {"people": people or (ANA, BEN), "locale": "fr"} | changes)


async def test_a_cups_table_is_stored_with_its_first_deal_and_told(hub: Hub, world: World) -> None:
    pairs = request(COMPUTER, BEN, CEM, DIA, rules="dupla")
    table = await hub.begin(pairs)
    assert world.told == [table]
    assert hub.in_channel(CHANNEL) is hub.find("cuptable") is table
    header = table.header
    assert (header.status, header.people, header.cup) == (Status.PLAYING, pairs.people, CUP)
    assert header.host_id == BEN.user_id, "the first person who is no computer"
    assert not header.hints
    kept = await world.kept(table)
    assert (kept.header, len(kept.log)) == (header, 1)
    await world.again(table)


async def test_a_cups_table_is_played_to_its_end_and_its_result_is_read_from_the_store(hub: Hub) -> None:
    table = await hub.begin(request(options={"target": 50}))
    await play_match(table)
    kept = await hub.saved("cuptable")
    outcome = cup_matches.match_over(kept)
    assert (outcome.how, outcome.left) == ("played", ())
    assert outcome.winner == outcome.points.index(max(outcome.points))


@pytest.mark.parametrize("over", [False, True])
async def test_a_table_that_was_begun_before_is_returned_as_it_is(hub: Hub, world: World, over: bool) -> None:
    table = await hub.begin(request())
    if over:
        await table.do(lifecycle.call_off)
    again = await hub.begin(request())
    assert again.header == table.header
    assert (again is table) is not over
    other = world.hub()
    await other.load()
    assert (await other.begin(request())).header == table.header


async def test_a_table_that_was_stored_in_spite_of_an_error_is_begun_once(hub: Hub, world: World) -> None:
    with world.store.in_doubt(), pytest.raises(StorageError):
        await hub.begin(request())
    assert hub.tables == ()
    table = await hub.begin(request())
    assert hub.tables == (table,)
    assert len((await world.kept(table)).log) == 1
    assert world.told == [table], "its channel has not seen it"


async def test_two_beginnings_at_once_make_one_table(hub: Hub, world: World) -> None:
    found = await asyncio.gather(*(hub.begin(request()) for _ in range(3)), return_exceptions=True)
    tables = {id(each) for each in found if not isinstance(each, Exception)}
    assert len(tables) == len(hub.tables) == 1
    assert {each.code for each in found if isinstance(each, TableError)} <= {Code.CHANNEL_TAKEN}
    assert len((await world.kept(hub.tables[0])).log) == 1


@pytest.mark.parametrize("apart", [0, 1])
async def test_two_processes_that_begin_a_table_make_one(hub: Hub, world: World, apart: int) -> None:
    tables = await asyncio.gather(hub.begin(request()), world.hub().begin(request(channel_id=CHANNEL + apart)))
    assert {table.id for table in tables} == {"cuptable"}
    assert len((await world.kept(tables[0])).log) == 1


async def test_a_channel_with_another_table_has_no_room_for_a_cups(hub: Hub) -> None:
    other = await opened(hub, ANA)
    with pytest.raises(TableError) as taken:
        await hub.begin(request())
    assert (taken.value.code, taken.value.facts) == (Code.CHANNEL_TAKEN, {"table": other})


async def test_a_rule_set_for_others_is_refused(hub: Hub) -> None:
    with pytest.raises(TableError) as refused:
        await hub.begin(request(ANA, BEN, rules="dupla"))
    assert refused.value.code is Code.TOO_FEW
    assert hub.tables == ()


async def test_a_cups_table_moves_by_the_bot_to_a_free_channel(hub: Hub, world: World) -> None:
    table = await hub.begin(request())
    await hub.relocate(table, CHANNEL + 1)
    assert hub.in_channel(CHANNEL + 1) is table
    assert (await world.kept(table)).header.channel_id == CHANNEL + 1
    other = await hub.begin(request(CEM, DIA, table_id="another", channel_id=CHANNEL))
    with pytest.raises(TableError) as taken:
        await hub.relocate(table, CHANNEL)
    assert taken.value.facts == {"table": other}
    assert hub.in_channel(CHANNEL + 1) is table


async def test_a_called_table_goes_on_after_a_restart(hub: Hub, world: World) -> None:
    table = await hub.begin(request())
    await table.do(cup_matches.call_time)
    other = world.hub()
    await other.load()
    (again,) = other.tables
    assert again.header.cup == replace(CUP, called_deal=1)
    await again.do(cup_matches.call_time)
    assert again.header.deadline == table.header.deadline
