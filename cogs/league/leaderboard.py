"""``/domino leaderboard``: who wins most on a server, by kind of match, time and rule set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

import render
from cogs.core.answer import edit_answer
from cogs.core.bot import Interaction
from cogs.core.command_names import commands_for
from cogs.core.commands import command, domino_server
from cogs.core.components import button, number, on_button, on_select, select
from cogs.core.context import board_of, delivery_of
from cogs.core.errors import UserError
from cogs.core.layout import Picture, choice, escaped, picture_message
from cogs.core.preferences import appearance_of_answer, public_texts
from cogs.league.query import (
    ALL_RULES,
    ALL_TIME,
    KINDS,
    PEOPLE,
    LeaderboardQuery,
    league_of,
    month_at,
    open_season,
    row_of,
    season_name,
    season_time,
)
from cogs.messages.names import rules_name
from cogs.messages.option_fields import rules_typed, suggest_rules
from engine.live.league.figures import CLASS, NEWCOMER, PROVISIONAL, Kind, LeaderboardFilter, Season
from engine.live.model.table import Delivery
from render.i18n import translations

_ = app_commands.locale_str

PAGE_SIZE = 10
"""The number of people on a page."""

THIS_MONTH, THIS_SEASON = "month", "season"
"""Times as given in the command; custom ids hold the actual month or season."""

MAX_TIMES = 25
"""Discord's limit of entries in a list."""


async def page_message(
    interaction: Interaction,
    query: LeaderboardQuery,
    page: int,
    t: NullTranslations,
    *,
    private: bool,
    above: str = "",
) -> tuple[list[discord.File], discord.ui.LayoutView]:
    """Return a page of the leaderboard: its files and its message.

    Args:
        interaction: where it is asked for.
        query: which matches count.
        page: counted from 1; a page past the last shows the last.
        t: the catalog of who reads it.
        private: whether only the user who asked sees it, in their own form.
        above: a line before all else.

    Raises:
        TableError: the server has no such time.

    """
    guild, league = board_of(interaction), league_of(interaction)
    if delivery_of(interaction) is Delivery.DIRECT:
        text = t.gettext("A leaderboard needs several people. Your own results: {command}.")
        raise UserError(text.format(command=commands_for(interaction).name("stats")))
    seasons = await league.seasons(guild)
    question = LeaderboardFilter(guild, query.kind, query.span(seasons), query.rules)
    page = max(page, 1)
    found, total = await league.board(question, PAGE_SIZE, (page - 1) * PAGE_SIZE, by_rating=query.by_rating)
    pages = max(1, -(-total // PAGE_SIZE))
    if not found and page > 1:
        page = pages
        found, total = await league.board(question, PAGE_SIZE, (page - 1) * PAGE_SIZE, by_rating=query.by_rating)
    rows = [row_of(each, you=private and each.user == interaction.user.id) for each in found]
    phrases = query.phrases(seasons, t)
    # before the very first match there is nothing to choose
    played = await league.rule_sets(guild)
    started = bool(rows or seasons or played)
    controls = _controls(query, page, pages, seasons, played, interaction.client.clock(), t) if started else ()
    lines = [above, f"## {t.gettext('Leaderboard')}", escaped(" · ".join(phrases))]
    if rows:
        if query.by_rating:
            order = t.gettext("Ordered by rating, provisional ones below.")
        elif query.rules:
            order = t.gettext("Ordered by wins, then points.")
        else:
            order = t.gettext("Ordered by wins, then by fewest matches.")
        if pages > 1:
            order += " " + t.gettext("Page {page} of {pages}.").format(page=page, pages=pages)
        lines.append(f"-# {order}")
    if any(row.rating is not None for row in rows):
        if query.rules:
            star = t.gettext("★ is the rating in this rule set.")
        else:
            star = t.gettext("★ is the rating over all rule sets.")
        scale = t.gettext(
            "Newcomers begin at {newcomer}. With {more} more than your opponent, you win about two matches in three. "
            "A question mark means fewer than {count} matches."
        )
        lines.append(f"-# {star} {scale.format(newcomer=NEWCOMER, more=CLASS, count=PROVISIONAL)}")
    text = "\n".join(line for line in lines if line)
    title = interaction.guild.name if interaction.guild is not None else ""
    empty, over = "", question.span.until <= interaction.client.clock()
    if started:
        kind, time, rules = phrases
        if over:
            form = t.gettext("No finished matches: {kind} · {time} · {rules}.")
        else:
            form = t.gettext("No finished matches yet: {kind} · {time} · {rules}.")
        empty = form.format(kind=kind, time=time, rules=rules)
    as_text, theme = await appearance_of_answer(interaction, private=private)
    if as_text:
        plain = render.leaderboard_text(title, rows, t, empty=empty, inviting=not over, heading=False)
        return picture_message(text, plain, controls)
    png = await interaction.client.rendering.draw(
        render.leaderboard, title, rows, t, theme=theme, about=phrases, empty=empty, inviting=not over
    )
    alt = render.leaderboard_alt(title, rows, t, about=phrases, empty=empty, inviting=not over)
    return picture_message(text, Picture(png, "leaderboard.png", alt), controls)


async def show_to_everybody(interaction: Interaction, query: LeaderboardQuery, page: int, above: str = "") -> None:
    """Show a page to everyone, in the promised answer or the pressed message.

    A user who reads text gets it as text besides: how one person reads changes nothing for the others.
    """
    t = await public_texts(interaction)
    files, view = await page_message(interaction, query, page, t, private=False, above=above)
    if interaction.response.is_done():
        await edit_answer(interaction, view=view, attachments=files)
    else:
        await interaction.response.edit_message(view=view, attachments=files)
    if (await appearance_of_answer(interaction, private=True)).as_text:
        reader = translations(interaction.locale)
        files, view = await page_message(interaction, query, page, reader, private=True)
        await interaction.response.send_message(view=view, files=files, ephemeral=True)


# ---------------------------------------------------------------------- controls


def _controls(
    query: LeaderboardQuery,
    page: int,
    pages: int,
    seasons: Sequence[Season],
    played: Sequence[str],
    now: float,
    t: NullTranslations,
) -> list[list[discord.ui.Item[Any]]]:
    """Return the buttons for pages, kinds of match and orders, and the selects of times and of rule sets."""
    rows: list[list[discord.ui.Item[Any]]] = []
    if pages > 1:
        rows.append(
            [
                button("page", page - 1, *query.arguments, label=t.gettext("Back"), disabled=page == 1),
                button("page", page + 1, *query.arguments, label=t.gettext("Next"), disabled=page == pages),
            ]
        )
    rows.append(
        [
            _choice_button(
                "boardkind",
                replace(query, kind=kind, by_rating=query.by_rating and kind is not Kind.COMPUTERS),
                t.gettext(name),
                chosen=kind is query.kind,
            )
            for kind, name in KINDS.items()
        ]
    )
    if query.kind is not Kind.COMPUTERS:
        orders = {False: t.gettext("By wins"), True: t.gettext("By rating")}
        rows.append(
            [
                _choice_button(
                    "boardorder", replace(query, by_rating=by_rating), label, chosen=by_rating is query.by_rating
                )
                for by_rating, label in orders.items()
            ]
        )
    rows.append([_time_select(query, seasons, now, t)])
    if len(played) > 1 or query.rules:
        rows.append([_rules_select(query, played, t)])
    return rows


def _choice_button(verb: str, query: LeaderboardQuery, label: str, *, chosen: bool) -> discord.ui.Item[Any]:
    """Return the button of another kind of match or order; the chosen one can't be pressed."""
    style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
    return button(verb, *query.arguments, label=label, style=style, disabled=chosen)


def _rules_select(query: LeaderboardQuery, played: Sequence[str], t: NullTranslations) -> discord.ui.Item[Any]:
    """Return the select of rule sets: those that were played here, and the chosen one."""
    options = [choice(t.gettext("All rule sets"), ALL_RULES, chosen=not query.rules)]
    options += [
        choice(rules_name(rules, t), rules, chosen=rules == query.rules)
        for rules in list(dict.fromkeys((*filter(None, [query.rules]), *played)))[: MAX_TIMES - 1]
    ]
    kind, time, _rules = query.arguments
    return select("boardrules", kind, time, options=options, placeholder=t.gettext("Rules"))


def _time_select(
    query: LeaderboardQuery, seasons: Sequence[Season], now: float, t: NullTranslations
) -> discord.ui.Item[Any]:
    times = dict.fromkeys((ALL_TIME, query.time, month_at(now), *map(season_time, seasons)))
    options = [
        choice(LeaderboardQuery(time=time).time_text(seasons, t), time, chosen=time == query.time)
        for time in list(times)[:MAX_TIMES]
    ]
    # without the page: another time starts at the first
    kind, _time, rules = query.arguments
    return select("boardtime", kind, rules, options=options, placeholder=t.gettext("Time"))


# ---------------------------------------------------------------------- the command


async def suggest_time(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest all time, this month, this season if one runs, and every season, if they contain the typed text."""
    t = translations(interaction.locale)
    seasons = await league_of(interaction).seasons(board_of(interaction))
    offered = [(t.gettext("All time"), ALL_TIME), (t.gettext("This month"), THIS_MONTH)]
    if open_season(seasons) is not None:
        offered.append((t.gettext("This season"), THIS_SEASON))
    offered += [(season_name(each, t), season_time(each)) for each in seasons]
    wanted = typed.casefold().strip()
    return [
        app_commands.Choice(name=label[:100], value=value)
        for label, value in offered
        if wanted in label.casefold() or wanted == value
    ][:MAX_TIMES]


@command(name=app_commands.locale_str("leaderboard"), description=app_commands.locale_str("Who wins the most here"))
@app_commands.describe(
    time=_("When the matches ended"), rules=_("Which rule set was played"), kind=_("Which matches count")
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
    interaction: Interaction, time: str = ALL_TIME, rules: str | None = None, kind: str | None = None
) -> None:
    """Handle ``/domino leaderboard``: without a kind, of what was played last."""
    if rules is not None:
        rules = rules_typed(rules, translations(interaction.locale))
    league, guild = league_of(interaction), board_of(interaction)
    seasons = await league.seasons(guild)
    query = LeaderboardQuery(time=_time_of(interaction, time.strip(), seasons), rules=rules or "")
    if kind is None:
        newest = await league.newest_kind(LeaderboardFilter(guild, span=query.span(seasons), rules=query.rules))
        kind = newest or Kind.ALONE
    query = replace(query, kind=Kind(kind))
    await interaction.response.defer(thinking=True)
    await show_to_everybody(interaction, query, 1)


def _time_of(interaction: Interaction, typed: str, seasons: Sequence[Season]) -> str:
    """Return the custom id's form of a time as given in the command.

    Raises:
        UserError: there is no such time.

    """
    t = translations(interaction.locale)
    if typed == THIS_MONTH:
        return month_at(interaction.client.clock())
    if typed == THIS_SEASON:
        season = open_season(seasons)
        if season is None:
            text = t.gettext(
                "No season is running right now. Members with the Manage Server permission can open one: {command}."
            )
            raise UserError(
                text.format(command=commands_for(interaction).name("season", root=domino_server.name, do="open"))
            )
        return season_time(season)
    if typed != ALL_TIME and LeaderboardQuery(time=typed).season(seasons) is None:
        raise UserError(t.gettext("There is no such time period. Choose one from the list."))
    return typed


@on_button("standing")
async def standing(
    interaction: Interaction, page: str, kind: str = PEOPLE, time: str = ALL_TIME, rules: str = ALL_RULES
) -> None:
    """Handle the button Leaderboard after a match: show the board to the user who pressed it."""
    asked, reader = LeaderboardQuery.read(kind, time, rules), translations(interaction.locale)
    files, view = await page_message(interaction, asked, number(page), reader, private=True)
    await interaction.response.send_message(view=view, files=files, ephemeral=True)


@on_button("page")
async def turn_page(
    interaction: Interaction, page: str, kind: str = PEOPLE, time: str = ALL_TIME, rules: str = ALL_RULES
) -> None:
    """Handle Back and Next; earlier versions wrote only the page, or the page and the kind, into the id."""
    await _change(interaction, LeaderboardQuery.read(kind, time, rules), number(page))


@on_button("boardkind")
@on_button("boardorder")
async def choose_kind(interaction: Interaction, kind: str, time: str, rules: str) -> None:
    """Handle the button of another kind of match or order."""
    await _change(interaction, LeaderboardQuery.read(kind, time, rules), 1)


@on_select("boardtime")
async def choose_time(interaction: Interaction, kind: str, rules: str, choice: str) -> None:
    """Handle the choice of another time."""
    await _change(interaction, LeaderboardQuery.read(kind, choice, rules), 1)


@on_select("boardrules")
async def choose_rules(interaction: Interaction, kind: str, time: str, choice: str) -> None:
    """Handle the choice of another rule set."""
    await _change(interaction, LeaderboardQuery.read(kind, time, choice), 1)


async def _change(interaction: Interaction, query: LeaderboardQuery, page: int) -> None:
    """Show another page in the pressed message."""
    pressed = interaction.message
    if pressed is None or not pressed.flags.ephemeral:
        await show_to_everybody(interaction, query, page)
        return
    files, view = await page_message(interaction, query, page, translations(interaction.locale), private=True)
    await interaction.response.edit_message(view=view, attachments=files)
