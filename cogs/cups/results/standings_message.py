"""The message after a round: the standings or the bracket, the changes, the round's results, and the next event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from typing import Any, Final

import discord

import render
from cogs.bot import DominoBot, Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.components import button, number
from cogs.core.frame import Picture, Rows, framed, picture_message
from cogs.core.preferences import server_theme
from cogs.cups.cup_message import next_line
from cogs.cups.results.bracket import bracket_of
from cogs.cups.results.entrants import EntrantNames, bold
from cogs.cups.results.pages import page_buttons, situation_of
from cogs.cups.results.round_message import table_lines
from cogs.cups.results.standings import standings_of
from cogs.cups.rounds import after_round
from cogs.cups.texts import relative, title
from cogs.messages.option_fields import redraw
from engine.cups import Format, Phase
from engine.live.cups.model import Situation
from render.i18n import translations
from render.text.plain.standings import pages
from render.text.standings import news, tie_line

MAX_RESULTS: Final = 8
"""The most tables whose results the message lists; there is a button for more."""

Message = tuple[list[discord.File], discord.ui.LayoutView]
"""The files and the layout of a message."""


async def standings_message(bot: DominoBot, at: Situation, round_number: int, more: Rows = ()) -> Message:
    """Return the message after a round, in the language of the cup; it mentions nobody.

    After the last round it is text alone: the podium has the picture, and tells who wins.

    Args:
        bot: the bot.
        at: the cup.
        round_number: the number of the round.
        more: rows of controls above its own.

    """
    t = translations(at.header.locale)
    # the podium has the final standings
    then = replace(at, cup=replace(at.cup, ended=False))
    names = EntrantNames(then, t)
    # of a large field that takes some milliseconds
    about = await bot.rendering.draw(standings_of, then, round_number, names, t)
    lines = [f"## {title(at.header)}", f"**{after_round(then.cup, round_number, t)}**"]
    results, coming = [*_results(then, round_number, names, t)], [*next_lines(at, round_number, t)]
    rows = [*more, _buttons(at, round_number, t)]
    if is_last(at, round_number):
        return [], framed("\n".join([*lines, *results, *coming]), rows=rows)
    lines += [*news(about, bold, t), *(f"-# {each}" for each in [tie_line(about, t)] if each)]
    picture = await picture_of(bot, then, round_number, about, t)
    if isinstance(picture, str) and picture:
        # a list of places, or the bracket, which has the results, stands below the text, and the next event below that
        lines += () if then.cup.settings.format is Format.KNOCK_OUT else results
        picture = "\n\n".join([picture, *coming])
    else:
        lines += [*results, *coming]
    return picture_message("\n".join(lines), picture, rows)


def is_last(at: Situation, round_number: int) -> bool:
    """Whether nothing is played after a round."""
    return round_number == len(at.cup.rounds) and at.phase in (Phase.DONE, Phase.ENDED)


async def picture_of(
    bot: DominoBot, at: Situation, round_number: int, about: render.Standings, t: NullTranslations
) -> Picture | str:
    """Return the standings after a round or, of a knock-out, the bracket; as text where the cup has text.

    A knock-out of more than sixteen sides has neither.
    """
    theme = await server_theme(bot.hub.store, at.header.guild_id)
    if at.cup.settings.format is not Format.KNOCK_OUT:
        first = replace(about, rows=about.rows[: render.MAX_STANDINGS])
        if at.header.as_text:
            return render.standings_text(first, t, heading=False, news=False)
        png = await bot.rendering.draw(render.standings, first, t, theme)
        return Picture(png, "standings.png", render.standings_alt(first, t))
    bracket = bracket_of(at, round_number, EntrantNames(at, t), t)
    if bracket is None:
        return ""
    if at.header.as_text:
        return render.bracket_text(bracket, t, heading=False)
    png = await bot.rendering.draw(render.bracket, bracket, t, theme)
    return Picture(png, "bracket.png", render.bracket_alt(bracket, t))


def _results(at: Situation, round_number: int, names: EntrantNames, t: NullTranslations) -> Iterator[str]:
    """Yield the results of a round, if they are few."""
    each = at.cup.rounds[round_number - 1]
    if len(each.tables) <= MAX_RESULTS:
        yield f"**{t.gettext('Results')}**"
        yield from table_lines(at, each, names, t)
    unopposed = any(table.result is not None and len(table.result.absent) == 1 for table in each.tables)
    if unopposed and at.cup.settings.format is not Format.KNOCK_OUT:
        average = t.gettext("A win without a match counts with the average of one's own matches.")
        yield f"-# {average}"


def next_lines(at: Situation, round_number: int, t: NullTranslations) -> Iterator[str]:
    """Yield the event after a round, until it comes: the next round, or the end."""
    if round_number != len(at.cup.rounds) or at.phase not in (Phase.PAIRING, Phase.DONE):
        return
    header = at.header
    if at.cup.paused:
        yield t.gettext("The tournament is paused.")
    elif at.phase is Phase.DONE and header.ends_at is not None:
        text = t.gettext("All rounds are played. The organizer can correct results; the podium comes {when}.")
        yield text.format(when=relative(header.ends_at))
    elif header.next_at is not None:
        yield next_line(at, header.next_at, t)
    elif header.waits_since is not None:
        everybody = relative(header.waits_since + header.graces.button)
        text = t.gettext("The organizer begins the next round with **Next round**. Everybody can do so {when}.")
        yield text.format(when=everybody)


def _buttons(at: Situation, round_number: int, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the buttons of one's own table, all places, the round's tables if they are not listed, and more."""
    buttons = places_buttons(at, t, shown=not is_last(at, round_number))
    if not at.over:
        buttons.insert(0, button("cupme", at.header.id, label=t.gettext("My table")))
    if len(at.cup.rounds[round_number - 1].tables) > MAX_RESULTS:
        buttons.append(button("cuptables", at.header.id, round_number, 1, label=t.gettext("All tables")))
    return [*buttons, button("cuphow", at.header.id, label=t.gettext("How places are found")), files_button(at, t)]


def places_buttons(at: Situation, t: NullTranslations, *, shown: bool) -> list[discord.ui.Item[Any]]:
    """Return the button of all places; none below the same list as text.

    Args:
        at: the cup.
        t: the catalog of the message.
        shown: whether the message shows the standings or the bracket.

    """
    ranked = sum(not each.is_computer for each in at.cup.entrants.values())
    complete = shown and at.cup.settings.format is not Format.KNOCK_OUT and ranked <= render.MAX_STANDINGS
    if complete and at.header.as_text:
        return []
    label = t.gettext("As text") if complete else t.gettext("All places")
    return [button("cupplaces", at.header.id, 1, label=label)]


def files_button(at: Situation, t: NullTranslations) -> discord.ui.Item[Any]:
    """Return the button of a cup's files."""
    return button("cupfiles", at.header.id, label=t.gettext("Files"))


class StandingsPages(Cog):
    """Shows everybody's place, a page at a time."""

    @on_button("cupplaces")
    async def turn_page(self, interaction: Interaction, cup_id: str, page: str) -> None:
        """Handle All places, and Back and Next there."""
        at, t = await situation_of(interaction, cup_id), translations(interaction.locale)
        done = sum(each.over for each in at.cup.rounds)
        about = await interaction.client.rendering.draw(standings_of, at, done, EntrantNames(at, t), t)
        every = list(pages(about, render.MAX_STANDINGS))
        shown = min(max(number(page), 1), len(every))
        lines = [f"## {title(at.header)}", f"**{after_round(at.cup, done, t)}**"]
        if len(every) > 1:
            lines.append(f"-# {t.gettext('Page {page} of {pages}.').format(page=shown, pages=len(every))}")
        if told := tie_line(about, t):
            lines.append(f"-# {told}")
        text = render.standings_text(every[shown - 1], t, heading=False, news=False)
        rows = page_buttons("cupplaces", (cup_id,), shown, len(every), t)
        await redraw(interaction, framed("\n".join(lines), rows=rows, plain=text))
