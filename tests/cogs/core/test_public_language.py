"""The language of public messages: Discord lets Community servers alone choose one."""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest

from cogs.core.preferences import server_language
from engine.live.model.preferences import PersonPreferences, ServerPreferences
from engine.live.tables import lifecycle
from tests.support import anywhere
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking


@pytest.fixture
def mixed(world: World) -> Iterator[World]:
    """The world, as no Community server: Bruno and Chloé read French, Davide Italian, the others English."""
    people = {world.bruno.id: "fr", world.chloe.id: "fr", world.davide.id: "it"}
    with speaking(people, guild=""):
        yield world


@pytest.mark.long
async def test_a_table_speaks_the_language_of_whoever_opens_it_to_its_end(mixed: World) -> None:
    table = await mixed.sit("bruno", "alice", target=50)
    assert table.header.locale == "fr"
    assert "à toi de jouer" in mixed.board.text
    await mixed.move()
    assert "Ma main" in mixed.board.buttons
    assert "Your hand" in mixed.alice.hand.text, "what one person sees stays theirs"
    await mixed.rush()
    assert "Revanche" in mixed.board.buttons


@pytest.mark.long
async def test_a_rematch_speaks_the_language_of_its_match_whoever_asks_for_it(mixed: World) -> None:
    await mixed.play_and_end("bruno", "alice", "davide")
    over = mixed.board
    for asker in (mixed.alice, mixed.davide):
        await asker.press("Revanche", over)
        assert mixed.table.header.locale == "fr"
        assert "Rejoindre" in mixed.board.buttons
        await asker.press(f"b:cancel:{mixed.table.id}")


async def test_a_wait_for_friends_is_in_the_language_of_the_match(mixed: World) -> None:
    await mixed.bruno.run("play", computers=3, show=True)
    await mixed.bruno.press("Attendre des amis")
    assert mixed.table.header.locale == "fr"


async def test_a_thread_is_named_and_announced_in_the_language_of_whoever_opens_it(mixed: World) -> None:
    await mixed.prefer(threads=True)
    await mixed.bruno.run("play", rules="classic")
    (thread,) = mixed.channel.threads
    assert thread.name.startswith("Classique")
    assert any("ouvre une table" in each.text for each in mixed.messages)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("who", "chosen", "guild", "locale"),
    [
        pytest.param("bruno", "", "", "fr", id="nothing chosen, no Community"),
        pytest.param("bruno", "it", "", "it", id="chosen, no Community"),
        pytest.param("bruno", "", "it", "it", id="a Community"),
        pytest.param("bruno", "", "en-US", "en-US", id="an English Community"),
        pytest.param("bruno", "de", "it", "de", id="chosen in a Community"),
        pytest.param("alice", "", "", "en-US", id="somebody who reads English"),
    ],
)
async def test_a_servers_choice_comes_before_its_language_on_discord_and_that_before_the_openers(
    world: World, who: str, chosen: str, guild: str, locale: str
) -> None:
    await world.prefer(language=chosen)
    with speaking({world.bruno.id: "fr"}, guild=guild):
        assert (await world.lobby(who)).header.locale == locale


async def test_it_is_the_language_of_the_client_whatever_its_user_chose_to_read_alone(mixed: World) -> None:
    await mixed.store.preferences.set(mixed.bruno.id, PersonPreferences(language="de"))
    assert (await mixed.lobby("bruno")).header.locale == "fr"
    assert "Spieler" in (await mixed.bruno.press("b:rules:express")).text


@pytest.mark.long
async def test_a_choice_of_the_server_holds_from_the_next_table_on(mixed: World) -> None:
    table = await mixed.play_and_end("bruno", "alice")
    await mixed.prefer(language="it")
    assert table.header.locale == "fr"
    await mixed.alice.press("Revanche")
    assert mixed.table.header.locale == "it"


@pytest.mark.long
async def test_a_public_answer_is_in_the_language_of_whoever_asks(mixed: World) -> None:
    admin = mixed.manager()
    await mixed.play_and_end("alice", "bruno")
    with speaking({admin.id: "fr"}, guild=""):
        await admin.run_server("season", do="open")
    assert "c'est parti" in mixed.board.text
    for asker, told in ((mixed.bruno, "Statistiques"), (mixed.alice, "Statistics")):
        own = await asker.run("stats")
        await asker.press(next(iter(own.buttons.values())), own)
        assert told in mixed.board.text


@pytest.mark.parametrize(("community", "locale"), [(False, "fr"), (True, "it")])
async def test_without_the_bot_the_interaction_tells_of_a_community(world: World, community: bool, locale: str) -> None:
    anywhere.install(world.env, world.bruno)
    place = anywhere.server_without_bot(world.env, world.bruno, world.alice)
    with speaking({world.bruno.id: "fr"}, guild="it" if community else ""):
        await world.bruno.run("play", place)
    assert world.bot.hub.in_channel(place.id).header.locale == locale


async def test_a_group_message_speaks_the_language_of_whoever_opens_a_table_there(mixed: World) -> None:
    anywhere.install(mixed.env, mixed.bruno)
    group = anywhere.group_message(mixed.env, mixed.bruno, mixed.alice)
    await mixed.bruno.run("play", group)
    assert mixed.bot.hub.in_channel(group.id).header.locale == "fr"


async def test_a_vote_whose_match_is_over_ends_in_the_language_of_the_table(mixed: World) -> None:
    table = await mixed.sit("bruno", "alice", "chloe", target=200)
    await mixed.alice.run("table end")
    ballot = mixed.board
    async with mixed.directly():
        await table.do(lifecycle.end, mixed.bruno.id)
    await mixed.chloe.press(ballot.labels[0], ballot)
    assert mixed.now(ballot).text == "Cette partie est finie."


@pytest.mark.parametrize(
    ("chosen", "guild", "told", "unset"),
    [
        (
            "",
            "",
            "the language of each table's host, since this is no Community server",
            "the language of each table's host, since this is no Community server",
        ),
        (
            "fr",
            "",
            "**Français**, as chosen here",
            "the language of each table's host, since this is no Community server",
        ),
        ("", "it", "**Italiano**, as this server is set on Discord", "Italiano, as this server is set on Discord"),
        ("", "en-GB", "**English**, as this server is set on Discord", "English, as this server is set on Discord"),
        ("", "ja", "**English**, since I don't speak 日本語", "English, since I don't speak 日本語"),
        ("de", "it", "**Deutsch**, as chosen here", "Italiano, as this server is set on Discord"),
    ],
)
async def test_the_settings_say_which_language_holds_and_why(
    world: World, admin: Player, chosen: str, guild: str, told: str, unset: str
) -> None:
    await world.prefer(language=chosen)
    with speaking({}, guild=guild):
        panel = await admin.run_server("settings")
        form = await admin.open_form(panel, "language")
        seen = await world.alice.run_server("settings")
    assert f"- Language: {told}" in panel.lines
    assert f"- Language: {told}" in seen.private.splitlines()
    assert form.fields["language"]["options"][0]["label"] == unset


@pytest.mark.parametrize(
    ("locale", "language"), [(None, ""), (discord.Locale.american_english, ""), (discord.Locale.french, "fr")]
)
def test_an_unknown_server_with_a_language_is_a_community(locale: discord.Locale | None, language: str) -> None:
    assert server_language(ServerPreferences(), None, locale) == language
