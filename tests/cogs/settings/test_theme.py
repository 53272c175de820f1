"""``/domino settings theme``: a server's look."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import render
from engine.live.model.preferences import ServerPreferences
from tests.cogs.players import Player
from tests.cogs.seen import Answer, Seen
from tests.cogs.world import World

pytestmark = pytest.mark.pictures


async def theme_of(message: Seen, at: int = 0) -> str:
    """Return the id of the theme that a picture is drawn in: the one whose ground most of the picture shows."""
    with Image.open(io.BytesIO(await message.attachments[at].read())) as picture:
        colours = picture.convert("RGB").getcolors(maxcolors=1 << 24)
    assert colours is not None
    grounds = {theme.ground: theme.id for theme in render.THEMES.values()}
    return next(grounds[colour] for _, colour in sorted(colours, reverse=True) if colour in grounds)


async def choose(world: World, admin: Player, theme: str) -> Answer:
    return await admin.run("settings theme", theme=theme)


@pytest.mark.parametrize("theme", render.THEMES)
async def test_a_manager_chooses_the_servers_theme_and_sees_a_private_sample(
    world: World, admin: Player, theme: str
) -> None:
    answer = await choose(world, admin, theme)
    assert render.THEMES[theme].name in answer.private
    assert await theme_of(answer) == theme
    (alt,) = answer.alts
    assert alt.startswith(f"{render.THEMES[theme].name}: An example of Domino Express")


async def test_a_member_who_may_not_choose_the_theme_changes_nothing(world: World) -> None:
    answer = await world.alice.run("settings theme", theme="dark")
    assert answer.private == "Only members with the Manage Server permission can change the theme."
    assert await world.store.preferences(ServerPreferences, world.guild.id) == ServerPreferences()


async def test_the_theme_command_without_a_theme_shows_a_sample_of_each(world: World, admin: Player) -> None:
    await choose(world, admin, "dark")
    answer = await world.alice.run("settings theme")
    assert "theme is **Dark**" in answer.private
    for theme in render.THEMES.values():
        assert f"**{theme.name}**" in answer.lines, "each sample has its name above it"
    assert [await theme_of(answer, at) for at in range(len(render.THEMES))] == list(render.THEMES)
    for alt, theme in zip(answer.alts, render.THEMES.values(), strict=True):
        assert alt.startswith(f"{theme.name}: ")
        assert len(alt) <= 1024


async def test_a_manager_chooses_the_theme_from_a_select_and_members_have_none(world: World, admin: Player) -> None:
    panel = await admin.run("settings theme")
    assert panel.chosen == ["felt"]
    await admin.choose("s:theme", "dark", on=panel)
    assert "theme is **Dark**" in panel.text
    assert panel.chosen == ["dark"]
    assert await theme_of(panel) == "dark"
    seen = await world.alice.run("settings theme")
    assert not seen.selects
    refused = await world.alice.forge("s:theme", seen, values=["felt"])
    assert refused.private == "Only members with the Manage Server permission can change the theme."
    assert (await world.settings()).theme == "dark"


async def test_the_sample_is_of_what_is_played_in_the_channel(world: World, admin: Player) -> None:
    await world.alice.run("play", rules="matador")
    assert "An example of Matador" in (await choose(world, admin, "dark")).alt


async def test_every_next_picture_of_the_server_has_its_theme(world: World, admin: Player) -> None:
    await world.sit("alice", "bruno", target=50)
    await choose(world, admin, "dark")
    assert await theme_of(world.board) == "felt", "what is there stays as it is"
    player = world.mover()
    await world.move()
    shown = [world.board, player.hand, await player.press("My hand")]
    await world.rush()
    shown += [world.board, await player.press("Leaderboard")]
    shown += [await player.run(command) for command in ("leaderboard", "rules")]
    assert [await theme_of(each) for each in shown] == ["dark"] * 7


async def test_another_server_keeps_its_own(world: World, admin: Player) -> None:
    await choose(world, admin, "dark")
    far, mallory = world.elsewhere()
    answer = await mallory.run("rules", far)
    assert await theme_of(answer) == "felt"


async def test_an_unknown_theme_gives_way_to_the_default(world: World) -> None:
    await world.prefer(theme="marble")
    await world.sit("alice", "bruno")
    assert await theme_of(world.board) == "felt"
    assert "theme is **Ivory on felt**" in (await world.alice.run("settings theme")).text
