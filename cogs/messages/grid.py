"""Turning tiles up in a grid: a button for each position under the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from cogs.core.components import button
from engine.layouts import Grid
from engine.live.model.table import Header
from engine.view import View

WIDTH = 5
"""Buttons a row; Discord allows no more."""


def grid_rows(header: Header, view: View, ply: int) -> Sequence[Sequence[discord.ui.Item[Any]]]:
    """Give a button for each position; those taken, and the one just turned up, can't be pressed.

    With the most positions there are, 28, and a row with two more buttons, a message holds 40 of 40 components.
    """
    grid = view.layout
    assert isinstance(grid, Grid)
    positions = range(1, full_size(view) + 1)
    buttons: list[discord.ui.Item[Any]] = [
        button(
            "flip",
            header.id,
            ply,
            at,
            label=str(at),
            style=discord.ButtonStyle.primary if at == grid.first_flipped else discord.ButtonStyle.secondary,
            disabled=at not in grid.tiles or at == grid.first_flipped,
        )
        for at in positions
    ]
    return [buttons[at : at + WIDTH] for at in range(0, len(buttons), WIDTH)]


def full_size(view: View) -> int:
    """Give how many positions the grid had at first: those that lie there, and those taken."""
    return len(view.layout.tiles) + sum(view.hand_sizes) if isinstance(view.layout, Grid) else 0


def is_miss(view: View) -> bool:
    """Tell whether two tiles lie face up only so that all may see them before they are turned back."""
    return isinstance(view.layout, Grid) and len(view.layout.face_up) == 2


def turned_back(view: View) -> View:
    """Give the view with nothing face up."""
    grid = view.layout
    assert isinstance(grid, Grid)
    return replace(view, layout=Grid(dict.fromkeys(grid.tiles)))
