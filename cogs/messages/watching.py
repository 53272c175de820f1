"""A table for a spectator: the channel's view, in their language, as pictures or text."""

from __future__ import annotations

from gettext import NullTranslations

import render
from cogs.core.frame import Picture
from cogs.messages.board import table_text
from cogs.messages.names import deal_heading, name, picture_names
from cogs.messages.narration import narrate_result
from cogs.messages.on_hold import hold_text
from cogs.messages.prompts import open_double_text
from engine.live.model.table import Header, Status
from engine.live.tables.cup_matches import ended_by_time
from engine.view import View


def watch_content(
    header: Header, view: View, t: NullTranslations, theme: render.Theme, *, as_text: bool
) -> tuple[str, Picture | str]:
    """Return the text for a spectator, and the picture or text in its place; this takes long, since it draws.

    Args:
        header: the table's header.
        view: the view of the channel.
        t: the spectator's catalog.
        theme: the theme of the picture.
        as_text: whether the spectator reads text.

    """
    assert view.seat is None, "a spectator sees no hand"
    text = "\n".join([deal_heading(t.gettext("You are watching"), header, view, t), *_state_lines(header, view, t)])
    people = picture_names(header, t)
    if as_text:
        return text, table_text(header, view, t)
    if view.turn is None:
        drawn = render.deal_end(view, people, t, theme=theme)
        return text, Picture(drawn, "deal.png", render.deal_end_alt(view, people, t))
    return text, Picture(render.table(view, people, t, theme=theme), "table.png", render.table_alt(view, people, t))


def _state_lines(header: Header, view: View, t: NullTranslations) -> list[str]:
    if header.status is Status.CLOSED and not ended_by_time(header, view.turn):
        return [t.gettext("This match was stopped.")]
    if view.turn is None:
        return narrate_result(header, view, t)
    if waiting := hold_text(header, t):
        return [waiting]
    turn = header.people[view.turn]
    text = t.gettext("It is **{name}**'s turn.")
    if turn.away and not turn.computer:
        text = t.gettext("It is **{name}**'s turn; the bot is playing for them.")
    double = open_double_text(view, header.people, t)
    return [text.format(name=name(turn)), *([double] if double else [])]
