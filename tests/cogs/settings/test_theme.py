"""``/domino settings theme``: a server's look."""

from __future__ import annotations

import discord
import pytest
import simcord

import render
from engine.live.model.preferences import ServerPreferences
from tests.cogs.conftest import World
from tests.cogs.pictures import theme_of
from tests.cogs.playing import alt_texts, hand_message, rush, take_turn, text

pytestmark = pytest.mark.pictures


@pytest.fixture
def admin(world: World) -> simcord.MemberActor:
    """Somebody who may manage the server."""
    role = world.guild.create_role("admins", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("admin"), roles=[role])


async def choose(world: World, admin: simcord.MemberActor, theme: str) -> simcord.InteractionResult:
    return await admin.slash(world.channel, "domino settings theme", theme=theme)


@pytest.mark.parametrize("theme", render.THEMES)
async def test_whoever_manages_the_server_chooses_its_theme_and_sees_a_sample_alone(
    world: World, admin: simcord.MemberActor, theme: str
) -> None:
    answer = await choose(world, admin, theme)
    assert answer.ephemeral
    assert render.THEMES[theme].name in text(answer.response)
    assert await theme_of(answer.response) == theme
    (alt,) = alt_texts(answer.response)
    assert alt.startswith(f"{render.THEMES[theme].name}: An example of Domino Express")


async def test_others_are_told_who_may_and_nothing_changes(world: World) -> None:
    answer = await world.alice.slash(world.channel, "domino settings theme", theme="dark")
    assert answer.ephemeral
    assert answer.response.content == "Only members with the permission Manage Server can change the theme."
    assert await world.bot.hub.store.preferences(ServerPreferences, world.guild.id) == ServerPreferences()


async def test_without_a_theme_everyone_sees_a_sample_of_each_and_which_is_chosen(
    world: World, admin: simcord.MemberActor
) -> None:
    await choose(world, admin, "dark")
    answer = await world.alice.slash(world.channel, "domino settings theme")
    assert answer.ephemeral
    assert "theme is **Dark**" in text(answer.response)
    for theme in render.THEMES.values():
        assert f"**{theme.name}**" in text(answer.response).splitlines(), "each sample has its name above it"
    assert [await theme_of(answer.response, at) for at in range(len(render.THEMES))] == list(render.THEMES)
    for alt, theme in zip(alt_texts(answer.response), render.THEMES.values(), strict=True):
        assert alt.startswith(f"{theme.name}: ")
        assert len(alt) <= 1024


async def test_the_sample_is_of_what_is_played_in_the_channel(world: World, admin: simcord.MemberActor) -> None:
    await world.alice.slash(world.channel, "domino play", rules="matador")
    answer = await choose(world, admin, "dark")
    assert "An example of Matador" in alt_texts(answer.response)[0]


async def test_every_picture_of_the_server_follows_from_the_next_one_on(
    world: World, admin: simcord.MemberActor
) -> None:
    table = await world.sit("alice", "bruno", target=50)
    assert await theme_of(world.last()) == "felt"
    await choose(world, admin, "dark")
    assert await theme_of(world.last()) == "felt", "what is there stays as it is"
    turn = table.view(None).turn
    assert turn is not None
    player = world.who(table.people[turn].user)
    await take_turn(world, table)
    assert await theme_of(world.last()) == "dark"
    assert await theme_of(hand_message(world, player)) == "dark"
    shown = await player.click(world.last(), label="My hand")
    assert await theme_of(shown.response) == "dark"
    await rush(world, table)
    assert "wins the match" in text(world.last())
    assert await theme_of(world.last()) == "dark"
    standing = await player.click(world.last(), label="Leaderboard")
    assert await theme_of(standing.response) == "dark"
    for command in ("domino leaderboard", "domino rules"):
        answer = await player.slash(world.channel, command)
        assert await theme_of(answer.response) == "dark", command


async def test_another_server_keeps_its_own(world: World, admin: simcord.MemberActor) -> None:
    await choose(world, admin, "dark")
    elsewhere = world.env.create_guild("Elsewhere", owner=world.eve.user)
    eve = elsewhere.add_member(world.eve.user)
    answer = await eve.slash(elsewhere.create_text_channel("eves"), "domino rules")
    assert await theme_of(answer.response) == "felt"


async def test_the_theme_is_there_after_a_restart(world: World, admin: simcord.MemberActor) -> None:
    await choose(world, admin, "contrast")
    await world.restart()
    await world.sit("alice", "bruno")
    assert await theme_of(world.last()) == "contrast"
    assert await theme_of(hand_message(world, world.alice)) == "contrast"


async def test_a_theme_that_this_version_does_not_have_gives_way_to_the_default_one(world: World) -> None:
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(theme="marble"))
    await world.sit("alice", "bruno")
    assert await theme_of(world.last()) == "felt"
    answer = await world.alice.slash(world.channel, "domino settings theme")
    assert "theme is **Ivory on felt**" in text(answer.response)
