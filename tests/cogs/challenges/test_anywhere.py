"""Challenges where the bot is no member: in groups, between friends, on other servers, and alone with the bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.cogs.anywhere.test_answers import PLACES, by_the_bots_token, shown
from tests.cogs.challenges.test_friends import begin, end, opened, play
from tests.support import anywhere
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking


@pytest.mark.sampled(1)
@pytest.mark.parametrize("where", PLACES)
async def test_by_answers_the_first_press_after_the_end_shows_the_results(
    world: World, where: Callable[[World], Any]
) -> None:
    place, since = where(world), world.sent
    await world.alice.run("challenge", place, rules="express", deals=1)
    challenge = await opened(world, place)
    await play(world.alice, place)
    await play(world.bruno, place)
    assert {"Alice", "Bruno"} <= {*shown(place).lines[3].replace("Players so far: ", "").split(" and ")}
    await end(world, challenge)
    assert "Play now" in shown(place).labels
    with speaking({world.bruno.id: "de"}):
        await world.bruno.press("Play now", place)
        own = await world.bruno.forge(f"b:chtable:{challenge.id}", shown(place).message)
    assert shown(place).lines[0] == "## Challenge: Domino Express"
    assert shown(place).lines[3].startswith("**1.** ")
    assert own.private.startswith("## Herausforderung: Domino Express")
    replay = await world.bruno.choose(shown(place).select("look"), shown(place).options[0]["value"], on=place)
    assert replay.ephemeral
    assert "**Replay**" in replay.text
    assert not by_the_bots_token(world, since)


async def test_where_own_apps_are_private_nobody_is_challenged(world: World) -> None:
    anywhere.install(world.env, world.alice)
    place = anywhere.server_without_bot(world.env, world.alice)
    anywhere.forbid(world.env, place, "use_external_apps")
    refused = await world.alice.run("challenge", place)
    assert "doesn't let you use your own apps in public" in refused.private
    assert not await world.store.challenges.of_channel(place.id)


@pytest.mark.long
async def test_alone_with_the_bot_one_plays_alone_and_is_told_where_friends_are(world: World) -> None:
    place = world.alice.user.dm_channel
    answer = await world.alice.run("challenge", place, rules="express", deals=1)
    assert "the challenge is for you alone" in answer.text
    invitation = next(each for each in map(type(shown(place)), place.history()) if "Play now" in each.labels)
    challenge = await opened(world, place)
    match = await begin(world.alice, invitation)
    assert match.files
    await play(world.alice, invitation)
    await end(world, challenge)
    (table,) = (each for each in map(type(shown(place)), place.history()) if each.id == invitation.id)
    assert table.lines[3].startswith("**1.** Alice")


async def test_alone_with_the_bot_friends_cannot_be_named(world: World) -> None:
    refused = await world.alice.run("challenge", world.alice.user.dm_channel, friend1=world.bruno)
    assert "With friends, play on a server" in refused.text
