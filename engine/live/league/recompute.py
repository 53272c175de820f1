"""Recomputes the figures of finished matches: points and places from their logs, then ratings, then tallies.

Each portion is consistent in itself and computed from the rows stored at that moment, which lets people play and finish
matches meanwhile. An interrupted run starts again from the beginning, by hand or at the bot's next start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from engine import match
from engine.actions import parse
from engine.cli.progress import Report, counted, silent
from engine.live.database.connection import Connection, set_note
from engine.live.database.session import Session
from engine.live.league import ratings, tallies
from engine.live.league.figures import Kind, Rating, day_of
from engine.live.league.query import EARLY, WITH_DEPARTURES
from engine.live.league.ratings import NEW, Rated
from engine.live.league.results import STATS_VERSION, kind_of, score_rows
from engine.live.model.seating import scores_of
from engine.live.model.table import SavedTable

PORTION = 25
"""The number of matches replayed at a time."""

RATED_PORTION = 250
"""The number of matches rated at a time."""

TALLIED_PORTION = 4000
"""The number of scores added up at a time, for each period that they count in."""

REPLAY, RATE, TALLY = 6, 2, 1
"""The work on a match by its parts, roughly: replaying takes 4 ms, rating 1.5 ms, adding up 0.5 ms."""

NOTE = "figures"
"""The note that holds the version of the formulas of the last complete run."""

Find = Callable[[str], Awaitable[SavedTable | None]]

_COLUMNS = ("points", "won", "side", "stayed", "place", "against", "comeback", "league")

_UPDATE = f"""
UPDATE scores SET {", ".join(f"{column} = :{column}" for column in _COLUMNS)}
WHERE table_id = :table AND seat = :seat
  AND ({", ".join(_COLUMNS)}) != ({", ".join(f":{column}" for column in _COLUMNS)})
"""

_RATABLE = f"""
SELECT matches.number, matches.league, scores.table_id, scores.seat, scores.user_id, matches.rules,
       matches.finished_at, {EARLY}, scores.side, scores.place, scores.stayed, replaced.seat
FROM (SELECT * FROM matches WHERE guild_id = :guild AND number > :seen ORDER BY number LIMIT :limit) AS matches
     JOIN scores ON scores.table_id = matches.table_id {WITH_DEPARTURES}
ORDER BY matches.number, scores.seat < 0, abs(scores.seat)
"""


@dataclass(slots=True)
class Recomputed:
    """The result of a run.

    Attributes:
        servers: the number of servers.
        matches: the number of matches replayed from their logs.
        changed: the number of scores that changed.
        rated: the number of rated matches.
        people: the number of ratings.
        unreadable: the ids of the matches whose logs can't be replayed; their stored figures stay.

    """

    servers: int = 0
    matches: int = 0
    changed: int = 0
    rated: int = 0
    people: int = 0
    unreadable: tuple[str, ...] = ()


async def needs_recompute(connection: Connection) -> bool:
    """Return whether the last complete run used other formulas than the present ones."""
    rows = await connection.rows("SELECT value FROM notes WHERE name = ?", (NOTE,))
    return not rows or rows[0][0] != str(STATS_VERSION)


async def recompute(
    connection: Connection, find: Find, *, outdated: bool = False, report: Report = silent, rest: float = 0.0
) -> Recomputed:
    """Recompute all figures.

    Args:
        connection: the database.
        find: returns a table with its log.
        outdated: skip matches whose scores come from the present formulas; all ratings are recomputed anyway.
        report: takes the matches that are done, after each portion.
        rest: how long to pause after each portion, as a multiple of the time that the portion took.

    Raises:
        StorageError: the file can't be read or written.

    """
    done = Recomputed()
    guilds = await connection.rows("SELECT guild_id, count(*) FROM matches GROUP BY guild_id ORDER BY guild_id")
    done.servers = len(guilds)
    # a run that does not come to its end is finished by the next start of the bot
    await connection.write(set_note(NOTE, ""))
    which = "SELECT table_id FROM matches WHERE figures != ? ORDER BY guild_id, number"
    ids = [table_id for (table_id,) in await connection.rows(which, (STATS_VERSION if outdated else -1,))]
    work = _Work(len(ids), sum(matches for _, matches in guilds), report)
    await _play_all(connection, find, ids, done, work.part(REPLAY * len(ids)), rest)
    for guild_id, matches in guilds:
        await _rate_all(connection, guild_id, done, work.part(RATE * matches), rest)
        await tally_all(connection, guild_id, work.part(TALLY * matches), rest)
    await connection.write(set_note(NOTE, str(STATS_VERSION)))
    return done


class _Work:
    """Reports matches by the work that is done on all of them, part after part."""

    def __init__(self, replayed: int, matches: int, report: Report) -> None:
        self._done, self._of = 0.0, REPLAY * replayed + (RATE + TALLY) * matches
        self._matches, self._report = matches, report

    def part(self, size: float) -> Report:
        """Return the report of the next part of the work."""
        before = self._done

        def report(done: float, of: int) -> None:
            self._done = before + size * min(1.0, done / max(of, 1))
            self._report(self._matches * self._done / self._of, self._matches)

        return report


async def tally_all(connection: Connection, guild_id: int, report: Report = silent, rest: float = 0.0) -> None:
    """Recompute all tallies of a server, some people at a time."""
    scores = await connection.rows(
        "SELECT user_id, count(*) FROM scores WHERE guild_id = ? AND user_id > 0 GROUP BY user_id ORDER BY user_id",
        (guild_id,),
    )
    bounds, count = [0], 0
    for user_id, several in scores:
        count += several
        if count >= TALLIED_PORTION:
            bounds.append(user_id)
            count = 0
    portions = list(pairwise([*bounds, tallies.LAST]))
    for above, upto in counted(portions, len(portions), report):
        started = asyncio.get_running_loop().time()
        await connection.write(_Tallying(guild_id, above, upto), servers=(guild_id,))
        await asyncio.sleep(rest * (asyncio.get_running_loop().time() - started))


async def tally_missing(connection: Connection) -> None:
    """Compute the tallies of servers that have none: until then their leaderboards are empty."""
    if not await needs_recompute(connection):
        return
    rows = await connection.rows(
        "SELECT DISTINCT guild_id FROM matches WHERE guild_id NOT IN (SELECT guild_id FROM tallies)"
    )
    for (guild_id,) in rows:
        await tally_all(connection, guild_id)


class _Tallying(NamedTuple):
    guild_id: int
    above: int
    upto: int

    def __call__(self, connection: Session) -> None:
        spans = tallies.spans(connection, self.guild_id)
        tallies.tally(connection, self.guild_id, spans, self.above, self.upto)


# ---------------------------------------------------------------------- from logs


async def _play_all(
    connection: Connection, find: Find, ids: Sequence[str], done: Recomputed, report: Report, rest: float
) -> None:
    for first in range(0, len(ids), PORTION):
        started = asyncio.get_running_loop().time()
        played: list[_Played] = []
        for table_id in ids[first : first + PORTION]:
            if (kept := await find(table_id)) is None:
                continue
            if (figures := await asyncio.to_thread(_worked_out, kept)) is None:
                done.unreadable += (table_id,)
            else:
                played.append(figures)
        portion = _Portion(played)
        await connection.write(portion)
        done.matches += len(portion.played)
        done.changed += portion.changed
        report(min(first + PORTION, len(ids)), len(ids))
        await asyncio.sleep(rest * (asyncio.get_running_loop().time() - started))


class _Played(NamedTuple):
    table_id: str
    league: Kind
    computers: int
    deals: int
    scores: Sequence[dict[str, Any]]


def _worked_out(kept: SavedTable) -> _Played | None:
    """Replay a match and return its figures, or None if the log can't be replayed to the match's end."""
    header = kept.header
    try:
        state = match.new(header.rules, len(header.people), header.options)
        for entry in kept.log:
            state, _ = match.apply(state, parse(entry.action))
        if not state.finished:
            return None
        scores = scores_of(state, header.people)
    except Exception:
        # a broken log must not stop the run, and its content must not get into the bot's log
        return None
    computers = sum(person.computer for person in header.people)
    return _Played(header.id, kind_of(header), computers, len(state.results), score_rows(header, scores))


class _Portion:
    """Writes the figures of some matches, and counts the scores that changed."""

    def __init__(self, played: list[_Played]) -> None:
        self.played = played
        self.changed = 0

    def __call__(self, connection: Session) -> None:
        self.changed = 0
        for each in self.played:
            connection.execute(
                "UPDATE matches SET league = ?, computers = ?, deals = ?, figures = ? WHERE table_id = ?",
                (each.league, each.computers, each.deals, STATS_VERSION, each.table_id),
            )
            self.changed += sum(connection.execute(_UPDATE, score).rowcount for score in each.scores)


# ---------------------------------------------------------------------- ratings


class _RatingReplay:
    """Ratings of one server, computed match after match."""

    def __init__(self, guild_id: int) -> None:
        self.guild = guild_id
        self.now: dict[tuple[Kind, str, int], Rating] = {}
        self.excused: set[tuple[float, int]] = set()
        self.rated = 0

    def advance(self, rows: Sequence[tuple[Any, ...]]) -> list[tuple[float | None, float | None, str, int, int]]:
        """Rate matches in order.

        Returns:
            After each score mu and sigma, None if it was not rated, with its table, seat and user.

        """
        after: list[tuple[float | None, float | None, str, int, int]] = []
        for _, group in groupby(rows, key=lambda row: row[0]):
            scores = list(group)
            kind, rules = Kind(scores[0][1]), scores[0][5]
            users = [row[4] for row in scores]
            people = [
                Rated(side, place, bool(stayed), bool(early) and self._excuse(kind, user_id, at), gave_up)
                for *_, user_id, _, at, early, side, place, stayed, gave_up in scores
            ]
            if not ratings.is_rated(kind, people):
                after += [(None, None, *row[2:5]) for row in scores]
                continue
            self.rated += 1
            self._rate(kind, rules, users, people)
            for row, user_id, rating in zip(scores, users, self._rate(kind, "", users, people), strict=True):
                # former players are rated like all others, but their ratings are not stored
                if rating is None or user_id < 0:
                    after.append((None, None, *row[2:5]))
                else:
                    after.append((rating.mu, rating.sigma, *row[2:5]))
        return after

    def _excuse(self, kind: Kind, user_id: int, at: float) -> bool:
        """Whether a person who was gone early is excused: for the first time on that day, in a match of people."""
        once = (day_of(at).since, user_id)
        if kind is Kind.COMPUTERS or once in self.excused:
            return False
        self.excused.add(once)
        return True

    def _rate(self, kind: Kind, rules: str, users: Sequence[int], people: Sequence[Rated]) -> Sequence[Rating | None]:
        """Return the new ratings in a rule set, or in all if ``rules`` is empty."""
        rated = ratings.rate(people, [self.now.get((kind, rules, user_id), NEW) for user_id in users])
        changed = {
            (kind, rules, user_id): rating for user_id, rating in zip(users, rated, strict=True) if rating is not None
        }
        self.now.update(changed)
        return rated


_CURVE = "UPDATE scores SET mu = ?, sigma = ? WHERE table_id = ? AND seat = ? AND user_id = ?"
"""Writes a rating after a match, unless the player was deleted meanwhile."""


_PRESENT = """
WITH asked (id) AS (VALUES {users})
SELECT count(*) FROM asked WHERE EXISTS (
    SELECT * FROM scores WHERE user_id = id AND guild_id = :guild AND number <= :seen
)
"""
"""The number of these users who still have a match up to a number."""

ASKED_PORTION = 500
"""The number of users asked about in one statement."""


class _UserDeleted(Exception):
    """A person was deleted while their matches were being rated."""


async def _rate_all(connection: Connection, guild_id: int, done: Recomputed, report: Report, rest: float) -> None:
    while True:
        try:
            ladder = await _rated(connection, guild_id, report, rest)
        except _UserDeleted:
            continue
        done.rated += ladder.rated
        done.people += sum(user_id > 0 for *_, user_id in ladder.now)
        return


async def _rated(connection: Connection, guild_id: int, report: Report, rest: float) -> _RatingReplay:
    """Rate all matches of a server; raise :class:`_UserDeleted` if it has to be repeated."""
    ladder, seen, rated = _RatingReplay(guild_id), 0, 0
    ((matches,),) = await connection.rows("SELECT count(*) FROM matches WHERE guild_id = ?", (guild_id,))
    while True:
        started = asyncio.get_running_loop().time()
        rows = await connection.rows(_RATABLE, {"guild": guild_id, "seen": seen, "limit": RATED_PORTION})
        if not rows:
            break
        after = await asyncio.to_thread(ladder.advance, rows)
        seen = rows[-1][0]
        await connection.write(_Many(_CURVE, after), servers=(guild_id,))
        rated += RATED_PORTION
        report(rated, matches)
        await asyncio.sleep(rest * (asyncio.get_running_loop().time() - started))
    await connection.write(_FinalRatings(ladder, seen), servers=(guild_id,))
    return ladder


class _Many(NamedTuple):
    sql: str
    values: Sequence[tuple[Any, ...]]

    def __call__(self, connection: Session) -> None:
        connection.executemany(self.sql, self.values)


class _FinalRatings(NamedTuple):
    """Rates the matches finished since, and replaces the stored ratings."""

    ladder: _RatingReplay
    seen: int

    def __call__(self, connection: Session) -> None:
        ladder, guild_id = self.ladder, self.ladder.guild
        until = {"guild": guild_id, "seen": self.seen}
        people = sorted({user_id for *_, user_id in (*ladder.now, *ladder.excused) if user_id > 0})
        for first in range(0, len(people), ASKED_PORTION):
            asked = people[first : first + ASKED_PORTION]
            present = _PRESENT.format(users=", ".join(f"({user_id})" for user_id in asked))
            # a person who was deleted and has played since is a new player now, and the old one a former player
            if connection.execute(present, until).fetchone()[0] < len(asked):
                raise _UserDeleted
        rows = connection.execute(_RATABLE, until | {"limit": tallies.LAST}).fetchall()
        connection.executemany(_CURVE, ladder.advance(rows))
        connection.execute("DELETE FROM ratings WHERE guild_id = ?", (guild_id,))
        connection.executemany(
            "INSERT INTO ratings (guild_id, league, user_id, rules, mu, sigma, matches) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (guild_id, kind, user_id, rules, rating.mu, rating.sigma, rating.matches)
                for (kind, rules, user_id), rating in ladder.now.items()
                if user_id > 0
            ],
        )
