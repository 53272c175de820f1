"""Tests of Take this seat: somebody new plays on for a player who left."""

from __future__ import annotations

import pytest

from engine.live.model.table import Presence
from engine.live.tables import playing, presence
from tests.engine.live.playing import expire_at
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World, turn_of

SEAT, AGREE = "Take this seat", "Let them play"


async def left_by_bruno(world: World, rules: str = "express") -> None:
    """Let Bruno leave a match of Alice, Chloé and himself."""
    options = {"target": 200} if rules == "express" else {}
    await world.sit("alice", "bruno", "chloe", rules=rules, **options)
    await world.bruno.press("Leave", await world.bruno.run("leave"))


def requests(world: World) -> list[Seen]:
    return [each for each in world.messages if AGREE in each.labels]


async def test_somebody_new_takes_the_seat_of_who_left_if_the_host_agrees(world: World) -> None:
    await left_by_bruno(world)
    table, board = world.table, world.board
    assert {"I'm back", SEAT} <= set(board.labels)
    for _ in range(2):
        asked = await world.eve.press(SEAT, board)
        assert asked.private == f"The host, <@{world.alice.id}>, has to agree. I've asked."
    (request,) = requests(world)
    assert request.text == f"<@{world.alice.id}>, Eve would like to play in place of Bruno."
    assert (await world.chloe.press(AGREE, request)).private.startswith("Only the host")
    assert (await world.eve.press(AGREE, request)).private.startswith("Only the host")
    secret = table.view(1).hand
    await world.alice.press(AGREE, request)
    assert world.now(request).text == "Eve plays in place of Bruno."
    assert not world.now(request).buttons
    assert world.presence(world.eve) is Presence.HERE
    assert "**Eve** now plays in place of Bruno." in world.board.text
    assert SEAT not in world.board.labels
    assert all(tile.text in world.eve.hand.alt for tile in secret)
    while await world.move_by_hand() is not world.eve:
        pass


async def test_a_request_to_come_back_ends_once_somebody_new_has_the_seat(world: World) -> None:
    await world.sit("alice", "bruno", "chloe", target=200)
    asked = await world.alice.run("table remove", person=world.bruno)
    assert asked.labels == ["Remove", "Cancel"]
    await world.alice.press("Remove", asked)
    await world.bruno.run("back")
    await world.eve.press(SEAT, world.messages[-2])
    back, seat = requests(world)
    await world.alice.press(AGREE, seat)
    await world.alice.press(AGREE, back)
    assert world.now(back).text == "That seat isn't free any more."
    assert not world.now(back).buttons


@pytest.mark.long
async def test_a_player_who_left_sees_nothing_of_the_hand_once_the_seat_is_taken(world: World) -> None:
    await left_by_bruno(world)
    open_hand = await world.bruno.press("My hand")
    assert open_hand.alts
    hands, gone = len(world.bruno.hands), "Eve now plays in your place, so this match goes on without you."
    await world.eve.press(SEAT)
    await world.alice.press(AGREE, requests(world)[0])
    for shown in (world.bruno.hand, open_hand):
        assert shown.text == gone
        assert not (shown.alts)
        assert not (shown.buttons)
        assert not shown.attachments
    for button in ("hand", f"pass:{world.table.ply}"):
        verb, *rest = button.split(":")
        forged = ":".join(("b", verb, world.table.id, *rest))
        assert (await world.bruno.forge(forged, world.board)).private == gone
    for command in ("hand", "back", "leave", "hint"):
        assert (await world.bruno.run(command)).private == gone
    assert (await world.bruno.forge(f"b:back:{world.table.id}", world.bruno.hand)).text == gone
    await world.restart()
    await world.end_deal()
    await world.alice.press("Next deal")
    assert [each.text for each in world.bruno.hands][hands - 1 :] == [gone]


async def test_a_person_who_has_or_had_a_seat_takes_no_other(world: World) -> None:
    await left_by_bruno(world)
    for person, why in (
        (world.alice, "You are already at this table."),
        (world.bruno, "You have left this match, and the bot is playing for you. Press **I'm back** to return."),
    ):
        assert (await person.press(SEAT)).private == why
    await world.eve.press(SEAT)
    await world.alice.press(AGREE, requests(world)[0])
    await world.chloe.press("Leave", await world.chloe.run("leave"))
    assert (await world.bruno.press(SEAT)).private.startswith("Eve now plays in your place")
    assert not requests(world)


async def test_a_person_who_wants_several_seats_asks_the_host_once_for_each(world: World) -> None:
    await world.sit("alice", "bruno", "chloe", "davide", target=200)
    for person in (world.bruno, world.davide):
        await person.press("Leave", await person.run("leave"))
    board = world.board
    for _ in range(2):
        for left in ("Bruno", "Davide"):
            asked = await world.eve.press(SEAT, board)
            assert (asked.private, asked.labels) == ("Whose seat would you like to take?", ["Bruno", "Davide"])
            await world.eve.press(left, asked)
    sent = [each.json for each in world.requests(method="POST", path=f"/channels/{world.channel.id}/messages")]
    asking = [each for each in sent if AGREE in str(each)]
    assert [[int(user) for user in each["allowed_mentions"]["users"]] for each in asking] == [[world.alice.id]] * 2
    of_bruno, of_davide = requests(world)
    await world.alice.press(AGREE, of_bruno)
    assert world.table.header.seat_of(world.eve.id) == 1
    await world.alice.press(AGREE, of_davide)
    assert world.table.header.seat_of(world.eve.id) == 1


@pytest.mark.long
async def test_a_seat_that_is_no_longer_free_is_not_given(world: World) -> None:
    await left_by_bruno(world)
    board = world.board
    await world.eve.press(SEAT)
    request = requests(world)[0]
    await world.bruno.run("back")
    assert (await world.davide.forge(f"b:seat:{world.table.id}", board)).text == (
        "No seat of this match is free: everyone is still playing."
    )
    await world.alice.press(AGREE, request)
    assert world.now(request).text == "That seat isn't free any more."
    assert not world.now(request).buttons
    assert SEAT not in world.board.labels
    await world.bruno.press("Leave", await world.bruno.run("leave"))
    await world.eve.press(SEAT)
    request = requests(world)[0]
    await world.restart()
    assert (await world.alice.press(AGREE, request)).private.startswith("That request is too old:")
    for forged in ("b:give:{0}:1:x", "b:give:{0}:1:99999999999999999999", "b:give:{0}:x:1", "b:seat:{0}:77"):
        answer = await world.alice.forge(forged.format(world.table.id))
        assert answer.private
    assert len(world.table.header.substitutions) == 0


async def test_the_seat_of_a_removed_player_is_taken_in_a_game_without_hands(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await world.alice.press("Remove", await world.alice.run("table remove", person=world.bruno))
    assert SEAT in world.board.labels
    await world.eve.press(SEAT)
    await world.alice.press(AGREE, requests(world)[0])
    assert table.people[1].user_id == world.eve.id
    assert turn_of(table) in (0, 1)


@pytest.mark.long
async def test_deal_ends_and_pauses_offer_the_seat_within_discords_limits(world: World) -> None:
    await world.sit("alice", "bruno", "chloe", "davide", target=200)
    await world.hold(world.chloe)
    async with world.directly():
        await world.table.do(presence.leave, world.bruno.id)
    assert {SEAT, "I'm back"} <= set(world.board.labels)
    await world.alice.run("table pause")
    assert {SEAT, "I'm back", "Resume"} <= set(world.board.labels)
    await world.alice.press("Resume")
    async with world.directly():
        while world.table.view(None).turn is not None:
            table = world.table
            turn = turn_of(table)
            if table.people[turn].away:
                await table.mark_published(table.ply)
                await expire_at(table, table.header.deadline)
            else:
                await table.do(playing.play, table.people[turn].user_id, turn, table.ply, 0)
    assert {SEAT, "I'm back", "Next deal", "Replay", "More"} <= set(world.board.labels)
    await world.eve.press(SEAT)
    await world.alice.press(AGREE, requests(world)[0])
    assert world.board.labels.count("Next deal") == 1
    assert SEAT not in world.board.labels


async def test_a_request_to_delete_waits_for_the_end_of_the_match(world: World) -> None:
    await left_by_bruno(world)
    await world.eve.press(SEAT)
    await world.alice.press(AGREE, requests(world)[0])
    panel = await world.bruno.run("settings privacy")
    assert (await world.bruno.press("Delete my data", panel)).text.startswith("You have a seat at an open table")
