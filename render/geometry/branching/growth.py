"""The tiles placed on a forking table, and the places where its lines may go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.layouts import Placed
from engine.layouts.cross import ARMS
from render.geometry.boxes import Box
from render.geometry.branching.folding import Hidden, Piece, bits
from render.geometry.branching.occupancy import Field, block_at, squares
from render.geometry.branching.placements import DOWN, LEFT, RIGHT, UP, Entry, Placement, with_margin
from render.geometry.highlight import Direction

_ARMS: Final[Mapping[str, Direction]] = dict(zip(ARMS, (LEFT, RIGHT, UP, DOWN), strict=True))
_MAIN: Final[Mapping[str, str]] = {"e1": "e2", "e2": "e1"}
"""The two ends of the opening tile of a line with a spinner."""
SHORT_SIDES: Final[tuple[str, str]] = ("upper", "lower")
"""Names for the short sides of a spinner, until they are open."""


class Node(NamedTuple):
    """A tile, or a fold, in its place.

    Attributes:
        halves: the left or top half, and the other one.
        room: the squares around it that only its neighbours may take, with a margin for tiles across.
        bare: the same without that margin.
        after: the index of the node that it touches; -1 for the first.

    """

    box: Box
    halves: tuple[int, int]
    room: int
    bare: int
    after: int


class Opening(NamedTuple):
    """A place for a tile along the line, and the squares that it takes.

    Attributes:
        entry: how the tile touches the end.
        along: its box.
        room: the squares of the tile, or of one across in its place; 0 if that leaves the field.
        bare: the squares of the tile alone; 0 if it leaves the field.
        slot: the squares of its touching half.
        ahead: the blocks just beyond it.
        crossing: the squares of a tile across, and of the next ones if it forks the line; 0 if they do not fit.

    """

    entry: Entry
    along: Box
    room: int
    bare: int
    slot: int
    ahead: int
    crossing: int


class End(NamedTuple):
    """An end of a line.

    Attributes:
        entries: the places of the next tile; the first is straight ahead.
        openings: the places that keep clear of nearby tiles.
        recent: the indices of the last tiles before the end, up to three, which may lie near.
        pips: the number that the end shows.
        near: the boxes of the recent tiles except the last, and of other tiles that touch the last.
        others: the squares that all other tiles keep free.
        others_bare: the same without the margin for tiles across.
        turned: the first turn of an arm, or of a line with a spinner: 1 for clockwise, -1 for counter-clockwise, 0 for
            none yet.
        bent: the same of an arm of a cross, without turns at a tile across that the next tile does not follow.
        straight: whether it is an arm of the spinner that has not turned yet.
        heading: the direction of a line with a spinner, as tiles along it show.
        turn: the last turn of such a line, in the same numbers.

    """

    entries: tuple[Entry, ...]
    openings: tuple[Opening, ...]
    recent: tuple[int, ...]
    pips: int
    near: tuple[Box, ...]
    others: int
    others_bare: int
    turned: int = 0
    bent: int = 0
    straight: bool = False
    heading: Direction = RIGHT
    turn: int = 0

    def spacious_openings(self) -> list[Opening]:
        """Return the openings where a tile would keep its distance."""
        return [each for each in self.openings if each.room and not each.room & self.others]

    def close_openings(self) -> list[Opening]:
        """Return the openings where a tile would fit, maybe nearer to others than it should."""
        return [each for each in self.openings if each.bare and not each.bare & self.others_bare]


class Growth(NamedTuple):
    """The tiles in their places, and their ends.

    Attributes:
        nodes: the tiles in the order of play.
        ends: the ends by name; among them the short sides of a spinner before they are open.
        taken: the squares that all tiles keep free.
        laid: the tiles as bits, by their order in the set.
        lowest_ever: the greatest y that tiles and ends have ever reached.
        turns: the sum of the first turns of a spinner's four arms.

    """

    nodes: tuple[Node, ...]
    ends: Mapping[str, End]
    taken: int
    laid: int
    lowest_ever: int = 0
    turns: int = 0

    def lowest(self) -> int:
        """Return the greatest y of tiles and ends."""
        slots = [(end.spacious_openings() or end.close_openings())[0].entry.slot for end in self.ends.values()]
        return max(*(node.box.bottom for node in self.nodes), *(slot.bottom for slot in slots))

    def fits(self, field: Field, end: End, box: Box, bare: bool) -> bool:
        """Return whether a box is free for a tile laid at an end."""
        room = box if bare else with_margin(box)
        if not field.holds(room) or squares(field, room) & (end.others_bare if bare else end.others):
            return False
        return not box.overlaps(self.nodes[end.recent[-1]].box) and _apart(box, end.near)


def _apart(box: Box, near: Sequence[Box]) -> bool:
    """Return whether a box is at least a square apart from others; corners may come nearer."""
    x, y, w, h = box
    for left, top, wide, high in near:
        across, down = max(x - left - wide, left - x - w), max(y - top - high, top - y - h)
        if across <= 0 and down <= 0 and across + down:
            return False
    return True


def _inside(field: Field, box: Box) -> int:
    return squares(field, box) if field.holds(box) else 0


@lru_cache(maxsize=8192)
def _opening(field: Field, entry: Entry) -> tuple[Opening, tuple[Box, ...]]:
    """Return an opening, and the boxes that a tile across would need there."""
    along, (dx, dy) = entry.along, entry.direction
    room = with_margin(along)
    ahead = 0
    for far in (1, 2, 3):
        ahead |= block_at(field, room.x + far * dx, room.y + far * dy)
    needed = [entry.across]
    if field.forks:
        needed += [Entry(entry.x + 3 * x, entry.y + 3 * y, (x, y)).along for x, y in ((dy, dx), (-dy, -dx))]
    crossing = 0
    for box in needed:
        squared = _inside(field, with_margin(box))
        if not squared:
            crossing = 0
            break
        crossing |= squared
    slot = squares(field, entry.slot)
    return Opening(entry, along, _inside(field, room), _inside(field, along), slot, ahead, crossing), tuple(needed)


def _openings(field: Field, entries: Sequence[Entry], near: Sequence[Box]) -> tuple[Opening, ...]:
    openings: list[Opening] = []
    for entry in entries:
        opening, needed = _opening(field, entry)
        if _apart(opening.along, near):
            if opening.crossing and not all(_apart(box, near) for box in needed):
                opening = opening._replace(crossing=0)
            openings.append(opening)
    return tuple(openings)


def _end(field: Field, nodes: Sequence[Node], entries: tuple[Entry, ...], recent: tuple[int, ...], pips: int) -> End:
    """Return an end with its surroundings."""
    *before, last = recent
    near: list[Box] = []
    others = bare = 0
    for number, node in enumerate(nodes):
        if number in before or node.after == last:
            near.append(node.box)
        elif number != last:
            others |= node.room
            bare |= node.bare
    return End(entries, _openings(field, entries, near), recent, pips, tuple(near), others, bare)


def _turn(before: Direction, way: Direction) -> int:
    """Return the turn from one direction to another: 1 for clockwise, -1 for counter-clockwise, or 0."""
    (x, y), (dx, dy) = before, way
    return x * dy - y * dx


def _node(field: Field, box: Box, halves: tuple[int, int], after: int) -> Node:
    return Node(box, halves, squares(field, with_margin(box).grown(1)), squares(field, box.grown(1)), after)


def start(field: Field, placed: Placed) -> Growth:
    """Return a growth with the first tile in the middle."""
    tile = placed.tile
    box = Box(-1, -2, 2, 4) if placed.crosswise else Box(-2, -1, 4, 2)
    node = _node(field, box, (tile.high, tile.low), -1)
    if placed.spinner or field.is_cross:
        names = (*_MAIN, *SHORT_SIDES) if placed.spinner else ARMS
        starts = (Entry(-3, -1, LEFT), Entry(1, -1, RIGHT), Entry(-1, -4, UP), Entry(-1, 2, DOWN))
    elif not placed.crosswise:
        names, starts = ("e1", "e2"), (Entry(-4, -1, LEFT), Entry(2, -1, RIGHT))
    elif tile.double:
        names, starts = ("e1", "e2"), (Entry(-3, -1, LEFT), Entry(1, -1, RIGHT))
    else:
        names, starts = ("e1", "e2"), (Entry(-3, -2, LEFT), Entry(1, 0, RIGHT))
    ends = {
        name: _end(field, (node,), (start,), (0,), tile.low if name == "e2" else tile.high)._replace(
            straight=placed.spinner, heading=start.direction
        )
        for name, start in zip(names, starts, strict=True)
    }
    return Growth((node,), ends, node.room, 1 << tile.order)


def grow(field: Field, growth: Growth, piece: Piece, choice: Placement) -> Growth:
    """Return the growth with one more tile, or fold, in its place."""
    old = growth.ends[piece.end]
    node = _node(field, choice.box, choice.halves, old.recent[-1])
    nodes = (*growth.nodes, node)
    ends = {name: _beside(field, end, node) for name, end in _opened(field, growth.ends, piece).items()}
    recent = (*old.recent, len(growth.nodes))[-3:]
    # a double across has one end, although it shows both halves
    for (name, pips), entries in zip(_shown(field, piece), choice.entries, strict=False):
        end = _end(field, nodes, entries, recent, pips)
        if field.is_cross:
            turn = _turn(_ARMS[name], entries[0].direction)
            bend = 0 if piece.crosswise else turn
            end = end._replace(turned=old.turned or turn, bent=old.bent or bend)
        ends[name] = end
    grown = Growth(nodes, ends, growth.taken | node.room, growth.laid | bits(piece), turns=growth.turns)
    return _with_turns(grown, old, piece) if field.lined else grown


def _beside(field: Field, end: End, node: Node) -> End:
    """Return an end after a node was placed at another end, or before this one."""
    if node.after != end.recent[-1]:
        return end._replace(others=end.others | node.room, others_bare=end.others_bare | node.bare)
    near = (*end.near, node.box)
    return end._replace(near=near, openings=_openings(field, end.entries, near))


def _shown(field: Field, piece: Piece) -> Sequence[tuple[str, int]]:
    """Return the ends at which the line goes on from a piece, with the pips that each shows."""
    if isinstance(piece, Placed) and piece.crosswise and field.forks:
        return (piece.end, piece.tile.high), (piece.opens, piece.tile.low)
    if isinstance(piece, Placed) and piece.spinner:
        return [(name, piece.outward) for name in (piece.end, *SHORT_SIDES)]
    return ((piece.end, piece.outward),)


def _opened(field: Field, ends: Mapping[str, End], piece: Piece) -> Mapping[str, End]:
    """Return the ends, with the names of those that a piece opens at the short sides of the spinner."""
    if isinstance(piece, Hidden) or not (field.lined and piece.opens):
        return ends
    first = int(piece.opens[1:])
    named: dict[str, str] = dict(zip(SHORT_SIDES, (f"e{first}", f"e{first + 1}"), strict=True))
    return {named.get(name, name): end for name, end in ends.items()}


def _with_turns(growth: Growth, old: End, piece: Piece) -> Growth:
    """Return a growth in which the turns of the spinner's arms are counted; ``old`` is the end before ``piece``."""
    spins = isinstance(piece, Placed) and piece.spinner
    end = growth.ends[piece.end]
    # other tiles across do not show the direction of the line
    heading = end.entries[0].direction if spins or not piece.crosswise else old.heading
    turn = _turn(old.heading, heading)
    end = end._replace(
        straight=spins or (old.straight and not turn),
        heading=heading,
        turned=old.turned or turn,
        turn=turn or old.turn,
    )
    ends = {**growth.ends, piece.end: end}
    if spins:
        return _around_spinner(growth, ends, piece.end)
    turns = growth.turns + turn if old.straight else growth.turns
    return growth._replace(ends=ends, turns=turns)


def _around_spinner(growth: Growth, ends: dict[str, End], name: str) -> Growth:
    """Return a growth in which the turns are counted from the spinner just placed at the end ``name``."""
    other = _MAIN[name]
    # from the spinner, the line that leads to it turns the other way, or not before the opening tile
    turns = -ends[name].turn or ends[other].turned
    ends[other] = ends[other]._replace(straight=not turns)
    for short in SHORT_SIDES:
        ends[short] = ends[short]._replace(straight=True, heading=ends[short].entries[0].direction)
    return growth._replace(ends=ends, turns=turns)
