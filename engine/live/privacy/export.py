"""The export of all data stored about a person."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from engine.actions import Deal, parse
from engine.live.database.parameters import several
from engine.live.database.session import Session
from engine.live.history.records import record_of
from engine.live.model.preferences import Visibility
from engine.live.model.table import LogEntry, Presence, SavedTable, Status
from engine.live.privacy.erase import CHALLENGES, TABLES, finding

FORMAT = "domino-data/1"

_BY_PERSON = {
    "results": "SELECT * FROM scores WHERE user_id = ? ORDER BY finished_at, table_id",
    "ratings": "SELECT * FROM ratings WHERE user_id = ? ORDER BY guild_id, league, rules",
    "tallies": "SELECT * FROM tallies WHERE user_id = ? ORDER BY guild_id, league, period, rules",
    "saved_rules": "SELECT * FROM saved_rules WHERE kind = 'person' AND whose = ? ORDER BY folded",
    "hand_messages": "SELECT * FROM hand_messages WHERE user_id = ? ORDER BY table_id",
}
"""The rows that belong to one person, exported unchanged."""

_CHALLENGES = f"""
SELECT id, kind, number, guild_id AS server, channel_id AS channel, opener_id, rules, options, deals, level, opens_at,
       ends_at, invited, closed
FROM challenges WHERE id IN (SELECT id FROM ({CHALLENGES}) AS found) ORDER BY opens_at, id
"""
_ATTEMPT = """
SELECT key, id, guild_id AS server, name, began_at, finished_at, margins, cut, void, percentage
FROM challenge_players WHERE challenge_id = ? AND user_id = ?
"""
_OWN_MOVES = """
SELECT deal, at, action FROM challenge_log WHERE challenge_id = ? AND key = ? AND by_person = 1 ORDER BY ply
"""

_UNNAMED = """
SELECT whose FROM preferences WHERE kind = 'person' AND name = 'shown' AND value != :named AND whose IN
"""


def rows_of(connection: Session, user_id: int) -> dict[str, Any]:
    """Return a person's settings and the rows that belong to them."""
    settings = connection.execute(
        "SELECT name, value FROM preferences WHERE kind = 'person' AND whose = ? ORDER BY name", (user_id,)
    )
    data: dict[str, Any] = {"settings": {name: json.loads(value) for name, value in settings}}
    for part, select in _BY_PERSON.items():
        rows = connection.execute(select, (user_id,))
        names = [column[0] for column in rows.description]
        data[part] = [dict(zip(names, row, strict=True)) for row in rows]
    data["challenges"] = _challenges_of(connection, user_id)
    return data


def _challenges_of(connection: Session, user_id: int) -> list[dict[str, Any]]:
    """Return the challenges that a person opened, was invited to or played.

    A person's moves are in it once the challenge is closed: before, tiles and moves are secret.
    """
    found: list[dict[str, Any]] = []
    rows = connection.execute(_CHALLENGES, finding(user_id))
    names = [column[0] for column in rows.description]
    for row in rows.fetchall():
        facts: dict[str, Any] = dict(zip(names, row, strict=True))
        invited, closed = json.loads(facts.pop("invited")), bool(facts.pop("closed"))
        facts |= {"opened": facts.pop("opener_id") == user_id, "invited": user_id in invited, "closed": closed}
        facts |= {"options": json.loads(facts["options"])}
        facts |= {each: _time(facts[each]) for each in ("opens_at", "ends_at")}
        facts |= {"attempt": _attempt(connection, facts["id"], user_id, closed=closed)}
        # a longer id of somebody invited may contain this one
        if facts["opened"] or facts["invited"] or facts["attempt"] is not None:
            found.append(facts)
    return found


def _attempt(connection: Session, challenge_id: str, user_id: int, *, closed: bool) -> dict[str, Any] | None:
    """Return a person's attempt at a challenge; None if they have none."""
    rows = connection.execute(_ATTEMPT, (challenge_id, user_id))
    names, row = [column[0] for column in rows.description], rows.fetchone()
    if row is None:
        return None
    facts: dict[str, Any] = dict(zip(names, row, strict=True))
    key, ended_at = facts.pop("key"), facts["finished_at"]
    facts |= {"margins": json.loads(facts["margins"]), "cut": bool(facts["cut"]), "void": bool(facts["void"])}
    facts |= {"began_at": _time(facts["began_at"]), "finished_at": None if ended_at is None else _time(ended_at)}
    if closed:
        moves = connection.execute(_OWN_MOVES, (challenge_id, key))
        facts["moves"] = [{"deal": deal, "at": _time(at), "action": action} for deal, at, action in moves]
    return facts


def tables_of(connection: Session, user_id: int) -> list[str]:
    """Return the ids of all tables that hold data of a user, oldest first."""
    select = f"SELECT id FROM tables WHERE id IN (SELECT id FROM ({TABLES}) AS found) ORDER BY opened_at, id"
    return [table for (table,) in connection.execute(select, finding(user_id))]


def unnamed(connection: Session, users: Sequence[int]) -> frozenset[int]:
    """Return the users without a visible name."""
    if not users:
        return frozenset()
    listed, values = several("user", users)
    rows = connection.execute(_UNNAMED + listed, values | {"named": json.dumps(Visibility.NAMED.value)})
    return frozenset(whose for (whose,) in rows)


class TableExport(NamedTuple):
    """The export of a table, as JSON: as text, thousands of tables take little memory.

    Attributes:
        text: an object, without the game record.
        record: the game record; empty if the person gets none.

    """

    text: str
    record: str


class Export(NamedTuple):
    """All data stored about a person.

    Attributes:
        beside: all data besides tables, by name.
        tables: oldest first.

    """

    beside: dict[str, Any]
    tables: list[TableExport]

    def written(self, *, records: bool = True) -> str:
        """Return the export as one JSON object, with or without the game records."""
        tables = [
            f'{each.text[:-1]}, "record": {each.record}}}' if records and each.record else each.text
            for each in self.tables
        ]
        # the last line, a brace, comes after the tables
        beside = json.dumps(self.beside, ensure_ascii=False, indent=1)[:-2]
        lines = ",\n".join(tables)
        return f'{beside},\n "tables": [\n{lines}\n ]\n}}\n'


def preamble(user_id: int, now: float, rows: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data besides tables, headed by the export's format, user and time."""
    return {"format": FORMAT, "user": user_id, "made_at": _time(now), **rows}


def export_table(kept: SavedTable, user_id: int, hidden: frozenset[int]) -> TableExport:
    """Return the data of a table about a person.

    Of the other players it holds the names, which the channel saw, except those of ``hidden``. A match that was played
    to its end comes with its record, in which all hands are open to everybody anyway. Of any other match it holds only
    the person's own actions, and nothing that the person did not see.

    Args:
        kept: the table.
        user_id: the person.
        hidden: the other players without a visible name.

    """
    header = kept.header
    names = [None if each.user_id in hidden and each.user_id != user_id else each.name for each in header.people]
    facts: dict[str, Any] = {
        "id": header.id,
        "server": header.guild_id,
        "channel": header.channel_id,
        "delivery": header.delivery.value,
        "rules": header.rules,
        "options": dict(header.options),
        "status": header.status.value,
        "opened_at": _time(header.opened_at),
        "host": header.host_id == user_id,
        "invited": user_id in header.invited,
        "sat_in_the_last_match": user_id in header.seating,
        "opened_the_last_match": header.opener == user_id,
        "named_to_open": header.named == user_id,
        "players": names,
    }
    if header.vote is not None and user_id in (*header.vote.yes, *header.vote.no):
        facts["wants_to_end_the_match"] = user_id in header.vote.yes
    words = dict(header.words)
    if user_id in words:
        facts["word_for_the_next_deal"] = words[user_id]
    facts |= _seat_facts(kept, user_id)
    record = ""
    if header.status is Status.FINISHED:
        # a log that can't be read makes no record
        with suppress(ValueError):
            record = json.dumps(json.loads(record_of(kept)) | {"players": names}, ensure_ascii=False)
    return TableExport(json.dumps(facts, ensure_ascii=False), record)


def _seat_facts(kept: SavedTable, user_id: int) -> dict[str, Any]:
    """Return the data about a person's seat, also if somebody took it; none without a seat."""
    people = {person.user_id: (seat, person) for seat, person in enumerate(kept.header.people)}
    left = next((each for each in kept.header.substitutions if each.user_id == user_id), None)
    if user_id in people:
        seat, person = people[user_id]
        facts = {
            "seat": seat,
            "name": person.name,
            "language": person.locale,
            "presence": person.presence.value,
            "missed_turns": person.missed,
            "gone_before_everybody_had_a_turn": person.early,
        }
    elif left is not None:
        seat = left.seat
        facts = {
            "seat": seat,
            "name": left.name,
            "presence": "replaced",
            "removed": left.presence is Presence.REMOVED,
            "gone_before_everybody_had_a_turn": left.early,
        }
    else:
        return {}
    # the action of a deal holds the shuffled tiles
    own = [entry for entry in kept.log if entry.user_id == user_id]
    actions = [{"at": _time(entry.at), "action": _action_text(entry)} for entry in own]
    return {**facts, "words": _words(kept, seat, user_id), "actions": actions}


def _action_text(entry: LogEntry) -> str:
    """Return an action without the shuffled tiles of a deal."""
    try:
        return "deal" if type(parse(entry.action)) is Deal else entry.action
    except ValueError:
        return "unreadable"


def _words(kept: SavedTable, seat: int, user_id: int) -> list[dict[str, Any]]:
    """Return the words that a user added while they had a seat."""
    seated = _seated_plies(kept, seat, user_id)
    deals = [entry for entry in kept.log if _action_text(entry) == "deal"]
    return [
        {"deal": number, "word": entry.words[seat]}
        for number, entry in enumerate(deals, start=1)
        if entry.ply in seated and entry.words and entry.words[seat]
    ]


def _seated_plies(kept: SavedTable, seat: int, user_id: int) -> range:
    since = 0
    for each in kept.header.substitutions:
        if each.seat == seat and each.user_id == user_id:
            return range(since, each.ply)
        if each.seat == seat:
            since = each.ply
    return range(since, len(kept.log))


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def other_people(kept: SavedTable, user_id: int) -> list[int]:
    """Return the user ids of the other people at a table."""
    return [each.user_id for each in kept.header.people if each.user_id != user_id and not each.computer]
