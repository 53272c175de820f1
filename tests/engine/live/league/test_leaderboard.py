"""A server's standing."""

from __future__ import annotations

from dataclasses import replace

import pytest_asyncio

from engine.live.league.figures import LeaderboardFilter
from engine.live.model.table import Person
from tests.engine.live.finished import finish, short
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, GUILD
from tests.engine.live.stores import FragileStore

HERE = LeaderboardFilter(GUILD, rules="express")


@pytest_asyncio.fixture
async def played(store: FragileStore) -> FragileStore:
    """Five matches of four people, and one of another server."""
    await finish(store, "t1", (ANA, 100, True), (BEN, 40, False))
    await finish(store, "t2", (ANA, 30, False), (BEN, 120, True))
    await finish(store, "t3", (ANA, 105, True), (CEM, 70, False), (DIA, 0, False))
    await finish(store, "t4", (CEM, 101, True), (DIA, 10, False))
    await finish(store, "t5", (DIA, 1, False), (BEN, 11, False))
    await finish(store, "t6", (DIA, 500, True), (ANA, 0, False), guild=GUILD + 1)
    return store


async def board(store: FragileStore, guild: int = GUILD) -> list[tuple[int, int, str, int, int, int]]:
    found, total = await store.league.leaderboard(replace(HERE, guild_id=guild), 10)
    assert total == len(found)
    return [short(each) for each in found]


async def test_wins_come_first_then_points_then_the_fewer_matches(played: FragileStore) -> None:
    assert await board(played) == [
        (1, ANA.user_id, "Ana", 3, 2, 235),
        # level in wins and points, 70 + 101 and 40 + 120 + 11, in two matches and in three
        (2, CEM.user_id, "Cem", 2, 1, 171),
        (3, BEN.user_id, "Ben", 3, 1, 171),
        (4, DIA.user_id, "Dia", 3, 0, 11),
    ]


async def test_people_who_are_level_in_all_share_a_rank_and_the_next_is_skipped(store: FragileStore) -> None:
    await finish(store, "t1", (ANA, 100, True), (BEN, 0, False))
    await finish(store, "t2", (CEM, 100, True), (DIA, 0, False))
    ranks = [(rank, name) for rank, _, name, *_ in await board(store)]
    assert ranks == [(1, "Ana"), (1, "Cem"), (3, "Ben"), (3, "Dia")]
    for by_rating in (False, True):
        found, _ = await store.league.leaderboard(HERE, 10, by_rating=by_rating)
        assert all(each.shared for each in found)
    await finish(store, "t3", (ANA, 100, True), (EVE, 0, False))
    found, _ = await store.league.leaderboard(HERE, 10)
    assert [(each.name, each.shared) for each in found] == [
        *(("Ana", False), ("Cem", False), ("Ben", True), ("Dia", True), ("Eve", True))
    ]
    assert [await store.league.standing(HERE, each.user_id) for each in found] == found
    # without the newest match it is as it was
    assert (await store.league.standing(HERE, ANA.user_id, without="t3")).shared


async def test_a_leaderboard_is_one_servers(played: FragileStore) -> None:
    assert await board(played, GUILD + 1) == [(1, DIA.user_id, "Dia", 1, 1, 500), (2, ANA.user_id, "Ana", 1, 0, 0)]
    assert await board(played, GUILD + 2) == []


async def test_pages_go_on_where_the_one_before_ended(played: FragileStore) -> None:
    whole, _ = await played.league.leaderboard(HERE, 10)
    for size in (1, 2, 3):
        pages = [await played.league.leaderboard(HERE, size, offset) for offset in range(0, 4, size)]
        assert [each for page, _ in pages for each in page] == whole
        assert {total for _, total in pages} == {4}
    assert await played.league.leaderboard(HERE, 10, 4) == ([], 4)


async def test_the_standing_before_a_match_is_the_one_without_it(played: FragileStore) -> None:
    assert short(await played.league.standing(HERE, CEM.user_id, without="t4")) == (3, CEM.user_id, "Cem", 1, 0, 70)
    over_all = LeaderboardFilter(GUILD)
    elsewhere = await played.league.standing(over_all, DIA.user_id, without="t6")
    assert elsewhere == await played.league.standing(over_all, DIA.user_id)
    assert await played.league.standing(HERE, 999) is None
    await finish(played, "t7", (Person(900, "Fay", "fr"), 5, True))
    assert await played.league.standing(HERE, 900, without="t7") is None


async def test_the_name_is_the_one_of_the_last_match_on_the_server(store: FragileStore) -> None:
    for number, name, guild in ((2, "Ana II", GUILD), (1, "Ana I", GUILD), (3, "Secret", GUILD + 1)):
        await finish(store, f"t{number}", (replace(ANA, name=name), 1, False), (BEN, 1, True), guild=guild)
    assert (await store.league.standing(HERE, ANA.user_id)).name == "Ana II"
