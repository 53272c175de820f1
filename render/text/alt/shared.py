"""Sentences shared by alt texts: the last move, the points, the rule set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from engine.events import Result
from engine.view import View
from render.text import moves, sentences, verdict


def last_move(view: View, names: Sequence[str], t: NullTranslations) -> Iterable[str]:
    """Yield the last move, and the last tile if that move laid none.

    A drawn tile that everybody sees is named alone, without those drawn before it.
    """
    for done, count in moves.latest(view)[:1]:
        drawn = view.drawn if view.seat is None else ()
        move = moves.move_text(done, 1 if drawn else count, names, t, view.seat)
        if drawn:
            move = t.gettext("{move}, {tile}").format(move=move, tile=drawn[-1].text)
        yield t.gettext("Last move: {move}.").format(move=move)
        laid = moves.last_laid(view)
        if laid is not None and laid != done:
            yield t.gettext("Last tile: {move}.").format(move=moves.move_text(laid, 1, names, t, view.seat))


def scores(view: View, names: Sequence[str], t: NullTranslations, result: Result | None = None) -> Iterable[str]:
    """Yield the totals if the rules count points, with those of the deal if given."""
    if not verdict.has_points(view):
        return
    changed = result is not None and any(result.points)
    if any(view.totals) or changed or verdict.takes_tiles(view):
        totals = verdict.totals_of_sides(view, names, t, result)
        yield t.gettext("Scores: {scores}.").format(scores=sentences.list_phrases(totals, t))
        return
    if sentences.in_pairs(view):
        pairs = [sentences.list_names(seats, names, t) for seats in view.teams]
        yield t.gettext("In pairs: {pairs}.").format(pairs=sentences.list_phrases(pairs, t))
    yield t.gettext("Nobody has a mark yet.") if sentences.counts_marks(view) else t.gettext("Nobody has points yet.")


def match_course(view: View, t: NullTranslations) -> Iterable[str]:
    """Return the rule set, and the progress of the match."""
    course = sentences.course(view, t)
    name = sentences.rules_name(view, t)
    if course:
        yield t.gettext("{rules}, {course}.").format(rules=name, course=course)
    else:
        yield t.gettext("{rules}.").format(rules=name)
