"""Fair deals as people meet them: what is promised before a deal, words of their own, and the seed in the end."""

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


def sealed(header: Header, t: NullTranslations) -> list[str]:
    """Say what the seed of a table's deals is promised to be, a line; none where it has no seed."""
    if header.seed is None:
        return []
    return [f"-# {t.gettext('Sealed seed, SHA-256: {digits}').format(digits=f'`{header.seed.commitment}`')}"]


def opened(header: Header, t: NullTranslations) -> list[str]:
    """Show the seed of a match that is over, and say how to verify its deals; nothing before that."""
    seed = revealed_seed(header)
    if seed is None:
        return []
    shown = t.gettext("The seed, opened: {digits}. Its SHA-256 is the one that stood before every deal.")
    verify = t.gettext("Match {match}: {command} draws its deals once more and compares.")
    facts = {"match": f"`{header.id}`", "command": command_name(t, "verify")}
    return [f"-# {shown.format(digits=f'`{seed}`')}", f"-# {verify.format(**facts)}"]


def adding(header: Header, t: NullTranslations) -> str:
    """Name who has added a word to the next deal, in a line, not the words themselves; empty where nobody has."""
    added = {user for user, _ in header.words}
    people = ", ".join(f"**{name(person)}**" for person in header.people if person.user in added)
    return f"-# {t.gettext('Words for the next deal: {people}').format(people=people)}" if people else ""


def shuffled_in(said: Sequence[str], people: Sequence[Person], t: NullTranslations) -> str:
    """Tell the words that went into a deal, in a line; there are some."""
    return f"-# {t.gettext('Words in this deal: {words}').format(words=each_word(said, people, t))}"


def each_word(said: Sequence[str], people: Sequence[Person], t: NullTranslations) -> str:
    """List the words of a deal, each with its player's name; empty where nobody added any."""
    return ", ".join(
        t.gettext("{name} “{word}”").format(name=f"**{name(person)}**", word=escape(word))
        for word, person in zip(said, people, strict=bool(said))
        if word
    )


def word_button(header: Header, deal: int, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Give the button to add a word to a deal that is to come; none where a table has no seed."""
    return [button("word", header.id, deal, label=t.gettext("Add a word"))] if header.seed is not None else []


# ---------------------------------------------------------------------- a word of one's own
