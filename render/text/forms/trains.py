"""Trains in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from engine.actions import Draw, Pass, Play
from engine.events import Played
from engine.layouts import Placed, Trains
from engine.tiles import Tile
from render.text import sentences
from render.text.end_labels import marked_ends
from render.text.forms.ends import EndsText
from render.text.tile_rows import Row, outward


class TrainsText(EndsText[Trains]):
    """A station and its trains."""

    has_ends_after_deal: ClassVar[bool] = True

    def title(self) -> str:
        """Return the heading of the tiles in text mode."""
        return self.t.gettext("**Trains, outward from {tile} in the middle**").format(tile=self.layout.station.text)

    def middle(self) -> list[str]:
        """Return a sentence on the station."""
        return [self.t.gettext("{tile} lies in the middle.").format(tile=self.layout.station.text)]

    def rows(self) -> list[Row]:
        """Return the trains, those not begun among them."""
        return [Row(end, outward(self.layout.train(end))) for end in self.layout.ends]

    # -------------------------------------------------------------- ends

    def open_double(self) -> str:
        """Return the open double, and the duty to cover it; empty if none is open."""
        end, view = self.layout.open_double, self.view
        if end is None or view.turn is None:
            return ""
        form = self.t.gettext("The double {tile} {where} is open.")
        if self._must_cover:
            form = self.t.gettext("The double {tile} {where} is open and has to be covered.")
        return form.format(tile=self._double.text, where=self._at_double(view.seat))

    @property
    def _must_cover(self) -> bool:
        """Whether only the open double can take a tile now."""
        return set(self.view.open_ends) == {self.layout.open_double}

    @property
    def _double(self) -> Tile:
        """The open double; there must be one."""
        assert self.layout.focus is not None
        return self.layout.focus.tile

    def _at_double(self, you: int | None = None) -> str:
        """Return the place of the open double; ``you`` as for :func:`~render.text.sentences.at_end`."""
        return sentences.at_end(self.layout.open_double or "", self.t, self.names, you)

    def ends_alt(self) -> list[str]:
        """Return a sentence on the open double, and one on the trains, open and closed."""
        t, trains, marked = self.t, self.layout, marked_ends(self.layout)
        labels: list[str] = []
        for end, number in trains.ends.items():
            form = t.gettext("{train} {number}")
            if end in marked:
                form = t.gettext("{train} {number}, with a marker")
            elif end not in self.view.open_ends and not self._must_cover:
                form = t.gettext("{train} {number}, closed")
            name = sentences.end_name(end, t, self.names, self.view.seat)
            labels.append(form.format(train=name, number=number))
        double = self.open_double()
        trains_text = t.gettext("The trains show: {trains}.").format(trains=sentences.list_phrases(labels, t))
        return [double, trains_text] if double else [trains_text]

    def open_title(self) -> str:
        """Return the heading of the trains that are open to the player in turn."""
        view = self.view
        if view.turn is None:
            return super().open_title()
        if view.turn == view.seat:
            return self.t.gettext("**Open to you**")
        return self.t.gettext("**Open to {name}**").format(name=self.names[view.turn])

    def closed_title(self) -> str:
        """Return the heading of the trains that are closed to the player in turn."""
        view = self.view
        if view.turn is None:
            return super().closed_title()
        if view.turn == view.seat:
            return self.t.gettext("**Closed to you**:")
        return self.t.gettext("**Closed to {name}**:").format(name=self.names[view.turn])

    def tile_at_end(self, move: Play) -> str:
        """Return a tile with its train."""
        where = sentences.at_end(move.end, self.t, self.names, self.view.seat)
        return self.t.gettext("{tile} {where}").format(tile=move.tile, where=where)

    def target(self, end: str) -> str:
        """Return the train's name."""
        return sentences.end_name(end, self.t, self.names, self.view.seat)

    # -------------------------------------------------------------- the turn

    def task(self) -> str:
        """Return the heading of a turn with a tile to lay: on the open double, or on any train."""
        if self.layout.open_double not in self.view.open_ends:
            return super().task()
        return self.t.gettext("Your turn: cover the double {tile}").format(tile=self._double.text)

    def prompt(self) -> str:
        """Return the viewer's choice, and the consequences of a double or a pass."""
        t, kinds = self.t, self.kinds
        if self._owes_second_tile:
            return self._second_tile_prompt()
        if self.layout.open_double is not None:
            return self._double_prompt()
        if Play in kinds:
            return t.gettext("It's your turn: choose a tile for a train.")
        if Draw in kinds:
            return t.gettext("It's your turn, and none of your tiles fits: draw.")
        return t.gettext("It's your turn, and none of your tiles fits: pass. A marker opens your train.")

    def _second_tile_prompt(self) -> str:
        t, kinds = self.t, self.kinds
        if Play in kinds:
            return t.gettext("It's still your turn: lay a second tile, not a double.")
        if Draw in kinds:
            return t.gettext("You have to lay a second tile, and none of yours fits: draw.")
        return t.gettext("You have to lay a second tile, and none of yours fits: pass. A marker opens your train.")

    def _double_prompt(self) -> str:
        t, kinds = self.t, self.kinds
        if Play in kinds:
            text = t.gettext("It's your turn: the double {tile} {where} is open. Cover it.")
        elif Draw in kinds:
            text = t.gettext("It's your turn: the double {tile} {where} is open, and you can't cover it: draw.")
        else:
            text = t.gettext("The double {tile} {where} is open, and you can't cover it: pass.")
        return text.format(tile=self._double, where=self._at_double(self.view.seat))

    def demand(self) -> str:
        """Return the player's duty at an open double, for everyone."""
        if self.layout.open_double is None or self.view.turn is None:
            return ""
        if self._owes_second_tile:
            text = self.t.gettext("After the double {tile}, a second tile has to be laid.")
        else:
            text = self.t.gettext("The double {tile} {where} is open and has to be covered first.")
        return text.format(tile=self._double, where=self._at_double())

    @property
    def _owes_second_tile(self) -> bool:
        """Whether the player in turn has played a double in this turn and owes its second tile, even after drawing."""
        view = self.view
        own = [move for move in view.history[-2:] if isinstance(move, Play) and move.seat == view.turn]
        return view.mid_turn and bool(own) and own[-1].tile.double

    # -------------------------------------------------------------- events

    def after_play(self, play: str, played: Played, placed: Placed | None, index: int | None) -> str:
        """Return a play, and the double that it covers or the marker that it removes."""
        if index is None:
            return super().after_play(play, played, placed, index)
        before, after = self._by_move[index : index + 2]
        if before.open_double == played.end and before.focus is not None:
            text = self.t.gettext("{play} and covers the double {double}.")
            return text.format(play=play, double=before.focus.tile)
        marker_off = played.seat in before.markers and played.seat not in after.markers
        text = self.t.gettext("{play}; the marker comes off.") if marker_off else self.t.gettext("{play}.")
        return text.format(play=play)

    def after_pass(self, seat: int, index: int | None) -> Iterator[str]:
        """Yield sentences on a new marker and on a double that stays open."""
        had_marker = index is not None and seat in self._by_move[index].markers
        if not had_marker:
            yield self.t.gettext("Their train now has a marker.")
        double = None if index is None else self._by_move[index + 1].focus
        if double is not None:
            yield self.t.gettext("The double {tile} stays open.").format(tile=double.tile)

    @cached_property
    def _by_move(self) -> list[Trains]:
        """The trains before each move of the deal, and after the last."""
        trains = Trains.start(self.layout.station, self.view.seats, self.layout.max_pips)
        tables = [trains]
        for move in self.view.history:
            if isinstance(move, Play):
                trains = trains.place(move, trains.ends[move.end], crosswise=move.tile.double)
            elif isinstance(move, Pass):
                trains = trains.add_marker(move.seat)
            tables.append(trains)
        return tables
