"""The channel during a match: boards, passes, deals, leaving, ending, time."""

from __future__ import annotations

import asyncio

import pytest

from engine.actions import Pass
from engine.live.model.errors import TableError
from tests.cogs.conftest import World
from tests.cogs.play.test_memory import flip
from tests.cogs.playing import alt_texts, buttons, hand_message, rush, take_turn, text
from tests.cogs.publishing.test_hands import in_turn, until
from tests.support.simcord_private import as_the_bot, create_thread, press


def must_pass(view) -> bool:
    return isinstance(view.legal[0], Pass)


def may_play(view) -> bool:
    return bool(view.ends) and not isinstance(view.legal[0], Pass)


async def test_every_move_posts_a_picture_and_the_one_before_loses_its_buttons(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    for _ in range(4):
        before = world.last()
        await take_turn(world, table)
        after = world.last()
        assert after.id != before.id
        assert len(after.attachments) == 1
        assert list(buttons(after)) == ["My hand", "Pass", "Rules"]
        old = next(message for message in world.channel.history() if message.id == before.id)
        assert not buttons(old)
        assert len(old.attachments) == 1


async def test_the_lobby_message_says_that_the_match_has_begun(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby = world.last().id
    await world.bruno.click(world.last(), label="Join")
    await world.alice.click(world.last(), label="Start")
    old = next(message for message in world.channel.history() if message.id == lobby)
    assert "The match has begun." in text(old)
    assert "Closes" not in text(old)


async def test_the_board_says_what_happened_and_mentions_whose_turn_it_is(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await take_turn(world, table)
    said = text(world.last())
    turn = table.people[table.view(None).turn]
    assert "opens with" in said
    assert f"<@{turn.user}>, it's your turn" in said
    assert f"<t:{int(table.header.deadline)}:R>" in said
    sent = [each for each in world.env.http_requests if each.path == f"/channels/{world.channel.id}/messages"]
    assert [int(user) for user in sent[-1].json["allowed_mentions"]["users"]] == [turn.user]


async def test_the_alt_text_tells_the_chain_the_ends_and_whose_turn(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    for _ in range(5):
        await take_turn(world, table)
    alt = alt_texts(world.last())[0]
    view = table.view(None)
    assert len(alt) <= 1024
    for placed in view.layout.placed:
        assert placed.tile.text in alt or f"{placed.tile.low}-{placed.tile.high}" in alt
    for shown in view.ends.values():
        assert str(shown) in alt
    assert table.people[view.turn].name in alt


async def test_pass_is_refused_while_a_tile_fits(world: World) -> None:
    table = await world.sit("alice", "bruno")
    seat = await until(world, table, may_play)
    ply = table.ply
    answer = await world.who(table.people[seat].user).click(world.last(), label="Pass")
    assert answer.ephemeral
    assert "you must play" in answer.response.content
    assert table.ply == ply


async def test_pass_is_taken_when_nothing_fits_and_the_board_says_on_what(world: World) -> None:
    table = await world.sit("alice", "bruno")
    seat = await until(world, table, must_pass)
    person = world.who(table.people[seat].user)
    ends = sorted(set(table.view(None).ends.values()))
    await person.click(world.last(), label="Pass")
    assert f"passes on {', '.join(map(str, ends))}." in text(world.last())


async def test_pass_belongs_to_whoever_is_in_turn(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await take_turn(world, table)
    _, _, other = in_turn(world, table)
    answer = await other.click(world.last(), label="Pass")
    assert answer.response.content == "It isn't your turn yet."
    stranger = await world.eve.click(world.last(), label="Pass")
    assert stranger.response.content.startswith("You aren't at this table.")


async def test_a_deals_end_lays_all_hands_open_and_the_next_begins_at_a_press(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    while table.view(None).turn is not None:
        await take_turn(world, table)
    result = table.view(None).results[0]
    alt = alt_texts(world.last())[0]
    for hand in result.hands:
        for tile in hand:
            assert tile.text in alt
    assert str(max(result.points)) in text(world.last())
    assert list(buttons(world.last())) == ["Next deal", "Add a word", "Replay", "Rules"]
    stranger = await world.eve.click(world.last(), label="Next deal")
    assert stranger.response.content.startswith("You aren't at this table.")
    await world.bruno.click(world.last(), label="Next deal")
    assert table.view(None).deal == 2
    assert "Deal 2" in text(world.last())
    assert len(world.alice.user.dm_channel.history()) == 2


async def test_the_next_deal_begins_by_itself_after_fifteen_seconds(world: World) -> None:
    table = await world.sit("alice", "bruno")
    while table.view(None).turn is not None:
        await take_turn(world, table)
    await world.env.advance_time(13)
    assert table.view(None).turn is None
    await world.env.advance_time(3)
    assert table.view(None).deal == 2
    assert table.view(None).turn is not None


async def test_a_match_ends_with_its_standing_and_the_leaderboards_change(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await rush(world, table)
    said = text(world.last())
    assert "wins the match" in said
    assert "Alice: new on the leaderboard" in said
    assert "Bruno: new on the leaderboard" in said
    assert list(buttons(world.last())) == ["Rematch", "Leaderboard", "Replay", "Rules"]
    shown = await world.alice.click(world.last(), label="Leaderboard")
    assert shown.ephemeral
    assert "Alice" in alt_texts(shown.response)[0]


async def test_rematch_opens_a_lobby_with_the_same_rules_and_invites_the_others(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await rush(world, table)
    stranger = await world.eve.click(world.last(), label="Rematch")
    assert stranger.response.content.startswith("You aren't at this table.")
    await world.bruno.click(world.last(), label="Rematch")
    again = world.table
    assert again.header.host == world.bruno.id
    assert again.header.options["target"] == 50
    assert again.header.invited == (world.alice.id,)


async def test_board_shows_the_table_again_at_the_bottom(world: World) -> None:
    table = await world.sit("alice", "bruno")
    before = world.last()
    await world.eve.send(world.channel, "hello")
    answer = await world.eve.slash(world.channel, "domino board")
    assert answer.ephemeral
    assert world.last().id != before.id
    assert buttons(world.last())
    old = next(message for message in world.channel.history() if message.id == before.id)
    assert not buttons(old)
    await take_turn(world, table)


async def test_who_reads_text_is_answered_with_the_table_as_text(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await take_turn(world, table)
    await world.eve.slash(world.channel, "domino settings text", mode="on")
    answer = await world.eve.slash(world.channel, "domino board")
    assert answer.ephemeral
    assert f"[{table.view(None).layout.placed[-1].tile}]" in text(answer.response)
    assert alt_texts(world.last()), "the channel keeps its picture"


async def test_the_answer_names_no_tile_that_will_be_turned_back(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await flip(world, table, 1)
    await world.eve.slash(world.channel, "domino settings text", mode="on")
    answer = await world.eve.slash(world.channel, "domino board")
    (face,) = [tile for tile in table.view(None).layout.tiles.values() if tile is not None]
    assert face.text in alt_texts(world.last())[0]
    assert "The grid, 28 tiles face down" in text(answer.response)
    assert face.text not in text(answer.response)


async def test_however_often_the_board_is_asked_for_one_message_has_buttons(world: World) -> None:
    table = await world.sit("alice", "bruno")
    with as_the_bot(world.env):
        seat = table.view(None).turn
        doing = [world.bot.publisher.repost(table) for _ in range(4)]
        await asyncio.gather(*doing, table.play(table.people[seat].user, seat, table.ply, 0))
    await world.env.settle(timeout=60)
    with_buttons = [message for message in world.channel.history() if buttons(message)]
    assert with_buttons == [world.last()]
    assert "opens with" in text(world.last())


async def test_board_without_a_table_says_how_to_open_one(world: World) -> None:
    answer = await world.eve.slash(world.channel, "domino board")
    assert answer.response.content == "There is no table in this channel. Open one with /domino play."


async def test_end_asks_first_and_is_for_the_host_or_whoever_manages_messages(world: World) -> None:
    table = await world.sit("alice", "bruno")
    refused = await world.bruno.slash(world.channel, "domino end")
    assert "Only the host" in refused.response.content
    asked = await world.alice.slash(world.channel, "domino end")
    assert asked.ephemeral
    await world.alice.click(asked.response.message, label="Keep playing")
    assert table.playing
    asked = await world.alice.slash(world.channel, "domino end")
    await world.alice.click(asked.response.message, label="End the match")
    assert not table.playing
    assert "**Alice** ended the match. It counts for nobody." in text(world.last())
    with pytest.raises(TableError):
        _ = world.table
    empty = await world.alice.slash(world.channel, "domino leaderboard")
    assert not empty.ephemeral


async def test_leave_in_mid_match_asks_first_and_the_bot_plays_on(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    asked = await world.alice.slash(world.channel, "domino leave")
    await world.alice.click(asked.response.message, label="Leave")
    assert table.people[0].away
    assert table.header.host == world.bruno.id
    assert "**Alice** has left" in text(world.last())
    while table.view(None).turn != 0:
        await take_turn(world, table)
    ply = table.ply
    await world.env.advance_time(3)
    assert table.ply > ply
    assert "The bot plays for **Alice**" in text(world.last())
    again = await world.alice.slash(world.channel, "domino leave")
    assert again.response.content == "You have left this match, and the bot plays on for you."
    assert table.playing


async def test_out_of_time_the_bot_plays_and_says_so(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person = table.people[table.view(None).turn]
    await world.env.advance_time(121)
    assert table.ply == 2
    assert f"**{person.name}** ran out of time" in text(world.last())


async def test_a_thread_has_a_table_of_its_own(world: World) -> None:
    thread = create_thread(world.env, world.channel, world.alice, "dominoes")
    await world.alice.slash(world.channel, "domino play")
    await world.alice.slash(thread, "domino play")
    await world.bruno.click(thread.last_message, label="Join")
    await world.alice.click(thread.last_message, label="Start")
    table = world.bot.hub.in_channel(thread.id)
    assert table.playing
    assert not world.table.playing
    await take_turn(world, table, place=thread)
    assert "opens with" in text(thread.last_message)


async def test_two_presses_of_the_same_button_play_once(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, _, _ = in_turn(world, table)
    message = person.user.dm_channel.last_message
    custom_id = next(iter(buttons(message).values()))
    answers = [press(world.env, person, message, custom_id) for _ in range(5)]
    await world.env.settle(timeout=60)
    assert table.ply == 2
    assert all(answer.acknowledged for answer in answers)


async def test_twenty_people_pressing_join_at_once_fill_the_table_once(world: World) -> None:
    crowd = [world.guild.add_member(world.env.create_user(f"guest{n}")) for n in range(20)]
    await world.alice.slash(world.channel, "domino play")
    lobby = world.last()
    table = world.table
    answers = [press(world.env, person, lobby, f"b:join:{table.id}") for person in crowd]
    await world.env.settle(timeout=60)
    assert len(table.people) == 4
    assert len({person.user for person in table.people}) == 4
    assert sum(answer.response is not None and "full" in answer.response.content for answer in answers) == 17


async def test_an_older_message_keeps_what_happened_and_not_whose_turn_it_was(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await take_turn(world, table)
    before = world.last()
    assert "it's your turn" in text(before)
    await take_turn(world, table)
    old = next(message for message in world.channel.history() if message.id == before.id)
    assert "opens with" in text(old)
    assert "turn" not in text(old)
    assert "<t:" not in text(old)


async def test_the_private_hand_tells_how_the_deal_ended(world: World) -> None:
    table = await world.sit("alice", "bruno")
    while table.view(None).turn is not None:
        await take_turn(world, table)
    message = hand_message(world, world.bruno)
    assert "scores" in text(message)
    assert not buttons(message)


async def test_someone_not_yet_seated_is_told_to_press_join(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    await world.bruno.click(world.last(), label="Join")
    for label in ("Leave", "Start"):
        answer = await world.eve.click(world.last(), label=label)
        assert answer.response.content == "You aren't at this table yet. Press Join to sit down."


async def test_the_picture_marks_for_whom_the_bot_plays(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    with as_the_bot(world.env):
        await table.leave_match(world.alice.id)
    await world.env.settle()
    await take_turn(world, table) if table.view(None).turn else await world.env.advance_time(3)
    assert "Alice (bot)" in alt_texts(world.last())[0]
