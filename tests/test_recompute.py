"""Recomputing the figures of the league: from the shell, at a start, while people play, after a change of formulas."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any, Self, TypeVar
from unittest.mock import Mock

import pytest
from pydantic import SecretStr

import bot
import launch
from engine.bots.level import Level
from engine.live.database.connection import Step
from engine.live.database.session import Session
from engine.live.database_store import DatabaseStore
from engine.live.hub import Hub
from engine.live.league import recompute
from engine.live.league.figures import Kind, LeaderboardFilter
from engine.live.model import seating
from engine.live.model.request import TableRequest
from engine.live.model.table import SavedTable
from engine.live.privacy.erase import deletion_steps
from engine.live.tables import lobby, playing, presence
from engine.live.tables.table import Table
from engine.options import Value
from engine.rules import RULE_SETS
from settings import Settings
from tests.engine.games import short_options
from tests.engine.live import traces
from tests.engine.live.finished import finish
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, GUILD, START, Clock
from tests.engine.live.stores import open_store
from tests.test_bot import database, owner, refused

__all__ = ["database", "owner"]

T = TypeVar("T")

FIVE = (ANA, BEN, CEM, DIA, EVE)
SHORT: dict[str, dict[str, Value]] = {
    **{rules: short_options(rules) for rules in RULE_SETS},
    "mexican-train-nine": {"deals": 1},
}
"""Options that make a match of a rule set shorter."""

KEPT = {
    "matches": "SELECT * FROM matches ORDER BY table_id",
    "scores": "SELECT * FROM scores ORDER BY table_id, seat",
    "ratings": "SELECT * FROM ratings ORDER BY guild_id, league, user_id, rules",
    "tallies": "SELECT * FROM tallies ORDER BY guild_id, league, period, rules, user_id",
}


class Evening:
    """People who play at a hub, one match after the other, each in a channel of its own."""

    def __init__(self, store: DatabaseStore) -> None:
        self.clock = Clock()
        self.hub = Hub(store, changed=lambda table: None, clock=self.clock, timer=lambda seconds, do: None)
        self.channel = 0
        self.random = random.Random(4)

    async def match(
        self, rules: str, seats: int, *computers: Level, left: int | None = None, **options: Value
    ) -> Table:
        """Play a match to its end; the seat ``left`` is left after some moves."""
        self.channel += 1
        people = FIVE[:seats]
        request = TableRequest(
            guild_id=GUILD + self.channel % 2,
            channel_id=self.channel,
            host=people[0],
            rules=rules,
            options=SHORT.get(rules, {}) | options,
            locale="fr",
            computers=computers,
        )
        table = await self.hub.open(request)
        for each in people[1:]:
            await table.do(lobby.join, each)
        await table.do(lobby.start, people[0].user_id)
        for _ in range(2000):
            if not table.playing:
                break
            self.clock.now += 5.0
            if left is not None and table.ply > 6:
                await table.do(presence.leave, table.people[left].user_id)
                left = None
            seat = table.view(None).turn
            if seat is None or table.people[seat].away:
                assert table.header.deadline is not None
                self.clock.now = max(self.clock.now, table.header.deadline)
                await table.expire()
            else:
                legal = len(table.view(seat).legal)
                await table.do(playing.play, table.people[seat].user_id, seat, table.ply, self.random.randrange(legal))
        assert not table.playing
        self.clock.now += 86_400 * 5
        return table


async def play(store: DatabaseStore) -> None:
    """Play matches of every rule set, in pairs, with computers, and some that a player leaves."""
    evening = Evening(store)
    await store.league.open_season(GUILD, "First", START + 86_400 * 20)
    for number, (rules, found) in enumerate(RULE_SETS.items()):
        await evening.match(rules, max(min(found.seats), 2 + number % 2))
    await store.league.close_season(GUILD, evening.clock.now)
    await store.league.open_season(GUILD, "Second", evening.clock.now)
    for number in range(3):
        await evening.match("express", 4, pairs=True, left=number if number else None)
    await evening.match("express", 3, left=1)
    await evening.match("matador", 2, left=0)
    await evening.match("classic", 2, Level.EASY)
    await evening.match("mata", 4, until="last", limit=50)


def within(file: Path | str, do: Callable[[DatabaseStore], Coroutine[Any, Any, T]]) -> T:
    """Do something with the store in a file."""

    async def doing() -> T:
        async with open_store(file) as store:
            return await do(store)

    return asyncio.run(doing())


def rows(file: Path) -> dict[str, list[Any]]:
    """Return all that a league keeps."""
    with closing(traces.opened(file)) as connection:
        return {table: connection.execute(sql).fetchall() for table, sql in KEPT.items()}


def change(file: Path, *statements: str) -> None:
    """Change what is kept, behind the bot's back."""
    with closing(traces.opened(file)) as connection:
        for each in statements:
            connection.execute(each)


SPOIL = (
    "UPDATE scores SET points = points + 7, won = 1 - won, side = 9, stayed = 1 - stayed, place = place + 3,"
    " against = 5, comeback = 77, league = 'pairs', mu = 3, sigma = 3",
    "UPDATE matches SET deals = 99, league = 'pairs', computers = 7, figures = 0",
    "UPDATE ratings SET mu = 1",
    "INSERT INTO ratings VALUES (7, 'alone', 424242, '', 1, 1, 1)",
    "UPDATE tallies SET wins = wins + 1, matches = 99, streak = 9, best_streak = 9, comeback = 9, points = 1",
    "INSERT INTO tallies VALUES (7, 'alone', 'all', '', 424242, 1, 1, 1, 1, 1, 1, 1)",
    "DELETE FROM tallies WHERE period = 'all' AND rules = ''",
)
"""Statements that change every figure."""


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with everything that was played."""
    file = tmp_path_factory.mktemp("played") / "domino.sqlite3"

    async def keep(store: DatabaseStore) -> None:
        await play(store)
        await store.connection.rows("VACUUM INTO ?", (str(file),))

    # in memory nothing is synced before all of it is there
    within(":memory:", keep)
    return file


@pytest.fixture
def played(once: Path, to_the_stores: Callable[[Path], Path]) -> Path:
    """A database with everything that was played; not to be changed."""
    return to_the_stores(once)


@pytest.fixture
def file(once: Path, owner: Path, to_the_stores: Callable[[Path], Path]) -> Path:
    """A copy of it, in the place of the bot's database."""
    copy = owner / "kept" / "domino.sqlite3"
    copy.parent.mkdir()
    return to_the_stores(shutil.copyfile(once, copy))


def recomputed(file: Path) -> dict[str, list[Any]]:
    """Recompute all figures; return what the league keeps then."""
    assert bot.main(["--recompute"]) == 0
    return rows(file)


@pytest.mark.long
def test_matches_played_at_a_hub_come_to_the_same_when_all_is_recomputed(
    played: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows(played)
    assert {row[2] for row in before["matches"]} == set(RULE_SETS)
    change(file, *SPOIL)
    spoiled = rows(file)
    assert all(spoiled[table] != before[table] for table in KEPT)
    assert recomputed(file) == before
    matches, scores = len(before["matches"]), len(before["scores"])
    rated = len({row[0] for row in before["scores"] if row[-1] is not None})
    assert capsys.readouterr().out == (
        f"{matches} matches of 2 servers played again, and {scores} scores changed;\n"
        f"{rated} matches rated, which makes {len(before['ratings'])} ratings.\n"
    )
    assert recomputed(file) == before
    assert "and 0 scores changed" in capsys.readouterr().out


def test_a_changed_formula_changes_everything_that_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def boards(store: DatabaseStore) -> dict[tuple[int, int], tuple[int, int]]:
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for guild in (GUILD, GUILD + 1):
            for rules in await store.league.rule_sets(guild):
                for each in (await store.league.leaderboard(LeaderboardFilter(guild, rules=rules), 50))[0]:
                    points, wins = found.get((guild, each.user_id), (0, 0))
                    found[guild, each.user_id] = (points + each.points, wins + each.wins)
        return found

    before = within(file, boards)
    points_of = seating.points_of
    monkeypatch.setattr(seating, "points_of", lambda state, side: 3 * points_of(state, side) + 1)
    monkeypatch.setattr(seating, "ranks", lambda state: (1,) * len(state.teams))
    assert bot.main(["--recompute"]) == 0
    after = within(file, boards)
    assert set(after) == set(before)
    assert all(after[key][0] > before[key][0] and after[key][1] == before[key][1] for key in before)


def test_a_log_that_cannot_be_played_again_is_named_and_what_was_kept_of_it_stays(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = sorted(row[0] for row in rows(file)["matches"])[:3]
    change(
        file,
        f"UPDATE log SET action = 'secret 6-6' WHERE table_id = '{lost[0]}' AND ply = 2",
        f"DELETE FROM log WHERE table_id = '{lost[1]}' AND ply > 3",
        f"UPDATE tables SET rules = 'forgotten' WHERE id = '{lost[2]}'",
        *SPOIL[2:],
    )
    before, after = rows(file), recomputed(file)
    out = capsys.readouterr().out
    assert "secret" not in out
    (told,) = (line for line in out.splitlines() if line.startswith("Logs that can't be played again"))
    assert all(each in told for each in lost)
    for table in ("matches", "scores"):
        assert [row for row in after[table] if row[0] in lost] == [row for row in before[table] if row[0] in lost]
    assert f"{len(after['matches']) - 3} matches of 2 servers" in out


def test_without_a_database_there_is_nothing_to_work_out(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "--recompute") == f"DOMINO_DATABASE: {database} does not exist"
    assert not database.exists()


# ------------------------------------------------------------------ at a start


def test_at_a_start_only_what_other_formulas_made_is_worked_out(
    played: Path, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    change(file, *SPOIL, "DELETE FROM notes WHERE name = 'figures'")
    right = sorted(row[0] for row in rows(file)["matches"])[0]
    change(file, f"UPDATE matches SET figures = {recompute.STATS_VERSION} WHERE table_id = '{right}'")
    before = rows(file)

    async def start(store: DatabaseStore) -> None:
        assert await store.league.needs_recompute()
        await launch.refresh(store, Mock())
        assert not await store.league.needs_recompute()

    with caplog.at_level(logging.INFO):
        within(file, start)
    assert "figures recomputed" in caplog.text
    found, expected = rows(file), rows(played)
    for table in ("matches", "scores"):
        kept = [row[:-2] for row in found[table] if row[0] == right]
        assert kept == [row[:-2] for row in before[table] if row[0] == right]
    others = [row for row in found["matches"] if row[0] != right]
    assert others == [row for row in expected["matches"] if row[0] != right] != []


class Idle:
    """A client that is there until the figures are those of the present formulas."""

    def __init__(self, store: DatabaseStore) -> None:
        self.store = store

    def owns(self, shard: int) -> bool:
        del shard
        return True

    async def start(self, token: str) -> None:
        del token
        for _ in range(6000):
            if not await self.store.league.needs_recompute():
                return
            await asyncio.sleep(0.01)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self.store.close()


def test_the_bot_recomputes_them_while_it_runs(played: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(file, *SPOIL)
    monkeypatch.setattr(launch, "build", lambda store, settings: Idle(store))
    monkeypatch.setattr(launch, "REST_RATIO", 0.0)
    monkeypatch.setattr(sys, "setswitchinterval", lambda seconds: None)
    settings = Settings(discord_token=SecretStr("none"), domino_database=file)

    async def running() -> None:
        async with asyncio.timeout(60):
            await launch.run(settings)

    asyncio.run(running())
    assert rows(file) == rows(played)


def test_boards_of_an_older_database_are_not_empty_until_all_is_worked_out(played: Path, file: Path) -> None:
    change(file, "DELETE FROM tallies")
    within(file, lambda store: store.league.tally_missing())
    assert rows(file)["tallies"] == rows(played)["tallies"]


@pytest.mark.skipif(os.name != "posix", reason="sends itself a signal")
@pytest.mark.sqlite
@pytest.mark.parametrize("function", ["_worked_out", "_Tallying.__call__"])
def test_recomputing_that_is_interrupted_says_so_and_is_finished_later(
    function: str, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bot.main(["--recompute"]) == 0
    before = rows(file)
    owner, _, name = f"recompute.{function}".rpartition(".")
    where = recompute if owner == "recompute" else getattr(recompute, owner.removeprefix("recompute."))
    inner = getattr(where, name)

    def pressed(*arguments: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return inner(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(where, name, pressed)
        capsys.readouterr()
        assert bot.main(["--recompute"]) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "Some figures are recomputed, others not yet: run --recompute again, or start the bot.\n"
    with closing(sqlite3.connect(file)) as connection:
        # what a bot at its start looks at
        assert connection.execute("SELECT value FROM notes WHERE name = 'figures'").fetchone() == ("",)
    assert bot.main(["--recompute"]) == 0
    assert rows(file) == before


@pytest.mark.long
def test_a_match_that_ends_meanwhile_counts_once_and_is_rated_after_all_others(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(file, *SPOIL[2:])
    for size, portion in enumerate(("PORTION", "RATED_PORTION", "TALLIED_PORTION"), 1):
        monkeypatch.setattr(recompute, portion, size)

    async def both(store: DatabaseStore) -> None:
        count, working = 0, asyncio.create_task(store.league.recompute(lambda done, of: None))
        while not working.done():
            count += 1
            # a log of one action, whose figures can't be recomputed and stay
            await finish(store, f"t{count}", (BEN, 3, False), (ANA, 5, True), at=START + count)
            await asyncio.sleep(0.01)
        assert (await working).servers == 2
        assert count > 2
        found = rows(file)
        await store.league.recompute(lambda done, of: None)
        assert rows(file) == found

    within(file, both)


@pytest.mark.long
def test_a_match_that_ends_at_the_last_moment_is_rated_with_all_others(file: Path) -> None:
    change(file, *SPOIL[2:])

    async def late(store: DatabaseStore) -> None:
        connection = store._connection
        write, ends = connection.write, iter(range(1, 9))

        async def after_an_end(*steps: Step, **how: Any) -> None:
            if any(isinstance(step, recompute._FinalRatings) for step in steps):
                await finish(store, f"t{next(ends)}", (BEN, 3, False), (ANA, 5, True), at=START * 2)
            await write(*steps, **how)

        connection.write = after_an_end
        await store.league.recompute(lambda done, of: None)
        connection.write = write
        found = rows(file)
        assert next(ends) == 3
        await store.league.recompute(lambda done, of: None)
        assert rows(file) == found

    within(file, late)


def test_a_person_deleted_meanwhile_gets_no_rating_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recompute, "RATED_PORTION", 4)
    many = recompute._Many.__call__
    erased: list[bool] = []

    def slowly(self: recompute._Many, connection: Session) -> None:
        if not erased:
            # as another write would in between
            erased.append(True)
            for step in deletion_steps(ANA.user_id)[1:]:
                step(connection)
        many(self, connection)

    monkeypatch.setattr(recompute._Many, "__call__", slowly)
    found = recomputed(file)
    assert erased
    for table, user in (("scores", 2), ("ratings", 2), ("tallies", 4)):
        assert {row[user] for row in found[table]} & {ANA.user_id, BEN.user_id} == {BEN.user_id}
    assert all(row[-2:] == (None, None) for row in found["scores"] if row[2] < 0)


def test_the_curve_of_a_former_player_is_gone_and_others_ratings_stay_when_all_is_recomputed(file: Path) -> None:
    before = rows(file)["ratings"]
    within(file, lambda store: store.privacy.delete(ANA.user_id))
    assert recomputed(file)["ratings"] == [row for row in before if row[2] != ANA.user_id]


def test_a_table_that_is_gone_is_passed_over(file: Path) -> None:
    async def without(store: DatabaseStore) -> int:
        find, lost = store.find, list[str]()

        async def sometimes(table_id: str) -> SavedTable | None:
            if not lost:
                lost.append(table_id)
            return None if table_id in lost else await find(table_id)

        store.league._find = sometimes
        return (await store.league.recompute(lambda done, of: None)).matches

    assert within(file, without) == len(rows(file)["matches"]) - 1


def test_matches_with_computers_are_of_their_own_kind_however_they_were_kept(file: Path) -> None:
    change(file, "UPDATE matches SET league = 'alone'", "UPDATE scores SET league = 'alone'")
    assert {row[2]: row[6] for row in recomputed(file)["matches"] if row[5]} == {"classic": Kind.COMPUTERS}
