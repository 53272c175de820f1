"""``/domino history``: the matches that are over, a page at a time, and the way to their replays."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.commands import command, command_name
from cogs.core.components import button, number, on_button, on_select, select
from cogs.core.errors import UserError
from cogs.core.layout import layout
from cogs.history.finished import people_of
from cogs.history.replay import show_from_start
from cogs.messages.names import labelled, name, plain_name, rules_name
from engine.live.history.finished import FinishedMatch
from engine.live.model.errors import Code, TableError
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Person
from render.i18n import translations
from render.text.length import length
from render.text.sentences import list_items

_ = app_commands.locale_str

PAGE = 8
"""How many matches a page holds."""

MINE, SERVER = "mine", "server"

LONGEST_OPTION = 100
"""How many characters Discord takes in an option of a select."""

PEOPLE_ROOM, WINNERS_ROOM = 230, 100
"""How many characters those who played take, and those who won, so that a page of large tables is not cut."""


@command(name=_("history"), description=_("Matches that are over: yours, somebody's, or this server's"))
@app_commands.describe(whose=_("Whose matches"), person=_("Somebody else's matches"))
@app_commands.rename(whose=_("whose"), person=_("person"))
@app_commands.choices(
    whose=[app_commands.Choice(name=_("mine"), value=MINE), app_commands.Choice(name=_("server"), value=SERVER)]
)
async def history(interaction: Interaction, whose: str = MINE, person: discord.User | None = None) -> None:
    """Answer ``/domino history``, to the one who asks."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    asked = str(person.id) if person is not None else whose
    await interaction.edit_original_response(view=await _page(interaction, asked, 1))


@on_button("past")
async def turn_page(interaction: Interaction, whose: str, page: str) -> None:
    """Answer Back and Next under a page."""
    await interaction.response.edit_message(view=await _page(interaction, whose, number(page)))


@on_select("look")
async def look(interaction: Interaction, choice: str) -> None:
    """Answer the choice of a match: its replay, in a message of its own."""
    await show_from_start(interaction, choice)


async def _page(interaction: Interaction, whose: str, page: int) -> discord.ui.LayoutView:
    t, past = translations(interaction.locale), interaction.client.hub.store.past
    guild, asker = interaction.guild_id or 0, interaction.user.id
    user = None if whose == SERVER else asker if whose == MINE else _user(whose)
    if user not in (None, asker):
        await _check_shown(interaction, user or 0, t)
    total = await past.count(guild, user=user)
    pages = max(1, -(-total // PAGE))
    page = min(max(page, 1), pages)
    found = await past.page(guild, PAGE, (page - 1) * PAGE, user=user)
    lines = [f"## {_heading(whose, user, t)}"]
    if not found:
        lines.append(
            t.gettext("No match is over yet. Begin one with {command}.").format(command=command_name(t, "play"))
        )
        return layout("\n".join(lines))
    matches = t.ngettext("{count} match, the newest first.", "{count} matches, the newest first.", total)
    lines.append(f"-# {matches.format(count=total)}")
    if pages > 1:
        lines[-1] += " " + t.gettext("Page {page} of {pages}.").format(page=page, pages=pages)
    lines += [_told(each, asker, t) for each in found]
    rows: list[list[discord.ui.Item[Any]]] = [[_choice(found, asker, t)]]
    if pages > 1:
        rows.append(
            [
                button("past", whose, page - 1, label=t.gettext("Back"), disabled=page == 1),
                button("past", whose, page + 1, label=t.gettext("Next"), disabled=page == pages),
            ]
        )
    return layout("\n".join(lines), rows=rows)


def _user(argument: str) -> int:
    """Read whose matches are asked for from a custom id; raise :class:`TableError` where it says no such thing."""
    # ids have 63 bits
    if argument.isascii() and argument.isdecimal() and len(argument) <= 19 and (user := int(argument)) < 2**63:
        return user
    raise TableError(Code.STALE)


async def _check_shown(interaction: Interaction, user: int, t: NullTranslations) -> None:
    """Make sure that somebody shows their matches to others; a list of theirs would tell who is without name in it."""
    chosen = await interaction.client.hub.store.preferences(PersonPreferences, user)
    if chosen.shown is not Visibility.NAMED:
        raise UserError(t.gettext("They don't show their matches to others."))


def _heading(whose: str, user: int | None, t: NullTranslations) -> str:
    if whose == MINE:
        return t.gettext("Your matches on this server")
    if user is None:
        return t.gettext("Matches on this server")
    return t.gettext("Matches of {name}").format(name=f"<@{user}>")


def _told(match: FinishedMatch, asker: int, t: NullTranslations) -> str:
    """Tell a match: its id, what was played and when; below it who played, with their points, and who won."""
    people = people_of(match, asker, t)
    form = t.gettext("`{id}` · **{rules}** · {when}")
    first = form.format(id=match.id, rules=rules_name(match.rules, t), when=f"<t:{int(match.at)}:R>")
    sides = [_side(match, people, side, t) for side in _sides(match)]
    facts = [", ".join(_few(sides, PEOPLE_ROOM, t)), _won(match, people, t)]
    if match.deals > 1:
        facts.append(t.ngettext("{count} deal", "{count} deals", match.deals).format(count=match.deals))
    return f"{first}\n{' · '.join(fact for fact in facts if fact)}"


def _sides(match: FinishedMatch) -> list[tuple[int, ...]]:
    seats = range(len(match.people))
    return [(0, 2), (1, 3)] if match.pairs else [(seat,) for seat in seats]


def _side(match: FinishedMatch, people: list[Person], seats: tuple[int, ...], t: NullTranslations) -> str:
    """Name who played together, with their points where it was played for any."""
    who = list_items([name(people[seat]) for seat in seats], t)
    points = [match.people[seat].points for seat in seats]
    known = next((each for each in points if each is not None), None)
    counted = any(each.points for each in match.people)
    return who if known is None or not counted else labelled(who, str(known), t)


def _won(match: FinishedMatch, people: list[Person], t: NullTranslations) -> str:
    """Say who won. What a computer made is not kept, but where no person won one of them did."""
    won = [side for side in _sides(match) if any(match.people[seat].won for seat in side)]
    if not won:
        won = [side for side in _sides(match) if all(match.people[seat].level is not None for seat in side)]
        if len(won) > 1:
            return t.gettext("a computer won")
    winners = [name(people[seat]) for side in won for seat in side]
    told = list_items(_few(winners, WINNERS_ROOM, t), t)
    return t.ngettext("{names} won", "{names} won", len(winners)).format(names=told) if winners else ""


def _few(items: list[str], room: int, t: NullTranslations) -> list[str]:
    """Give as many items as find room, one at least, and how many others there are."""
    kept = list(items)
    while len(kept) > 1 and sum(length(each) + 2 for each in kept) > room:
        kept.pop()
    more = len(items) - len(kept)
    return [*kept, t.ngettext("{count} more", "{count} more", more).format(count=more)] if more else kept


def _choice(found: list[FinishedMatch], asker: int, t: NullTranslations) -> discord.ui.Select[Any]:
    """Give the select that opens a replay."""
    options = [
        discord.SelectOption(
            label=f"{each.id} · {rules_name(each.rules, t)}"[:LONGEST_OPTION],
            description=", ".join(plain_name(person) for person in people_of(each, asker, t))[:LONGEST_OPTION],
            value=each.id,
        )
        for each in found
    ]
    return select("look", options=options, placeholder=t.gettext("Watch a match again"))
