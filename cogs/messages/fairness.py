"""Provably fair deals in messages: the commitment before a deal, the players' words, the seed at the end."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.commands import command_name
from cogs.core.components import button
from cogs.messages.names import name
from engine.live.model.table import Header, Person, revealed_seed
from render.text.plain.markdown import escape

# ---------------------------------------------------------------------- what everybody reads


def commitment_lines(header: Header, t: NullTranslations) -> list[str]:
    """Return a line with the commitment to the seed of a table's deals; none if the table has no seed."""
    if header.seed is None:
        return []
    return [f"-# {t.gettext('Sealed seed, SHA-256: {digits}').format(digits=f'`{header.seed.commitment}`')}"]


def seed_lines(header: Header, t: NullTranslations) -> list[str]:
    """Return lines with the seed of a match that has ended and how to verify its deals; none before the end."""
    seed = revealed_seed(header)
    if seed is None:
        return []
    shown = t.gettext("The seed, revealed: {digits}. Its SHA-256 is the one shown before every deal.")
    verify = t.gettext("Match {match}: {command} redraws its deals and compares them.")
    facts = {"match": f"`{header.id}`", "command": command_name(t, "verify")}
    return [f"-# {shown.format(digits=f'`{seed}`')}", f"-# {verify.format(**facts)}"]


def words_line(header: Header, t: NullTranslations) -> str:
    """Return a line naming the players who have added a word to the next deal; empty if there are none.

    The words themselves stay secret until the deal.
    """
    added = {user for user, _ in header.words}
    people = ", ".join(f"**{name(person)}**" for person in header.people if person.user in added)
    return f"-# {t.gettext('Words for the next deal: {people}').format(people=people)}" if people else ""


def deal_words_line(deal_words: Sequence[str], people: Sequence[Person], t: NullTranslations) -> str:
    """Return a line with the words that went into a deal, of which there is at least one."""
    return f"-# {t.gettext('Words in this deal: {words}').format(words=words_by_player(deal_words, people, t))}"


def words_by_player(deal_words: Sequence[str], people: Sequence[Person], t: NullTranslations) -> str:
    """List the words of a deal, each with its player's name; empty if there are none."""
    return ", ".join(
        t.gettext("{name} “{word}”").format(name=f"**{name(person)}**", word=escape(word))
        for word, person in zip(deal_words, people, strict=bool(deal_words))
        if word
    )


def word_buttons(header: Header, deal: int, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the button that adds a word to a coming deal; none if the table has no seed."""
    return [button("word", header.id, deal, label=t.gettext("Add a word"))] if header.seed is not None else []


# ---------------------------------------------------------------------- a word of one's own
