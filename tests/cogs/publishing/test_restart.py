"""What survives a restart: everything."""

from __future__ import annotations

from tests.cogs.world import World


async def test_a_lobby_survives_and_its_old_buttons_work(world: World) -> None:
    await world.lobby("alice", "bruno", target=200)
    lobby = world.board
    await world.restart()
    await world.chloe.press("Join", lobby)
    assert [person.name for person in world.table.people] == ["Alice", "Bruno", "Chloé"]
    assert world.table.header.options["target"] == 200
    await world.alice.press("Start", lobby)
    assert world.table.playing


async def test_a_match_goes_on_where_it_was_with_the_buttons_of_before(world: World) -> None:
    before = await world.sit("alice", "bruno", "chloe", target=50)
    for _ in range(5):
        await world.move()
    board, hands = world.board, {p.id: p.hand for p in (world.alice, world.bruno, world.chloe)}
    views = [before.view(seat) for seat in range(3)]
    await world.restart()
    table = world.table
    assert table is not before
    assert [table.view(seat) for seat in range(3)] == views
    assert world.board.id == board.id, "nothing is posted twice"
    person = world.mover()
    shown = await person.press("My hand", board)
    assert shown.ephemeral
    message = hands[person.id]
    assert set(message.buttons) == set(shown.buttons) or "Pass" in shown.buttons
    await world.rush()
    assert "wins the match" in world.board.text
    assert len(world.alice.hand.attachments) == 1


async def test_a_move_that_was_written_but_not_shown_is_shown_after_the_restart(world: World) -> None:
    table = await world.sit("alice", "bruno")
    seat = table.view(None).turn
    world.fail("POST", f"/channels/{world.channel.id}/messages", 500)
    await table.play(table.people[seat].user, seat, table.ply, 0)
    await world.settle()
    tile = table.view(None).layout.placed[0].tile
    assert f"opens with {tile}" not in world.board.text
    world.heal()
    await world.restart()
    assert f"opens with {tile}" in world.board.text


async def test_a_match_whose_end_was_written_but_not_shown_is_told_after_the_restart(world: World) -> None:
    await world.sit("alice", "bruno", target=50)
    world.fail("POST", f"/channels/{world.channel.id}/messages", 500)
    await world.rush()
    assert "wins the match" not in world.board.text
    world.heal()
    await world.restart()
    assert not world.board.lacks("wins the match", "Alice: new on the leaderboard")
    told = world.board.id
    await world.restart()
    assert world.board.id == told, "it is told once"


async def test_a_match_whose_ending_was_written_but_not_shown_is_told_after_the_restart(world: World) -> None:
    table = await world.sit("alice", "bruno")
    world.fail("POST", f"/channels/{world.channel.id}/messages", 500)
    async with world.directly():
        await table.end(world.alice.id)
    assert "ended the match" not in world.board.text
    world.heal()
    await world.restart()
    assert "The match was ended. It doesn't count for anyone." in world.board.text
    assert not (await world.alice.run("play")).ephemeral
