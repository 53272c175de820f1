"""``/domino leaderboard``: the ranks of a server's people, by kind of match, time and rule set."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from gettext import NullTranslations
from typing import Any, NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

import render
from cogs.bot import Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button, on_select
from cogs.core.command_names import commands_for
from cogs.core.commands import SERVER, command
from cogs.core.components import buttons_beside, number
from cogs.core.context import delivery_of, leaderboard_scope
from cogs.core.errors import UserError
from cogs.core.frame import Picture, escaped, picture_message, rows_of_five
from cogs.core.preferences import appearance_of_answer, public_texts
from cogs.league.controls import Listed, controls
from cogs.league.query import (
    ALL_RULES,
    ALL_TIME,
    PEOPLE,
    LeaderboardQuery,
    league_of,
    month_at,
    open_season,
    row_of,
    season_name,
    season_time,
)
from cogs.messages.option_fields import MAX_ENTRIES, page_of, rules_typed, suggest_rules
from engine.live.league.figures import CLASS, NEWCOMER, PROVISIONAL, Kind, LeaderboardFilter, Season
from engine.live.model.errors import StorageError
from engine.live.model.namesakes import namesake_numbers
from render.i18n import month_name, translations
from render.names import numbered

_ = app_commands.locale_str

PAGE_SIZE = 10
"""The number of people on a page."""

THIS_MONTH, THIS_SEASON = "month", "season"
"""Times as given in the command; custom ids hold the actual month or season."""


async def page_message(
    interaction: Interaction,
    query: LeaderboardQuery,
    page: int,
    t: NullTranslations,
    *,
    private: bool,
    above: str = "",
    listed: Listed = Listed(),
) -> tuple[list[discord.File], discord.ui.LayoutView]:
    """Return a page of the leaderboard: its files and its message.

    Args:
        interaction: the interaction that asks for it.
        query: which matches count.
        page: counted from 1; a page past the last shows the last.
        t: the reader's catalog.
        private: whether only the user who asked sees it, in their own form.
        above: a line before all else.
        listed: the pages of its selects.

    Raises:
        TableError: the server has no such time.

    """
    if not delivery_of(interaction).has_leaderboard:
        text = t.gettext("A leaderboard needs several people. Your own results: {command}.")
        raise UserError(text.format(command=commands_for(interaction).name("stats")))
    standing = await _read(interaction, query, max(page, 1), private=private)
    phrases = query.phrases(standing.seasons, t)
    lines = [
        above,
        f"## {t.gettext('Leaderboard')}",
        escaped(" · ".join(phrases)),
        *_order_lines(query, standing, t),
        *_rating_lines(query, standing, t),
    ]
    text = "\n".join(line for line in lines if line)
    # before the very first match there is nothing to choose
    below = _controls(interaction, query, standing, listed, t) if standing.started else []
    below += rows_of_five(buttons_beside(interaction.client, "leaderboard", t))
    title = interaction.guild.name if interaction.guild is not None else ""
    empty, inviting = _empty_text(standing, phrases, t), not standing.over
    as_text, theme = await appearance_of_answer(interaction, private=private)
    if as_text:
        plain = render.leaderboard_text(title, standing.rows, t, empty=empty, inviting=inviting, heading=False)
        return picture_message(text, plain, below)
    png = await interaction.client.rendering.draw(
        render.leaderboard, title, standing.rows, t, theme=theme, about=phrases, empty=empty, inviting=inviting
    )
    alt = render.leaderboard_alt(title, standing.rows, t, about=phrases, empty=empty, inviting=inviting)
    return picture_message(text, Picture(png, "leaderboard.png", alt), below)


class Page(NamedTuple):
    """A page of a leaderboard.

    Attributes:
        rows: its people.
        number: its number, from 1.
        pages: how many pages there are.
        seasons: the server's seasons.
        months: the begins of the months in which matches ended.
        played: the rule sets that were played.
        over: whether the time asked for has ended.

    """

    rows: Sequence[render.LeaderboardRow]
    number: int
    pages: int
    seasons: Sequence[Season]
    months: Sequence[float]
    played: Sequence[str]
    over: bool

    @property
    def started(self) -> bool:
        """Whether there has been a match, or a season."""
        return bool(self.rows or self.seasons or self.played)


async def _read(interaction: Interaction, query: LeaderboardQuery, number: int, *, private: bool) -> Page:
    """Return a page of a leaderboard, or the last one if there are fewer."""
    guild_id, league = leaderboard_scope(interaction), league_of(interaction)
    seasons = await league.seasons(guild_id)
    question = LeaderboardFilter(guild_id, query.kind, query.span(seasons), query.rules)
    standings, total = await league.leaderboard(
        question, PAGE_SIZE, (number - 1) * PAGE_SIZE, by_rating=query.by_rating
    )
    pages = max(1, -(-total // PAGE_SIZE))
    if not standings and number > 1:
        number = pages
        standings, total = await league.leaderboard(
            question, PAGE_SIZE, (number - 1) * PAGE_SIZE, by_rating=query.by_rating
        )
    # people without a name get no number
    numbers = namesake_numbers(
        [each.name for each in standings], [not each.name and each.user_id for each in standings]
    )
    named = [replace(each, name=numbered(each.name, of)) for each, of in zip(standings, numbers, strict=True)]
    rows = [row_of(query.kind, each, you=private and each.user_id == interaction.user.id) for each in named]
    over = question.span.until <= interaction.client.clock()
    return Page(rows, number, pages, seasons, await league.months(guild_id), await league.rule_sets(guild_id), over)


def _order_lines(query: LeaderboardQuery, page: Page, t: NullTranslations) -> list[str]:
    """Return a line about the order of the rows and the number of the page; none without rows."""
    if not page.rows:
        return []
    if query.by_rating:
        order = t.gettext("Ordered by rating, provisional ones below.")
    elif query.rules:
        order = t.gettext("Ordered by wins, then points.")
    else:
        order = t.gettext("Ordered by wins, then by fewest matches.")
    if page.pages > 1:
        order += " " + t.gettext("Page {page} of {pages}.").format(page=page.number, pages=page.pages)
    return [f"-# {order}"]


def _rating_lines(query: LeaderboardQuery, page: Page, t: NullTranslations) -> list[str]:
    """Return a line about ratings; none where nobody has one."""
    if all(row.rating is None for row in page.rows):
        return []
    if query.rules:
        star = t.gettext("★ is the rating in this rule set.")
    else:
        star = t.gettext("★ is the rating over all rule sets.")
    scale = t.gettext(
        "Newcomers begin at {newcomer}. With {more} more than your opponent, you win about two matches in three. "
        "A question mark means fewer than {count} matches."
    )
    return [f"-# {star} {scale.format(newcomer=NEWCOMER, more=CLASS, count=PROVISIONAL)}"]


def _controls(
    interaction: Interaction, query: LeaderboardQuery, page: Page, listed: Listed, t: NullTranslations
) -> list[Sequence[discord.ui.Item[Any]]]:
    """Return the controls below a page."""
    times = [*map(season_time, page.seasons), *map(month_at, page.months)]
    offered = dict.fromkeys([ALL_TIME, query.time, month_at(interaction.client.clock()), *times])
    named = [(each, LeaderboardQuery(time=each).time_text(page.seasons, t)) for each in offered]
    return controls(query, page.number, page.pages, named, page.played, listed, t)


def _empty_text(page: Page, phrases: Sequence[str], t: NullTranslations) -> str:
    """Return the text of a page without rows; empty before the very first match."""
    if not page.started:
        return ""
    kind, time, rules = phrases
    form = t.gettext("No finished matches yet: {kind} · {time} · {rules}.")
    if page.over:
        form = t.gettext("No finished matches: {kind} · {time} · {rules}.")
    return form.format(kind=kind, time=time, rules=rules)


async def show_to_everybody(
    interaction: Interaction, query: LeaderboardQuery, page: int, above: str = "", listed: Listed = Listed()
) -> None:
    """Show a page to everyone, in the promised answer or the pressed message.

    A user who reads text gets a copy as text: one person's choice changes nothing for the others.
    """
    t = await public_texts(interaction)
    files, components = await page_message(interaction, query, page, t, private=False, above=above, listed=listed)
    if interaction.response.is_done():
        await edit_answer(interaction, view=components, attachments=files)
    else:
        await interaction.response.edit_message(view=components, attachments=files)
    if (await appearance_of_answer(interaction, private=True)).as_text:
        reader = translations(interaction.locale)
        files, components = await page_message(interaction, query, page, reader, private=True)
        await interaction.response.send_message(view=components, files=files, ephemeral=True)


# ---------------------------------------------------------------------- the command


async def suggest_time(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest all time, this month, this season if one runs, every season and month, if they contain the typed text."""
    t, league, guild_id = translations(interaction.locale), league_of(interaction), leaderboard_scope(interaction)
    seasons = await league.seasons(guild_id)
    offered = [(t.gettext("All time"), ALL_TIME), (t.gettext("This month"), THIS_MONTH)]
    if open_season(seasons) is not None:
        offered.append((t.gettext("This season"), THIS_SEASON))
    offered += [(season_name(each, t), season_time(each)) for each in seasons]
    offered += [(month_name(each, t), month_at(each)) for each in await league.months(guild_id)]
    wanted = typed.casefold().strip()
    return [
        app_commands.Choice(name=label[:100], value=value)
        for label, value in offered
        if wanted in label.casefold() or wanted == value
    ][:MAX_ENTRIES]


class Leaderboard(Cog):
    """Shows the leaderboard."""

    @commands.Cog.listener()
    async def on_primary(self) -> None:
        """Add up matches older than tallies; recomputing figures makes up for a failure."""
        with suppress(StorageError):
            await self.bot.hub.store.league.tally_missing()

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
        self, interaction: Interaction, time: str = ALL_TIME, rules: str | None = None, kind: str | None = None
    ) -> None:
        """Handle ``/domino leaderboard``: without a kind, of the kind of the last match."""
        if rules is not None:
            rules = rules_typed(rules, translations(interaction.locale))
        league, guild_id = league_of(interaction), leaderboard_scope(interaction)
        seasons = await league.seasons(guild_id)
        query = LeaderboardQuery(time=time_of(interaction, time.strip(), seasons), rules=rules or "")
        if kind is None:
            newest = await league.newest_kind(LeaderboardFilter(guild_id, span=query.span(seasons), rules=query.rules))
            kind = newest or Kind.ALONE
        query = replace(query, kind=Kind(kind))
        await interaction.response.defer(thinking=True)
        await show_to_everybody(interaction, query, 1)

    @on_button("standing")
    async def standing(
        self, interaction: Interaction, page: str, kind: str = PEOPLE, time: str = ALL_TIME, rules: str = ALL_RULES
    ) -> None:
        """Handle the button Leaderboard after a match: show the leaderboard to the user who pressed it."""
        asked, reader = LeaderboardQuery.read(kind, time, rules), translations(interaction.locale)
        files, components = await page_message(interaction, asked, number(page), reader, private=True)
        await interaction.response.send_message(view=components, files=files, ephemeral=True)

    @on_button("page")
    async def turn_page(
        self, interaction: Interaction, page: str, kind: str = PEOPLE, time: str = ALL_TIME, rules: str = ALL_RULES
    ) -> None:
        """Handle Back and Next; earlier versions wrote only the page, or the page and the kind, into the id."""
        await _change(interaction, LeaderboardQuery.read(kind, time, rules), number(page))

    @on_button("boardkind")
    @on_button("boardorder")
    async def choose_kind(self, interaction: Interaction, kind: str, time: str, rules: str) -> None:
        """Handle the button of another kind of match or order."""
        await _change(interaction, LeaderboardQuery.read(kind, time, rules), 1)

    @on_select("boardwhen")
    async def choose_time(self, interaction: Interaction, kind: str, time: str, rules: str, choice: str) -> None:
        """Handle the choice of another time, or of another page of them."""
        more = page_of(choice)
        query = LeaderboardQuery.read(kind, time if more is not None else choice, rules)
        await _change(interaction, query, 1, Listed(times=more))

    @on_select("boardwhat")
    async def choose_rules(self, interaction: Interaction, kind: str, time: str, rules: str, choice: str) -> None:
        """Handle the choice of another rule set, or of another page of them."""
        more = page_of(choice)
        query = LeaderboardQuery.read(kind, time, rules if more is not None else choice)
        await _change(interaction, query, 1, Listed(rules=more))

    @on_select("boardtime")
    async def choose_time_before(self, interaction: Interaction, kind: str, rules: str, choice: str) -> None:
        """Handle the choice of another time in a message of an earlier version."""
        await self.choose_time(interaction, kind, choice, rules, choice)

    @on_select("boardrules")
    async def choose_rules_before(self, interaction: Interaction, kind: str, time: str, choice: str) -> None:
        """Handle the choice of another rule set in a message of an earlier version."""
        await self.choose_rules(interaction, kind, time, choice, choice)


def time_of(interaction: Interaction, typed: str, seasons: Sequence[Season]) -> str:
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
            raise UserError(text.format(command=commands_for(interaction).name("season", root=SERVER, do="open")))
        return season_time(season)
    asked = LeaderboardQuery(time=typed)
    if typed != ALL_TIME and asked.season(seasons) is None and asked.month() is None:
        raise UserError(t.gettext("There is no such time period. Choose one from the list."))
    return typed


async def _change(interaction: Interaction, query: LeaderboardQuery, page: int, listed: Listed = Listed()) -> None:
    """Show another page in the pressed message."""
    pressed, t = interaction.message, translations(interaction.locale)
    if pressed is None or not pressed.flags.ephemeral:
        await show_to_everybody(interaction, query, page, listed=listed)
        return
    files, components = await page_message(interaction, query, page, t, private=True, listed=listed)
    await interaction.response.edit_message(view=components, attachments=files)
