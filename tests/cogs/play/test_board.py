"""The channel during a match: boards, passes, deals, leaving, ending, time."""

from __future__ import annotations

import asyncio
from unittest.mock import Mock

import pytest

from engine.actions import Pass
from engine.live.tables import playing
from engine.live.tables.table import Table
from tests.support.in_memory.grids import face_up, flip
from tests.support.in_memory.world import World, laid, turn_of

STRANGER = "You aren't at this table."


def must_pass(table: Table) -> bool:
    turn = table.view(None).turn
    return turn is not None and isinstance(table.view(turn).legal[0], Pass)


@pytest.mark.long
async def test_every_move_posts_a_picture_and_takes_the_buttons_from_the_last(world: World) -> None:
    await world.sit("alice", "bruno", "chloe")
    for _ in range(4):
        before = world.board
        await world.move()
        assert world.board != before
        assert world.board.labels == ["My hand", "Pass", "More"]
        assert not world.now(before).buttons
        assert len(world.board.attachments) == len(world.now(before).attachments) == 1


async def test_the_lobby_message_says_that_the_match_has_begun(world: World) -> None:
    await world.lobby("alice", "bruno")
    lobby = world.board
    await world.alice.press("Start")
    assert "The match has started." in world.now(lobby).text
    assert "Closes" not in world.now(lobby).text


async def test_the_board_says_what_happened_and_mentions_the_player_in_turn(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.move()
    player = world.mover()
    until = f"<t:{int(table.header.deadline or 0)}:R>"
    assert not world.board.lacks("opens with", f"<@{player.id}>, it's your turn", until)
    sent = world.requests(method="POST", path=f"/channels/{world.channel.id}/messages")
    assert [int(user) for user in sent[-1].json["allowed_mentions"]["users"]] == [player.id]


async def test_only_the_player_in_turn_passes_and_the_board_names_the_ends(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.move()
    if not must_pass(table):
        ply = table.ply
        assert "you must play" in (await world.mover().press("Pass")).private
        assert table.ply == ply
    assert (await world.others()[0].press("Pass")).text == "It isn't your turn yet."
    assert (await world.eve.press("Pass")).text.startswith(STRANGER)
    await world.until(lambda: must_pass(table))
    ends = sorted(set(table.view(None).ends.values()))
    await world.mover().press("Pass")
    assert f"passes on {' and '.join(map(str, ends))}." in world.board.text


async def test_a_deals_end_lays_all_hands_open_and_the_next_begins_at_a_press(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    await world.play_deal()
    result = table.view(None).results[0]
    assert all(tile.text in world.board.alt for hand in result.hands for tile in hand)
    assert str(max(result.points)) in world.board.text
    assert world.board.labels == ["Next deal", "Replay", "More"]
    assert "scores" in world.bruno.hand.text
    assert not world.bruno.hand.buttons
    assert (await world.eve.press("Next deal")).text.startswith(STRANGER)
    await world.bruno.press("Next deal")
    assert table.view(None).deal == 2
    assert "Deal 2" in world.board.text
    assert len(world.alice.hands) == 2


async def test_a_match_ends_with_its_standing_and_the_leaderboards_change(world: World) -> None:
    await world.play_and_end()
    changes = (f"{name}: new on the leaderboard" for name in ("Alice", "Bruno"))
    assert not world.board.lacks("wins the match", *changes)
    assert world.board.labels == ["Rematch", "Leaderboard", "Fair deal", "Replay", "Rules"]
    shown = await world.alice.press("Leaderboard")
    assert shown.ephemeral
    assert "Alice" in shown.alt


# ---------------------------------------------------------------------- /domino board


async def test_the_command_shows_the_table_again_at_the_bottom(world: World) -> None:
    await world.sit("alice", "bruno")
    before = world.board
    await world.eve.send(world.channel, "hello")
    assert (await world.eve.run("board")).ephemeral
    assert world.board != before
    assert world.board.buttons
    assert not world.now(before).buttons
    await world.move()


async def test_the_answer_to_a_reader_of_text_is_the_table_as_text(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.move()
    await world.eve.write_text()
    assert f"[{laid(table)[-1]}]" in (await world.eve.run("board")).private
    assert world.board.alts, "the channel keeps its picture"


async def test_the_answer_names_no_tile_that_will_be_turned_back(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await flip(world, 1)
    await world.eve.write_text()
    answer = await world.eve.run("board")
    (face,) = face_up(table)
    assert face in world.board.alt
    assert "The grid, 28 tiles face down" in answer.text
    assert face not in answer.text


async def test_only_one_message_has_buttons_after_many_requests_for_the_board(world: World) -> None:
    table = await world.sit("alice", "bruno")
    async with world.directly():
        play = table.do(playing.play, world.mover().id, turn_of(table), table.ply, 0)
        await asyncio.gather(*(world.bot.publisher.answers.repost(Mock(), table) for _ in range(4)), play)
    assert [message for message in world.messages if message.buttons] == [world.board]
    assert "opens with" in world.board.text


# ---------------------------------------------------------------------- ending, leaving, running out of time


async def test_end_asks_the_host_first_and_is_for_the_host_alone_in_a_lobby(world: World) -> None:
    table = await world.lobby("alice", "bruno")
    assert "Only the host" in (await world.bruno.run("table end")).text
    await world.alice.press("Start")
    asked = await world.alice.run("table end")
    assert asked.ephemeral
    await world.alice.press("Keep playing", asked)
    assert table.playing
    await world.alice.press("End the match", await world.alice.run("table end"))
    assert "**Alice** ended the match. It doesn't count for anyone." in world.board.text
    assert not world.tables
    assert not (await world.alice.run("leaderboard")).ephemeral


@pytest.mark.parametrize("paused", [False, True])
async def test_the_bot_plays_for_nobody_who_leaves_a_match_on_hold(world: World, paused: bool) -> None:
    await world.sit("alice", "bruno")
    await world.hold(world.bruno)
    if paused:
        await world.alice.run("table pause")
    await world.alice.press("Leave", await world.alice.run("leave"))
    assert "**Alice** has left." in world.board.lines
    assert "the bot is playing for them" not in world.board.text
    assert ("The match is paused" if paused else "the match is on hold") in world.board.text


async def test_leave_asks_first_and_the_bot_plays_on(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    await world.alice.press("Leave", await world.alice.run("leave"))
    assert table.people[0].away
    assert table.header.host_id == world.bruno.id
    assert "**Alice** has left" in world.board.text
    while world.mover() is not world.alice:
        await world.move()
    await world.wait(3)
    assert "The bot plays for **Alice**" in world.board.text
    away = "You have left this match, and the bot is playing for you."
    assert (await world.alice.run("leave")).text == f"{away} Press **I'm back** to return."
    assert f"{away} Press **I'm back** to return." in world.alice.hand.text
    assert table.playing
    assert any("Alice (bot)" in message.alt for message in world.messages if message.alts)
    await world.alice.press("I'm back", world.alice.hand)
    assert "**Alice** is back" in world.board.text
    assert not table.people[0].away


async def test_an_older_message_keeps_what_happened_and_not_whose_turn_it_was(world: World) -> None:
    await world.sit("alice", "bruno")
    await world.move()
    before = world.board
    assert "it's your turn" in before.text
    await world.move()
    old = world.now(before).text
    assert "opens with" in old
    assert "turn" not in old
    assert "<t:" not in old
