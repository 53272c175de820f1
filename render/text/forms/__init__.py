"""Tables in words: one class for each form.

Alt texts, text mode and messages ask :func:`text_form`, so that no other module tells forms apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import Any, Final

from engine.layouts import Branches, Cross, Feet, Form, Grid, Line, Pile, Spinners, Trains, Tricks
from engine.view import View
from render.text.forms.branches import BranchesText
from render.text.forms.cross import CrossText
from render.text.forms.feet import FeetText
from render.text.forms.form import Fits, TextForm
from render.text.forms.grid import GridText
from render.text.forms.line import LineText
from render.text.forms.pile import PileText
from render.text.forms.spinners import SpinnersText
from render.text.forms.trains import TrainsText
from render.text.forms.tricks import TricksText

__all__ = ["Fits", "TextForm", "text_form"]

_FORMS: Final[Mapping[type[Form], type[TextForm[Any]]]] = {
    Line: LineText,
    Cross: CrossText,
    Branches: BranchesText,
    Spinners: SpinnersText,
    Feet: FeetText,
    Trains: TrainsText,
    Pile: PileText,
    Tricks: TricksText,
    Grid: GridText,
}


def text_form(view: View, t: NullTranslations, names: Sequence[str] = ()) -> TextForm[Any]:
    """Return the words for the table of a view; ``names`` as they stand in the texts."""
    return _FORMS[type(view.layout)](view, t, names)
