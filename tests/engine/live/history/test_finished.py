"""A server's matches that are over: pages, newest first, and the people of each."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.bots.level import Level
from engine.live.history import finished as past
from engine.live.history.finished import FinishedMatch
from engine.live.model.computers import with_computers
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Status
from engine.live.tables import lifecycle, presence
from tests.engine.live.finished import finish
from tests.engine.live.people import ANA, BEN, CEM, DIA, GUILD, World
from tests.engine.live.playing import play_deal, play_match, play_on
from tests.engine.live.stores import FragileStore

ANA_WON = ((ANA, 100, True), (BEN, 0, False))


def ids(page: Sequence[FinishedMatch]) -> list[str]:
    return [each.id for each in page]


async def only_match(store: FragileStore) -> FinishedMatch:
    """Return the one match of the server."""
    (match,) = await store.history.page(GUILD, 9)
    return match


async def test_a_page_holds_the_newest_matches_first_and_the_next_page_goes_on(store: FragileStore) -> None:
    for number in (3, 1, 5, 2, 4):
        await finish(store, f"t{number}", *ANA_WON)
    pages = [ids(await store.history.page(GUILD, 2, offset)) for offset in (0, 2, 4, 6)]
    assert pages == [["t5", "t4"], ["t3", "t2"], ["t1"], []]
    assert await store.history.count(GUILD) == 5


async def test_matches_that_ended_at_the_same_moment_keep_one_order(store: FragileStore) -> None:
    for number in (2, 3, 1):
        await finish(store, f"t{number}", *ANA_WON, at=1.0)
    pages = [ids(await store.history.page(GUILD, 2, offset)) for offset in (0, 2)]
    assert pages == [["t3", "t2"], ["t1"]]


async def test_the_matches_of_one_person_are_those_they_finished(store: FragileStore) -> None:
    for number, (winner, loser) in enumerate(((ANA, BEN), (BEN, CEM), (CEM, ANA)), 1):
        await finish(store, f"t{number}", (winner, 100, True), (loser, 0, False))
    assert ids(await store.history.page(GUILD, 9, user_id=ANA.user_id)) == ["t3", "t1"]
    assert ids(await store.history.page(GUILD, 1, 1, user_id=ANA.user_id)) == ["t1"]
    assert await store.history.count(GUILD, user_id=BEN.user_id) == 2
    assert await store.history.count(GUILD, user_id=DIA.user_id) == 0


async def test_the_matches_of_another_server_are_left_out(store: FragileStore) -> None:
    await finish(store, "t1", *ANA_WON)
    await finish(store, "t2", *ANA_WON, guild=GUILD + 1)
    for user in (None, ANA.user_id):
        assert ids(await store.history.page(GUILD, 9, user_id=user)) == ["t1"]
        assert await store.history.count(GUILD, user_id=user) == 1
    assert [await store.history.status(GUILD, each, 0) for each in ("t1", "t2", "t3")] == [Status.FINISHED, None, None]


async def test_a_match_has_its_people_with_their_points_and_the_winner(store: FragileStore) -> None:
    await finish(store, "t1", (ANA, 35, False), (BEN, 105, True), at=12.5, deals=7)
    match = await only_match(store)
    assert (match.rules, match.deals, match.at, match.pairs, match.computers) == ("express", 7, 12.5, False, 0)
    assert [(each.user_id, each.name, each.points, each.won, each.level) for each in match.people] == [
        (101, "Ana", 35, False, None),
        (102, "Ben", 105, True, None),
    ]


async def test_a_match_tells_computers_from_people(store: FragileStore) -> None:
    ana, computer = with_computers((ANA,), [Level.EASY])
    await finish(store, "t1", (ana, 100, True), (computer, 0, False))
    match = await only_match(store)
    assert match.computers == 1
    people = [("Ana", None, True), (computer.name, Level.EASY, False)]
    assert [(each.name, each.level, each.won) for each in match.people] == people


async def test_a_match_in_pairs_says_so(store: FragileStore) -> None:
    await finish(store, "t1", *ANA_WON, (CEM, 100, True), (DIA, 0, False), pairs=True)
    match = await only_match(store)
    assert match.pairs
    assert [each.won for each in match.people] == [True, False, True, False]


async def test_a_player_who_left_is_there_and_wins_where_the_bot_won_for_them(world: World) -> None:
    table = await world.match(ANA, BEN, target=50)
    await table.do(presence.leave, BEN.user_id)
    while table.playing:
        await (world.due(table) if table.view(None).turn == 1 else play_on(table))
    match = await only_match(world.store)
    assert [each.user_id for each in match.people] == [101, 102]
    assert tuple(seat for seat, each in enumerate(match.people) if each.won) == table.view(None).winners


@pytest.mark.parametrize("shown", Visibility)
async def test_a_match_tells_how_people_want_to_be_shown(store: FragileStore, shown: Visibility) -> None:
    await finish(store, "t1", *ANA_WON)
    await store.preferences.set(BEN.user_id, PersonPreferences(shown=shown))
    await store.preferences.set(ANA.user_id, PersonPreferences(as_text=True))
    assert [each.visibility for each in (await only_match(store)).people] == [Visibility.NAMED, shown]


async def test_a_match_is_among_the_past_ones_only_when_it_has_been_played_to_its_end(world: World) -> None:
    table = await world.match(target=50)
    assert await world.store.history.page(GUILD, 9) == []
    assert await world.store.history.status(GUILD, table.id, 0) is Status.PLAYING
    await play_match(table)
    assert (await only_match(world.store)).id == table.id
    assert await world.store.history.status(GUILD, table.id, 0) is Status.FINISHED


async def test_a_match_that_was_ended_is_known_and_not_among_the_past_ones(world: World) -> None:
    table = await world.match(target=200)
    await play_deal(table)
    await table.do(lifecycle.end, ANA.user_id, manager=True)
    assert await world.store.history.count(GUILD) == 0
    assert await world.store.history.status(GUILD, table.id, 0) is Status.CLOSED


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("which", "parameters"), [(past._OF_SERVER, (GUILD, 8, 0)), (past._OF_PERSON, (ANA.user_id, GUILD, 8, 0))]
)
async def test_pages_and_counts_come_from_an_index(
    store: FragileStore, which: str, parameters: tuple[int, ...]
) -> None:
    for sql, values in ((past._FOUND.format(which), parameters), (f"SELECT count(*) FROM {which}", parameters[:-2])):
        plan = [row[3] for row in await store.connection.rows(f"EXPLAIN QUERY PLAN {sql}", values)]
        assert any("USING COVERING INDEX" in step for step in plan)
        assert [step for step in plan if step.startswith("SCAN")] in ([], ["SCAN found"])
