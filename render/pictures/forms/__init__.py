"""The drawing of tables, one module for each form of table that differs from the defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from gettext import NullTranslations
from typing import Any

from engine.layouts import Branches, Cross, Feet, Form, Grid, Line, Pile, Spinners, Trains, Tricks
from engine.view import View
from render.pictures.forms.cross import CrossPicture
from render.pictures.forms.feet import FeetPicture
from render.pictures.forms.form import FormPicture
from render.pictures.forms.grid import GridPicture
from render.pictures.forms.line import LinePicture
from render.pictures.forms.pile import PilePicture
from render.pictures.forms.spinners import SpinnersPicture
from render.pictures.forms.trains import TrainsPicture
from render.pictures.forms.tricks import TricksPicture

_FORMS: Mapping[type[Form], Callable[[View, Any, Sequence[str], NullTranslations], FormPicture[Any]]] = {
    Line: LinePicture,
    Cross: CrossPicture,
    Branches: FormPicture,
    Spinners: SpinnersPicture,
    Feet: FeetPicture,
    Trains: TrainsPicture,
    Pile: PilePicture,
    Tricks: TricksPicture,
    Grid: GridPicture,
}


def picture_of(view: View, names: Sequence[str], t: NullTranslations) -> FormPicture[Any]:
    """Return the drawing of a match's table.

    Args:
        view: the match.
        names: each seat's drawable name; empty for an example.
        t: the catalog of the reader's language.

    """
    return _FORMS[type(view.layout)](view, view.layout, names, t)
