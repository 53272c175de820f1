"""One law of a league: for any question, SQL gives the sums of a plain tally of the matches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots.level import Level
from engine.live.league import tallies
from engine.live.league.figures import Kind, LeaderboardFilter, Span, month_of
from engine.live.league.recompute import tally_all
from engine.live.model.table import Person, Score
from tests.engine.live.finished import finish
from tests.engine.live.people import FOUR, GUILD
from tests.engine.live.stores import open_store
from tests.support.examples import examples

ROBOT = Person(-1, "", "", level=Level.EASY)
DAY = 86_400.0


@dataclass(frozen=True)
class Finished:
    """A finished match: its end, and everybody's result."""

    at: float
    rules: str
    kind: Kind
    scores: tuple[Score, ...]


@st.composite
def matches(draw: st.DrawFn) -> tuple[Finished, ...]:
    """Draw matches in the order in which they ended, over some months."""
    found: list[Finished] = []
    at = 0.0
    for _ in range(draw(st.integers(1, 9))):
        at += draw(st.sampled_from((0.0, 1.0, 3 * DAY, 20 * DAY)))
        kind = draw(st.sampled_from(Kind))
        people = draw(st.permutations(FOUR))[: 4 if kind is Kind.PAIRS else draw(st.integers(2, 4))]
        if kind is Kind.COMPUTERS:
            people = [*people[:-1], ROBOT]
        few = st.integers(0, 3)
        scores = [Score(each, draw(few), draw(st.booleans()), 0, draw(few), draw(few)) for each in people]
        found.append(Finished(at, draw(st.sampled_from(("express", "mata"))), kind, tuple(scores)))
    return tuple(found)


def asked() -> st.SearchStrategy[LeaderboardFilter]:
    """Draw questions of every kind, about time that is tallied and time that is not."""
    spans = st.sampled_from((Span(), month_of(0.0), month_of(40 * DAY), Span(DAY, 30 * DAY), Span(20 * DAY)))
    return st.builds(
        LeaderboardFilter, st.just(GUILD), st.sampled_from(Kind), spans, st.sampled_from(("", "express", "mata"))
    )


def plainly(played: Sequence[Finished], question: LeaderboardFilter) -> list[tuple[int, ...]]:
    """Add up matches: rank, user, matches, wins, points, against, streak, best streak and comeback, best first."""
    own: dict[int, list[Score]] = {}
    for each in played:
        there = question.span.since <= each.at < question.span.until
        if there and each.kind is question.kind and question.rules in ("", each.rules):
            for score in each.scores:
                if not score.person.computer:
                    own.setdefault(score.person.user_id, []).append(score)
    rows: list[tuple[int, ...]] = []
    for user, scores in own.items():
        runs = [len(run) for run in "".join("+" if each.won else "-" for each in scores).split("-")]
        # points of different games don't add up
        sums = [
            sum(getattr(each, name) for each in scores) if question.rules or name == "won" else 0
            for name in ("won", "points", "against")
        ]
        rows.append((user, len(scores), *sums, runs[-1], max(runs), max(each.comeback for each in scores)))
    keys = {row[0]: (-row[2], -row[3], row[1]) for row in rows}
    ordered = sorted(rows, key=lambda row: (keys[row[0]], row[0]))
    return [(1 + sum(key < keys[row[0]] for key in keys.values()), *row) for row in ordered]


told = attrgetter("rank", "user_id", "matches", "wins", "points", "against", "streak", "best_streak", "comeback")
"""The row of one person on a board, in the form of :func:`plainly`."""


@pytest.mark.long
@settings(max_examples=examples(30))
@given(played=matches(), questions=st.lists(asked(), min_size=4, max_size=4), season=st.sampled_from((None, 0.0, DAY)))
def test_sql_adds_up_what_a_plain_tally_adds_up(
    played: tuple[Finished, ...], questions: list[LeaderboardFilter], season: float | None
) -> None:
    async def law() -> None:
        async with open_store(":memory:") as store:
            if season is not None:
                opened = await store.league.open_season(GUILD, "", season)
                questions.append(LeaderboardFilter(GUILD, Kind.ALONE, opened.span))
            for number, each in enumerate(played, 1):
                await finish(
                    store, f"t{number}", *each.scores, at=each.at, rules=each.rules, pairs=each.kind is Kind.PAIRS
                )
            last = f"t{len(played)}"
            for question in questions:
                expected = plainly(played, question)
                board, total = await store.league.leaderboard(question, 10)
                assert [told(each) for each in board] == expected
                assert total == len(expected)
                before = {row[1]: row for row in plainly(played[:-1], question)}
                for each in board:
                    assert await store.league.standing(question, each.user_id) == each
                    without = await store.league.standing(question, each.user_id, without=last)
                    assert (None if without is None else told(without)) == before.get(each.user_id)
            rows = "SELECT * FROM tallies ORDER BY guild_id, league, period, rules, user_id"
            connection = store.connection
            kept = await connection.rows(rows)
            await tally_all(connection, GUILD)
            assert await connection.rows(rows) == kept
            assert {row[2] for row in kept} >= {tallies.ALL}

    asyncio.run(law())
