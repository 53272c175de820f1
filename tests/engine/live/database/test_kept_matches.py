"""Matches that versions before the league have kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.live.league.figures import Kind, LeaderboardFilter
from tests.engine.live.people import ANA, BEN, CEM, DIA, FOUR, GUILD
from tests.engine.live.stores import FragileStore
from tests.engine.live.versions import of_version, put_person, put_table

pytestmark = pytest.mark.sqlite


@pytest.fixture
def file(file: Path) -> Path:
    """A file of version 5: a match alone that Ben left, one in pairs before it, one with a computer."""
    with of_version(file, 5) as connection:
        for table, options, at, computers, people in (
            ("later", "{}", 9.0, 0, (ANA, BEN)),
            ("pairs", '{"pairs": true}', 5.0, 0, FOUR),
            ("robot", '{"pairs": false}', 7.0, 1, (ANA,)),
        ):
            put_table(connection, table, "finished", options)
            connection.execute("INSERT INTO matches VALUES (?, 7, 'express', 2, ?, ?)", (table, at, computers))
            for seat, each in enumerate(people):
                put_person(connection, table, seat, each.user_id, each.name)
                score = (table, seat, each.user_id, each.name, 100 - seat, seat % 2 == 0)
                connection.execute("INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?)", score)
        connection.execute("UPDATE seats SET presence = 'left' WHERE table_id = 'later' AND seat = 1")
    return file


async def test_matches_of_version_5_stand_on_the_boards_of_their_kinds_at_once(kept: FragileStore) -> None:
    await kept.league.tally_missing()
    boards = {kind: (await kept.league.leaderboard(LeaderboardFilter(GUILD, kind), 9))[0] for kind in Kind}
    assert {kind: [each.user_id for each in board] for kind, board in boards.items()} == {
        Kind.ALONE: [ANA.user_id, BEN.user_id],
        Kind.PAIRS: [ANA.user_id, CEM.user_id, BEN.user_id, DIA.user_id],
        Kind.COMPUTERS: [ANA.user_id],
    }
    assert await kept.league.needs_recompute()


async def test_logs_that_can_not_be_played_again_are_rated_by_what_was_kept_of_them(kept: FragileStore) -> None:
    done = await kept.league.recompute(lambda done, of: None)
    assert done.unreadable == ("pairs", "robot", "later")
    # alone one of two had left, and never moved
    assert (done.rated, done.people) == (1, 8)
    ratings = [each.rating for each in (await kept.league.leaderboard(LeaderboardFilter(GUILD, Kind.PAIRS), 9))[0]]
    assert all(each is not None and each.matches == 1 for each in ratings)
    assert ratings[0] == ratings[1] != ratings[2] == ratings[3]
    assert (await kept.league.standing(LeaderboardFilter(GUILD), BEN.user_id)).rating is None
