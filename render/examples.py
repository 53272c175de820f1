"""An example position in mid-deal for each rule set."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from engine.actions import Bid, Flip, Move, Pass, Play, Trump, parse_move
from engine.layouts import Branches, Cross, Feet, Grid, Layout, Line, Pile, Spinners, Trains, Tricks
from engine.rules import find
from engine.tiles import Tile, tile
from engine.view import View

_LINE: Final = (
    "0 play 6-6 start", "1 play 6-4 right", "2 play 6-2 left", "0 play 4-4 right", "1 play 5-2 left",
    "2 play 4-1 right", "0 play 5-5 left",
)  # fmt: skip

_FORKS: Final = (
    "0 play 5-3 start", "1 play 4-3 e2", "2 play 2-2 e1", "0 play 6-1 e1", "1 play 3-1 e2", "2 play 5-1 e1",
    "0 play 4-0 e3",
)  # fmt: skip

_RECORDS: Final = {
    "no-boneyard": (
        "0 play 6-6 start", "0 play 6-4 right", "0 play 4-4 right", "1 play 6-2 left", "1 play 5-2 left",
        "1 play 5-5 left", "2 play 4-1 right",
    ),
    "sebastopol": (
        "0 play 6-6 start", "1 play 6-5 arm1", "2 play 6-3 arm2", "3 play 6-1 arm3", "0 play 6-0 arm4",
        "1 play 5-5 arm1", "2 play 3-2 arm2", "3 play 5-4 arm1",
    ),
    "all-fives": (
        "0 play 5-5 start", "1 play 5-0 arm1", "2 play 5-3 arm2", "0 play 5-2 arm3", "1 play 3-3 arm2",
        "2 play 5-4 arm4",
    ),
    "fives": (
        "0 play 6-5 start", "1 play 5-5 e2", "2 play 5-1 e2", "0 play 5-4 e3", "1 play 3-1 e2", "2 play 5-3 e2",
        "0 play 4-2 e3",
    ),
    "bergen": (
        "0 play 0-0 start", "1 play 5-0 right", "0 play 5-3 right", "1 play 6-0 left", "0 play 3-3 right",
        "1 play 3-2 right", "0 play 2-1 right", "1 play 6-1 left", "0 play 1-1 left",
    ),
    "matador": _FORKS,
    "mata": _FORKS,
    "mata-alsace": _FORKS,
    "accountants": ("0 play 6-5 pile", "1 play 6-4 pile", "2 play 3-1 pile", "0 play 5-0 pile"),
    "memory": ("0 flip 6", "0 flip 20"),
    "double-twelve": (
        "0 play 12-12 start", "1 play 12-9 right", "2 play 12-4 left", "0 play 9-9 right", "1 play 11-4 left",
        "2 play 9-7 right", "0 play 11-0 left",
    ),
    "mexican-train": (
        "0 play 12-5 train0", "1 play 12-8 train1", "2 play 12-10 mexican", "0 play 5-3 train0", "1 play 8-8 train1",
        "1 play 8-1 train1", "2 play 10-10 mexican", "2 draw", "2 pass",
    ),
    "mexican-train-nine": (
        "0 play 9-5 train0", "1 play 9-8 train1", "2 play 9-2 mexican", "0 play 5-3 train0", "1 play 8-8 train1",
        "1 play 8-1 train1", "2 play 2-2 mexican", "2 draw", "2 pass",
    ),
    "chickenfoot": (
        "0 play 9-5 e1", "1 play 9-1 e2", "2 play 9-4 e3", "0 play 9-6 e4", "1 play 7-6 e4", "2 play 5-5 e1",
        "0 play 6-5 e1", "1 play 5-4 e5",
    ),
    "forty-two": (
        "0 bid 30", "1 bid 31", "2 pass", "3 pass", "1 trump 3", "1 play 5-0 trick", "2 play 5-4 trick",
        "3 play 5-3 trick", "0 play 5-5 trick", "3 play 4-2 trick", "0 play 5-2 trick",
    ),
}  # fmt: skip
"""The moves by rule set, as in a game record; :data:`_LINE` for all others."""

_TAKEN: Final = (4, 9, 17, 22)
_HIDDEN: Final[Mapping[int, Tile | None]] = {at: None for at in range(1, 29) if at not in _TAKEN}

_TABLES: Final[Mapping[str, Layout]] = {
    "all-fives": Cross(),
    "sebastopol": Cross(),
    "fives": Spinners(),
    "matador": Branches(),
    "mata": Branches(),
    "mata-alsace": Branches(),
    "accountants": Pile(),
    # the two tiles flipped share no half, so they stay on the grid
    "memory": Grid({**_HIDDEN, 6: tile(6, 3), 20: tile(4, 1)}),
    "mexican-train": Trains.start(tile(12, 12), 3, 12),
    "mexican-train-nine": Trains.start(tile(9, 9), 3, 9),
    "forty-two": Tricks(),
    "chickenfoot": Feet.start(tile(9, 9), 4, 9),
}
"""The table before the first move by rule set; an empty line for all others."""


def example_moves(rules: str) -> tuple[Move, ...]:
    """Return the moves of an example; those of a plain line are by as many seats as the rule set needs."""
    if rules in _RECORDS:
        return tuple(parse_move(text) for text in _RECORDS[rules])
    seats = max(3, find(rules).seats[0])
    return tuple(parse_move(text)._replace(seat=number % seats) for number, text in enumerate(_LINE))


def _layout(rules: str) -> Layout:
    """Return the layout of an example."""
    table = _TABLES.get(rules, Line())
    for move in example_moves(rules):
        table = _after(rules, table, move)
    return table


def _after(rules: str, table: Any, move: Move) -> Layout:
    """Return a table after a move, which has to belong to the table's form."""
    match move:
        case Play():
            # on a pile and in a trick nothing has to match
            pips = table.ends.get(move.end, 0) if table.has_ends else 0
            return find(rules).lay(table, move, pips)
        case Bid():
            return table.with_bid(move.seat, move.points)
        case Trump():
            return table.with_trump(move.trump)
        case Pass() if table.has_own_ends:
            return table.add_marker(move.seat)
        case Flip():
            return table.flip(move.position)
        case _:
            return table


@cache
def example_view(rules: str) -> View:
    """Return an example as everybody sees it, without hands or points.

    Raises:
        IllegalMove: there is no such rule set.

    """
    book = find(rules)
    moves = example_moves(rules)
    seats = 1 + max(move.seat for move in moves)
    seats = max(seats, book.seats[0])
    layout = _layout(rules)
    ends = layout.open_ends
    if layout.open_double is not None:
        # the double has to be covered first
        ends = {layout.open_double: ends[layout.open_double]}
    options = {option.id: option.default for option in book.options}
    teams = ((0, 2), (1, 3)) if options.get("pairs") else tuple((seat,) for seat in range(seats))
    last = moves[-1]
    turn = last.seat if book.keeps_turn is not None and isinstance(last, Play) else (last.seat + 1) % seats
    nothing = (0,) * seats
    nobody: tuple[tuple[()], ...] = ((),) * seats
    return View(
        rules=rules,
        options=options,
        seats=seats,
        teams=teams,
        clockwise=book.clockwise,
        max_pips=book.max_pips,
        seat=None,
        deal=1,
        opener=0,
        must_open_with=None,
        turn=turn,
        layout=layout,
        open_ends=ends,
        hand=(),
        open_hands=(),
        hand_sizes=(len(_TAKEN), *nothing[1:]) if layout.is_face_down else nothing,
        boneyard_size=0,
        history=moves,
        passed=nobody,
        drawn=(),
        legal=(),
        default_move=None,
        totals=(0,) * len(teams),
        results=(),
        winners=(),
        eliminated=(),
    )
