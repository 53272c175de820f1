"""A server's league as tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from engine.bots.level import Level
from engine.live.database.connection import Statement
from engine.live.database_store import DatabaseStore
from engine.live.league import export as module
from engine.live.league.export import MATCHES, RESULTS, SEASONS, STANDINGS, LeagueExport, Numbers, times
from engine.live.league.figures import Season, Span, month_of
from engine.live.model.deleted_users import DELETED_NAME
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import LogEntry, Person, Presence, Score, Status, Substitution
from tests.engine.live.finished import finish
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, GUILD, header
from tests.engine.live.stores import FragileStore

ROBOT = Person(-1, "Eino", "", level=Level.EASY)
FORMER = Person(-(2**33), DELETED_NAME, "")


@pytest_asyncio.fixture
async def played(store: FragileStore) -> FragileStore:
    """Three matches, and one of another server."""
    await finish(store, "t1", (ANA, 100, True), (BEN, 40, False))
    await finish(store, "t2", (CEM, 5, True), (ROBOT, 3, False), rules="mata")
    await finish(store, "t3", (ANA, 7, False), (BEN, 9, True), (CEM, 7, False), (DIA, 9, True), pairs=True)
    await finish(store, "t6", (DIA, 500, True), (ANA, 0, False), guild=GUILD + 1)
    return store


def of(columns: tuple[str, ...], rows: Any, *wanted: str) -> list[tuple[Any, ...]]:
    """Return some columns of rows."""
    return [tuple(dict(zip(columns, row, strict=True))[each] for each in wanted) for row in rows]


async def begun(store: FragileStore, span: Span = Span()) -> LeagueExport:
    league = LeagueExport(store.connection, store.league, GUILD, span)
    await league.begin()
    return league


async def rows_of(league: LeagueExport) -> tuple[list[Any], list[Any]]:
    """Return the rows of matches and of results."""
    portions = [each async for each in league.portions()]
    return [row for each in portions for row in each.matches], [row for each in portions for row in each.results]


async def results(store: FragileStore, *wanted: str) -> list[tuple[Any, ...]]:
    _, rows = await rows_of(await begun(store))
    return of(RESULTS, rows, *wanted)


async def show(store: FragileStore, who: Person, shown: Visibility) -> None:
    await store.preferences.set(who.user_id, PersonPreferences(shown=shown))


async def test_matches_are_those_of_the_server_in_order(played: FragileStore) -> None:
    league = await begun(played)
    matches, _ = await rows_of(league)
    assert league.count == 3
    assert matches == [
        (1, "t1", "1970-01-01T00:00:01Z", "express", "alone", 3, 2, 0),
        (2, "t2", "1970-01-01T00:00:02Z", "mata", "computers", 3, 2, 1),
        (3, "t3", "1970-01-01T00:00:03Z", "express", "pairs", 3, 4, 0),
    ]
    assert len(MATCHES) == len(matches[0])


async def test_results_are_of_every_seat_and_people_have_one_number(played: FragileStore) -> None:
    wanted = ("match", "seat", "side", "player", "name", "player_kind", "points", "won")
    assert await results(played, *wanted) == [
        ("t1", 1, 1, 1, "Ana", "person", 100, True),
        ("t1", 2, 2, 2, "Ben", "person", 40, False),
        ("t2", 1, 1, 3, "Cem", "person", 5, True),
        ("t2", 2, None, None, "Eino", "computer", None, None),
        ("t3", 1, 1, 1, "Ana", "person", 7, False),
        ("t3", 2, 2, 2, "Ben", "person", 9, True),
        ("t3", 3, 1, 3, "Cem", "person", 7, False),
        ("t3", 4, 2, 4, "Dia", "person", 9, True),
    ]


async def test_people_without_a_visible_name_have_neither_name_nor_number_nor_rating(played: FragileStore) -> None:
    before = await results(played, "match", "name", "rating")
    assert all(rating for match_id, _, rating in before if match_id == "t1")
    await show(played, ANA, Visibility.NAMELESS)
    await show(played, BEN, Visibility.HIDDEN)
    wanted = ("player", "name", "player_kind", "points", "rating")
    assert (await results(played, *wanted))[:2] == [
        (None, "", "unnamed", 100, None),
        (None, "", "unnamed", 40, None),
    ]
    league = await begun(played)
    rows = [row async for page in league.standings() for row in page]
    everyone = of(STANDINGS, rows, "time", "kind", "rules", "rank", "player", "name")
    assert [each[3:] for each in everyone if each[:3] == ("all", "pairs", "all")] == [
        (1, 1, "Dia"),
        (2, None, ""),
        (2, 2, "Cem"),
    ]


async def test_a_former_player_is_no_person(store: FragileStore) -> None:
    await finish(store, "t1", (ANA, 100, True), (FORMER, 40, False))
    found = await results(store, "player", "name", "player_kind", "points", "won")
    assert found[1] == (None, "", "former", 40, False)


async def test_a_player_whose_seat_somebody_took_has_lost_the_match(store: FragileStore) -> None:
    made = header(identity="t1", guild=GUILD, channel=1, people=(ANA, CEM))
    made = replace(made, substitutions=(Substitution(1, BEN.user_id, "Ben", 3, Presence.LEFT),))
    await store.create(made)
    scores = [Score(ANA, 100, True), Score(CEM, 40, False)]
    await store.append(replace(made, status=Status.FINISHED), [LogEntry(0, "x", None, 1.0)], scores, 1)
    found = await results(store, "seat", "side", "name", "points", "won", "stayed", "replaced")
    assert found == [
        (1, 1, "Ana", 100, True, True, False),
        (2, 2, "Cem", 40, False, True, False),
        (2, 2, "Ben", 0, False, False, True),
    ]


async def test_matches_of_a_running_cup_are_left_out(played: FragileStore) -> None:
    await cup(played, "t2", closed=False)
    league = await begun(played)
    matches, rows = await rows_of(league)
    assert of(MATCHES, matches, "match") == [("t1",), ("t3",)]
    assert {match_id for (match_id,) in of(RESULTS, rows, "match")} == {"t1", "t3"}
    assert league.count == 2
    await played.connection.write(Statement("UPDATE cups SET closed = 1"))
    assert (await begun(played)).count == 3


async def cup(store: DatabaseStore, match_id: str, *, closed: bool, guild: int = GUILD) -> None:
    """Store a cup of the server, with a match."""
    values = ("cup1", guild, 1, 1, "Cup", "en-US", "{}", "s", 1.0, closed, "{}")
    await store.connection.write(
        Statement(
            "INSERT INTO cups (id, guild_id, channel_id, organizer_id, name, locale, settings, seed, opened_at, closed,"
            " live) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values,
        ),
        Statement(
            "INSERT INTO cup_tables (cup_id, round, number, match_id, live) VALUES ('cup1', 1, 1, ?, '{}')",
            (match_id,),
        ),
    )


async def test_matches_that_end_after_the_beginning_are_left_out(played: FragileStore) -> None:
    league = await begun(played)
    await finish(played, "t9", (ANA, 100, True), (BEN, 40, False))
    matches, _ = await rows_of(league)
    assert of(MATCHES, matches, "match") == [("t1",), ("t2",), ("t3",)]


async def finished_again(store: FragileStore) -> None:
    await finish(store, "t7", (ANA, 100, True), (BEN, 40, False))


async def deleted_and_back(store: FragileStore) -> None:
    await store.privacy.delete(ANA.user_id)
    await finished_again(store)


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (finished_again, True),
        (deleted_and_back, False),
        (lambda store: store.privacy.delete(CEM.user_id), False),
        (lambda store: store.privacy.delete_guild(GUILD), False),
        (lambda store: show(store, BEN, Visibility.NAMELESS), False),
        (lambda store: show(store, BEN, Visibility.HIDDEN), False),
        (lambda store: show(store, BEN, Visibility.NAMED), True),
        # the first has not been named, the second plays on another server alone
        (lambda store: show(store, DIA, Visibility.HIDDEN), True),
        (lambda store: store.privacy.delete(EVE.user_id), True),
    ],
)
async def test_deletions_and_hidden_names_end_the_use_of_what_was_read(
    played: FragileStore, change: Callable[[FragileStore], Awaitable[Any]], wanted: bool
) -> None:
    await show(played, DIA, Visibility.NAMELESS)
    await finish(played, "t8", (EVE, 500, True), (BEN, 0, False), guild=GUILD + 1)
    league = await begun(played)
    await rows_of(league)
    assert await league.may_be_read()
    await change(played)
    assert await league.may_be_read() is wanted
    await league.begin()
    await rows_of(league)
    assert await league.may_be_read()


async def test_a_choice_that_this_version_does_not_know_hides_nobody(played: FragileStore) -> None:
    await show(played, ANA, Visibility.HIDDEN)
    await played.connection.write(Statement("UPDATE preferences SET value = '\"later\"'"))
    league = await begun(played)
    await rows_of(league)
    assert ANA.user_id in league.named
    assert await league.may_be_read()


async def test_a_time_selects_matches(played: FragileStore) -> None:
    matches, _ = await rows_of(await begun(played, Span(2.0, 3.0)))
    assert of(MATCHES, matches, "match") == [("t2",)]


async def test_portions_come_one_after_the_other(played: FragileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = await rows_of(await begun(played))
    standings = [row async for page in (await begun(played)).standings() for row in page]
    monkeypatch.setattr(module, "PORTION", 1)
    monkeypatch.setattr(LeagueExport.matches, "__defaults__", (1,))
    assert await rows_of(await begun(played)) == whole
    in_portions = [row async for page in (await begun(played)).standings() for row in page]
    assert sorted(map(str, in_portions)) == sorted(map(str, standings))


async def test_standings_are_the_leaderboards(played: FragileStore) -> None:
    await played.league.open_season(GUILD, "Winter", 2.5)
    await played.league.recompute(lambda *_: None)
    rows = [row async for page in (await begun(played)).standings() for row in page]
    found = of(STANDINGS, rows, "time", "kind", "rules", "rank", "shared", "name", "wins", "points")
    assert [each for each in found if each[:2] == ("all", "alone")] == [
        ("all", "alone", "all", 1, False, "Ana", 1, None),
        ("all", "alone", "all", 2, False, "Ben", 0, None),
        ("all", "alone", "express", 1, False, "Ana", 1, 100),
        ("all", "alone", "express", 2, False, "Ben", 0, 40),
    ]
    assert {each[1] for each in found if each[0] == "season 1"} == {"pairs"}


async def test_seasons_have_their_winners_once_they_have_ended(played: FragileStore) -> None:
    await played.league.open_season(GUILD, "Winter", 0.5)
    await played.league.close_season(GUILD, 4.0)
    await played.league.open_season(GUILD, "", 5.0)
    wanted = ("season", "name", "opened_at", "closed_at", "kind", "winner", "matches", "wins")
    winter = (1, "Winter", "1970-01-01T00:00:00Z", "1970-01-01T00:00:04Z")
    assert of(SEASONS, await (await begun(played)).seasons(), *wanted) == [
        (*winter, "alone", "Ana", 1, 1),
        (*winter, "pairs", "Ben", 1, 1),
        (*winter, "pairs", "Dia", 1, 1),
        (*winter, "computers", "Cem", 1, 1),
        (2, "", "1970-01-01T00:00:05Z", None, None, None, None, None),
    ]


async def test_nobody_wins_a_season_without_a_won_match(store: FragileStore) -> None:
    await store.league.open_season(GUILD, "", 0.5)
    await finish(store, "t1", (CEM, 5, False), (ROBOT, 9, True))
    await store.league.close_season(GUILD, 4.0)
    assert of(SEASONS, await (await begun(store)).seasons(), "kind", "winner") == [(None, None)]


def test_numbers_count_people_as_they_come_up() -> None:
    numbers = Numbers()
    assert [numbers.of(each) for each in (70, 50, 70)] == [1, 2, 1]


NOVEMBER = month_of(1_700_000_000.0)


@pytest.mark.parametrize(
    ("span", "wanted"),
    [
        (Span(), ["all", "season 2"]),
        (NOVEMBER, ["all", "season 2", "2023-11"]),
        (Span(10.0, 20.0), ["all", "season 2", "season 1"]),
        (Span(30.0), ["all", "season 2"]),
    ],
)
def test_standings_are_of_all_time_the_running_season_and_the_time_asked_for(span: Span, wanted: list[str]) -> None:
    seasons = [Season(2, "", 30.0, None), Season(1, "", 10.0, 20.0)]
    found = times(seasons, span)
    assert [*found] == wanted
    assert span in found.values()
