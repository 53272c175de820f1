"""The ways in which tiles can lie on the table, a file each."""

from engine.layouts.branches import Branches
from engine.layouts.cross import Cross
from engine.layouts.grid import Grid
from engine.layouts.line import Line
from engine.layouts.pile import PILE, Pile
from engine.layouts.placed import START, Placed
from engine.layouts.trains import MEXICAN, Trains, train_of

Layout = Line | Cross | Branches | Trains | Pile | Grid
"""A table in any of its forms. All but the grid have ``placed``, ``ends`` and ``place``."""

__all__ = [
    "MEXICAN",
    "PILE",
    "START",
    "Branches",
    "Cross",
    "Grid",
    "Layout",
    "Line",
    "Pile",
    "Placed",
    "Trains",
    "train_of",
]
