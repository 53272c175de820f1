"""What survives a restart: everything."""

from __future__ import annotations

from engine.live.league.figures import LeaderboardFilter
from tests.cogs.conftest import World
from tests.cogs.playing import buttons, hand_message, rush, take_turn, text
from tests.support.simcord_private import as_the_bot, press


async def test_a_lobby_survives_and_its_old_buttons_work(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", target=200)
    await world.bruno.click(world.last(), label="Join")
    lobby = world.last()
    await world.restart()
    await world.chloe.click(lobby, label="Join")
    assert [person.name for person in world.table.people] == ["Alice", "Bruno", "Chloé"]
    assert world.table.header.options["target"] == 200
    await world.alice.click(lobby, label="Start")
    assert world.table.playing


async def test_a_match_goes_on_where_it_was_with_the_buttons_of_before(world: World) -> None:
    before = await world.sit("alice", "bruno", "chloe", target=50)
    for _ in range(5):
        await take_turn(world, before)
    board, hands = world.last(), {p.id: hand_message(world, p) for p in (world.alice, world.bruno, world.chloe)}
    views = [before.view(seat) for seat in range(3)]
    await world.restart()
    table = world.table
    assert table is not before
    assert [table.view(seat) for seat in range(3)] == views
    assert world.last().id == board.id, "nothing is posted twice"
    person = world.who(table.people[table.view(None).turn].user)
    shown = await person.click(board, label="My hand")
    assert shown.ephemeral
    message = hands[person.id]
    assert set(buttons(message)) == set(buttons(shown.response)) or "Pass" in buttons(shown.response)
    await rush(world, table)
    assert "wins the match" in text(world.last())
    assert len(hand_message(world, world.alice).attachments) == 1


async def test_a_move_that_was_written_but_not_shown_is_shown_after_the_restart(world: World) -> None:
    table = await world.sit("alice", "bruno")
    seat = table.view(None).turn
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=None)
    await table.play(table.people[seat].user, seat, table.ply, 0)
    await world.env.settle()
    tile = table.view(None).layout.placed[0].tile
    assert f"opens with {tile}" not in text(world.last())
    world.env.backend.faults.clear()
    await world.restart()
    assert f"opens with {tile}" in text(world.last())


async def test_nobody_is_charged_for_the_time_that_the_bot_was_down(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.env.advance_time(30)
    left = table.header.deadline - world.env.now().timestamp()
    await world.restart(down=3600)
    now = world.env.now().timestamp()
    assert abs((world.table.header.deadline - now) - left) < 6
    assert world.table.ply == 1


async def test_a_press_while_the_bot_was_away_is_for_the_same_ply_after_it(world: World) -> None:
    table = await world.sit("alice", "bruno")
    seat = table.view(None).turn
    person = world.who(table.people[seat].user)
    message = hand_message(world, person)
    custom_id = next(iter(buttons(message).values()))
    await world.restart()
    answer = press(world.env, person, message, custom_id)
    await world.env.settle()
    assert answer.acknowledged
    assert world.table.ply == 2


async def test_the_leaderboard_survives(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await rush(world, table)
    before = await world.bot.hub.store.league.board(LeaderboardFilter(world.guild.id), 10)
    await world.restart()
    assert await world.bot.hub.store.league.board(LeaderboardFilter(world.guild.id), 10) == before


async def test_rematch_works_after_a_restart(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await rush(world, table)
    await world.restart()
    await world.alice.click(world.last(), label="Rematch")
    assert world.table.header.options["target"] == 50


async def test_a_match_whose_end_was_written_but_not_shown_is_told_after_the_restart(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=None)
    await rush(world, table)
    assert "wins the match" not in text(world.last())
    world.env.backend.faults.clear()
    await world.restart()
    assert "wins the match" in text(world.last())
    assert "Alice: new on the leaderboard" in text(world.last())
    told = world.last().id
    await world.restart()
    assert world.last().id == told, "it is told once"


async def test_a_match_whose_ending_was_written_but_not_shown_is_told_after_the_restart(world: World) -> None:
    table = await world.sit("alice", "bruno")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=None)
    with as_the_bot(world.env):
        await table.end(world.alice.id)
    await world.env.settle()
    assert "ended the match" not in text(world.last())
    world.env.backend.faults.clear()
    await world.restart()
    assert "The match was ended. It counts for nobody." in text(world.last())
    again = await world.alice.slash(world.channel, "domino play")
    assert not again.ephemeral
