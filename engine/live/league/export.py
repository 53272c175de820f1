"""A server's league as tables: its finished matches, their results, standings and seasons.

They have the figures and names that leaderboards and lists of matches show. People without a visible name have neither
a name nor a number, and no rating after a match, by which one could follow them. Hidden people are in no standings.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from engine.live.database.connection import Connection
from engine.live.database.session import Session
from engine.live.files import Cell
from engine.live.league import tallies
from engine.live.league.figures import Kind, LeaderboardFilter, Rating, Season, Span, Standing, shown_rank
from engine.live.league.leaderboard import League
from engine.live.league.query import shown_as
from engine.live.model.deleted_users import DELETED_BELOW, is_deleted
from engine.live.model.preferences import Visibility

Row = Sequence[Cell]

MATCHES: Final = ("number", "match", "finished_at", "rules", "kind", "deals", "players", "computers")
RESULTS: Final = (
    *("number", "match", "seat", "side", "player", "name", "player_kind", "points", "against", "won", "place"),
    *("comeback", "stayed", "replaced", "rating"),
)
STANDINGS: Final = (
    *("time", "kind", "rules", "rank", "shared", "player", "name", "matches", "wins", "points", "against", "streak"),
    *("best_streak", "comeback", "rating", "provisional"),
)
SEASONS: Final = ("season", "name", "opened_at", "closed_at", "kind", "player", "winner", "matches", "wins")
"""The columns of the tables, for programs to read: the same in all languages. ``docs/ratings.md`` describes them."""

PERSON, UNNAMED, FORMER, COMPUTER = "person", "unnamed", "former", "computer"
"""The kinds of players: with a visible name, without one, deleted, and computers."""

ALL_RULES = "all"
"""The rules of standings over all rule sets."""

PORTION = 500
"""The number of matches, or of people on a leaderboard, read at a time: play waits meanwhile."""

_RUNNING = """
SELECT match_id FROM cup_tables JOIN cups ON cups.id = cup_id WHERE cups.guild_id = :guild AND cups.closed = 0
"""
"""The matches of cups that are not over."""
_EXTENT = f"""
SELECT count(*), coalesce(max(number), 0) FROM matches
WHERE guild_id = :guild AND finished_at >= :since AND finished_at < :until AND table_id NOT IN ({_RUNNING})
"""
_NEWEST = "SELECT coalesce(max(number), 0) FROM matches WHERE guild_id = :guild"
_DELETED = f"""
SELECT (SELECT count(*) FROM matches WHERE guild_id = :guild AND number <= :newest),
       (SELECT count(*) FROM scores WHERE user_id < {DELETED_BELOW} AND +guild_id = :guild)
"""
"""The numbers of matches and of scores of former players: deletions change them.

The plus sign keeps the database from going through all scores of the server.
"""
_CHOSEN = "SELECT whose, value FROM preferences WHERE kind = 'person' AND name = 'shown'"

_MATCHES = """
SELECT number, table_id, finished_at, rules, league, deals, computers FROM matches
WHERE guild_id = :guild AND number > :after AND number <= :last AND finished_at >= :since AND finished_at < :until
ORDER BY number LIMIT :limit
"""
_SHOWN = "LEFT JOIN preferences ON kind = 'person' AND whose = {user} AND preferences.name = 'shown'"
_OF_PORTION = "matches.guild_id = :guild AND matches.number > :after AND matches.number <= :upto"
_SEATED = f"""
SELECT matches.table_id, seats.seat, seats.user_id, coalesce(scores.name, seats.name), seats.level, preferences.value,
       scores.side, scores.points, scores.against, scores.won, scores.place, scores.comeback, scores.stayed, scores.mu,
       scores.sigma
FROM matches JOIN seats ON seats.table_id = matches.table_id
LEFT JOIN scores ON scores.table_id = seats.table_id AND scores.seat = seats.seat
{_SHOWN.format(user="seats.user_id")}
WHERE {_OF_PORTION} ORDER BY matches.number, seats.seat
"""
_REPLACED = f"""
SELECT matches.table_id, replaced.seat, scores.user_id, scores.name, NULL, preferences.value,
       scores.side, scores.points, scores.against, scores.won, scores.place, scores.comeback, scores.stayed, scores.mu,
       scores.sigma
FROM matches JOIN replaced ON replaced.table_id = matches.table_id
JOIN scores ON scores.table_id = replaced.table_id AND scores.seat = -replaced.number
{_SHOWN.format(user="scores.user_id")}
WHERE {_OF_PORTION} ORDER BY matches.number, replaced.number
"""
"""The people whose seats others took: their lost matches are scores with a seat below 0."""


class Match(NamedTuple):
    """A finished match, as it is stored."""

    number: int
    id: str
    finished_at: float
    rules: str
    kind: str
    deals: int
    computers: int

    @property
    def month(self) -> str:
        """The month of its end: ``2026-11``."""
        return tallies.month(self.finished_at)


class Portion(NamedTuple):
    """The rows of some matches: their own, and those of their players."""

    matches: list[Row]
    results: list[Row]


class Numbers:
    """The numbers of the people in an export, from 1 in the order in which they come up: they tell namesakes apart."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def of(self, user_id: int) -> int:
        """Return a person's number."""
        return self._known.setdefault(user_id, len(self._known) + 1)

    def __contains__(self, user_id: object) -> bool:
        """Whether a person has a number."""
        return user_id in self._known


class LeagueExport:
    """Reads a server's league, a portion at a time.

    Private matches count, and matches of challenges and those elsewhere do not, as on the leaderboard. The matches of
    cups that are not over are left out; standings count them, as the leaderboard does.

    Args:
        connection: the database.
        league: its leaderboards.
        guild_id: the server's id.
        span: the time in which the matches ended.

    Attributes:
        span: the time in which the matches ended.
        count: the number of matches; known after :meth:`begin`.
        named: the people who have been named so far.

    """

    def __init__(self, connection: Connection, league: League, guild_id: int, span: Span) -> None:
        self.count = 0
        self.named = Numbers()
        self._connection = connection
        self._league = league
        self._guild = guild_id
        self.span = span
        self._last = 0
        self._newest = 0
        self._deleted = (0, 0)
        self._running: frozenset[str] = frozenset()

    async def begin(self) -> None:
        """Read the range of the matches: later ones are left out. Nobody is named yet."""

        def read(session: Session) -> None:
            self.count, self._last = session.execute(_EXTENT, self._values).fetchone()
            (self._newest,) = session.execute(_NEWEST, self._values).fetchone()
            self._deleted = session.execute(_DELETED, self._values).fetchone()
            self._running = frozenset(match_id for (match_id,) in session.execute(_RUNNING, self._values))

        self.named = Numbers()
        await self._connection.read(read)

    async def may_be_read(self) -> bool:
        """Whether nothing was deleted since the beginning, and all who have been named still show their names."""

        def read(session: Session) -> bool:
            if session.execute(_DELETED, self._values).fetchone() != self._deleted:
                return False
            chosen = session.execute(_CHOSEN).fetchall()
            return all(shown_as(shown) is Visibility.NAMED for user_id, shown in chosen if user_id in self.named)

        return await self._connection.read(read)

    @property
    def _values(self) -> dict[str, Any]:
        return {
            "guild": self._guild,
            "since": self.span.since,
            "until": self.span.until,
            "newest": self._newest,
        }

    async def matches(self, limit: int = PORTION) -> AsyncIterator[list[Match]]:
        """Yield the matches in the order in which they ended, some at a time."""
        after = 0
        while True:
            values = self._values | {"after": after, "last": self._last, "limit": limit}
            rows = await self._connection.rows(_MATCHES, values)
            if not rows:
                return
            found = [Match(*row) for row in rows]
            yield [each for each in found if each.id not in self._running]
            after = found[-1].number

    async def portions(self) -> AsyncIterator[Portion]:
        """Yield the rows of the matches, some at a time."""
        async for matches in self.matches():
            yield await self._portion(matches) if matches else Portion([], [])

    async def _portion(self, matches: Sequence[Match]) -> Portion:
        bounds = {"guild": self._guild, "after": matches[0].number - 1, "upto": matches[-1].number}

        def read(session: Session) -> Portion:
            players: dict[str, list[tuple[Any, bool]]] = {each.id: [] for each in matches}
            for select, replaced in ((_SEATED, False), (_REPLACED, True)):
                for match_id, *stored in session.execute(select, bounds):
                    if match_id in players:
                        players[match_id].append((stored, replaced))
            return Portion(
                [_match_row(each, sum(not replaced for _, replaced in players[each.id])) for each in matches],
                [
                    result_row(each, stored, self.named, replaced=replaced)
                    for each in matches
                    for stored, replaced in players[each.id]
                ],
            )

        return await self._connection.read(read)

    async def standings(self) -> AsyncIterator[list[Row]]:
        """Yield the leaderboards, best first: of all time, the running season and the time of the export."""
        seasons = await self._league.seasons(self._guild)
        rule_sets = await self._league.rule_sets(self._guild)
        for time, span in times(seasons, self.span).items():
            for kind in Kind:
                for rules in ("", *rule_sets):
                    async for page in self._pages(LeaderboardFilter(self._guild, kind, span, rules)):
                        yield [standing_row(time, kind, rules, each, self.named) for each in page]

    async def _pages(self, question: LeaderboardFilter) -> AsyncIterator[list[Standing]]:
        """Yield the pages of a leaderboard."""
        seen, total = 0, 1
        while seen < total:
            page, total = await self._league.leaderboard(question, PORTION, seen)
            if not page:
                return
            yield page
            seen += len(page)

    async def seasons(self) -> list[Row]:
        """Return the seasons, oldest first, those that have ended with the winners of each kind of match."""
        rows: list[Row] = []
        for season in reversed(await self._league.seasons(self._guild)):
            won: list[Row] = []
            for kind in Kind if season.closed_at is not None else ():
                won += [
                    season_row(season, self.named, kind, each)
                    for each in await self._winners(LeaderboardFilter(self._guild, kind, season.span))
                ]
            rows += won or [season_row(season, self.named)]
        return rows

    async def _winners(self, question: LeaderboardFilter) -> list[Standing]:
        """Return the people in the first place of a leaderboard who have won a match."""
        first: list[Standing] = []
        async for page in self._pages(question):
            first += [each for each in page if each.rank == 1 and each.wins]
            if page[-1].rank > 1:
                break
        return first


# ---------------------------------------------------------------------- rows


def times(seasons: Iterable[Season], span: Span) -> dict[str, Span]:
    """Return the times of the standings: all time, the running season if there is one, and that of an export."""
    seasons = list(seasons)
    running = {tallies.season(each.number): each.span for each in seasons if each.closed_at is None}
    return {tallies.ALL: Span(), **running, time_name(seasons, span): span}


def time_name(seasons: Iterable[Season], span: Span) -> str:
    """Return the name of a time in the files: ``all``, ``season 3``, ``2026-11``."""
    if span == Span():
        return tallies.ALL
    found = next((tallies.season(each.number) for each in seasons if each.span == span), None)
    return found or tallies.month(span.since)


def _match_row(match: Match, players: int) -> Row:
    number, identity, finished_at, rules, kind, deals, computers = match
    return number, identity, _time(finished_at), rules, kind, deals, players, computers


def result_row(match: Match, stored: Sequence[Any], numbers: Numbers, *, replaced: bool) -> Row:
    """Return the row of a player in a match.

    Args:
        match: the match.
        stored: the seat, the player and their score as they are stored; a computer has no score.
        numbers: the numbers of people.
        replaced: whether somebody else took the player's seat.

    """
    seat, user_id, name, level, visibility, side, points, against, won, place, comeback, stayed, mu, sigma = stored
    named = user_id > 0 and shown_as(visibility) is Visibility.NAMED
    kind = PERSON if named else COMPUTER if level is not None else FORMER if is_deleted(user_id) else UNNAMED
    return (
        *(match.number, match.id, seat + 1, None if side is None else side + 1),
        *(numbers.of(user_id) if named else None, name if named or kind == COMPUTER else "", kind),
        *(points, against, _bool(won), place, comeback, _bool(stayed), replaced),
        round(Rating(mu, sigma, 0).value) if named and mu is not None else None,
    )


def standing_row(time: str, kind: Kind, rules: str, standing: Standing, numbers: Numbers) -> Row:
    """Return the row of a person in the standings; over all rule sets without points, which don't add up."""
    rating = standing.rating
    return (
        *(time, kind.value, rules or ALL_RULES, shown_rank(kind, standing) or None, standing.shared),
        *(_number(standing, numbers), standing.name, standing.matches, standing.wins),
        *((standing.points, standing.against) if rules else (None, None)),
        *(standing.streak, standing.best_streak, standing.comeback),
        *((None, None) if rating is None else (round(rating.value), rating.provisional)),
    )


def season_row(season: Season, numbers: Numbers, kind: Kind | None = None, winner: Standing | None = None) -> Row:
    """Return the row of a season, with a winner of a kind of match if there is one."""
    closed_at = None if season.closed_at is None else _time(season.closed_at)
    row = (season.number, season.name, _time(season.opened_at), closed_at)
    if kind is None or winner is None:
        return (*row, None, None, None, None, None)
    return (*row, kind.value, _number(winner, numbers), winner.name, winner.matches, winner.wins)


def _number(standing: Standing, numbers: Numbers) -> int | None:
    # a name may be empty, too
    return numbers.of(standing.user_id) if standing.name else None


def _bool(stored: int | None) -> bool | None:
    return None if stored is None else bool(stored)


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
