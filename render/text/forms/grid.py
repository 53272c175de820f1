"""A grid in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from itertools import groupby
from typing import Final

from engine.actions import Flip
from engine.layouts import Grid
from render.i18n import list_items
from render.text import sentences
from render.text.forms.form import Fits, TextForm

_COLUMNS: Final = 5
"""The number of positions of a grid side by side, as in its buttons."""
_CELL: Final = 4
_SHORT_RUN: Final = 2
"""The maximum number of neighbours that are listed one by one."""


class GridText(TextForm[Grid]):
    """A grid, read by its positions."""

    @property
    def _face_up(self) -> list[str]:
        """The tiles face up, with their positions."""
        tiles = [(self.layout.tiles.get(at), at) for at in self.layout.face_up]
        form = self.t.gettext("{tile} at {position}")
        return [form.format(tile=tile.text, position=at) for tile, at in tiles if tile is not None]

    def ends_alt(self) -> list[str]:
        """Return sentences on the tiles face up, and on the positions of the others."""
        t, up = self.t, self._face_up
        down = [at for at, tile in self.layout.tiles.items() if tile is None]
        lines = [t.gettext("Face up: {tiles}.").format(tiles=", ".join(up))] if up else []
        if down:
            form = t.ngettext(
                "{count} tile lies face down, at position {positions}.",
                "{count} tiles lie face down, at positions {positions}.",
                len(down),
            )
            lines.append(form.format(count=len(down), positions=spans(down, t)))
        return lines or [t.gettext("There are no tiles left on the table.")]

    def end_parts(self) -> list[list[str]]:
        """Return nothing: a grid has no ends."""
        return []

    def tiles_part(self, max_tiles: int) -> list[str]:
        """Return the grid in rows of positions, as its buttons are; taken positions are blank."""
        t, tiles, up = self.t, self.layout.tiles, self._face_up
        if not tiles:
            return [t.gettext("There are no tiles left on the table.")]
        lines = [t.gettext("Face up: {tiles}").format(tiles=list_items(up, t))] if up else []
        if len(up) > 1:
            lines.append(t.gettext("They aren't a pair and are turned face down again."))
        faces = {at: tile.text for at, tile in tiles.items() if tile is not None}
        down = len(tiles) - len(faces)
        form = t.ngettext(
            "**The grid, {count} tile face down**, by position:",
            "**The grid, {count} tiles face down**, by position:",
            down,
        )
        positions = range(1, len(tiles) + sum(self.view.hand_sizes) + 1)
        cells = [faces.get(at, str(at)) if at in tiles else "" for at in positions]
        rows = [
            "".join(f"{cell:>{_CELL}}" for cell in cells[start : start + _COLUMNS]).rstrip()
            for start in range(0, len(cells), _COLUMNS)
        ]
        return [*lines, form.format(count=down), "```", *filter(None, rows), "```"]

    def what_now(self) -> str:
        """Return the viewer's choice in their turn, as a heading."""
        return self.t.gettext("Your turn: turn up a tile")

    def choices_alt(self, fits: Fits) -> Iterator[str]:
        """Yield the viewer's choice in their turn."""
        yield self.t.gettext("Turn up a tile.")

    def last_action(self, seat: int) -> tuple[str, ...]:
        """Return a seat's task, or the two positions that it flipped without a match."""
        positions = [move.position for move in self.view.history if isinstance(move, Flip) and move.seat == seat]
        if seat == self.view.turn or not positions:
            return super().last_action(seat)
        return (self.t.gettext("turned {positions}").format(positions=sentences.list_numbers(positions[-2:])),)


def spans(positions: Iterable[int], t: NullTranslations) -> str:
    """List ascending positions, neighbours as a span: ``1 to 4, 7``. A dash would make a tile of it."""
    listed: list[str] = []
    for _, group in groupby(enumerate(positions), lambda each: each[1] - each[0]):
        run = [at for _, at in group]
        span = t.gettext("{first} to {last}").format(first=run[0], last=run[-1])
        listed += [span] if len(run) > _SHORT_RUN else map(str, run)
    return ", ".join(listed)
