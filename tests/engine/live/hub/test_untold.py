"""News that a channel was not told: those that a table notes, and those that it finds in what is stored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.events import Dealt, Played
from engine.live.model.deleted_users import DELETED_NAME
from engine.live.model.news import Closed, NewHost, News, Resumed, TimedOut, TookSeat, WentAway
from engine.live.model.table import OWNERS_FROM_BIT, Attendance, Presence, SentMessage, Status, Told
from engine.live.tables import lifecycle, lobby, presence
from engine.live.tables.replay import replay
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, DIA, World
from tests.engine.live.playing import exactly, play_one, tell

HERE, LEFT = Presence.HERE, Presence.LEFT
ALL, TWO, OTHER_HOST = (Attendance((HERE, ben, HERE), host, False) for ben, host in ((HERE, 0), (LEFT, 0), (HERE, 2)))
PLAYING, CLOSED = Status.PLAYING.value, Status.CLOSED.value


@pytest.mark.parametrize(
    ("before", "end", "after", "again", "left"),
    [
        (0, 0, 0, 0, ()),
        (3, 0, 0, 0, (0, 1, 2)),
        (3, 1, 0, 1, (1, 2)),
        (3, 2, 0, 1, (2,)),
        (3, 3, 0, 0, ()),
        (3, 1, 1, 3, (3,)),
        (3, 3, 2, 2, (3, 4)),
        (3, 3, 2, 5, ()),
    ],
)
async def test_news_are_dropped_once_they_are_told_and_no_others(
    before: int, end: int, after: int, again: int, left: tuple[int, ...], world: World
) -> None:
    table = await world.lobby(ANA)
    table._note([NewHost(number) for number in range(before)])
    table.mark_told(end)
    table._note([NewHost(before + number) for number in range(after)])
    table.mark_told(again)
    assert table.untold == tuple(map(NewHost, left))
    assert table.news_end == before + after


@pytest.mark.parametrize(
    ("told", "kinds"),
    [
        (Told(), [Dealt, Played, TimedOut, Played]),
        (Told(0, PLAYING, ALL), [Dealt, Played, TimedOut, Played, WentAway]),
        (Told(1, PLAYING, ALL), [Played, TimedOut, Played, WentAway]),
        (Told(2, PLAYING, ALL), [TimedOut, Played, WentAway]),
        (Told(3, PLAYING, ALL), [WentAway]),
        (Told(3, PLAYING, TWO), []),
        (Told(3, PLAYING, TWO._replace(paused=True)), [Resumed]),
        (Told(3, PLAYING, OTHER_HOST), [WentAway, NewHost]),
        (Told(3, PLAYING), []),
    ],
)
async def test_a_log_and_a_header_tell_what_was_not_told(told: Told, kinds: list[type[News]], world: World) -> None:
    table = await world.opened_by(0, ANA, BEN, CEM)
    await play_one(table)
    await world.due(table)
    await table.do(presence.leave, BEN.user_id)
    assert [type(each) for each in replay(await world.kept(table), told).news] == kinds


@pytest.mark.parametrize(
    ("begun", "told", "news"),
    [
        (True, Told(1, PLAYING, ALL), (Closed("ended"),)),
        (True, Told(1, CLOSED, ALL), ()),
        (True, Told(1, CLOSED), ()),
        (False, Told(), (Closed("cancelled"),)),
        (False, Told(0, CLOSED), ()),
    ],
)
async def test_a_table_that_closed_early_is_told_to_be_closed_once(
    begun: bool, told: Told, news: tuple[News, ...], world: World
) -> None:
    table = await (world.begun if begun else world.lobby)(ANA, BEN, CEM)
    await (table.do(lifecycle.end, ANA.user_id, manager=True) if begun else table.do(lobby.cancel, ANA.user_id))
    assert exactly(*replay(await world.kept(table), told).news) == exactly(*news)


# ---------------------------------------------------------------------- what is told meanwhile


async def test_what_happens_while_news_are_on_their_way_stays_untold(trio: Table) -> None:
    end = trio.news_end
    await trio.do(presence.leave, BEN.user_id)
    trio.mark_told(end)
    assert exactly(*trio.untold) == exactly(WentAway(1))
    trio.mark_told(end)
    assert exactly(*trio.untold) == exactly(WentAway(1)), "once more is no more"


async def changed_by_another(world: World, table: Table) -> None:
    """Let another writer play on, and the table learn of it."""
    await play_one(await world.again(table))
    assert await table.reload(table.header.revision + 1)


async def test_news_on_their_way_while_a_table_is_loaded_anew_are_told_once(world: World, trio: Table) -> None:
    await trio.do(presence.leave, BEN.user_id)
    untold, end = trio.untold, trio.news_end
    await changed_by_another(world, trio)
    assert trio.untold[: len(untold)] == untold, "not told, they stay"
    trio.mark_told(end)
    assert [type(each) for each in trio.untold] == [Played]


async def test_another_owner_has_told_what_its_message_tells(world: World, trio: Table) -> None:
    end = trio.news_end
    other = await world.again(trio)
    await play_one(other)
    await other.set_post(SentMessage(5, other.ply, PLAYING, attendance=other.header.attendance))
    await play_one(other)
    trio.header = replace(trio.header, revision=trio.header.revision - (1 << OWNERS_FROM_BIT))
    await trio.reload(other.header.revision)
    trio.mark_told(end)
    assert trio.untold == other.untold[-1:]


async def test_untold_news_keep_no_name_that_was_deleted(world: World, trio: Table) -> None:
    await trio.set_post(SentMessage(5, trio.ply, PLAYING, attendance=trio.header.attendance))
    tell(trio)
    await trio.do(presence.leave, BEN.user_id)
    await trio.do(presence.ask_for_seat, DIA, 1)
    await trio.do(presence.give_seat, ANA.user_id, 1, DIA.user_id)
    await trio.do(lifecycle.end, ANA.user_id, manager=True)
    assert TookSeat(1, "Ben") in trio.untold
    await world.store.privacy.delete(BEN.user_id)
    assert await trio.reload(trio.header.revision + 1)
    assert exactly(*trio.untold) == exactly(TookSeat(1, DELETED_NAME), Closed("ended"))
