"""Alone with the bot: one message in direct messages, with the table and the hand in it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.live.league.figures import Kind, LeaderboardFilter
from engine.live.model.table import Delivery, Status
from engine.live.tables import lifecycle
from engine.live.tables.table import Table
from tests.engine.live.playing import due_at
from tests.support.in_memory.grids import naming, turned_back
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World, act

DAY = 86_400
TOKEN_OVER = (401, 50027)
"""Discord's refusal of a token that has run out."""


async def begin(world: World, **options: Any) -> Table:
    """Let Alice begin alone in her direct messages."""
    await world.alice.run("play", world.alice.user.dm_channel, **options)
    (table,) = world.tables
    return table


def message(world: World) -> Seen:
    """Return the only message of Alice's direct messages."""
    (shown,) = world.alice.hands
    return shown


async def go_on(world: World, table: Table) -> None:
    """Let Alice do the first thing possible once the computers have moved, with the one message."""
    for _ in range(30):
        if not table.playing or table.view(None).turn in (0, None):
            break
        await world.wait(4)
    ply = table.ply
    for _ in range(4):
        if table.ply == ply and table.playing:
            shown = message(world)
            if table.view(None).turn is None:
                await world.alice.press("Next deal", shown)
            else:
                await world.alice.press_first(shown)


@pytest.mark.long
async def test_the_command_alone_begins_a_match_in_one_message(world: World) -> None:
    since = world.sent
    answer = await world.alice.run("play", world.alice.user.dm_channel)
    (table,) = world.tables
    assert (table.header.delivery, table.header.status) == (Delivery.DIRECT, Status.PLAYING)
    assert [each.computer for each in table.people] == [False, True]
    assert answer.id == message(world).id
    assert message(world).files == ["table.png", "hand.png"]
    assert "go to the table" not in message(world).text
    assert len(world.requests(since)) == 1


async def test_computers_fill_the_least_seats_unless_more_are_asked_for(world: World) -> None:
    table = await begin(world, rules="parejas")
    assert [each.computer for each in table.people] == [False, True, True, True]
    await world.alice.run("table end", world.alice.user.dm_channel)
    async with world.directly():
        await table.do(lifecycle.end, world.alice.id)
    table = await begin(world, rules="mata", computers=4)
    assert len(table.people) == 5


@pytest.mark.long
async def test_a_whole_match_takes_one_message_and_nothing_of_the_bots_token(world: World) -> None:
    table = await begin(world, target=50)
    since = world.sent
    while table.playing:
        await go_on(world, table)
        await world.wait(1)
    assert "won" in message(world).text or "wins" in message(world).text
    assert {"Rematch", "Replay", "Rules"} <= set(message(world).labels)
    assert "Leaderboard" not in message(world).labels
    assert not world.requests(since, path="/channels/")


@pytest.mark.long
async def test_it_counts_for_the_person_and_on_no_servers_board(world: World) -> None:
    table = await begin(world, target=50)
    await world.rush(table)
    dm = world.alice.user.dm_channel
    figures = await world.alice.run("stats", dm)
    assert "Statistics of Alice" in figures.text
    assert "Show everybody" not in figures.labels, "nobody else is there"
    alone = await world.store.league.standing(LeaderboardFilter(dm.id, Kind.COMPUTERS), world.alice.id)
    assert alone is not None
    assert (await world.store.league.leaderboard(LeaderboardFilter(world.guild.id, Kind.COMPUTERS), 9)) == ([], 0)
    assert "stats" in (await world.alice.run("leaderboard", dm)).text
    assert table.id in (await world.alice.run("match history", dm)).text
    assert "**Replay**" in (await world.alice.run("match replay", dm, id=table.id)).text
    assert (await world.alice.run("match record", dm, id=table.id)).files
    assert "1" in (await world.alice.run("match verify", dm, id=table.id)).text
    assert "Your data" in (await world.alice.run("settings privacy", dm)).text
    assert "no such match" in (await world.alice.run("match replay", id=table.id)).text


async def test_there_is_no_clock(world: World) -> None:
    table = await begin(world)
    await go_on(world, table)
    await world.wait(5)
    assert table.header.deadline is None
    assert not due_at(table, world.time + 300 * DAY)
    await world.restart(down=300 * DAY)
    (table,) = world.tables
    since, ply = world.sent, table.ply
    await world.wait(5)
    assert (table.ply, world.sent) == (ply, since)
    assert not table.header.people[0].away
    await go_on(world, table)
    assert table.ply > ply


@pytest.mark.parametrize("deleted", [False, True])
async def test_it_is_resumed_after_a_restart_in_one_message(world: World, deleted: bool) -> None:
    table = await begin(world)
    await go_on(world, table)
    await world.wait(5)
    before = message(world)
    if deleted:
        world.delete(before, world.alice.user.dm_channel)
    await world.restart(down=100 * DAY)
    offered = await world.alice.run("play", world.alice.user.dm_channel)
    assert "already" in offered.text
    await world.alice.press("Continue", offered)
    shown = world.alice.hand
    assert shown.id != before.id
    assert [each.id for each in world.alice.hands if each.buttons and each.id != offered.id] == [shown.id]
    (table,) = world.tables
    ply = table.ply
    await world.alice.press_first(shown)
    await world.alice.press_first(world.alice.hand)
    assert table.ply > ply


async def test_a_computer_moves_after_a_restart_by_the_bots_token(world: World) -> None:
    table = await begin(world)
    while table.view(None).turn == 0:
        await go_on(world, table)
    before = message(world)
    await world.restart()
    since = world.sent
    await world.wait(5)
    assert message(world).id == before.id
    assert message(world).text != before.text
    assert world.requests(since, "PATCH", f"/channels/{world.alice.user.dm_channel.id}/messages")


async def test_a_tile_that_fits_twice_is_one_press_and_its_older_button_asks_in_the_same_message(world: World) -> None:
    table = await begin(world)
    for _ in range(60):
        await world.wait(4)
        if not table.playing:
            break
        shown = message(world)
        tiles = [label.partition(" → ")[0] for label in shown.labels if " → " in label]
        twice = next((tile for tile in tiles if tiles.count(tile) > 1), None)
        if twice:
            left, right = (custom_id for label, custom_id in shown.buttons.items() if label.startswith(twice))
            await world.alice.forge(left.replace("b:act:", "b:tile:"), shown)
            assert "at which end?" in message(world).text
            assert "More" in message(world).labels
            await world.alice.press("Back", message(world))
            assert message(world).labels == shown.labels
            ply = table.ply
            await world.alice.press(right, message(world))
            assert table.ply > ply
            return
        await go_on(world, table)
    raise AssertionError("no tile fits twice")


@pytest.mark.long
async def test_tiles_that_were_turned_back_are_nowhere_to_be_read(world: World) -> None:
    table = await begin(world, rules="memory")
    for _ in range(8):
        await go_on(world, table)
        await world.wait(15)
    assert len(world.alice.hands) == 1
    assert naming(world, turned_back(table)) == []


async def test_a_player_alone_reads_texts_for_one(world: World) -> None:
    table = await begin(world, rules="memory")
    for _ in range(3):
        while table.view(None).turn != 0:
            await world.wait(4)
        assert "It's your turn." in message(world).text
        assert "<@" not in message(world).text
        await go_on(world, table)
    asked = await world.alice.run("table end", world.alice.user.dm_channel)
    assert asked.private == "End this match? It won't count."


async def test_controls_that_need_a_server_are_not_offered(world: World) -> None:
    dm = world.alice.user.dm_channel
    assert "no clock" in (await world.alice.run("play", dm, clock="casual")).text
    assert "With friends, play" in (await world.alice.run("play", dm, friend1=world.bruno)).text
    assert not world.tables
    for command in ("help", "settings doctor"):
        assert "alone with computers and without a clock" in (await world.alice.run(command, dm)).text
    table = await begin(world)
    assert not {"Wait for friends", "Watch", "My hand", "Nudge"} & set(message(world).labels)
    assert "your direct messages" in (await world.alice.run("tables")).text
    assert (await world.alice.run("hint", dm)).text
    await world.alice.run("leave", dm)
    assert table.playing


@pytest.mark.parametrize("rules", ["express", "memory"])
async def test_a_match_is_ended_by_a_button_under_the_table_after_a_question(world: World, rules: str) -> None:
    table = await begin(world, rules=rules)
    await go_on(world, table)
    board = message(world)
    asked = await world.alice.press("End the match", board)
    assert asked.private == "End this match? It won't count."
    await world.alice.press("Keep playing", asked)
    assert table.playing
    await world.alice.press("End the match", await world.alice.press("End the match", board))
    assert not world.tables
    assert {"Rematch", "Fair deal"} == set(next(each for each in world.alice.hands if each.id == board.id).labels)


async def test_a_match_is_ended_between_deals(world: World) -> None:
    table = await begin(world)
    await world.wait(5)
    async with world.directly():
        while table.view(None).turn is not None:
            await act(table)
    assert message(world).labels == ["Next deal", "Replay", "More"]
    await world.alice.press("End the match", await world.alice.press("End the match", message(world)))
    assert not world.tables


async def test_a_rematch_begins_at_once(world: World) -> None:
    table = await begin(world, target=50)
    await world.rush(table)
    await world.alice.press("Rematch", message(world))
    (again,) = world.tables
    assert again.id != table.id
    assert again.playing
    assert again.header.delivery is Delivery.DIRECT
    (over,) = (each for each in world.alice.hands if "Rematch" in each.labels)
    told = await world.alice.press("Rematch", over)
    assert "There is a table here already" in told.text
    assert "Continue" in told.labels
    assert world.tables == (again,)


async def test_text_is_shown_as_soon_as_it_is_chosen(world: World) -> None:
    table = await begin(world)
    await go_on(world, table)
    await world.wait(5)
    shown = message(world)
    assert shown.files == ["table.png", "hand.png"]
    await world.alice.run("settings text", world.alice.user.dm_channel, mode="on")
    assert not message(world).files
    assert message(world).id == shown.id
    await world.alice.run("settings text", world.alice.user.dm_channel, mode="off")
    assert message(world).files == ["table.png", "hand.png"]


async def test_a_language_is_read_as_soon_as_it_is_chosen(world: World) -> None:
    table = await begin(world)
    await go_on(world, table)
    await world.wait(5)
    assert {"More"} <= set(message(world).labels)
    await world.alice.run("settings language", world.alice.user.dm_channel, language="de")
    assert {"Mehr"} <= set(message(world).labels)
    async with world.directly():
        await table.do(lifecycle.end, world.alice.id)
    assert "hat die Partie beendet" in message(world).text


async def test_a_token_that_discord_refuses_gives_way_to_the_bots(world: World) -> None:
    table = await begin(world)
    while table.view(None).turn == 0:
        await go_on(world, table)
    before = message(world).text
    world.fail("PATCH", "/webhooks/**", *TOKEN_OVER)
    await world.wait(5)
    assert message(world).text != before
    assert len(world.alice.hands) == 1
    world.heal()
    await go_on(world, table)


@pytest.mark.long
async def test_direct_messages_that_were_closed_meanwhile_lose_nothing(world: World) -> None:
    table = await begin(world)
    while table.view(None).turn == 0:
        await go_on(world, table)
    world.skip(20 * 60)
    world.fail("PATCH", f"/channels/{world.alice.user.dm_channel.id}/messages/*", 403, 50007)
    await world.wait(5)
    ply = table.ply
    world.heal()
    await world.alice.run("board", world.alice.user.dm_channel)
    await world.alice.press_first(world.alice.hand)
    await world.alice.press_first(world.alice.hand)
    assert table.ply > ply


async def test_a_move_is_answered_by_its_picture(world: World) -> None:
    table = await begin(world)
    while not (acts := [each for each in message(world).buttons.values() if each.startswith("b:act:")]):
        await go_on(world, table)
        await world.wait(5)
    since = world.sent
    await world.alice.press(acts[0], message(world))
    (answer,) = world.requests(since)
    assert answer.json["type"] == 7


async def test_a_picture_that_takes_long_is_promised(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await begin(world)
    while not (acts := [each for each in message(world).buttons.values() if each.startswith("b:act:")]):
        await go_on(world, table)
        await world.wait(5)
    monkeypatch.setattr("cogs.publishing.answers.ANSWER_SECONDS", 0.0)
    before, since = message(world).text, world.sent
    await world.alice.press(acts[0], message(world))
    assert message(world).text != before
    assert table.playing
    assert [each.method for each in world.requests(since)] == ["POST", "PATCH"]
