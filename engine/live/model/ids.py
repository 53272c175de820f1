"""Random ids of tables, challenges and attempts."""

from __future__ import annotations

import secrets
from typing import Final

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""The characters of ids, without those that look alike."""


def new_id() -> str:
    """Return a new id, of eight characters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(8))
