"""The end of a cup: the first three in its channel, and a person's places in ``/domino stats``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import Final

from cogs.bot import DominoBot
from cogs.core.cog import Cog
from cogs.core.components import button
from cogs.core.frame import escaped, picture_message
from cogs.cups.results.entrants import EntrantNames, bold
from cogs.cups.results.standings import standings_of
from cogs.cups.results.standings_message import Message, files_button, picture_of, places_buttons
from cogs.cups.texts import entrants_word, title
from engine.cups import Format, How, knock_out
from engine.live.cups.model import Situation
from engine.live.cups.store import Podium
from render import StandingsRow
from render.i18n import list_items, translations
from render.text.sentences import capitalized
from render.text.standings import phrases, side_text
from render.values import MEDALS

SIGNS: Final = ("🥇", "🥈", "🥉")
"""The medals of the first three places."""
MAX_WINNERS: Final = 12
"""The most rows of a podium: in a small field many may be level."""
MAX_READ: Final = 100
"""The most cups of a person that are counted."""
MAX_NAMED: Final = 3
"""The most cups of a person that are named."""


async def podium_message(bot: DominoBot, at: Situation) -> Message:
    """Return the message at the end of a cup, in its language; it mentions nobody.

    Args:
        bot: the bot.
        at: the cup, which has ended.

    """
    t = translations(at.header.locale)
    number = len(at.cup.rounds)
    about = await bot.rendering.draw(standings_of, at, number, EntrantNames(at, t), t)
    heading = [f"## {title(at.header)}", f"**{capitalized(t.gettext('the podium'))}**"]
    text = "\n".join([*heading, *podium_lines(at, about.rows, t)])
    how = button("cuphow", at.header.id, label=t.gettext("How places are found"))
    buttons = [*places_buttons(at, t, shown=True), how, files_button(at, t)]
    picture = await picture_of(bot, at, number, about, t)
    return picture_message(text, picture, [buttons])


def podium_lines(at: Situation, rows: Sequence[StandingsRow], t: NullTranslations) -> list[str]:
    """Return a line for each of the first three places, with its figures and tie-breaks, and one on the field."""
    lines = [*_without_winner(at, t)]
    best = [row for row in rows if 0 < row.place <= MEDALS][:MAX_WINNERS]
    # a podium shows no moves since the last round
    lines += [_podium_line(replace(row, moved=0), t) for row in best]
    rounds = t.ngettext("{count} round", "{count} rounds", len(at.cup.rounds)).format(count=len(at.cup.rounds))
    field = [entrants_word(at.cup.settings, len(rows), t), rounds]
    if any(each.is_computer for each in at.cup.entrants.values()):
        field.append(t.gettext("computers have no places"))
    lines.append(f"-# {' · '.join(field)}")
    return lines


def _podium_line(row: StandingsRow, t: NullTranslations) -> str:
    name = side_text(row.names, bold, t)
    told = ", ".join(phrases(row, t))
    line = t.gettext("{label}: {value}").format(label=name, value=told) if told else name
    return f"{SIGNS[row.place - 1]} {line}"


def _without_winner(at: Situation, t: NullTranslations) -> Iterator[str]:
    """Yield why nobody is first; nothing if somebody is."""
    cup = at.cup
    if not cup.rounds:
        yield t.gettext("No round was played.")
        return
    if cup.settings.format is not Format.KNOCK_OUT:
        return
    final = cup.table_at(len(cup.rounds), knock_out.FINAL)
    result = None if final is None else final.result
    if result is not None and result.how is How.ABSENT and len(result.absent) > 1:
        yield t.gettext("Nobody came to the final, so the tournament has no winner.")


def places_line(podiums: Sequence[Podium], t: NullTranslations) -> str:
    """Return a person's first three places, counted, and the newest cups; empty for none."""
    if not podiums:
        return ""
    counts = [sum(each.place == place for each in podiums) for place in range(1, MEDALS + 1)]
    counted = " · ".join(f"{sign} {count}" for sign, count in zip(SIGNS, counts, strict=True) if count)
    newest = [f"{SIGNS[each.place - 1]} {escaped(each.name)}" for each in podiums[:MAX_NAMED]]
    text = t.gettext("Tournaments: {counts}. Last: {names}.")
    return text.format(counts=counted, names=list_items(newest, t))


class Podiums(Cog):
    """Tells a person's places in cups below their statistics."""

    bot: DominoBot

    async def cog_load(self) -> None:
        """Add the line to statistics."""
        await super().cog_load()
        self.bot.stats_lines.append(self.line)

    async def cog_unload(self) -> None:
        """Remove those places from statistics."""
        self.bot.stats_lines.remove(self.line)
        await super().cog_unload()

    async def line(self, guild_id: int, user_id: int, t: NullTranslations) -> str:
        """Return the line on a person's places on a server; empty for none."""
        return places_line(await self.bot.hub.store.cups.podiums(guild_id, user_id, MAX_READ), t)
