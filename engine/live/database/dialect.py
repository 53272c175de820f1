"""Writes SQLite's SQL as PostgreSQL reads it: placeholders, types, and the few words that differ."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

FUNCTIONS = (
    # PostgreSQL takes no NUL, not even within JSON
    r"""
    CREATE OR REPLACE FUNCTION json_extract(document text, path text) RETURNS text IMMUTABLE STRICT LANGUAGE sql
    RETURN jsonb_path_query_first(
        regexp_replace(document, '(?<!\\)((?:\\\\)*)\\u0000', '\1', 'g')::jsonb, path::jsonpath
    ) #>> '{}'
    """,
    """
    CREATE OR REPLACE FUNCTION json_valid(document text) RETURNS boolean IMMUTABLE STRICT LANGUAGE plpgsql AS
    $$ BEGIN PERFORM document::json; RETURN true; EXCEPTION WHEN others THEN RETURN false; END $$
    """,
)
"""SQLite's functions that migrations and statements use."""

_PLACEHOLDER = re.compile(r"('(?:[^']|'')*')|\?|:([a-z_]\w*)|(%)")

_DEFINITIONS = (
    (re.compile(r"--.*"), ""),
    (re.compile(r"\bINTEGER\b"), "bigint"),
    (re.compile(r"\bREAL\b"), "double precision"),
    # compared by code points, as SQLite does
    (re.compile(r"\bTEXT\b"), 'text COLLATE "C"'),
    (re.compile(r"\)\s*STRICT(, WITHOUT ROWID)?\s*;"), ");"),
)

_INSERT = re.compile(r"(INSERT INTO \w+ \([^)]*\)) VALUES \(([^)]*)\)", re.DOTALL)
_UPDATE = re.compile(r"(UPDATE .*) WHERE (.*)", re.DOTALL)


@lru_cache(maxsize=1024)
def translated(sql: str) -> bytes:
    """Return a statement with psycopg's placeholders."""

    def placeholder(match: re.Match[str]) -> str:
        literal, name, percent = match.groups()
        if literal or percent:
            return match[0].replace("%", "%%")
        return f"%({name})s" if name else "%s"

    return _PLACEHOLDER.sub(placeholder, sql).encode()


def definition(sql: str) -> str:
    """Return a statement of a migration."""
    for pattern, new in _DEFINITIONS:
        sql = pattern.sub(new, sql)
    return sql


def numbered(sql: str) -> str:
    """Return a statement with the placeholders ``$1``, ``$2``, …"""
    count = iter(range(1, sql.count("?") + 1))
    return re.sub(r"\?", lambda _: f"${next(count)}", sql)


def as_set(sql: str, types: Sequence[str]) -> bytes:
    """Return a statement that does for many parameters what ``sql`` does for one; it takes a list for each placeholder.

    Args:
        sql: ``INSERT … VALUES (?, …)`` or ``UPDATE … SET … WHERE …``.
        types: the type of each placeholder.

    """
    count = iter(range(1, len(types) + 1))
    sql = re.sub(r"\?", lambda _: f"given.p{next(count)}", sql)
    names = ", ".join(f"p{at}" for at in range(1, len(types) + 1))
    given = f"unnest({', '.join(f'%s::{each}[]' for each in types)}) AS given ({names})"
    if match := _INSERT.fullmatch(sql):
        return f"{match[1]} SELECT {match[2]} FROM {given}".encode()
    match = _UPDATE.fullmatch(sql)
    assert match is not None, "the statement has another form"
    return f"{match[1]} FROM {given} WHERE {match[2]}".encode()
