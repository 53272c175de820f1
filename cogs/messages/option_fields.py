"""Selects of rule sets, and the rule sets that a typed text may mean."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.components import is_number, select
from cogs.core.context import leaderboard_scope
from cogs.core.frame import choice
from cogs.messages.names import rules_name
from engine.rules import RULE_SETS, RuleSet, find
from render.i18n import translations

MAX_ENTRIES = 25
"""The maximum number of entries of a select."""

PAGE = "page-"
"""The beginning of the value of a select's entry for another page."""


def rules_select(
    verb: str, *arguments: object, chosen: str, t: NullTranslations, page: int | None = None
) -> discord.ui.Item[Any]:
    """Return a select of rule sets, handled by ``verb``, and of the next page if there are too many for one.

    Args:
        verb: the verb of the custom id.
        arguments: its arguments.
        chosen: the present rule set's id.
        t: the reader's catalog.
        page: the page to show, from 0; None for the one with the present rule set.

    """
    choices = [choice(rules_name(rules, t), rules, chosen=rules == chosen) for rules in RULE_SETS]
    entries = paged(choices, t.gettext("More rule sets…"), page)
    return select(verb, *arguments, options=entries, placeholder=t.gettext("Rule set"))


def paged(choices: Sequence[discord.SelectOption], more: str, page: int | None = None) -> list[discord.SelectOption]:
    """Return a page of a select's entries, and the entry for the next page if there are too many for one.

    Args:
        choices: all entries.
        more: the label of that entry.
        page: the page to show, from 0; None for the one with the chosen entry.

    """
    if len(choices) <= MAX_ENTRIES:
        return list(choices)
    size = MAX_ENTRIES - 1
    pages = [choices[start : start + size] for start in range(0, len(choices), size)]
    chosen = next((at for at, each in enumerate(choices) if each.default), 0)
    number = chosen // size if page is None else page % len(pages)
    return [*pages[number], choice(more, f"{PAGE}{(number + 1) % len(pages)}")]


def page_of(value: str) -> int | None:
    """Return the page that an entry of a select asks for; None if it is any other entry."""
    number = value.removeprefix(PAGE)
    return int(number) if value.startswith(PAGE) and is_number(number) else None


async def redraw(interaction: Interaction, panel: discord.ui.LayoutView) -> None:
    """Answer a choice with the updated panel; a public message is never turned into a panel."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await interaction.response.edit_message(view=panel)
    else:
        await interaction.response.send_message(view=panel, ephemeral=True)


def ranked_rules(typed: str, t: NullTranslations, played: Sequence[str] = ()) -> list[str]:
    """Return the ids of the rule sets that a text may mean, the likeliest first.

    A rule set with exactly this id, name or alias comes before those in which it begins one, these before those in
    which it is anywhere, and these before those whose family it is in. Among equals, ``played`` ones come first, in
    their order. Names, aliases and families count in the reader's language and in English, without accents and case.
    """
    wanted = bare(typed)
    if typed.strip() and not wanted:
        return []

    def called(rules: RuleSet) -> list[str]:
        aliases = f"{rules.about.aliases},{t.gettext(rules.about.aliases)}" if rules.about.aliases else ""
        return [
            bare(each)
            for each in (rules.id, rules.about.name, t.gettext(rules.about.name), *aliases.split(","))
            if each
        ]

    def rank(rules: RuleSet) -> int | None:
        names = called(rules)
        if wanted in names:
            return 0
        if any(each.startswith(wanted) for each in names):
            return 1
        if any(wanted in each for each in names):
            return 2
        family = rules.about.family.value
        return 3 if any(wanted in bare(each) for each in (family, t.gettext(family))) else None

    ranks = {each: rank(find(each)) for each in dict.fromkeys([*played, *RULE_SETS])}
    return [each for wanted_rank in range(4) for each in ranks if ranks[each] == wanted_rank]


def bare(text: str) -> str:
    """Return a text as it is compared: without accents, case, and the signs between words."""
    letters = [each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each)]
    return " ".join("".join(each if each.isalnum() else " " for each in letters).split())


def rules_typed(typed: str, t: NullTranslations) -> str:
    """Return the id of the rule set that a text most likely means.

    Raises:
        IllegalMove: there is none.

    """
    return next(iter(ranked_rules(typed, t)), None) or find(typed).id


async def suggest_rules(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the rule sets that the typed text may mean; those first that the server plays, then family by family."""
    t = translations(interaction.locale)
    played = await interaction.client.hub.store.league.rule_sets(leaderboard_scope(interaction))
    matches = ranked_rules(typed, t, played)[:MAX_ENTRIES]
    return [app_commands.Choice(name=rules_name(each, t), value=each) for each in matches]
