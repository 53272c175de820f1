"""Tests of rematches: their seats, options and openers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.actions import Deal, parse
from engine.live.database.connection import Statement
from engine.live.history.replays import first_opener
from engine.live.model.pace import TimeControl
from engine.live.model.table import Header, LogEntry, Person, SavedTable, Status
from engine.live.tables import lobby, presence
from engine.live.tables.table import Table
from tests.support.in_memory.deliveries import pressed, send_all
from tests.support.in_memory.world import World


async def finished(world: World, *names: str, **options: Any) -> Table:
    """Let some people play a whole match, a short one unless its rules are named."""
    table = await world.sit(*names, **({} if "rules" in options else {"rules": "classic"}), **options)
    await world.rush()
    assert "Rematch" in world.board.buttons
    return table


async def again(world: World, name: str) -> Table:
    """Let somebody press Rematch."""
    answer = await world.people[name].press("Rematch")
    assert not answer.ephemeral, answer.text
    return world.table


def seated(table: Table) -> list[str]:
    return [person.name for person in table.people]


async def join(world: World, table: Table, *names: str) -> None:
    for each in names:
        await world.people[each].press(f"b:join:{table.id}")


async def test_the_presser_becomes_host_and_the_others_are_invited_once(world: World) -> None:
    await finished(world, "alice", "bruno", "chloe")
    before = world.sent
    table = await again(world, "bruno")
    assert seated(table) == ["Bruno"], "nobody is seated without a press"
    assert table.header.host_id == world.bruno.id
    assert set(table.header.invited) == {world.alice.id, world.chloe.id}
    await join(world, table, "chloe")
    bodies = [each.json.get("data") or each.json for each in world.requests(before) if each.json]
    pinged = [sorted(users) for each in bodies if (users := (each.get("allowed_mentions") or {}).get("users"))]
    assert pinged == [sorted([world.alice.id, world.chloe.id])]


@pytest.mark.long
async def test_a_rematch_keeps_its_rules_and_clock_against_the_servers_settings(world: World) -> None:
    last = await finished(world, "alice", "bruno", rules="all-fives", target=50, clock="slow")
    await world.prefer(rules="matador", options={"target": 100}, clock=TimeControl.NONE)
    new = (await again(world, "alice")).header
    assert (new.rules, new.options, new.time_control, new.as_text) == (
        "all-fives",
        last.header.options,
        TimeControl.SLOW,
        False,
    )


@pytest.mark.long
async def test_a_rematch_of_a_match_without_the_option_capicua_is_played_with_plain(world: World) -> None:
    last = await finished(world, "alice", "bruno", "chloe", "davide", rules="dupla")
    kept = {name: value for name, value in last.header.options.items() if name != "capicua"}
    await world.store.connection.write(Statement("UPDATE tables SET options = ?", (json.dumps(kept),)))
    assert (await again(world, "alice")).header.options == {**kept, "capicua": "plain"}


@pytest.mark.parametrize("removed", [False, True])
async def test_players_who_left_or_were_removed_are_not_invited_but_may_join(world: World, removed: bool) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="classic")
    async with world.directly():
        await (
            table.do(presence.remove, world.alice.id, world.bruno.id)
            if removed
            else table.do(presence.leave, world.bruno.id)
        )
    await world.rush()
    other = await again(world, "alice")
    assert other.header.seating == (world.alice.id, world.chloe.id)
    assert other.header.invited == (world.chloe.id,)
    await join(world, other, "bruno")
    assert "Bruno" in seated(other)


async def test_a_player_who_left_may_ask_for_a_rematch_and_keeps_the_seat(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="classic")
    async with world.directly():
        await table.do(presence.leave, world.bruno.id)
    await world.rush()
    other = await again(world, "bruno")
    assert other.header.host_id == world.bruno.id
    assert other.header.seating == tuple(world.people[each].id for each in ("alice", "bruno", "chloe"))


async def test_a_stranger_opens_no_rematch(world: World) -> None:
    await finished(world, "alice", "bruno")
    over = world.board
    own = f"You didn't play in that match. To play here, open a table of your own: {world.command('play')}."
    assert (await world.eve.press("Rematch", over)).private == own
    assert not world.tables
    table = await again(world, "alice")
    await join(world, table, "bruno")
    told = (await world.eve.press("Rematch", over)).private
    assert told.startswith("You aren't at this table yet. Press **Join** to sit down. https://")
    await world.alice.press("Start")
    told = (await world.eve.press("Rematch", over)).private
    assert told.startswith("You aren't at this table. Join its next match, or open a table in another channel")
    assert world.tables == (table,)


async def test_the_second_press_is_shown_the_lobby_of_the_first(world: World) -> None:
    await finished(world, "alice", "bruno")
    button = world.board.buttons["Rematch"]
    first, second = await send_all(pressed(world.alice, button), pressed(world.bruno, button))
    (table,) = world.tables
    assert {first.ephemeral, second.ephemeral} == {True, False}
    refused = first if first.ephemeral else second
    assert "There is already a table in this channel" in refused.text
    assert len(table.people) == 1


# ---------------------------------------------------------------------- who begins


async def test_the_next_player_opens_when_the_deal_drew_the_opener(world: World) -> None:
    last = await finished(world, "alice", "bruno", "chloe", rules="sebastopol")
    kept = await world.bot.hub.saved(last.id)
    first = parse(kept.log[0].action)
    assert isinstance(first, Deal)
    assert first.first is not None, "in these rules luck chooses"
    table = await again(world, "alice")
    assert table.header.opener == last.people[first.first].user_id
    await join(world, table, "bruno", "chloe")
    await world.alice.press(f"b:start:{table.id}")
    assert table.view(None).turn == (first.first + 1) % 3


@pytest.mark.long
async def test_a_rematch_names_anew_who_opens(world: World) -> None:
    table = await world.lobby("alice", "bruno", "chloe", rules="matador", target=50)
    async with world.directly():
        await table.do(lobby.configure, world.alice.id, opener_id=world.chloe.id)
        await table.do(lobby.start, world.alice.id)
    await world.rush()
    rematch = await again(world, "alice")
    assert (rematch.header.named, rematch.header.opener) == (None, world.chloe.id)
    assert "opens the first deal" not in world.board.text
    await join(world, rematch, "bruno", "chloe")
    form = await world.alice.open_form(await world.alice.press("More"), "opener")
    first, *_ = form.fields["opener"]["options"]
    assert first["label"] == "the player after the opener of the last match"
    await world.alice.submit(form, {"opener": str(world.bruno.id)})
    await world.alice.press(f"b:start:{rematch.id}")
    assert rematch.view(None).turn == 1


@pytest.mark.parametrize(
    ("log", "seat"),
    [
        ((), None),
        (("deal 0-0 1-0",), None),
        (("deal 0-0 1-0 first 2",), 2),
        (("deal 0-0 1-0 named 2",), 2),
        (("deal 0-0 1-0 first 0", "1 play 0-0 start"), 0),
        (("deal 0-0 1-0", "1 play 0-0 start", "0 pass"), 1),
        (("deal 0-0 1-0", "2 draw"), 2),
        (("deal 0-0 1-0", "1 flip 3"), 1),
        (("deal 0-0 1-0", "1 play 0-0 start", "deal 0-0 1-0 first 0"), 1),
    ],
    ids=str,
)
def test_the_opener_is_read_from_the_log_alone(log: tuple[str, ...], seat: int | None) -> None:
    people = tuple(Person(user, str(user), "en-US") for user in (10, 11, 12))
    header = Header("table", 1, 2, 10, "express", {}, people, Status.FINISHED, "en-US", (), 0.0, None)
    entries = tuple(LogEntry(ply, action, None, 0.0) for ply, action in enumerate(log))
    assert first_opener(SavedTable(header, entries)) == (None if seat is None else 10 + seat)


# ---------------------------------------------------------------------- where


async def test_a_rematch_opens_only_where_the_server_wants_tables(world: World) -> None:
    await finished(world, "alice", "bruno")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.prefer(channels=(elsewhere.id,))
    assert (await world.alice.press("Rematch")).private == f"On this server, open tables in <#{elsewhere.id}>."
    assert not world.tables


async def test_a_rematch_of_a_deleted_thread_opens_where_it_was_pressed(world: World) -> None:
    thread = world.thread()
    table = await world.sit("alice", "bruno", rules="classic", place=thread)
    await world.rush()
    await world.delete_channel(thread)
    await world.alice.run("play")
    async with world.directly():
        await world.table.do(lobby.cancel, world.alice.id)
    await world.bruno.forge(f"b:rematch:{table.id}")
    assert world.table.header.host_id == world.bruno.id
    assert world.table.header.seating == (world.alice.id, world.bruno.id)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("table", ["nosuchtb", "x" * 60])
async def test_a_forged_rematch_is_declined(world: World, table: str) -> None:
    await finished(world, "alice", "bruno")
    answer = await world.alice.forge(f"b:rematch:{table}")
    assert answer.private == f"This table is closed. Open a new one with {world.command('play')}."


async def test_a_rematch_of_a_match_that_still_goes_on_finds_its_table(world: World) -> None:
    table = await world.sit("alice", "bruno")
    assert "There is already a table in this channel" in (await world.alice.forge(f"b:rematch:{table.id}")).private
    assert world.table is table
