"""All about one person: who may see it, and what it tells."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from engine.live.model.preferences import Visibility
from tests.cogs.conftest import World
from tests.cogs.finished import COMPUTER, finish, show
from tests.cogs.playing import alt_texts, buttons, text
from tests.support.simcord_private import press, speaking


async def stats(world: World, who: simcord.MemberActor, about: simcord.MemberActor | None = None) -> Any:
    """Ask for statistics; give the answer."""
    return await who.slash(world.channel, "domino stats", **({} if about is None else {"person": about}))


async def season_of_matches(world: World) -> None:
    """Let Alice play alone, in pairs and with a computer."""
    for _ in range(2):
        await finish(world, (world.alice, 20, False), (world.bruno, 100, True), rules="mata")
    await finish(world, (world.alice, 100, True), (world.chloe, 60, False))
    four = ((world.alice, 50, True), (world.bruno, 30, False), (world.davide, 50, True), (world.chloe, 30, False))
    await finish(world, *four, pairs=True)
    await finish(world, (world.alice, 70, True), more=[COMPUTER])


async def test_one_sees_ones_own_alone_with_every_kind_of_match(world: World) -> None:
    await season_of_matches(world)
    answer = await stats(world, world.alice)
    assert answer.ephemeral
    assert [each.filename for each in answer.response.attachments] == ["statistics.png"]
    (alt,) = alt_texts(answer.response)
    assert alt.startswith("Statistics of Alice: Domino Café. Alone: no. 2, 1 of 3 matches won, 33 %, provisional")
    assert "In pairs: no. 1, 1 of 1 match won" in alt
    assert "With computers: no. 1, 1 of 1 match won, 100 %, 70 points for" in alt
    assert alt.count("The rating from ") == 2
    assert "Favourite partner: Davide, 1 of 1 won." in alt
    assert "Nemesis: Bruno, 0 of 2 won." in alt
    assert "Rule sets: Domino Express (3 of 3 won), Mata (0 of 2 won)." in alt
    assert "## Statistics of Alice" in text(answer.response)


async def test_others_are_shown_to_who_asks_alone_and_in_their_language(world: World) -> None:
    await season_of_matches(world)
    with speaking({world.eve.id: "fr"}):
        answer = await stats(world, world.eve, world.bruno)
    assert answer.ephemeral
    assert "Bruno" in text(answer.response)
    assert not buttons(answer.response)
    assert "1 janv. 2026" in alt_texts(answer.response)[0]
    english = await stats(world, world.eve, world.bruno)
    assert "Jan 1, 2026" in alt_texts(english.response)[0]
    assert "Nemesis: Alice, 0 of 1 won." in alt_texts(english.response)[0]


async def test_a_button_shows_ones_own_to_everybody(world: World) -> None:
    await season_of_matches(world)
    answer = await stats(world, world.alice)
    shown = await world.alice.click(answer.response, label="Show everybody")
    assert not shown.ephemeral
    assert "## Statistics of Alice" in text(world.last())
    assert len(world.last().attachments) == 1
    assert not buttons(world.last())


async def test_who_presses_that_button_shows_their_own_figures_and_no_others(world: World) -> None:
    await season_of_matches(world)
    answer = await stats(world, world.alice)
    press(world.env, world.bruno, answer.response.message, "b:stats")
    await world.env.settle()
    assert "## Statistics of Bruno" in text(world.last())
    assert "Statistics of Alice" not in text(world.last())


@pytest.mark.parametrize("shown", [Visibility.HIDDEN, Visibility.NAMELESS])
async def test_who_is_not_shown_with_their_name_sees_their_own_and_others_do_not(
    world: World, shown: Visibility
) -> None:
    await season_of_matches(world)
    await show(world, world.alice, shown)
    refused = await stats(world, world.bruno, world.alice)
    assert refused.ephemeral
    assert refused.response.content == "Alice doesn't show their statistics to others."
    own = await stats(world, world.alice)
    assert own.ephemeral
    assert "Alone: no. 2, 1 of 3 matches won" in alt_texts(own.response)[0]
    assert "Only you see this" in text(own.response)
    assert not buttons(own.response)
    press(world.env, world.alice, own.response.message, "b:stats")
    await world.env.settle()
    answer = world.last(viewer=world.alice)
    assert answer.content == "You have chosen not to be shown with your name, so this stays with you."
    assert not [each for each in world.channel.history(viewer=world.eve) if "Alice" in text(each)]


async def test_companions_who_are_hidden_or_nameless_are_not_named(world: World) -> None:
    await season_of_matches(world)
    await show(world, world.bruno, Visibility.HIDDEN)
    await show(world, world.davide, Visibility.NAMELESS)
    alt = alt_texts((await stats(world, world.alice)).response)[0]
    assert "Bruno" not in alt
    assert "Davide" not in alt
    assert "Favourite partner: a player, 1 of 1 won." in alt


async def test_of_all_kinds_of_match_the_nemesis_is_who_was_lost_to_most(world: World) -> None:
    for won in (True, True, True, False):
        await finish(world, (world.alice, 50, won), (world.bruno, 40, not won))
    four = ((world.alice, 30, False), (world.davide, 50, True), (world.chloe, 30, False), (world.eve, 50, True))
    for _ in range(2):
        await finish(world, *four, pairs=True)
    alt = alt_texts((await stats(world, world.alice)).response)[0]
    assert "Bruno" not in alt
    assert any(f"Nemesis: {name}, 0 of 2 won." in alt for name in ("Davide", "Eve"))


async def test_text_takes_the_pictures_place_for_who_reads_text(world: World) -> None:
    await season_of_matches(world)
    await world.alice.slash(world.channel, "domino settings text", mode="on")
    answer = await stats(world, world.alice)
    assert not answer.response.attachments
    assert "Alone: no. 2, 1 of 3 matches won" in text(answer.response)
    assert text(answer.response).count("Statistics of") == 1
    assert "Mata (0 of 2 won)" in text(answer.response)


async def test_who_has_finished_nothing_here_reads_so(world: World) -> None:
    own = await stats(world, world.alice)
    assert own.ephemeral
    assert own.response.content == "You haven't finished a match on this server yet. Begin one with `/domino play`."
    other = await stats(world, world.alice, world.bruno)
    assert other.response.content == "Bruno hasn't finished a match on this server yet."


async def test_bots_have_no_statistics(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    answer = await stats(world, world.alice, robot)
    assert answer.ephemeral
    assert answer.response.content == "robot is a bot, and bots have no statistics."


async def test_a_name_formats_and_mentions_nothing(world: World) -> None:
    nasty = world.guild.add_member(world.env.create_user("nasty", global_name="**@everyone** <@1>"))
    refused = await stats(world, world.alice, nasty)
    assert "**@everyone**" not in refused.response.content
    assert r"\<@1>" in refused.response.content
    await finish(world, ((nasty.id, "**@everyone** <@1>"), 1, True), (world.bruno, 0, False))
    shown = await stats(world, world.alice, nasty)
    assert "**@everyone**" not in text(shown.response)
