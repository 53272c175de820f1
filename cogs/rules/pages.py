"""The rules: a list of all rule sets, and one of them on a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from gettext import NullTranslations
from itertools import groupby
from typing import Any

import discord
from discord import app_commands

import render
from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button, on_select
from cogs.core.commands import command
from cogs.core.components import button
from cogs.core.context import table_here
from cogs.core.frame import Picture, framed, picture_message
from cogs.core.preferences import appearance_of_answer
from cogs.messages.names import labelled, rules_name, value_name
from cogs.messages.option_fields import page_of, redraw, rules_select, rules_typed, suggest_rules
from engine.game import Topic
from engine.live.model.errors import TableError
from engine.rules import RULE_SETS, RuleSet, find
from engine.tiles import full_set
from render.i18n import translations

_ = app_commands.locale_str


def rules_page(rules: str, t: NullTranslations) -> str:
    """Return a rule set on one page: numbers of players, tiles, course of the game, and options."""
    rule_set = find(rules)
    lines = [f"## {rules_name(rules, t)}", f"*{' · '.join(_players(rule_set, t))}*", ""]
    lines.append(_under(t.gettext("Tiles"), [_tiles(rule_set, t)], t))
    lines += [
        _under(t.gettext(topic.value), map(t.gettext, rule_set.about.page[topic]), t)
        for topic in Topic
        if topic in rule_set.about.page
    ]
    if rule_set.options:
        lines += ["", f"**{t.gettext('Options')}** ({t.gettext('bold: the default')})"]
    for option in rule_set.options:
        # values have commas of their own
        values = " · ".join(
            f"**{value_name(option, value, t)}**" if value == option.default else value_name(option, value, t)
            for value in option.values
        )
        if option.min_value is not None:
            values += f" {t.gettext('or any number from {least}').format(least=option.min_value)}"
        lines.append(f"- {labelled(t.gettext(option.label), values, t)}")
    return "\n".join(lines)


def _under(heading: str, sentences: Iterable[str], t: NullTranslations) -> str:
    return labelled(f"**{heading}**", " ".join(sentences), t)


def _players(rules: RuleSet, t: NullTranslations) -> Iterator[str]:
    """Yield how many play, whether in pairs, and which way round."""
    least, most = rules.seats[0], rules.seats[-1]
    players = t.gettext("{count} players") if least == most else t.gettext("{least} to {most} players")
    yield players.format(count=most, least=least, most=most)
    pairs = rules.option("pairs")
    if pairs is not None:
        together = t.gettext("two pairs, partners facing each other")
        yield t.gettext("four alone or in two pairs, partners facing each other") if pairs.is_choice else together
    yield t.gettext("turns go clockwise") if rules.clockwise else t.gettext("turns go counter-clockwise")


def _tiles(rules: RuleSet, t: NullTranslations) -> str:
    """Return the set, and how many tiles each player is dealt by the number of players."""
    chosen = {option.id: option.default for option in rules.options}
    seats_by_hand = [
        (hand, [*seats]) for hand, seats in groupby(rules.seats, key=lambda seats: rules.tiles_each(chosen, seats))
    ]
    hands = [_dealt_to(hand, seats, t) for hand, seats in seats_by_hand]
    if len(hands) == 1:
        hands = [str(hand) for hand, _ in seats_by_hand if hand]
    form = t.gettext("{count}, from 0-0 to {top}-{top}; each player takes {hands}")
    if not hands:
        form = t.gettext("{count}, from 0-0 to {top}-{top}")
    return form.format(count=len(full_set(rules.max_pips)), top=rules.max_pips, hands=", ".join(hands))


def _dealt_to(hand: int, seats: Sequence[int], t: NullTranslations) -> str:
    form = t.ngettext("{hand} ({count} player)", "{hand} ({count} players)", seats[-1])
    if len(seats) > 1:
        form = t.gettext("{hand} ({least}–{most} players)")
    return form.format(hand=hand, count=seats[0], least=seats[0], most=seats[-1])


async def _show_rules(interaction: Interaction, rules: str) -> None:
    t = translations(interaction.locale)
    page = rules_page(rules, t)
    as_text, theme = await appearance_of_answer(interaction, private=True)
    picture: Picture | str = render.example_alt(rules, t)
    if not as_text:
        png = await interaction.client.rendering.draw(render.example, rules, t, theme=theme)
        picture = Picture(png, "example.png", picture)
    tiles = button("set", find(rules).max_pips, label=t.gettext("All the tiles"))
    rows = [[tiles, button("rulesets", label=t.gettext("All rule sets"))]]
    files, components = picture_message(page, picture, rows)
    await interaction.response.send_message(view=components, files=files, ephemeral=True)


class Rules(Cog):
    """Shows the rules."""

    @on_button("rules")
    async def rules_button(self, interaction: Interaction, rules: str) -> None:
        """Handle the button Rules."""
        await _show_rules(interaction, rules)

    @on_button("rulesets")
    async def list_button(self, interaction: Interaction) -> None:
        """Handle the button All rule sets."""
        await interaction.response.send_message(view=list_rules(translations(interaction.locale)), ephemeral=True)

    @on_select("read")
    async def choose_rules(self, interaction: Interaction, choice: str) -> None:
        """Handle the choice of a rule set to read about, or of another page of them."""
        page = page_of(choice)
        if page is None:
            await _show_rules(interaction, choice)
        else:
            await redraw(interaction, list_rules(translations(interaction.locale), page))

    @command(name=_("rules"), description=_("How a rule set is played"))
    @app_commands.describe(rules=_("Which rule set to play"))
    @app_commands.rename(rules=_("rules"))
    @app_commands.autocomplete(rules=suggest_rules)
    async def rules_command(self, interaction: Interaction, rules: str | None = None) -> None:
        """Handle ``/domino rules``: show the named rule set, else that of the channel's table, else the list of all."""
        t = translations(interaction.locale)
        if rules is None:
            try:
                rules = table_here(interaction).header.rules
            except TableError:
                await interaction.response.send_message(view=list_rules(t), ephemeral=True)
                return
        await _show_rules(interaction, rules_typed(rules, t))


def list_rules(t: NullTranslations, page: int = 0) -> discord.ui.LayoutView:
    """Return the list of all rule sets by family, a line each, with the select that shows one; ``page`` is its page."""
    lines = [f"## {t.gettext('Rule sets')}"]
    for family, rule_sets in groupby(RULE_SETS.values(), key=lambda rules: rules.about.family):
        lines += ["", f"**{t.gettext(family.value)}**"]
        lines += [f"- **{rules_name(each.id, t)}** · {t.gettext(each.about.tagline)}" for each in rule_sets]
    rows: list[list[discord.ui.Item[Any]]] = [
        [rules_select("read", chosen="", t=t, page=page)],
        [button("guide", label=t.gettext("Which game suits us?"))],
    ]
    return framed("\n".join(lines), rows=rows)
