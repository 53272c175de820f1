"""Tests of small commands and of the languages of answers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from simcord.backend import serializers

from cogs.core.commands import DOMINO, Group, groups_of
from engine.rules import RULE_SETS
from render.i18n import languages
from tests.support import anywhere
from tests.support.in_memory.deliveries import AUTOCOMPLETE, commanded
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking, take


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


@pytest.mark.parametrize(
    ("rules", "highest", "tiles"), [("classic", 6, 28), ("chickenfoot", 9, 55), ("mexican-train", 12, 91)]
)
async def test_the_set_of_a_game_is_shown_below_its_rules_with_a_sheet_to_print(
    world: World, rules: str, highest: int, tiles: int
) -> None:
    answer = await world.alice.press("All the tiles", await world.alice.run("rules", rules=rules))
    assert world.answered_at_once
    assert f"{tiles} tiles" in answer.private
    assert [each.filename for each in answer.attachments] == [f"double-{highest}.png", f"double-{highest}-a4.png"]
    assert answer.alt
    assert "for an earlier move" in (await world.alice.forge("b:set:7", answer)).text


def named(world: World, answer: Any) -> list[str]:
    """Return the commands that a page of help has a line for, in its order."""
    return [line.split(":")[0][2:].removeprefix("domino ") for line in answer.lines if line.startswith("</")]


async def test_help_says_in_three_lines_how_to_start_names_five_commands_and_has_buttons_that_do_it(
    world: World,
) -> None:
    answer = await world.alice.run("help")
    assert answer.private.splitlines()[:5] == [
        "## Dominoes",
        "**Play alone**: you against three computers, right away.",
        "**Open a table**: others press **Join**, and you press **Start**.",
        "The button **My hand**, below the picture, shows your tiles to you alone.",
        "",
    ]
    assert named(world, answer) == ["play", "daily", "challenge", "rules", "leaderboard"]
    assert answer.labels == ["Play alone", "Open a table"]
    await world.alice.press("Open a table", answer)
    assert world.table.header.host_id == world.alice.id
    await world.alice.press("Play alone", answer)
    (alone,) = [each for each in world.tables if each.header.delivery.alone]
    assert [each.computer for each in alone.people] == [False, True, True, True]


async def test_help_names_what_matters_at_the_table_here(world: World) -> None:
    table = await world.lobby("alice", "bruno", hints=True)
    at = {
        world.alice: (["board", "rules", "leave", "table remove", "table end"], []),
        world.bruno: (["board", "rules", "leave", "tables"], []),
        world.eve: (["board", "daily", "rules", "tables", "leaderboard"], ["Play alone", "Join"]),
    }
    for who, (commands, labels) in at.items():
        answer = await who.run("help")
        assert (named(world, answer), answer.labels) == (commands, labels)
    await world.alice.press("Start")
    answer = await world.bruno.run("help")
    assert named(world, answer) == ["hand", "hint", "board", "leave", "rules"]
    assert answer.labels == ["My hand"]
    assert "table pause" in named(world, await world.alice.run("help"))
    assert (await world.bruno.press("My hand", answer)).ephemeral
    assert (await world.eve.run("help")).labels == ["Play alone", "Watch"]
    assert table.playing


async def test_help_lists_commands_of_the_host_for_the_host_and_members_who_may_manage_messages(world: World) -> None:
    await world.lobby("alice", "bruno")

    async def topics(player: Player) -> dict[str, str]:
        return {each["label"]: each["value"] for each in (await player.run("help")).options}

    assert "For the host" in await topics(world.alice)
    assert "For the host" not in await topics(world.bruno)
    assert "For the host" not in await topics(world.eve)
    assert "For the host" in await topics(world.manager(manage_messages=True))
    await world.alice.press("Start")
    answer = await world.bruno.run("help")
    await world.bruno.choose("s:help", DOMINO, on=answer)
    assert "table end" in named(world, answer), "it asks everybody"


async def test_help_tells_what_is_no_command(world: World) -> None:
    answer = await world.alice.run("help")
    await world.alice.choose("s:help", DOMINO, on=answer)
    assert not answer.lacks("**More**, under a table", "then **Apps**")
    dm = world.alice.user.dm_channel
    answer = await world.alice.run("help", dm)
    assert "Play against computers" in answer.text
    await world.alice.choose("s:help", DOMINO, on=answer)
    assert "**More**" not in answer.text


async def test_help_names_no_hand_and_no_hint_where_there_are_none(world: World) -> None:
    await world.sit("alice", "bruno", rules="memory")
    assert named(world, await world.alice.run("help")) == ["board", "table pause", "leave", "rules", "table end"]


async def test_help_opens_each_topic_in_its_place_and_every_command_has_one(world: World) -> None:
    answer = await world.alice.run("help")
    told = set[str]()
    first = answer.text
    for value in [each["value"] for each in answer.options]:
        page = await world.alice.choose("s:help", value, on=answer)
        assert page.followups == []
        (chosen,) = [each["label"] for each in answer.options if each.get("default")]
        assert answer.lines[0] == f"## {chosen}"
        assert not set(named(world, answer)) & told
        told |= set(named(world, answer))
        if chosen == "After a match":
            assert named(world, answer)[:2] == ["leaderboard", "stats"]
    groups = groups_of(world.bot).values()
    leaves = [each for group in groups for each in group.listed if not isinstance(each, Group)]
    assert told == {each.qualified_name.removeprefix("domino ") for each in leaves}
    assert not answer.lacks("30 games, from Domino Express", "Online. Discord answers in", "Version")
    assert "for an earlier move" in (await world.alice.forge("s:help", answer, values=["nosuch"])).private
    await world.alice.choose("s:help", "start", on=answer)
    assert answer.text == first


async def test_help_lists_what_is_of_use_where_it_is_asked_and_the_rest_says_why_not(world: World) -> None:
    anywhere.install(world.env, world.alice)
    group = anywhere.group_message(world.env, world.alice, world.bruno)
    alone = world.alice.user.dm_channel
    clock, others = {"table pause"}, {"back", "table host", "table remove"}
    commands = {
        each.qualified_name for each in groups_of(world.bot)[DOMINO].walk_commands() if not isinstance(each, Group)
    }
    for place, of_no_use, labels in (
        (group, clock, ["Play alone", "Open a table"]),
        (alone, clock | others, ["Play alone"]),
    ):
        answer = await world.alice.run("help", place)
        assert answer.labels == labels
        assert answer.lines[len(labels) + 1].startswith("Here ")
        told = set[str]()
        for value in [each["value"] for each in answer.options]:
            await world.alice.choose("s:help", value, on=answer)
            told |= set(named(world, answer))
        assert "This server" not in [each["label"] for each in answer.options]
        assert {each.removeprefix("domino ") for each in commands} - told == of_no_use
        for name in of_no_use:
            person = {"person": world.bruno} if name in ("table host", "table remove") else {}
            why = "only works on servers" if name in clock else "Here you play alone with computers"
            assert why in (await world.alice.run(name, place, **person)).private


@pytest.mark.parametrize("language", ["en-US", *languages()])
async def test_the_first_page_of_help_is_one_screen_of_a_phone(world: World, language: str) -> None:
    with speaking({world.alice.id: language}, guild=""):
        lines = (await world.alice.run("help")).lines
    assert len(lines) <= 10
    # a phone has room for about 40 characters in a line
    assert sum(max(1, -(-len(re.sub(r"</([^:]+):\d+>", r"/\1", line)) // 40)) for line in lines) <= 22


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
    assert anywhere.commands_in(world.env, world.alice, world.channel) == ["domino", "domino-cup", "domino-server"]
    offered = world.alice.user.available_commands()
    assert "domino play" in offered
    assert not [each for each in offered if each in ("domino settings server", "domino settings season")]


FORMER = {
    "set": ("double-six set", "rules"),
    "history": ("No match has been finished yet", "match history"),
    "replay": ("There is no such match", "match replay"),
    "record": ("There is no such match", "match record"),
    "verify": ("There is no such match", "match verify"),
    "end": ("There is no table in this channel", "table end"),
    "vote": ("There is no table in this channel", "table end"),
    "pause": ("There is no table in this channel", "table pause"),
    "resume": ("There is no table in this channel", "table pause"),
    "host": ("There is no table in this channel", "table host"),
    "remove": ("There is no table in this channel", "table remove"),
    "privacy": ("Your data", "settings privacy"),
    "doctor": ("Nothing is missing here", "settings doctor"),
    "settings server": ("Rule set", "settings"),
    "settings season": ("season", "season"),
}
"""Former places of commands, their answers, and the present places."""


def test_every_former_place_is_told_below(world: World) -> None:
    assert set(world.bot.tree.former) == {f"domino {each}" for each in FORMER}


@pytest.mark.parametrize("former", FORMER)
async def test_a_command_is_answered_where_an_earlier_version_had_it_and_tells_its_place(
    world: World, former: str
) -> None:
    says, now = FORMER[former]
    options: dict[str, Any] = {"id": "nosuch"} if former in ("replay", "record", "verify") else {}
    ask = commanded(world.alice, *former.split(), **options)
    if former in ("host", "remove"):
        name_person(ask.payload, world.bruno)
    answer = await ask.send()
    assert says in answer.private
    place = world.command(*now.split(), root="domino-server" if former.startswith("settings ") else "domino")
    assert answer.text.count("This command has a new place") == 1
    assert answer.text.endswith(f"This command has a new place: {place}.")


def name_person(payload: dict[str, Any], person: Player) -> None:
    """Let a command name a person, as Discord does."""
    (command,) = payload["data"]["options"]
    stored = person.world.env.backend.get_user(person.id)
    command["options"] = [{"name": "person", "type": 6, "value": str(person.id)}]
    payload["data"]["resolved"] = {"users": {str(person.id): serializers.user_payload(stored)}}


@pytest.mark.long
async def test_a_former_place_offers_choices_while_its_option_is_typed_and_tells_nothing(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await world.rush()
    typed = commanded(world.alice, "replay", kind=AUTOCOMPLETE, id="")
    typed.payload["data"]["options"][0]["options"][0]["focused"] = True
    assert table.id in [each["value"] for each in (await typed.send()).choices or ()]
    assert not typed.answer.followups


async def test_a_vote_is_public_where_it_was_and_its_new_place_is_told_to_who_asked_alone(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    answer = await world.alice.run_formerly("vote")
    assert "End this match?" in world.board.text, "the host could end it alone, and asks everybody"
    (told,) = answer.result.followups
    assert told.flags.ephemeral
    assert world.command("table", "end") in told.content
    assert table.playing


async def test_a_former_place_is_refused_where_its_command_is_of_no_use(world: World) -> None:
    anywhere.install(world.env, world.alice)
    group = anywhere.group_message(world.env, world.alice, world.bruno)
    for place in (group, world.alice.user.dm_channel):
        for former in ("settings server", "settings season", "resume"):
            told = (await world.alice.run_formerly(former, place)).private
            assert told.startswith("This command only works on servers that have me.")


async def test_an_answer_stands_if_its_new_place_can_not_be_told(world: World) -> None:
    world.fail("POST", "/webhooks/**", 503)
    assert "No match has been finished yet" in (await world.alice.run_formerly("history")).private


async def test_commands_are_registered_with_french_names(world: World) -> None:
    (sync,) = world.requests(path="/commands")
    group, for_servers, cup = (each for each in sync.json if each.get("type", 1) == 1)
    assert (group["contexts"], group["integration_types"]) == ([0, 1, 2], [0, 1])
    for on_servers in (for_servers, cup):
        assert (on_servers["contexts"], on_servers["integration_types"]) == ([0], [0])
        assert on_servers.get("default_member_permissions") is None
    assert [option["name"] for option in cup["options"]] == ["new", "show"]
    assert [option["name"] for option in for_servers["options"]] == ["settings", "rules", "season", "export"]
    (settings,) = [option for option in group["options"] if option["name"] == "settings"]
    assert [option["name"] for option in settings["options"]] == [
        *("theme", "text", "language", "messages", "rules", "privacy", "doctor")
    ]
    assert for_servers["name_localizations"]["fr"] == "domino-serveur"
    names = {option["name"]: option["name_localizations"] for option in group["options"]}
    assert list(names) == [
        *(
            "play",
            "daily",
            "challenge",
            "hand",
            "hint",
            "board",
            "rules",
            "tables",
            "leave",
            "back",
            "leaderboard",
            "stats",
        ),
        *("match", "table", "settings", "help"),
    ]
    assert names["play"]["fr"] == "jouer"
    assert names["hand"]["fr"] == "main"
    await world.restart()
    assert world.requests(path="/commands") == [sync], "they are sent again only when they have changed"
