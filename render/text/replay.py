"""Texts of a replay, shared by alt texts and text mode."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from itertools import pairwise

from engine.actions import Flip
from engine.view import View
from render.text import moves, verdict
from render.text.sentences import list_names


def last_of_deals(views: Sequence[View]) -> list[View]:
    """Return the last view of each deal.

    Raises:
        ValueError: there are none.

    """
    if not views:
        raise ValueError("a replay of nothing")
    return list({view.deal: view for view in views}.values())


def count_moves(views: Sequence[View], t: NullTranslations) -> str:
    """Return the number of moves, as a sentence."""
    count = sum(len(view.history) for view in last_of_deals(views))
    return t.ngettext("{count} move.", "{count} moves.", count).format(count=count)


def all_moves(views: Sequence[View], names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return all moves in order, without full stops, draws in a row as one; ``names`` as they stand in a sentence.

    A grid's tiles are named only for deals that are over.
    """
    sentences: list[str] = []
    for last in last_of_deals(views):
        over = views[-1].deal > last.deal or views[-1].turn is None
        faces = _faces([view for view in views if view.deal == last.deal]) if over else {}
        at = 0
        for done, count in moves.group_draws(last.history):
            sentence = moves.move_text(done, count, names, t)
            if at in faces:
                sentence = t.gettext("{move}, {tile}").format(move=sentence, tile=faces[at])
            sentences.append(sentence)
            at += count
    return sentences


def one_move(views: Sequence[View], at: int, names: Sequence[str], t: NullTranslations) -> str:
    """Return the text of one move of a finished match: with a tile drawn or flipped, or with points scored in mid-deal.

    Args:
        views: the channel's views of the deal, from its first moment on.
        at: the number of the view after the move, from 0; the text of the first view is empty.
        names: each seat's name, as it stands in the text.
        t: the catalog of the reader's language.

    """
    view = views[at]
    if not view.history:
        return ""
    sentence = moves.move_text(view.history[-1], 1, names, t)
    face = view.drawn[-1].text if view.drawn else _faces(views[: at + 1]).get(len(view.history) - 1, "")
    if face:
        return t.gettext("{move}, {tile}").format(move=sentence, tile=face)
    if not at or view.between_deals:
        return sentence
    for side, (now, before) in enumerate(zip(view.totals, views[at - 1].totals, strict=True)):
        if now != before:
            # a pass may score for the side that forced it
            own = side == view.team_of(view.history[-1].seat)
            whose = "" if own else f"{list_names(view.teams[side], names, t)} "
            return f"{sentence} ({whose}{verdict.signed(now - before)})"
    return sentence


def _faces(views: Sequence[View]) -> dict[int, str]:
    """Return the tile that each move of a deal flipped in a grid, by the move's number."""
    faces: dict[int, str] = {}
    for before, view in pairwise(views):
        at = len(view.history) - 1
        done = view.history[at] if view.history else None
        if not isinstance(done, Flip):
            continue
        face = view.layout.tile_at(done.position)
        if face is None:
            # the second of a pair has left the grid: of the two tiles taken, it is the one not face up before
            taken = set(view.open_hands[done.seat]) - set(before.open_hands[done.seat])
            face = next((each for each in taken if each.text != faces.get(at - 1)), None)
        if face is not None:
            faces[at] = face.text
    return faces


def result_lines(view: View, names: Sequence[str], t: NullTranslations) -> Iterable[str]:
    """Yield sentences on the end of the deal, and of the match; none during a deal."""
    if view.turn is not None or not view.results:
        return
    ended = view.results[-1]
    yield t.gettext("{sentence}.").format(sentence=verdict.who_won(view, ended, names, t))
    spoils = verdict.points_beside_totals(view, ended, names, t)
    if spoils:
        yield t.gettext("{sentence}.").format(sentence=spoils)
    if view.finished:
        yield verdict.match_won(view, names, t)
