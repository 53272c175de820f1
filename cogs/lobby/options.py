"""The options that the host of a lobby chooses: rule set, house rules, clock, hints, opener."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord

from cogs.bot import Interaction
from cogs.core.cog import Cog, Sent, on_button, on_modal, on_select
from cogs.core.components import number, only
from cogs.core.context import manages, saving_owner
from cogs.core.frame import framed
from cogs.core.preferences import edits_one_picture
from cogs.messages.forms.fields import (
    AUTOS,
    CLOCKS,
    NUMBER,
    PICTURES,
    auto_field,
    clock_field,
    option_pages,
    options_sent,
    others_sent,
    pictures_field,
    value_text,
)
from cogs.messages.forms.form import Choice, Field, Page, offer_correction, submitted
from cogs.messages.more import chooses_pictures, lobby_more, person_key
from cogs.messages.names import localized, plain_name, rules_name
from cogs.messages.option_fields import page_of, redraw
from engine.errors import IllegalMove
from engine.live.model.errors import Code, TableError
from engine.live.model.pace import Timeouts
from engine.live.model.seating import may_name_opener, next_opener
from engine.live.model.table import Header
from engine.live.tables import lobby
from engine.live.tables.table import Table
from render.i18n import translations

NOBODY = "nobody"
"""The choice of no opener by name."""


# ---------------------------------------------------------------------- fields and values


def lobby_pages(header: Header, pace: Timeouts, t: NullTranslations, *, edited: bool) -> list[Page]:
    """Return the options of a lobby, by page.

    Args:
        header: the table.
        pace: the times of clocks.
        t: the host's catalog.
        edited: whether one picture is edited at each move.

    """
    others = [] if header.untimed else [clock_field(header.time_control, pace, t)]
    others += [_hints_field(header, t), auto_field(header.auto, t)]
    if chooses_pictures(header):
        others.append(pictures_field(edited, t))
    if may_name_opener(header):
        others.append(_opener_field(header, t))
    return option_pages(header.rules, header.options, others, t)


def _hints_field(header: Header, t: NullTranslations) -> Field:
    refused = t.gettext("not allowed")
    if header.allows_hints and len(header.people) > 1:
        refused = t.gettext("allowed: you play alone (not once others join)")
    answers = {False: refused, True: t.gettext("players may ask an expert on their turn")}
    choices = [Choice(value_text(allowed), answer) for allowed, answer in answers.items()]
    return Field("hints", t.gettext("Hints"), (value_text(header.hints),), choices)


def _opener_field(header: Header, t: NullTranslations) -> Field:
    unnamed = t.gettext("the player whom the lot chooses")
    if next_opener(header.starters, header.opener) is not None:
        unnamed = t.gettext("the player after the opener of the last match")
    choices = [Choice(person_key(each), plain_name(localized(each, t))) for each in header.people]
    named = next((person_key(each) for each in header.people if each.user_id == header.named), NOBODY)
    return Field("opener", t.gettext("Opens the first deal"), (named,), [Choice(NOBODY, unnamed), *choices])


def choices_sent(header: Header, sent: Sent) -> dict[str, Any]:
    """Return the arguments of :func:`~engine.live.tables.lobby.configure` that a submitted form stands for.

    Raises:
        TableError: a value was not on offer, as only forged or late forms have it.

    """
    openers = {NOBODY: 0} | {person_key(each): each.user_id for each in header.people}
    readers = {
        "clock": ("time_control", CLOCKS),
        "hints": ("hints", {value_text(allowed): allowed for allowed in (False, True)}),
        "auto": ("auto", AUTOS),
        "pictures": ("one_picture", PICTURES),
        "opener": ("opener_id", openers),
    }
    house = {field: values for field, values in sent.items() if field not in readers}
    options = options_sent(header.rules, header.options, house)
    return {"before": header.rules, "options": options, **others_sent(readers, sent)}


# ---------------------------------------------------------------------- controls


class LobbyOptions(Cog):
    """The options in More, and their forms."""

    @on_button("options")
    async def open_form(
        self, interaction: Interaction, table: Table, rules: str = "", page: str = "0", draft: str = ""
    ) -> None:
        """Handle Options, a page of them, and Correct: open the form; for the host."""
        table.situation.require_lobby()
        table.situation.require_host(interaction.user.id)
        pages = await _pages(interaction, table)
        # before there were pages, the button had no rule set
        known = rules == table.header.rules if rules else len(pages) == 1
        if not known or number(page) >= len(pages):
            await redraw(interaction, await lobby_panel(interaction, table))
            return
        shown = pages[number(page)].modal("options", table.id, table.header.rules, number=page, draft=draft)
        await interaction.response.send_modal(shown)

    @on_modal("options")
    async def submit(self, interaction: Interaction, table: Table, rules: str, page: str, sent: Sent) -> None:
        """Handle the form: change all or nothing; offer to correct a number that the rule set does not take."""
        if rules != table.header.rules:
            raise TableError(Code.STALE)
        page, sent = submitted(page, sent)
        try:
            await _configure(interaction, table, sent)
        except IllegalMove as refused:
            pages = await _pages(interaction, table)
            await offer_correction(interaction, refused, pages, page, sent, "options", table.id, rules)

    @on_select("ruleset")
    async def choose_rules(self, interaction: Interaction, table: Table, choice: str) -> None:
        """Handle the choice of a rule set, or of another page of them."""
        page = page_of(choice)
        if page is None:
            await table.do(lobby.configure, interaction.user.id, rules=choice)
        await redraw(interaction, await lobby_panel(interaction, table, page))

    @on_button("choose")
    async def choose_game(self, interaction: Interaction, table: Table, rules: str) -> None:
        """Handle the choice of a game that was proposed, for the host of a lobby."""
        await table.do(lobby.configure, interaction.user.id, rules=rules)
        t = translations(interaction.locale)
        text = t.gettext("You play {rules}.").format(rules=rules_name(rules, t))
        await redraw(interaction, framed(text))

    # the controls of earlier versions, a select for each option

    @on_select("option")
    async def choose_option(self, interaction: Interaction, table: Table, name: str, choice: str) -> None:
        """Handle the choice of an option's value, or of another number."""
        if choice == "another":
            await redraw(interaction, await lobby_panel(interaction, table))
            return
        await _configure(interaction, table, {name: [choice]})

    @on_modal("number")
    async def type_number(self, interaction: Interaction, table: Table, rules: str, name: str, sent: Sent) -> None:
        """Handle the form with a number for an option."""
        if rules != table.header.rules:
            raise TableError(Code.STALE)
        await _configure(interaction, table, {f"{NUMBER}{name}": [only(sent.get("number"))]})

    @on_select("clock")
    @on_select("hints")
    @on_select("auto")
    @on_select("pictures")
    @on_select("opener")
    async def choose_other(self, interaction: Interaction, table: Table, choice: str) -> None:
        """Handle the choice of anything else."""
        field = str((interaction.data or {}).get("custom_id")).split(":")[1]
        await _configure(interaction, table, {field: [choice]})


async def _configure(interaction: Interaction, table: Table, sent: Sent) -> None:
    """Change the submitted values, and show More as it is then."""
    await table.do(lobby.configure, interaction.user.id, **choices_sent(table.header, sent))
    await redraw(interaction, await lobby_panel(interaction, table))


async def _pages(interaction: Interaction, table: Table) -> list[Page]:
    client, t = interaction.client, translations(interaction.locale)
    edited = await edits_one_picture(client.hub.store, table.header)
    return lobby_pages(table.header, client.hub.pace, t, edited=edited)


async def lobby_panel(interaction: Interaction, table: Table, rules_page: int | None = None) -> discord.ui.LayoutView:
    """Return More; for the host with a page of rule sets, or the page of the present one."""
    header, t, user_id = table.header, translations(interaction.locale), interaction.user.id
    return lobby_more(
        header,
        user_id,
        t,
        manages=manages(interaction, header.channel_id),
        saves=saving_owner(interaction),
        pages=await _pages(interaction, table),
        rules_page=rules_page,
    )
