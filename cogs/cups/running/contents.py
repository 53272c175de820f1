"""The contents of a cup's messages in its channel, and the part of the cup that each shows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from gettext import NullTranslations
from typing import Any

import discord

from cogs.bot import DominoBot
from cogs.core.components import button
from cogs.core.frame import Rows, framed
from cogs.cups.cup_message import cancelled_line, cup_view
from cogs.cups.results.podium import podium_message
from cogs.cups.results.round_message import mentioned_in, round_message
from cogs.cups.results.standings_message import is_last, standings_message
from cogs.cups.running.sending import Letter
from cogs.cups.texts import title
from engine.cups import Phase
from engine.live.cups.course import waits_for_round
from engine.live.cups.model import LiveTable, Situation
from render.i18n import translations


def shown_part(at: Situation, key: str) -> Hashable:
    """Return the part of a cup that a message shows: another value where it has to be edited."""
    kind, _, number = key.partition("-")
    match kind:
        case "round":
            places = tuple((live.way, live.channel_id, live.message_id) for live in _of_round(at, int(number)))
            names = tuple((each.user_id, each.name) for each in at.people.values())
            members = tuple(each.members for each in at.cup.entrants.values())
            return at.cup.rounds[int(number) - 1], places, names, members, at.over
        case "standings":
            # the next round, which they announce, waits
            waits = int(number) == len(at.cup.rounds) and waits_for_round(at)
            announced = (at.header.next_at, at.header.waits_since) if waits else ()
            ends = (at.phase, at.header.ends_at) if is_last(at, int(number)) else ()
            return at.cup.rounds[: int(number)], at.cup.paused, announced, ends
        case "end":
            return at.cup.rounds, at.cup.cancelled
        case _:
            # a text costs little to write anew
            return str(_text(at, key).to_components())


def _of_round(at: Situation, number: int) -> Iterator[LiveTable]:
    return (live for live in at.tables.values() if live.round == number)


async def letter_of(bot: DominoBot, at: Situation, key: str) -> Letter:
    """Return a message of a cup's channel as it is now, by its key."""
    kind, _, number = key.partition("-")
    if kind == "standings":
        more = _next_round(at, int(number), translations(at.header.locale))
        files, view = await standings_message(bot, at, int(number), more)
        return Letter(view, files, constant=2)
    if kind == "end" and at.phase is Phase.ENDED:
        files, view = await podium_message(bot, at)
        return Letter(view, files)
    if kind == "round":
        # it begins with its tables, which change
        return Letter(_text(at, key), mentioned=mentioned_in(at, int(number)), constant=1)
    return Letter(_text(at, key), constant=2)


def _text(at: Situation, key: str) -> discord.ui.LayoutView:
    """Return a message that has no picture."""
    kind, _, number = key.partition("-")
    t = translations(at.header.locale)
    match kind:
        case "round":
            return round_message(at, int(number))
        case "end":
            return framed(f"## {title(at.header)}\n{cancelled_line(at, t)}")
        case _:
            return cup_view(at, t)


def _next_round(at: Situation, number: int, t: NullTranslations) -> Rows:
    """Return the row with the button that begins the next round, if that waits for it after these standings."""
    if number != len(at.cup.rounds) or not waits_for_round(at) or at.header.next_at is not None:
        return ()
    begin: discord.ui.Button[Any] = button(
        "cupnext", at.header.id, label=t.gettext("Next round"), style=discord.ButtonStyle.success
    )
    return ((begin,),)
