"""How a whole table is arranged in a picture: the tiles in the middle, and the plates around them.

The middle keeps its place from one picture to the next as long as it can. Above it there is as much room from the
beginning as a table mostly needs; below it the picture grows, in steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.layouts import Branches, Cross, Line, Trains
from engine.view import View
from render.geometry.boxes import Box, Chain
from render.geometry.dimensions import HEAD, RAIL, REACH, WIDTH
from render.geometry.end_labels import TAG_ROOM
from render.geometry.extent import extent, rows, rows_high
from render.geometry.layout import HIGHEST, calm, laid, least_rows
from render.geometry.open_hands import open_hands
from render.geometry.seating import seating
from render.geometry.trains import apart

_GAP: Final = 10
_STEP: Final = 5
"""By how many halves of a half the room below a line that forks grows at once."""


class Room(NamedTuple):
    """The room that a table takes, so that pictures of several moments are alike; in pixels where nothing else is said.

    Attributes:
        half: the side of a half; 0 for as large as finds room, and as much room as it needs.
        apart: how far one train lies below the other.
        up: above the middle, where the first tile lies.
        down: below it.
        hands: for hands that lie open, under the table.
        most: the most tiles that one of those holds; 0 where nobody knows.

    """

    half: int = 0
    apart: int = 0
    up: int = 0
    down: int = 0
    hands: int = 0
    most: int = 0

    def taller(self, by: int) -> Room:
        """Give the room with ``by`` more pixels in height, half of them above the middle."""
        return self._replace(up=self.up + by // 2, down=self.down + by - by // 2)


AS_NEEDED: Final = Room()
"""The room that a table needs by itself."""


class Arrangement(NamedTuple):
    """A table in its picture.

    Attributes:
        chain: the tiles.
        plates: where each seat's plate lies.
        height: the picture's height without hands that lie open, in pixels.

    """

    chain: Chain
    plates: tuple[Box, ...]
    height: int


def room_for(views: Sequence[View]) -> Room:
    """Give the room in which each of a deal's moments finds place, with tiles as large as the last one allows."""
    last = laid(views[-1])
    trains = apart(last) if isinstance(views[-1].layout, Trains) else 0
    chains = [laid(view, last.half, trains) for view in views]
    spans = [_span(view, chain) for view, chain in zip(views, chains, strict=True)]
    up, down = (max(each) for each in zip(*spans, strict=True))
    if isinstance(views[-1].layout, Line):
        # what was kept free on one side at first may be needed on the other in the end
        needed_up, needed_down = (max(each) for each in zip(*map(extent, chains), strict=True))
        up = max(min(up, HIGHEST - down), needed_up)
        down = max(min(down, HIGHEST - up), needed_down)
    most = max((len(hand) for view in views for hand in view.shown), default=0)
    hands = max(open_hands(view, most)[1] for view in views)
    return Room(last.half, trains, up, down, hands, most)


def lay_out(view: View, room: Room = AS_NEEDED) -> Arrangement:
    """Arrange a table, in the room that is said."""
    chain = laid(view, room.half, room.apart)
    up, down = (room.up, room.down) if room.half else _span(view, chain)
    places = seating(view.seats, WIDTH - 2 * RAIL - 2 * _GAP, view.clockwise)
    high = places[0][1].h
    top = HEAD + _GAP
    middle = top + high + _GAP + up + 4
    bottom = middle + down + _GAP + 4
    plates = tuple(box.moved(RAIL + _GAP, top if above else bottom) for above, box in places)
    chain = chain._replace(room=Box(-REACH, -up, 2 * REACH, up + down)).moved(WIDTH // 2, middle)
    return Arrangement(chain, plates, bottom + high + _GAP + RAIL)


def _span(view: View, chain: Chain) -> tuple[int, int]:
    """Give how much room the tiles, and what belongs to them, take above and below the middle."""
    if isinstance(view.layout, Line):
        return _rows(view, chain)
    if isinstance(view.layout, Cross | Branches):
        up = calm(chain.half)
        step = _STEP * chain.half // 2
        more = -(-max(chain.room.bottom - up, 0) // step) * step
        return up + TAG_ROOM, min(up + TAG_ROOM + more, HIGHEST - up - TAG_ROOM)
    return 0, chain.bounds.bottom


def _rows(view: View, chain: Chain) -> tuple[int, int]:
    """Give the room of a line."""
    half, (up, down) = chain.half, extent(chain)
    above = max(rows(half, up), least_rows(view, half))
    # where the last rows are too much, there is still what is needed
    up = max(min(rows_high(half, above), HIGHEST - down), up)
    return up, max(min(rows_high(half, max(rows(half, down), 1)), HIGHEST - up), down)
