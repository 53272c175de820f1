"""The sentences that ask a player to act, for that player alone."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from cogs.messages.names import name
from engine.actions import Draw, Move, Pass, Play
from engine.live.model.table import Person
from engine.view import View
from render.i18n import list_items
from render.text.forms import text_form


def drawn_text(view: View, t: NullTranslations) -> str:
    """Return the tiles that the viewer drew, in this turn or their last one; empty if none."""
    if not view.drawn or view.turn is None:
        return ""
    if view.turn == view.seat and not view.mid_turn:
        text = t.ngettext(
            "On your last turn you drew {tiles}.",
            "On your last turn you drew {count} tiles: {tiles}.",
            len(view.drawn),
        )
    else:
        text = t.ngettext("You drew {tiles}.", "You drew {count} tiles: {tiles}.", len(view.drawn))
    return text.format(count=len(view.drawn), tiles=list_items([*map(str, view.drawn)], t))


def open_double_text(view: View, people: Sequence[Person], t: NullTranslations) -> str:
    """Return the duty of the player in turn at an open double or foot, for everyone; empty if none is open."""
    return text_form(view, t, [name(person) for person in people]).demand()


def bot_move_text(move: Move, t: NullTranslations) -> str:
    """Return the move that the bot soon makes for the viewer, who has no choice."""
    match move:
        case Draw():
            return t.gettext("It's your turn, and you can only draw: the bot draws for you.")
        case Pass():
            return t.gettext("It's your turn, and you can only pass: the bot passes for you.")
        case Play():
            return t.gettext("It's your turn, and you can only play {tile}: the bot plays it for you.").format(
                tile=move.tile
            )
        case _:
            return t.gettext("It's your turn, and only one tile is left to turn up: the bot does it for you.")


def prompt(view: View, people: Sequence[Person], t: NullTranslations) -> str:
    """Return the viewer's choice in their turn."""
    return text_form(view, t, [name(person) for person in people]).prompt()
