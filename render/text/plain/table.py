"""The table in text mode."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.actions import Play
from engine.view import View
from render.text import moves, sentences
from render.text.boneyard import undealt
from render.text.plain.ends import ends
from render.text.plain.laid import laid
from render.text.plain.markdown import LONGEST, fitted, text
from render.text.plain.players import players

_BEFORE = 3
"""How many moves before the last one are told at most; with it a round of four."""


def table_text(
    view: View, names: Sequence[str], words: NullTranslations, *, turn: bool = True, last: bool = True
) -> str:
    """Tell all that :func:`render.table` draws as text in Discord's markdown, enough to play a match by.

    Args:
        view: the match, as the channel or a seat sees it; hands are told only where all may see them.
        names: each seat's name, as people write it.
        words: the reader's language.
        turn: whether to say whose turn it is; not beside a sentence that has said so.
        last: whether to tell the last moves; not beside a message that has told them.

    Returns:
        At most 2400 characters, seldom more than 1000.

    """
    rest = undealt(view, words)
    return fitted(
        lambda said, most: text(
            (
                [
                    course(view, words),
                    *(_turn(view, said, words) if turn else ()),
                    *(_last(view, said, words) if last else _last_tile(view, said, words, 1)),
                ],
                *ends(view, said, words),
                laid(view, said, words, most),
                players(view, said, words),
                [rest] if rest else [],
            )
        ),
        names,
        words,
        LONGEST,
    )


def course(view: View, words: NullTranslations) -> str:
    """Give the first line: what is played, and how far the match is."""
    rules = words.gettext("**{rules}**").format(rules=sentences.rules_name(view, words))
    far = sentences.course(view, words)
    return words.gettext("{rules}, {course}").format(rules=rules, course=far) if far else rules


def _turn(view: View, said: Sequence[str], words: NullTranslations) -> list[str]:
    if view.turn is None:
        return []
    if view.turn == view.seat:
        return [words.gettext("It is your turn.")]
    return [sentences.turn_of(said[view.turn], words)]


def _last(view: View, said: Sequence[str], words: NullTranslations) -> list[str]:
    """Tell the last move, a few before it, and who laid the last tile where that was none of them."""
    done = moves.latest(view)
    if not done:
        return []
    few = done[: min(view.seats, _BEFORE + 1)]
    first, *before = [moves.move(each, count, said, words, view.seat) for each, count in few]
    told = [words.gettext("Last move: {move}.").format(move=first)]
    if before:
        told.append(words.gettext("Before it: {moves}.").format(moves=sentences.parted(before, words)))
    return [*told, *_last_tile(view, said, words, len(few))]


def _last_tile(view: View, said: Sequence[str], words: NullTranslations, told: int) -> list[str]:
    """Tell who laid the last tile where that was none of so many latest moves, which are told elsewhere."""
    last = moves.last_laid(view)
    if last is None or any(isinstance(each, Play) for each, _ in moves.latest(view)[:told]):
        return []
    return [words.gettext("Last tile: {move}.").format(move=moves.move(last, 1, said, words, view.seat))]
