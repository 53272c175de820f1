"""A PostgreSQL server, and a database for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.live.database.address import DatabaseURL
from tests.support import postgres


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Cluster]:
    """A server of the tests' own."""
    if postgres.program("postgres") is None:
        pytest.skip("PostgreSQL is not installed")
    with postgres.cluster() as made:
        yield made


@pytest.fixture
def database(server: postgres.Cluster) -> DatabaseURL:
    """An empty database."""
    return DatabaseURL(server.create())
