"""The grid of Memory: a button for each position below the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from cogs.core.components import button
from cogs.core.frame import rows_of_five
from engine.live.model.table import Header
from engine.view import View

MAX_BESIDE_GRID = 2
"""The number of buttons beside the largest grid, of 28 positions; a message then holds 40 of 40 components.
"""


def grid_rows(header: Header, view: View, ply: int) -> Sequence[Sequence[discord.ui.Item[Any]]]:
    """Return a button for each position; those already taken, and the one just flipped, are disabled."""
    grid = view.layout
    full_size = len(grid.positions) + sum(view.hand_sizes)
    buttons: list[discord.ui.Item[Any]] = [
        button(
            "flip",
            header.id,
            ply,
            at,
            label=str(at),
            style=discord.ButtonStyle.primary if at == grid.first_flipped else discord.ButtonStyle.secondary,
            disabled=at not in grid.positions or at == grid.first_flipped,
        )
        for at in range(1, full_size + 1)
    ]
    return rows_of_five(buttons)


def is_miss(view: View) -> bool:
    """Whether two tiles that are no pair lie face up, for everyone to see before they are flipped back."""
    return len(view.layout.face_up) == 2


def flipped_back(view: View) -> View:
    """Return the view with every tile of a grid face down."""
    return replace(view, layout=view.layout.flipped_back())
