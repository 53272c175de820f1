"""The threads of tables are archived once the results of their round are told."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cups import Action, Began, Cancelled, Corrected, Finished, How, Paired, Sides, SignedUp
from engine.live.cups import organizing
from engine.live.cups.course import Archive, jobs
from engine.live.cups.model import NOWHERE, LiveTable, Post, Way
from tests.cogs.cups.examples import NOW, cup_at
from tests.cogs.cups.flow import opened
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import MISSING_PERMISSIONS, World

FOUR = ("alice", "bruno", "chloe", "davide")
ARCHIVED = (400, 50083)
BEGUN = (
    *(SignedUp((each,)) for each in (11, 12, 13, 14)),
    Began(),
    Paired(1, ((1, (1,), (2,)), (2, (3,), (4,)))),
)
OVER = (*BEGUN, Finished(1, 1, 0, (100, 40)), Finished(1, 2, 0, (100, 40)))
OFF = (*BEGUN, Cancelled("rain"))
TOLD, END = {"standings-1": Post(2, 31)}, {"end": Post(2, 41)}


@pytest.mark.parametrize(
    ("actions", "posts", "fields", "left"),
    [
        (OVER, TOLD, {}, True),
        (OVER, {"standings-1": Post(0, NOWHERE)}, {}, True),
        (OVER, {"standings-1": Post(2)}, {}, False),
        (OVER, {}, {}, False),
        # a correction seated two anew
        (BEGUN, TOLD, {}, False),
        (OVER, TOLD, {"archived": True}, False),
        (OVER, TOLD, {"way": Way.CHANNEL}, False),
        (OVER, TOLD, {"channel_id": 0}, False),
        (OFF, END, {"begun": True, "called": True}, True),
        (OFF, END, {"begun": True}, False),
        (OFF, {}, {"begun": True, "called": True}, False),
    ],
)
def test_a_thread_is_left_once_the_results_of_its_round_are_told(
    actions: tuple[Action, ...], posts: dict[str, Post], fields: dict[str, Any], left: bool
) -> None:
    live = LiveTable(1, 1, NOW, **{"channel_id": 7, "message_id": 8, **fields})
    at = cup_at(*actions, sides=Sides.ALONE, settings={"rounds": 2}, tables=[live], posts=posts)
    assert ([each for each in jobs(at) if isinstance(each, Archive)] == [Archive(1, 1)]) is left


def test_a_correction_opens_the_thread_of_its_table_alone() -> None:
    tables = [LiveTable(1, number, NOW, channel_id=7, archived=True) for number in (1, 2)]
    at = cup_at(*OVER, sides=Sides.ALONE, settings={"rounds": 2}, tables=tables)
    change = organizing.correct(at, 9, Corrected(1, 2, 1, (40, 100), How.PLAYED, "typed wrong"), manager=False)
    assert [(each.key, each.archived) for each in change.tables] == [((1, 2), False)]


# ---------------------------------------------------------------------- on Discord


def edits(world: World, archived: bool = True) -> list[int]:
    """Return the ids of the threads that the bot has archived, or opened, in their order."""
    found = world.requests(0, "PATCH", "/channels/")
    return [int(each.path.rpartition("/")[2]) for each in found if each.json == {"archived": archived}]


@pytest.mark.long
async def test_the_threads_of_a_round_are_archived_once_with_its_results_in_them(world: World) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    threads = list(world.channel.threads)
    await club.play_round()
    await club.show()
    assert sorted(edits(world)) == sorted(each.id for each in threads)
    assert all("[Thursday Cup]" in Seen(each.history()[0]).text for each in threads)
    assert not [each for thread in threads for each in thread.history() if "no result yet" in Seen(each).text]
    await world.restart()
    await club.show()
    assert len(edits(world)) == 2
    assert all(live.archived for live in club.at.tables.values())


@pytest.mark.long
@pytest.mark.parametrize("answer", [MISSING_PERMISSIONS, (404, 10003), ARCHIVED], ids=["forbidden", "gone", "archived"])
async def test_a_thread_that_discord_does_not_let_the_bot_archive_is_forgotten(
    world: World, answer: tuple[int, int]
) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    for live in club.tables:
        world.fail("PATCH", f"/channels/{live.channel_id}", *answer)
    await club.play_round()
    await club.show()
    assert len(edits(world)) == 2
    assert all(live.archived for live in club.at.tables.values())


@pytest.mark.long
async def test_threads_hold_up_no_round_and_are_archived_later(world: World) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    first = club.tables
    for live in first:
        world.fail("PATCH", f"/channels/{live.channel_id}", 503)
    await club.play_round()
    await club.wait(130)
    await club.show()
    assert len(club.at.cup.rounds) == 2
    assert all(live.message_id for live in club.tables)
    assert not any(club.at.tables[live.key].archived for live in first)
    world.heal()
    await club.wait(80)
    assert all(club.at.tables[live.key].archived for live in first)
    assert not any(live.archived for live in club.tables)


@pytest.mark.long
async def test_a_cup_that_is_called_off_leaves_no_thread_open(world: World) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    first, second = club.tables
    await club.come(first)
    await club.tick()
    async with world.directly():
        await club.cup.do(organizing.cancel, world.alice.id, "No hall", manager=False)
    await club.wait(20)
    assert not club.is_open
    assert sorted(edits(world)) == sorted([first.channel_id, second.channel_id])


@pytest.mark.long
async def test_a_corrected_result_is_shown_in_an_archived_thread(world: World) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    first = club.tables[0]
    await club.play_round()
    await club.show()
    world.fail("PATCH", f"/channels/{first.channel_id}/messages/*", *ARCHIVED, times=1)
    correction = Corrected(1, first.number, None, (7, 7), How.PLAYED, "typed wrong")
    async with world.directly():
        await club.cup.do(organizing.correct, world.alice.id, correction, manager=False)
    await club.wait(20)
    assert edits(world, archived=False) == [first.channel_id]
    assert edits(world)[2:] == [first.channel_id]
    shown = [each.json for each in world.requests(0, "PATCH", f"/messages/{first.message_id}")]
    assert "level, 7 to 7" in str(shown[-1])
