"""Ways out of refusals: the button for the next action of a refused user."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from gettext import NullTranslations
from typing import Any, NamedTuple

import discord

from cogs.core.bot import Interaction
from cogs.core.context import has_commands, is_public
from engine.i18n import N_
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.table import Header, Status
from engine.live.tables.table import Table
from engine.rules import has_hands


class Way(NamedTuple):
    """A control that exists elsewhere, offered beside a refusal: its verb, with any fixed argument, and its label."""

    verb: str
    label: str


JOIN, START = Way("join", N_("Join")), Way("start", N_("Start"))
COMPUTERS = Way("computers", N_("Play with computers"))
WATCH, HAND = Way("look", N_("Watch")), Way("hand", N_("My hand"))
BACK, RESUME = Way("here", N_("I'm back")), Way("resume", N_("Resume"))
OPEN, ALONE = Way("open", N_("Open a table")), Way("alone", N_("Play alone"))
LEADERBOARD = Way("standing:1", N_("Leaderboard"))
LEAVE, END = Way("exit", N_("Leave")), Way("stop", N_("Ask everyone to end it"))


def into(header: Header, user_id: int) -> Way | None:
    """Return the way into a table: joining it, watching it, or the user's own hand."""
    seat = header.seat_of(user_id)
    if header.status is Status.LOBBY:
        return JOIN if seat is None and len(header.people) < header.seats[-1] else None
    if header.status is not Status.PLAYING or not has_hands(header.rules):
        return None
    return WATCH if seat is None else HAND


def _for_host(way: Way) -> Callable[[Header, int], Way | None]:
    return lambda header, user_id: way if user_id == header.host_id else None


def _for_all(way: Way) -> Callable[[Header, int], Way | None]:
    return lambda header, user_id: way


_WITHOUT_TABLE = (Code.NO_TABLE, Code.CLOSED, Code.NO_REMATCH)
"""The refusals after which a user may open a table."""

_WAYS: Mapping[Code, Callable[[Header, int], Way | None]] = {
    **dict.fromkeys(
        (
            Code.JOIN_FIRST,
            Code.NOT_SEATED,
            Code.CHANNEL_TAKEN,
            Code.ALREADY_SEATED,
            Code.STARTED,
            Code.STALE,
            Code.NOT_YOURS,
        ),
        into,
    ),
    **dict.fromkeys((Code.KEPT, Code.LEFT, Code.REMOVED), _for_all(BACK)),
    **dict.fromkeys((Code.TOO_FEW, Code.PAIRS_NEED_FOUR), _for_host(COMPUTERS)),
    Code.NOT_STARTED: _for_host(START),
    Code.PAUSED: _for_host(RESUME),
    Code.SELF_REMOVAL: _for_all(LEAVE),
    Code.NEEDS_VOTE: _for_all(END),
}


def way_out(code: Code, header: Header, user_id: int) -> Way | None:
    """Return the way on for a user whom a table has refused; None if there is none."""
    found = _WAYS.get(code)
    return None if found is None else found(header, user_id)


def way_at(interaction: Interaction, error: TableError) -> tuple[Way, str] | None:
    """Return the way out of a refusal and the arguments of its custom id; None where there is none."""
    if error.code in _WITHOUT_TABLE:
        return (OPEN, "") if has_commands(interaction) else None
    if error.code is Code.STALE and not is_public(interaction):
        # the message shows the present controls
        return None
    table = error.facts.get("table")
    if not isinstance(table, Table):
        try:
            table = interaction.client.hub.in_channel(interaction.channel_id or 0)
        except (TableError, StorageError):
            return None
    if table.header.channel_id != interaction.channel_id:
        return None
    way = way_out(error.code, table.header, interaction.user.id)
    return None if way is None else (way, f":{table.id}")


def way_button(way: Way, arguments: str, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button of a way, which the handler of that verb answers."""
    return discord.ui.Button(label=t.gettext(way.label), custom_id=f"b:{way.verb}{arguments}")
