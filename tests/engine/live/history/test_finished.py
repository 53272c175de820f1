"""A server's matches that are over: pages, newest first, and who sat there."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.bots.level import Level
from engine.live.history import finished as past
from engine.live.history.finished import FinishedMatch
from engine.live.model.computers import with_computers
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import LogEntry, Person, Score, Status
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, DIA, GUILD, World, header, play_deal, play_match
from tests.engine.live.stores import FragileStore

ELSEWHERE = 8


async def finish(
    store: FragileStore,
    identity: str,
    scores: Sequence[Score],
    *,
    at: float,
    guild: int = GUILD,
    deals: int = 1,
    pairs: bool = False,
) -> None:
    """Put a finished match straight into the store."""
    people = tuple(each.person for each in scores)
    made = header(
        identity=identity, guild=guild, people=people, status=Status.FINISHED, options={"pairs": pairs}, deadline=None
    )
    await store.create(made)
    await store.append(made, [LogEntry(0, "deal 0-0", None, at)], scores, deals)


def won(person: Person, points: int = 100) -> Score:
    return Score(person, points, True)


def lost(person: Person, points: int = 0) -> Score:
    return Score(person, points, False)


def ids(page: Sequence[FinishedMatch]) -> list[str]:
    return [each.id for each in page]


async def test_a_page_holds_the_newest_matches_first_and_the_next_page_goes_on(store: FragileStore) -> None:
    for number in (3, 1, 5, 2, 4):
        await finish(store, f"match{number}", [won(ANA), lost(BEN)], at=float(number))
    assert ids(await store.history.page(GUILD, 2)) == ["match5", "match4"]
    assert ids(await store.history.page(GUILD, 2, 2)) == ["match3", "match2"]
    assert ids(await store.history.page(GUILD, 2, 4)) == ["match1"]
    assert ids(await store.history.page(GUILD, 2, 6)) == []
    assert await store.history.count(GUILD) == 5


async def test_matches_that_ended_at_the_same_moment_keep_one_order(store: FragileStore) -> None:
    for name in ("b", "c", "a"):
        await finish(store, name, [won(ANA), lost(BEN)], at=1.0)
    assert [*ids(await store.history.page(GUILD, 2)), *ids(await store.history.page(GUILD, 2, 2))] == ["c", "b", "a"]


async def test_one_persons_matches_are_those_they_finished(store: FragileStore) -> None:
    await finish(store, "match1", [won(ANA), lost(BEN)], at=1.0)
    await finish(store, "match2", [won(BEN), lost(CEM)], at=2.0)
    await finish(store, "match3", [won(CEM), lost(ANA)], at=3.0)
    assert ids(await store.history.page(GUILD, 9, user=ANA.user)) == ["match3", "match1"]
    assert ids(await store.history.page(GUILD, 1, 1, user=ANA.user)) == ["match1"]
    assert await store.history.count(GUILD, user=BEN.user) == 2
    assert await store.history.count(GUILD, user=DIA.user) == 0


async def test_another_servers_matches_are_left_out(store: FragileStore) -> None:
    await finish(store, "ours", [won(ANA), lost(BEN)], at=1.0)
    await finish(store, "theirs", [won(ANA), lost(BEN)], at=2.0, guild=ELSEWHERE)
    for user in (None, ANA.user):
        assert ids(await store.history.page(GUILD, 9, user=user)) == ["ours"]
        assert await store.history.count(GUILD, user=user) == 1
    assert await store.history.status(GUILD, "ours") is Status.FINISHED
    assert await store.history.status(GUILD, "theirs") is None
    assert await store.history.status(GUILD, "nobody") is None


async def test_it_tells_who_sat_there_with_their_points_and_who_won(store: FragileStore) -> None:
    await finish(store, "match1", [lost(ANA, 35), won(BEN, 105)], at=12.5, deals=7)
    (match,) = await store.history.page(GUILD, 9)
    assert (match.rules, match.deals, match.at, match.pairs, match.computers) == ("express", 7, 12.5, False, 0)
    assert [(each.user, each.name, each.points, each.won, each.level) for each in match.people] == [
        (101, "Ana", 35, False, None),
        (102, "Ben", 105, True, None),
    ]


async def test_computers_are_told_from_people(store: FragileStore) -> None:
    ana, computer = with_computers((ANA,), [Level.EASY])
    await finish(store, "match1", [won(ana), lost(computer)], at=1.0)
    (match,) = await store.history.page(GUILD, 9)
    assert match.computers == 1
    assert [(each.name, each.level, each.won) for each in match.people] == [
        ("Ana", None, True),
        (computer.name, Level.EASY, False),
    ]


async def test_pairs_are_told(store: FragileStore) -> None:
    await finish(store, "match1", [won(ANA), lost(BEN), won(CEM), lost(DIA)], at=1.0, pairs=True)
    (match,) = await store.history.page(GUILD, 9)
    assert match.pairs
    assert [each.won for each in match.people] == [True, False, True, False]


async def test_whoever_left_and_lost_is_there_and_so_is_who_had_the_bot_win_for_them(world: World) -> None:
    table = await world.match(ANA, BEN, target=50)
    await table.leave_match(BEN.user)
    while table.playing:
        if table.view(None).turn is None:
            await table.next_deal(ANA.user, table.view(None).deal)
        elif table.view(None).turn == 0:
            await table.play(ANA.user, 0, table.ply, 0)
        else:
            await world.due(table)
    (match,) = await world.store.history.page(GUILD, 9)
    assert [each.user for each in match.people] == [101, 102]
    assert tuple(seat for seat, each in enumerate(match.people) if each.won) == table.view(None).winners


@pytest.mark.parametrize("shown", Visibility)
async def test_it_tells_how_people_want_to_be_shown(store: FragileStore, shown: Visibility) -> None:
    await finish(store, "match1", [won(ANA), lost(BEN)], at=1.0)
    await store.set_preferences(BEN.user, PersonPreferences(shown=shown))
    await store.set_preferences(ANA.user, PersonPreferences(as_text=True))
    (match,) = await store.history.page(GUILD, 9)
    assert [each.shown for each in match.people] == [Visibility.NAMED, shown]


async def test_a_match_is_among_the_past_ones_only_when_it_has_been_played_to_its_end(world: World) -> None:
    table = await world.match(target=50)
    assert await world.store.history.page(GUILD, 9) == []
    assert await world.store.history.status(GUILD, table.id) is Status.PLAYING
    await play_match(table)
    assert ids(await world.store.history.page(GUILD, 9)) == [table.id]
    assert await world.store.history.status(GUILD, table.id) is Status.FINISHED


async def test_a_match_that_was_ended_is_not_among_them_but_known(world: World) -> None:
    table: Table = await world.match(target=200)
    await play_deal(table)
    await table.end(ANA.user)
    assert await world.store.history.count(GUILD) == 0
    assert await world.store.history.status(GUILD, table.id) is Status.CLOSED


@pytest.mark.parametrize(
    ("which", "parameters"), [(past._OF_SERVER, (GUILD, 8, 0)), (past._OF_PERSON, (ANA.user, GUILD, 8, 0))]
)
async def test_a_page_and_its_count_are_found_in_an_index_however_many_matches_there_are(
    store: FragileStore, which: str, parameters: tuple[int, ...]
) -> None:
    for sql, values in ((past._FOUND.format(which), parameters), (f"SELECT count(*) FROM {which}", parameters[:-2])):
        plan = [row[3] for row in await store._connection.rows(f"EXPLAIN QUERY PLAN {sql}", values)]
        assert any("USING COVERING INDEX" in step for step in plan)
        assert [step for step in plan if step.startswith("SCAN")] in ([], ["SCAN found"])
