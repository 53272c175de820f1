"""Arrange a table in its picture: the tiles in the middle, the players' plates around them.

The middle keeps its place from one picture to the next as long as possible. The room above the middle is as large from
the start as most tables need; below the middle the picture grows in steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.layouts import Line, Trains
from engine.view import View
from render.geometry.boxes import Box, Chain
from render.geometry.dimensions import HEADER, RAIL, REACH, WIDTH
from render.geometry.end_labels import LABEL_ROOM
from render.geometry.extent import extent, rows_height, rows_needed
from render.geometry.layout import MAX_TABLE_HEIGHT, is_tree, lay_out, min_rows, preferred_extent
from render.geometry.open_hands import open_hands
from render.geometry.seating import seating
from render.geometry.trains import train_pitch

_GAP: Final = 10
_GROWTH_STEP: Final = 5
"""The steps, in halves of a half, by which the room below a forking line grows."""


class Room(NamedTuple):
    """The room reserved for a table, in pixels: pictures of several moments get the same layout.

    Attributes:
        half: the side of a half; 0 for the largest that fits, with only the room that the table needs.
        train_pitch: the distance from one train down to the next.
        up: the room above the middle, where the first tile lies.
        down: the room below the middle.
        hands_height: the height of the open hands below the table.
        longest_hand: the maximum number of tiles in an open hand; 0 if unknown.

    """

    half: int = 0
    train_pitch: int = 0
    up: int = 0
    down: int = 0
    hands_height: int = 0
    longest_hand: int = 0

    def taller(self, by: int) -> Room:
        """Return a room that is ``by`` pixels higher, half of them above the middle."""
        return self._replace(up=self.up + by // 2, down=self.down + by - by // 2)


AS_NEEDED: Final = Room()
"""No room reserved: the table takes what it needs."""


class Arrangement(NamedTuple):
    """A table in its picture.

    Attributes:
        plates: each seat's plate.
        height: the picture's height without open hands, in pixels.

    """

    chain: Chain
    plates: tuple[Box, ...]
    height: int


def room_for(views: Sequence[View]) -> Room:
    """Return the room that fits every moment of a deal, with tiles as large as the last moment allows."""
    last = lay_out(views[-1])
    trains = train_pitch(last) if isinstance(views[-1].layout, Trains) else 0
    chains = [lay_out(view, last.half, trains) for view in views]
    spans = [_extent(view, chain) for view, chain in zip(views, chains, strict=True)]
    up, down = (max(each) for each in zip(*spans, strict=True))
    if isinstance(views[-1].layout, Line):
        # the room reserved on one side at first may be needed on the other side in the end
        needed_up, needed_down = (max(each) for each in zip(*map(extent, chains), strict=True))
        up = max(min(up, MAX_TABLE_HEIGHT - down), needed_up)
        down = max(min(down, MAX_TABLE_HEIGHT - up), needed_down)
    most = max((len(hand) for view in views for hand in view.open_hands), default=0)
    hands = max(open_hands(view, most)[1] for view in views)
    return Room(last.half, trains, up, down, hands, most)


def arrange(view: View, room: Room = AS_NEEDED) -> Arrangement:
    """Arrange a table in the reserved room."""
    chain = lay_out(view, room.half, room.train_pitch)
    up, down = (room.up, room.down) if room.half else _extent(view, chain)
    places = seating(view.seats, WIDTH - 2 * RAIL - 2 * _GAP, view.clockwise)
    high = places[0][1].h
    top = HEADER + _GAP
    middle = top + high + _GAP + up + 4
    bottom = middle + down + _GAP + 4
    plates = tuple(box.moved(RAIL + _GAP, top if above else bottom) for above, box in places)
    chain = chain._replace(room=Box(-REACH, -up, 2 * REACH, up + down)).moved(WIDTH // 2, middle)
    return Arrangement(chain, plates, bottom + high + _GAP + RAIL)


def _extent(view: View, chain: Chain) -> tuple[int, int]:
    """Return the room that the tiles and their labels take above and below the middle."""
    if isinstance(view.layout, Line):
        return _line_extent(view, chain)
    if is_tree(view.layout):
        up = preferred_extent(chain.half)
        step = _GROWTH_STEP * chain.half // 2
        more = -(-max(chain.room.bottom - up, 0) // step) * step
        return up + LABEL_ROOM, min(up + LABEL_ROOM + more, MAX_TABLE_HEIGHT - up - LABEL_ROOM)
    return 0, chain.bounds.bottom


def _line_extent(view: View, chain: Chain) -> tuple[int, int]:
    """Return the room of a line of play above and below its first row."""
    half, (up, down) = chain.half, extent(chain)
    above = max(rows_needed(half, up), min_rows(view, half))
    # if whole rows are too much, the room that the tiles need is still there
    up = max(min(rows_height(half, above), MAX_TABLE_HEIGHT - down), up)
    return up, max(min(rows_height(half, max(rows_needed(half, down), 1)), MAX_TABLE_HEIGHT - up), down)
