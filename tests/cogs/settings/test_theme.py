"""``/domino settings theme``: the look of a server, and of private messages."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import render
from engine.live.model.preferences import PersonPreferences, ServerPreferences
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer, Seen
from tests.support.in_memory.world import World

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


@pytest.mark.sampled(2)
@pytest.mark.parametrize("theme", render.THEMES)
async def test_a_manager_chooses_the_servers_theme_and_sees_a_sample(world: World, admin: Player, theme: str) -> None:
    answer = await choose(world, admin, theme)
    assert render.THEMES[theme].name in answer.private
    assert await theme_of(answer) == theme
    (alt,) = answer.alts
    assert alt.startswith(f"{render.THEMES[theme].name}: An example of Domino Express")


async def test_a_member_who_may_not_choose_the_theme_changes_nothing(world: World) -> None:
    answer = await world.alice.run("settings theme", theme="dark")
    assert answer.private == "Only members with the Manage Server permission can change this."
    assert await world.store.preferences.get(ServerPreferences, world.guild.id) == ServerPreferences()


@pytest.mark.long
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


async def test_a_manager_alone_chooses_the_servers_theme_from_a_select(world: World, admin: Player) -> None:
    panel = await admin.run("settings theme")
    assert panel.chosen == ["server", "felt"]
    await admin.choose("s:theme", "dark", on=panel)
    assert "theme is **Dark**" in panel.text
    assert panel.chosen == ["server", "dark"]
    assert await theme_of(panel) == "dark"
    seen = await world.alice.run("settings theme")
    assert list(seen.selects) == ["s:mytheme"]
    refused = await world.alice.forge("s:theme", seen, values=["felt"])
    assert refused.private == "Only members with the Manage Server permission can change this."
    assert (await world.settings()).theme == "dark"


async def test_the_sample_is_of_what_is_played_in_the_channel(world: World, admin: Player) -> None:
    await world.alice.run("play", rules="matador")
    assert "An example of Matador" in (await choose(world, admin, "dark")).alt


@pytest.mark.long
async def test_every_next_picture_of_the_server_has_its_theme(world: World, admin: Player) -> None:
    await world.sit("alice", "bruno", target=50)
    await choose(world, admin, "dark")
    assert await theme_of(world.board) == "felt", "what is there stays as it is"
    player = world.mover()
    await world.move()
    shown = [world.board, player.hand, await player.press("My hand")]
    await world.rush()
    shown += [world.board, await player.press("Leaderboard")]
    shown += [await player.run("leaderboard"), await player.run("rules", rules="express")]
    assert [await theme_of(each) for each in shown] == ["dark"] * 7


async def test_another_server_keeps_its_own(world: World, admin: Player) -> None:
    await choose(world, admin, "dark")
    far, mallory = world.elsewhere()
    answer = await mallory.run("rules", far, rules="express")
    assert await theme_of(answer) == "felt"


async def test_an_unknown_theme_gives_way_to_the_default(world: World) -> None:
    await world.prefer(theme="marble")
    await world.sit("alice", "bruno")
    assert await theme_of(world.board) == "felt"
    assert "theme is **Ivory on felt**" in (await world.alice.run("settings theme")).text


# ---------------------------------------------------------------------- of one person


async def own_theme(world: World, person: Player) -> str:
    return (await world.store.preferences.get(PersonPreferences, person.id)).theme


@pytest.mark.long
async def test_private_messages_have_the_persons_theme_and_public_ones_the_servers(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    hand = world.alice.hand
    assert (
        "your own theme, **Dark**" in (await world.alice.run("settings theme", theme="dark", **{"for": "me"})).private
    )
    assert world.alice.hand == hand
    assert await theme_of(world.alice.hand) == "dark", "the hand changes at once"
    await world.move()
    # later deals make both copies out of date
    hands = [await world.alice.press("My hand"), world.alice.hand]
    assert [await theme_of(each) for each in hands] == ["dark"] * 2
    await world.rush()
    alone = [await world.alice.press("Leaderboard"), await world.alice.press("Replay")]
    alone += [await world.alice.run("stats"), await world.alice.run("rules", rules="express")]
    alone += [await world.alice.run_formerly("set")]
    alone += [await world.alice.run("match replay", id=table.id)]
    assert [await theme_of(each) for each in alone] == ["dark"] * 6
    play = await world.alice.press("Play", alone[-1])
    await world.alice.press("Post here", play)
    posted = world.board
    await world.alice.forge("b:stats", alone[2])
    everybodys = [posted, world.board, world.bruno.hand, *world.messages, await world.alice.run("leaderboard")]
    assert {await theme_of(each) for each in everybodys if each.attachments} == {"felt"}


@pytest.mark.long
async def test_an_own_theme_is_chosen_from_a_select_and_given_up_again(world: World, admin: Player) -> None:
    await choose(world, admin, "contrast")
    panel = await world.alice.run("settings theme")
    assert [each["label"] for each in panel.options][:2] == ["For you: as the server", "For you: Ivory on felt"]
    await world.alice.choose("s:mytheme", "dark", on=panel)
    assert panel.chosen == ["dark"]
    assert await theme_of(panel) == "dark"
    assert await theme_of(await world.alice.run("rules", rules="express")) == "dark"
    await world.alice.choose("s:mytheme", "server", on=panel)
    assert panel.chosen == ["server"]
    assert "Messages that only you see are in the theme of each server." in panel.text
    assert await theme_of(await world.alice.run("rules", rules="express")) == "contrast"
    assert (await world.settings()).theme == "contrast"


async def test_an_own_theme_is_valid_on_every_server(world: World) -> None:
    far, mallory = world.elsewhere()
    await mallory.run("settings theme", far, theme="dark", **{"for": "me"})
    guest = Player(world, world.guild.add_member(mallory.user))
    assert await theme_of(await guest.run("rules", rules="express")) == "dark"


async def test_an_unknown_theme_is_refused_and_changes_nothing(world: World) -> None:
    panel = await world.alice.run("settings theme")
    assert "There is no such theme." in (await world.alice.forge("s:mytheme", panel, values=["marble"])).text
    assert not await own_theme(world, world.alice)
