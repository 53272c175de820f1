"""Matches that versions before the league have kept."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from engine.live.league.figures import Kind, LeaderboardFilter
from tests.engine.live.database.test_kept_headers import of_version
from tests.engine.live.people import ANA, BEN, CEM, DIA, FOUR, GUILD
from tests.engine.live.stores import open_store


def keep(file: Path) -> None:
    """Write down as version 5 did: a match alone that Ben left, one in pairs before it, one with a computer."""
    with closing(of_version(file, 5)) as connection:
        for table, options, at, computers, people in (
            ("later", "{}", 9.0, 0, (ANA, BEN)),
            ("pairs", '{"pairs": true}', 5.0, 0, FOUR),
            ("robot", '{"pairs": false}', 7.0, 1, (ANA,)),
        ):
            connection.execute(
                "INSERT INTO tables (id, guild_id, channel_id, host_id, rules, options, status, locale, invited,"
                " opened_at) VALUES (?, 7, 70, 101, 'express', ?, 'finished', 'fr', '[]', 1.0)",
                (table, options),
            )
            connection.execute("INSERT INTO matches VALUES (?, 7, 'express', 2, ?, ?)", (table, at, computers))
            for seat, each in enumerate(people):
                won = seat % 2 == 0
                presence = "left" if (table, seat) == ("later", 1) else "here"
                connection.execute(
                    "INSERT INTO seats (table_id, seat, user_id, name, locale, presence) VALUES (?, ?, ?, ?, 'fr', ?)",
                    (table, seat, each.user, each.name, presence),
                )
                connection.execute(
                    "INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?)", (table, seat, each.user, each.name, 100 - seat, won)
                )
        connection.commit()


async def test_matches_of_version_5_stand_on_the_boards_of_their_kinds_at_once(file: Path) -> None:
    keep(file)
    async with open_store(file) as opened:
        people = {
            kind: [each.user for each in (await opened.league.board(LeaderboardFilter(GUILD, kind), 9))[0]]
            for kind in Kind
        }
        assert people == {
            Kind.ALONE: [ANA.user, BEN.user],
            Kind.PAIRS: [ANA.user, CEM.user, BEN.user, DIA.user],
            Kind.COMPUTERS: [ANA.user],
        }
        assert await opened.league.needs_recompute()


async def test_logs_that_nobody_can_play_again_are_rated_by_what_was_kept_of_them(file: Path) -> None:
    keep(file)
    async with open_store(file) as opened:
        done = await opened.league.recompute(lambda done, of: None)
        assert done.unreadable == ("pairs", "robot", "later")
        # alone one of two had left
        assert (done.rated, done.people) == (1, 4)
        ratings = [each.rating for each in (await opened.league.board(LeaderboardFilter(GUILD, Kind.PAIRS), 9))[0]]
        assert all(each is not None and each.matches == 1 for each in ratings)
        assert ratings[0] == ratings[1] != ratings[2] == ratings[3]
        assert (await opened.league.standing(LeaderboardFilter(GUILD), BEN.user)).rating is None  # type: ignore[union-attr]
