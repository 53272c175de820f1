"""The names of commands: mentions for everybody, and the names in the list of a reader's Discord."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.core.command_names import CommandNames
from cogs.registration import registration
from cogs.registration.registration import load_mentions
from engine.live.model.preferences import PersonPreferences
from render.i18n import languages, translations
from tests.support.cases import few
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking

MENTIONS = {"domino play": "</domino play:7>", "domino settings text": "</domino settings text:7>"}
COMMANDS = "/applications/*/commands"


@pytest.mark.parametrize(
    ("mentions", "locale", "alone", "told"),
    [
        pytest.param(MENTIONS, "en-US", True, "</domino play:7> `computers:3`", id="it is the same"),
        pytest.param(MENTIONS, "fr", True, "</domino play:7> (`/domino jouer ordinateurs:3`)", id="for one reader"),
        pytest.param(MENTIONS, "fr", False, "</domino play:7> `ordinateurs:3`", id="for several readers"),
        pytest.param({}, "fr", True, "`/domino jouer ordinateurs:3`", id="not known to Discord"),
        pytest.param({}, "en-US", False, "`/domino play computers:3`", id="not known, in English"),
        pytest.param(MENTIONS, "ja", True, "</domino play:7> `computers:3`", id="a language without a catalog"),
        pytest.param(MENTIONS, "es-419", True, "</domino play:7> (`/dominó jugar computadoras:3`)", id="America"),
    ],
)
def test_a_command_is_named_as_readers_find_it(mentions: dict[str, str], locale: str, alone: bool, told: str) -> None:
    assert CommandNames(mentions, translations(locale), alone).name("play", computers="3") == told


def test_a_group_of_commands_can_only_be_typed() -> None:
    assert CommandNames(MENTIONS, translations("fr"), alone=True).name("settings") == "`/domino réglages`"
    named = CommandNames(MENTIONS, translations("en"), alone=True).name("settings", "text", **{"for": "me"})
    assert named == "</domino settings text:7> `for:me`"


# ---------------------------------------------------------------------- whose names


async def test_a_message_for_everybody_has_the_mention_alone(world: World) -> None:
    with speaking({world.alice.id: "fr"}, guild=""):
        await world.alice.run("play", rules="classic", hints=True)
    assert f"{world.command('hint')}." in world.board.text
    assert list(typed_in(world.board.text)) == []


# ---------------------------------------------------------------------- the law


def typed_in(text: str) -> Iterator[str]:
    """Yield the commands to type in a text."""
    yield from re.findall(r"`(/[^`]+)`", text)


def texts_of(node: Any) -> Iterator[str]:
    """Yield the texts of a request."""
    if isinstance(node, dict):
        for name, inner in node.items():
            if name == "content" and isinstance(inner, str):
                yield inner
            yield from texts_of(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from texts_of(inner)


def listed(world: World, locale: str) -> set[str]:
    """Return all commands as Discord lists them in a language, each alone and with one of its options or choices."""
    found = set[str]()

    def name(each: dict[str, Any]) -> str:
        return (each.get("name_localizations") or {}).get(locale, each["name"])

    def visit(node: dict[str, Any], before: str) -> None:
        typed = before + name(node)
        found.add(typed)
        for each in node.get("options") or ():
            if each["type"] in (1, 2):
                visit(each, f"{typed} ")
                continue
            for choice in each.get("choices") or ({"name": "3"},):
                found.add(f"{typed} {name(each)}:{name(choice)}")

    (sent,) = world.requests(method="PUT", path="/commands")
    for command in sent.json:
        visit(command, "/")
    return found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("known", [True, False], ids=["mentioned", "not known to Discord"])
@pytest.mark.parametrize(
    ("own", "client"),
    few(
        [*(("", each) for each in languages()), ("fr", "en-US"), ("en", "de"), ("es-ES", "es-419")],
        [("", "fr"), ("en", "de"), ("es-ES", "es-419")],
    ),
)
async def test_every_name_that_an_answer_tells_to_type_is_one_that_discord_got_for_the_reader(
    world: World, admin: Player, own: str, client: str, known: bool
) -> None:
    if not known:
        world.bot.mentions = {}
    await world.prefer(language=client)
    people = (world.alice, world.bruno, world.eve, admin)
    for person in people:
        await world.store.preferences.set(person.id, PersonPreferences(language=own, hands=False))
    since = world.sent
    with speaking({person.id: client for person in people}, guild=""):
        for name in (
            "help",
            "board",
            "tables",
            "match history",
            "stats",
            "settings privacy",
            "settings doctor",
            "settings messages",
        ):
            await admin.run(name)
        await admin.run("match record", id="nosuch")
        await admin.run("leaderboard", time="season")
        for do in ("close", "open", "open"):
            await admin.run_server("season", do=do)
        await world.sit("alice", "bruno", hints=True, target=200)
        await world.eve.run("table end")
        await world.bruno.run("table end")
        await world.bruno.write_text("on", "table")
        await world.alice.run("table remove", person=world.alice)
        await world.alice.run("table pause")
        await world.bruno.forge(f"b:pass:{world.table.id}:{world.table.ply}")
    answers = [each.json for path in ("/interactions/", "/webhooks/") for each in world.requests(since, path=path)]
    told = {typed for text in texts_of(answers) for typed in typed_in(text)}
    assert told - listed(world, client) == set()
    assert told or client == "en-US"


# ---------------------------------------------------------------------- known commands


async def test_mentions_are_known_from_the_registration_on_and_after_a_start_without_asking(world: World) -> None:
    assert world.bot.mentions["domino play"] == world.command("play")
    assert world.bot.mentions["domino settings text"] == world.command("settings", "text")
    assert world.bot.mentions["domino-server season"] == world.command("season", root="domino-server")
    assert not {"domino", "domino settings", "domino settings server"} & set(world.bot.mentions)
    before, asked = world.bot.mentions, world.requests(path="/commands")
    await world.restart()
    assert world.bot.mentions == before
    assert world.requests(path="/commands") == asked


async def test_mentions_of_another_application_are_not_used(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    # the next try comes later than everything that a test waits for unasked
    monkeypatch.setattr(registration, "RETRY_SECONDS", 70)
    await world.store.set_meta("mentions", '{"application": 1, "commands": {"domino play": "</domino play:1>"}}')
    world.fail("PUT", COMMANDS, 503)
    await world.restart()
    assert "`/domino play`" in (await world.alice.run("tables")).text
    world.heal()


async def test_a_bot_that_does_not_send_the_commands_asks_for_them(world: World) -> None:
    await world.store.set_meta("mentions", "{}")
    since = world.sent
    await world.replace(sync_commands=False)
    assert [each.method for each in world.requests(since, path="/commands")] == ["GET"]
    assert world.command("play") in (await world.alice.run("tables")).text


async def test_a_process_that_registers_nothing_reads_what_another_has_stored(world: World) -> None:
    before, world.bot.mentions = world.bot.mentions, {}
    await load_mentions(world.bot)
    assert world.bot.mentions == before
