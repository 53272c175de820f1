"""The places of tiles, one module for each form of table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.layouts import Branches, Cross, Feet, Form, Grid, Line, Pile, Spinners, Trains, Tricks
from engine.view import View
from render.geometry.forms.feet import FeetGeometry
from render.geometry.forms.form import FormGeometry
from render.geometry.forms.grid import GridGeometry
from render.geometry.forms.line import LineGeometry
from render.geometry.forms.pile import PileGeometry
from render.geometry.forms.spinners import spinners_geometry
from render.geometry.forms.trains import TrainsGeometry
from render.geometry.forms.tree import BranchesGeometry, CrossGeometry
from render.geometry.forms.tricks import TricksGeometry

_FORMS: Mapping[type[Form], Callable[[View, Any], FormGeometry[Any]]] = {
    Line: LineGeometry,
    Cross: CrossGeometry,
    Branches: BranchesGeometry,
    Spinners: spinners_geometry,
    Feet: FeetGeometry,
    Trains: TrainsGeometry,
    Pile: PileGeometry,
    Tricks: TricksGeometry,
    Grid: GridGeometry,
}


def geometry_of(view: View) -> FormGeometry[Any]:
    """Return the geometry of a match's table."""
    return _FORMS[type(view.layout)](view, view.layout)
