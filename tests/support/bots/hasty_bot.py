"""The bot for tests of whole cups: its cups wait for seconds where others wait for minutes.

python -m playground.child --bot tests.support.bots.hasty_bot

Everything else is the bot's own code, unmodified.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import replace

import launch
from engine.live.cups import tempo
from engine.live.model.pace import Timeouts

HASTY = replace(
    tempo.GRACES[tempo.Tempo.TONIGHT], here=8, between=2, button=10, sign_up=15, place=2, unshown=20, round=12
)
"""The graces of a cup, in seconds."""

PACE = Timeouts(turn=1, deal=1, computer=(0.0, 0.05), auto=0.05, called=0.2)
"""The clocks of its tables."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the bot; return its exit status."""
    tempo.GRACES[tempo.Tempo.TONIGHT] = HASTY
    launch.Timeouts = lambda **_: PACE  # type: ignore[assignment,misc]
    return importlib.import_module("bot").main(argv)
