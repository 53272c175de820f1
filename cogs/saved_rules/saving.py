"""``/domino-server rules`` and ``/domino settings rules``: rules under names."""

from __future__ import annotations

from contextlib import suppress
from gettext import NullTranslations

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core.cog import Cog, Sent, on_button, on_modal, on_select
from cogs.core.command_names import commands_for
from cogs.core.commands import ON_SERVERS, SERVER, SETTINGS, command
from cogs.core.components import only
from cogs.core.context import leaderboard_scope, manages_server, table_here
from cogs.core.errors import UserError
from cogs.core.frame import escaped
from cogs.core.permissions import require_manager
from cogs.core.preferences import DEFAULT_RULES, fitted_preferences, server_preferences
from cogs.messages.names import RULES_GONE, code_refusal
from cogs.messages.option_fields import redraw
from cogs.saved_rules.panel import Shelf, Sources, code_form, list_panel, name_form, one_panel, question, rename_form
from engine.live.model.errors import Code, TableError
from engine.live.model.preferences import ServerPreferences
from engine.live.model.rules_code import Unreadable, read_code
from engine.live.model.saved_rules import (
    MAX_SAVED,
    HouseRules,
    Owner,
    OwnerKind,
    SavedName,
    SavedRules,
    fitted,
    rules_of_table,
)
from engine.live.model.table import Header
from render.i18n import translations
from render.names import clean, plain

_ = app_commands.locale_str


class SavingRules(Cog):
    """Lists, saves, renames and deletes rules under names."""

    @command(under=SERVER, name=_("rules"), description=_("Rules of this server under names"), where=ON_SERVERS)
    async def server_command(self, interaction: Interaction) -> None:
        """Handle ``/domino-server rules``: list the rules, with controls for members who may change them."""
        await interaction.response.send_message(view=await _list(interaction, OwnerKind.SERVER), ephemeral=True)

    @command(under=SETTINGS, name=_("rules"), description=_("Rules that you have saved under names"))
    async def own_command(self, interaction: Interaction) -> None:
        """Handle ``/domino settings rules``."""
        await interaction.response.send_message(view=await _list(interaction, OwnerKind.PERSON), ephemeral=True)

    @on_button("savedlist")
    async def show_list(self, interaction: Interaction, kind: str) -> None:
        """Handle Back."""
        await redraw(interaction, await _list(interaction, _owner_named(interaction, kind).kind))

    @on_select("saved")
    async def show_one(self, interaction: Interaction, kind: str, choice: str) -> None:
        """Handle the choice of saved rules."""
        owner = _owner_named(interaction, kind)
        await _show(interaction, owner, await _find(interaction, owner, choice))

    @on_button("savetable")
    async def ask_name(self, interaction: Interaction, kind: str, table_id: str) -> None:
        """Handle Save these rules, of a table that is open or over: ask for the name."""
        owner, t = _owner(interaction, kind), translations(interaction.locale)
        await interaction.response.send_modal(name_form(owner.kind, table_id, t))

    @on_modal("savetable")
    async def save_table(self, interaction: Interaction, kind: str, table_id: str, sent: Sent) -> None:
        """Handle the name for the rules of a table."""
        owner, t = _owner(interaction, kind), translations(interaction.locale)
        name = _name(only(sent.get("name")), t)
        await _save(interaction, owner, name, rules_of_table(await _header(interaction, table_id)))

    @on_button("entercode")
    async def ask_code(self, interaction: Interaction, kind: str) -> None:
        """Handle Enter a code."""
        owner = _owner(interaction, kind)
        await interaction.response.send_modal(code_form(owner.kind, translations(interaction.locale)))

    @on_modal("entercode")
    async def save_code(self, interaction: Interaction, kind: str, sent: Sent) -> None:
        """Handle a code, and the name for its rules."""
        owner, t = _owner(interaction, kind), translations(interaction.locale)
        rules = read_code(only(sent.get("code")))
        if isinstance(rules, Unreadable):
            raise UserError(code_refusal(rules, t))
        await _save(interaction, owner, _name(only(sent.get("name")), t), rules)

    @on_button("renamerules")
    async def ask_other_name(self, interaction: Interaction, kind: str, saved_id: str) -> None:
        """Handle Rename."""
        owner, t = _owner(interaction, kind), translations(interaction.locale)
        await interaction.response.send_modal(rename_form(owner.kind, await _find(interaction, owner, saved_id), t))

    @on_modal("renamerules")
    async def rename(self, interaction: Interaction, kind: str, saved_id: str, sent: Sent) -> None:
        """Handle another name."""
        owner, t = _owner(interaction, kind), translations(interaction.locale)
        name = _name(only(sent.get("name")), t)
        try:
            renamed = await interaction.client.hub.store.saved_rules.rename(owner, saved_id, name)
        except SavedName as refused:
            raise _refusal(refused, name, t) from None
        if renamed is None:
            raise UserError(t.gettext(RULES_GONE))
        await _show(interaction, owner, renamed)

    @on_button("droprules")
    async def ask_whether(self, interaction: Interaction, kind: str, saved_id: str) -> None:
        """Handle Delete: ask."""
        owner, t = _owner(interaction, kind), translations(interaction.locale)
        saved, shelf = await _find(interaction, owner, saved_id), await _shelf(interaction, owner.kind)
        await redraw(interaction, question(saved, shelf, commands_for(interaction), t))

    @on_button("dropped")
    async def delete(self, interaction: Interaction, kind: str, saved_id: str) -> None:
        """Handle the confirmation of a deletion."""
        owner = _owner(interaction, kind)
        await interaction.client.hub.store.saved_rules.delete(owner, saved_id)
        await redraw(interaction, await _list(interaction, owner.kind))

    @on_button("usualrules")
    async def make_usual(self, interaction: Interaction, saved_id: str) -> None:
        """Handle Make them the usual ones, for members who may change the server's settings."""
        owner = _owner(interaction, OwnerKind.SERVER)
        saved = await _find(interaction, owner, saved_id)
        rules = fitted(saved.rules, DEFAULT_RULES)
        if not rules.known:
            raise TableError(Code.STALE)
        change = ServerPreferences(rules=rules.rules, options=dict(rules.options), clock=rules.clock, auto=rules.auto)
        await interaction.client.hub.store.preferences.set(owner.id, change)
        await _show(interaction, owner, saved)


# ---------------------------------------------------------------------- panels


async def _shelf(interaction: Interaction, kind: OwnerKind) -> Shelf:
    of_server = kind is OwnerKind.SERVER
    saved = await interaction.client.hub.store.saved_rules.all(_owner_of(interaction, kind))
    usual = fitted_preferences(await server_preferences(interaction)) if of_server else None
    return Shelf(kind, saved, usual, manages_server(interaction) or not of_server)


async def _list(interaction: Interaction, kind: OwnerKind) -> discord.ui.LayoutView:
    shelf, t = await _shelf(interaction, kind), translations(interaction.locale)
    sources = await _sources(interaction, kind) if shelf.changes else Sources("", "")
    note = "" if shelf.changes else t.gettext("Members with the Manage Server permission can change this.")
    return list_panel(shelf, sources, commands_for(interaction), t, note)


async def _sources(interaction: Interaction, kind: OwnerKind) -> Sources:
    """Return the tables whose rules an owner can save: the one here, and the last match of the server or the person."""
    table = ""
    with suppress(TableError):
        table = table_here(interaction).id
    whose = None if kind is OwnerKind.SERVER else interaction.user.id
    history = interaction.client.hub.store.history
    last = await history.page(leaderboard_scope(interaction), 1, user_id=whose)
    return Sources(table, last[0].id if last else "")


async def _show(interaction: Interaction, owner: Owner, saved: SavedRules, note: str = "") -> None:
    shelf, t = await _shelf(interaction, owner.kind), translations(interaction.locale)
    pace, names = interaction.client.hub.pace, commands_for(interaction)
    await redraw(interaction, one_panel(saved, shelf, pace, names, t, note))


# ---------------------------------------------------------------------- owners and rules


def _owner(interaction: Interaction, kind: str) -> Owner:
    """Return the owner that a control names; raise UserError if the user may not change their rules."""
    owner = _owner_named(interaction, kind)
    if owner.kind is OwnerKind.SERVER:
        require_manager(interaction)
    return owner


def _owner_named(interaction: Interaction, kind: str) -> Owner:
    """Return the owner that a control names, for readers."""
    if kind not in set(OwnerKind):
        raise TableError(Code.STALE)
    return _owner_of(interaction, OwnerKind(kind))


def _owner_of(interaction: Interaction, kind: OwnerKind) -> Owner:
    return Owner(kind, (interaction.guild_id or 0) if kind is OwnerKind.SERVER else interaction.user.id)


async def _find(interaction: Interaction, owner: Owner, saved_id: str) -> SavedRules:
    """Return saved rules; raise UserError if somebody has deleted them."""
    saved = await interaction.client.hub.store.saved_rules.find(owner, saved_id)
    if saved is None:
        raise UserError(translations(interaction.locale).gettext(RULES_GONE))
    return saved


async def _header(interaction: Interaction, table_id: str) -> Header:
    """Return a table of this server or channel, open or over; somebody else's private match once it is over."""
    header = (await interaction.client.hub.saved(table_id)).header
    secret = header.delivery.ephemeral and not header.status.over and header.seat_of(interaction.user.id) is None
    if header.guild_id != leaderboard_scope(interaction) or secret:
        raise TableError(Code.STALE)
    return header


# ---------------------------------------------------------------------- input


async def _save(interaction: Interaction, owner: Owner, name: str, rules: HouseRules) -> None:
    t = translations(interaction.locale)
    try:
        saved = await interaction.client.hub.store.saved_rules.save(owner, name, rules)
    except SavedName as refused:
        raise _refusal(refused, name, t) from None
    names = commands_for(interaction)
    if owner.kind is OwnerKind.SERVER:
        text, command = t.gettext("Saved for this server: {command} lists them."), names.name("rules", root=SERVER)
    else:
        text, command = t.gettext("Saved for you: {command} lists them."), names.name("settings", "rules")
    await _show(interaction, owner, saved, text.format(command=command))


def _name(typed: str, t: NullTranslations) -> str:
    """Return a typed name as it is stored; raise UserError if nothing of it is drawn."""
    if not clean(typed):
        raise UserError(t.gettext("That name has nothing to read. Write another one."))
    return plain(typed)


def _refusal(refused: SavedName, name: str, t: NullTranslations) -> UserError:
    if refused.taken:
        return UserError(t.gettext("Other rules have the name **{name}**.").format(name=escaped(name)))
    text = t.gettext("There are {count} saved rules, and no more fit. Delete some first.")
    return UserError(text.format(count=MAX_SAVED))
