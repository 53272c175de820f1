"""The cups in the database."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from engine import cups
from engine.cups import Settings
from engine.dealing import Seed
from engine.errors import redacted_traceback
from engine.live.cups.course import is_done
from engine.live.cups.model import Change, CupHeader, CupPerson, Entry, LiveTable, Post, Situation, after
from engine.live.cups.tempo import Tempo
from engine.live.database.connection import Connection, Statement
from engine.live.database.errors import ConstraintError
from engine.live.database.parameters import several
from engine.live.database.session import Session
from engine.live.database.shards import Shards
from engine.live.league.figures import Kind
from engine.live.model.errors import Conflict

_log = logging.getLogger(__name__)

_OWN = ("id", "guild_id", "channel_id", "organizer_id", "name", "locale", "settings", "seed", "opened_at", "revision")
"""The fields of a header that have columns of their own; all others are in ``live``."""

_COLUMNS = ", ".join(_OWN)
_SELECT = f"SELECT {_COLUMNS}, live FROM cups WHERE"
_INSERT = f"INSERT INTO cups ({_COLUMNS}, live) VALUES ({', '.join('?' * 11)})"
_UPDATE = """
UPDATE cups SET channel_id = ?, organizer_id = ?, name = ?, closed = ?, live = ?, revision = revision + 1
WHERE id = ? AND revision = ?
"""
_ACTION = "INSERT INTO cup_log (cup_id, ply, action, user_id, at) VALUES (?, ?, ?, ?, ?)"
_PERSON = """
INSERT INTO cup_people (cup_id, user_id, name, locale) VALUES (?, ?, ?, ?)
ON CONFLICT (cup_id, user_id) DO UPDATE SET name = excluded.name, locale = excluded.locale
"""
_PLACE = "UPDATE cup_people SET place = ? WHERE cup_id = ? AND user_id = ?"
_TABLE = """
INSERT INTO cup_tables (cup_id, round, number, match_id, live) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (cup_id, round, number) DO UPDATE SET match_id = excluded.match_id, live = excluded.live
"""
_RATINGS = """
SELECT user_id, mu FROM ratings WHERE guild_id = :guild AND league = :league AND rules = :rules AND user_id IN
"""
_PODIUMS = """
SELECT cups.id, cups.name, place FROM cup_people JOIN cups ON cups.id = cup_id
WHERE user_id = ? AND guild_id = ? AND place <= 3 ORDER BY opened_at DESC LIMIT ?
"""

_SETTINGS = TypeAdapter(Settings)
_LIVE_TABLE = TypeAdapter(LiveTable)
_POSTS = TypeAdapter(dict[str, Post])


class Podium(NamedTuple):
    """A place of a person in a cup that has ended, from 1 to 3."""

    cup_id: str
    name: str
    place: int


class CupStore:
    """Stores cups. A write is durable when its method returns; each raises StorageError if the database fails."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def create(self, at: Situation) -> None:
        """Store a new cup.

        Raises:
            Conflict: a stored cup has its id.

        """
        header = at.header
        own = (*_own(header), _live(header))
        try:
            await self._connection.write(Statement(_INSERT, own), *_people(header.id, at.people.values()))
        except ConstraintError as error:
            if not error.primary:
                raise
            raise Conflict from None

    async def write(self, at: Situation, change: Change) -> Situation:
        """Store a change of a cup; return the cup after it.

        Raises:
            CupError: the cup does not allow one of its actions.
            Conflict: another writer changed the cup first.

        """
        changed = after(at, change)
        header = changed.header
        values = (header.channel_id, header.organizer_id, header.name, is_done(changed), _live(header), header.id)
        log = [
            (header.id, ply, cups.dumps(each.action), each.user_id, each.at)
            for ply, each in enumerate(changed.log[len(at.log) :], len(at.log))
        ]
        tables = [
            (header.id, each.round, each.number, each.match_id, _LIVE_TABLE.dump_json(each).decode())
            for each in change.tables
        ]
        await self._connection.write(
            Statement(_UPDATE, (*values, at.header.revision), otherwise_raise=Conflict),
            *(Statement(_ACTION, each) for each in log),
            *_people(header.id, change.people),
            *(Statement(_TABLE, each) for each in tables),
            *(_places(changed) if changed.over and not at.over else ()),
        )
        return replace(changed, header=replace(header, revision=at.header.revision + 1))

    async def find(self, cup_id: str, now: float) -> Situation | None:
        """Return a cup as it is stored; None if there is none with that id, or it can't be read."""
        return next(iter(await self._read("id = ?", (cup_id,), now)), None)

    async def open_cups(self, shards: Shards | None, now: float) -> list[Situation]:
        """Return the cups that are not done on the servers of some shards, without unreadable ones; None: on all."""
        which = ""
        if shards is not None:
            numbers = ", ".join(map(str, shards.numbers or (-1,)))
            which = f" AND (guild_id >> 22) % {shards.total} IN ({numbers})"
        return await self._read(f"closed = 0{which}", (), now)

    async def ratings(self, at: Situation) -> Mapping[int, int]:
        """Return the ratings of a cup's people in its rule set on its server, in hundredths, where they have one."""
        if not at.people:
            return {}
        league = Kind.ALONE if at.header.settings.sides is cups.Sides.ALONE else Kind.PAIRS
        users, values = several("user", [*at.people])
        facts = {"guild": at.header.guild_id, "league": league.value, "rules": at.header.settings.rules}
        return {
            user_id: round(100 * mu)
            for user_id, mu in await self._connection.rows(f"{_RATINGS} {users}", facts | values)
        }

    async def podiums(self, guild_id: int, user_id: int, limit: int) -> list[Podium]:
        """Return the first three places of a person in the newest cups of a server that have ended."""
        return [Podium(*row) for row in await self._connection.rows(_PODIUMS, (user_id, guild_id, limit))]

    async def _read(self, which: str, parameters: Sequence[object], now: float) -> list[Situation]:
        def read(session: Session) -> list[Situation]:
            rows = session.execute(f"{_SELECT} {which} ORDER BY opened_at, id", parameters).fetchall()
            found = (_readable(session, row, now) for row in rows)
            return [at for at in found if at is not None]

        return await self._connection.read(read)


def _own(header: CupHeader) -> tuple[object, ...]:
    special = {"settings": _SETTINGS.dump_json(header.settings).decode(), "seed": header.seed.reveal()}
    return tuple(special.get(name, getattr(header, name)) for name in _OWN)


def _live(header: CupHeader) -> str:
    live = {each.name: getattr(header, each.name) for each in fields(header) if each.name not in _OWN}
    return json.dumps({**live, "posts": _POSTS.dump_python(dict(header.posts), mode="json")})


def _header(row: Sequence[Any]) -> CupHeader:
    own, live = dict(zip(_OWN, row, strict=False)), json.loads(row[len(_OWN)])
    # a later version may have written more
    known = {each.name for each in fields(CupHeader)} - {*_OWN}
    values: dict[str, Any] = own | {name: value for name, value in live.items() if name in known}
    values |= {
        "settings": _SETTINGS.validate_json(own["settings"]),
        "seed": Seed.parse(own["seed"]),
        "tempo": Tempo(live["tempo"]),
        "standby": tuple(live["standby"]),
        "posts": _POSTS.validate_python(live["posts"]),
    }
    return CupHeader(**values)


def _people(cup_id: str, people: Iterable[CupPerson]) -> list[Statement]:
    return [Statement(_PERSON, (cup_id, *each)) for each in people]


def _places(at: Situation) -> list[Statement]:
    """Return the statements that keep the final place of each person, for the statistics."""
    if at.phase is not cups.Phase.ENDED:
        return []
    entrants = at.cup.entrants
    return [
        Statement(_PLACE, (row.place, at.header.id, person))
        for row in cups.standings(at.cup)
        for person in entrants[row.entrant].members
    ]


def _readable(session: Session, row: Sequence[Any], now: float) -> Situation | None:
    """Return a stored cup; None if it is damaged, so that the others go on."""
    try:
        return _situation(session, row, now)
    except (ValueError, LookupError, TypeError, AssertionError) as error:
        _log.error("cup %s can't be read, and stands still:\n%s", row[0], redacted_traceback(error))
        return None


def _situation(session: Session, row: Sequence[Any], now: float) -> Situation:
    header = _header(row)
    log = tuple(
        Entry(cups.loads(action), user_id, at)
        for action, user_id, at in session.execute(
            "SELECT action, user_id, at FROM cup_log WHERE cup_id = ? ORDER BY ply", (header.id,)
        ).fetchall()
    )
    people = session.execute("SELECT user_id, name, locale FROM cup_people WHERE cup_id = ?", (header.id,)).fetchall()
    tables = session.execute("SELECT live FROM cup_tables WHERE cup_id = ?", (header.id,)).fetchall()
    live = [_LIVE_TABLE.validate_json(text) for (text,) in tables]
    return Situation(
        header=header,
        cup=cups.fold(header.settings, header.seed, (each.action for each in log)),
        log=log,
        people={row[0]: CupPerson(*row) for row in people},
        tables={each.key: each for each in live},
        now=now,
    )
