"""Holds requests against Discord's own specification, where its checker is at hand."""

from __future__ import annotations

import importlib.util
import os
import warnings
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(os.environ.get("DISCORD_SPEC_DIR", Path(__file__).resolve().parents[1].parent / "shared" / "conformance"))


@cache
def _validator() -> Any:
    module = FOLDER / "discord_spec.py"
    if not module.is_file():
        return None
    import sys

    found = importlib.util.spec_from_file_location("discord_spec", module)
    assert found is not None
    assert found.loader is not None
    loaded = importlib.util.module_from_spec(found)
    sys.modules["discord_spec"] = loaded
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found.loader.exec_module(loaded)
    return loaded.SpecValidator()


def available() -> bool:
    """Tell whether the checker is at hand; where it is not, its checks are skipped."""
    return _validator() is not None


def problems_of(requests: Iterable[Any]) -> list[Any]:
    """Give every breach of the specification in some requests."""
    validator = _validator()
    return [] if validator is None else validator.check_all(requests)
