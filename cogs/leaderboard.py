"""The server's leaderboard."""

from __future__ import annotations

import io
from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

import render
from cogs.boards import layout
from cogs.computers import COMPUTERS, PEOPLE, kind_of
from cogs.controls import button, handles, number
from cogs.domino import command
from cogs.errors import Sorry
from cogs.interaction import Interaction
from cogs.looks import language_of, reads_text, server_preferences, theme_of
from cogs.names import name, ordinal_rank, plain_name
from cogs.words import words_for
from engine.live.declined import Declined, Why
from engine.live.store import Header, Person, Standing, Store

_ = app_commands.locale_str

PAGE = 10
"""How many people a page holds."""


def _kind(argument: str) -> str:
    """Read from a custom id which matches count; raise :class:`Declined` where it says no such thing."""
    if argument not in (PEOPLE, COMPUTERS):
        raise Declined(Why.STALE)
    return argument


async def changes(store: Store, header: Header, words: NullTranslations) -> list[str]:
    """Tell how a match just finished moved its players on the leaderboard, a line each, the best first.

    Matches with computers move nobody.
    """
    if kind_of(header) == COMPUTERS:
        apart = words.gettext("Matches with computers count apart on the leaderboard, and are rated for nobody.")
        return [f"-# {apart}"]
    told: list[tuple[int, str]] = []
    for person in header.people:
        before = await store.standing(header.guild, person.user, without=header.id)
        after = await store.standing(header.guild, person.user)
        if after is not None:
            told.append((after.rank, f"-# {_change(person, before, after, words)}"))
    return [line for _, line in sorted(told)]


def _change(person: Person, before: Standing | None, after: Standing, words: NullTranslations) -> str:
    facts = {
        "name": name(person),
        "rank": ordinal_rank(after.rank, words),
        "before": ordinal_rank(before.rank, words) if before is not None else "",
        "wins": words.ngettext("{count} win", "{count} wins", after.wins).format(count=after.wins),
        "matches": words.ngettext("{count} match", "{count} matches", after.matches).format(count=after.matches),
    }
    if before is None:
        text = words.gettext("{name}: new on the leaderboard, {rank} ({wins} in {matches})")
    elif before.rank == after.rank:
        text = words.gettext("{name}: still {rank} ({wins} in {matches})")
    else:
        text = words.gettext("{name}: from {before} to {rank} ({wins} in {matches})")
    return text.format(**facts)


async def _page(
    interaction: Interaction, page: int, words: NullTranslations, *, private: bool, as_text: bool, kind: str
) -> tuple[list[discord.File], discord.ui.LayoutView]:
    store, guild = interaction.client.hub.store, interaction.guild_id
    if guild is None:
        raise Sorry(words.gettext("Leaderboards are for servers."))
    page, computers = max(page, 1), kind == COMPUTERS
    standings, total = await store.leaderboard(guild, PAGE, (page - 1) * PAGE, computers=computers)
    if not standings and page > 1:
        page = max(1, -(-total // PAGE))
        standings, total = await store.leaderboard(guild, PAGE, (page - 1) * PAGE, computers=computers)
    title = interaction.guild.name if interaction.guild is not None else ""
    heading = words.gettext("Leaderboard")
    if computers:
        title = words.gettext("With computers · {server}").format(server=title)
        heading = words.gettext("Leaderboard of matches with computers")
    rows = _rows(standings, interaction.user.id if private else None)
    pages = max(1, -(-total // PAGE))
    text = f"## {heading}\n"
    text += words.gettext("Ordered by wins, then points. Page {page} of {pages}.").format(page=page, pages=pages)
    buttons: list[discord.ui.Item[Any]] = []
    if pages > 1:
        buttons = [
            button("page", page - 1, kind, label=words.gettext("Back"), disabled=page == 1),
            button("page", page + 1, kind, label=words.gettext("Next"), disabled=page == pages),
        ]
    # an empty board is told apart from one on which only other matches count
    if not total and (await store.leaderboard(guild, 1, computers=not computers))[1]:
        if computers:
            text += "\n" + words.gettext("Only matches with computers count here.")
            buttons = [button("page", 1, PEOPLE, label=words.gettext("Matches among people"))]
        else:
            text += "\n" + words.gettext("Only matches among people count here.")
            buttons = [button("page", 1, COMPUTERS, label=words.gettext("Matches with computers"))]
    below = (buttons,) if buttons else ()
    if as_text:
        return [], layout(text, rows=below, plain=render.leaderboard_text(title, rows, words))
    theme = await theme_of(store, guild)
    png = await interaction.client.drawing.draw(render.leaderboard, title, rows, words, theme=theme)
    file = discord.File(io.BytesIO(png), "leaderboard.png", description=render.leaderboard_alt(title, rows, words))
    return [file], layout(text, file.filename, file.description or "", below)


async def _reads_text(interaction: Interaction) -> bool:
    return await reads_text(interaction.client.hub.store, interaction.user.id)


def _rows(standings: Sequence[Standing], you: int | None) -> list[render.LeaderboardRow]:
    return [
        render.LeaderboardRow(
            rank=each.rank,
            name=plain_name(Person(each.user, each.name, "")),
            matches=each.matches,
            wins=each.wins,
            points=each.points,
            you=each.user == you,
        )
        for each in standings
    ]


async def _words_for_all(interaction: Interaction) -> NullTranslations:
    """Give the texts of what everybody on a server reads."""
    chosen = await server_preferences(interaction.client.hub.store, interaction.guild_id)
    return words_for(language_of(chosen, interaction.guild_locale))


@command(
    name=app_commands.locale_str("leaderboard"), description=app_commands.locale_str("Who wins most on this server")
)
@app_commands.describe(whom=_("Which matches count"))
@app_commands.rename(whom=_("with"))
@app_commands.choices(
    whom=[
        app_commands.Choice(name=_("people"), value=PEOPLE),
        app_commands.Choice(name=_("computers"), value=COMPUTERS),
    ]
)
async def leaderboard(interaction: Interaction, whom: str = PEOPLE) -> None:
    """Answer ``/domino leaderboard``."""
    await interaction.response.defer(thinking=True)
    words = await _words_for_all(interaction)
    as_text = await _reads_text(interaction)
    files, view = await _page(interaction, 1, words, private=False, as_text=as_text, kind=whom)
    await interaction.edit_original_response(view=view, attachments=files)


@handles("standing")
async def standing(interaction: Interaction, page: str, kind: str = PEOPLE) -> None:
    """Answer the button Leaderboard after a match, for the one who pressed it."""
    words, as_text = words_for(interaction.locale), await _reads_text(interaction)
    files, view = await _page(interaction, number(page), words, private=True, as_text=as_text, kind=_kind(kind))
    await interaction.response.send_message(view=view, files=files, ephemeral=True)


@handles("page")
async def turn_page(interaction: Interaction, page: str, kind: str = PEOPLE) -> None:
    """Answer Back and Next under a leaderboard."""
    message = interaction.message
    private = message is not None and message.flags.ephemeral
    # a page stays in the form in which it was asked for, whoever turns it
    as_text = message is not None and not message.attachments
    words = words_for(interaction.locale) if private else await _words_for_all(interaction)
    files, view = await _page(interaction, number(page), words, private=private, as_text=as_text, kind=_kind(kind))
    await interaction.response.edit_message(view=view, attachments=files)
