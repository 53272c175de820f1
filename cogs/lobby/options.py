"""The host's panel in the lobby: rule set, clock, house rules."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button, on_modal, on_select
from cogs.core.components import select
from cogs.core.frame import choice, framed
from cogs.core.preferences import edits_one_picture
from cogs.messages.more import chooses_pictures, person_key
from cogs.messages.names import labelled, localized, plain_name, rules_name
from cogs.messages.option_fields import (
    ANOTHER,
    auto_of,
    auto_select,
    clock_of,
    clock_select,
    is_edited,
    number_modal,
    number_typed,
    option_select,
    page_of,
    pictures_select,
    redraw,
    rules_select,
    value_of,
    value_text,
)
from engine.live.model.errors import Code, TableError
from engine.live.model.seating import may_name_opener, next_opener
from engine.live.model.table import Status
from engine.live.tables import lifecycle, lobby
from engine.live.tables.table import Table
from engine.options import Value
from engine.rules import find
from render.i18n import translations

NOBODY = "nobody"
"""The entry of the select of openers for no name."""


async def _panel(interaction: Interaction, table: Table, page: int | None = None) -> discord.ui.LayoutView:
    header, client, t = table.header, interaction.client, translations(interaction.locale)
    pace = client.hub.pace
    rows: list[list[discord.ui.Item[Any]]] = [
        [rules_select("ruleset", table.id, chosen=header.rules, t=t, page=page)],
        *([] if header.untimed else [[clock_select("clock", table.id, chosen=header.time_control, pace=pace, t=t)]]),
        [_hints_select(table, t)],
        [auto_select("auto", table.id, chosen=header.auto, t=t)],
    ]
    if chooses_pictures(header):
        edited = await edits_one_picture(client.hub.store, header)
        rows.append([pictures_select("pictures", table.id, one_picture=edited, t=t)])
    rows += [
        [option_select("option", table.id, option.id, option=option, chosen=header.options, t=t)]
        for option in find(header.rules).options
        if option.matters(header.options) and option.is_choice
    ]
    if may_name_opener(header):
        rows.append([_opener_select(table, t)])
    return framed(f"**{t.gettext('Options of this table')}**", rows=rows)


def _hints_select(table: Table, t: NullTranslations) -> discord.ui.Item[Any]:
    label = t.gettext("Hints")
    answers = {False: t.gettext("not allowed"), True: t.gettext("players may ask an expert on their turn")}
    if table.header.allows_hints and len(table.people) > 1:
        answers[False] = t.gettext("allowed: you play alone (not once others join)")
    return select(
        "hints",
        table.id,
        options=[
            choice(labelled(label, answer, t), value_text(allowed), chosen=allowed is table.header.hints)
            for allowed, answer in answers.items()
        ],
        placeholder=label,
    )


def _opener_select(table: Table, t: NullTranslations) -> discord.ui.Item[Any]:
    header, label = table.header, t.gettext("Opens the first deal")
    unnamed = t.gettext("whoever the lot chooses")
    if next_opener(header.starters, header.opener) is not None:
        unnamed = t.gettext("whoever comes after the opener of the last match")
    return select(
        "opener",
        table.id,
        options=[
            choice(labelled(label, unnamed, t), NOBODY, chosen=header.named is None),
            *(
                choice(
                    labelled(label, plain_name(localized(person, t)), t),
                    person_key(person),
                    chosen=person.user_id == header.named,
                )
                for person in header.people
            ),
        ],
        placeholder=label,
    )


class LobbyOptions(Cog):
    """The host's panel."""

    @on_button("options")
    async def options_button(self, interaction: Interaction, table: Table) -> None:
        """Handle Options: open a panel, for the host."""
        if table.header.status is not Status.LOBBY:
            raise TableError(Code.STARTED)
        if interaction.user.id != table.header.host_id:
            raise TableError(Code.NOT_HOST, host=table.header.host_id)
        await interaction.response.send_message(view=await _panel(interaction, table), ephemeral=True)

    @on_select("ruleset")
    async def choose_rules(self, interaction: Interaction, table: Table, choice: str) -> None:
        """Handle the choice of a rule set, or of another page of them."""
        page = page_of(choice)
        if page is None:
            await table.do(lobby.configure, interaction.user.id, rules=choice)
        await redraw(interaction, await _panel(interaction, table, page))

    @on_button("choose")
    async def choose_game(self, interaction: Interaction, table: Table, rules: str) -> None:
        """Handle the choice of a game that was proposed, for the host of a lobby."""
        await table.do(lobby.configure, interaction.user.id, rules=rules)
        t = translations(interaction.locale)
        text = t.gettext("You play {rules}.").format(rules=rules_name(rules, t))
        await redraw(interaction, framed(text))

    @on_select("option")
    async def choose_option(self, interaction: Interaction, table: Table, name: str, choice: str) -> None:
        """Handle the choice of an option's value."""
        option = find(table.header.rules).option(name)
        if option is not None and option.min_value is not None and choice == ANOTHER:
            asked = number_modal(
                "number", table.id, table.header.rules, name, option=option, t=translations(interaction.locale)
            )
            await interaction.response.send_modal(asked)
            return
        value = choice if option is None else value_of(option, table.header.options, choice)
        await _set_option(interaction, table, name, value)

    @on_modal("number")
    async def type_number(
        self, interaction: Interaction, table: Table, rules: str, name: str, typed: list[str]
    ) -> None:
        """Handle the modal with a number for an option."""
        if rules != table.header.rules:
            raise TableError(Code.STALE)
        await _set_option(interaction, table, name, number_typed(typed))

    @on_select("clock")
    async def choose_clock(self, interaction: Interaction, table: Table, choice: str) -> None:
        """Handle the choice of a clock."""
        await table.do(lobby.configure, interaction.user.id, time_control=clock_of(choice))
        await redraw(interaction, await _panel(interaction, table))

    @on_select("hints")
    async def choose_hints(self, interaction: Interaction, table: Table, choice: str) -> None:
        """Handle the choice whether players may ask for hints."""
        if choice not in ("true", "false"):
            raise TableError(Code.STALE)
        await table.do(lobby.allow_hints, interaction.user.id, choice == "true")
        await redraw(interaction, await _panel(interaction, table))

    @on_select("auto")
    async def choose_auto(self, interaction: Interaction, table: Table, choice: str) -> None:
        """Handle the choice of the bot's action for players with a forced move."""
        await table.do(lobby.set_auto, interaction.user.id, auto_of(choice))
        await redraw(interaction, await _panel(interaction, table))

    @on_select("pictures")
    async def choose_pictures(self, interaction: Interaction, table: Table, choice: str) -> None:
        """Handle the choice whether moves edit one picture."""
        await table.do(lifecycle.set_one_picture, interaction.user.id, is_edited(choice))
        await redraw(interaction, await _panel(interaction, table))

    @on_select("opener")
    async def name_opener(self, interaction: Interaction, table: Table, choice: str) -> None:
        """Handle the choice of the first deal's opener."""
        named = (
            None if choice == NOBODY else next((each.user_id for each in table.people if person_key(each) == choice), 0)
        )
        await table.do(lobby.name_opener, interaction.user.id, named)
        await redraw(interaction, await _panel(interaction, table))


async def _set_option(interaction: Interaction, table: Table, name: str, value: Value) -> None:
    await table.do(lobby.configure, interaction.user.id, options={name: value})
    await redraw(interaction, await _panel(interaction, table))
