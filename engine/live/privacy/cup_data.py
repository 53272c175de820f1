"""The data of a person in cups: what is exported, and how the person goes from a cup, which goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, cast

from engine import cups
from engine.cups import PEOPLE, Action, Cup, Entrant
from engine.live.cups.model import Entry, Situation
from engine.live.database.session import Session
from engine.live.model.deleted_users import DELETED_NAME

CUPS = """
SELECT id, guild_id FROM cups WHERE organizer_id = :user
UNION SELECT id, guild_id FROM cup_people JOIN cups ON id = cup_id WHERE user_id = :user
UNION SELECT id, guild_id FROM cup_log JOIN cups ON id = cup_id WHERE user_id = :user
"""
"""All cups that may hold data of a user, with their servers. Whoever an action names is among the cup's people."""

BEGINNING = """
SELECT 1 FROM cup_people
JOIN cups ON cups.id = cup_people.cup_id AND closed = 0
JOIN cup_tables ON cup_tables.cup_id = cups.id AND match_id != ''
WHERE user_id = :user AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = match_id)
"""
"""Selects a cup of a user with a table whose people are settled, and whose match is about to be stored."""

_IN_A_CUP = (
    # a process that has the cup in memory must not write the user back
    "UPDATE cups SET organizer_id = CASE organizer_id WHEN :user THEN :former ELSE organizer_id END,"
    " revision = revision + 1 WHERE id = :cup",
    "UPDATE cup_people SET user_id = :former, name = :name, locale = '' WHERE cup_id = :cup AND user_id = :user",
    "UPDATE cup_log SET user_id = :former WHERE cup_id = :cup AND user_id = :user",
)


def cups_of(session: Session, user_id: int) -> list[tuple[str, int]]:
    """Return the ids of all cups that hold data of a user, with their servers."""
    return [(cup_id, guild_id) for cup_id, guild_id in session.execute(CUPS, {"user": user_id}).fetchall()]


# ---------------------------------------------------------------------- deletion


def leave_cup(session: Session, cup_id: str, user_id: int, former: int) -> None:
    """Replace a user in a cup by a former player, who is there for nobody."""
    facts = {"cup": cup_id, "user": user_id, "former": former, "name": DELETED_NAME}
    for statement in _IN_A_CUP:
        session.execute(statement, facts)

    def naming(what: str, table: str) -> list[Any]:
        select = f"SELECT {what} FROM {table} WHERE cup_id = ? AND {what.split(', ')[-1]} LIKE ?"
        return session.execute(select, (cup_id, f"%{user_id}%")).fetchall()

    for ply, text in naming("ply, action", "cup_log"):
        renamed = cups.with_people(cups.loads(text), lambda person: former if person == user_id else person)
        session.execute(
            "UPDATE cup_log SET action = ? WHERE cup_id = ? AND ply = ?", (cups.dumps(renamed), cup_id, ply)
        )
    for number, table, live in naming("round, number, live", "cup_tables"):
        session.execute(
            "UPDATE cup_tables SET live = ? WHERE cup_id = ? AND round = ? AND number = ?",
            (_without(live, "here", user_id), cup_id, number, table),
        )
    (live,) = session.execute("SELECT live FROM cups WHERE id = ?", (cup_id,)).fetchone()
    session.execute("UPDATE cups SET live = ? WHERE id = ?", (_without(live, "standby", user_id), cup_id))


def _without(live: str, name: str, user_id: int) -> str:
    """Return a JSON object without a user in one of its lists."""
    values = json.loads(live)
    return json.dumps(values | {name: [each for each in values[name] if each != user_id]})


# ---------------------------------------------------------------------- export


def export_cup(at: Situation, user_id: int) -> dict[str, Any]:
    """Return the data of a cup about a person, as JSON values. It has no id, name or action of anybody else."""
    header, person, entrant = at.header, at.people.get(user_id), at.cup.entrant_of(user_id)
    return {
        "id": header.id,
        "server": header.guild_id,
        "channel": header.channel_id,
        "cup": header.name,
        "opened_at": _time(header.opened_at),
        "format": header.settings.format.value,
        "sides": header.settings.sides.value,
        "rules": header.settings.rules,
        "organizer": header.organizer_id == user_id,
        "name": None if person is None else person.name,
        "language": None if person is None else person.locale,
        "ready_to_substitute": user_id in header.standby,
        "came_to": [live.key for live in at.tables.values() if user_id in live.here],
        "actions": [_action(each, user_id) for each in at.log if _is_about(each, user_id)],
        "results": [] if entrant is None else [*_results(at.cup, entrant)],
        "standing": None if entrant is None else _standing(at.cup, entrant),
    }


def _is_about(entry: Entry, user_id: int) -> bool:
    """Whether a person did an action, or it names them."""
    return entry.user_id == user_id or user_id in _people(entry.action)


def _people(action: Action) -> list[int]:
    """Return the people whom an action names."""
    named: list[int] = []
    cups.with_people(action, lambda person: named.append(person) or person)
    return named


def _action(entry: Entry, user_id: int) -> dict[str, Any]:
    """Return an action, with None in the places of other people."""

    def own(value: int | list[int]) -> Any:
        return [own(each) for each in value] if isinstance(value, list) else value if value == user_id else None

    fields = cast("dict[str, Any]", json.loads(cups.dumps(entry.action)))
    shown = {name: own(value) if name in PEOPLE else value for name, value in fields.items()}
    return {"at": _time(entry.at), "by_you": entry.user_id == user_id, **shown}


def _results(cup: Cup, entrant: Entrant) -> Iterator[dict[str, Any]]:
    """Yield an entrant's result in each round; its own points are first."""
    for each in cup.rounds:
        if entrant.id in each.byes:
            yield {"round": each.number, "how": "bye"}
        for table in each.tables:
            side = next((side for side in (0, 1) if entrant.id in table.sides[side]), None)
            result = table.result
            if side is None or result is None:
                continue
            yield {
                "round": each.number,
                "how": result.how.value,
                "won": None if result.winner is None else result.winner == side,
                "points": [result.points[side], result.points[1 - side]],
                "correction": result.correction,
            }


def _standing(cup: Cup, entrant: Entrant) -> dict[str, Any] | None:
    for row in cups.standings(cup):
        if row.entrant == entrant.id:
            exact = {"wins": row.wins, "buchholz": row.buchholz, "difference": row.difference, "points": row.points}
            return {"place": row.place} | {name: float(value) for name, value in exact.items()}
    return None


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
