"""Table-like tests: one test to collect and to send to a worker, with a subtest for each row."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def each(names: str | tuple[str, ...], rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Hold a test to every row in turn, as ``pytest.mark.parametrize`` would with a test for each of them."""
    rows = list(rows)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        wanted = inspect.signature(test).parameters

        def held(subtests: pytest.Subtests, **fixtures: Any) -> None:
            if "subtests" in wanted:
                fixtures["subtests"] = subtests
            for row in rows:
                given = {names: row} if isinstance(names, str) else dict(zip(names, row, strict=True))
                with subtests.test(**given):
                    test(**fixtures, **given)

        taken = {"subtests", *((names,) if isinstance(names, str) else names)}
        left = [parameter for name, parameter in wanted.items() if name not in taken]
        fixture = inspect.Parameter("subtests", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        held.__name__, held.__doc__, held.__module__ = test.__name__, test.__doc__, test.__module__
        held.__signature__ = inspect.Signature([fixture, *left])  # type: ignore[attr-defined]
        return held

    return decorate
