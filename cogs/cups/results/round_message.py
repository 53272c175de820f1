"""The message of a round: its tables with both sides, its byes, and its results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from itertools import islice, zip_longest
from typing import Final

import discord

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.components import button, number
from cogs.core.frame import framed
from cogs.cups.results.entrants import EntrantNames, bold
from cogs.cups.results.pages import page_buttons, situation_of
from cogs.cups.results.tables import table_line
from cogs.cups.rounds import stage_name
from cogs.cups.texts import duration, table_link, title
from cogs.messages.option_fields import redraw
from engine.cups import Format, Round, Sides
from engine.live.cups.model import Situation, Way
from engine.live.model.deleted_users import is_deleted
from render.i18n import list_items, translations
from render.text.length import length

MAX_TABLES: Final = 20
"""The most tables that the message of a round lists; of more it has a button with pages."""
MAX_LISTED: Final = 2_600
"""The maximum length of a list of tables."""


def round_message(at: Situation, round_number: int) -> discord.ui.LayoutView:
    """Return the message of a round that was paired, in the language of the cup.

    The message has each result as soon as the table has one. It mentions people who have a bye.

    Args:
        at: the cup.
        round_number: the number of the round.

    """
    t = translations(at.header.locale)
    names, each = EntrantNames(at, t), at.cup.rounds[round_number - 1]
    tables, left = _fitting(list(islice(table_lines(at, each, names, t), MAX_TABLES)), len(each.tables))
    text = "\n".join([_heading(at, round_number, t), *tables, *_byes(at, each, names, t), *_time(at, each, t)])
    every = button("cuptables", at.header.id, round_number, 1, label=t.gettext("All tables"))
    return framed(text, rows=[[every]] if left else [])


def _heading(at: Situation, number: int, t: NullTranslations) -> str:
    stage = stage_name(at.cup, number, t)
    return f"## {t.gettext('{label}: {value}').format(label=title(at.header), value=stage)}"


def mentioned_in(at: Situation, round_number: int) -> tuple[int, ...]:
    """Return the ids of the users notified by the message of a round: those with a bye, whom no table mentions."""
    byes = at.cup.rounds[round_number - 1].byes
    people = (user_id for each in byes if each > 0 for user_id in at.cup.entrants[each].members)
    return tuple(each for each in people if not is_deleted(each))


def table_lines(at: Situation, each: Round, names: EntrantNames, t: NullTranslations) -> Iterator[str]:
    """Yield a line for each table of a round, with a link to its place."""
    for table in each.tables:
        live = at.tables.get(table.key)
        # a direct message has no address that others can open
        address = "" if live is None or live.way is Way.DIRECT else table_link(at.header, live)
        yield table_line(at, table, names, t, address)


def _fitting(lines: Sequence[str], count: int) -> tuple[list[str], int]:
    """Return the first lines that fit, and the number of the others."""
    kept: list[str] = []
    room = MAX_LISTED
    for line in lines:
        room -= length(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept, count - len(kept)


def _byes(at: Situation, each: Round, names: EntrantNames, t: NullTranslations) -> Iterator[str]:
    """Yield the byes of a round, and their worth."""
    if each.byes:
        people = mentioned_in(at, each.number)
        byes = list_items(list(_bye_names(at, each, names)), t)
        knock_out = at.cup.settings.format is Format.KNOCK_OUT
        form = t.gettext("Bye: {names}. Whoever has a bye goes on to the next round.")
        if not knock_out:
            form = t.gettext("Bye: {names}. A bye counts as a win, with the average of one's own matches.")
        yield form.format(names=byes)
        if people and not each.over:
            text = t.gettext("The next table comes after this round, which takes about {time} at most.")
            yield text.format(time=duration(at.header.round_seconds, t))
    if each.idle:
        idle = list_items([bold(name) for name in names.side(each.idle)], t)
        yield t.gettext("Their opponent has left, which counts as a win: {names}.").format(names=idle)


def _bye_names(at: Situation, each: Round, names: EntrantNames) -> Iterator[str]:
    """Yield the people and computers that have a bye: people as mentions."""
    for entrant_id in each.byes:
        for user_id, name in zip_longest(at.cup.entrants[entrant_id].members, names.of(entrant_id)):
            yield bold(name) if user_id is None or is_deleted(user_id) else f"<@{user_id}>"


def _time(at: Situation, each: Round, t: NullTranslations) -> Iterator[str]:
    """Yield the time of a table, and the consequence of absence; nothing once the round is over."""
    if each.over or at.over:
        return
    text = t.gettext(
        "Each table has {time} from when it opens. Whoever does not press **I'm here** within {grace} is replaced by a "
        "substitute, or else by a computer. If nobody of a side comes, the other side wins."
    )
    if at.cup.settings.sides is Sides.ALONE:
        text = t.gettext(
            "Each table has {time} from when it opens. Whoever does not press **I'm here** within {grace} is replaced "
            "by a substitute. If there is none, the other side wins."
        )
    grace = duration(at.header.graces.here, t)
    yield f"-# {text.format(time=duration(at.header.round_seconds, t), grace=grace)}"


class TablePages(Cog):
    """Shows all tables of a round, a page at a time."""

    @on_button("cuptables")
    async def turn_page(self, interaction: Interaction, cup_id: str, round_number: str, page: str) -> None:
        """Handle All tables below a round, and Back and Next there."""
        at, t = await situation_of(interaction, cup_id), translations(interaction.locale)
        which = min(max(number(round_number), 1), len(at.cup.rounds))
        each = at.cup.rounds[which - 1]
        lines = list(table_lines(at, each, EntrantNames(at, t), t))
        pages = max(1, -(-len(lines) // MAX_TABLES))
        shown = min(max(number(page), 1), pages)
        tables, _ = _fitting(lines[(shown - 1) * MAX_TABLES : shown * MAX_TABLES], 0)
        text = "\n".join([_heading(at, which, t), *tables])
        await redraw(interaction, framed(text, rows=page_buttons("cuptables", (cup_id, which), shown, pages, t)))
