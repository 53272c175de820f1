"""A deal played again, in words."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.view import View
from render.text import replay as retold
from render.text import sentences
from render.text.alt import shared
from render.text.length import MAX_LENGTH, join, length


def replay_alt(views: Sequence[View], names: Sequence[str], t: NullTranslations) -> str:
    """Tell a replay in at most 1024 characters: what was played by whom, each move in order, and how it ended.

    Where there are too many moves, the last ones are left out. What a grid's tiles were is told only of deals that are
    over.

    Args:
        views: what the channel saw before the first move and after each; of several deals one after the other.
        names: each seat's name.
        t: the reader's language.

    Raises:
        ValueError: there is nothing to show.

    """
    moves = retold.count_moves(views, t)
    view, said = views[-1], [sentences.sentence_name(name, t) for name in names]
    text = join(
        (
            t.gettext("A replay."),
            *shared.match_course(view, t),
            t.gettext("At the table: {names}.").format(names=sentences.list_items(said[: view.seats], t)),
            moves,
        )
    )
    over = view.results[-1] if view.turn is None and view.results else None
    result = join((*retold.result_lines(view, said, t), *(shared.scores(view, said, t, over) if over else ())))
    room = MAX_LENGTH - length(text) - length(result) - 2
    return join((text, _moves_within(retold.all_moves(views, said, t), room, t), result))


def _moves_within(done: Sequence[str], room: int, t: NullTranslations) -> str:
    """Tell moves in order, the last ones left out where there are too many; empty where not even one has room."""
    for most in range(len(done), 0, -1):
        form = t.gettext("The moves in order: {moves}.")
        if most < len(done):
            form = t.gettext("The first moves in order: {moves}.")
        text = form.format(moves=sentences.list_phrases(done[:most], t))
        if length(text) <= room:
            return text
    return ""
