"""The server's leaderboard: who wins most, of whichever matches and time somebody asks for."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

import render
from cogs.core.bot import Interaction
from cogs.core.commands import command, command_name
from cogs.core.components import button, number, on_button, on_select, select
from cogs.core.errors import UserError
from cogs.core.layout import choice, layout
from cogs.core.preferences import reads_text, theme_of
from cogs.league.query import (
    ALL_RULES,
    EVER,
    KINDS,
    PEOPLE,
    Asked,
    Reader,
    league_of,
    month_at,
    quoted,
    row_of,
    running,
    season_name,
    season_time,
)
from cogs.messages.option_fields import suggest_rules
from engine.live.league.figures import PROVISIONAL, Kind, LeaderboardFilter, Season
from engine.rules import find
from render.i18n import translations

_ = app_commands.locale_str

PAGE = 10
"""How many people a page holds."""

THIS_MONTH, THIS_SEASON = "month", "season"
"""Times as they are given in the command; as far as they go on, what stands in ids is which month and season it was."""

MOST_TIMES = 25
"""How many entries Discord takes in a list."""


async def message(
    interaction: Interaction, asked: Asked, page: int, reader: Reader, *, private: bool, as_text: bool, above: str = ""
) -> tuple[list[discord.File], discord.ui.LayoutView]:
    """Make a page of the leaderboard: its picture, or the text in its place, and its controls.

    Args:
        interaction: where it is asked for.
        asked: which matches count.
        page: from 1; past the last it is the last.
        reader: who reads it.
        private: whether only who asked sees it.
        as_text: whether text takes the place of the picture.
        above: what stands before all else.

    Raises:
        TableError: the time asked for is none of this server's.

    """
    t, guild, league = reader.t, interaction.guild_id, league_of(interaction)
    if guild is None:
        raise UserError(t.gettext("Leaderboards are for servers."))
    seasons = await league.seasons(guild)
    question = LeaderboardFilter(guild, asked.kind, asked.span(seasons), asked.rules)
    page = max(page, 1)
    found, total = await league.board(question, PAGE, (page - 1) * PAGE)
    pages = max(1, -(-total // PAGE))
    if not found and page > 1:
        page = pages
        found, total = await league.board(question, PAGE, (page - 1) * PAGE)
    rows = [row_of(each, you=private and each.user == interaction.user.id) for each in found]
    about = asked.in_words(seasons, reader)
    # before the first match of all there is nothing to choose from
    begun = bool(rows or seasons or await league.rule_sets(guild))
    controls = _controls(asked, page, pages, seasons, interaction.client.clock(), reader) if begun else ()
    lines = [above, f"## {t.gettext('Leaderboard')}", quoted(" · ".join(about))]
    if rows:
        order = t.gettext("Ordered by wins, then points.")
        if pages > 1:
            order += " " + t.gettext("Page {page} of {pages}.").format(page=page, pages=pages)
        lines.append(f"-# {order}")
    if any(row.rating is not None for row in rows):
        star = t.gettext(
            "★ is the rating, from matches of all rule sets; with a question mark it rests on fewer than {count}."
        )
        lines.append(f"-# {star.format(count=PROVISIONAL)}")
    told = "\n".join(line for line in lines if line)
    title = interaction.guild.name if interaction.guild is not None else ""
    empty, over = "", question.span.until <= interaction.client.clock()
    if begun:
        kind, time, rules = about
        if over:
            form = t.gettext("No such match was finished: {kind} · {time} · {rules}.")
        else:
            form = t.gettext("No such match has been finished yet: {kind} · {time} · {rules}.")
        empty = form.format(kind=kind, time=time, rules=rules)
    if as_text:
        plain = render.leaderboard_text(title, rows, t, empty=empty, inviting=not over, heading=False)
        return [], layout(told, rows=controls, plain=plain)
    theme = await theme_of(interaction.client.hub.store, guild)
    png = await interaction.client.rendering.draw(
        render.leaderboard, title, rows, t, theme=theme, about=about, empty=empty, inviting=not over
    )
    alt = render.leaderboard_alt(title, rows, t, about=about, empty=empty, inviting=not over)
    file = discord.File(io.BytesIO(png), "leaderboard.png", description=alt)
    return [file], layout(told, file.filename, alt, controls)


# ---------------------------------------------------------------------- controls


def _controls(
    asked: Asked, page: int, pages: int, seasons: Sequence[Season], now: float, reader: Reader
) -> list[list[discord.ui.Item[Any]]]:
    """Give the ways to another page, another kind of match and another time."""
    t, (_kind, time, rules) = reader.t, asked.arguments
    rows: list[list[discord.ui.Item[Any]]] = []
    if pages > 1:
        rows.append(
            [
                button("page", page - 1, *asked.arguments, label=t.gettext("Back"), disabled=page == 1),
                button("page", page + 1, *asked.arguments, label=t.gettext("Next"), disabled=page == pages),
            ]
        )
    rows.append(
        [
            button(
                "boardkind",
                kind.value,
                time,
                rules,
                label=t.gettext(name),
                style=discord.ButtonStyle.primary if kind is asked.kind else discord.ButtonStyle.secondary,
                disabled=kind is asked.kind,
            )
            for kind, name in KINDS.items()
        ]
    )
    rows.append([_time_select(asked, seasons, now, reader)])
    return rows


def _time_select(asked: Asked, seasons: Sequence[Season], now: float, reader: Reader) -> discord.ui.Item[Any]:
    times = dict.fromkeys((EVER, asked.time, month_at(now), *map(season_time, seasons)))
    options = [
        choice(Asked(time=time).time_in_words(seasons, reader), time, chosen=time == asked.time)
        for time in list(times)[:MOST_TIMES]
    ]
    # the page is no part of it: another time begins with the first
    kind, _time, rules = asked.arguments
    return select("boardtime", kind, rules, options=options, placeholder=reader.t.gettext("Time"))


async def _reads_text(interaction: Interaction) -> bool:
    return await reads_text(interaction.client.hub.store, interaction.user.id)


# ---------------------------------------------------------------------- the command


async def suggest_time(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer all time, this month, this season where one runs, and every season, as far as they hold what was typed."""
    t = translations(interaction.locale)
    seasons = await league_of(interaction).seasons(interaction.guild_id or 0)
    offered = [(t.gettext("All time"), EVER), (t.gettext("This month"), THIS_MONTH)]
    if running(seasons) is not None:
        offered.append((t.gettext("This season"), THIS_SEASON))
    offered += [(season_name(each, t), season_time(each)) for each in seasons]
    wanted = typed.casefold().strip()
    return [
        app_commands.Choice(name=label[:100], value=value)
        for label, value in offered
        if wanted in label.casefold() or wanted == value
    ][:MOST_TIMES]


@command(
    name=app_commands.locale_str("leaderboard"), description=app_commands.locale_str("Who wins most on this server")
)
@app_commands.describe(
    time=_("When the matches ended"), rules=_("Which dominoes were played"), kind=_("Which matches count")
)
@app_commands.rename(time=_("time"), rules=_("rules"), kind=_("kind"))
@app_commands.choices(
    kind=[
        app_commands.Choice(name=_("alone"), value=Kind.ALONE.value),
        app_commands.Choice(name=_("pairs"), value=Kind.PAIRS.value),
        app_commands.Choice(name=_("computers"), value=Kind.COMPUTERS.value),
    ]
)
@app_commands.autocomplete(time=suggest_time, rules=suggest_rules)
async def leaderboard(
    interaction: Interaction, time: str = EVER, rules: str | None = None, kind: str = Kind.ALONE.value
) -> None:
    """Answer ``/domino leaderboard``."""
    if rules is not None:
        find(rules)
    seasons = await league_of(interaction).seasons(interaction.guild_id or 0)
    asked = Asked(Kind(kind), _time_of(interaction, time.strip(), seasons), rules or "")
    await interaction.response.defer(thinking=True)
    reader = await Reader.everybody(interaction)
    as_text = await _reads_text(interaction)
    files, view = await message(interaction, asked, 1, reader, private=False, as_text=as_text)
    await interaction.edit_original_response(view=view, attachments=files)


def _time_of(interaction: Interaction, typed: str, seasons: Sequence[Season]) -> str:
    """Give what stands in ids for a time as the command takes it.

    Raises:
        UserError: it is none of those offered.

    """
    t = translations(interaction.locale)
    if typed == THIS_MONTH:
        return month_at(interaction.client.clock())
    if typed == THIS_SEASON:
        season = running(seasons)
        if season is None:
            text = t.gettext("No season runs just now. Members with the permission Manage Server open one: {command}.")
            raise UserError(text.format(command=command_name(t, "settings", "season", do="open")))
        return season_time(season)
    if typed != EVER and Asked(time=typed).season(seasons) is None:
        raise UserError(t.gettext("There is no such time. Choose one from the list."))
    return typed


@on_button("standing")
async def standing(
    interaction: Interaction, page: str, kind: str = PEOPLE, time: str = EVER, rules: str = ALL_RULES
) -> None:
    """Answer the button Leaderboard after a match, for the one who pressed it."""
    reader, as_text = Reader.of(interaction.locale), await _reads_text(interaction)
    asked = Asked.read(kind, time, rules)
    files, view = await message(interaction, asked, number(page), reader, private=True, as_text=as_text)
    await interaction.response.send_message(view=view, files=files, ephemeral=True)


@on_button("page")
async def turn_page(
    interaction: Interaction, page: str, kind: str = PEOPLE, time: str = EVER, rules: str = ALL_RULES
) -> None:
    """Answer Back and Next under a leaderboard; those of earlier versions say no more than the page, or the kind."""
    await _change(interaction, Asked.read(kind, time, rules), number(page))


@on_button("boardkind")
async def choose_kind(interaction: Interaction, kind: str, time: str, rules: str) -> None:
    """Answer the button of another kind of match."""
    await _change(interaction, Asked.read(kind, time, rules), 1)


@on_select("boardtime")
async def choose_time(interaction: Interaction, kind: str, rules: str, choice: str) -> None:
    """Answer the choice of another time."""
    await _change(interaction, Asked.read(kind, choice, rules), 1)


async def _change(interaction: Interaction, asked: Asked, page: int) -> None:
    """Show another page in the message that was pressed; it stays in the form in which it was asked for."""
    pressed = interaction.message
    private = pressed is not None and pressed.flags.ephemeral
    as_text = pressed is not None and not pressed.attachments
    reader = Reader.of(interaction.locale) if private else await Reader.everybody(interaction)
    files, view = await message(interaction, asked, page, reader, private=private, as_text=as_text)
    await interaction.response.edit_message(view=view, attachments=files)
