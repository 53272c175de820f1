"""What table, hand and deal's end tell alike: the ends, what lies, the moves, the points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from itertools import groupby

from engine.actions import Draw, Flip, Move, Pass, Play
from engine.layouts import MEXICAN, PILE, START, Branches, Cross, Grid, Line, Pile, Placed, Trains, train_of
from engine.layouts.cross import ARMS
from engine.tiles import Tile
from engine.view import View
from render.names import plain
from render.words import sentences, verdict

_TWO = 2


def tiles(held: Iterable[Tile]) -> str:
    """List tiles: ``5-4 6-1``."""
    return " ".join(each.text for each in held)


def spans(positions: Iterable[int], words: NullTranslations) -> str:
    """List ascending positions, neighbours as a span: ``1 to 4, 7``. A dash would make a tile of it."""
    found: list[str] = []
    for _, group in groupby(enumerate(positions), lambda each: each[1] - each[0]):
        run = [at for _, at in group]
        span = words.gettext("{first} to {last}").format(first=run[0], last=run[-1])
        found += [span] if len(run) > _TWO else [str(at) for at in run]
    return ", ".join(found)


# ---------------------------------------------------------------------- ends


def ends(view: View, names: Sequence[str], words: NullTranslations) -> list[str]:
    """Tell, a sentence each, what can be played on."""
    layout = view.layout
    match layout:
        case Trains():
            return _trains(view, layout, names, words)
        case Pile():
            return [
                words.gettext("The running total is {total}.").format(total=layout.total),
                *_mark(view, layout, words),
            ]
        case Grid():
            return _grid(layout, words)
        case _ if not layout.ends:
            return [words.gettext("No tile lies on the table yet.")]
        case Line():
            return [words.gettext("Open ends: {left} on the left, {right} on the right.").format(**layout.ends)]
        case Cross():
            told = [_arm(layout, end, shown, words) for end, shown in view.open_ends.items()]
        case Branches():
            told = [_shows(end, shown, words) for end, shown in layout.ends.items()]
    return [words.gettext("Open ends: {ends}.").format(ends=", ".join(told))]


def _shows(end: str, shown: int, words: NullTranslations) -> str:
    return words.gettext("{number} {where}").format(number=shown, where=sentences.at_end(end, words))


def _arm(cross: Cross, end: str, shown: int, words: NullTranslations) -> str:
    if end in ARMS[: cross.opened]:
        return _shows(end, shown, words)
    return words.gettext("{number} on a new arm").format(number=shown)


def _mark(view: View, pile: Pile, words: NullTranslations) -> Iterable[str]:
    ahead = next((mark for mark in sentences.rules_of(view).marks if mark > pile.total), None)
    if ahead is not None:
        yield words.gettext("The next mark is {mark}.").format(mark=ahead)


def _grid(grid: Grid, words: NullTranslations) -> list[str]:
    up = [
        words.gettext("{tile} at {position}").format(tile=tile.text, position=at)
        for at in grid.up
        if (tile := grid.lying.get(at)) is not None
    ]
    down = [at for at, tile in grid.lying.items() if tile is None]
    told = [words.gettext("Face up: {tiles}.").format(tiles=", ".join(up))] if up else []
    if down:
        told.append(
            words.ngettext(
                "{count} tile lies face down, at position {positions}.",
                "{count} tiles lie face down, at positions {positions}.",
                len(down),
            ).format(count=len(down), positions=spans(down, words))
        )
    return told or [words.gettext("No tile lies on the table any more.")]


def _trains(view: View, trains: Trains, names: Sequence[str], words: NullTranslations) -> list[str]:
    said = [plain(name) for name in names]
    told: list[str] = []
    if trains.open_double is not None:
        double = trains.train(trains.open_double)[-1].tile
        where = sentences.at_end(trains.open_double, words, said, view.seat)
        bound = set(view.open_ends) == {trains.open_double}
        form = words.gettext("The double {tile} {where} is open.")
        if bound:
            form = words.gettext("The double {tile} {where} is open and has to be covered.")
        told.append(form.format(tile=double.text, where=where))
    shows: list[str] = []
    for end, shown in trains.ends.items():
        marked = end != MEXICAN and int(end.removeprefix(train_of(0)[:-1])) in trains.markers
        form = words.gettext("{train} {number}, with a marker") if marked else words.gettext("{train} {number}")
        shows.append(form.format(train=sentences.end_name(end, words, said, view.seat), number=shown))
    told.append(words.gettext("The trains show: {trains}.").format(trains="; ".join(shows)))
    return told


# ---------------------------------------------------------------------- what lies


def laid(view: View, names: Sequence[str], words: NullTranslations) -> list[str]:
    """Tell, a sentence each, which tiles lie where."""
    layout = view.layout
    if isinstance(layout, Trains):
        return _on_trains(view, layout, names, words)
    if not layout.placed:
        return []
    match layout:
        case Line():
            chain = " ".join(f"{left}-{right}" for _, left, right in layout.chain())
            return [words.gettext("Chain from left to right: {chain}.").format(chain=chain)]
        case Cross():
            return _on_arms(layout, words)
        case Branches():
            return _on_branches(layout, words)
        case _:
            heap = tiles(each.tile for each in layout.placed)
            return [words.gettext("Tiles in the order in which they were laid: {tiles}.").format(tiles=heap)]


def _outward(placed: Iterable[Placed]) -> str:
    return " ".join(f"{each.inward}-{each.outward}" for each in placed)


def _on_arms(cross: Cross, words: NullTranslations) -> list[str]:
    spinner = cross.placed[0].tile
    told = [words.gettext("{tile} lies in the middle.").format(tile=spinner.text)]
    for arm in ARMS[: cross.opened]:
        name = sentences.end_name(arm, words)
        told.append(words.gettext("{end} outward: {tiles}.").format(end=_first(name), tiles=_outward(cross.arm(arm))))
    return told


def _on_branches(tree: Branches, words: NullTranslations) -> list[str]:
    """Tell a tree end by end, each from the tile that opened it; the second half of the last one is what shows."""
    ways: dict[str, list[str]] = {end: [] for end in tree.ends}
    for placed in tree.placed:
        high, low = placed.tile.high, placed.tile.low
        forks = bool(placed.opens)
        own = f"{low}-{high}" if forks else f"{placed.inward}-{placed.outward}"
        ways["e1" if placed.end == START else placed.end].append(own)
        if forks:
            ways[placed.opens].append(f"{high}-{low}")
    return [
        words.gettext("{end} outward: {tiles}.").format(end=_first(sentences.end_name(end, words)), tiles=" ".join(way))
        for end, way in ways.items()
    ]


def _on_trains(view: View, trains: Trains, names: Sequence[str], words: NullTranslations) -> list[str]:
    told = [words.gettext("The engine is {tile}.").format(tile=trains.engine.text)]
    said = [plain(name) for name in names]
    for end in trains.ends:
        cars = trains.train(end)
        if cars:
            name = _first(sentences.end_name(end, words, said, view.seat))
            told.append(words.gettext("{end} outward: {tiles}.").format(end=name, tiles=_outward(cars)))
    return told


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------------- moves


def move(done: Move, count: int, names: Sequence[str], words: NullTranslations) -> str:
    """Tell what a player did; ``count`` is how many tiles it drew in a row."""
    who = sentences.said_name(names, done.seat)
    match done:
        case Pass():
            return words.gettext("{name} passed").format(name=who)
        case Draw():
            form = words.ngettext("{name} drew {count} tile", "{name} drew {count} tiles", count)
            return form.format(name=who, count=count)
        case Flip(_, position):
            return words.gettext("{name} turned up {position}").format(name=who, position=position)
        case Play(seat, tile, end):
            if end == START:
                return words.gettext("{name} opened with {tile}").format(name=who, tile=tile.text)
            if end == PILE:
                return words.gettext("{name} laid {tile}").format(name=who, tile=tile.text)
            said = [plain(name) for name in names]
            where = sentences.at_end(end, words, said, who=seat)
            return words.gettext("{name} laid {tile} {where}").format(name=who, tile=tile.text, where=where)


def moves(view: View) -> list[tuple[Move, int]]:
    """Give the moves of the deal, the latest first, several draws in a row as one with their number."""
    found: list[tuple[Move, int]] = []
    for done in reversed(view.history):
        if found and isinstance(done, Draw) and found[-1][0] == done:
            found[-1] = (done, found[-1][1] + 1)
        else:
            found.append((done, 1))
    return found


def last(view: View, names: Sequence[str], words: NullTranslations) -> Iterable[str]:
    """Tell the last move."""
    for done, count in moves(view)[:1]:
        yield words.gettext("Last move: {move}.").format(move=move(done, count, names, words))


# ---------------------------------------------------------------------- points


def scores(view: View, names: Sequence[str], words: NullTranslations) -> Iterable[str]:
    """Tell the totals, where anything is counted."""
    if not verdict.has_scores(view):
        return
    told: list[str] = []
    for side, seats in enumerate(view.sides):
        who = sentences.listed([sentences.said_name(names, seat) for seat in seats], words)
        total = sentences.points(view.totals[side], view, words)
        told.append(words.gettext("{names}: {points}").format(names=who, points=total))
    yield words.gettext("Scores: {scores}.").format(scores="; ".join(told))


def deal(view: View, words: NullTranslations) -> Iterable[str]:
    """Tell what is played, and how far the match is."""
    course = sentences.course(view, words)
    name = sentences.rules_name(view, words)
    if course:
        yield words.gettext("{rules}, {course}.").format(rules=name, course=course)
    else:
        yield words.gettext("{rules}.").format(rules=name)
