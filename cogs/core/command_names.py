"""How texts name commands: as mentions to press, and as the Discord of a reader lists them."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import NamedTuple

from cogs.core.bot import Interaction
from cogs.core.context import client_locale
from render.i18n import translations


class CommandNames(NamedTuple):
    """The names of commands for the readers of a text.

    A mention is the same for everybody: Discord neither translates one nor finds a command by a translated name in it
    (discord-api-docs #5518, #7309, #5462). Typed commands have the names in the language of a client.

    Attributes:
        mentions: the mentions of the commands that Discord is known to have, by their names: ``domino play``.
        t: the catalog of the names that are typed: of the one reader's Discord, or of the text.
        alone: whether the text has one reader, and the language of their Discord is known.

    """

    mentions: Mapping[str, str]
    t: NullTranslations
    alone: bool = False

    def name(self, *names: str, root: str = "domino", **chosen: str) -> str:
        """Return a command to press or to type: ``</domino play:1> (`/domino jouer ordinateurs:3`)``.

        A group of commands, and a command that Discord is not known to have, can only be typed.

        Args:
            names: the names below the root.
            root: the name of the command that has all others below it.
            chosen: options with their values; a mention can't have any.

        """
        path = (root, *names)
        typed = [word_of(" ".join(path[:end]), self.t) for end in range(1, len(path) + 1)]
        options = [f"{self.t.gettext(option)}:{self.t.gettext(value)}" for option, value in chosen.items()]
        mention = self.mentions.get(" ".join(path))
        if mention is None:
            return f"`/{' '.join((*typed, *options))}`"
        if self.alone and typed != [*path]:
            return f"{mention} (`/{' '.join((*typed, *options))}`)"
        return " ".join((mention, *(f"`{each}`" for each in options)))


def word_of(command: str, t: NullTranslations) -> str:
    """Return the last word of a command, as it is typed in a language.

    Catalogs have a command whose word has another sense elsewhere under its whole name: ``domino-cup new``.
    """
    translated = t.gettext(command)
    return translated if translated != command else t.gettext(command.rpartition(" ")[2])


def commands_for(interaction: Interaction) -> CommandNames:
    """Return the names of commands for an answer that only the user sees, in the language of the user's Discord."""
    return CommandNames(interaction.client.mentions, translations(client_locale(interaction)), alone=True)
