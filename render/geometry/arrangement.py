"""Arrange a table in its picture: the tiles in the middle, the players' plates around them.

The middle keeps its place from one picture to the next as long as possible. The room above the middle is as large from
the start as most tables need; below the middle the picture grows in steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engine.view import View
from render.geometry.boxes import Box, Chain
from render.geometry.dimensions import HEADER, RAIL, REACH, WIDTH
from render.geometry.forms import geometry_of
from render.geometry.forms.form import FormGeometry
from render.geometry.open_hands import open_hands
from render.geometry.seating import seating

_GAP: Final = 8
_MIN_HEIGHT: Final = 637
"""The minimum height of a picture in pixels: Discord shows a wider one than 11:7 in another place while it loads."""


class Room(NamedTuple):
    """The room reserved for a table, in pixels: pictures of several moments get the same layout.

    Attributes:
        half: the side of a half; 0 for the largest that fits, with only the room that the table needs.
        train_pitches: by train, the distance down to the next; empty for a table without trains.
        up: the room above the middle, where the first tile lies.
        down: the room below the middle.
        hands_height: the height of the open hands below the table.

    """

    half: int = 0
    train_pitches: tuple[int, ...] = ()
    up: int = 0
    down: int = 0
    hands_height: int = 0

    def taller(self, by: int) -> Room:
        """Return a room that is ``by`` pixels higher, half of them above the middle."""
        return self._replace(up=self.up + by // 2, down=self.down + by - by // 2)


AS_NEEDED: Final = Room()
"""No reserved room: the table takes the room that it needs."""


class Arrangement(NamedTuple):
    """A table in its picture.

    Attributes:
        plates: the plate of each of the :func:`seated`; empty if signs of the table are the plates.
        height: the picture's height without open hands, in pixels.

    """

    chain: Chain
    plates: tuple[Box, ...]
    height: int


def room_for(views: Sequence[View]) -> Room:
    """Return the room that fits every moment of a deal, with tiles as large as the last moment allows."""
    geometries = [geometry_of(view) for view in views]
    last = geometries[-1].lay_out()
    pitches = geometries[-1].pitches(last)
    chains: list[Chain] = []
    up = down = 0
    for view, geometry in zip(views, geometries, strict=True):
        chain = geometry.lay_out(last.half, pitches)
        chains.append(chain)
        above, below = _extent(view, geometry, chain)
        up, down = max(up, above), max(down, below)
    up, down = geometries[-1].shared_extent(chains, up, down)
    hands = max(open_hands(view)[1] for view in views)
    return Room(last.half, pitches, up, down, hands)


def _places(view: View, geometry: FormGeometry[Any]) -> tuple[tuple[bool, Box], ...]:
    """Return the places of the plates, as :func:`seating` does; none if the tiles have them beside them."""
    return () if geometry.has_plates else seating(len(seated(view)), WIDTH - 2 * RAIL - 2 * _GAP, view.clockwise)


def _around(places: Sequence[tuple[bool, Box]]) -> tuple[int, int]:
    """Return the height of what lies above the middle, and below it."""
    high = places[0][1].h + _GAP if places else 0
    return HEADER + _GAP + high, _GAP + high + RAIL


def _extent(view: View, geometry: FormGeometry[Any], chain: Chain) -> tuple[int, int]:
    """Return the room above and below the middle, enough for the minimum height."""
    up, down = geometry.extent(chain)
    return up, max(down, _MIN_HEIGHT - sum(_around(_places(view, geometry))) - up)


def seated(view: View) -> list[int]:
    """Return the seats with a plate: all but those out of the match before this deal."""
    played = view.results[-1].counted if view.between_deals and view.results else ()
    return [seat for seat in range(view.seats) if seat in played or seat not in view.eliminated]


def arrange(view: View, room: Room = AS_NEEDED) -> Arrangement:
    """Arrange a table in the reserved room."""
    geometry = geometry_of(view)
    chain = geometry.lay_out(room.half, room.train_pitches)
    up, down = (room.up, room.down) if room.half else _extent(view, geometry, chain)
    places = _places(view, geometry)
    above, below = _around(places)
    middle = above + up
    bottom = middle + down
    plates = tuple(box.moved(RAIL + _GAP, HEADER + _GAP if is_above else bottom + _GAP) for is_above, box in places)
    chain = chain._replace(room=Box(-REACH, -up, 2 * REACH, up + down)).moved(WIDTH // 2, middle)
    return Arrangement(chain, plates, bottom + below)
