"""A table with ends in words: the base of most forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.actions import Play
from engine.events import Played
from engine.layouts import START, Placed
from render.i18n import list_items
from render.text import sentences
from render.text.accepted_halves import accepted_halves, accepts_label, matadors_in_order, outer_total
from render.text.end_labels import accepts_text, end_note, ends_in_order, live_ends, marked_ends, place_text
from render.text.forms.form import Fits, L, TextForm
from render.text.markdown import wrap
from render.text.move_points import move_points, tile_with_points
from render.text.tile_rows import Row, fold_middle


class EndsText(TextForm[L]):
    """A table on which tiles are laid at ends that they must match; its rows are called by their ends."""

    tiles_last: ClassVar[bool] = True
    has_ends_after_deal: ClassVar[bool] = False

    def title(self) -> str:
        """Return the heading of the tiles in text mode."""
        raise NotImplementedError

    def middle(self) -> list[str]:
        """Return a sentence on the tile in the middle; none where that is a row's."""
        return []

    def waiting(self) -> str:
        """Return the ends that wait for a tile at another; empty if none waits."""
        return ""

    def open_double(self) -> str:
        """Return the open double, and the duty to cover it; empty if none is open."""
        return ""

    # -------------------------------------------------------------- ends

    def ends_alt(self) -> list[str]:
        """Return sentences on the open ends, on those that wait, and on what the ends count."""
        view, t = self.view, self.t
        if not self.layout.ends:
            return [t.gettext("There are no tiles on the table yet.")]
        # of a cross the arms that can grow now; of a line or a tree all ends, even when no seat is in turn
        ends = live_ends(view) or view.ends
        labels = [self._label(end, number) for end, number in ends.items()]
        plain = not any(accepts_text(view, number, t) for number in ends.values())
        listed = ", ".join(labels) if plain else sentences.list_phrases(labels, t)
        total = outer_total(view)
        lines = [
            t.gettext("Open ends: {ends}.").format(ends=listed),
            self.waiting(),
            "" if total is None else t.gettext("The ends count {total}.").format(total=total),
        ]
        return [*filter(None, lines)]

    def _label(self, end: str, number: int) -> str:
        takes = accepts_text(self.view, number, self.t)
        form = self.t.gettext("{number} {where}, taking {takes}") if takes else self.t.gettext("{number} {where}")
        return form.format(number=number, where=place_text(self.view, end, (), self.t), takes=takes)

    def end_parts(self) -> list[list[str]]:
        """Return the open double, the open ends, what they count, the closed ends, and those that wait."""
        view, layout, t = self.view, self.layout, self.t
        if not layout.ends:
            return [[t.gettext("There are no tiles on the table yet.")]]
        double, waiting, total = self.open_double(), self.waiting(), outer_total(view)
        live, closed = live_ends(view), self._closed_ends(waits=bool(waiting))
        return [
            [double],
            [self._open_heading(), *self._end_lines(live)] if live else [],
            ["" if total is None else t.gettext("Ends count {total}").format(total=total)],
            [self.closed_title(), *self._end_lines(closed)] if closed else [],
            [waiting],
        ]

    def _closed_ends(self, *, waits: bool) -> Mapping[str, int]:
        """Return the ends that can take no tile now; new ones only if ``waits``, since a sentence explains them."""
        layout = self.layout
        return {
            end: number
            for end, number in layout.ends.items()
            if end not in self.view.open_ends and (waits or end not in layout.new_ends) and not layout.is_used_up(end)
        }

    def open_title(self) -> str:
        """Return the heading of the open ends."""
        return self.t.gettext("**Open ends**")

    def closed_title(self) -> str:
        """Return the heading of the closed ends."""
        return self.t.gettext("**Closed for now**:")

    def _open_heading(self) -> str:
        """Return the heading of the open ends, with what they accept if that is the same for all."""
        t, title = self.t, self.open_title()
        tiles = list_items([*map(str, matadors_in_order(self.view.rules))], t)
        if tiles:
            matadors = t.gettext(sentences.rules_of(self.view).about.matadors[1])
            return t.gettext("{heading}; {matadors} are {tiles}:").format(heading=title, matadors=matadors, tiles=tiles)
        return t.gettext("{heading}, each takes its own number:").format(heading=title)

    def _end_lines(self, ends: Mapping[str, int]) -> list[str]:
        """Return a line for each end: ``Left: 3``, ``End 2: 5, takes 2 or a matador``."""
        t, marked = self.t, marked_ends(self.layout)
        lines: list[str] = []
        for end, number in ends.items():
            takes = accepts_text(self.view, number, t)
            form = t.gettext("{end}: {number}, takes {takes}") if takes else t.gettext("{end}: {number}")
            if end in marked:
                form = t.gettext("{end}, with a marker: {number}")
            lines.append(form.format(end=self._end_title(end), number=number, takes=takes))
        return lines

    def _end_title(self, end: str) -> str:
        """Return an end's name for the beginning of a line."""
        title = sentences.capitalized(sentences.end_name(end, self.t, self.names, self.view.seat))
        return self.t.gettext("{end} (new)").format(end=title) if end in self.layout.new_ends else title

    # -------------------------------------------------------------- tiles

    def row_sentences(self, rows: Sequence[Row], max_tiles: int) -> list[str]:
        """Return a sentence for the middle and for each row that has a tile or forks off one."""
        lines = self.middle()
        for row in rows:
            tiles = self.listed(row, max_tiles)
            if tiles:
                name = sentences.capitalized(sentences.end_name(row.end, self.t, self.names, self.view.seat))
                lines.append(self.t.gettext("{end} outward: {tiles}.").format(end=name, tiles=tiles))
        return lines

    def tiles_part(self, max_tiles: int) -> list[str]:
        """Return a line for each row that has been begun, the last tile in brackets."""
        layout, t = self.layout, self.t
        if not layout.placed and layout.station is None:
            return []
        begun = [row for row in self.rows() if row.tiles]
        if not begun:
            return [t.gettext("{heading}: none has begun yet").format(heading=self.title())]
        last = layout.placed[-1].tile
        lines = [self.marked(self.title())]
        for row in begun:
            tiles = " ".join(fold_middle(row.tiles, max_tiles, t, {last: "[{}]"}))
            lines += wrap(t.gettext("{end}: {tiles}").format(end=self._end_title(row.end), tiles=tiles))
        return lines

    # -------------------------------------------------------------- the hand

    def playable_alt(self, fits: Fits) -> Iterator[str]:
        """Yield the tiles end by end: ``on arm 2 (4): 6-4, 5-4``."""
        points = move_points(self.view)
        for end in self.view.open_ends:
            tiles = [
                tile_with_points(self.view, each, end, points, self.t) for each in sorted(fits) if end in fits[each]
            ]
            if tiles:
                form = self.t.gettext("{where} ({note}): {tiles}")
                where = sentences.at_end(end, self.t, self.names, self.view.seat)
                yield form.format(where=where, note=end_note(self.view, end, self.t), tiles=", ".join(tiles))

    def playable_lines(self, fits: Fits) -> list[str]:
        """Return the tiles end by end: ``Arm 2 (4): 6-4, 5-4``."""
        view, t, points = self.view, self.t, move_points(self.view)
        lines: list[str] = []
        for end in ends_in_order(view):
            tiles = [tile_with_points(view, each, end, points, t) for each in sorted(fits) if end in fits[each]]
            if tiles:
                form = t.gettext("{end} ({note}): {tiles}")
                title = sentences.capitalized(sentences.end_name(end, t, self.names, view.seat))
                lines += wrap(form.format(end=title, note=end_note(view, end, t), tiles=", ".join(tiles)))
        return lines

    def tile_at_end(self, move: Play) -> str:
        """Return a tile with its place and the half that the end takes."""
        where, note = sentences.at_end(move.end, self.t), end_note(self.view, move.end, self.t)
        return self.t.gettext("{tile} {where} ({note})").format(tile=move.tile, where=where, note=note)

    def target(self, end: str) -> str:
        """Return the half that the end takes; with the end's name where other open ends take the same half."""
        number = self.view.ends[end]
        if [*live_ends(self.view).values()].count(number) == 1:
            return accepts_label(self.view, number)
        name, note = sentences.end_name(end, self.t), end_note(self.view, end, self.t)
        return self.t.gettext("{end} ({note})").format(end=name, note=note)

    def after_play(self, play: str, played: Played, placed: Placed | None, index: int | None) -> str:
        """Return a play, and the end that it opens."""
        if placed is None or not placed.opens or played.end == START:
            return super().after_play(play, played, placed, index)
        takes = sentences.list_numbers(accepted_halves(self.view, placed.tile.low))
        text = self.t.gettext("{play}; end {end} opens and takes {takes}.")
        return text.format(play=play, end=placed.opens[1:], takes=takes)
