"""``/domino stats``, and **Domino statistics** in the menu of a person: one person's statistics on a server.

Only the user who asks sees the answer, in their language. A person who is shown with their name can post their own
figures with a button; nothing else makes figures public.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from gettext import NullTranslations

import discord
from discord import app_commands

import render
from cogs.bot import Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button, on_person
from cogs.core.command_names import commands_for
from cogs.core.commands import command
from cogs.core.components import button, buttons_beside
from cogs.core.context import delivery_of, leaderboard_scope
from cogs.core.errors import UserError
from cogs.core.frame import Picture, Rows, framed, picture_message, rows_of_five
from cogs.core.preferences import appearance_of_answer, public_texts
from cogs.core.ways import LEADERBOARD, OPEN
from cogs.league.query import KINDS, league_of, row_of
from cogs.messages.names import name, rules_name
from engine.i18n import N_
from engine.live.league.figures import NEWCOMER, Companion, Kind, LeaderboardFilter, Profile
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Person
from engine.rules import RULE_SETS
from render.i18n import day_name, translations

_ = app_commands.locale_str

_NOTES = {
    Visibility.NAMED: "",
    Visibility.NAMELESS: N_("Only you can see this: leaderboards show you without your name."),
    Visibility.HIDDEN: N_(
        "Only you can see this: you aren't on any leaderboard, and the ranks shown are those you would have."
    ),
}
"""The note on one's own statistics, by how one is shown."""


class Statistics(Cog):
    """Shows a person's statistics."""

    @on_person(name=_("Domino statistics"))
    @command(name=_("stats"), description=_("Your statistics, or someone else's"))
    @app_commands.describe(person=_("Whose statistics, if not your own"))
    @app_commands.rename(person=_("person"))
    async def stats(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Handle ``/domino stats``, and Domino statistics in a person's menu: show them to the user."""
        about = interaction.user if person is None else person
        visibility, t = await _visibility(interaction, about), translations(interaction.locale)
        own = about.id == interaction.user.id
        beside = buttons_beside(interaction.client, "stats", t) if own else []
        try:
            figures = await _statistics(interaction, about, t)
        except UserError as none_yet:
            if not beside:
                raise
            view = framed(str(none_yet), rows=rows_of_five(beside))
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        if own and visibility is Visibility.NAMED and not delivery_of(interaction).alone:
            beside.insert(0, button("stats", label=t.gettext("Show everybody")))
        note, rows = _NOTES[visibility] if own else "", rows_of_five(beside)
        files, components = await _message(interaction, about, figures, t, note, rows, private=True)
        await edit_answer(interaction, view=components, attachments=files)

    @on_button("stats")
    async def show_all(self, interaction: Interaction) -> None:
        """Handle the button that posts one's own statistics."""
        if await _visibility(interaction, interaction.user) is not Visibility.NAMED:
            t = translations(interaction.locale)
            raise UserError(t.gettext("You have chosen not to show your name, so this stays private."))
        t = await public_texts(interaction)
        figures = await _statistics(interaction, interaction.user, t)
        await interaction.response.defer(thinking=True)
        files, components = await _message(interaction, interaction.user, figures, t, private=False)
        await interaction.response.send_message(view=components, files=files)


async def _visibility(interaction: Interaction, person: discord.User | discord.Member) -> Visibility:
    """Return how a person wants to be shown.

    Raises:
        UserError: the person is a bot, or another user who does not show their figures.

    """
    t = translations(interaction.locale)
    if person.bot:
        text = t.gettext("{name} is a bot, and bots have no statistics.")
        raise UserError(text.format(name=_name(person)), LEADERBOARD)
    visibility = (await interaction.client.hub.store.preferences.get(PersonPreferences, person.id)).shown
    if visibility is not Visibility.NAMED and person.id != interaction.user.id:
        text = t.gettext("{name} doesn't show their statistics to others.")
        raise UserError(text.format(name=_name(person)), LEADERBOARD)
    return visibility


def _name(person: discord.User | discord.Member) -> str:
    return name(Person(person.id, person.display_name, ""))


async def _message(
    interaction: Interaction,
    person: discord.User | discord.Member,
    about: render.Statistics,
    t: NullTranslations,
    note: str = "",
    rows: Rows = (),
    *,
    private: bool,
) -> tuple[list[discord.File], discord.ui.LayoutView]:
    """Return a person's statistics, for the user alone or for everyone: the files and the message."""
    title = interaction.guild.name if interaction.guild is not None else ""
    lines = [f"## {t.gettext('Statistics of {name}').format(name=_name(person))}"]
    if any(chapter.curve for chapter in about.chapters):
        star = t.gettext(
            "★ is the rating over all rule sets; newcomers begin at {newcomer}. Its curve is paler while it is based "
            "on few matches."
        )
        lines.append(f"-# {star.format(newcomer=NEWCOMER)}")
    told = [await line(leaderboard_scope(interaction), person.id, t) for line in interaction.client.stats_lines]
    lines += filter(None, told)
    if note:
        lines.append(f"-# {t.gettext(note)}")
    text = "\n".join(lines)
    as_text, theme = await appearance_of_answer(interaction, private=private)
    if as_text:
        return picture_message(text, render.statistics_text(title, about, t, heading=False), rows)
    png = await interaction.client.rendering.draw(render.statistics, title, about, t, theme=theme)
    return picture_message(text, Picture(png, "statistics.png", render.statistics_alt(title, about, t)), rows)


# ---------------------------------------------------------------------- texts


async def _statistics(
    interaction: Interaction, person: discord.User | discord.Member, t: NullTranslations
) -> render.Statistics:
    """Collect a person's statistics in each kind of match.

    Raises:
        UserError: they have finished no match on this server.

    """
    league, guild_id = league_of(interaction), leaderboard_scope(interaction)
    chapters: list[render.Chapter] = []
    portraits: dict[Kind, Profile] = {}
    for kind, title in KINDS.items():
        figures = await league.standing(LeaderboardFilter(guild_id, kind), person.id)
        if figures is None:
            continue
        portraits[kind] = portrait = await league.profile(LeaderboardFilter(guild_id, kind), person.id)
        chapters.append(_chapter(t.gettext(title), row_of(kind, figures), portrait, t))
    if not chapters:
        if person.id == interaction.user.id:
            text = t.gettext("You haven't finished a match here yet. Start one with {command}.")
            raise UserError(text.format(command=commands_for(interaction).name("play")))
        text = t.gettext("{name} hasn't finished a match here yet.")
        raise UserError(text.format(name=_name(person)), OPEN)
    return render.Statistics(
        person.display_name,
        tuple(chapters),
        _rule_sets(portraits.values(), t),
        _closest(each.partner for each in portraits.values()),
        _closest(each.nemesis for each in portraits.values()),
    )


def _chapter(title: str, row: render.LeaderboardRow, portrait: Profile, t: NullTranslations) -> render.Chapter:
    """Return the statistics in one kind of match."""
    days = [day_name(at, t) for at, _rating in portrait.curve] or [""]
    curve = tuple((rating.value, rating.provisional) for _at, rating in portrait.curve)
    return render.Chapter(title, row, curve, days[0], days[-1])


def _rule_sets(portraits: Iterable[Profile], t: NullTranslations) -> tuple[tuple[str, int, int], ...]:
    """Return matches and wins by rule set over all kinds of match, most played first."""
    played, won = Counter[str](), Counter[str]()
    for portrait in portraits:
        for rules, matches, wins in portrait.rules:
            # a rule set of a later version has no name here
            called = rules_name(rules, t) if rules in RULE_SETS else rules
            played[called] += matches
            won[called] += wins
    return tuple((rules, matches, won[rules]) for rules, matches in played.most_common())


def _closest(companions: Iterable[Companion | None]) -> render.Companion | None:
    """Return the companion with the most wins; None if there is none."""
    closest = max(filter(None, companions), key=lambda each: each.wins, default=None)
    return None if closest is None else render.Companion(closest.name, closest.matches, closest.wins)
