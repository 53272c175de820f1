"""What is said in more than one picture, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.actions import Pass, Play
from engine.events import Result
from engine.rules.catalogue import find
from engine.tiles import pips
from engine.view import View
from render import text
from render.names import plain


def shown_name(names: Sequence[str], seat: int, words: NullTranslations) -> str:
    """Give a seat's name for a picture; a name that no font can draw becomes the player's number."""
    return text.name(names[seat], words.gettext("Player {number}").format(number=seat + 1))


def said_name(names: Sequence[str], seat: int) -> str:
    """Give a seat's name for a sentence."""
    return plain(names[seat])


def numbers(halves: Sequence[int]) -> str:
    """List numbers: ``3, 5``."""
    return ", ".join(str(half) for half in halves)


def listed(items: Sequence[str], words: NullTranslations) -> str:
    """List items with an "and" before the last."""
    if len(items) < 2:
        return "".join(items)
    return words.gettext("{first} and {last}").format(first=", ".join(items[:-1]), last=items[-1])


def end_name(end: str, words: NullTranslations) -> str:
    """Give the name of an end."""
    return {"left": words.gettext("left"), "right": words.gettext("right")}.get(end, end)


def rules_name(view: View, words: NullTranslations) -> str:
    """Give the rule set's name."""
    return words.gettext(find(view.rules).name)


def arithmetic(result: Result) -> str:
    """Give the sum behind a deal's points, from the pips of each hand that counts: ``7+4+11 = 22``."""
    parts = [str(pips(result.hands[seat])) for seat in result.counted if result.hands[seat]]
    won = max(result.points)
    return f"{'+'.join(parts)} = {won}" if len(parts) > 1 else str(won)


def target(view: View) -> int | None:
    """Give the points that win the match, where the rules have such a number."""
    value = view.options.get("target")
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def last_of(view: View, seat: int) -> Play | Pass | None:
    """Give what a seat did last in this deal."""
    return next((move for move in reversed(view.history) if move.seat == seat), None)
