"""Seasons of a server's leaderboard: opened and closed by whoever manages the server."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from tests.cogs.conftest import World
from tests.cogs.finished import COMPUTER, finish
from tests.cogs.playing import alt_texts, buttons, text
from tests.support.simcord_private import speaking

ONLY = "Only members with the permission Manage Server can open and close seasons."


@pytest.fixture
def admin(world: World) -> simcord.MemberActor:
    """Somebody who may manage the server."""
    role = world.guild.create_role("admins", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("admin"), roles=[role])


async def season(world: World, who: simcord.MemberActor, **what: str) -> Any:
    """Give the command; give its answer."""
    return await who.slash(world.channel, "domino settings season", **what)


async def test_who_may_not_manage_the_server_neither_opens_nor_closes(world: World, admin: simcord.MemberActor) -> None:
    refused = await season(world, world.alice, do="open", name="Mine")
    assert refused.ephemeral
    assert refused.response.content == ONLY
    assert not await world.bot.hub.store.league.seasons(world.guild.id)
    await season(world, admin, do="open")
    refused = await season(world, world.alice, do="close")
    assert refused.response.content == ONLY
    (runs,) = await world.bot.hub.store.league.seasons(world.guild.id)
    assert runs.closed_at is None


async def test_a_season_is_opened_for_everybody_to_read_and_counts_from_then_on(
    world: World, admin: simcord.MemberActor
) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 1, False), at=world.bot.clock() - 100)
    opened = await season(world, admin, do="open", name="*Winter*  @everyone")
    assert not opened.ephemeral
    assert text(opened.response).splitlines()[0] == "## Season 1: \\*Winter\\* @\u200beveryone begins"
    await finish(world, (world.chloe, 100, True), (world.bruno, 1, False))
    board = await world.alice.slash(world.channel, "domino leaderboard", time="season")
    (alt,) = alt_texts(board.response)
    assert "Chloé" in alt
    assert "Alice" not in alt
    assert "Season 1: *Winter* @everyone" in alt


async def test_opening_twice_and_closing_none_are_told(world: World, admin: simcord.MemberActor) -> None:
    none = await season(world, admin, do="close")
    assert none.ephemeral
    assert none.response.content == (
        "No season runs, so there is none to close. Open one with `/domino settings season do:open`."
    )
    await season(world, admin, do="open", name="Winter")
    twice = await season(world, admin, do="open", name="Spring")
    assert twice.ephemeral
    assert twice.response.content == (
        "Season 1: Winter runs already. Close it first: `/domino settings season do:close`."
    )
    assert len(await world.bot.hub.store.league.seasons(world.guild.id)) == 1


async def test_closing_shows_everybody_the_final_standing_of_what_was_played_most(
    world: World, admin: simcord.MemberActor
) -> None:
    await season(world, admin, do="open", name="Winter")
    four = ((world.alice, 50, True), (world.bruno, 30, False), (world.davide, 50, True), (world.chloe, 30, False))
    await finish(world, *four, pairs=True)
    await finish(world, (world.eve, 70, True), more=[COMPUTER])
    world.env.backend.advance_clock(60)
    closed = await season(world, admin, do="close")
    assert not closed.ephemeral
    said = text(closed.response)
    assert said.startswith("🏁 **Season 1: Winter** is over. This is its final standing.")
    assert "In pairs · Season 1: Winter · All rule sets" in said
    assert "1. Alice: 1 of 1 match won" in alt_texts(closed.response)[0]
    await finish(world, (world.bruno, 70, True), (world.chloe, 1, False))
    await world.eve.click(closed.response.message, label="Alone")
    # nobody can play one any more
    assert alt_texts(closed.response)[0].endswith(
        "No such match was finished: Alone · Season 1: Winter · All rule sets."
    )
    await world.eve.click(closed.response.message, label="With computers")
    assert "1. Eve: " in alt_texts(closed.response)[0]


async def test_the_next_season_has_the_next_number(world: World, admin: simcord.MemberActor) -> None:
    await season(world, admin, do="open")
    await season(world, admin, do="close")
    opened = await season(world, admin, do="open")
    assert "## Season 2 begins" in text(opened.response)


async def test_seasons_are_listed_for_anybody_newest_first(world: World, admin: simcord.MemberActor) -> None:
    bare = await season(world, world.alice)
    assert bare.ephemeral
    assert "There has been none yet." in text(bare.response)
    league, guild = world.bot.hub.store.league, world.guild.id
    await league.open_season(guild, "_Winter_", 1000.0)
    await league.close_season(guild, 2000.0)
    between = await season(world, world.alice)
    assert "None of them runs just now." in text(between.response)
    await league.open_season(guild, "", 3000.0)
    listed = await season(world, world.alice)
    assert text(listed.response).splitlines() == [
        "## Seasons of this server",
        "- **Season 2**: since <t:3000:d>",
        "- **Season 1: \\_Winter\\_**: <t:1000:d> to <t:2000:d>",
    ]
    assert not buttons(listed.response)


async def test_what_everybody_reads_is_in_the_servers_language_and_refusals_in_ones_own(
    world: World, admin: simcord.MemberActor
) -> None:
    with speaking({admin.id: "fr"}):
        opened = await season(world, admin, do="open", name="Hiver")
        assert "Season 1: Hiver begins" in text(opened.response)
        closed = await season(world, admin, do="close")
        assert "## Leaderboard" in text(closed.response)
    with speaking({}, guild="fr"):
        await season(world, admin, do="open")
        closed = await season(world, admin, do="close")
        assert "## Classement" in text(closed.response)
