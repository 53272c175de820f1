"""Commands as they are registered with Discord: its limits, and names in every language."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord import AppCommandOptionType, app_commands

from cogs.core.command_names import CommandNames
from cogs.core.commands import CUP, DOMINO, SERVER
from cogs.registration.translator import CommandTranslator
from render.i18n import translations
from tests.support import pseudo
from tests.support.features import all_groups, command_tree

NAME = re.compile(r"[-_'\w]{1,32}")
"""Discord's pattern for names of commands and options; they must be lower-case, too."""
MAX_NAME, MAX_DESCRIPTION, MAX_OPTIONS, MAX_CHARACTERS = 32, 100, 25, 8_000
"""Discord's limits for a text, for what stands side by side, and for all texts of a top-level command."""
MOST = {1: 100, 2: 5, 3: 5}
"""The most commands by type: slash commands as Discord limits them, those of users and messages as the library does."""
MAX_LISTED = 16
"""The most that `/domino` lists."""

Payload = dict[str, Any]


async def registered() -> list[Payload]:
    """Return all commands as they are registered with Discord, in every language."""
    tree = command_tree()
    return [await each.get_translated_payload(tree, CommandTranslator()) for each in tree.get_commands()]


async def payload(name: str = DOMINO) -> Payload:
    """Return ``/domino`` or another command as it is registered."""
    (found,) = [each for each in await registered() if each["name"] == name]
    return found


def levels(command: Payload) -> Iterator[list[Payload]]:
    """Yield each set of options, and of choices, that stand side by side and need different names."""
    for inside in (command.get("options") or [], command.get("choices") or []):
        if inside:
            yield inside
        for each in inside:
            yield from levels(each)


def names(each: Payload) -> dict[str, str]:
    return {"en-US": each["name"], **(each.get("name_localizations") or {})}


def descriptions(each: Payload) -> dict[str, str]:
    return {"en-US": each["description"], **(each.get("description_localizations") or {})}


def takes(name: str) -> bool:
    return bool(NAME.fullmatch(name)) and name == name.lower()


# ---------------------------------------------------------------------- limits


def characters(command: Payload) -> int:
    """Return the characters of a top-level command as Discord counts them: each text in its longest language."""
    found = 0
    for each in (command, *(each for level in levels(command) for each in level)):
        found += max(map(len, names(each).values())) + len(str(each.get("value", "")))
        found += max(map(len, descriptions(each).values())) if "description" in each else 0
    return found


def text_faults(each: Payload) -> Iterator[str]:
    """Yield the names and descriptions that Discord would refuse; choices and menus have free names alone."""
    most = MAX_DESCRIPTION if "value" in each else MAX_NAME
    for name in names(each).values():
        if not (takes(name) if "description" in each else 1 <= len(name) <= most):
            yield f"{name!r} is no name"
    if "description" in each:
        yield from (f"{text!r} is too long" for text in descriptions(each).values() if len(text) > MAX_DESCRIPTION)


def limit_faults(commands: list[Payload]) -> list[str]:
    """Return what Discord or the library would refuse of all commands that a bot registers."""
    kinds = Counter(each["type"] for each in commands)
    found = [f"{count} commands of type {kind}" for kind, count in kinds.items() if count > MOST[kind]]
    for command in commands:
        if (size := characters(command)) > MAX_CHARACTERS:
            found.append(f"/{command['name']} has {size} characters")
        for level in ([command], *levels(command)):
            if len(level) > MAX_OPTIONS:
                found.append(f"{len(level)} stand beside {level[0]['name']}")
            found += [fault for each in level for fault in text_faults(each)]
            for language in {language for each in level for language in names(each)}:
                told = Counter(names(each).get(language, each["name"]) for each in level)
                found += [f"{name!r} is there twice" for name, count in told.items() if count > 1]
    return found


async def test_discord_takes_all_commands() -> None:
    commands = await registered()
    assert {each["name"] for each in commands} >= {"domino", "domino-server", "domino-cup"}
    assert limit_faults(commands) == []
    assert max(map(characters, commands)) > 3_000


def put(command: Payload, **texts: Any) -> None:
    command["options"][0] |= texts


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (lambda made: made.extend([made[0]] * 98), "101 commands of type 1"),
        (lambda made: made.extend([{"name": "Play dominoes", "type": 3}] * 6), "6 commands of type 3"),
        (lambda made: made.append({"name": "x" * 33, "type": 3}), f"{'x' * 33!r} is no name"),
        (lambda made: put(made[0], name="Play"), "'Play' is no name"),
        (lambda made: put(made[0], name_localizations={"fr": "x" * 33}), f"{'x' * 33!r} is no name"),
        (lambda made: put(made[0], name="hand"), "'hand' is there twice"),
        (lambda made: put(made[0], name_localizations={"fr": "main"}), "'main' is there twice"),
        (lambda made: put(made[0], description="x" * 101), f"{'x' * 101!r} is too long"),
        (lambda made: put(made[0], description_localizations={"de": "x" * 101}), f"{'x' * 101!r} is too long"),
        (lambda made: put(made[0], options=[option(number) for number in range(26)]), "26 stand beside n0"),
        (lambda made: put(made[0], options=[option(0, *range(26))]), "26 stand beside 0"),
        (lambda made: put(made[0], options=[option(number, "é" * 100, "e" * 200) for number in range(25)]), ""),
    ],
)
async def test_a_command_that_discord_would_refuse_is_found_out(
    damage: Callable[[list[Payload]], object], fault: str
) -> None:
    commands = copy.deepcopy(await registered())
    before = characters(commands[0])
    damage(commands)
    size = characters(commands[0])
    assert (fault or f"/domino has {size} characters") in limit_faults(commands), size - before


def option(number: int, *choices: object) -> Payload:
    """Return an option with choices."""
    offered = [{"name": f"{each}"[:100], "value": each} for each in choices]
    return {"name": f"n{number}", "description": "x", "type": 3, "choices": offered}


def test_the_commands_of_play_leave_room_for_more() -> None:
    assert len(all_groups()[DOMINO].listed) <= MAX_LISTED


# ---------------------------------------------------------------------- names


@pytest.mark.long
async def test_names_of_commands_a_third_longer_are_still_such_as_discord_takes() -> None:
    translate, hungarian = CommandTranslator().translate, discord.Locale(pseudo.PSEUDO)
    with pseudo.installed():
        found = [await translate(app_commands.locale_str(name), hungarian, Mock()) for name in pseudo.command_names()]
    assert [name for name in found if name is None or not takes(name)] == []
    assert len({*found}) == len(found) > 40


BELOW = tuple(each.value for each in (AppCommandOptionType.subcommand, AppCommandOptionType.subcommand_group))
"""The types of what is below a command and is no option."""


def commands_of(node: Payload, locale: str, path: tuple[str, ...] = (), typed: str = "/") -> Iterator[tuple[str, str]]:
    """Yield all that can be typed: as texts name it, and as Discord lists it in a language.

    That is each command, and each command with one of its options and choices.
    """

    def listed(each: Payload) -> str:
        return names(each).get(locale, each["name"])

    named, path, typed = CommandNames({}, translations(locale)), (*path, node["name"]), typed + listed(node)
    root, *below = path
    yield named.name(*below, root=root), f"`{typed}`"
    for each in node["options"]:
        if each["type"] in BELOW:
            yield from commands_of(each, locale, path, f"{typed} ")
            continue
        for choice in each.get("choices") or ({"name": "3"},):
            told = named.name(*below, root=root, **{each["name"]: choice["name"]})
            yield told, f"`{typed} {listed(each)}:{listed(choice)}`"


@pytest.mark.sampled
@pytest.mark.parametrize("locale", [each.value for each in discord.Locale])
async def test_every_name_that_a_text_tells_to_type_is_one_that_discord_got_for_that_locale(locale: str) -> None:
    found = [pair for group in (CUP, DOMINO, SERVER) for pair in commands_of(await payload(group), locale)]
    assert len(found) > 60
    assert [told for told, listed in found if told != listed] == []


async def test_latin_america_types_its_own_word_for_computers() -> None:
    assert "`/dominó jugar computadoras:3`" in dict(commands_of(await payload(), "es-419"))
    assert "`/dominó jugar ordenadores:3`" in dict(commands_of(await payload(), "es-ES"))


async def test_commands_are_in_french_with_a_description_of_every_option() -> None:
    root = await payload()
    every = [root, *(each for level in levels(root) for each in level if "value" not in each)]
    assert len(every) > 10
    assert [each["name"] for each in every if "fr" not in each["description_localizations"]] == []
    commands = {names(each).get("fr", each["name"]) for each in root["options"]}
    assert {"jouer", "main", "table", "règles", "quitter", "gérer", "classement"} <= commands
