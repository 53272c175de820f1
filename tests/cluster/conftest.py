"""A PostgreSQL server, and a database for each test."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import psycopg
import pytest

from engine.live.database.address import DatabaseURL
from tests.support import postgres

_numbers = itertools.count()


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Cluster]:
    """A server of the tests' own."""
    try:
        with postgres.cluster() as made:
            yield made
    except postgres.NoPostgres:
        pytest.skip(f"PostgreSQL {postgres.OLDEST} or later is not installed")


@pytest.fixture
def database(server: postgres.Cluster) -> DatabaseURL:
    """An empty database."""
    name = f"cluster{next(_numbers)}"
    with psycopg.connect(server.address(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return DatabaseURL(server.address(name))
