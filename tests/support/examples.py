"""The number of examples for a law: few at each change, all of them in the long step."""

from __future__ import annotations

from hypothesis import settings

PROFILES = {"short": 25, "long": 100, "search": 100}
"""The examples for a law without a number of its own; the percentage of theirs for the others."""
FEWEST = 3


def load_profiles() -> None:
    """Register the profiles, of which ``search`` alone takes other examples in each run, and load ``short``."""
    for name, share in PROFILES.items():
        settings.register_profile(
            name, max_examples=share, deadline=None, database=None, derandomize=name != "search", print_blob=True
        )
    settings.load_profile("short")


def examples(number: int) -> int:
    """Return the loaded profile's share of a number of examples."""
    return max(min(FEWEST, number), number * settings.default.max_examples // 100)
