"""Taking somebody out of everything that is kept, and leaving what is the others' as it was."""

from __future__ import annotations

import sqlite3

from engine.live.connection import Statement, Step
from engine.live.former import FORMER_NAME, new_former

UNSWEPT = "unswept"
"""The note that something was deleted which may still lie in unused parts of the file."""

OPEN = "status IN ('lobby', 'playing')"

_THEIRS = """
(id IN (SELECT table_id FROM seats WHERE user_id = :user) OR host_id = :user OR opener = :user
 OR instr(invited, :text) OR instr(seating, :text) OR instr(words, :text)
 OR instr(coalesce(vote, ''), :text) OR instr(coalesce(post, ''), :text))
"""

_GUILDS = f"""
SELECT DISTINCT guild_id FROM tables WHERE {_THEIRS}
UNION SELECT guild_id FROM scores WHERE user_id = :user
"""

_WITH_ANOTHER = """
(SELECT json_group_array(CASE value WHEN :user THEN :former ELSE value END)
 FROM (SELECT value FROM json_each(tables.{column}{path}) ORDER BY key))
"""

_TABLES = f"""
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
    post = CASE WHEN post IS NOT NULL THEN json_replace(post, '$.text', '', '$.alt', '', '$.adding', '') END
WHERE guild_id = :guild AND {_THEIRS}
"""

_ON_THE_SERVER = "table_id IN (SELECT id FROM tables WHERE guild_id = :guild)"

_IN_A_SERVER = (
    _TABLES,
    # by the tables where they sat, since a log is not ordered by people
    "UPDATE log SET user_id = :former WHERE user_id = :user AND table_id IN ("
    "SELECT table_id FROM seats JOIN tables ON id = table_id WHERE seats.user_id = :user AND guild_id = :guild)",
    f"UPDATE scores SET user_id = :former, name = :name, mu = NULL, sigma = NULL"
    f" WHERE user_id = :user AND {_ON_THE_SERVER}",
    f"UPDATE seats SET user_id = :former, name = :name, locale = '' WHERE user_id = :user AND {_ON_THE_SERVER}",
)
"""What is done for each server, in this order: the seats tell where the rest is."""

_EVERYWHERE = (
    "DELETE FROM hand_messages WHERE user_id = :user",
    "DELETE FROM ratings WHERE user_id = :user",
    "DELETE FROM tallies WHERE user_id = :user",
    "DELETE FROM preferences WHERE kind = 'person' AND whose = :user",
)

_UNLESS_SEATED = f"""
INSERT OR REPLACE INTO notes SELECT '{UNSWEPT}', '' WHERE NOT EXISTS (
    SELECT 1 FROM seats JOIN tables ON id = table_id WHERE user_id = :user AND {OPEN}
)
"""


class StillSeated(Exception):
    """They have a seat at a table that is open, in which they would come back with the next change."""


def erasing(user: int) -> tuple[Step, ...]:
    """Give what takes somebody away from everywhere, in one transaction; they get another number on each server.

    Where they sit at an open table it raises :class:`StillSeated`.
    """

    def erase(connection: sqlite3.Connection) -> None:
        facts = {"user": user, "text": str(user), "name": FORMER_NAME}
        for (guild,) in connection.execute(_GUILDS, facts).fetchall():
            number = {"guild": guild, "former": new_former()}
            for statement in _IN_A_SERVER:
                connection.execute(statement, facts | number)
        for statement in _EVERYWHERE:
            connection.execute(statement, facts)

    return (Statement(_UNLESS_SEATED, {"user": user}, must=StillSeated), erase)
