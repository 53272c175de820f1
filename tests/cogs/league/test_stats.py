"""Tests of a person's statistics and their readers."""

from __future__ import annotations

import pytest

from engine.live.model.preferences import Visibility
from tests.support.in_memory.matches import COMPUTER, finish, show
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking


async def stats(who: Player, about: Player | None = None) -> Answer:
    """Ask for statistics; give the answer."""
    return await who.run("stats", **({} if about is None else {"person": about}))


async def season_of_matches(world: World) -> None:
    """Let Alice play alone, in pairs and with a computer."""
    for _ in range(2):
        await finish(world, (world.alice, 20, False), (world.bruno, 100, True), rules="mata")
    await finish(world, (world.alice, 100, True), (world.chloe, 60, False))
    four = ((world.alice, 50, True), (world.bruno, 30, False), (world.davide, 50, True), (world.chloe, 30, False))
    await finish(world, *four, pairs=True)
    await finish(world, (world.alice, 70, True), more=[COMPUTER])


async def test_statistics_tell_their_owner_every_kind_of_match_privately(world: World) -> None:
    await season_of_matches(world)
    answer = await stats(world.alice)
    assert answer.ephemeral
    assert [each.filename for each in answer.attachments] == ["statistics.png"]
    (alt,) = answer.alts
    assert alt.startswith("Statistics of Alice: Domino Café. Singles: no. 2, 1 of 3 matches won, 33%, provisional")
    assert "In pairs: no. 1, 1 of 1 match won" in alt
    assert "With computers: no. 1, 1 of 1 match won, 100%, 1 won in a row" in alt
    assert alt.count("The rating from ") == 1, "one match makes no curve"
    assert "Favourite partner: Davide, 1 of 1 won together." in alt
    assert "Nemesis: Bruno, who won 2 of 2 against Alice." in alt
    assert "Rule sets: Domino Express (3 of 3 won), Mata (0 of 2 won)." in alt
    assert "## Statistics of Alice" in answer.text


async def test_statistics_tell_no_place_with_computers_to_who_has_won_nothing(world: World) -> None:
    await finish(world, (world.alice, 70, False), more=[COMPUTER])
    await finish(world, (world.alice, 5, False), (world.bruno, 9, True), (world.chloe, 5, False))
    alt = (await stats(world.alice)).alt
    assert "With computers: 0 of 1 match won, 0%. " in alt
    assert "Singles: no. 2, 0 of 1 match won, 0%, provisional rating 968, place shared." in alt


async def test_statistics_of_others_are_private_and_in_the_askers_language(world: World) -> None:
    await season_of_matches(world)
    with speaking({world.eve.id: "fr"}):
        answer = await stats(world.eve, world.bruno)
    assert "Bruno" in answer.private
    assert not answer.buttons
    assert "1 janv. 2026" in answer.alt
    english = await stats(world.eve, world.bruno)
    assert "1 Jan 2026" in english.alt
    assert "Nemesis: Alice, who won 1 of 1 against Bruno." in english.alt


async def test_a_button_shows_the_statistics_to_everybody(world: World) -> None:
    await season_of_matches(world)
    answer = await stats(world.alice)
    await world.bruno.forge("b:stats", answer)
    assert "## Statistics of Bruno" in world.board.text, "its presser's own"
    assert "Statistics of Alice" not in world.board.text
    assert not (await world.alice.press("Show everybody", answer)).ephemeral
    assert "## Statistics of Alice" in world.board.text
    assert len(world.board.attachments) == 1
    assert not world.board.buttons


@pytest.mark.parametrize("shown", [Visibility.HIDDEN, Visibility.NAMELESS])
async def test_hidden_statistics_are_shown_to_their_owner_alone(world: World, shown: Visibility) -> None:
    await season_of_matches(world)
    await show(world, world.alice, shown)
    assert (await stats(world.bruno, world.alice)).private == "Alice doesn't show their statistics to others."
    own = await stats(world.alice)
    assert own.ephemeral
    assert "Singles: no. 2, 1 of 3 matches won" in own.alt
    assert "Only you can see this" in own.text
    assert "Show everybody" not in own.buttons
    await world.alice.forge("b:stats", own)
    answer = world.seen_by(world.alice)[-1]
    assert answer.text == "You have chosen not to show your name, so this stays private."
    assert not [each for each in world.seen_by(world.eve) if "Alice" in each.text]


async def test_a_reader_of_text_gets_statistics_as_text(world: World) -> None:
    await season_of_matches(world)
    await world.alice.write_text()
    answer = await stats(world.alice)
    assert not answer.attachments
    assert "Singles: no. 2, 1 of 3 matches won" in answer.text
    assert answer.text.count("Statistics of") == 1
    assert "Mata (0 of 2 won)" in answer.text


async def test_there_are_no_statistics_before_the_first_finished_match(world: World) -> None:
    own = await stats(world.alice)
    assert own.private == f"You haven't finished a match here yet. Start one with {world.command('play')}."
    assert (await stats(world.alice, world.bruno)).text == "Bruno hasn't finished a match here yet."


async def test_bots_have_no_statistics(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert (await stats(world.alice, robot)).private == "robot is a bot, and bots have no statistics."


async def test_a_name_formats_and_mentions_nothing(world: World) -> None:
    nasty = world.join("nasty", "**@everyone** <@1>")
    refused = await stats(world.alice, nasty)
    assert "**@everyone**" not in refused.text
    assert r"\<@1>" in refused.text
    await finish(world, ((nasty.id, "**@everyone** <@1>"), 1, True), (world.bruno, 0, False))
    assert "**@everyone**" not in (await stats(world.alice, nasty)).text
