"""``/domino-server season``: open, close and list the seasons of a server's leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core.cog import Cog, Sent, on_modal, on_select
from cogs.core.command_names import CommandNames, commands_for
from cogs.core.commands import ON_SERVERS, SERVER, command
from cogs.core.components import modal, only, select
from cogs.core.context import leaderboard_scope, manages_server
from cogs.core.errors import UserError
from cogs.core.frame import choice, escaped, framed
from cogs.core.preferences import public_texts
from cogs.league.leaderboard import show_to_everybody
from cogs.league.query import LeaderboardQuery, league_of, open_season, season_name, season_time
from engine.live.league.figures import Kind, LeaderboardFilter, Season
from engine.live.league.leaderboard import NoSeasonRuns, SeasonRuns
from engine.live.model.errors import Code, TableError
from render.i18n import translations
from render.names import clean

_ = app_commands.locale_str

MAX_NAME = 40
"""The maximum length of a season's name."""
MAX_LISTED = 25
"""The number of seasons listed; ``/domino leaderboard`` still shows earlier ones."""

OPEN, CLOSE = "open", "close"


class Seasons(Cog):
    """Opens, closes and lists seasons."""

    @command(
        under=SERVER,
        name=_("season"),
        description=_("See, open or close seasons of this server's leaderboard"),
        formerly=["domino settings season"],
        where=ON_SERVERS,
    )
    @app_commands.describe(do=_("Open a season, or close the current one"), name=_("The name of a new season"))
    @app_commands.rename(do=_("do"), name=_("name"))
    @app_commands.choices(
        do=[app_commands.Choice(name=_("open"), value=OPEN), app_commands.Choice(name=_("close"), value=CLOSE)]
    )
    async def season_command(
        self, interaction: Interaction, do: str | None = None, name: app_commands.Range[str, 1, MAX_NAME] | None = None
    ) -> None:
        """Handle ``/domino-server season``: list the seasons, or open or close one."""
        if do is None:
            await _list(interaction)
            return
        _require_manager(interaction)
        assert interaction.guild_id is not None
        if do == OPEN:
            await _open(interaction, interaction.guild_id, clean(name or "")[:MAX_NAME])
        else:
            await _close(interaction, interaction.guild_id)

    @on_select("season")
    async def choose(self, interaction: Interaction, choice: str) -> None:
        """Handle the choice to open a season, which asks for its name, or to close the current one."""
        _require_manager(interaction)
        assert interaction.guild_id is not None
        if choice == CLOSE:
            await _close(interaction, interaction.guild_id)
        elif choice == OPEN:
            await interaction.response.send_modal(_name_modal(translations(interaction.locale)))
        else:
            raise TableError(Code.STALE)

    @on_modal("season")
    async def open_named(self, interaction: Interaction, sent: Sent) -> None:
        """Handle the modal with a season's name."""
        _require_manager(interaction)
        assert interaction.guild_id is not None
        await _open(interaction, interaction.guild_id, clean(only(sent.get("name")))[:MAX_NAME])


def _require_manager(interaction: Interaction) -> None:
    """Raise UserError unless the user manages the server; Discord restricts whole commands, not subcommands."""
    if not manages_server(interaction):
        t = translations(interaction.locale)
        raise UserError(t.gettext("Only members with the Manage Server permission can open and close seasons."))


def _name_modal(t: NullTranslations) -> discord.ui.Modal:
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="name", required=False, max_length=MAX_NAME)
    label = discord.ui.Label(
        text=t.gettext("The name of a new season"),
        description=t.gettext("Leave this empty for a season without a name."),
        component=field,
    )
    return modal("season", title=t.gettext("Open a season"), fields=[label])


async def _open(interaction: Interaction, guild_id: int, called: str) -> None:
    """Open a season, and announce it."""
    try:
        opened = await league_of(interaction).open_season(guild_id, called, interaction.client.clock())
    except SeasonRuns as error:
        t = translations(interaction.locale)
        text = t.gettext("{season} is already running. Close it first: {command}.")
        closing = commands_for(interaction).name("season", root=SERVER, do=CLOSE)
        raise UserError(text.format(season=escaped(season_name(error.season, t)), command=closing)) from None
    t = await public_texts(interaction)
    lines = [
        f"## {t.gettext('{season} begins').format(season=escaped(season_name(opened, t)))}",
        t.gettext("Matches that end from now on count toward this season. See the standings: {command}.").format(
            command=CommandNames(interaction.client.mentions, t).name("leaderboard")
        ),
    ]
    await interaction.response.send_message(view=framed("\n".join(lines)))


async def _close(interaction: Interaction, guild_id: int) -> None:
    """Close the open season, and post the final standing of its most played kind of match."""
    try:
        closed = await league_of(interaction).close_season(guild_id, interaction.client.clock())
    except NoSeasonRuns:
        t = translations(interaction.locale)
        text = t.gettext("No season is running, so there is nothing to close. Open one with {command}.")
        raise UserError(text.format(command=commands_for(interaction).name("season", root=SERVER, do=OPEN))) from None
    await interaction.response.defer(thinking=True)
    t = await public_texts(interaction)
    over = t.gettext("🏁 {season} is over. Here are the final standings.")
    query = LeaderboardQuery(await _most_played(interaction, closed), season_time(closed))
    above = over.format(season=f"**{escaped(season_name(closed, t))}**")
    await show_to_everybody(interaction, query, 1, above)


async def _most_played(interaction: Interaction, closed: Season) -> Kind:
    """Return the kind of match that most people played in a season; the first of equals."""
    league, guild_id = league_of(interaction), leaderboard_scope(interaction)
    people = {kind: (await league.leaderboard(LeaderboardFilter(guild_id, kind, closed.span), 1))[1] for kind in Kind}
    return max(people, key=people.__getitem__)


async def _list(interaction: Interaction) -> None:
    """List the seasons for the user who asks, with a select for managers."""
    t = translations(interaction.locale)
    seasons = await league_of(interaction).seasons(leaderboard_scope(interaction))
    current = open_season(seasons)
    lines = [f"## {t.gettext('Seasons of this server')}", *_season_lines(seasons, t)]
    if not seasons:
        text = t.gettext(
            "There haven't been any seasons yet. Members with the Manage Server permission can open one: {command}."
        )
        lines.append(text.format(command=commands_for(interaction).name("season", root=SERVER, do=OPEN)))
    elif current is None:
        lines.append(f"-# {t.gettext('None of them is running right now.')}")
    rows = [[_season_select(current, t)]] if manages_server(interaction) else []
    await interaction.response.send_message(view=framed("\n".join(lines), rows=rows), ephemeral=True)


def _season_select(current: Season | None, t: NullTranslations) -> discord.ui.Item[Any]:
    """Return a select that opens a season, or closes the current one."""
    if current is None:
        options = [choice(t.gettext("Open a season"), OPEN)]
        return select("season", options=options, placeholder=t.gettext("No season is running"))
    options = [choice(t.gettext("Close the season and show the final standings"), CLOSE)]
    running = t.gettext("{season} is running").format(season=season_name(current, t))
    return select("season", options=options, placeholder=running)


def _season_lines(seasons: Sequence[Season], t: NullTranslations) -> list[str]:
    """Return a line for each season, newest first; Discord shows dates in the reader's time zone."""
    lines: list[str] = []
    for each in seasons[:MAX_LISTED]:
        form = (
            t.gettext("- **{season}**: since {opened}")
            if each.closed_at is None
            else t.gettext("- **{season}**: {opened} to {closed}")
        )
        opened, closed = (f"<t:{int(at or 0)}:d>" for at in (each.opened_at, each.closed_at))
        lines.append(form.format(season=escaped(season_name(each, t)), opened=opened, closed=closed))
    return lines
