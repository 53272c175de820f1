"""``/domino tables``: where a person sits, and whose turn it is since when."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.play import tables
from engine.live.tables import presence
from tests.support import anywhere
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking


async def entries(who: Player, place: Any = None) -> list[str]:
    """Return each table that the command lists, with the person or event that it waits for."""
    answer = await who.run("tables", place)
    title, listed = answer.private.split("\n", 1)
    assert title == "## Your tables"
    return listed.strip().split("\n\n")


async def test_a_person_without_a_table_reads_how_to_open_one(world: World) -> None:
    await world.sit("bruno", "chloe")
    told = (await world.alice.run("tables")).private
    assert told.splitlines()[1:] == [f"You aren't at any table. Open one with {world.command('play')}."]


@pytest.mark.long
async def test_a_table_is_listed_with_a_link_its_rules_and_whose_turn_it_is_since_when(world: World) -> None:
    await world.sit("alice", "bruno", clock="slow")
    await world.do()
    began = int(world.time)
    world.skip(3600)
    mover, (other,) = world.mover(), world.others()
    where = (
        f"**Domino Express** in <#{world.channel.id}> on **Domino Café** · [go to the table]"
        f"(https://discord.com/channels/{world.guild.id}/{world.channel.id}/{world.board.id})"
    )
    opened_at = int(world.table.header.opened_at)
    for _ in range(2):
        until = int(world.table.header.deadline or 0)
        company = f"-# With {other.user.name.title()} · opened <t:{opened_at}:R>"
        own = f"{where}\n{company}\n➡️ **It's your turn.** It began <t:{began}:R>. Your time runs out <t:{until}:R>."
        assert await entries(mover) == [own]
        name = mover.user.name.title()
        company = f"-# With {name} · opened <t:{opened_at}:R>"
        assert await entries(other) == [f"{where}\n{company}\n**{name}**'s turn began <t:{began}:R>."]
        await world.restart()


async def test_tables_of_all_servers_are_listed_and_those_that_wait_for_me_come_first(world: World) -> None:
    far, mallory = world.elsewhere()
    rooms = [world.guild.create_text_channel(f"room{number}") for number in range(2)]
    guest = Player(world, world.guild.add_member(mallory.user))
    world.people["mallory"] = guest
    await mallory.run("play", far, rules="mata")
    waiting = await world.sit("alice", "mallory", place=rooms[0])
    mine = await world.sit("mallory", "alice", place=rooms[1], rules="matador")
    for table, turn in ((waiting, world.alice), (mine, guest)):
        while world.mover(table) is not turn:
            await world.do(table)
    for asked_in in (far, world.channel):
        first, *rest = await entries(mallory if asked_in is far else guest, asked_in)
        assert "It's your turn" in first
        assert f"<#{rooms[1].id}>" in first
        assert len(rest) == 2
        assert any("**Elsewhere**" in each and "The match hasn't started." in each for each in rest)
        assert any("**Alice**'s turn" in each for each in rest)
    assert len(await entries(world.alice)) == 2, "nobody sees where others sit"


async def test_tables_that_another_process_plays_are_listed_like_the_others(world: World) -> None:
    await world.sit("alice", "bruno", "chloe")
    async with world.directly():
        await world.table.do(presence.leave, world.chloe.id)
    people = (world.alice, world.bruno, world.chloe)
    before = [await entries(each) for each in people]
    world.bot.hub.drop_shard(0)
    assert [await entries(each) for each in people] == before
    room = world.guild.create_text_channel("room")
    await world.alice.run("play", room)
    listed = await entries(world.alice)
    assert [f"<#{room.id}>" in each for each in listed].count(True) == 1
    assert set(before[0]) < set(listed)


@pytest.mark.long
async def test_a_table_that_waits_for_nobody_says_for_what(world: World) -> None:
    await world.sit("alice", "bruno", target=200)
    await world.alice.run("table pause")
    (paused,) = await entries(world.bruno)
    assert "The match is paused." in paused
    await world.alice.run("table pause")
    await world.end_deal()
    assert "The last deal ended" in (await entries(world.bruno))[0]


async def test_a_player_who_left_reads_that_the_bot_plays_for_them(world: World) -> None:
    await world.sit("alice", "bruno", "chloe", target=200)
    await world.do()
    async with world.directly():
        await world.table.do(presence.leave, world.chloe.id)
    (left,) = await entries(world.chloe)
    assert "You have left this match, and the bot is playing for you." in left


async def test_tables_without_a_link_are_told_apart_by_who_plays_there_and_since_when(world: World) -> None:
    anywhere.install(world.env, world.alice)
    for friend in (world.bruno, world.chloe):
        place = anywhere.group_message(world.env, world.alice, friend, world.davide)
        await world.alice.run("play", place)
        await friend.press("Join", place)
        world.skip(60)
    listed = await entries(world.alice)
    assert [each.splitlines()[1].split(" · ")[0] for each in listed] == ["-# With Bruno", "-# With Chloé"]
    assert len({each.splitlines()[1].split(" · ")[1] for each in listed}) == 2
    assert all(each.endswith("\nThe match hasn't started.") for each in listed)


async def test_large_tables_are_listed_with_some_of_their_people(world: World) -> None:
    names = [f"guest number {number}" for number in range(11)]
    for each in names:
        world.join(each)
    await world.lobby("alice", *names, rules="double-twelve")
    (listed,) = await entries(world.alice)
    company = ", ".join(names[:6])
    assert f"\n-# With {company} and 5 more · opened <t:" in listed


async def test_more_tables_than_fit_are_counted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_LISTED", 1)
    for number in range(3):
        await world.alice.run("play", world.guild.create_text_channel(f"room{number}"))
    with speaking({world.alice.id: "fr"}):
        assert (await world.alice.run("tables")).private.splitlines()[-1] == "… et 2 autres tables."
