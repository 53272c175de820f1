"""The forms that a table can have, one per file."""

from engine.layouts.branches import Branches
from engine.layouts.cross import Cross
from engine.layouts.feet import Feet
from engine.layouts.form import Form
from engine.layouts.grid import Grid
from engine.layouts.line import Line
from engine.layouts.pile import PILE, Pile
from engine.layouts.placed import START, Placed, in_middle, outermost
from engine.layouts.spinners import Spinners
from engine.layouts.trains import MEXICAN, Trains, train_of
from engine.layouts.tricks import TRICK, Tricks

Layout = Line | Cross | Branches | Spinners | Feet | Trains | Pile | Tricks | Grid
"""A table of any form (:class:`Form`). All but ``Grid`` have the method ``place``."""

__all__ = [
    "MEXICAN",
    "PILE",
    "START",
    "TRICK",
    "Branches",
    "Cross",
    "Feet",
    "Form",
    "Grid",
    "Layout",
    "Line",
    "Pile",
    "Placed",
    "Spinners",
    "Trains",
    "Tricks",
    "in_middle",
    "outermost",
    "train_of",
]
