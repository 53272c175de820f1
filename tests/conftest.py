"""What all tests share."""

from __future__ import annotations

import pytest

from tests import specification


def pytest_report_header(config: pytest.Config) -> str:
    """Say whether requests are held against Discord's specification."""
    del config
    held = "held against" if specification.available() else "NOT held against (its checker is not at hand)"
    return f"requests are {held} Discord's specification"
