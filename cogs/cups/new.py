"""``/domino-cup new``: plan a tournament, and open its sign-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core import permissions
from cogs.core.bot import Bot
from cogs.core.cog import Cog, Sent, on_button, on_modal
from cogs.core.command_names import commands_for
from cogs.core.commands import CUP, ON_SERVERS, SERVER, command
from cogs.core.components import button, number
from cogs.core.errors import UserError
from cogs.core.frame import escaped, framed
from cogs.core.preferences import check, public_language, server_preferences
from cogs.core.refusals import QUOTED_LENGTH
from cogs.cups.form import Plan, changed, pages, planned
from cogs.cups.open_cups import cups_of
from cogs.cups.refusals import DECLINES, is_manager
from cogs.cups.sign_up import cup_person
from cogs.cups.texts import MAX_NAME, format_line, meaning, rules_line, title
from cogs.cups.when import BUTTON, StartError, start_of, suggest_starts
from cogs.messages.forms.form import Page, page_buttons, page_lines, submitted
from cogs.parameters.rules import rules_meant, suggest_named_rules, tell_lost
from engine.cups import Format, Sides
from engine.i18n import N_
from engine.live.cups.errors import Code, CupDeclined
from engine.live.cups.organizing import MAX_AHEAD_SECONDS
from engine.live.cups.tempo import Tempo
from engine.live.model.errors import Code as TableCode
from engine.live.model.errors import TableError
from engine.live.model.ids import new_id
from render.i18n import translations
from render.names import clean

_ = app_commands.locale_str

MAX_PLANS = 200
"""The maximum number of plans that are kept until somebody opens them."""


class NewCups(Cog):
    """Plans tournaments and opens them."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._plans: dict[str, tuple[int, Plan]] = {}

    @command(
        under=CUP,
        name=_("new"),
        description=_("Plan a tournament, and open its sign-up"),
        where=ON_SERVERS,
    )
    @app_commands.describe(
        name=_("The tournament's name"),
        sides=_("Who plays together"),
        rules=_("A game, saved rules, or a code"),
        format=_("Who meets whom"),
        tempo=_("How long a round lasts"),
        start=_("When it begins: 90, 2 h, 20:00 +1, or a timestamp"),
    )
    @app_commands.rename(
        name=_("name"), sides=_("sides"), rules=_("rules"), format=_("format"), tempo=_("tempo"), start=_("start")
    )
    @app_commands.choices(
        sides=[
            app_commands.Choice(name=_("pairs"), value=Sides.PAIRS.value),
            app_commands.Choice(name=_("partners change"), value=Sides.PARTNERS_CHANGE.value),
            app_commands.Choice(name=_("alone"), value=Sides.ALONE.value),
        ],
        format=[
            app_commands.Choice(name=_("Swiss"), value=Format.SWISS.value),
            app_commands.Choice(name=_("everyone against everyone"), value=Format.ROUND_ROBIN.value),
            app_commands.Choice(name=_("knock-out"), value=Format.KNOCK_OUT.value),
        ],
        tempo=[
            app_commands.Choice(name=_("tonight, a round in minutes"), value=Tempo.TONIGHT.value),
            app_commands.Choice(name=_("over days, a round in days"), value=Tempo.DAYS.value),
        ],
    )
    @app_commands.autocomplete(rules=suggest_named_rules, start=suggest_starts)
    async def new_command(
        self,
        interaction: Interaction,
        name: str,
        sides: str,
        rules: str | None = None,
        format: str = Format.SWISS.value,  # noqa: A002
        tempo: str = Tempo.TONIGHT.value,
        start: str = BUTTON,
    ) -> None:
        """Handle ``/domino-cup new``: show the planned tournament, with a form for the other choices."""
        await _require_manager(interaction)
        chosen, t = await server_preferences(interaction), translations(interaction.locale)
        check(interaction, chosen)
        permissions.check(interaction)
        called = clean(name)
        if not called or len(called) > MAX_NAME:
            text = t.gettext("A tournament's name has at most {most} characters, and at least one that can be seen.")
            raise UserError(text.format(most=MAX_NAME))
        _require_free_name(interaction, called)
        meant = await rules_meant(interaction, rules, chosen)
        plan = planned(called, meant.rules, meant.options, Sides(sides), Format(format), Tempo(tempo), t)
        starts_at = read_start(start, interaction.client.clock(), t)
        plan_id = self._keep(interaction.user.id, replace(plan, starts_at=starts_at))
        await interaction.response.send_message(view=self._panel(interaction, plan_id), ephemeral=True)
        await tell_lost(interaction, meant)

    @on_button("cupform")
    async def open_form(self, interaction: Interaction, plan_id: str, page: str) -> None:
        """Handle the button of a page: open the form."""
        shown = self._pages(interaction, plan_id)
        if number(page) >= len(shown):
            raise TableError(TableCode.STALE)
        await interaction.response.send_modal(shown[number(page)].modal("cupform", plan_id, number=page))

    @on_modal("cupform")
    async def submit(self, interaction: Interaction, plan_id: str, page: str, sent: Sent) -> None:
        """Handle the form."""
        plan = self._plan(interaction, plan_id)
        self._plans[plan_id] = interaction.user.id, changed(plan, submitted(page, sent)[1], interaction.client.clock())
        await interaction.response.edit_message(view=self._panel(interaction, plan_id))

    @on_button("cupopen")
    async def open_cup(self, interaction: Interaction, plan_id: str) -> None:
        """Handle Open the sign-up: the runner posts the tournament's message."""
        await _require_manager(interaction)
        permissions.check(interaction)
        plan, t, now = self._plan(interaction, plan_id), translations(interaction.locale), interaction.client.clock()
        if plan.starts_at is not None and plan.starts_at <= now:
            raise UserError(t.gettext(DECLINES[Code.PAST]))
        _require_free_name(interaction, plan.name)
        chosen = await server_preferences(interaction)
        self._plans.pop(plan_id, None)
        try:
            live = await cups_of(interaction.client).create(
                cup_person(interaction),
                guild_id=interaction.guild_id or 0,
                channel_id=interaction.channel_id or 0,
                name=plan.name,
                locale=public_language(interaction, chosen),
                settings=plan.settings,
                tempo=plan.tempo,
                round_seconds=plan.round_seconds,
                starts_at=plan.starts_at,
                automatic=plan.automatic,
                as_text=plan.as_text,
            )
        except CupDeclined as declined:
            raise UserError(t.gettext(DECLINES[declined.code])) from None
        text = t.gettext("**{name}** is open: people sign up in its message in this channel.")
        lines = [text.format(name=title(live.header)), f"-# {t.gettext(_NEXT)}"]
        controls = [[button("cuporg", live.id, label=t.gettext("Organize"))]]
        await interaction.response.edit_message(view=framed("\n".join(lines), rows=controls))

    def _keep(self, user_id: int, plan: Plan) -> str:
        """Keep a plan until its opening; of many plans, keep the newest."""
        plan_id = new_id()
        self._plans[plan_id] = user_id, plan
        if len(self._plans) > MAX_PLANS:
            del self._plans[next(iter(self._plans))]
        return plan_id

    def _plan(self, interaction: Interaction, plan_id: str) -> Plan:
        """Return a user's plan; raise :class:`UserError` if its tournament is open, or a restart has lost the plan."""
        user_id, plan = self._plans.get(plan_id, (0, None))
        if plan is None or user_id != interaction.user.id:
            t = translations(interaction.locale)
            raise UserError(t.gettext("This plan is gone: it was opened already, or I was restarted. Plan it anew."))
        return plan

    def _panel(self, interaction: Interaction, plan_id: str) -> discord.ui.LayoutView:
        """Return a plan, with buttons that change and open it."""
        plan, t = self._plan(interaction, plan_id), translations(interaction.locale)
        shown = self._pages(interaction, plan_id)
        lines = [
            f"## {escaped(plan.name)}",
            rules_line(plan.settings, t),
            format_line(plan.settings, 0, t),
            f"-# {meaning(plan.settings, t)}",
            *page_lines(shown, t),
            *(f"-# ⚠️ {each}" for each in _obstacles(interaction, t)),
        ]
        go = button("cupopen", plan_id, label=t.gettext("Open the sign-up"), style=discord.ButtonStyle.success)
        return framed("\n".join(lines), rows=[[go, *page_buttons(shown, "cupform", plan_id)]])

    def _pages(self, interaction: Interaction, plan_id: str) -> list[Page]:
        t = translations(interaction.locale)
        return pages(self._plan(interaction, plan_id), interaction.client.clock(), t)


_NEXT = N_("To begin earlier, move the start or call it off, press **Organize** here or in that message.")


async def _require_manager(interaction: Interaction) -> None:
    """Raise :class:`UserError` unless the user may open tournaments here."""
    if await is_manager(interaction):
        return
    chosen, t = await server_preferences(interaction), translations(interaction.locale)
    role = interaction.guild.get_role(chosen.cup_role) if interaction.guild is not None else None
    if role is not None:
        text = t.gettext("To open a tournament, you need the permission Manage Events or the role {role}.")
        raise UserError(text.format(role=role.mention))
    text = t.gettext(
        "To open a tournament, you need the permission Manage Events. Members with Manage Server can choose a role "
        "that may do it, too: {command}."
    )
    raise UserError(text.format(command=commands_for(interaction).name("settings", root=SERVER)))


def _require_free_name(interaction: Interaction, name: str) -> None:
    """Raise :class:`UserError` if an open tournament of this server has a name: threads of tables are named by it."""
    open_here = cups_of(interaction.client).of_guild(interaction.guild_id or 0)
    if any(each.header.name.casefold() == name.casefold() for each in open_here):
        text = translations(interaction.locale).gettext(
            "A tournament called **{name}** is open already. Choose another name."
        )
        raise UserError(text.format(name=escaped(name)))


def read_start(typed: str, now: float, t: NullTranslations) -> float | None:
    """Return the start that a text means; None for the organizer's button.

    Raises:
        UserError: the text means no time, or one that is past or too far ahead.

    """
    try:
        starts_at = start_of(typed, now)
    except StartError:
        text = t.gettext(
            "I don't understand “{typed}” as a time. Type minutes, such as 90, or 2 h, or 20:00 +1 with your distance "
            "from UTC, or paste a timestamp of Discord's."
        )
        raise UserError(text.format(typed=escaped(typed[:QUOTED_LENGTH]))) from None
    if starts_at is not None and not now < starts_at <= now + MAX_AHEAD_SECONDS:
        raise UserError(t.gettext(DECLINES[Code.PAST]))
    return starts_at


def _obstacles(interaction: Interaction, t: NullTranslations) -> Iterator[str]:
    """Yield the permissions that this channel lacks for a tournament, each with a replacement."""
    if isinstance(interaction.channel, discord.Thread):
        yield t.gettext(
            "This is a thread, and a thread can't have others. Tables are played in the channels that this server "
            "allows, one after the other."
        )
        return
    if why := permissions.no_threads(interaction.app_permissions, t):
        yield why
