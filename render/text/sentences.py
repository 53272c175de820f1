"""Sentences and phrases shared by pictures and messages, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Final, NamedTuple

from engine.actions import Move
from engine.i18n import N_
from engine.layouts import MEXICAN, PILE, train_of
from engine.parts.winning import is_single_deal
from engine.rules import RuleSet, find
from engine.tiles import Tile
from engine.view import View
from render.i18n import list_items
from render.names import is_computer, plain

_NUMBERED: Final = re.compile(r"([a-z]+)(\d+)")
"""An end with a number, such as an arm of a cross, an end of a tree or a seat's train; only trains begin at 0."""


class EndWords(NamedTuple):
    """The words for an end.

    Attributes:
        name: the name of the end.
        place: the place of a tile that is laid there.

    """

    name: str
    place: str


_WORDS: Final[Mapping[str, EndWords]] = {
    "left": EndWords(N_("left"), N_("on the left")),
    "right": EndWords(N_("right"), N_("on the right")),
    "arm": EndWords(N_("arm {number}"), N_("on arm {number}")),
    "e": EndWords(N_("end {number}"), N_("at end {number}")),
    MEXICAN: EndWords(N_("the Mexican train"), N_("on the Mexican train")),
    PILE: EndWords(N_("the pile"), N_("on the pile")),
    "own": EndWords(N_("your train"), N_("on your train")),
    "named": EndWords(N_("{name}'s train"), N_("on {name}'s train")),
    "bracketed": EndWords(N_("the train of {name}"), N_("on the train of {name}")),
    "train": EndWords(N_("train {number}"), N_("on train {number}")),
}
"""The words for ends. Trains are the reader's own, those of players with or without a bracket, or known by number."""


def sentence_name(name: str, t: NullTranslations) -> str:
    """Return a name as it stands in sentences; a computer's is marked: ``Ada (computer)``."""
    return t.gettext("{name} (computer)").format(name=plain(name)) if is_computer(name) else plain(name)


def turn_text(name: str, t: NullTranslations) -> str:
    """Return a sentence on the turn; names that end in a bracket, such as computers', take no ``'s``."""
    if name.endswith(")"):
        return t.gettext("It is the turn of {name}.").format(name=name)
    return t.gettext("It is {name}'s turn.").format(name=name)


def capitalized(text: str) -> str:
    """Return a text with its first letter capitalized."""
    return text[:1].upper() + text[1:]


def left_to_right(text: str) -> str:
    """Return a sentence after a mark that keeps it left-to-right where it begins with a right-to-left name."""
    return "\u200e" + text


def list_numbers(halves: Sequence[int]) -> str:
    """List numbers: ``3, 5``."""
    return ", ".join(map(str, halves))


def list_tiles(tiles: Iterable[Tile]) -> str:
    """List tiles: ``5-4 6-1``."""
    return " ".join(map(str, tiles))


def list_names(seats: Iterable[int], names: Sequence[str], t: NullTranslations) -> str:
    """List the names of seats: ``Ana, Ben and Cleo``."""
    return list_items([names[seat] for seat in seats], t)


def list_phrases(items: Iterable[str], t: NullTranslations) -> str:
    """List items that contain commas: ``Ana laid 6-6; Ben passed``."""
    between = t.gettext("{first}; {second}").format(first="", second="")
    return between.join(items)


def whose_train(end: str) -> int | None:
    """Return the seat whose train an end is; None for any other end."""
    numbered = _NUMBERED.fullmatch(end)
    return int(numbered[2]) if numbered is not None and numbered[1] == "train" else None


def end_name(end: str, t: NullTranslations, names: Sequence[str] = (), you: int | None = None) -> str:
    """Return the name of an end: ``left``, ``arm 2``, ``end 3``, ``Ana's train``, ``the Mexican train``, ``the pile``.

    Args:
        end: the end.
        t: the catalog of the reader's language.
        names: each seat's name, as it is to stand in the text; without it a train is called by its seat's number.
        you: the reader's own seat, whose train is ``your train``; None where others read it, too.

    """
    return _worded(end, t, names, you).name


def at_end(
    end: str, t: NullTranslations, names: Sequence[str] = (), you: int | None = None, who: int | None = None
) -> str:
    """Return the place of a tile: ``on the left``, ``on arm 2``, ``at end 3``, ``on the Mexican train``.

    Args:
        end: the end.
        t: the catalog of the reader's language.
        names: as for :func:`end_name`.
        you: the reader's own seat, as there.
        who: the seat that lays the tile, whose train is ``their own train`` for other readers.

    """
    if who is not None and who != you and end == train_of(who):
        return t.gettext("on their own train")
    return _worded(end, t, names, you).place


def _worded(end: str, t: NullTranslations, names: Sequence[str], you: int | None) -> EndWords:
    """Return the words for an end; its id if it has none in :data:`_WORDS`."""
    numbered = _NUMBERED.fullmatch(end)
    kind, number = (end, 0) if numbered is None else (numbered[1], int(numbered[2]))
    name = ""
    if kind == "train":
        if number == you:
            kind = "own"
        elif number < len(names):
            name = names[number]
            kind = "bracketed" if name.endswith(")") else "named"
        number += 1
    words = _WORDS.get(kind)
    if words is None:
        return EndWords(end, end)
    return EndWords(*(t.gettext(form).format(name=name, number=number) for form in words))


def rules_of(view: View) -> RuleSet:
    """Return the rule set that is played."""
    return find(view.rules)


def rules_name(view: View, t: NullTranslations) -> str:
    """Return the rule set's name."""
    return t.gettext(rules_of(view).about.name)


def target(view: View) -> int | None:
    """Return the points that win the match, where the rules have such a number."""
    value = view.options.get("target", rules_of(view).scoring.target)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def single_deal(view: View) -> bool:
    """Whether the match is one deal."""
    return is_single_deal(rules_of(view), view.options)


def in_pairs(view: View) -> bool:
    """Whether the match is played in pairs."""
    return len(view.teams) < view.seats


def course(view: View, t: NullTranslations) -> str:
    """Return the match's progress and its end: ``deal 3, first to 100 points``; empty for a single deal."""
    if single_deal(view) or not view.deal:
        return ""
    goal, until = target(view), view.options.get("until", "deals")
    if goal is not None:
        form = t.gettext("deal {deal}, first to {target} points")
        if counts_marks(view):
            form = t.gettext("deal {deal}, first to {target} marks")
    elif until == "deals":
        form = t.gettext("deal {deal} of {deals}, the fewest points win")
    elif until == "limit":
        form = t.gettext("deal {deal}, until someone has {limit} points; the fewest points win")
    else:
        form = t.gettext("deal {deal}, players who reach {limit} points are out of the match")
    deals, limit = view.options.get("deals"), view.options.get("limit")
    return form.format(deal=view.deal, target=goal, deals=deals, limit=limit)


def direction(view: View, t: NullTranslations) -> str:
    """Return the direction of turns, as a sentence."""
    if view.clockwise:
        return t.gettext("Turns go clockwise.")
    return t.gettext("Turns go counter-clockwise.")


def tie_winner(view: View) -> int | None:
    """Return the opener of the deal in play if a tied blocked deal goes to it; else None."""
    return view.opener if view.turn is not None and rules_of(view).ties_go_to_opener(view.options) else None


def opener_word(t: NullTranslations) -> str:
    """Return the word for the seat that opened a deal, where that seat wins ties: ``opener``."""
    return t.gettext("opener")


def opener(view: View, names: Sequence[str], t: NullTranslations) -> Iterator[str]:
    """Yield a sentence that names the opener of the deal, where the opener wins ties."""
    seat = tie_winner(view)
    if seat is not None:
        yield t.gettext("The opener, who wins ties, is {name}.").format(name=names[seat])


def points(count: int, view: View, t: NullTranslations) -> str:
    """Return a number of points, or of tiles or marks in games that count those: ``5 points``."""
    if view.layout.is_face_down:
        return t.ngettext("{count} tile", "{count} tiles", count).format(count=count)
    if counts_marks(view):
        return t.ngettext("{count} mark", "{count} marks", count).format(count=count)
    return t.ngettext("{count} point", "{count} points", count).format(count=count)


def counts_marks(view: View) -> bool:
    """Whether totals are marks; points are those of tricks."""
    return view.layout.has_tricks


def last_move_of(view: View, seat: int) -> Move | None:
    """Return a seat's last move in this deal."""
    return next((move for move in reversed(view.history) if move.seat == seat), None)
