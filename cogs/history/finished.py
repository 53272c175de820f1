"""Finished matches: found by id, with their people named as the reader may see them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from gettext import NullTranslations

from discord import app_commands

from cogs.bot import Interaction
from cogs.core.command_names import commands_for
from cogs.core.context import leaderboard_scope
from cogs.core.errors import UserError
from cogs.messages.names import as_shown, plain_name, rules_name
from engine.live.history.finished import FinishedMatch
from engine.live.model.errors import Code, TableError
from engine.live.model.table import People, Person, SavedTable, Status
from render.i18n import translations

MAX_SEARCHED, MAX_CHOICES, MAX_CHOICE = 100, 25, 100
"""The number of matches searched for suggestions, and Discord's limits for their number and length."""


async def match_of(interaction: Interaction, identity: str) -> SavedTable:
    """Return a finished match of this server, or of an archive, by its typed id.

    Raises:
        UserError: there is none; matches of other servers count as unknown.
        TableError: it can't be read.

    """
    t, hub = translations(interaction.locale), interaction.client.hub
    identity = identity.strip(" `\t").lower()
    status = await hub.store.history.status(leaderboard_scope(interaction), identity, interaction.user.id)
    if status is None:
        if (archived := await hub.archived(identity)) is not None:
            return archived
        text = t.gettext("There is no such match here. See the list with {command}.")
        raise UserError(text.format(command=commands_for(interaction).name("match", "history")))
    if status is Status.LOBBY:
        raise UserError(t.gettext("That match hasn't started yet, so there is nothing to show."))
    kept = None if status is Status.PLAYING else await hub.store.find(identity)
    if kept is None:
        raise UserError(t.gettext("That match is still being played. Its hands stay secret until it is over."))
    if kept.unreadable:
        raise TableError(Code.UNREADABLE)
    if not kept.log:
        raise UserError(t.gettext("That table was closed before a match started, so there is nothing to show."))
    return kept


def archived_deal(table_id: str) -> int:
    """Return the number of the deal that a match of an archive is, from 1; 0 for a match of a table."""
    number = table_id.rpartition("-")[2]
    return int(number) if "-" in table_id and number.isdecimal() else 0


def people_of(match: FinishedMatch, asker_id: int | None, t: NullTranslations) -> list[Person]:
    """Return the people of a finished match, each :func:`as_shown`."""
    people = [
        as_shown(Person(each.user_id, each.name, "", level=each.level), seat, each.visibility, asker_id, t)
        for seat, each in enumerate(match.people)
    ]
    return [*People.told_apart(people)]


async def suggest_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the newest matches of this server whose id, rule set or people contain the typed text."""
    t = translations(interaction.locale)
    recent = await interaction.client.hub.store.history.page(leaderboard_scope(interaction), MAX_SEARCHED)
    return _choices([(_label(each, interaction.user.id, t), each.id) for each in recent], typed)


def _choices(labels: Sequence[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    wanted = typed.strip(" `\t").casefold()
    fitting = [(label, identity) for label, identity in labels if wanted in label.casefold()]
    return [app_commands.Choice(name=label[:MAX_CHOICE], value=identity) for label, identity in fitting[:MAX_CHOICES]]


def _label(match: FinishedMatch, asker_id: int, t: NullTranslations) -> str:
    """Return a match as a suggestion: ``k3m9x2ab · 2026-11-21 · Mata · Ana, Ben``."""
    day = datetime.fromtimestamp(match.at, UTC).strftime("%Y-%m-%d")
    people = ", ".join(plain_name(each) for each in people_of(match, asker_id, t))
    return " · ".join((match.id, day, rules_name(match.rules, t), people))
