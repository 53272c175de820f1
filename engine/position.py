"""A deal as the functions of a rule set see it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from typing import Protocol

from engine.events import Result
from engine.layouts import Layout
from engine.options import Value
from engine.tiles import Tile


class Position(Protocol):
    """A deal after an action: the facts that both states and simulations know, though these keep no tiles in order."""

    @property
    def options(self) -> Mapping[str, Value]:
        """The value of every option."""
        ...

    @property
    def seats(self) -> int:
        """The number of players."""
        ...

    @property
    def max_pips(self) -> int:
        """The most pips on a half in this set."""
        ...

    @property
    def teams(self) -> Sequence[tuple[int, ...]]:
        """The seats of each team, in the order of ``totals``."""
        ...

    @property
    def layout(self) -> Layout:
        """The table; of a simulation, no more than the outermost tiles."""
        ...

    @property
    def totals(self) -> Sequence[int]:
        """The points of each team, those of the current deal included."""
        ...

    @property
    def scored(self) -> Sequence[int]:
        """The points of each team scored in the middle of the current deal."""
        ...

    @property
    def results(self) -> Sequence[Result]:
        """The deals that have ended."""
        ...

    @property
    def eliminated(self) -> tuple[int, ...]:
        """The seats out of the match, ascending."""
        ...

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats still in the match, ascending."""
        ...

    @property
    def opener(self) -> int:
        """The seat that begins or began the deal."""
        ...

    @property
    def drawn_opener(self) -> int | None:
        """The seat drawn by lot to begin the deal; None if the rules name the opener."""
        ...

    @property
    def turn(self) -> int | None:
        """The seat in turn."""
        ...

    @property
    def boneyard(self) -> Sequence[Tile]:
        """The tiles not dealt, the next to be drawn first."""
        ...

    @property
    def boneyard_size(self) -> int:
        """The number of tiles in the boneyard."""
        ...

    @property
    def last_seat(self) -> int:
        """The seat that acted last."""
        ...

    @property
    def last_tile(self) -> Tile | None:
        """The tile that it played, or None if it did not play."""
        ...

    @property
    def first_player(self) -> int | None:
        """The seat that made the first play of the deal, or None."""
        ...

    @property
    def tiles_laid(self) -> int:
        """How many tiles were played in this deal."""
        ...

    @property
    def passes(self) -> int:
        """How many seats have passed since the last play."""
        ...

    @property
    def can_play(self) -> bool:
        """Whether the seat in turn can play."""
        ...

    @property
    def must_pass(self) -> bool:
        """Whether the seat in turn can only pass."""
        ...

    @property
    def numbers(self) -> Collection[int]:
        """The numbers shown by all ends."""
        ...

    @property
    def open_numbers(self) -> Collection[int]:
        """The numbers shown by the ends where the seat in turn may lay a tile."""
        ...

    def next_seat(self, seat: int) -> int:
        """Return the seat after ``seat``, without seats out of the match."""
        ...

    def tiles_held(self, seat: int) -> int:
        """Return how many tiles a seat holds."""
        ...

    def pips_held(self, seat: int) -> int:
        """Return the sum of the pips on the tiles that a seat holds."""
        ...

    def count_held(self, seat: int, tiles: Set[Tile]) -> int:
        """Return how many of ``tiles`` a seat holds."""
        ...

    def nothing_fits(self, numbers: Collection[int]) -> bool:
        """Return whether no tile in any hand fits an end that shows one of ``numbers``."""
        ...

    def all_laid(self, tiles: Set[Tile]) -> bool:
        """Return whether all of ``tiles`` lie on the table."""
        ...
