"""The drawing of a cross."""

from __future__ import annotations

from collections.abc import Sequence

from engine.layouts import Cross
from render.geometry.boxes import Chain
from render.pictures.forms.form import FormPicture


class CrossPicture(FormPicture[Cross]):
    """A cross."""

    def named_ends(self, chain: Chain) -> Sequence[str]:
        """Return the arms that have a tile, and the next one: the others have no name yet."""
        return [end for end in chain.ends if end in self.view.open_ends or self.layout.arm(end)]
