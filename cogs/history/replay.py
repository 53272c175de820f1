"""Replays: of a deal as the channel saw it, and of a finished match with open hands, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any, NamedTuple

import discord
from discord import app_commands

import render
from cogs.core.bot import Interaction
from cogs.core.commands import command
from cogs.core.components import button, number, on_button, on_select, select
from cogs.core.context import person_of
from cogs.core.errors import UserError
from cogs.core.layout import MAX_FILE_BYTES, Picture, Rows, picture_message
from cogs.core.preferences import appearance_of_answer, language_of, server_preferences
from cogs.history.finished import header_for, match_of, suggest_match
from cogs.messages.names import name, picture_names, rules_name
from engine.live.history.replays import deal_count, open_replay_views, replay_views
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Header, SavedTable, Status
from engine.view import View
from render.i18n import translations
from render.pictures.replay import Reel
from render.text import replay as retold
from render.text.sentences import turn_text

_ = app_commands.locale_str


LAST = 999_999_999
"""A deal's last moment, in custom ids."""

MAX_REELS = 16
"""The number of deals kept in memory: most presses are about a deal that is already being shown."""

MAX_OPTIONS = 25
"""Discord's limit of options in a select."""


def _draw_animation(
    views: Sequence[View], people: Sequence[str], t: NullTranslations, theme: render.Theme
) -> tuple[bytes, str]:
    """Return the animated replay of a deal and its alt text."""
    return render.replay(views, people, t, theme=theme), render.replay_alt(views, people, t)


async def _animation(
    interaction: Interaction, views: Sequence[View], people: Sequence[str], t: NullTranslations, theme: render.Theme
) -> Picture:
    """Draw the animated replay of a deal."""
    moving, alt = await interaction.client.rendering.draw_long(_draw_animation, views, people, t, theme)
    if len(moving) > MAX_FILE_BYTES:
        raise UserError(t.gettext("This deal's replay is larger than Discord allows."))
    return Picture(moving, "replay.gif", alt)


async def _as_read(
    interaction: Interaction, views: Sequence[View], people: Sequence[str], t: NullTranslations
) -> Picture | str:
    """Return the replay of a deal as the user reads it: animated or as text."""
    as_text, theme = await appearance_of_answer(interaction, private=True)
    if as_text:
        return await interaction.client.rendering.draw(render.replay_text, views, people, t)
    return await _animation(interaction, views, people, t, theme)


# ---------------------------------------------------------------------- a deal that has ended, as the channel saw it


@on_button("replay")
async def replay(interaction: Interaction, table_id: str, deal: str) -> None:
    """Handle Replay after a deal, even long after the match: show it to the user who pressed."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    client, t = interaction.client, translations(interaction.locale)
    kept = await client.hub.saved(table_id)
    if interaction.channel_id != kept.header.channel:
        # no message elsewhere has this button
        raise TableError(Code.STALE)
    header = kept.header
    if header.status is not Status.PLAYING:
        # while they play, everyone there knows them; afterwards they may choose to be anonymous
        header = await header_for(client.hub.store, header, interaction.user.id, t)
    people = picture_names(header, t)
    heading = t.gettext("**Replay** · {rules}, deal {deal}")
    text = heading.format(rules=rules_name(kept.header.rules, t), deal=number(deal))
    views = await client.rendering.draw(replay_views, kept, number(deal))
    files, view = picture_message(text, await _as_read(interaction, views, people, t))
    await interaction.edit_original_response(view=view, attachments=files)


# ---------------------------------------------------------------------- a match that is over, moment by moment


class ReplayPosition(NamedTuple):
    """A deal of a finished match, for one reader.

    Attributes:
        header: the table's header, with its people as the reader may see them.
        deal: the deal's number, from 1.
        deals: the number of deals.
        reel: the deal's moments.

    """

    header: Header
    deal: int
    deals: int
    reel: Reel

    def heading(self, t: NullTranslations) -> str:
        """Return the title: rule set, deal and match."""
        form = t.gettext("**Replay** · {rules}, deal {deal} of {deals} · match `{id}`")
        rules = rules_name(self.header.rules, t)
        return form.format(rules=rules, deal=self.deal, deals=self.deals, id=self.header.id)

    def text(self, at: int, t: NullTranslations) -> str:
        """Return the move before a moment, and whose turn it is or how the deal ended."""
        view, people = self.reel.view(at), [name(person) for person in self.header.people]
        if self.reel.shows_result(at):
            return " ".join(retold.result_lines(view, people, t))
        done = retold.one_move(self.reel.views, at, people, t)
        sentences = [t.gettext("{sentence}.").format(sentence=done) if done else t.gettext("The tiles are dealt.")]
        if view.turn is not None:
            sentences.append(turn_text(people[view.turn], t))
        return " ".join(sentences)

    def place_text(self, at: int, t: NullTranslations) -> str:
        """Return the number of a moment, ``Move 3 of 20``, or that it is the result."""
        if self.reel.shows_result(at):
            return t.gettext("The result")
        return t.gettext("Move {number} of {count}").format(number=at, count=len(self.reel.views) - 1)

    def rows(self, at: int, t: NullTranslations) -> Rows:
        """Return the buttons at a moment, and a select of deals if there are several."""
        table, deal, last = self.header.id, self.deal, len(self.reel) - 1
        back = (deal, at - 1) if at else (deal - 1, LAST)
        following = (deal, at + 1) if at < last else (deal + 1, 0)
        buttons: list[discord.ui.Item[Any]] = [
            button("step", table, deal, 0, "first", label=t.gettext("First"), disabled=at == 0),
            button("step", table, *back, "back", label=t.gettext("Back"), disabled=back[0] < 1),
            button("watch", table, deal, label=t.gettext("Play"), style=discord.ButtonStyle.primary),
            button("step", table, *following, "next", label=t.gettext("Next"), disabled=following[0] > self.deals),
            button("step", table, deal, LAST, "last", label=t.gettext("Last"), disabled=at == last),
        ]
        return (buttons,) if self.deals < 2 else (buttons, [self._jump(t)])

    def _jump(self, t: NullTranslations) -> discord.ui.Select[Any]:
        first = max(1, min(self.deal - MAX_OPTIONS // 2, self.deals - MAX_OPTIONS + 1))
        options = [
            discord.SelectOption(
                label=t.gettext("Deal {deal}").format(deal=each), value=str(each), default=each == self.deal
            )
            for each in range(first, min(first + MAX_OPTIONS, self.deals + 1))
        ]
        return select("jump", self.header.id, options=options, placeholder=t.gettext("Go to a deal"))


async def _position(
    interaction: Interaction, identity: str, deal: int, asker: int | None, t: NullTranslations
) -> ReplayPosition:
    """Return a deal of a finished match of this server.

    Raises:
        UserError: there is no such match here, or it has not ended.
        TableError: it has no such deal.

    """
    client = interaction.client
    kept = await match_of(interaction, identity)
    header, deals = await header_for(client.hub.store, kept.header, asker, t), deal_count(kept)
    if not 1 <= deal <= deals:
        raise TableError(Code.STALE)
    reels = client.reels
    reel = reels.pop((header.id, deal), None) or await client.rendering.draw(_reel, kept, deal)
    reels[header.id, deal] = reel
    if len(reels) > MAX_REELS:
        reels.popitem(last=False)
    return ReplayPosition(header, deal, deals, reel)


def _reel(kept: SavedTable, deal: int) -> Reel:
    return Reel(open_replay_views(kept, deal))


async def _moment(
    interaction: Interaction, identity: str, deal: int, at: int
) -> tuple[list[discord.File], discord.ui.LayoutView]:
    """Return one moment for the user who asks: its files and its message."""
    client, t = interaction.client, translations(interaction.locale)
    position = await _position(interaction, identity, deal, interaction.user.id, t)
    reel, people = position.reel, picture_names(position.header, t)
    at = min(at, len(reel) - 1)
    place = f"-# {position.place_text(at, t)}"
    text, rows = "\n".join((position.heading(t), position.text(at, t), place)), position.rows(at, t)
    as_text, theme = await appearance_of_answer(interaction, private=True)
    if as_text:
        return picture_message(text, await client.rendering.draw(_moment_text, reel, at, people, t), rows)
    png, alt = await client.rendering.draw(_draw_moment, reel, at, people, t, theme)
    # a different name for each moment: the previous picture may still be loading
    return picture_message(text, Picture(png, f"replay-{deal}-{at}.png", alt), rows)


def _draw_moment(
    reel: Reel, at: int, people: Sequence[str], t: NullTranslations, theme: render.Theme
) -> tuple[bytes, str]:
    """Return the picture of a moment and its alt text."""
    tell = render.deal_end_alt if reel.shows_result(at) else render.table_alt
    return reel.picture(at, people, t, theme), tell(reel.view(at), people, t)


def _moment_text(reel: Reel, at: int, people: Sequence[str], t: NullTranslations) -> str:
    """Return a moment as text, for a message that already names the last move and the result."""
    if reel.shows_result(at):
        return render.deal_end_text(reel.view(at), people, t, outcome=False)
    return render.table_text(reel.view(at), people, t, turn=False, last=False)


@command(name=_("replay"), description=_("Watch a finished match again, move by move, with all hands visible"))
@app_commands.describe(identity=_("The match's id"))
@app_commands.rename(identity=_("id"))
@app_commands.autocomplete(identity=suggest_match)
async def replay_command(interaction: Interaction, identity: str) -> None:
    """Handle ``/domino replay``: show the first moment of a match to the user who asks."""
    await show_from_start(interaction, identity)


async def show_from_start(interaction: Interaction, identity: str) -> None:
    """Show the first moment of a match in a new message, to the user who asks."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    files, view = await _moment(interaction, identity, 1, 0)
    await interaction.edit_original_response(view=view, attachments=files)


@on_button("step")
async def step(interaction: Interaction, table_id: str, deal: str, at: str, which: str) -> None:
    """Handle First, Back, Next and Last."""
    del which
    files, view = await _moment(interaction, table_id, number(deal), number(at))
    await interaction.response.edit_message(view=view, attachments=files)


@on_select("jump")
async def jump(interaction: Interaction, table_id: str, choice: str) -> None:
    """Handle the choice of a deal."""
    files, view = await _moment(interaction, table_id, number(choice), 0)
    await interaction.response.edit_message(view=view, attachments=files)


@on_button("watch")
async def watch(interaction: Interaction, table_id: str, deal: str) -> None:
    """Handle Play: show the animated deal to the user who pressed, with a button to post it."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    t = translations(interaction.locale)
    position = await _position(interaction, table_id, number(deal), interaction.user.id, t)
    text, views, people = position.heading(t), position.reel.views, picture_names(position.header, t)
    share = [button("post", table_id, deal, label=t.gettext("Post here"))]
    files, view = picture_message(text, await _as_read(interaction, views, people, t), (share,))
    await interaction.edit_original_response(view=view, attachments=files)


@on_button("post")
async def post(interaction: Interaction, table_id: str, deal: str) -> None:
    """Handle Post here: post the animated deal in the channel, in the server's language."""
    chosen = await server_preferences(interaction.client.hub.store, interaction.guild_id)
    t = translations(language_of(chosen, interaction.guild_locale))
    if not _may_write(interaction):
        raise UserError(translations(interaction.locale).gettext("You aren't allowed to post in this channel."))
    position = await _position(interaction, table_id, number(deal), None, t)
    await interaction.response.defer()
    _as_text, theme = await appearance_of_answer(interaction, private=False)
    picture = await _animation(interaction, position.reel.views, picture_names(position.header, t), t, theme)
    by = t.gettext("Shown by {name}").format(name=name(person_of(interaction)))
    files, view = picture_message(f"{position.heading(t)}\n-# {by}", picture)
    await interaction.followup.send(view=view, files=files, allowed_mentions=discord.AllowedMentions.none())


def _may_write(interaction: Interaction) -> bool:
    """Whether the user may write in the channel: the bot must not speak for users who may not."""
    may = interaction.permissions
    return may.send_messages_in_threads if isinstance(interaction.channel, discord.Thread) else may.send_messages
