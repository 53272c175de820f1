"""Parses JSON from outside."""

from __future__ import annotations

import json
from typing import Any, cast

MAX_DEPTH = 32
"""How many lists and objects may lie in each other; Discord's longest forms have about a dozen."""


def parse(text: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: the text is not JSON, or nested deeper than :data:`MAX_DEPTH`.

    """
    try:
        value: Any = json.loads(text)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [inner for each in level for inner in _inner(each)]
        if not level:
            return value
    raise ValueError("the JSON is nested too deeply")


def _inner(value: Any) -> list[Any]:
    """Return the members of a list or an object; nothing of any other value."""
    if isinstance(value, dict):
        return list(cast("dict[str, Any]", value).values())
    return cast("list[Any]", value) if isinstance(value, list) else []
