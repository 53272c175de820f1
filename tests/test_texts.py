"""Tests of the translations: complete, nothing left over, and command names that Discord accepts."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest
from babel.messages.catalog import Catalog, Message
from discord import app_commands

from cogs import client
from cogs.core.commands import domino
from cogs.core.translator import CommandTranslator
from render.i18n import languages, translations
from tools import texts

NAME = re.compile(r"[-_'\w]{1,32}")
"""Discord's pattern for names of commands and options; they must be lower-case, too."""
DESCRIPTION_LENGTH = 100

catalogs = pytest.mark.parametrize("file", texts.files(), ids=lambda file: file.parent.parent.name)


def ids(catalog: Catalog) -> set[object]:
    return {message.id if isinstance(message.id, str) else tuple(message.id) for message in catalog if message.id}


@cache
def ids_in_the_code() -> frozenset[object]:
    """Return the texts of the code, collected once: every module is read for it."""
    return frozenset(ids(texts.template()))


def placeholders(text: str) -> Counter[str]:
    """Return the ``{placeholders}`` of a text, format specifications included."""
    return Counter(
        f"{name}:{specification}" for _, name, specification, _ in string.Formatter().parse(text) if name is not None
    )


def faults(message: Message) -> Iterator[str]:
    """Say what is wrong with a translation."""
    forms = texts.forms(message)
    if message.fuzzy:
        yield f"{message.id!r} is translated by guess"
    if not all(forms):
        yield f"{message.id!r} is not translated"
        return
    english = (message.id,) if isinstance(message.id, str) else message.id
    wanted = placeholders(english[-1])
    for form in forms:
        if placeholders(form) != wanted:
            yield f"{form!r} has other placeholders than {english[-1]!r}"
        if form.strip() != form or form[-1:].isspace():
            yield f"{form!r} has space around it"


def all_faults(catalog: Catalog) -> list[str]:
    """Say what is wrong with a catalog, held against the texts of the code."""
    wanted = ids_in_the_code()
    found = [f"{each!r} is missing" for each in wanted - ids(catalog)]
    found += [f"{each!r} is not in the code" for each in ids(catalog) - wanted]
    found += [f"{each!r} is a leftover" for each in catalog.obsolete]
    found += [f"the glossary lacks {term!r}" for term, translation in texts.terms(catalog).items() if not translation]
    for message in catalog:
        if not message.id:
            continue
        found += faults(message)
        count = len(texts.forms(message))
        if count != (1 if isinstance(message.id, str) else catalog.num_plurals):
            found.append(f"{message.id!r} has {count} forms, and the language {catalog.num_plurals}")
    return found


@catalogs
def test_a_catalog_holds_exactly_the_texts_of_the_code_whole_and_with_their_placeholders(file: Path) -> None:
    assert all_faults(texts.read(file)) == []


def test_texts_are_collected_from_every_form_of_mark_and_from_within_f_strings() -> None:
    code = """
a = words.gettext("one " "text")
b = words.ngettext("{count} tile", "{count} tiles", count)
c = f"## {words.gettext('within')}"
d = {Why.STALE: N_("marked")}
e = _("command")
f = app_commands.locale_str("option")
g = words.gettext(a_variable)
h = words.gettext(rules.name)
i = print("not this")
"""
    found = [text.id for text in sorted(texts.texts_in(code), key=lambda each: each.line)]
    assert found == ["one text", ("{count} tile", "{count} tiles"), "within", "marked", "command", "option"]


@pytest.mark.parametrize("argument", ['f"a {b}"', '"a " + b', '"a" if b else "c"'])
def test_a_text_put_together_at_run_time_is_refused(argument: str) -> None:
    with pytest.raises(ValueError, match="whole text"):
        list(texts.texts_in(f"words.gettext({argument})"))


def test_renewing_keeps_translations_brings_in_new_texts_and_drops_old_ones(tmp_path: Path) -> None:
    file = tmp_path / "fr" / "LC_MESSAGES" / "domino.po"
    before = Catalog(locale="fr", header_comment="# tile = domino\n# unknown = inconnu")
    before.add("Join", "Rejoindre")
    before.add("Old", "Vieux")
    texts.write(file, before)
    wanted = Catalog()
    wanted.add("Join")
    wanted.add("Joined")
    texts.renew(file, wanted)
    after = texts.read(file)
    assert {message.id: message.string for message in after if message.id} == {"Join": "Rejoindre", "Joined": ""}
    assert not after.obsolete
    assert texts.terms(after) == dict.fromkeys(texts.TERMS, "") | {"tile": "domino"}
    assert set(texts.missing(after)) == {"Joined", *texts.TERMS} - {"tile"}


@catalogs
def test_renewing_twice_changes_nothing_more_and_loses_no_translation(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / file.parent.parent.name / "LC_MESSAGES" / file.name
    copy.parent.mkdir(parents=True)
    copy.write_bytes(file.read_bytes())
    wanted = texts.template()
    assert texts.missing(texts.renew(copy, wanted)) == []
    once = copy.read_bytes()
    texts.renew(copy, wanted)
    assert copy.read_bytes() == once


def test_the_bot_reads_a_plural_and_leaves_unknown_languages_in_english() -> None:
    assert "fr" in languages()
    t = translations(discord.Locale.french)
    counted = [t.ngettext("{count} win", "{count} wins", count).format(count=count) for count in (0, 1, 2)]
    assert counted == ["0 victoire", "1 victoire", "2 victoires"]
    assert translations("fr-CA").gettext("Join") == "Rejoindre"
    assert translations(discord.Locale.japanese).gettext("Join") == "Join"


# ------------------------------------------------------------------ names of commands

Payload = dict[str, Any]


async def payload() -> Payload:
    """Return ``/domino`` as it is registered with Discord, in every language."""
    assert len(client.FEATURES) > 1  # importing them gave the group its commands
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    tree.add_command(domino)
    return await domino.get_translated_payload(tree, CommandTranslator())


def levels(command: Payload) -> Iterator[list[Payload]]:
    """Return each set of things that stand side by side and need different names."""
    inside = [each for each in command.get("options", ()) if "name" in each]
    if inside:
        yield inside
    for each in inside:
        yield from levels(each)


def names(each: Payload) -> dict[str, str]:
    return {"en-US": each["name"], **(each.get("name_localizations") or {})}


def descriptions(each: Payload) -> Iterable[str]:
    localized: dict[str, str] = each.get("description_localizations") or {}
    return [each["description"], *localized.values()]


def takes(name: str) -> bool:
    return bool(NAME.fullmatch(name)) and name == name.lower()


def name_faults(root: Payload) -> list[str]:
    """Say which names or descriptions Discord would refuse."""
    found: list[str] = []
    for level in ([root], *levels(root)):
        for each in level:
            found += [f"{name!r} is no name" for name in names(each).values() if not takes(name)]
            found += [f"{text!r} is too long" for text in descriptions(each) if len(text) > DESCRIPTION_LENGTH]
        for language in {language for each in level for language in names(each)}:
            told = Counter(names(each).get(language, each["name"]) for each in level)
            found += [f"{name!r} is there twice" for name, count in told.items() if count > 1]
    return found


async def test_names_and_descriptions_of_commands_are_such_as_discord_takes() -> None:
    assert name_faults(await payload()) == []


async def test_commands_are_in_french_with_a_description_of_every_option() -> None:
    root = await payload()
    every = [root, *(each for level in levels(root) for each in level)]
    assert len(every) > 10
    assert [each["name"] for each in every if "fr" not in each["description_localizations"]] == []
    commands = {names(each).get("fr", each["name"]) for each in root["options"]}
    assert {"jouer", "main", "table", "règles", "quitter", "terminer", "classement"} <= commands


def test_no_line_of_french_begins_with_a_sign() -> None:
    (french,) = [file for file in texts.files() if file.parent.parent.name == "fr"]
    forms = [form for message in texts.read(french) if message.id for form in texts.forms(message)]
    torn = [form for form in forms if re.search(r" [:;?!»]|« ", form)]
    assert not torn, "a space that does not break belongs before these signs, and after «"
