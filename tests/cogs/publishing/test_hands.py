"""The private hand: by direct message, behind My hand, and never to anyone else."""

from __future__ import annotations

from engine.actions import Pass, Play
from engine.live.tables.table import Table
from tests.cogs.world import World, turn_of


async def until(world: World, table: Table, wanted) -> int:
    """Play until the seat in turn's legal actions are as wanted; give the seat."""
    for _ in range(300):
        seat = table.view(None).turn
        if seat is None:
            await world.alice.press("Next deal")
            continue
        if wanted(table.view(seat)):
            return seat
        await world.move()
    raise AssertionError("that never came")


async def test_everyone_gets_their_own_hand_by_direct_message_at_the_deal(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    for seat, person in enumerate((world.alice, world.bruno, world.chloe)):
        message = person.hand
        assert len(message.attachments) == 1
        alt = message.alt
        for tile in table.view(seat).hand:
            assert tile.text in alt
        for other in range(3):
            if other != seat:
                assert not any(tile.text in alt for tile in table.view(other).hand)
        assert f"<#{world.channel.id}>" in message.text
    assert not world.eve.hands


async def test_the_controls_come_with_the_turn_and_go_with_it(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, other = world.mover(), world.others()[0]
    assert person.hand.buttons
    assert not other.hand.buttons
    await world.move()
    assert not person.hand.buttons
    assert other.hand.buttons or isinstance(table.view(table.view(None).turn).legal[0], Pass)


async def test_a_tile_that_fits_one_end_is_played_by_one_press(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, seat = world.mover(), turn_of(table)
    opening = table.view(seat).legal[0]
    assert isinstance(opening, Play)
    await person.press(opening.tile.text, person.hand)
    assert table.view(None).layout.placed[0].tile is opening.tile
    assert f"opens with {opening.tile}" in world.board.text


async def test_a_tile_that_fits_both_ends_asks_for_the_end(world: World) -> None:
    table = await world.sit("alice", "bruno")

    def both(view) -> bool:
        plays = [move for move in view.legal if isinstance(move, Play)]
        return any(a.tile is b.tile for a in plays for b in plays if a.end != b.end)

    seat = await until(world, table, both)
    person = world.who(table.people[seat].user)
    view = table.view(seat)
    plays = [move for move in view.legal if isinstance(move, Play)]
    tile = next(a.tile for a in plays for b in plays if a.tile is b.tile and a.end != b.end)
    ply = table.ply
    message = person.hand
    await person.press(tile.text, message)
    assert table.ply == ply
    asked = person.hand.buttons
    assert [label.split(" ")[-3] for label in asked if label != "Back"] == ["left", "right"]
    await person.press("Back", person.hand)
    assert tile.text in person.hand.buttons
    await person.press(tile.text, person.hand)
    right = next(label for label in person.hand.buttons if "right" in label)
    await person.press(right, person.hand)
    assert table.view(None).layout.placed[-1][:2] == (tile, "right")


async def test_my_hand_shows_the_same_to_its_owner_alone(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, seat, other = world.mover(), turn_of(table), world.others()[0]
    shown = await person.press("My hand")
    assert shown.ephemeral
    assert set(shown.buttons) == set(person.hand.buttons)
    assert shown.id not in [message.id for message in world.channel.history(viewer=other)]
    by_command = await person.run("hand")
    assert by_command.ephemeral
    assert all(tile.text in by_command.alt for tile in table.view(seat).hand)


async def test_a_play_from_the_channel_updates_the_private_hand_and_the_other_way_round(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, seat = world.mover(), turn_of(table)
    shown = await person.press("My hand")
    tile = table.view(seat).legal[0].tile
    await person.press(tile.text, shown)
    for place in (person.hand, shown):
        assert not place.buttons
        assert "You hold 6 tiles" in place.alt
    person, seat = world.mover(), turn_of(table)
    if isinstance(table.view(seat).legal[0], Pass):
        return
    shown = await person.press("My hand")
    await world.move()
    assert "You hold 6 tiles" in shown.alt
    assert not shown.buttons


async def test_a_stranger_gets_a_sentence_instead_of_a_hand(world: World) -> None:
    await world.sit("alice", "bruno")
    assert (await world.eve.press("My hand")).private.startswith("You aren't at this table.")
    assert (await world.eve.run("hand")).text.startswith("You aren't at this table.")


async def test_a_control_of_another_player_does_nothing(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, seat, other = world.mover(), turn_of(table), world.others()[0]
    shown = await person.press("My hand")
    custom_id = next(iter(shown.buttons.values()))
    ply = table.ply
    assert (await other.forge(custom_id, shown)).text.startswith("Those are someone else's controls.")
    assert (await world.eve.forge(custom_id, shown)).text.startswith("You aren't at this table.")
    assert table.ply == ply
    assert table.view(None).turn == seat


async def test_an_old_control_says_so_and_shows_the_current_hand(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person = world.mover()
    shown = await person.press("My hand")
    old = next(iter(shown.buttons.values()))
    await world.move()
    ply = table.ply
    for place in (person.hand, shown):
        again = await person.forge(old, place)
        assert table.ply == ply
        assert again.followups[0] == "That button was for an earlier move."
        assert "You hold 6 tiles" in again.alt


async def test_closed_direct_messages_cost_nothing_but_a_hint(world: World) -> None:
    dm = world.bruno.user.dm_channel
    world.fail("POST", f"/channels/{dm.id}/messages", 403, 50007)
    table = await world.sit("alice", "bruno")
    assert table.playing
    assert world.alice.hand is not None
    assert "I can't send you direct messages" in (await world.bruno.press("My hand")).text
    for _ in range(6):
        seat = table.view(None).turn
        if seat is None:
            break
        person = world.who(table.people[seat].user)
        hand = await person.press("My hand")
        labels = hand.buttons
        await person.press(next(iter(labels.values())), hand)
        if table.view(None).turn == seat and "Back" in hand.buttons:
            await person.press_first(hand)
    assert table.ply >= 5


async def test_one_new_message_a_deal_a_person_and_edits_only_when_the_hand_changed(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    person = world.mover()
    quiet = next(
        each
        for each in (world.alice, world.bruno, world.chloe)
        if each is not person and table.seat_of(each.id) != (table.view(None).turn + 1) % 3
    )
    before = world.sent
    await world.move()
    touched = [each.path for each in world.env.http_requests[before:]]
    assert not any(str(quiet.user.dm_channel.id) in path for path in touched)
    assert len(quiet.hands) == 1
