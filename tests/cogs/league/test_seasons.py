"""Tests of the seasons of a server's leaderboard."""

from __future__ import annotations

from typing import Any

from tests.support.in_memory.matches import COMPUTER, finish
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking

ONLY = "Only members with the Manage Server permission can open and close seasons."


async def season(world: World, who: Player, **what: str) -> Any:
    """Run the command."""
    return await who.run_server("season", **what)


async def test_only_a_manager_opens_and_closes_seasons(world: World, admin: Player) -> None:
    assert (await season(world, world.alice, do="open", name="Mine")).private == ONLY
    assert not await world.store.league.seasons(world.guild.id)
    await season(world, admin, do="open")
    assert (await season(world, world.alice, do="close")).text == ONLY
    (runs,) = await world.store.league.seasons(world.guild.id)
    assert runs.closed_at is None


async def test_a_season_is_announced_and_counts_from_its_opening(world: World, admin: Player) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 1, False), at=world.bot.clock() - 100)
    opened = await season(world, admin, do="open", name="*Winter*  @everyone")
    assert not opened.ephemeral
    assert opened.lines[0] == "## Season 1: \\*Winter\\* @\u200beveryone begins"
    await finish(world, (world.chloe, 100, True), (world.bruno, 1, False))
    board = await world.alice.run("leaderboard", time="season")
    (alt,) = board.alts
    assert "Chloé" in alt
    assert "Alice" not in alt
    assert "Season 1: *Winter* @everyone" in alt


async def test_a_second_season_and_a_close_without_one_are_refused(world: World, admin: Player) -> None:
    command = world.command("season", root="domino-server")
    none = await season(world, admin, do="close")
    assert none.private == (f"No season is running, so there is nothing to close. Open one with {command} `do:open`.")
    await season(world, admin, do="open", name="Winter")
    twice = await season(world, admin, do="open", name="Spring")
    assert twice.private == f"Season 1: Winter is already running. Close it first: {command} `do:close`."
    assert len(await world.store.league.seasons(world.guild.id)) == 1


async def test_closing_a_season_shows_its_final_standings(world: World, admin: Player) -> None:
    await season(world, admin, do="open", name="Winter")
    four = ((world.alice, 50, True), (world.bruno, 30, False), (world.davide, 50, True), (world.chloe, 30, False))
    await finish(world, *four, pairs=True)
    await finish(world, (world.eve, 70, True), more=[COMPUTER])
    world.skip(60)
    closed = await season(world, admin, do="close")
    assert not closed.ephemeral
    said = closed.text
    assert said.startswith("🏁 **Season 1: Winter** is over. Here are the final standings.")
    assert "In pairs · Season 1: Winter · All rule sets" in said
    assert "1. Alice: 1 of 1 match won" in closed.alt
    await finish(world, (world.bruno, 70, True), (world.chloe, 1, False))
    await world.eve.press("Singles", closed)
    # nobody can play one any more
    assert closed.alt.endswith("No finished matches: Singles · Season 1: Winter · All rule sets.")
    await world.eve.press("With computers", closed)
    assert "1. Eve: " in closed.alt


async def test_a_manager_opens_and_closes_a_season_from_a_select(world: World, admin: Player) -> None:
    panel = await season(world, admin)
    assert [each["label"] for each in panel.options] == ["Open a season"]
    form = await admin.choose("s:season", "open", on=panel)
    opened = await admin.submit(form, "Winter")
    assert not opened.ephemeral
    assert opened.lines[0] == "## Season 1: Winter begins"
    panel = await season(world, admin)
    assert panel.selects["s:season"]["placeholder"] == "Season 1: Winter is running"
    closed = await admin.choose("s:season", "close", on=panel)
    assert not closed.ephemeral
    assert closed.text.startswith("🏁 **Season 1: Winter** is over.")


async def test_members_have_no_select_and_a_forged_choice_is_refused(world: World) -> None:
    panel = await season(world, world.alice)
    assert not panel.selects
    for choice in ("open", "close"):
        assert (await world.alice.forge("s:season", panel, values=[choice])).private == ONLY
    assert not await world.store.league.seasons(world.guild.id)


async def test_seasons_are_listed_for_anybody_newest_first(world: World, admin: Player) -> None:
    assert "There haven't been any seasons yet." in (await season(world, world.alice)).private
    league, guild = world.store.league, world.guild.id
    await league.open_season(guild, "_Winter_", 1000.0)
    await league.close_season(guild, 2000.0)
    assert "None of them is running right now." in (await season(world, world.alice)).text
    await league.open_season(guild, "", 3000.0)
    listed = await season(world, world.alice)
    assert listed.lines == [
        "## Seasons of this server",
        "- **Season 2**: since <t:3000:d>",
        "- **Season 1: \\_Winter\\_**: <t:1000:d> to <t:2000:d>",
    ]
    assert not listed.buttons


async def test_public_messages_are_in_the_servers_language_refusals_the_readers(world: World, admin: Player) -> None:
    with speaking({admin.id: "fr"}):
        assert "Season 1: Hiver begins" in (await season(world, admin, do="open", name="Hiver")).text
        assert "## Leaderboard" in (await season(world, admin, do="close")).text
    with speaking({}, guild="fr"):
        await season(world, admin, do="open")
        assert "## Classement" in (await season(world, admin, do="close")).text
