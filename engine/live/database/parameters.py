"""Lists as parameters of a statement."""

from __future__ import annotations

from collections.abc import Sequence


def several(name: str, values: Sequence[object]) -> tuple[str, dict[str, object]]:
    """Return a list of named placeholders for ``IN``, in parentheses, and their values.

    Args:
        name: the prefix of the placeholders' names.
        values: at least one value: an empty list is no valid SQL.

    """
    parameters = {f"{name}{number}": value for number, value in enumerate(values)}
    return f"({', '.join(f':{each}' for each in parameters)})", parameters
