"""SQL written for SQLite, as PostgreSQL reads it."""

from __future__ import annotations

import sys

import pytest

from engine.live.database.address import DatabaseURL
from engine.live.database.connection import Connection
from engine.live.database.dialect import as_set, definition, numbered, translated
from engine.live.database.errors import PackageMissing


@pytest.mark.parametrize(
    ("sqlite", "postgres"),
    [
        ("SELECT ? + ?", "SELECT %s + %s"),
        ("SELECT :user, :user_2", "SELECT %(user)s, %(user_2)s"),
        ("SELECT 7 % 2, name LIKE '100%' OR name = 'what?' OR name = ':no' OR name = 'it''s ?'", None),
    ],
)
def test_placeholders_are_psycopgs_and_text_stays_as_it_is(sqlite: str, postgres: str | None) -> None:
    assert translated(sqlite).decode() == (postgres or sqlite.replace("%", "%%"))


def test_a_table_gets_types_that_hold_and_order_the_same_values() -> None:
    columns = "id TEXT PRIMARY KEY, n INTEGER NOT NULL, at REAL -- when, as REAL"
    made = definition(f"-- INTEGER\nCREATE TABLE t ({columns}\n) STRICT, WITHOUT ROWID;")
    expected = 'id text COLLATE "C" PRIMARY KEY, n bigint NOT NULL, at double precision'
    assert " ".join(made.split()) == f"CREATE TABLE t ({expected} );"


def test_a_statement_for_one_becomes_one_for_many() -> None:
    assert numbered("UPDATE t SET a = ? WHERE id = ?") == "UPDATE t SET a = $1 WHERE id = $2"
    assert as_set("INSERT INTO t (a, b) VALUES (?, ?)", ["bigint", "text"]).decode() == (
        "INSERT INTO t (a, b) SELECT given.p1, given.p2 FROM unnest(%s::bigint[], %s::text[]) AS given (p1, p2)"
    )
    assert as_set("UPDATE t SET a = ?, n = n + 1 WHERE id = ? AND n = ?", ["bigint", "text", "bigint"]).decode() == (
        "UPDATE t SET a = given.p1, n = n + 1"
        " FROM unnest(%s::bigint[], %s::text[], %s::bigint[]) AS given (p1, p2, p3)"
        " WHERE id = given.p2 AND n = given.p3"
    )


async def test_without_its_package_postgresql_is_refused_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("postgres", "postgres_session"):
        monkeypatch.delitem(sys.modules, f"engine.live.database.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(PackageMissing, match="uv sync --no-default-groups --extra postgres"):
        await Connection.open(DatabaseURL("postgresql://localhost/domino"))
