"""A reader of text mode: takes what a text says, and knows nothing else of the match.

It reads English, and names without digits, commas and colons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.actions import Bid, Draw, Flip, Move, Pass, Play, Trump
from engine.layouts import MEXICAN, PILE, START, TRICK, train_of
from engine.tiles import parse_tile

_TILE = r"\d+-\d+"
_NOTE = r"(?:new, )?\d+|takes \d|mata(?:dor)?s only"
"""What stands in brackets beside an end in a hand."""


SUITS = {
    **{name: str(at) for at, name in enumerate(("blanks", "ones", "twos", "threes", "fours", "fives", "sixes"))},
    "doubles": "doubles",
    "no trump": "none",
}
"""What may be trump, as texts call it."""


def parts(text: str) -> list[list[str]]:
    """Return the parts of a text, which empty lines set apart, in lines."""
    return [part.split("\n") for part in text.split("\n\n")]


def part(text: str, beginning: str) -> list[str]:
    """Return the lines under the heading that begins so; none where there is no such part."""
    for lines in parts(text):
        for at, line in enumerate(lines):
            if line.startswith(beginning):
                return lines[at + 1 :]
    return []


def heading(text: str, beginning: str) -> str:
    """Return the line that begins so; empty where there is none."""
    return next((line for line in text.split("\n") if line.startswith(beginning)), "")


def joined(lines: Sequence[str]) -> list[str]:
    """Undo the breaking of long rows: a line that begins with a tile goes on with the row before it."""
    found: list[str] = []
    for line in lines:
        if found and re.match(rf"[(\[]?{_TILE}|… \d", line):
            found[-1] += f" {line}"
        else:
            found.append(line)
    return found


@dataclass(frozen=True)
class Reader:
    """Someone at the table, who reads what is sent to them.

    Attributes:
        seat: where they sit; None: they look on.
        names: everyone's names, in the order of seats.

    """

    seat: int | None
    names: Sequence[str]

    def end(self, title: str, table: str) -> str:
        """Return the end that a title at the beginning of a line means."""
        title = title.removesuffix(", with a marker").removesuffix(" (new)")
        if title == "Your train":
            return train_of(self.seat)
        if title == "The Mexican train":
            return MEXICAN
        if title.endswith("'s train"):
            return train_of(self.names.index(title.removesuffix("'s train")))
        kind, _, number = title.partition(" ")
        return {"Arm": "arm", "End": "e"}.get(kind, kind.lower()) + number

    # -------------------------------------------------------------- the hand

    def moves(self, hand: str, table: str) -> Iterator[Move]:
        """Return all that one may do, as the hand says; in a grid as the table does."""
        seat = self.seat
        first = hand.split("\n", 1)[0]
        if "turn up a tile" in first:
            yield from (Flip(seat, at) for at in to_turn_up(table))
        if re.match(r"\*\*Your turn: (bid|you have to bid|name trump|you lead|follow|you have no)", first):
            yield from self._in_tricks(first, hand)
            return
        yield from self._plays(hand, table)
        if re.search(r"have to draw|or draw", first):
            yield Draw(seat)
        if "have to pass" in first:
            yield Pass(seat)

    def _in_tricks(self, first: str, hand: str) -> Iterator[Move]:
        bids = re.search(r"You can bid: (.*)", hand)
        if bids is not None:
            yield from (Bid(self.seat, int(re.match(r"\d+", each)[0])) for each in bids[1].split(", "))
        if "or pass" in first:
            yield Pass(self.seat)
        for line in hand.split("\n"):
            trump, _, held = line.partition(": ")
            if trump in SUITS and re.fullmatch(rf"(?:{_TILE} ?)*", held):
                yield Trump(self.seat, SUITS[trump])
        tiles = " ".join(part(hand, "You can play:"))
        yield from (Play(self.seat, parse_tile(each), TRICK) for each in re.findall(_TILE, tiles))

    def _plays(self, hand: str, table: str) -> Iterator[Play]:
        opening = re.search(r"You can open with: ([^:]*?)(\n\n|$)", hand)
        if opening is not None:
            yield from (Play(self.seat, parse_tile(each), START) for each in re.findall(_TILE, opening[1]))
        lines = part(hand, "You can play:")
        by_tile = bool(lines) and re.match(rf"{_TILE}[: ]", lines[0]) is not None
        for line in lines if by_tile else joined(lines):
            yield from self._by_tile(line) if by_tile else self._by_end(line, table)

    def _by_tile(self, line: str) -> Iterator[Play]:
        made = re.match(rf"({_TILE}) makes", line)
        if made is not None:
            yield Play(self.seat, parse_tile(made[1]), PILE)
            return
        text, _, where = line.partition(": ")
        tile = parse_tile(text)
        either = where.endswith(", either half facing out")
        for end in re.findall(rf"(\w+) \((?:{_NOTE})\)", where):
            for facing in (tile.high, tile.low) if either else (None,):
                yield Play(self.seat, tile, end, facing)

    def _by_end(self, line: str, table: str) -> Iterator[Play]:
        title, _, tiles = re.sub(rf" \((?:{_NOTE})\): ", "|", line).partition("|")
        for each in re.findall(_TILE, tiles):
            yield Play(self.seat, parse_tile(each), self.end(title, table))

    # -------------------------------------------------------------- the table

    def ends(self, table: str, *, closed: bool = False) -> dict[str, tuple[int, str]]:
        """Return the ends that one may play on, or those closed: what each shows, and what it is said to take."""
        found: dict[str, tuple[int, str]] = {}
        for line in part(table, "**Closed") if closed else part(table, "**Open"):
            title, _, rest = line.partition(": ")
            shown, _, takes = rest.partition(", takes ")
            found[self.end(title, table)] = (int(shown), takes)
        return found

    def markers(self, table: str) -> set[str]:
        """Return the trains that bear a marker."""
        lines = [*part(table, "**Open"), *part(table, "**Closed")]
        return {self.end(line.partition(": ")[0], table) for line in lines if ", with a marker" in line}

    def rows(self, table: str, beginning: str) -> dict[str, list[str]]:
        """Return the tiles of each row under a heading, without brackets."""
        found: dict[str, list[str]] = {}
        for line in joined(part(table, beginning)):
            title, _, tiles = line.rpartition(": ")
            found[self.end(title, table) if title else ""] = [_bare(each) for each in tiles.split(" ")]
        return found


def _bare(tile: str) -> str:
    return tile.strip("()[]")


@dataclass(frozen=True)
class Fork:
    """A row of a tree as the outline has it.

    Attributes:
        depth: how far it is set in.
        half: the half that it begins from.
        origin: the tile of that half.
        tiles: the tiles.

    """

    depth: int
    half: int
    origin: str
    tiles: list[str]


def forks(table: str) -> dict[str, Fork]:
    """Return the rows of a tree, in the order of the outline."""
    found: dict[str, Fork] = {}
    for line in part(table, "**Branches") or part(table, "**Chicken feet"):
        match = re.fullmatch(rf"( *)- End (\d+)(?: \(new\))?, from the (\d) of ({_TILE}): (.*)", line)
        assert match is not None, line
        tiles = [] if match[5] == "no tile yet" else [_bare(each) for each in match[5].split(" ")]
        found[f"e{match[2]}"] = Fork(len(match[1]) // 2, int(match[3]), match[4], tiles)
    return found


def face_down(table: str) -> list[int]:
    """Return the positions of a grid where a tile lies face down."""
    block = table.partition("```")[2].partition("```")[0]
    return [int(each) for each in block.split() if each.isdecimal()]


def to_turn_up(table: str) -> list[int]:
    """Return the positions of a grid that one may turn up: those face down, and a missed pair's that is turned back."""
    up = re.findall(r"at (\d+)", heading(table, "Face up: ")) if "are turned face down again." in table else []
    return sorted([*face_down(table), *map(int, up)])


@dataclass(frozen=True)
class Line:
    """What is told of a player.

    Attributes:
        tiles: how many tiles they hold or have taken; None where nothing is said.
        points: their points; None where nothing is said.
        passed: the numbers on which they have passed.
        gone: whether they are out of the match.
        shown: the tiles that all may see.

    """

    tiles: int | None
    points: int | None
    passed: tuple[int, ...]
    gone: bool
    shown: tuple[str, ...]


def players(table: str) -> dict[str, Line]:
    """Return what is told of each player, and of each pair, by name."""
    found: dict[str, Line] = {}
    lines = [line for line in joined(part(table, "**Players in order of turns**")) if line]
    for at, line in enumerate(lines):
        if line.startswith(("taken: ", "in hand: ")):
            continue
        name, _, facts = line.partition(": ")
        shown = lines[at + 1] if at + 1 < len(lines) and re.match("taken: |in hand: ", lines[at + 1]) else ""
        tiles, points = re.search(r"(\d+) tiles?\b", facts), re.search(r"(-?\d+) (?:points?|marks?)\b", facts)
        passed = re.search(r"passed on ([\d, ]+)", facts)
        found[name] = Line(
            int(tiles[1]) if tiles else None,
            int(points[1]) if points else None,
            tuple(int(each) for each in passed[1].split(", ")) if passed else (),
            "out of the match" in facts,
            tuple(re.findall(_TILE, shown)),
        )
    return found
