"""Schemas of a PostgreSQL server, each an empty database for a store."""

from __future__ import annotations

from functools import cached_property
from urllib.parse import quote

import psycopg
from psycopg import conninfo

from engine.live.database import migrate
from engine.live.database.address import DatabaseURL


class Schemas:
    """The schemas of a database of its own, each for one store at a time.

    Args:
        server: the address of a server.
        name: the name of the database, which is made anew.

    """

    def __init__(self, server: str, name: str) -> None:
        self._name = name
        self._server = server
        self._used: dict[str, int] = {}
        self._count = 0

    @cached_property
    def _admin(self) -> psycopg.Connection:
        with psycopg.connect(self._server, autocommit=True) as server:
            server.execute(f"DROP DATABASE IF EXISTS {self._name} WITH (FORCE)".encode())
            server.execute(f"CREATE DATABASE {self._name}".encode())
        return psycopg.connect(self._server, dbname=self._name, autocommit=True)

    def of(self, place: str) -> DatabaseURL:
        """Return the address of the store at a place; the first time in a test, it is empty."""
        if place not in self._used:
            self._used[place] = self._count
            self._clear(self._count)
            self._count += 1
        return self.address(self._used[place])

    def fresh(self) -> DatabaseURL:
        """Return the address of an empty store."""
        return self.of(f"fresh {self._count}")

    def address(self, number: int) -> DatabaseURL:
        """Return the address of a schema."""
        parameters = conninfo.conninfo_to_dict(self._server)
        parameters |= {"dbname": self._name, "options": f"-csearch_path=s{number}"}
        return DatabaseURL(
            f"postgresql:///?{'&'.join(f'{k}={quote(str(v), safe=str())}' for k, v in parameters.items())}"
        )

    def forget(self) -> None:
        """End a test: the next one begins with empty schemas."""
        self._used, self._count = {}, 0

    def drop(self) -> None:
        """Drop the database."""
        if "_admin" in self.__dict__:
            self._admin.close()
            with psycopg.connect(self._server, autocommit=True) as server:
                server.execute(f"DROP DATABASE IF EXISTS {self._name} WITH (FORCE)".encode())

    def _clear(self, number: int) -> None:
        schema = f"s{number}"
        if not self._has_newest(schema):
            self._admin.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE".encode())
            self._admin.execute(f"CREATE SCHEMA {schema}".encode())
            return
        tables = self._admin.execute(
            "SELECT string_agg(schemaname || '.' || tablename, ', ') FROM pg_tables"
            " WHERE schemaname = %s AND tablename <> 'schema_version'",
            (schema,),
        ).fetchone()
        assert tables is not None
        if tables[0] is not None:
            self._admin.execute(f"TRUNCATE {tables[0]}".encode())

    def _has_newest(self, schema: str) -> bool:
        """Whether a schema has all migrations and no more, so that the next store can have its tables."""
        if self._admin.execute("SELECT to_regclass(%s)", (f"{schema}.schema_version",)).fetchone() == (None,):
            return False
        found = self._admin.execute(f"SELECT version FROM {schema}.schema_version".encode()).fetchone()
        return found == (len(migrate.scripts()),)
