"""Tests of the private hand: a direct message, the answer to My hand, and no other reader."""

from __future__ import annotations

from engine.actions import Pass
from tests.support.in_memory.world import World, turn_of


async def test_a_deal_sends_each_player_their_own_hand_alone(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    for seat, person in enumerate((world.alice, world.bruno, world.chloe)):
        message = person.hand
        assert len(message.attachments) == 1
        for other in range(3):
            assert all((tile.text in message.alt) is (other == seat) for tile in table.view(other).hand)
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


async def test_my_hand_shows_the_same_to_its_owner_alone(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, seat = world.mover(), turn_of(table)
    shown = await person.press("My hand")
    assert shown.ephemeral
    assert set(shown.buttons) == set(person.hand.buttons)
    assert shown not in world.seen_by(world.others()[0])
    by_command = await person.run("hand")
    assert by_command.ephemeral
    assert all(tile.text in by_command.alt for tile in table.view(seat).hand)


async def test_a_play_from_the_channel_updates_the_private_hand_and_the_other_way_round(world: World) -> None:
    table = await world.sit("alice", "bruno")
    for by_hand in (False, True):
        person = world.mover()
        shown = await person.press("My hand")
        if isinstance(table.view(turn_of(table)).legal[0], Pass):
            return
        await (world.move_by_hand() if by_hand else person.press_first(shown))
        for place in (person.hand, shown):
            assert "You hold 6 tiles" in place.alt
            assert not place.buttons


async def test_a_control_of_another_player_does_nothing(world: World) -> None:
    table = await world.sit("alice", "bruno")
    shown, views = await world.mover().press("My hand"), [table.view(seat) for seat in range(2)]
    custom_id = next(iter(shown.buttons.values()))
    for person, why in ((world.others()[0], "Those are someone else's controls."), (world.eve, "You aren't at this")):
        assert (await person.forge(custom_id, shown)).text.startswith(why)
    assert [table.view(seat) for seat in range(2)] == views


async def test_an_old_control_says_so_and_shows_the_current_hand(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person = world.mover()
    shown = await person.press("My hand")
    old = next(iter(shown.buttons.values()))
    await world.move()
    ply = table.ply
    # a second tap on the same button within two seconds would say nothing
    await world.wait(3)
    for place in (person.hand, shown):
        again = await person.forge(old, place)
        assert table.ply == ply
        assert again.followups[0] == "That button was for an earlier move."
        assert "You hold 6 tiles" in again.alt


async def test_a_hand_whose_message_the_bot_has_forgotten_goes_on_once_it_is_pressed(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person = world.mover()
    shown = person.hand
    world.bot.hands._screens.of(table).reader(person.id).private = None
    await person.forge(f"b:back:{table.id}", shown)
    await world.move()
    assert [each.id for each in person.hands] == [shown.id]
    assert not person.hand.buttons
