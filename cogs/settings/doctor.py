"""``/domino settings doctor``: the bot's permissions in a channel, and ways to give it missing ones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from gettext import NullTranslations

import discord
from discord import app_commands

import render
from cogs.bot import Interaction
from cogs.core import permissions
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog
from cogs.core.command_names import CommandNames, commands_for
from cogs.core.commands import SERVER, SETTINGS, command
from cogs.core.context import LIMITS, delivery_of
from cogs.core.errors import UserError
from cogs.core.frame import Picture, framed, picture_message
from cogs.core.http.requests import FAILURES, GIVE, explained, is_barred, role_of
from cogs.core.preferences import may_open, public_texts, server_preferences
from cogs.core.refusals import link
from cogs.messages.names import labelled
from cogs.settings.daily import obstacle, offers_daily
from cogs.settings.organizers import offers_tournaments
from engine.live.model.errors import TableError
from engine.live.model.preferences import ServerPreferences
from engine.live.tables.table import Table
from engine.tiles import MAX_PIPS, Tile
from render.i18n import tenths, translations

_ = app_commands.locale_str

MEGABYTE = 1024 * 1024
MAX_FILE = 5 * MEGABYTE
"""The largest file the bot sends: a replay of a long deal. A picture has about 50 KB."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One check and its result.

    Attributes:
        ok: whether it is as it should be.
        text: the result.
        remedy: how to mend it; empty if there is nothing to mend.
        spared: whether matches go on without it.

    """

    ok: bool
    text: str
    remedy: str = ""
    spared: bool = False

    @property
    def is_problem(self) -> bool:
        """Whether it hinders matches."""
        return not (self.ok or self.spared)

    def __str__(self) -> str:
        line = f"{'✅' if self.ok else '⚠️' if self.spared else '❌'} {self.text}"
        return f"{line}\n-# {self.remedy}" if self.remedy else line


class Doctor(Cog):
    """Checks the bot's permissions and messages in a channel."""

    @command(
        under=SETTINGS,
        name=_("doctor"),
        description=_("What is missing in this channel, and how to fix it"),
        formerly=["domino doctor"],
    )
    async def doctor(self, interaction: Interaction) -> None:
        """Handle ``/domino settings doctor``: show the checks to the user who asks, wherever commands work."""
        t = translations(interaction.locale)
        chosen = await server_preferences(interaction)
        # Discord may take its time with the trial message
        await interaction.response.defer(ephemeral=True, thinking=True)
        if (limits := LIMITS.get(delivery_of(interaction))) is not None:
            head = [f"## {t.gettext('Dominoes')}", t.gettext(limits)]
            findings = list(_refusal(interaction))
        else:
            head = [f"## {t.gettext('Dominoes in {channel}').format(channel=f'<#{interaction.channel_id}>')}"]
            findings = await _on_server(interaction, chosen, t)
        findings += [each async for each in _table(interaction, t, well=not any(each.is_problem for each in findings))]
        problems = [str(each) for each in findings if each.is_problem]
        verdict = t.gettext("Nothing is missing here.")
        if not all(each.ok for each in findings):
            verdict = t.gettext("Matches have all they need here.")
        if problems:
            verdict = t.ngettext("{count} problem found.", "{count} problems found.", len(problems))
            verdict = verdict.format(count=len(problems))
        lines = [*head, *(str(each) for each in findings if not each.is_problem), *problems, f"**{verdict}**"]
        await edit_answer(interaction, view=framed("\n".join(lines)))


# ---------------------------------------------------------------------- permissions


async def _on_server(interaction: Interaction, chosen: ServerPreferences, t: NullTranslations) -> list[Finding]:
    """Check a channel of a server that has the bot."""
    findings = [*_permissions(interaction, chosen, t), *_thread(interaction, chosen, t)]
    tried = await _trial(interaction, t)
    if tried.ok or all(each.ok for each in findings):
        # otherwise a missing permission explains the refusal
        findings.append(tried)
    findings += [_files(interaction, t), _place(interaction, chosen, t)]
    return [*findings, *_daily(interaction, chosen, t), *_tournaments(interaction, t)]


def _permissions(interaction: Interaction, chosen: ServerPreferences, t: NullTranslations) -> Iterator[Finding]:
    for name, label in permissions.needed_here(interaction, chosen).items():
        facts = {"permission": f"**{t.gettext(label)}**", "purpose": t.gettext(permissions.PURPOSES[name])}
        if permissions.has(interaction.app_permissions, name):
            yield Finding(True, t.gettext("I have {permission}, {purpose}.").format(**facts))
        else:
            sentence = t.gettext("I'm missing {permission}, {purpose}.").format(**facts)
            yield Finding(False, sentence, _how_to_give(interaction, name, t.gettext(label), t))


def _refusal(interaction: Interaction) -> Iterator[Finding]:
    """Check whether a server without the bot lets it answer with tables."""
    try:
        permissions.check(interaction)
    except UserError as refused:
        yield Finding(False, str(refused))


def _how_to_give(interaction: Interaction, permission: str, label: str, t: NullTranslations) -> str:
    """Return where a permission is given: in the role, or in the channel if that denies it."""
    guild = interaction.guild
    facts = {"permission": f"**{label}**", "role": f"**{role_of(interaction)}**"}
    if guild is not None and permissions.has(guild.me.guild_permissions, permission):
        steps = t.gettext(GIVE)
    else:
        steps = t.gettext("How: Server Settings → Roles → {role} → Permissions → switch on {permission}.")
    return steps.format(**facts)


def _thread(interaction: Interaction, chosen: ServerPreferences, t: NullTranslations) -> Iterator[Finding]:
    """Check the thread, or whether threads are possible if the server wants them."""
    channel = interaction.channel
    if not isinstance(channel, discord.Thread):
        if chosen.threads and not isinstance(channel, discord.TextChannel):
            sentence = t.gettext("Tables should open their own threads, but this kind of channel has none.")
            yield Finding(
                False, sentence, t.gettext("How: open tables in a text channel; here they open without a thread.")
            )
        return
    if channel.locked:
        sentence = t.gettext("This thread is locked.")
        how = t.gettext("How: a member with Manage Threads opens the thread's menu (⋯) → Unlock Thread.")
        yield Finding(False, sentence, how)
    elif channel.archived:
        sentence = t.gettext("This thread is archived.")
        yield Finding(False, sentence, t.gettext("How: write a message in the thread to reopen it."))
    else:
        yield Finding(True, t.gettext("This thread is open: neither archived nor locked."))


def _files(interaction: Interaction, t: NullTranslations) -> Finding:
    limit = interaction.filesize_limit
    facts = {"limit": tenths(limit / MEGABYTE, t), "most": MAX_FILE // MEGABYTE}
    if limit >= MAX_FILE:
        sentence = t.gettext("Files up to {limit} MB are allowed here; mine are {most} MB at most.")
        return Finding(True, sentence.format(**facts))
    sentence = t.gettext("Files up to {limit} MB are allowed here; replays of long deals can reach {most} MB.")
    how = t.gettext("How: the limit is Discord's, and goes up with server boosts. Pictures are far smaller.")
    return Finding(False, sentence.format(**facts), how)


def _place(interaction: Interaction, chosen: ServerPreferences, t: NullTranslations) -> Finding:
    if may_open(interaction, chosen):
        return Finding(True, t.gettext("The server's settings allow tables here."))
    sentence = t.gettext("The server's settings don't allow tables here.")
    steps = t.gettext("How: a member with Manage Server uses {command} and adds this channel to the list.")
    return Finding(False, sentence, steps.format(command=commands_for(interaction).name("settings", root=SERVER)))


def _daily(interaction: Interaction, chosen: ServerPreferences, t: NullTranslations) -> Iterator[Finding]:
    """Check the channel for the deal of the day, if the server has chosen one."""
    if interaction.guild is None or not chosen.daily_channel or not offers_daily(interaction.client):
        return
    if why := obstacle(interaction.guild, chosen.daily_channel, t):
        steps = t.gettext("How: give me the permissions there, or choose another channel with {command}.")
        yield Finding(False, why, steps.format(command=commands_for(interaction).name("settings", root=SERVER)))
    else:
        sentence = t.gettext("I post the deal of the day in {channel}.")
        yield Finding(True, sentence.format(channel=f"<#{chosen.daily_channel}>"))


def _tournaments(interaction: Interaction, t: NullTranslations) -> Iterator[Finding]:
    """Check whether tournaments open threads in a text channel; without them there is another way."""
    if not isinstance(interaction.channel, discord.TextChannel) or not offers_tournaments(interaction.client):
        return
    given, needed = interaction.app_permissions, permissions.NEEDED_FOR_THREADS
    ways = [
        _how_to_give(interaction, name, t.gettext(label), t)
        for name, label in needed.items()
        if not permissions.has(given, name)
    ]
    sentence = permissions.no_threads(given, t) or t.gettext("each table opens its own thread")
    text = labelled(t.gettext("Tournaments"), sentence, t)
    yield Finding(not ways, text, "\n-# ".join(ways), spared=True)


# ---------------------------------------------------------------------- a trial message


async def _trial(interaction: Interaction, t: NullTranslations) -> Finding:
    """Post a message with a picture, as tables have, and delete it again: only Discord knows its refusals."""
    client, public = interaction.client, await public_texts(interaction)
    text = public.gettext("This is a test by {command}, which I delete at once.")
    text = text.format(command=CommandNames(client.mentions, public).name("settings", "doctor"))
    png = await client.rendering.draw(render.tile_icon, Tile(MAX_PIPS, MAX_PIPS))
    files, components = picture_message(text, Picture(png, "test.png", text))
    channel = client.get_partial_messageable(interaction.channel_id or 0, guild_id=interaction.guild_id)
    try:
        sent = await channel.send(view=components, files=files, silent=True)
    except FAILURES as error:
        return _failed(interaction, error, t)
    try:
        await sent.delete()
    except FAILURES:
        return Finding(True, t.gettext("I have just posted a test here, but couldn't delete it."))
    return Finding(True, t.gettext("I have just posted a test here, and deleted it."))


def _failed(interaction: Interaction, error: BaseException, t: NullTranslations) -> Finding:
    """Return the finding about a message that Discord did not take."""
    if isinstance(error, discord.HTTPException) and is_barred(error):
        return Finding(False, *explained(interaction, error, t))
    sentence = t.gettext("Discord isn't taking my messages right now.")
    how = t.gettext("How: try {command} again in a moment.").format(
        command=commands_for(interaction).name("settings", "doctor")
    )
    return Finding(False, sentence, how)


# ---------------------------------------------------------------------- the table here


async def _table(interaction: Interaction, t: NullTranslations, *, well: bool) -> AsyncIterator[Finding]:
    """Check the table here; if all else is well and yet it could not be shown, show it again."""
    try:
        table = interaction.client.hub.in_channel(interaction.channel_id or 0)
    except TableError:
        yield Finding(True, t.gettext("There is no table here."))
        return
    address = link(table.header)
    sentence = (
        t.gettext("There is a table here: {link}").format(link=address)
        if address
        else t.gettext("There is a table here.")
    )
    yield Finding(True, sentence)
    if interaction.client.publisher.trouble(table):
        yield await _untold(interaction, table, t, well=well)
    if interaction.client.hands.refused(table.id, interaction.user.id):
        sentence = t.gettext("I can't send you direct messages, so you can only see your hand with **My hand**.")
        how = t.gettext(
            "How: the server's menu → Privacy Settings → allow direct messages. This applies from the next match on."
        )
        yield Finding(False, sentence, how)


async def _untold(interaction: Interaction, table: Table, t: NullTranslations, *, well: bool) -> Finding:
    """Return the finding about a table that could not be shown."""
    if well and table.header.delivery.on_server:
        try:
            await interaction.client.publisher.answers.repost(interaction, table)
        except FAILURES as error:
            return _failed(interaction, error, t)
        return Finding(True, t.gettext("The table couldn't be shown here recently, but now it is at the bottom again."))
    sentence = t.gettext("The table couldn't be shown here recently.")
    how = t.gettext("How: show the table again with {command}.")
    if not well:
        how = t.gettext("How: fix what else is missing here, then show the table again with {command}.")
    return Finding(False, sentence, how.format(command=commands_for(interaction).name("board")))
