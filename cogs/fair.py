"""Fair deals as people meet them: what is promised before a deal, words of their own, and the seed in the end."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.controls import button, handles, number, window
from cogs.errors import tell
from cogs.interaction import Interaction
from cogs.names import command_name, name
from cogs.words import words_for
from engine.fair import WORD_LENGTH
from engine.live.declined import Declined, Why
from engine.live.fairness import opened_seed
from engine.live.store import Header, Person
from render.words.plain.markdown import escaped

# ---------------------------------------------------------------------- what everybody reads


def sealed(header: Header, words: NullTranslations) -> list[str]:
    """Say what the seed of a table's deals is promised to be, a line; none where it has no seed."""
    if header.seed is None:
        return []
    return [f"-# {words.gettext('Sealed seed, SHA-256: {digits}').format(digits=f'`{header.seed.commitment}`')}"]


def opened(header: Header, words: NullTranslations) -> list[str]:
    """Show the seed of a match that is over, and say how to verify its deals; nothing before that."""
    seed = opened_seed(header)
    if seed is None:
        return []
    shown = words.gettext("The seed, opened: {digits}. Its SHA-256 is the one that stood before every deal.")
    verify = words.gettext("Match {match}: {command} draws its deals once more and compares.")
    facts = {"match": f"`{header.id}`", "command": command_name(words, "verify")}
    return [f"-# {shown.format(digits=f'`{seed}`')}", f"-# {verify.format(**facts)}"]


def adding(header: Header, words: NullTranslations) -> str:
    """Name who has added a word to the next deal, in a line, not the words themselves; empty where nobody has."""
    added = {user for user, _ in header.words}
    people = ", ".join(f"**{name(person)}**" for person in header.people if person.user in added)
    return f"-# {words.gettext('Words for the next deal: {people}').format(people=people)}" if people else ""


def shuffled_in(said: Sequence[str], people: Sequence[Person], words: NullTranslations) -> str:
    """Tell the words that went into a deal, in a line; there are some."""
    return f"-# {words.gettext('Words in this deal: {words}').format(words=each_word(said, people, words))}"


def each_word(said: Sequence[str], people: Sequence[Person], words: NullTranslations) -> str:
    """List the words of a deal, each with its player's name; empty where nobody added any."""
    return ", ".join(
        words.gettext("{name} “{word}”").format(name=f"**{name(person)}**", word=escaped(word))
        for word, person in zip(said, people, strict=bool(said))
        if word
    )


def word_button(header: Header, deal: int, words: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Give the button to add a word to a deal that is to come; none where a table has no seed."""
    return [button("word", header.id, deal, label=words.gettext("Add a word"))] if header.seed is not None else []


# ---------------------------------------------------------------------- a word of one's own


@handles("word")
async def ask(interaction: Interaction, table: str, deal: str) -> None:
    """Answer Add a word: a window with what they have added so far."""
    found = interaction.client.hub.find(table)
    found.present(interaction.user.id)
    if found.header.seed is None:
        raise Declined(Why.NO_WORDS)
    if found.next_deal_number != number(deal):
        raise Declined(Why.DEALT)
    words = words_for(interaction.locale)
    added = found.pending_word(interaction.user.id) or None
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="word", required=False, max_length=WORD_LENGTH, default=added
    )
    label = discord.ui.Label(
        text=words.gettext("Your word for deal {deal}").format(deal=deal)[:45],
        description=words.gettext("It is shuffled in with the seed. Leave it empty to take it back.")[:100],
        component=field,
    )
    await interaction.response.send_modal(
        window("word", table, deal, title=words.gettext("Add a word")[:45], fields=[label])
    )


@handles("m:word")
async def add(interaction: Interaction, table: str, deal: str, typed: list[str]) -> None:
    """Answer the window in which a word was typed: what was added, until when it can be changed, what it is for."""
    if len(typed) != 1:
        raise Declined(Why.STALE)
    found = interaction.client.hub.find(table)
    added = await found.add_word(interaction.user.id, typed[0], number(deal))
    words = words_for(interaction.locale)
    if added.word:
        told = words.gettext("Your word for deal {deal}: **{word}**. You can change it until the tiles are dealt.")
    else:
        told = words.gettext("You add no word to deal {deal}. You can still do so until the tiles are dealt.")
    use = words.gettext(
        "The tiles are shuffled with the sealed seed and everybody's words, which are shown with the deal. When the"
        " match is over, the seed is shown, too: {command} with {match} checks every deal."
    )
    lines = [
        told.format(deal=added.deal, word=escaped(added.word)),
        f"-# {use.format(command=command_name(words, 'verify'), match=f'`{found.id}`')}",
    ]
    await tell(interaction, "\n".join(lines))
