"""The check of requests against Discord's own specification, if its checker is installed."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from playground.spec import load

FOLDER = Path(os.environ.get("DISCORD_SPEC_DIR", Path(__file__).resolve().parents[2].parent / "shared" / "conformance"))


@cache
def _validator() -> Any:
    source = FOLDER / "discord_spec.py"
    if not source.is_file():
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = load(source)
    assert found is not None, "a package that the checker needs is missing"
    return found


def available() -> bool:
    """Return whether the checker is installed; without it, its checks are skipped."""
    return _validator() is not None


def problems_of(requests: Iterable[Any]) -> list[Any]:
    """Return every breach of the specification in some requests."""
    validator = _validator()
    return [] if validator is None else validator.check_all(requests)
