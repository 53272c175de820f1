"""The challenges, and the attempts at them, in the database."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.bots.level import Level
from engine.dealing import Seed
from engine.live.challenges.attempt import Entry, Position
from engine.live.challenges.challenge import Challenge, Kind
from engine.live.challenges.months import MonthStore
from engine.live.challenges.posts import PostStore
from engine.live.database.connection import UNVACUUMED, Connection, Statement, set_note
from engine.live.database.errors import ConstraintError
from engine.live.database.rows import FORGET_EMPTY, options_of
from engine.live.database.session import Session
from engine.live.model.errors import Conflict
from engine.live.model.ids import new_id
from engine.live.model.table import Person

_COLUMNS = (
    "id, kind, number, guild_id, channel_id, opener_id, rules, options, seats, deals, level, version, seed, secret, "
    "opens_at, ends_at, invited, locale, par, closed, post_id, up_minutes"
)
_CHALLENGES = f"SELECT {_COLUMNS} FROM challenges WHERE"
_ADD = f"INSERT INTO challenges ({_COLUMNS}) VALUES ({', '.join('?' * 22)}) ON CONFLICT DO NOTHING"

_AMONG_FRIENDS = "kind = 'friends' AND closed = 0 AND"

_PLAYER_COLUMNS = (
    "challenge_id, key, id, user_id, name, guild_id, began_at, finished_at, margins, cut, void, percentage"
)
_PLAYERS = f"SELECT {_PLAYER_COLUMNS} FROM challenge_players WHERE"
_BEGIN = """
INSERT INTO challenge_players (challenge_id, key, id, user_id, name, guild_id, began_at)
SELECT id, ?, ?, ?, ?, ?, ? FROM challenges WHERE id = ? AND closed = 0 ON CONFLICT (challenge_id, key) DO NOTHING
"""
_ENTRIES = """
SELECT ply, deal, action, by_person, at FROM challenge_log WHERE challenge_id = ? AND key = ? ORDER BY ply
"""
_ENTRY = "INSERT INTO challenge_log (challenge_id, key, ply, deal, action, by_person, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
_ADVANCE = """
UPDATE challenge_players SET margins = ?, total = ?, finished_at = ?, cut = ?
WHERE challenge_id = ? AND key = ? AND user_id = ? AND finished_at IS NULL AND void = 0
  AND EXISTS (SELECT 1 FROM challenges WHERE id = challenge_id AND closed = 0)
"""
_COUNTED = "challenge_id = ? AND finished_at IS NOT NULL AND void = 0"
_FIELD = f"""
SELECT coalesce(sum(CASE WHEN total > ? THEN 1 ELSE 0 END), 0), coalesce(sum(CASE WHEN total = ? THEN 1 ELSE 0 END), 0),
       count(*)
FROM challenge_players WHERE {_COUNTED}
"""
_HERE = f"""
{_COUNTED} AND user_id > 0 AND EXISTS (
    SELECT 1 FROM challenge_players AS here WHERE here.guild_id = ? AND here.user_id = challenge_players.user_id
)
"""
"""Whether an attempt counts, and is of a person who has begun any challenge in a place."""
_CLOSE = """
UPDATE challenges SET closed = 1, secret = NULL WHERE id = ? AND closed = 0 AND NOT EXISTS (
    SELECT 1 FROM challenge_players WHERE challenge_id = challenges.id AND finished_at IS NULL AND void = 0
)
"""
_OLD = "SELECT id FROM challenges WHERE thinned = 0 AND closed = 1 AND ends_at < ? ORDER BY ends_at LIMIT 1"
_THIN = """
DELETE FROM challenge_log WHERE challenge_id = ? AND key IN (
    SELECT DISTINCT key FROM challenge_log WHERE challenge_id = ? ORDER BY key LIMIT ?
)
"""
_THINNED = """
UPDATE challenges SET thinned = 1
WHERE id = ? AND NOT EXISTS (SELECT 1 FROM challenge_log WHERE challenge_id = challenges.id)
"""

THINNED = 50
"""The number of attempts whose actions are deleted at a time."""


class Over(Exception):
    """The attempt takes no more actions: it has ended, its challenge is closed, or its person's data was deleted."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person's attempt at a challenge, without its actions.

    Attributes:
        challenge_id: the challenge.
        key: the hash of the person under the challenge's secret.
        id: the id of the attempt, which names nobody.
        user_id: the person; the number of a former player after a deletion.
        name: their name at the beginning; empty for a former player.
        guild_id: the id of the server, or of the channel elsewhere, in which they began.
        began_at: their beginning, in seconds since 1970.
        finished_at: their end; None while they play.
        margins: the margin in each deal that has ended.
        cut: whether a computer played the rest, since the challenge ended.
        void: whether the attempt does not count: no running bot has the version that it was begun with.
        percentage: the final percentage of the field, 0 to 100; None before, or without enough players.

    """

    challenge_id: str
    key: str
    id: str
    user_id: int
    name: str
    guild_id: int
    began_at: float
    finished_at: float | None
    margins: tuple[int, ...]
    cut: bool
    void: bool
    percentage: float | None

    @property
    def total(self) -> int:
        """The margin in all deals."""
        return sum(self.margins)


class Field(NamedTuple):
    """The finished attempts at a challenge, beside one total.

    Attributes:
        better: how many are better.
        equal: how many are equal, with the attempt itself.
        players: how many there are.

    """

    better: int
    equal: int
    players: int


class Counts(NamedTuple):
    """How many people have begun a challenge, and finished it."""

    begun: int
    finished: int


class ChallengeStore:
    """Stores challenges. A write is durable when its method returns; each raises StorageError if the database fails.

    Attributes:
        months: what people made of the deals of the day over time.
        posts: the messages with the deal of the day on servers.

    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.months = MonthStore(connection)
        self.posts = PostStore(connection)

    # ------------------------------------------------------------------ challenges

    async def add(self, *challenges: Challenge) -> None:
        """Store new challenges; a day that has one keeps it."""
        await self._connection.write(*(Statement(_ADD, _values(each)) for each in challenges))

    async def find(self, challenge_id: str) -> Challenge | None:
        """Return a challenge; None if there is none with that id."""
        return next(iter(await self._challenges("id = ?", challenge_id)), None)

    async def daily(self, number: int) -> Challenge | None:
        """Return the challenge of a day; None if there is none."""
        return next(iter(await self.dailies(number, number)), None)

    async def dailies(self, first: int, last: int) -> list[Challenge]:
        """Return the challenges of days, by number."""
        return await self._challenges("kind = 'daily' AND number BETWEEN ? AND ? ORDER BY number", first, last)

    async def of_channel(self, channel_id: int) -> list[Challenge]:
        """Return the challenges of a channel that are not closed, the oldest first."""
        return await self._challenges(f"{_AMONG_FRIENDS} channel_id = ? ORDER BY opens_at", channel_id)

    async def opened_by(self, user_id: int) -> list[Challenge]:
        """Return the challenges that a user opened and that are not closed, the oldest first."""
        return await self._challenges(f"{_AMONG_FRIENDS} opener_id = ? ORDER BY opens_at", user_id)

    async def to_close(self, now: float) -> list[Challenge]:
        """Return the challenges whose time has run out and that are not closed, the oldest first."""
        return await self._challenges("closed = 0 AND ends_at <= ? ORDER BY ends_at", now)

    async def without_par(self, now: float) -> list[Challenge]:
        """Return the challenges that have begun, are not closed and have no par, the oldest first."""
        return await self._challenges("closed = 0 AND opens_at <= ? AND par IS NULL ORDER BY opens_at", now)

    async def _challenges(self, which: str, *parameters: object) -> list[Challenge]:
        return [_challenge(row) for row in await self._connection.rows(f"{_CHALLENGES} {which}", parameters)]

    async def set_version(self, challenge_id: str, version: int) -> int:
        """Set the version of a challenge's choices, if it has none; return the one that it has."""
        update = "UPDATE challenges SET version = ? WHERE id = ? AND version IS NULL"
        await self._connection.write(Statement(update, (version, challenge_id)))
        rows = await self._connection.rows("SELECT version FROM challenges WHERE id = ?", (challenge_id,))
        return rows[0][0]

    async def set_par(self, challenge_id: str, margins: Sequence[int]) -> None:
        """Store the expert's margin in each deal."""
        await self._connection.write(
            Statement("UPDATE challenges SET par = ? WHERE id = ?", (json.dumps(margins), challenge_id))
        )

    async def set_post(self, challenge_id: str, message_id: int) -> None:
        """Store which public message shows a challenge."""
        await self._connection.write(
            Statement("UPDATE challenges SET post_id = ? WHERE id = ?", (message_id, challenge_id))
        )

    async def count_minute(self, challenge_id: str) -> None:
        """Count one more minute in which the bot was up."""
        update = "UPDATE challenges SET up_minutes = up_minutes + 1 WHERE id = ?"
        await self._connection.write(Statement(update, (challenge_id,)))

    async def excuse(self, challenge_id: str) -> None:
        """Count no minute of a challenge, so that missing it breaks no streak."""
        await self._connection.write(Statement("UPDATE challenges SET up_minutes = 0 WHERE id = ?", (challenge_id,)))

    async def close(
        self, challenge_id: str, percentages: Callable[[Mapping[int, int]], Mapping[int, float | None]]
    ) -> bool:
        """Make a challenge's results final and destroy its secret, once no attempt is left to be finished.

        Args:
            challenge_id: the challenge.
            percentages: returns the percentage of the field for each total, from the number of attempts with it.

        Returns:
            Whether this call closed it.

        """
        done: list[bool] = []

        def close(session: Session) -> None:
            done[:] = [session.execute(_CLOSE, (challenge_id,)).rowcount == 1]
            if not done[0]:
                return
            count = f"SELECT total, count(*) FROM challenge_players WHERE {_COUNTED} GROUP BY total"
            totals: Counter[int] = Counter(dict(session.execute(count, (challenge_id,)).fetchall()))
            session.executemany(
                f"UPDATE challenge_players SET percentage = ? WHERE {_COUNTED} AND total = ?",
                [(percentage, challenge_id, total) for total, percentage in percentages(totals).items()],
            )
            if not self._connection.driver.overwrites:
                # the secret is still in unused parts of the database
                note = set_note(UNVACUUMED, "")
                session.execute(note.sql, note.parameters)

        # nobody begins or plays on meanwhile, in another process either
        await self._connection.write(close, everywhere=True)
        return done[0]

    async def thin(self, before: float) -> bool:
        """Delete actions of challenges that ended before a time; the results stay where people are left.

        Returns:
            Whether there were any. One call deletes those of a few attempts, since moves wait meanwhile.

        """
        rows = await self._connection.rows(_OLD, (before,))
        for (challenge_id,) in rows:
            await self._connection.write(
                Statement(_THIN, (challenge_id, challenge_id, THINNED)),
                Statement(_THINNED, (challenge_id,)),
                Statement(FORGET_EMPTY, (challenge_id,)),
            )
        return bool(rows)

    # ------------------------------------------------------------------ attempts

    async def begin(self, challenge: Challenge, person: Person, guild_id: int, now: float) -> Player | None:
        """Store that a person takes a challenge, if they have not taken it; return their attempt.

        None if the challenge is closed.
        """
        key, attempt_id = challenge.player_key(person.user_id), new_id()
        values = (key, attempt_id, person.user_id, person.name, guild_id, now, challenge.id)
        try:
            await self._connection.write(Statement(_BEGIN, values))
        except ConstraintError as error:
            if not error.unique:
                raise
            # another attempt has that id
            return await self.begin(challenge, person, guild_id, now)
        return await self.player(challenge, person.user_id)

    async def player(self, challenge: Challenge, user_id: int) -> Player | None:
        """Return a person's attempt; None if they have none. After a deletion it has another ``user_id``."""
        if challenge.secret is None:
            return next(iter(await self._players("challenge_id = ? AND user_id = ?", challenge.id, user_id)), None)
        key = challenge.player_key(user_id)
        return next(iter(await self._players("challenge_id = ? AND key = ?", challenge.id, key)), None)

    async def attempt(self, attempt_id: str) -> Player | None:
        """Return the attempt with an id; None if there is none."""
        return next(iter(await self._players("id = ?", attempt_id)), None)

    async def players(self, challenge_id: str, limit: int) -> list[Player]:
        """Return the attempts at a challenge, in the order of their beginnings."""
        return await self._players("challenge_id = ? ORDER BY began_at, key LIMIT ?", challenge_id, limit)

    async def best(self, challenge_id: str, limit: int) -> list[Player]:
        """Return the finished attempts at a challenge, the best first, then in the order of their ends."""
        return await self._players(f"{_COUNTED} ORDER BY total DESC, finished_at, key LIMIT ?", challenge_id, limit)

    async def best_on(self, guild_id: int, challenge_id: str, limit: int) -> tuple[list[Player], int]:
        """Return the best attempts of people who have begun any challenge in a place, and the number of all of them."""
        rows = await self._connection.rows(
            f"SELECT count(*) FROM challenge_players WHERE {_HERE}", (challenge_id, guild_id)
        )
        which = f"{_HERE} ORDER BY total DESC, finished_at, key LIMIT ?"
        return await self._players(which, challenge_id, guild_id, limit), rows[0][0]

    async def newest(self, users: Sequence[int]) -> list[Player]:
        """Return the newest attempts of people, in any order."""
        if not users:
            return []
        which = ", ".join("?" * len(users))
        newest = f"SELECT user_id, max(began_at) FROM challenge_players WHERE user_id IN ({which}) GROUP BY user_id"
        return await self._players(f"(user_id, began_at) IN ({newest})", *users)

    async def unfinished(self, challenge_id: str, limit: int) -> list[Player]:
        """Return attempts that are not finished."""
        return await self._players("challenge_id = ? AND finished_at IS NULL AND void = 0 LIMIT ?", challenge_id, limit)

    async def _players(self, which: str, *parameters: object) -> list[Player]:
        return [_player(row) for row in await self._connection.rows(f"{_PLAYERS} {which}", parameters)]

    async def entries(self, player: Player) -> list[Entry]:
        """Return the actions of an attempt, in order."""
        rows = await self._connection.rows(_ENTRIES, (player.challenge_id, player.key))
        return [Entry(ply, deal, action, bool(by_person), at) for ply, deal, action, by_person, at in rows]

    async def append(
        self, player: Player, entries: Sequence[Entry], position: Position, now: float, *, cut: bool = False
    ) -> None:
        """Store actions of an attempt, and the margins after them, all or nothing.

        Args:
            player: the attempt.
            entries: the actions.
            position: the position after them.
            now: the time in seconds since 1970.
            cut: whether a computer played the rest, since the challenge ended.

        Raises:
            Conflict: one of the plies is stored already.
            Over: the attempt takes no more actions.

        """
        key = (player.challenge_id, player.key)
        ended = now if position.over else None
        advance = (json.dumps(position.margins), position.total, ended, int(cut), *key, player.user_id)
        rows = [(*key, each.ply, each.deal, each.action, int(each.by_person), each.at) for each in entries]
        try:
            await self._connection.write(
                *(Statement(_ENTRY, row) for row in rows), Statement(_ADVANCE, advance, otherwise_raise=Over)
            )
        except ConstraintError as error:
            if not error.primary:
                raise
            raise Conflict from error

    async def void(self, player: Player) -> None:
        """Store that an unfinished attempt does not count."""
        update = "UPDATE challenge_players SET void = 1 WHERE challenge_id = ? AND key = ? AND finished_at IS NULL"
        await self._connection.write(Statement(update, (player.challenge_id, player.key)))

    async def counts(self, challenge_id: str) -> Counts:
        """Return how many people have begun a challenge, and finished it."""
        rows = await self._connection.rows(
            "SELECT count(*), count(finished_at) FROM challenge_players WHERE challenge_id = ?", (challenge_id,)
        )
        return Counts(*rows[0])

    async def field(self, challenge_id: str, total: int) -> Field:
        """Return the finished attempts at a challenge, beside a total."""
        rows = await self._connection.rows(_FIELD, (total, total, challenge_id))
        return Field(*rows[0])

    async def days_of(self, user_id: int, first: int, last: int) -> list[tuple[Challenge, Player]]:
        """Return a person's attempts at the challenges of days, by number."""
        days = {each.id: each for each in await self.dailies(first, last)}
        numbers = "SELECT id FROM challenges WHERE kind = 'daily' AND number BETWEEN ? AND ?"
        found = await self._players(f"user_id = ? AND challenge_id IN ({numbers})", user_id, first, last)
        known = [(days[each.challenge_id], each) for each in found if each.challenge_id in days]
        return sorted(known, key=lambda day: day[0].number)


def _values(challenge: Challenge) -> tuple[object, ...]:
    return (
        challenge.id,
        challenge.kind.value,
        challenge.number,
        challenge.guild_id,
        challenge.channel_id,
        challenge.opener_id,
        challenge.rules,
        json.dumps(dict(challenge.options)),
        challenge.seats,
        challenge.deals,
        challenge.level.value,
        challenge.version,
        challenge.seed.reveal(),
        None if challenge.secret is None else challenge.secret.reveal(),
        challenge.opens_at,
        challenge.ends_at,
        json.dumps(challenge.invited),
        challenge.locale,
        None if challenge.par is None else json.dumps(challenge.par),
        int(challenge.closed),
        challenge.post_id,
        challenge.up_minutes,
    )


def _challenge(row: Sequence[Any]) -> Challenge:
    kept: dict[str, Any] = dict(zip(_COLUMNS.split(", "), row, strict=True))
    read: dict[str, Any] = {
        "kind": Kind(kept["kind"]),
        "options": options_of(kept["rules"], kept["options"]),
        "level": Level(kept["level"]),
        "seed": Seed.parse(kept["seed"]),
        "secret": Seed.parse(kept["secret"]) if kept["secret"] else None,
        "invited": tuple(json.loads(kept["invited"])),
        "par": None if kept["par"] is None else tuple(json.loads(kept["par"])),
        "closed": bool(kept["closed"]),
    }
    return Challenge(**kept | read)


def _player(row: Sequence[Any]) -> Player:
    columns: dict[str, Any] = dict(zip(_PLAYER_COLUMNS.split(", "), row, strict=True))
    margins = tuple(json.loads(columns["margins"]))
    read: dict[str, Any] = {"margins": margins, "cut": bool(columns["cut"]), "void": bool(columns["void"])}
    return Player(**columns | read)
