"""The alt text of a replay."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.view import View
from render.i18n import list_items
from render.text import replay as retold
from render.text import sentences
from render.text.alt import shared
from render.text.length import MAX_ALT_TEXT, join, length


def replay_alt(views: Sequence[View], names: Sequence[str], t: NullTranslations) -> str:
    """Return the alt text of a replay, of at count 1024 characters: the players, the moves in order, and the result.

    If there are too many moves, the last ones are left out. Tiles flipped in a grid are named only for deals that are
    over.

    Args:
        views: the channel's views before the first move and after each, of one deal or several in turn.
        names: each seat's name.
        t: the catalog of the reader's language.

    Raises:
        ValueError: there are no views.

    """
    moves = retold.count_moves(views, t)
    view, names = views[-1], [sentences.sentence_name(name, t) for name in names]
    text = join(
        (
            t.gettext("A replay."),
            *shared.match_course(view, t),
            t.gettext("At the table: {names}.").format(names=list_items(names[: view.seats], t)),
            moves,
        )
    )
    over = view.results[-1] if view.turn is None and view.results else None
    result = join((*retold.result_lines(view, names, t), *(shared.scores(view, names, t, over) if over else ())))
    room = MAX_ALT_TEXT - length(text) - length(result) - 2
    return join((text, _moves_within(retold.all_moves(views, names, t), room, t), result))


def _moves_within(done: Sequence[str], room: int, t: NullTranslations) -> str:
    """Return as many moves, in order, as fit; empty if none does."""
    for count in range(len(done), 0, -1):
        form = t.gettext("The moves in order: {moves}.")
        if count < len(done):
            form = t.gettext("The first moves in order: {moves}.")
        text = form.format(moves=sentences.list_phrases(done[:count], t))
        if length(text) <= room:
            return text
    return ""
