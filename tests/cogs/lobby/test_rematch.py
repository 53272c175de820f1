"""Rematch: the seats of the last match, its options, the next opener; whoever wants a seat presses for it."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from engine.actions import Deal, parse
from engine.live.history.replays import first_opener
from engine.live.model.pace import TimeControl
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Header, LogEntry, Person, SavedTable, Status
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.playing import buttons, rush, text
from tests.support.simcord_private import as_the_bot, create_thread, press


async def finished(world: World, *names: str, **options: Any) -> Table:
    """Let some people play a whole match, a short one unless its rules are named."""
    table = await world.sit(*names, **({} if "rules" in options else {"rules": "classic"}), **options)
    await rush(world, table)
    assert "Rematch" in buttons(world.last())
    return table


async def again(world: World, name: str) -> Table:
    """Let somebody press Rematch."""
    answer = await world.people[name].click(world.last(), label="Rematch")
    assert not answer.ephemeral, text(answer.response) or answer.response.content
    return world.table


def seated(table: Table) -> list[str]:
    return [person.name for person in table.people]


async def join(world: World, table: Table, *names: str) -> None:
    for each in names:
        await world.people[each].click(world.last(), custom_id=f"b:join:{table.id}")


async def test_whoever_presses_is_host_and_alone_and_the_others_are_invited_once(world: World) -> None:
    await finished(world, "alice", "bruno", "chloe")
    before = len(world.env.http_requests)
    table = await again(world, "bruno")
    assert seated(table) == ["Bruno"], "nobody is seated without a press"
    assert table.header.host == world.bruno.id
    assert set(table.header.invited) == {world.alice.id, world.chloe.id}
    await join(world, table, "chloe")
    new = [each for each in world.env.http_requests[before:] if each.json]
    bodies = [
        each.json["data"] if each.path.endswith("/callback") and "data" in each.json else each.json for each in new
    ]
    pinged = [sorted(users) for each in bodies if (users := (each.get("allowed_mentions") or {}).get("users"))]
    assert pinged == [sorted([world.alice.id, world.chloe.id])]


async def test_everybody_sits_as_before_in_whatever_order_they_come(world: World) -> None:
    await finished(world, "alice", "bruno", "chloe", "davide")
    table = await again(world, "chloe")
    assert table.header.seating == tuple(world.people[each].id for each in ("alice", "bruno", "chloe", "davide"))
    await join(world, table, "davide", "alice", "bruno")
    assert seated(table) == ["Alice", "Bruno", "Chloé", "Davide"]


async def test_a_newcomer_takes_the_seat_of_whoever_does_not_come(world: World) -> None:
    await finished(world, "alice", "bruno", "chloe")
    table = await again(world, "alice")
    await join(world, table, "eve", "chloe")
    assert seated(table) == ["Alice", "Eve", "Chloé"]


async def test_rule_set_options_clock_and_text_mode_stay(world: World) -> None:
    last = await finished(world, "alice", "bruno", rules="all-fives", target=50, clock="slow")
    assert last.header.clock is TimeControl.SLOW
    table = await again(world, "alice")
    assert (table.header.rules, table.header.options, table.header.clock) == (
        "all-fives",
        last.header.options,
        TimeControl.SLOW,
    )
    assert table.header.as_text is False


async def test_a_table_that_was_text_stays_text(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="classic")
    with as_the_bot(world.env):
        await table.set_as_text(world.alice.id, True)
    await rush(world, table)
    assert (await again(world, "bruno")).header.as_text is True


async def test_what_the_server_prefers_now_does_not_change_a_rematch(world: World) -> None:
    await finished(world, "alice", "bruno", rules="matador", target=50)
    chosen = ServerPreferences(rules="matador", options={"target": 100}, clock=TimeControl.NONE)
    await world.bot.hub.store.set_preferences(world.guild.id, chosen)
    table = await again(world, "alice")
    assert (table.header.rules, table.header.options["target"], table.header.clock) == (
        "matador",
        50,
        TimeControl.CASUAL,
    )


async def test_those_who_left_are_neither_seated_nor_invited_but_may_come_again(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="classic")
    with as_the_bot(world.env):
        await table.leave_match(world.bruno.id)
    await rush_with(world, table)
    lobby = await again(world, "alice")
    assert lobby.header.seating == (world.alice.id, world.chloe.id)
    assert lobby.header.invited == (world.chloe.id,)
    await join(world, lobby, "bruno")
    assert "Bruno" in seated(lobby)


async def test_whoever_was_removed_is_not_asked_back(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="classic")
    with as_the_bot(world.env):
        await table.remove(world.alice.id, world.chloe.id)
    await rush_with(world, table)
    lobby = await again(world, "bruno")
    assert lobby.header.seating == (world.alice.id, world.bruno.id)
    assert lobby.header.invited == (world.alice.id,)


async def test_one_who_left_may_ask_for_a_rematch_and_sits_where_they_sat(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", rules="classic")
    with as_the_bot(world.env):
        await table.leave_match(world.bruno.id)
    await rush_with(world, table)
    lobby = await again(world, "bruno")
    assert lobby.header.host == world.bruno.id
    assert lobby.header.seating == tuple(world.people[each].id for each in ("alice", "bruno", "chloe"))


async def rush_with(world: World, table: Table) -> None:
    """Play a match to its end past Discord, also for those who are not there."""
    with as_the_bot(world.env):
        while table.playing:
            view = table.view(None)
            if view.turn is None:
                there = next(person for person in table.people if not person.away)
                await table.next_deal(there.user, view.deal)
            elif table.people[view.turn].away:
                assert table.header.deadline is not None
                await table.expire(table.header.deadline)
            else:
                await table.play(table.people[view.turn].user, view.turn, table.ply, 0)
    await world.env.settle(timeout=60)


async def test_a_stranger_is_told_how_to_play_and_no_table_opens(world: World) -> None:
    await finished(world, "alice", "bruno")
    answer = await world.eve.click(world.last(), label="Rematch")
    assert answer.ephemeral
    assert answer.response.content.startswith("You aren't at this table.")
    assert not world.bot.hub.tables


async def test_of_two_who_press_one_opens_and_the_other_is_shown_the_way(world: World) -> None:
    await finished(world, "alice", "bruno")
    last = world.last()
    first = press(world.env, world.alice, last, button_of(last))
    second = press(world.env, world.bruno, last, button_of(last))
    await world.env.settle(timeout=60)
    (table,) = world.bot.hub.tables
    assert {first.ephemeral, second.ephemeral} == {True, False}
    refused = first if first.ephemeral else second
    assert "There is a table in this channel already" in refused.response.content
    assert len(table.people) == 1


def button_of(message: Any) -> str:
    return buttons(message)["Rematch"]


# ---------------------------------------------------------------------- who begins


def opened_by(table: Table, kept: SavedTable) -> int:
    """Give the seat that began a match, read from its log by hand."""
    first = parse(kept.log[0].action)
    assert isinstance(first, Deal)
    return first.first if first.first is not None else int(kept.log[1].action.split(" ")[0])


async def test_where_luck_chose_who_begins_the_next_one_does(world: World) -> None:
    last = await finished(world, "alice", "bruno", "chloe", rules="sebastopol")
    kept = await world.bot.hub.saved(last.id)
    first = parse(kept.log[0].action)
    assert isinstance(first, Deal)
    assert first.first is not None, "in these rules luck chooses"
    lobby = await again(world, "alice")
    assert lobby.header.opener == last.people[first.first].user
    await join(world, lobby, "bruno", "chloe")
    await world.alice.click(world.last(), custom_id=f"b:start:{lobby.id}")
    assert lobby.view(None).turn == (first.first + 1) % 3


async def test_where_the_tiles_choose_the_opener_is_whoever_played_first(world: World) -> None:
    last = await finished(world, "alice", "bruno", "chloe")
    kept = await world.bot.hub.saved(last.id)
    assert parse(kept.log[0].action).first is None  # type: ignore[union-attr]
    assert first_opener(kept) == last.people[opened_by(last, kept)].user
    lobby = await again(world, "bruno")
    assert lobby.header.opener == first_opener(kept)


@pytest.mark.parametrize(
    ("log", "seat"),
    [
        ((), None),
        (("deal 0-0 1-0",), None),
        (("deal 0-0 1-0 first 2",), 2),
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
    await world.bot.hub.store.set_preferences(world.guild.id, ServerPreferences(channels=(elsewhere.id,)))
    answer = await world.alice.click(world.last(), label="Rematch")
    assert answer.ephemeral
    assert answer.response.content == f"Tables are opened in <#{elsewhere.id}> on this server."
    assert not world.bot.hub.tables


async def test_a_rematch_of_a_table_in_a_thread_stays_in_it(world: World) -> None:
    thread = create_thread(world.env, world.channel, world.alice, "dominoes")
    table = await played_in(world, thread)
    await rush(world, table)
    await world.bruno.click(thread.last_message, label="Rematch")
    assert world.bot.hub.in_channel(thread.id).header.seating == (world.alice.id, world.bruno.id)


async def test_where_that_thread_is_gone_it_opens_where_the_press_came_from(world: World) -> None:
    thread = create_thread(world.env, world.channel, world.alice, "dominoes")
    table = await played_in(world, thread)
    await rush(world, table)
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    await world.alice.slash(world.channel, "domino play")
    with as_the_bot(world.env):
        await world.table.cancel(world.alice.id)
    await world.env.settle()
    press(world.env, world.bruno, world.last(), f"b:rematch:{table.id}")
    await world.env.settle()
    assert world.table.header.host == world.bruno.id
    assert world.table.header.seating == (world.alice.id, world.bruno.id)


async def played_in(world: World, place: simcord.ChannelHandle) -> Table:
    """Let Alice and Bruno begin a match somewhere."""
    await world.alice.slash(place, "domino play", rules="classic")
    table = world.bot.hub.in_channel(place.id)
    await world.bruno.click(place.last_message, label="Join")
    await world.alice.click(place.last_message, label="Start")
    assert table.playing
    return table


@pytest.mark.parametrize("table", ["nosuchtb", "x" * 60])
async def test_a_forged_rematch_is_declined(world: World, table: str) -> None:
    await finished(world, "alice", "bruno")
    answer = press(world.env, world.alice, world.last(), f"b:rematch:{table}")
    await world.env.settle()
    assert answer.ephemeral
    assert answer.response.content == "This table is closed. Open a new one with /domino play."


async def test_a_rematch_of_a_match_that_still_goes_on_finds_its_table(world: World) -> None:
    table = await world.sit("alice", "bruno")
    answer = press(world.env, world.alice, world.last(), f"b:rematch:{table.id}")
    await world.env.settle()
    assert answer.ephemeral
    assert "There is a table in this channel already" in answer.response.content
    assert world.table is table
