"""A choice for people who don't know the games: three questions, and three games that fit the answers."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from itertools import groupby
from typing import Any, NamedTuple

import discord

import render
from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button, on_select
from cogs.core.components import button, number, select
from cogs.core.frame import Picture, choice, framed, gallery
from cogs.core.preferences import appearance_of_answer
from cogs.messages.names import rules_name
from engine.game import Family
from engine.live.history.experience import estimate
from engine.live.model.errors import Code, TableError
from engine.rules import RULE_SETS, RuleSet, has_hands
from render.i18n import translations

PROPOSALS = 3
"""How many games are proposed."""

PLAYERS = range(1, 9)
"""The numbers of players to choose from; 1 for somebody alone with computers, at a table for four."""

QUICK_SECONDS = 15 * 60.0
"""The longest estimate of a quick match."""


class Answers(NamedTuple):
    """The answers to the questions.

    Attributes:
        players: how many play, of :data:`PLAYERS`.
        quick: whether the match is to be quick.
        counts: whether players like to count.

    """

    players: int = 4
    quick: bool = True
    counts: bool = False

    @property
    def custom(self) -> tuple[int, int, int]:
        """The answers as arguments of a custom id."""
        return self.players, int(self.quick), int(self.counts)


def counts(rules: RuleSet) -> bool:
    """Whether players count while they play: moves score points, or halves that touch add up to a number."""
    scores = rules.scoring.move_points is not None and has_hands(rules.id)
    return scores or rules.about.family is Family.SUMS


def is_quick(rules: RuleSet) -> bool:
    """Whether a match is quick: of four players, or of the nearest number."""
    return estimate(rules.id, 4) <= QUICK_SECONDS


def proposals(answers: Answers) -> list[str]:
    """Return the games that fit the answers best, of different families where that is possible.

    All are for so many players. Of equal games the first one offered is the best known.
    """
    players = 4 if answers.players == 1 else answers.players
    possible = [each for each in RULE_SETS.values() if players in each.seats]

    def misses(rules: RuleSet) -> int:
        return (counts(rules) is not answers.counts) + (is_quick(rules) is not answers.quick)

    found: list[RuleSet] = []
    for _, group in groupby(sorted(possible, key=misses), key=misses):
        equal = list(group)
        families = {each.about.family: each for each in reversed(equal)}
        first = [each for each in equal if families[each.about.family] is each]
        found += [*first, *(each for each in equal if each not in first)]
    return [each.id for each in found[:PROPOSALS]]


def guide_rows(
    answers: Answers, found: Sequence[str], table_id: str, t: NullTranslations
) -> list[list[discord.ui.Item[Any]]]:
    """Return the selects of the answers, and a button for each game.

    Args:
        answers: the present answers.
        found: the ids of the games.
        table_id: the id of the lobby whose game the buttons change; empty if they open one.
        t: the reader's catalog.

    """
    players = [
        choice(_players(each, t), str(each), chosen=each == answers.players)
        for each in (PLAYERS[1:] if table_id else PLAYERS)
    ]
    lengths = {"1": t.gettext("Quick: a quarter of an hour"), "0": t.gettext("Longer: deal after deal")}
    kinds = {"0": t.gettext("Just match the tiles"), "1": t.gettext("Count and add up, too")}
    ways = {"quick": (lengths, answers.quick), "counts": (kinds, answers.counts)}
    rows: list[list[discord.ui.Item[Any]]] = [
        [_question("players", answers, table_id, players, t.gettext("How many are you?"))]
    ]
    for which, (labels, chosen) in ways.items():
        entries = [choice(label, value, chosen=value == str(int(chosen))) for value, label in labels.items()]
        rows.append([_question(which, answers, table_id, entries, next(iter(labels.values())))])
    verb, first = ("choose", (table_id,)) if table_id else ("alone" if answers.players == 1 else "open", ())
    label, style = t.gettext("Play {rules}"), discord.ButtonStyle.success
    rows.append(
        [button(verb, *first, each, label=label.format(rules=rules_name(each, t))[:80], style=style) for each in found]
    )
    return rows


def _question(
    which: str, answers: Answers, table_id: str, options: Sequence[discord.SelectOption], placeholder: str
) -> discord.ui.Item[Any]:
    arguments = (which, *answers.custom, *((table_id,) if table_id else ()))
    return select("guide", *arguments, options=options, placeholder=placeholder)


def _players(count: int, t: NullTranslations) -> str:
    return t.gettext("Alone, with computers") if count == 1 else t.gettext("{count} players").format(count=count)


class Guide(Cog):
    """Asks the questions, and proposes games."""

    @on_button("guide")
    async def ask(self, interaction: Interaction, table_id: str = "") -> None:
        """Handle Which game suits us, in the list of rule sets and in a lobby's More."""
        if table_id:
            interaction.client.hub.find(table_id).situation.require_lobby()
        files, components = await _page(interaction, Answers(), table_id)
        await interaction.response.send_message(view=components, files=files, ephemeral=True)

    @on_select("guide")
    async def answer(
        self,
        interaction: Interaction,
        which: str,
        players: str,
        quick: str,
        counts: str,
        more: str,
        chosen: str = "",
    ) -> None:
        """Handle an answer: propose other games. The id of a lobby stands before the answer, if there is one."""
        table_id, value = (more, chosen) if chosen else ("", more)
        answers = Answers(number(players), quick == "1", counts == "1")
        answers = _answered(answers, which, number(value))
        files, components = await _page(interaction, answers, table_id)
        await interaction.response.edit_message(view=components, attachments=files)


def _answered(answers: Answers, which: str, value: int) -> Answers:
    """Return the answers after another one; raise :class:`TableError` if it was not offered."""
    if which == "players":
        answers = Answers(value, answers.quick, answers.counts)
    elif which == "quick" and value in (0, 1):
        answers = Answers(answers.players, bool(value), answers.counts)
    elif which == "counts" and value in (0, 1):
        answers = Answers(answers.players, answers.quick, bool(value))
    else:
        raise TableError(Code.STALE)
    if answers.players not in PLAYERS:
        raise TableError(Code.STALE)
    return answers


async def _page(
    interaction: Interaction, answers: Answers, table_id: str
) -> tuple[list[discord.File], discord.ui.LayoutView]:
    """Return the pictures and the message with the proposals."""
    t, found = translations(interaction.locale), proposals(answers)
    as_text, theme = await appearance_of_answer(interaction, private=True)
    *questions, plays = guide_rows(answers, found, table_id, t)
    files: list[discord.File] = []
    shown: list[discord.ui.Item[Any]] = [discord.ui.ActionRow(*row) for row in questions]
    for each, play in zip(found, plays, strict=True):
        text = f"**{rules_name(each, t)}** · {t.gettext(RULE_SETS[each].about.tagline)}"
        alt = render.example_alt(each, t)
        shown.append(discord.ui.TextDisplay(f"{text}\n{alt}" if as_text else text))
        if not as_text:
            png = await interaction.client.rendering.draw(render.example, each, t, theme=theme)
            files.append(Picture(png, f"{each}.png", alt).file)
            shown.append(gallery(f"{each}.png", alt))
        shown.append(discord.ui.ActionRow(play))
    return files, framed(f"## {t.gettext('Which game suits us?')}", more=shown)
