"""Tests of the duration of matches, and of the people who have finished one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.bots.level import Level
from engine.live.database_store import DatabaseStore
from engine.live.history import experience
from engine.live.history.experience import (
    MAX_MATCHES,
    MAX_SECONDS,
    MIN_MATCHES,
    MOVES,
    SECONDS_A_MOVE,
    Experience,
    estimate,
    medians,
)
from engine.live.model.pace import TimeControl
from engine.live.model.table import Header, LogEntry, Person, Score, Status
from engine.rules import RULE_SETS

ANA, BEN, CLEO = (Person(number, name, "en-US") for number, name in enumerate(("Ana", "Ben", "Cleo"), 1))
BODIL = Person(-1, "Bodil", "", level=Level.EASY)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_figure_is_shipped_for_every_rule_set_and_number_of_players(rules: str) -> None:
    pairs = next((each.default for each in RULE_SETS[rules].options if each.id == "pairs"), False)
    assert [*MOVES[rules]] == ([4] if pairs else [*RULE_SETS[rules].seats])
    assert all(moves > 0 for moves in MOVES[rules].values())


@pytest.mark.parametrize(("players", "nearest"), [(2, 2), (4, 4), (1, 2), (9, 4)])
def test_an_estimate_is_of_the_nearest_number_of_players(players: int, nearest: int) -> None:
    assert estimate("express", players) == MOVES["express"][nearest] * SECONDS_A_MOVE


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([], {}),
        ([(2, 9.0)] * (MIN_MATCHES - 1), {}),
        ([(2, float(each)) for each in range(MIN_MATCHES)], {2: 2.0}),
        ([*[(2, 60.0)] * 5, *[(4, 600.0)] * 4, (4, 9.0)], {2: 60.0, 4: 600.0}),
    ],
)
def test_the_median_counts_from_some_matches_on(rows: list[tuple[int, float]], found: dict[int, float]) -> None:
    assert medians(rows) == found


async def finish(store: DatabaseStore, number: int, seconds: float, *people: Person, **changes: Any) -> Header:
    """Store a finished match that took some seconds."""
    begun = Header(f"t{number}", 7, number, ANA.user_id, "express", {}, people, Status.LOBBY, "en-US", (), 0, None)
    begun = replace(begun, **changes)
    await store.create(begun)
    ended = replace(begun, status=Status.FINISHED)
    entries = [LogEntry(0, "deal", None, 100.0), LogEntry(1, "play", 1, 100.0 + seconds)]
    scores = [Score(each, 0, won=False) for each in people]
    await store.append(ended, entries, scores, 1)
    return ended


async def known(store: DatabaseStore, players: int = 2) -> float:
    await store.experience.read("express", ANA.user_id)
    return store.experience.seconds("express", players)


async def test_matches_of_people_are_measured_and_the_shipped_figure_counts_before(store: DatabaseStore) -> None:
    for number in range(MIN_MATCHES):
        assert await known(store) == estimate("express", 2)
        await finish(store, number, 600.0 + number, ANA, BEN)
    assert await known(store) == 602.0
    assert await known(store, 3) == estimate("express", 3)


@pytest.mark.parametrize(
    ("people", "seconds", "changes"),
    [
        ((ANA, BODIL), 60.0, {}),
        ((ANA, BEN), 60.0, {"time_control": TimeControl.SLOW}),
        ((ANA, BEN), MAX_SECONDS + 1, {}),
        ((ANA, BEN), 60.0, {"rules": "mata"}),
        ((ANA, BEN, CLEO), 60.0, {}),
    ],
    ids=["alone with computers", "slow clock", "interrupted", "another rule set", "more players"],
)
async def test_other_matches_are_not_measured(
    store: DatabaseStore, people: tuple[Person, ...], seconds: float, changes: dict[str, Any]
) -> None:
    for number in range(MIN_MATCHES):
        await finish(store, number, seconds, *people, **changes)
    assert await known(store) == estimate("express", 2)


async def test_a_user_has_finished_a_match_after_the_first(store: DatabaseStore) -> None:
    await known(store)
    assert not store.experience.has_finished(ANA.user_id)
    await finish(store, 1, 60.0, ANA, BODIL)
    await known(store)
    assert not store.experience.has_finished(ANA.user_id), "a lobby stays as it was opened"
    await store.experience.read("express", ANA.user_id, anew=True)
    assert store.experience.has_finished(ANA.user_id)
    assert not store.experience.has_finished(BEN.user_id)


async def test_a_new_lobby_sees_the_matches_and_the_deletions_of_other_processes(store: DatabaseStore) -> None:
    here, other = Experience(store.connection), Experience(store.connection)
    for each in (here, other):
        await each.read("express", ANA.user_id, anew=True)
        assert not each.has_finished(ANA.user_id)
    await finish(store, 1, 60.0, ANA, BEN)
    for each in (here, other):
        await each.read("express", ANA.user_id, anew=True)
        assert each.has_finished(ANA.user_id)
    await store.privacy.delete(ANA.user_id)
    for each in (here, other):
        await each.read("express", ANA.user_id, anew=True)
        assert not each.has_finished(ANA.user_id)


async def test_a_lobby_is_read_once_until_a_match_ends(store: DatabaseStore, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    rows = store.connection.rows

    async def counted(sql: str, parameters: Any = ()) -> list[Any]:
        asked.append(sql)
        return await rows(sql, parameters)

    monkeypatch.setattr(store.connection, "rows", counted)
    for _ in range(3):
        await known(store)
    assert len(asked) == 2
    await finish(store, 1, 60.0, ANA, BEN)
    before = len(asked)
    for _ in range(3):
        await known(store)
    assert len(asked) == before + 1, "only the durations change"


@pytest.mark.sqlite
async def test_the_newest_matches_of_a_rule_set_are_found_in_an_index(store: DatabaseStore) -> None:
    values = ("express", MAX_MATCHES, MAX_SECONDS)
    plan = await store.connection.rows(f"EXPLAIN QUERY PLAN {experience._DURATIONS}", values)
    assert any("matches_of_rules" in row[3] for row in plan)
    assert not any(row[3].startswith("SCAN matches") for row in plan)


async def test_users_in_memory_are_limited(store: DatabaseStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experience, "MAX_KNOWN_USERS", 3)
    found = Experience(store.connection)
    for user in range(10):
        await found.read("express", user)
    assert len(found._has_finished) <= 3
