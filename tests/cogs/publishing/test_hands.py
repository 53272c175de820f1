"""The private hand: by direct message, behind My hand, and never to anyone else."""

from __future__ import annotations

from engine.actions import Pass, Play
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.playing import alt_texts, buttons, hand_message, take_turn, text
from tests.support.simcord_private import press


def in_turn(world: World, table: Table):
    """Give whoever is in turn, their seat, and somebody else."""
    seat = table.view(None).turn
    assert seat is not None
    other = (seat + 1) % len(table.people)
    return world.who(table.people[seat].user), seat, world.who(table.people[other].user)


async def until(world: World, table: Table, wanted) -> int:
    """Play until the seat in turn's legal actions are as wanted; give the seat."""
    for _ in range(300):
        seat = table.view(None).turn
        if seat is None:
            await world.alice.click(world.last(), label="Next deal")
            continue
        if wanted(table.view(seat)):
            return seat
        await take_turn(world, table)
    raise AssertionError("that never came")


async def test_everyone_gets_their_own_hand_by_direct_message_at_the_deal(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    for seat, person in enumerate((world.alice, world.bruno, world.chloe)):
        message = hand_message(world, person)
        assert len(message.attachments) == 1
        alt = alt_texts(message)[0]
        for tile in table.view(seat).hand:
            assert tile.text in alt
        for other in range(3):
            if other != seat:
                assert not any(tile.text in alt for tile in table.view(other).hand)
        assert f"<#{world.channel.id}>" in text(message)
    assert not world.eve.user.dm_channel.history()


async def test_the_controls_come_with_the_turn_and_go_with_it(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, _, other = in_turn(world, table)
    assert buttons(hand_message(world, person))
    assert not buttons(hand_message(world, other))
    await take_turn(world, table)
    assert not buttons(hand_message(world, person))
    assert buttons(hand_message(world, other)) or isinstance(table.view(table.view(None).turn).legal[0], Pass)


async def test_a_tile_that_fits_one_end_is_played_by_one_press(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, seat, _ = in_turn(world, table)
    opening = table.view(seat).legal[0]
    assert isinstance(opening, Play)
    await person.user.click(hand_message(world, person), label=opening.tile.text)
    assert table.view(None).layout.placed[0].tile is opening.tile
    assert f"opens with {opening.tile}" in text(world.last())


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
    message = hand_message(world, person)
    await person.user.click(message, label=tile.text)
    assert table.ply == ply
    asked = buttons(hand_message(world, person))
    assert [label.split(" ")[-3] for label in asked if label != "Back"] == ["left", "right"]
    await person.user.click(hand_message(world, person), label="Back")
    assert tile.text in buttons(hand_message(world, person))
    await person.user.click(hand_message(world, person), label=tile.text)
    right = next(label for label in buttons(hand_message(world, person)) if "right" in label)
    await person.user.click(hand_message(world, person), label=right)
    assert table.view(None).layout.placed[-1][:2] == (tile, "right")


async def test_my_hand_shows_the_same_to_its_owner_alone(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, seat, other = in_turn(world, table)
    shown = await person.click(world.last(), label="My hand")
    assert shown.ephemeral
    assert set(buttons(shown.response)) == set(buttons(hand_message(world, person)))
    assert shown.response.id not in [message.id for message in world.channel.history(viewer=other)]
    by_command = await person.slash(world.channel, "domino hand")
    assert by_command.ephemeral
    assert all(tile.text in alt_texts(by_command.response)[0] for tile in table.view(seat).hand)


async def test_a_play_from_the_channel_updates_the_private_hand_and_the_other_way_round(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, seat, _ = in_turn(world, table)
    shown = await person.click(world.last(), label="My hand")
    tile = table.view(seat).legal[0].tile
    await person.click(shown.response.message, label=tile.text)
    for place in (hand_message(world, person), shown.response):
        assert not buttons(place)
        assert "You hold 6 tiles" in alt_texts(place)[0]
    person, seat, _ = in_turn(world, table)
    if isinstance(table.view(seat).legal[0], Pass):
        return
    shown = await person.click(world.last(), label="My hand")
    await take_turn(world, table)
    assert "You hold 6 tiles" in alt_texts(shown.response)[0]
    assert not buttons(shown.response)


async def test_someone_who_is_not_at_the_table_gets_a_kind_sentence(world: World) -> None:
    await world.sit("alice", "bruno")
    answer = await world.eve.click(world.last(), label="My hand")
    assert answer.ephemeral
    assert answer.response.content.startswith("You aren't at this table.")
    command = await world.eve.slash(world.channel, "domino hand")
    assert command.response.content.startswith("You aren't at this table.")


async def test_someone_elses_control_does_nothing_but_say_so(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, seat, other = in_turn(world, table)
    shown = await person.click(world.last(), label="My hand")
    custom_id = next(iter(buttons(shown.response).values()))
    ply = table.ply
    stolen = press(world.env, other, shown.response.message, custom_id)
    await world.env.settle()
    assert stolen.response.content.startswith("Those are someone else's controls.")
    stranger = press(world.env, world.eve, shown.response.message, custom_id)
    await world.env.settle()
    assert stranger.response.content.startswith("You aren't at this table.")
    assert table.ply == ply
    assert table.view(None).turn == seat


async def test_an_old_control_says_so_and_shows_the_current_hand(world: World) -> None:
    table = await world.sit("alice", "bruno")
    person, _, _ = in_turn(world, table)
    shown = await person.click(world.last(), label="My hand")
    old = next(iter(buttons(shown.response).values()))
    await take_turn(world, table)
    ply = table.ply
    for place in (hand_message(world, person), shown.response.message):
        again = press(world.env, person, place, old)
        await world.env.settle()
        assert table.ply == ply
        assert again.followups[0].content == "That was for an earlier move."
        assert "You hold 6 tiles" in alt_texts(again.response)[0]


async def test_closed_direct_messages_cost_nothing_but_a_hint(world: World) -> None:
    dm = world.bruno.user.dm_channel
    world.env.inject_error("POST", f"/channels/{dm.id}/messages", status=403, code=50007, times=None)
    table = await world.sit("alice", "bruno")
    assert table.playing
    assert hand_message(world, world.alice) is not None
    shown = await world.bruno.click(world.last(), label="My hand")
    assert "I can't send you direct messages" in text(shown.response)
    for _ in range(6):
        seat = table.view(None).turn
        if seat is None:
            break
        person = world.who(table.people[seat].user)
        hand = await person.click(world.last(), label="My hand")
        labels = buttons(hand.response)
        await person.click(hand.response.message, custom_id=next(iter(labels.values())))
        if table.view(None).turn == seat and "Back" in buttons(hand.response):
            await person.click(hand.response.message, custom_id=next(iter(buttons(hand.response).values())))
    assert table.ply >= 5


async def test_one_new_message_a_deal_a_person_and_edits_only_when_the_hand_changed(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    person, _, _ = in_turn(world, table)
    quiet = next(
        each
        for each in (world.alice, world.bruno, world.chloe)
        if each is not person and table.seat_of(each.id) != (table.view(None).turn + 1) % 3
    )
    before = len(world.env.http_requests)
    await take_turn(world, table)
    touched = [each.path for each in world.env.http_requests[before:]]
    assert not any(str(quiet.user.dm_channel.id) in path for path in touched)
    assert len(quiet.user.dm_channel.history()) == 1
