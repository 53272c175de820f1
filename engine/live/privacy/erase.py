"""Removes a person from all stored data, leaving the data of others as it was."""

from __future__ import annotations

import json
from collections.abc import Callable

from engine.live.database.connection import UNVACUUMED, Statement, Step
from engine.live.database.rows import FORGET_EMPTY, OPEN, without_texts
from engine.live.database.session import Session
from engine.live.database.shards import IN_GUILD
from engine.live.model.deleted_users import DELETED_NAME, new_deleted_id
from engine.live.privacy.cup_data import BEGINNING, cups_of, leave_cup

UNPURGED = """
status IN ('finished', 'closed') AND (
    invited != '[]' OR seating != '[]' OR words != '[]' OR vote IS NOT NULL
    OR coalesce(json_extract(post, '$.text'), '') != '' OR coalesce(json_extract(post, '$.alt'), '') != ''
)
"""
"""Selects ended tables that hold more than they need. For its index, the text has to equal that in migration 0008."""

_NAMED = """
(invited LIKE :like OR seating LIKE :like OR words LIKE :like OR vote LIKE :like OR post LIKE :like)
"""

TABLES = f"""
SELECT tables.id, guild_id FROM seats JOIN tables ON tables.id = table_id WHERE user_id = :user
UNION SELECT tables.id, guild_id FROM replaced JOIN tables ON tables.id = table_id WHERE user_id = :user
UNION SELECT id, guild_id FROM tables WHERE host_id = :user OR opener = :user
UNION SELECT id, guild_id FROM tables WHERE {OPEN} AND {_NAMED}
UNION SELECT id, guild_id FROM tables WHERE {UNPURGED} AND {_NAMED}
"""
"""All tables that may hold data of a user, with their servers; see :func:`finding`."""

_TABLE = f"""
UPDATE tables SET
    host_id = CASE host_id WHEN :user THEN :former ELSE host_id END,
    opener = CASE opener WHEN :user THEN :former ELSE opener END,
    revision = revision + CASE WHEN {OPEN} THEN 0 ELSE 1 END
WHERE id = :table AND (
    host_id = :user OR opener = :user
    OR status IN ('finished', 'closed') AND coalesce(json_extract(post, '$.status'), '') != status
)
"""
"""A process that has yet to show the end of a table learns by the revision that it has other people."""

_AT_A_TABLE = (
    _TABLE,
    # the plus sign keeps the database from going through all rows of the user for each table
    "UPDATE log SET user_id = :former WHERE table_id = :table AND +user_id = :user",
    "UPDATE scores SET user_id = :former, name = :name, mu = NULL, sigma = NULL"
    " WHERE table_id = :table AND +user_id = :user",
    "UPDATE seats SET user_id = :former, name = :name, locale = '' WHERE table_id = :table AND +user_id = :user",
    "UPDATE replaced SET user_id = :former, name = :name WHERE table_id = :table AND +user_id = :user",
)

_NOBODY_LEFT = f"""
SELECT EXISTS (SELECT 1 FROM tables WHERE guild_id = :guild AND NOT {IN_GUILD}) AND NOT EXISTS (
    SELECT 1 FROM tables WHERE guild_id = :guild AND host_id > 0
    UNION ALL SELECT 1 FROM seats JOIN tables ON id = table_id WHERE guild_id = :guild AND user_id > 0
    UNION ALL SELECT 1 FROM replaced JOIN tables ON id = table_id WHERE guild_id = :guild AND user_id > 0
)
"""
"""Whether a private channel has no person left in all that is stored about it."""

CHALLENGES = """
SELECT id FROM challenges WHERE opener_id = :user OR kind = 'friends' AND invited LIKE :like
UNION SELECT challenge_id FROM challenge_players WHERE user_id = :user
"""
"""All challenges that may hold data of a user; see :func:`finding`."""

_IN_A_CHALLENGE = (
    "UPDATE challenges SET opener_id = :former WHERE id = :challenge AND opener_id = :user",
    # the key stays, so that nobody plays twice; without the challenge's secret it names nobody
    "UPDATE challenge_players SET user_id = :former, name = '', guild_id = 0"
    " WHERE challenge_id = :challenge AND user_id = :user",
)

_EVERYWHERE = (
    "DELETE FROM hand_messages WHERE user_id = :user",
    "DELETE FROM ratings WHERE user_id = :user",
    "DELETE FROM tallies WHERE user_id = :user",
    "DELETE FROM preferences WHERE kind = 'person' AND whose = :user",
    "DELETE FROM saved_rules WHERE kind = 'person' AND whose = :user",
)

_UNLESS_SEATED = f"""
INSERT INTO notes (name, value) SELECT '{UNVACUUMED}', '' WHERE NOT EXISTS (
    SELECT 1 FROM seats JOIN tables ON id = table_id WHERE user_id = :user AND {OPEN}
    UNION ALL SELECT 1 FROM replaced JOIN tables ON id = table_id WHERE user_id = :user AND {OPEN}
    UNION ALL {BEGINNING}
) ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""


class StillSeated(Exception):
    """The user has or had a seat in an open match, or one in a lobby: its next change would store them again.

    So does the match of a cup's table that is about to begin.
    """


def finding(user_id: int) -> dict[str, object]:
    """Return the parameters of :data:`TABLES` and :data:`CHALLENGES`."""
    return {"user": user_id, "like": f"%{user_id}%"}


def deletion_steps(user_id: int) -> tuple[Step, ...]:
    """Return the steps that remove a user from all data in one transaction.

    The user gets another number on each server, at its tables and in its cups, and in each challenge. Cups go on.
    The leaderboard of a private channel is deleted with the last of its people.

    The steps raise :class:`StillSeated` if the user has or had a seat at an open table.
    """

    def erase(connection: Session) -> None:
        facts = {"user": user_id, "name": DELETED_NAME}
        numbers: dict[int, int] = {}
        for table, guild_id in sorted(connection.execute(TABLES, finding(user_id)).fetchall()):
            table_facts = {"table": table, "former": numbers.setdefault(guild_id, new_deleted_id())}
            for statement in _AT_A_TABLE:
                connection.execute(statement, facts | table_facts)
            _anonymise(connection, table, user_id, table_facts["former"])
        for cup, guild_id in cups_of(connection, user_id):
            leave_cup(connection, cup, user_id, numbers.setdefault(guild_id, new_deleted_id()))
        for (challenge,) in connection.execute(CHALLENGES, finding(user_id)).fetchall():
            _leave_challenge(connection, challenge, user_id)
        for statement in _EVERYWHERE:
            connection.execute(statement, facts)
        for guild_id in numbers:
            if connection.execute(_NOBODY_LEFT, {"guild": guild_id}).fetchone()[0]:
                # ratings and tallies went with their people, and seasons are of servers
                connection.execute("DELETE FROM tables WHERE guild_id = :guild", {"guild": guild_id})

    return (Statement(_UNLESS_SEATED, {"user": user_id}, otherwise_raise=StillSeated), erase)


def _anonymise(connection: Session, table_id: str, user_id: int, former: int) -> None:
    """Replace a user in the lists that are stored with a table, and drop the texts of its messages."""
    kept = connection.execute(f"SELECT {', '.join(_LISTS)}, post FROM tables WHERE id = ?", (table_id,)).fetchone()
    *lists, post = kept
    # a number of these digits: most lists need not be read
    new = (
        *(
            anonymised(text, user_id, former) if text is not None and str(user_id) in text else text
            for anonymised, text in zip(_LISTS.values(), lists, strict=True)
        ),
        without_texts(post),
    )
    if new != tuple(kept):
        columns = ", ".join(f"{column} = ?" for column in (*_LISTS, "post"))
        # a process that has the table in memory must not write the user back
        named = new[:-1] != tuple(lists)
        connection.execute(
            f"UPDATE tables SET {columns}, revision = revision + ? WHERE id = ?", (*new, int(named), table_id)
        )


def _leave_challenge(connection: Session, challenge_id: str, user_id: int) -> None:
    """Replace a user in a challenge. Where they were invited alone, nobody else is invited in their place."""
    former = new_deleted_id()
    for statement in _IN_A_CHALLENGE:
        connection.execute(statement, {"challenge": challenge_id, "user": user_id, "former": former})
    (text,) = connection.execute("SELECT invited FROM challenges WHERE id = ?", (challenge_id,)).fetchone()
    invited = json.dumps(_replaced(json.loads(text), user_id, former))
    if invited != text:
        connection.execute("UPDATE challenges SET invited = ? WHERE id = ?", (invited, challenge_id))
    connection.execute(FORGET_EMPTY, (challenge_id,))


def _replaced(users: list[int], user_id: int, former: int) -> list[int]:
    return [former if each == user_id else each for each in users]


def _vote(text: str, user_id: int, former: int) -> str:
    vote = json.loads(text)
    return json.dumps(vote | {side: _replaced(vote[side], user_id, former) for side in ("yes", "no")})


_LISTS: dict[str, Callable[[str, int, int], str]] = {
    "invited": lambda text, user, _: json.dumps([each for each in json.loads(text) if each != user]),
    "seating": lambda text, user, former: json.dumps(_replaced(json.loads(text), user, former)),
    "words": lambda text, user, _: json.dumps([word for word in json.loads(text) if word[0] != user]),
    "vote": _vote,
}
"""How a user goes from the lists of a table, by their columns."""
