"""Everything that people read comes from a catalog: the bot in a made-up language, where any other word is a fault."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from cogs.core.frame import MAX_MAIN_TEXT
from engine.live.model.preferences import PersonPreferences
from engine.live.model.saved_rules import HouseRules, Owner, OwnerKind
from engine.live.tables.table import Table
from engine.rules import RULE_SETS
from render.i18n import language_name, languages
from render.pixels.typography.text import Style, width
from tests.support import pseudo
from tests.support.cases import few
from tests.support.in_memory.players import FORMS, Player
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import PEOPLE, World
from tests.support.simcord_private import speaking

TOLD = ("content", "label", "placeholder", "description", "title", "value_text")
NAMES = (*PEOPLE.values(), "Domino Café", "table", "owner")
MONTHS = ("január", "jan.")
"""What Babel tells in the language that lends its name."""
BUTTON, LABEL, MAX_LABEL = 2, 18, 80
"""Discord's numbers of a button and of a field's label, and the longest text on a button."""
OWN_NAMES = ("English", "Magyar", *map(language_name, languages()), "MIT", "Discord")


@contextmanager
def speaking_all(world: World, language: str) -> Iterator[None]:
    """Let everybody and the server speak one language."""
    with speaking(dict.fromkeys((person.id for person in world.people.values()), language), guild=language):
        yield


@pytest.fixture
def reading(world: World) -> Iterator[World]:
    """The world, where everybody and the server speak the made-up language."""
    with pseudo.installed(), speaking_all(world, pseudo.PSEUDO):
        yield world


def told(node: Any, key: str = "") -> Iterator[str]:
    """Yield every text of a request that people read."""
    if isinstance(node, dict):
        for name, inner in node.items():
            yield from told(inner, name)
    elif isinstance(node, list):
        for inner in node:
            yield from told(inner, key)
    elif isinstance(node, str) and key in TOLD:
        yield node


def faults(world: World, *names: str) -> list[str]:
    """Return messages with words from outside the catalog, besides names and months, each with these words."""
    found = set[str]()
    for request in world.requests():
        if not request.path.endswith("/commands"):
            for text in told(request.json):
                if words := pseudo.untranslated(text, (*NAMES, *names)):
                    found.add(f"{words} in {text}")
    return sorted(found)


async def open_forms(player: Player, panel: Answer) -> None:
    """Open each window of options that a panel offers."""
    for button in panel.buttons.values():
        if button.split(":")[1] in FORMS:
            assert (await player.press(button, panel)).modal


async def match(world: World) -> Table:
    """Play a match from the lobby to its end, and use all its controls."""
    table = await world.lobby("alice", "bruno", target=50)
    await open_forms(world.alice, await world.alice.press(f"b:more:{table.id}"))
    await world.alice.press(f"b:start:{table.id}")
    await world.moves(3)
    await world.eve.press(f"b:look:{table.id}")
    for command in ("hand", "hint", "board", "leave", "table pause", "table pause", "tables", "back", "table end"):
        await world.alice.run(command)
    await world.eve.run("leave")
    await world.alice.write_text("on", "table")
    await world.alice.write_text()
    await world.rush()
    for command in ("leaderboard", "stats", "match history"):
        await world.alice.run(command)
    for command in ("match replay", "match verify", "match record"):
        await world.alice.run(command, id=table.id)
    return table


@pytest.mark.long
async def test_a_match_from_lobby_to_end_is_told_from_the_catalog_alone(reading: World) -> None:
    table = await match(reading)
    assert len(reading.requests()) > 40
    assert not faults(reading, table.id, *MONTHS)


@pytest.mark.long
async def test_rules_help_and_settings_are_told_from_the_catalog_alone(reading: World, admin: Player) -> None:
    pages = ("theme", "text", "language", "messages", "privacy", "doctor", "rules")
    for command in ("help", "rules", *(f"settings {each}" for each in pages)):
        await reading.alice.run(command)
    for command in ("settings", "season", "rules"):
        await reading.alice.run_server(command)
    await reading.prefer(language=pseudo.PSEUDO)
    await reading.store.preferences.set(admin.id, PersonPreferences(language=pseudo.PSEUDO))
    await admin.run_server("settings")
    for rules in RULE_SETS:
        await reading.alice.run("rules", rules=rules)
        page = await admin.run("rules", rules=rules)
    for former in reading.bot.tree.former:
        await reading.alice.run_formerly(former.removeprefix("domino "))
    await admin.press("b:set:6", page)
    assert not faults(reading, *OWN_NAMES)


@pytest.mark.long
async def test_saved_rules_are_told_from_the_catalog_alone(reading: World, admin: Player) -> None:
    await reading.store.preferences.set(admin.id, PersonPreferences(language=pseudo.PSEUDO))
    await reading.play_and_end()
    await admin.run("play", show=True)
    owner = Owner(OwnerKind.SERVER, reading.guild.id)
    # an option, a value and a clock that are of no use here, and hints
    rules = HouseRules("mata", {"gone": 7, "until": "5", "clock": "slow", "hints": True})
    saved = await reading.store.saved_rules.save(owner, "12", rules)
    shown = await admin.run_server("rules")
    for button in ("savetable", "entercode"):
        await admin.press(next(each for each in shown.buttons.values() if f":{button}:" in each), shown)
    await admin.choose("s:saved:server", saved.id, on=shown)
    for button in (f"renamerules:server:{saved.id}", f"usualrules:{saved.id}", f"droprules:server:{saved.id}"):
        await admin.press(f"b:{button}", shown)
    assert not faults(reading, "admin", "d1.fives.+pairs")


def test_a_word_from_outside_the_catalog_is_found() -> None:
    said = pseudo.pseudo("Press {button}, and see <#7>.").format(button="Start")
    assert pseudo.untranslated(said) == ["Start"]
    assert not pseudo.untranslated(said, ["Start"])


# ------------------------------------------------------------------ it fits

WORDY = ("de", "fr")
"""The languages with the longest texts, which are looked at at each change."""
PHONE = 340
"""The width of a message on a narrow phone, in pixels."""
LETTERS, BESIDE, BETWEEN = Style(14), 32, 8
"""Discord's buttons: the size of their letters, the space around these and the space between buttons, in pixels."""
MAX_LINES = 2
"""On so many lines the buttons of a row may stand on a phone, where Discord breaks it."""


def rows_of_buttons(node: Any) -> Iterator[list[str]]:
    """Yield the labels of each row of buttons in a request; tiles are a list of any length, and signs need no words."""
    if isinstance(node, dict):
        buttons = [each for each in node.get("components", []) if each.get("type") == BUTTON]
        labels = [each["label"] for each in buttons if each.get("label")]
        if labels and not any(each["custom_id"].startswith("b:act:") for each in buttons):
            yield labels
        for inner in node.values():
            yield from rows_of_buttons(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from rows_of_buttons(inner)


def lines(labels: list[str]) -> int:
    """Return on how many lines a phone shows a row of buttons; raise if one is wider than the phone."""
    count, left = 1, PHONE
    for wide in (width(label, LETTERS) + BESIDE for label in labels):
        assert wide <= PHONE, labels
        if left < wide:
            count, left = count + 1, PHONE
        left -= wide + BETWEEN
    return count


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", few(["en-US", *languages()], WORDY))
async def test_a_row_of_buttons_takes_two_lines_of_a_phone_at_most(world: World, language: str) -> None:
    with speaking_all(world, language):
        await match(world)
    rows = [labels for request in world.requests() for labels in rows_of_buttons(request.json)]
    assert len(rows) > 20
    assert [labels for labels in rows if lines(labels) > MAX_LINES or max(map(len, labels)) > MAX_LABEL] == []


LIMITS = {"label": 100, "placeholder": 150, "title": 45, "description": 100, "content": MAX_MAIN_TEXT - 1}
"""How long messages and these texts of controls can be; what would be longer is cut to that length."""


def cut(node: Any) -> Iterator[str]:
    """Yield the texts that are as long as they can be, as those are that were cut."""
    if isinstance(node, dict):
        limits = LIMITS | ({"label": MAX_LABEL} if node.get("type") == BUTTON else {})
        limits |= {"label": 45} if node.get("type") == LABEL else {}
        if "media" in node or "filename" in node:
            # an alt text has a limit, and rules, of its own
            limits = {}
        for name, inner in node.items():
            if isinstance(inner, str) and len(inner) >= limits.get(name, len(inner) + 1):
                yield inner
            yield from cut(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from cut(inner)


@pytest.mark.long
@pytest.mark.parametrize("language", few(["en-US", *languages()], WORDY))
async def test_no_text_of_messages_selects_and_forms_is_cut(world: World, admin: Player, language: str) -> None:
    await world.store.preferences.set(admin.id, PersonPreferences(language=language.removesuffix("-US")))
    with speaking_all(world, language):
        pages = ("theme", "text", "language", "messages", "privacy", "doctor", "rules")
        for command in ("help", *(f"settings {page}" for page in pages)):
            await admin.run(command)
        await admin.run_server("season")
        for rules in RULE_SETS:
            await admin.run("rules", rules=rules)
            await world.prefer(rules=rules)
            panel = await admin.run_server("settings")
            await open_forms(admin, panel)
        table = await world.lobby("alice", "bruno")
        await open_forms(world.alice, await world.alice.press(f"b:more:{table.id}"))
        await world.alice.press(f"b:fair:{table.id}")
        await world.alice.run("rules")
    assert {text for request in world.requests() for text in cut(request.json)} == set()


def test_a_row_that_is_too_long_is_found_out() -> None:
    assert lines(["My hand", "Pass", "Watch", "Rules"]) == 1
    assert lines(["Rematch", "Leaderboard", "Fair deal", "Replay", "Rules"]) == MAX_LINES
    assert lines(["Noch einmal von vorn", "Bestenliste", "Faire Mischung", "Wiederholung", "Spielregeln"]) > MAX_LINES
