"""A made-up language, which shows what is not translatable: every letter has an accent, and every text brackets.

It goes by the name of a language that Discord has and the bot has not, for everything to take it for a real one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations

import pytest
from babel.messages.catalog import Catalog
from discord import app_commands

from cogs.core import dispatch
from cogs.core.commands import DOMINO
from render import i18n
from render.i18n import compiled
from tests.support.features import all_groups
from tools import texts

PSEUDO = "hu"
OPEN, CLOSE = "‹", "›"
_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀçđéƒǥħíĵķłɱñóþʠřšťúṽŵẋýžÁɃÇĐÉƑǤĦÍĴĶŁⱮÑÓÞɊŘŠŤÚṼŴẊÝŽ"
)
_KEPT = re.compile(r"(\{[^}]*\}|<[^>]*>|https?://\S+|[A-Za-z]+\.[a-z]+)")
"""What stays as it is: placeholders, mentions, addresses, and names of files."""
_LONGER = 3
"""A text gets longer by one part in so many."""


def accented(text: str) -> str:
    """Return a text with an accent on each letter, placeholders and names left as they are."""
    return "".join(part if number % 2 else part.translate(_LETTERS) for number, part in enumerate(_KEPT.split(text)))


def pseudo(text: str) -> str:
    """Return a text in the made-up language: a third longer, the brackets included."""
    more = " ".join(re.findall(".{1,7}", "ô" * (len(text) // _LONGER - 2)))
    return f"{OPEN}{accented(text)}{more and ' '}{more}{CLOSE}"


def pseudo_name(name: str) -> str:
    """Return the name of a command or an option, which takes no brackets, a third longer."""
    return accented(name) + "ô" * round(len(name) / _LONGER)


@cache
def command_names() -> frozenset[str]:
    """Return the names of all commands and their options."""
    found = {DOMINO}
    for each in all_groups()[DOMINO].walk_commands():
        found.add(each.name)
        if isinstance(each, app_commands.Command):
            found |= {option.display_name for option in each.parameters}
    return frozenset(found)


def translate(catalog: Catalog, names: Collection[str] | None = None) -> Catalog:
    """Translate every text and every term of a catalog into the made-up language."""
    names = command_names() if names is None else names
    for message in catalog:
        if message.id and isinstance(message.id, str):
            message.string = pseudo_name(message.id) if message.id in names else pseudo(message.id)
        elif message.id:
            message.string = (pseudo(message.id[1]),) * catalog.num_plurals
    catalog.header_comment = "\n".join(f"# {term} = {pseudo(term)}" for term in texts.TERMS)
    return catalog


@cache
def translations() -> GNUTranslations:
    """Return the made-up language as the bot reads it."""
    found = texts.begun(PSEUDO)
    for message in texts.template():
        if message.id:
            found.add(message.id)
    return compiled(translate(found))


@contextmanager
def installed() -> Iterator[GNUTranslations]:
    """Let the bot have the made-up language, and no other, as if its file lay among the catalogs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(i18n, "languages", lambda: (PSEUDO,))
        patch.setattr(dispatch, "languages", lambda: (PSEUDO,))
        patch.setattr(i18n, "_catalog", lambda _: translations())
        i18n.translations.cache_clear()
        yield translations()
    i18n.translations.cache_clear()


def untranslated(text: str, names: Collection[str] = ()) -> list[str]:
    """Return the words of a text that come from no catalog, other than the names of people and places."""
    kept = re.compile("|".join([_KEPT.pattern, "`[^`]*`", *map(re.escape, sorted(names, key=len, reverse=True))]))
    return re.findall(r"[A-Za-z]{2,}", kept.sub(" ", text))
