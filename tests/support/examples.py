"""How many examples a law is held to: few at each change, all of them in the step that takes long."""

from __future__ import annotations

from hypothesis import settings

PROFILES = {"short": 25, "long": 100, "search": 100}
"""Examples of a law that asks for no number; the others take so many in a hundred of theirs."""
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
