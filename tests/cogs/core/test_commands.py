"""Tests of small commands and of the languages of answers."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.backend import serializers

from cogs.core.commands import DOMINO, SERVER, SETTINGS, groups_of
from engine.rules import RULE_SETS
from tests.support import anywhere
from tests.support.in_memory.deliveries import commanded
from tests.support.in_memory.world import World
from tests.support.simcord_private import take


def first_steps(world: World) -> list[str]:
    play = world.command("play")
    return [
        f"With friends: type {play} in a channel. They press **Join**, and you press **Start**.",
        f"On your own: type {play} `computers:3` and play against three computers right away.",
    ]


async def test_rules_show_a_rule_set_with_its_options(world: World) -> None:
    answer = await world.alice.run("rules", rules="express-it")
    assert "Domino Express (Italian)" in answer.private
    assert not answer.lacks("any tile but a double", "50 points · **100 points** · 150 points")


async def test_rules_without_a_name_are_those_of_the_channels_table(world: World) -> None:
    await world.alice.run("play", rules="express-it")
    assert "Italian" in (await world.bruno.run("rules")).text


async def test_rules_without_a_name_and_a_table_are_listed_by_family_and_chosen_from_a_select(world: World) -> None:
    found = await world.alice.run("rules")
    assert found.private.splitlines()[0] == "## Rule sets"
    at = {line: number for number, line in enumerate(found.lines)}
    cubano = "- **Dominó cubano** · The Cuban game: a double-nine set, ten tiles each"
    assert at["**In two pairs**"] < at[cubano] < at["**Points for the ends**"]
    assert sum(line.startswith("- ") for line in found.lines) == len(RULE_SETS)
    page = await world.alice.choose("s:read", "bergen", on=found)
    assert page.private.startswith("## Bergen")
    again = await world.alice.press("All rule sets", page)
    assert again.private == found.private
    await world.alice.choose("s:read", "page-1", on=again)
    assert "memory" in [each["value"] for each in again.options]
    assert "There is no rule set" in (await world.alice.forge("s:read", again, values=["marbles"])).private


@pytest.mark.parametrize(("highest", "tiles"), [(6, 28), (9, 55), (12, 91)])
async def test_a_set_is_shown_to_its_asker_with_what_it_holds(world: World, highest: int, tiles: int) -> None:
    answer = await world.alice.run("set", highest=highest)
    assert world.answered_at_once
    assert f"{tiles} tiles" in answer.private
    assert [each.filename for each in answer.attachments] == [f"double-{highest}.png", f"double-{highest}-a4.png"]
    assert answer.alt


async def test_help_says_how_to_start_and_lists_every_command(world: World) -> None:
    answer = await world.alice.run("help")
    assert answer.private.splitlines()[2:4] == first_steps(world)
    groups = groups_of(world.bot)
    for each in groups[DOMINO].commands:
        named = "`/domino settings`" if each is groups[SETTINGS] else world.command(each.name)
        assert f"{named} {each.description}" in answer.text
    assert not answer.lacks(*(world.command("settings", each.name) for each in groups[SETTINGS].listed))
    assert not answer.lacks(*(world.command(each.name, root="domino-server") for each in groups[SERVER].commands))
    assert not answer.lacks("Play dominoes with friends", "Domino Express", "Online. Discord answers in", "Version")


async def test_help_lists_what_is_of_use_where_it_is_asked_and_the_rest_says_why_not(world: World) -> None:
    anywhere.install(world.env, world.alice)
    group = anywhere.group_message(world.env, world.alice, world.bruno)
    alone = world.alice.user.dm_channel
    clock, others = {"pause", "resume"}, {"vote", "back", "host", "remove"}
    for place, of_no_use in ((group, clock), (alone, clock | others)):
        listed = (await world.alice.run("help", place)).text
        assert {
            each.name
            for each in groups_of(world.bot)[DOMINO].commands
            if each.name != "settings" and world.command(each.name) not in listed
        } == of_no_use
        assert ("**For the host**" in listed) == (place is group)
        for name in of_no_use:
            person = {"person": world.bruno} if name in ("host", "remove") else {}
            why = "only works on servers" if name in clock else "Here you play alone with computers"
            assert why in (await world.alice.run(name, place, **person)).private


# ---------------------------------------------------------------------- joining a server


def invite(
    world: World, *, system_channel: bool = True, locale: str = "en-US", community: bool = False, joined: bool = True
) -> None:
    """Let Discord tell that the bot has joined the server, or that the server is back after an outage."""
    payload: dict[str, Any] = {
        **serializers.guild_create_payload(world.env.backend, world.env.backend.get_guild(world.guild.id)),
        "preferred_locale": locale,
        "features": ["COMMUNITY"] if community else [],
        "system_channel_id": str(world.channel.id) if system_channel else None,
    }
    if joined:
        payload.pop("unavailable")
    world.env.backend.emit("GUILD_CREATE", payload)


async def test_the_bot_says_once_in_a_few_lines_what_it_is_to_a_server_that_it_joins(world: World) -> None:
    invite(world)
    await world.settle()
    what, with_friends, alone, language = world.board.lines
    assert what.startswith(f"👋 Let's play dominoes: {len(RULE_SETS)} games")
    one, other = first_steps(world)
    assert [with_friends, alone] == [one, f"{other} Everything else: {world.command('help')}."]
    choose = world.command("settings", root="domino-server")
    assert language == f"Each table speaks the language of whoever opens it. To choose one for all: {choose}."
    invite(world, joined=False)
    await world.restart()
    assert len(world.messages) == 1


@pytest.mark.parametrize(("chosen", "community"), [("", True), ("fr", False)])
async def test_a_french_server_is_greeted_in_french(world: World, chosen: str, community: bool) -> None:
    await world.prefer(language=chosen)
    invite(world, locale="fr", community=community)
    await world.settle()
    assert not world.board.lacks("On joue aux dominos", f"{world.command('play')} `ordinateurs:3`")
    assert len(world.board.lines) == 3, "its language is known"


async def test_a_server_without_a_system_channel_hears_nothing(world: World) -> None:
    invite(world, system_channel=False)
    await world.settle()
    assert not world.messages


async def test_a_server_where_the_bot_may_not_write_hears_nothing(world: World) -> None:
    take(world.env, world.guild, "send_messages")
    await world.settle()
    sent = world.sent
    invite(world)
    await world.settle()
    assert not world.requests(sent, "POST", "/messages")


async def test_a_greeting_that_discord_refuses_costs_nothing(world: World) -> None:
    world.refuse(503)
    invite(world)
    await world.settle()
    assert not world.messages
    world.heal()
    await world.sit("alice", "bruno")


async def test_commands_of_servers_alone_are_not_offered_elsewhere(world: World) -> None:
    private = anywhere.group_message(world.env, world.alice, world.bruno)
    anywhere.install(world.env, world.alice)
    for place in (world.alice.user.dm_channel, private, anywhere.server_without_bot(world.env, world.alice)):
        assert anywhere.commands_in(world.env, world.alice, place) == ["domino"]
    assert anywhere.commands_in(world.env, world.alice, world.channel) == ["domino", "domino-server"]
    offered = world.alice.user.available_commands()
    assert "domino play" in offered
    assert not [each for each in offered if each in ("domino settings server", "domino settings season")]


async def test_commands_are_answered_where_earlier_versions_had_them(world: World) -> None:
    assert "Rule set" in (await commanded(world.alice, "settings", "server").send()).text
    assert "season" in (await commanded(world.alice, "settings", "season").send()).text
    anywhere.install(world.env, world.alice)
    group = anywhere.group_message(world.env, world.alice, world.bruno)
    for place in (group, world.alice.user.dm_channel):
        for former in ("server", "season"):
            told = (await commanded(world.alice, "settings", former, place=place).send()).private
            assert told == "This command only works on servers that have me."


async def test_commands_are_registered_with_french_names(world: World) -> None:
    (sync,) = world.requests(path="/commands")
    group, for_servers = (each for each in sync.json if each.get("type", 1) == 1)
    assert (group["contexts"], group["integration_types"]) == ([0, 1, 2], [0, 1])
    assert (for_servers["contexts"], for_servers["integration_types"]) == ([0], [0])
    assert {option["name"] for option in for_servers["options"]} == {"settings", "season", "rules"}
    assert for_servers["name_localizations"]["fr"] == "domino-serveur"
    names = {option["name"]: option["name_localizations"] for option in group["options"]}
    assert set(names) == {
        *("play", "hand", "hint", "board", "rules", "set", "leave", "end", "vote", "back", "host", "remove", "pause"),
        *("resume", "doctor", "leaderboard", "stats", "history", "replay", "record", "verify", "privacy", "settings"),
        *("help", "tables"),
    }
    assert names["play"]["fr"] == "jouer"
    assert names["hand"]["fr"] == "main"
    await world.restart()
    assert world.requests(path="/commands") == [sync], "they are sent again only when they have changed"
