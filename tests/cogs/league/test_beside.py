"""Statistics and leaderboards list the buttons that other features add."""

from __future__ import annotations

import pytest

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.errors import reply_privately
from engine.i18n import N_
from tests.support.in_memory.matches import finish
from tests.support.in_memory.world import World


@pytest.fixture(autouse=True)
async def no_other_feature_has_such_buttons(world: World) -> None:
    await world.bot.unload_extension("cogs.challenges")


class Small(Cog):
    """A feature with a button below each of two messages."""

    @on_button("chone", beside="stats", label=N_("Leave"))
    async def one(self, interaction: Interaction) -> None:
        """Handle the button below statistics."""
        await reply_privately(interaction, "one")

    @on_button("chtwo", beside="leaderboard", label=N_("Back"))
    async def two(self, interaction: Interaction) -> None:
        """Handle the button below the leaderboard."""
        await reply_privately(interaction, "two")


async def test_a_loaded_feature_has_its_button_below_ones_own_statistics_alone(world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    assert list((await world.alice.run("stats")).buttons) == ["Show everybody"]
    await world.bot.add_cog(Small(world.bot))
    own = await world.alice.run("stats")
    assert list(own.buttons) == ["Show everybody", "Leave"]
    assert (await world.alice.press("Leave", own)).text == "one"
    assert not (await world.bruno.run("stats", person=world.alice)).buttons
    await world.alice.press("Show everybody", own)
    assert not world.board.buttons


async def test_who_has_finished_no_match_gets_the_buttons_of_other_features(world: World) -> None:
    before = await world.alice.run("stats")
    assert not before.buttons
    await world.bot.add_cog(Small(world.bot))
    after = await world.alice.run("stats")
    assert (after.text, list(after.buttons), after.ephemeral) == (before.text, ["Leave"], True)


async def test_a_leaderboard_has_the_button_of_a_feature_until_it_is_unloaded(world: World) -> None:
    await world.bot.add_cog(Small(world.bot))
    assert list((await world.alice.run("leaderboard")).buttons) == ["Back"]
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    board = await world.alice.run("leaderboard")
    assert list(board.buttons)[-1] == "Back"
    assert (await world.bruno.press("Back", board)).text == "two"
    await world.bot.remove_cog("Small")
    assert "Back" not in (await world.alice.run("leaderboard")).buttons
