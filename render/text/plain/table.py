"""The table in text mode."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.actions import Play
from engine.view import View
from render.text import moves, sentences
from render.text.boneyard import boneyard_text
from render.text.forms import text_form
from render.text.markdown import MAX_TEXT, fit, join_parts
from render.text.plain.players import players

_MAX_EARLIER = 3
"""The maximum number of moves listed before the last one; together a round of four."""


def table_text(view: View, names: Sequence[str], t: NullTranslations, *, turn: bool = True, last: bool = True) -> str:
    """Return the content of :func:`render.table` as Discord markdown, enough to play by.

    Args:
        view: the match, as the channel or a seat sees it; only hands that everybody sees are included.
        names: each seat's name, as people write it.
        t: the catalog of the reader's language.
        turn: whether to name the player in turn; False beside a sentence that does.
        last: whether to include the last moves; False beside a message that does.

    Returns:
        At most 2400 characters, seldom more than 1000.

    """
    return fit(
        lambda names, max_tiles: join_parts(
            (
                [
                    course(view, t),
                    *(_turn(view, names, t) if turn else ()),
                    *(_last(view, names, t) if last else _last_tile(view, names, t, 1)),
                ],
                *text_form(view, t, names).end_parts(),
                text_form(view, t, names).tiles_part(max_tiles),
                players(view, names, t),
                [boneyard_text(view, t)],
            )
        ),
        names,
        t,
        MAX_TEXT,
    )


def course(view: View, t: NullTranslations) -> str:
    """Return the first line: the rule set, and the match's progress."""
    rules = t.gettext("**{rules}**").format(rules=sentences.rules_name(view, t))
    far = sentences.course(view, t)
    return t.gettext("{rules}, {course}").format(rules=rules, course=far) if far else rules


def _turn(view: View, names: Sequence[str], t: NullTranslations) -> list[str]:
    if view.turn is None:
        return []
    if view.turn == view.seat:
        return [t.gettext("It is your turn.")]
    return [sentences.turn_text(names[view.turn], t)]


def _last(view: View, names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return the last move, a few before it, and the last tile if none of them laid it."""
    done = moves.latest(view)
    if not done:
        return []
    few = done[: min(view.seats, _MAX_EARLIER + 1)]
    first, *before = [moves.move_text(each, count, names, t, view.seat) for each, count in few]
    lines = [t.gettext("Last move: {move}.").format(move=first)]
    if before:
        lines.append(t.gettext("Before that: {moves}.").format(moves=sentences.list_phrases(before, t)))
    return [*lines, *_last_tile(view, names, t, len(few))]


def _last_tile(view: View, names: Sequence[str], t: NullTranslations, listed: int) -> list[str]:
    """Return a line about the last tile laid, unless that was one of the latest ``listed`` moves."""
    last = moves.last_laid(view)
    if last is None or any(isinstance(each, Play) for each, _ in moves.latest(view)[:listed]):
        return []
    return [t.gettext("Last tile: {move}.").format(move=moves.move_text(last, 1, names, t, view.seat))]
