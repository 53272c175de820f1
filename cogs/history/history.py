"""``/domino match history``: finished matches, a page at a time, and a select of their replays."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

from cogs.bot import DominoBot, Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button, on_select
from cogs.core.command_names import commands_for
from cogs.core.commands import MATCH, command
from cogs.core.components import button, number, read_user_id, select
from cogs.core.context import leaderboard_scope
from cogs.core.errors import UserError
from cogs.core.frame import framed
from cogs.history.finished import people_of
from cogs.history.replay import Replays
from cogs.messages.names import fit_items, labelled, name, plain_name, rules_name
from engine.live.history.finished import FinishedMatch
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Person
from render.i18n import list_items, translations

_ = app_commands.locale_str

PAGE_SIZE = 8
"""The number of matches on a page."""

MINE, SERVER = "mine", "server"

MAX_OPTION = 100
"""Discord's limit for the text of a select's option."""

MAX_PEOPLE, MAX_WINNERS = 230, 100
"""The characters for the players and for the winners of a match: a page of large tables is not cut."""


class History(Cog):
    """Lists finished matches."""

    def __init__(self, bot: DominoBot, replays: Replays) -> None:
        super().__init__(bot)
        self._replays = replays

    @command(
        under=MATCH,
        name=_("history"),
        description=_("Finished matches: yours, someone else's, or this server's"),
        formerly=["domino history"],
    )
    @app_commands.describe(whose=_("Whose matches to show"), person=_("Someone else's matches"))
    @app_commands.rename(whose=_("whose"), person=_("person"))
    @app_commands.choices(
        whose=[app_commands.Choice(name=_("mine"), value=MINE), app_commands.Choice(name=_("server"), value=SERVER)]
    )
    async def history(self, interaction: Interaction, whose: str = MINE, person: discord.User | None = None) -> None:
        """Handle ``/domino match history``: show the first page to the user who asks."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        asked = str(person.id) if person is not None else whose
        await edit_answer(interaction, view=await _page(interaction, asked, 1))

    @on_button("past")
    async def turn_page(self, interaction: Interaction, whose: str, page: str) -> None:
        """Handle Back and Next."""
        await interaction.response.edit_message(view=await _page(interaction, whose, number(page)))

    @on_select("look")
    async def open_replay(self, interaction: Interaction, choice: str) -> None:
        """Handle the choice of a match: show its replay in a new message."""
        await self._replays.show_from_start(interaction, choice)


async def _page(interaction: Interaction, whose: str, page: int) -> discord.ui.LayoutView:
    t, past = translations(interaction.locale), interaction.client.hub.store.history
    guild_id, asker_id = leaderboard_scope(interaction), interaction.user.id
    person_id = _person_id(whose, asker_id)
    if person_id not in (None, asker_id):
        await _require_shown(interaction, person_id or 0, t)
    total = await past.count(guild_id, user_id=person_id)
    pages = max(1, -(-total // PAGE_SIZE))
    page = min(max(page, 1), pages)
    matches = await past.page(guild_id, PAGE_SIZE, (page - 1) * PAGE_SIZE, user_id=person_id)
    lines = [f"## {_heading(whose, person_id, t)}"]
    if not matches:
        lines.append(
            t.gettext("No match has been finished yet. Start one with {command}.").format(
                command=commands_for(interaction).name("play")
            )
        )
        return framed("\n".join(lines))
    count_text = t.ngettext("{count} match, newest first.", "{count} matches, newest first.", total)
    lines.append(f"-# {count_text.format(count=total)}")
    if pages > 1:
        lines[-1] += " " + t.gettext("Page {page} of {pages}.").format(page=page, pages=pages)
    lines += [_match_text(each, asker_id, t) for each in matches]
    rows: list[list[discord.ui.Item[Any]]] = [[_match_select(matches, asker_id, t)]]
    if pages > 1:
        rows.append(
            [
                button("past", whose, page - 1, label=t.gettext("Back"), disabled=page == 1),
                button("past", whose, page + 1, label=t.gettext("Next"), disabled=page == pages),
            ]
        )
    return framed("\n".join(lines), rows=rows)


def _person_id(whose: str, asker_id: int) -> int | None:
    """Return the id of the person whose matches are listed; None for everybody on the server."""
    if whose == SERVER:
        return None
    return asker_id if whose == MINE else read_user_id(whose)


async def _require_shown(interaction: Interaction, user_id: int, t: NullTranslations) -> None:
    """Raise UserError if a person does not show their matches: the list would reveal anonymous players."""
    chosen = await interaction.client.hub.store.preferences.get(PersonPreferences, user_id)
    if chosen.shown is not Visibility.NAMED:
        raise UserError(t.gettext("This person doesn't show their matches to others."))


def _heading(whose: str, user_id: int | None, t: NullTranslations) -> str:
    if whose == MINE:
        return t.gettext("Your matches here")
    if user_id is None:
        return t.gettext("Matches here")
    return t.gettext("Matches played by {name}").format(name=f"<@{user_id}>")


def _match_text(match: FinishedMatch, asker_id: int, t: NullTranslations) -> str:
    """Return two lines about a match: id, rule set and time; players with their points, and the winners."""
    people = people_of(match, asker_id, t)
    form = t.gettext("`{id}` · **{rules}** · {when}")
    first = form.format(id=match.id, rules=rules_name(match.rules, t), when=f"<t:{int(match.at)}:R>")
    sides = [_side(match, people, side, t) for side in _sides(match)]
    facts = [", ".join(fit_items(sides, MAX_PEOPLE, t)), _winners_text(match, people, t)]
    if match.deals > 1:
        facts.append(t.ngettext("{count} deal", "{count} deals", match.deals).format(count=match.deals))
    return f"{first}\n{' · '.join(fact for fact in facts if fact)}"


def _sides(match: FinishedMatch) -> list[tuple[int, ...]]:
    seats = range(len(match.people))
    return [(0, 2), (1, 3)] if match.pairs else [(seat,) for seat in seats]


def _side(match: FinishedMatch, people: list[Person], seats: tuple[int, ...], t: NullTranslations) -> str:
    """Return the names of a side, with their points if any were played for."""
    who = list_items([name(people[seat]) for seat in seats], t)
    points = [match.people[seat].points for seat in seats]
    known = next((each for each in points if each is not None), None)
    counted = any(each.points for each in match.people)
    return who if known is None or not counted else labelled(who, str(known), t)


def _winners_text(match: FinishedMatch, people: list[Person], t: NullTranslations) -> str:
    """Return the winners. Computers' wins are not stored: if no person won, one of the computers did."""
    people_won = [side for side in _sides(match) if _has_won(match, side)]
    won = people_won or [side for side in _sides(match) if _is_of_computers(match, side)]
    if len(won) > 1 and not people_won:
        return t.gettext("a computer won")
    return _won_text([name(people[seat]) for side in won for seat in side], t)


def _won_text(winners: list[str], t: NullTranslations) -> str:
    names = list_items(fit_items(winners, MAX_WINNERS, t), t)
    return t.ngettext("{names} won", "{names} won", len(winners)).format(names=names) if winners else ""


def _has_won(match: FinishedMatch, side: tuple[int, ...]) -> bool:
    return any(match.people[seat].won for seat in side)


def _is_of_computers(match: FinishedMatch, side: tuple[int, ...]) -> bool:
    return all(match.people[seat].level is not None for seat in side)


def _match_select(matches: list[FinishedMatch], asker_id: int, t: NullTranslations) -> discord.ui.Select[Any]:
    """Return the select that opens a replay."""
    options = [
        discord.SelectOption(
            label=f"{each.id} · {rules_name(each.rules, t)}"[:MAX_OPTION],
            description=", ".join(plain_name(person) for person in people_of(each, asker_id, t))[:MAX_OPTION],
            value=each.id,
        )
        for each in matches
    ]
    return select("look", options=options, placeholder=t.gettext("Watch a match again"))
