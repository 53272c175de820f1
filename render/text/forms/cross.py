"""A cross in words."""

from __future__ import annotations

from engine.layouts import Cross
from render.text.forms.ends import EndsText
from render.text.tile_rows import Row, outward


class CrossText(EndsText[Cross]):
    """A cross, read arm by arm."""

    def title(self) -> str:
        """Return the heading of the tiles in text mode."""
        return self.t.gettext("**Arms, outward from {tile}**").format(tile=self.layout.placed[0].tile.text)

    def middle(self) -> list[str]:
        """Return a sentence on the spinner."""
        tile = self.layout.placed[0].tile
        return [self.t.gettext("{tile} lies in the middle.").format(tile=tile.text)]

    def rows(self) -> list[Row]:
        """Return the arms that have been begun."""
        arms = [end for end in self.layout.ends if end not in self.layout.new_ends]
        return [Row(arm, outward(self.layout.arm(arm))) for arm in arms]
