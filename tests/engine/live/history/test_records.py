"""The record of a match at a table, with all that its deals were drawn from."""

from __future__ import annotations

import pytest

from engine import match
from engine.live.history.records import record_of
from engine.live.model.errors import Code, TableError
from engine.live.tables import lifecycle, lobby, playing
from engine.live.tables.table import Table
from engine.record import Record, loads, replay
from engine.verify import verify
from tests.engine.live.people import ANA, BEN, CEM, World
from tests.engine.live.playing import play_deal, play_match


@pytest.fixture
def world(world: World) -> World:
    """A world that deals as real tables do."""
    world.dealer = None
    return world


async def is_declined(world: World, table: Table, why: Code) -> None:
    with pytest.raises(TableError, match=why.value):
        record_of(await world.kept(table))


async def read_record(world: World, table: Table) -> Record:
    text = record_of(await world.kept(table))
    assert "\n" not in text
    record = loads(text)
    if table.header.seed is not None:
        assert verify(record) == len(record.deals)
    return record


async def test_a_record_holds_the_match_its_players_its_time_and_its_seed(world: World) -> None:
    table = await world.begun(options={"target": 50})
    world.clock.now += 60
    await play_match(table)
    record = await read_record(world, table)
    *_, (_, state) = replay(record)
    assert state.finished
    assert match.view(state, None) == table.view(None)
    assert record.extra == {
        "players": ["Ana", "Ben"],
        "played_at": "1970-01-12T13:46:40Z",
        "seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    }
    assert not any(record.deal_extra)


async def test_each_deal_holds_the_words_that_were_added_to_it(world: World) -> None:
    table = await world.begun(ANA, BEN, CEM, options={"target": 200}, words=((CEM.user_id, "été"),))
    await play_deal(table)
    await table.do(playing.next_deal, ANA.user_id, 1)
    await play_match(table)
    first, *others = (await read_record(world, table)).deal_extra
    assert first == {"words": ["", "", "été"]}
    assert len(others) >= 1
    assert not any(others)


async def test_a_match_from_before_there_were_seeds_has_a_record_without_one(world: World) -> None:
    table = await world.begun(seed=None, options={"target": 50})
    await play_match(table)
    assert set((await read_record(world, table)).extra) == {"players", "played_at"}


@pytest.mark.parametrize("rules", ["memory", "matador"])
async def test_a_first_deal_says_that_its_opening_passed_on(rules: str, world: World) -> None:
    table = await world.begun(rules=rules, opener=ANA.user_id, words=((ANA.user_id, "again"),))
    await table.do(lifecycle.end, ANA.user_id, manager=True)
    record = await read_record(world, table)
    assert record.deals[0][0].first == 1
    assert record.deal_extra[0] == {"passed_on": True, "words": ["again", ""]}


async def test_no_opening_passes_on_where_the_rules_choose_the_opener(world: World) -> None:
    table = await world.begun(rules="express", opener=ANA.user_id)
    await table.do(lifecycle.end, ANA.user_id, manager=True)
    assert (await read_record(world, table)).deal_extra == ({},)


async def test_words_of_a_person_who_left_the_lobby_are_not_in_the_record(world: World) -> None:
    table = await world.begun(words=((CEM.user_id, "gone"),))
    await table.do(lifecycle.end, ANA.user_id, manager=True)
    assert (await world.kept(table)).log[0].words == ("", "")
    assert (await read_record(world, table)).deal_extra == ({},)


async def test_a_match_has_no_record_while_it_is_played(world: World) -> None:
    await is_declined(world, await world.match(target=200), Code.STARTED)


async def test_a_lobby_has_no_record_neither_open_nor_closed(world: World) -> None:
    table = await world.lobby(ANA)
    await is_declined(world, table, Code.NOT_STARTED)
    await table.do(lobby.cancel, ANA.user_id)
    await is_declined(world, table, Code.NOT_STARTED)
