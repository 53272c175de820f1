"""What table, hand and deal's end tell alike: the last move, the points, what is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from engine.events import Result
from engine.tiles import Tile
from engine.view import View
from render.text import moves, sentences, verdict


def tiles(held: Iterable[Tile]) -> str:
    """List tiles: ``5-4 6-1``."""
    return " ".join(each.text for each in held)


def last(view: View, said: Sequence[str], words: NullTranslations) -> Iterable[str]:
    """Tell the last move, and where that laid no tile, who laid the last one.

    Where everybody may see which tile was just drawn, that is told alone, without those drawn before it.
    """
    for done, count in moves.latest(view)[:1]:
        drawn = view.drawn if view.seat is None else ()
        move = moves.move(done, 1 if drawn else count, said, words, view.seat)
        if drawn:
            move = words.gettext("{move}, {tile}").format(move=move, tile=drawn[-1].text)
        yield words.gettext("Last move: {move}.").format(move=move)
        laid = moves.last_laid(view)
        if laid is not None and laid != done:
            yield words.gettext("Last tile: {move}.").format(move=moves.move(laid, 1, said, words, view.seat))


def scores(view: View, said: Sequence[str], words: NullTranslations, result: Result | None = None) -> Iterable[str]:
    """Tell the totals, where anything is counted; after a deal with what it added."""
    if not verdict.has_scores(view):
        return
    if not any(view.totals) and not verdict.takes_tiles(view):
        yield words.gettext("Nobody has points yet.")
        return
    told: list[str] = []
    for side, seats in enumerate(view.sides):
        who = sentences.listed([said[seat] for seat in seats], words)
        total = sentences.points(view.totals[side], view, words)
        form = words.gettext("{names}: {points}")
        if result is not None and result.points[side] and not verdict.takes_tiles(view):
            form = words.gettext("{names}: {points} (+{added})")
        told.append(form.format(names=who, points=total, added=result.points[side] if result else 0))
    yield words.gettext("Scores: {scores}.").format(scores=sentences.parted(told, words))


def deal(view: View, words: NullTranslations) -> Iterable[str]:
    """Tell what is played, and how far the match is."""
    course = sentences.course(view, words)
    name = sentences.rules_name(view, words)
    if course:
        yield words.gettext("{rules}, {course}.").format(rules=name, course=course)
    else:
        yield words.gettext("{rules}.").format(rules=name)
