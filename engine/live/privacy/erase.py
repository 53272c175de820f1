"""Removes a person from all stored data, leaving the data of others as it was."""

from __future__ import annotations

from engine.live.database.connection import Statement, Step
from engine.live.database.session import Session
from engine.live.model.deleted_users import DELETED_NAME, new_deleted_id
from engine.live.model.table import MAX_OLDER

UNVACUUMED = "unswept"
"""The note that deleted data may still be in unused parts of the file."""

OPEN = "status IN ('lobby', 'playing')"

UNPURGED = """
status IN ('finished', 'closed') AND (
    invited != '[]' OR seating != '[]' OR words != '[]' OR vote IS NOT NULL
    OR coalesce(json_extract(post, '$.text'), '') != '' OR coalesce(json_extract(post, '$.alt'), '') != ''
)
"""
"""Selects ended tables that hold more than they need. For its index, the text has to equal that in migration 0008."""

_PLACES = ("$", *(f"$.older[{number}]" for number in range(MAX_OLDER)))
NO_TEXTS = ", ".join(f"'{place}.{text}', ''" for place in _PLACES for text in ("text", "alt"))
"""What a table's message and the older ones are without their texts, which contain names."""

WITHOUT_TEXTS = f"CASE WHEN post IS NOT NULL THEN json_replace(post, {NO_TEXTS}) END"
"""A table's message without its texts."""

_NAMED = """
(instr(invited, :text) OR instr(seating, :text) OR instr(words, :text) OR instr(coalesce(vote, ''), :text)
 OR instr(coalesce(post, ''), :text))
"""

TABLES = f"""
SELECT tables.id, guild_id FROM seats JOIN tables ON tables.id = table_id WHERE user_id = :user
UNION SELECT tables.id, guild_id FROM replaced JOIN tables ON tables.id = table_id WHERE user_id = :user
UNION SELECT id, guild_id FROM tables WHERE host_id = :user OR opener = :user
UNION SELECT id, guild_id FROM tables WHERE {OPEN} AND {_NAMED}
UNION SELECT id, guild_id FROM tables WHERE {UNPURGED} AND {_NAMED}
"""
"""All tables that may hold data of a user, with their servers."""

_WITH_ANOTHER = """
(SELECT json_group_array(CASE value WHEN :user THEN :former ELSE value END)
 FROM (SELECT value FROM json_each(tables.{column}{path}) ORDER BY key))
"""

_TABLE = f"""
UPDATE tables SET
    host_id = CASE host_id WHEN :user THEN :former ELSE host_id END,
    opener = CASE opener WHEN :user THEN :former ELSE opener END,
    invited = (
        SELECT json_group_array(value) FROM (SELECT value FROM json_each(tables.invited) ORDER BY key)
        WHERE value != :user
    ),
    seating = {_WITH_ANOTHER.format(column="seating", path="")},
    words = (
        SELECT json_group_array(json(value)) FROM (SELECT value FROM json_each(tables.words) ORDER BY key)
        WHERE json_extract(value, '$[0]') != :user
    ),
    vote = CASE WHEN vote IS NOT NULL THEN json_set(
        vote,
        '$.yes', json({_WITH_ANOTHER.format(column="vote", path=", '$.yes'")}),
        '$.no', json({_WITH_ANOTHER.format(column="vote", path=", '$.no'")})
    ) END,
    post = {WITHOUT_TEXTS}
WHERE id = :table
"""

_AT_A_TABLE = (
    _TABLE,
    # the plus sign keeps SQLite from going through all rows of the user for each table
    "UPDATE log SET user_id = :former WHERE table_id = :table AND +user_id = :user",
    "UPDATE scores SET user_id = :former, name = :name, mu = NULL, sigma = NULL"
    " WHERE table_id = :table AND +user_id = :user",
    "UPDATE seats SET user_id = :former, name = :name, locale = '' WHERE table_id = :table AND +user_id = :user",
    "UPDATE replaced SET user_id = :former, name = :name WHERE table_id = :table AND +user_id = :user",
)

_EVERYWHERE = (
    "DELETE FROM hand_messages WHERE user_id = :user",
    "DELETE FROM ratings WHERE user_id = :user",
    "DELETE FROM tallies WHERE user_id = :user",
    "DELETE FROM preferences WHERE kind = 'person' AND whose = :user",
)

_UNLESS_SEATED = f"""
INSERT OR REPLACE INTO notes SELECT '{UNVACUUMED}', '' WHERE NOT EXISTS (
    SELECT 1 FROM seats JOIN tables ON id = table_id WHERE user_id = :user AND {OPEN}
    UNION ALL SELECT 1 FROM replaced JOIN tables ON id = table_id WHERE user_id = :user AND {OPEN}
)
"""


class StillSeated(Exception):
    """The user has or had a seat in an open match, or one in a lobby: its next change would store them again."""


def deletion_steps(user: int) -> tuple[Step, ...]:
    """Return the steps that remove a user from all tables in one transaction, with another number on each server.

    The steps raise :class:`StillSeated` if the user has or had a seat at an open table.
    """

    def erase(connection: Session) -> None:
        facts = {"user": user, "text": str(user), "name": DELETED_NAME}
        numbers: dict[int, int] = {}
        for table, guild in connection.execute(TABLES, facts).fetchall():
            place = {"table": table, "former": numbers.setdefault(guild, new_deleted_id())}
            for statement in _AT_A_TABLE:
                connection.execute(statement, facts | place)
        for statement in _EVERYWHERE:
            connection.execute(statement, facts)

    return (Statement(_UNLESS_SEATED, {"user": user}, otherwise_raise=StillSeated), erase)
