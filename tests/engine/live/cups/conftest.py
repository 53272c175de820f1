"""An evening with a store in memory."""

from __future__ import annotations

import pytest

from engine.live.database_store import DatabaseStore
from tests.engine.live.cups.evening import Evening


@pytest.fixture
def evening(store: DatabaseStore) -> Evening:
    """Return an evening with a store in memory."""
    return Evening(store.cups)
