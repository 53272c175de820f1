"""Chicken feet in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Play
from engine.events import Played
from engine.layouts import Feet, Placed
from render.text.forms.tree import TreeText
from render.text.tile_rows import Row, outward


class FeetText(TreeText[Feet]):
    """Chicken feet, read end by end: the middle toe of a foot goes on with the row of its double."""

    def title(self) -> str:
        """Return the heading of the tiles in text mode."""
        return self.t.gettext("**Chicken feet, outward from {tile}**").format(tile=self.layout.station.text)

    def middle(self) -> list[str]:
        """Return a sentence on the station."""
        return [self.t.gettext("{tile} lies in the middle.").format(tile=self.layout.station.text)]

    def rows(self) -> list[Row]:
        """Return the row of each end."""
        feet, ends = self.layout, [*self.layout.ends]
        around = ends[: len(ends) - sum(2 * each.tile.double for each in feet.placed)]
        rows = {end: Row(end, (), feet.station, feet.station.high) for end in around}
        for placed in feet.placed:
            row = rows[placed.end]
            rows[placed.end] = row._replace(tiles=(*row.tiles, *outward([placed])))
            if placed.opens:
                toes = ends[len(rows) : len(rows) + 2]
                rows |= {end: Row(end, (), placed.tile, placed.outward, placed.end) for end in toes}
        return [*rows.values()]

    def row_sentences(self, rows: Sequence[Row], max_tiles: int) -> list[str]:
        """Return a sentence for the middle and for each row with tiles; the other toes are known by their foot."""
        return super().row_sentences([row for row in rows if row.tiles], max_tiles)

    def waiting(self) -> str:
        """Return the number of tiles that the open foot, or the station, still needs; empty if every end is open."""
        feet = self.layout
        count, double = len(feet.waiting), feet.last_double
        if not count:
            return ""
        text = self.t.ngettext(
            "The double {tile} in the middle needs {count} more tile first.",
            "The double {tile} in the middle needs {count} more tiles first.",
            count,
        )
        if double is not None:
            text = self.t.ngettext(
                "The chicken foot of {tile} needs {count} more toe first.",
                "The chicken foot of {tile} needs {count} more toes first.",
                count,
            )
        return text.format(tile=(double or feet.station).text, count=count)

    def task(self) -> str:
        """Return the heading of a turn with a tile to lay: at an open foot, at the station, or anywhere."""
        feet = self.layout
        if not feet.waiting:
            return super().task()
        if feet.last_double is None:
            return self.t.gettext("Your turn: lay a tile next to {tile}").format(tile=feet.station.text)
        return self.t.gettext("Your turn: a toe for {tile}").format(tile=feet.last_double.text)

    def prompt(self) -> str:
        """Return the viewer's choice in their turn, and the foot that needs toes."""
        if not self.layout.waiting:
            return super().prompt()
        now = self.t.gettext("It's your turn: choose a tile.") if Play in self.kinds else self.unable_prompt()
        return f"{now} {self.waiting()}"

    def demand(self) -> str:
        """Return the number of toes that the open foot needs, for everyone."""
        return "" if self.view.turn is None else self.waiting()

    def target(self, end: str) -> str:
        """Return the double that needs tiles first; else the half that the end takes, since equal ends are alike."""
        number = self.view.ends[end]
        return self.t.gettext("double {number}").format(number=number) if self.layout.waiting else str(number)

    def tile_at_end(self, move: Play) -> str:
        """Return a tile with the half that it touches, since equal ends are alike."""
        where = self.t.gettext("on the {half}").format(half=self.view.ends[move.end])
        return self.t.gettext("{tile} {where}").format(tile=move.tile, where=where)

    def place(self, placed: Placed) -> str:
        """Return the half that a tile touches."""
        return self.t.gettext("on the {half}").format(half=placed.inward)

    def after_play(self, play: str, played: Played, placed: Placed | None, index: int | None) -> str:
        """Return a play, and the foot that a double begins."""
        if played.tile.double:
            return self.t.gettext("{play}: a chicken foot!").format(play=play)
        return super().after_play(play, played, placed, index)
