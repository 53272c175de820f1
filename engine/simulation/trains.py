"""A deal played on around a station, with a train for each seat and one for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from engine.actions import Play
from engine.game import State
from engine.layouts import Layout, Trains
from engine.simulation.line import Simulation
from engine.simulation.rule_tables import RuleTables
from engine.tiles import tile


class TrainSimulation(Simulation):
    """A simulation whose ends are trains.

    Attributes:
        markers: the seats with a marker on their train, as a bit mask.
        open_double: the train with an uncovered double that can still be covered, or -1.
        owes: whether the seat in turn has played in this turn, and plays on.
        laid: how many tiles with each number lie on the trains.

    """

    __slots__ = ("laid", "markers", "open_double", "owes")

    def __init__(self, tables: RuleTables, state: State) -> None:
        last = [move for move in state.history[-2:] if move.seat == state.turn]
        self.owes = state.mid_turn and any(isinstance(move, Play) for move in last)
        super().__init__(tables, state)

    def _ends_of(self, layout: Layout) -> list[int]:
        trains = Trains.of(layout)
        self.markers = sum(1 << seat for seat in trains.markers)
        self.open_double = -1 if trains.open_double is None else [*trains.ends].index(trains.open_double)
        self.laid = [sum(number in each.tile for each in trains.placed) for number in range(trains.max_pips + 1)]
        return super()._ends_of(layout)

    def copy(self) -> Self:
        """Return the same deal, to be played on apart."""
        new = super().copy()
        new.markers = self.markers
        new.open_double = self.open_double
        new.owes = self.owes
        new.laid = self.laid[:]
        return new

    def _plays(self) -> tuple[int, ...]:
        if self.last_seat != self.turn:
            self.owes = False
        elif self.last_code >= 0:
            self.owes = True
        where, doubles = self._open_trains()
        hand = self.held[self.turn]
        return self._fitting(where, hand if doubles else hand & ~self.tables.doubles)

    def _open_trains(self) -> tuple[Sequence[int], bool]:
        """Return the open trains, and whether a double may be laid there: the rules answer both once."""
        noted, rules = self.tables.noted, self.tables.rules
        key = self.turn, self.markers, self.open_double, self.owes
        trains = noted.get(key)
        if trains is None:
            begun = Trains.start(tile(0, 0), self.seats, rules.max_pips)
            names = [*begun.ends]
            markers = tuple(seat for seat in range(self.seats) if self.markers >> seat & 1)
            double = None if self.open_double < 0 else names[self.open_double]
            table = begun._replace(markers=markers, open_double=double)
            state = self.tables.probe(table, (tile(0, 0),), self.turn)
            if self.owes:
                state = state._replace(history=(Play(self.turn, tile(0, 0), names[-1]),))
            trains = noted[key] = tuple([names.index(end) for end in rules.open_ends(state)]), bool(rules.plays(state))
        return trains

    def open_ends(self) -> Sequence[int]:
        """Return the numbers of the trains where the seat in turn may lay a tile."""
        return self._open_trains()[0]

    def _lay(self, code: int) -> None:
        laid, tiles = code >> 9, self.tables.tiles
        each, end, outward = tiles[laid], code >> 4 & 31, code & 15
        if end == self.turn:
            self.markers &= ~(1 << end)
        self.ends[end] = outward
        self.laid[each.high] += 1
        if each.double:
            self.open_double = end
        else:
            self.laid[each.low] += 1
            if end == self.open_double:
                self.open_double = -1
        if self.open_double >= 0 and self.laid[self.ends[self.open_double]] > self.tables.rules.max_pips:
            # no tile is left that covers it
            self.open_double = -1

    def _pass(self) -> None:
        if self.tables.rules.after_pass is not None:
            self.markers |= 1 << self.turn
        super()._pass()
