"""When Discord fails, or someone sends what nobody should: a sentence, and the match goes on."""

from __future__ import annotations

import logging

import pytest

from engine.live.store import Store
from tests.cogs.conftest import World
from tests.cogs.playing import buttons, hand_message, take_turn, text
from tests.support.simcord_private import deny, press

FORGED = (
    "b:act:{table}:{ply}:{seat}:99",
    "b:act:{table}:{ply}:7:0",
    "b:act:{table}:{ply}:{seat}:-1",
    "b:act:{table}:999:{seat}:0",
    "b:act:{table}:x:{seat}:0",
    "b:act:{table}",
    "b:act:{table}:{ply}:{seat}:0:0:0",
    "b:act:nosuchtb:0:0:0",
    "b:nosuchverb:{table}",
    "b:tile:{table}:{ply}:{seat}:50",
    "b:next:{table}:1",
    "b:join:{table}",
    "b:start:{table}",
    "b:rules:poker",
    "b:replay:{table}:1",
    "b:replay:{table}:x",
    "b:replay:nosuchtb:1",
    "b:page:99999999999999999999",
    "s:tile:{table}:{ply}:{seat}",
    "s:option:{table}:target",
    "not one of ours",
    "b:act:" + "9" * 80,
    "b:ACT:{table}:1:1:1",
)


@pytest.mark.parametrize("forged", FORGED)
async def test_a_forged_control_gets_a_sentence_and_changes_nothing(world: World, forged: str) -> None:
    table = await world.sit("alice", "bruno")
    seat = table.view(None).turn
    person = world.who(table.people[(seat + 1) % 2].user)
    ply, header = table.ply, table.header
    custom_id = forged.format(table=table.id, ply=ply, seat=seat)
    answer = press(world.env, person, world.last(), custom_id, values=["0"])
    await world.env.settle()
    assert table.ply == ply
    assert table.header == header
    assert answer.acknowledged
    said = answer.response.content + text(answer.response) + "".join(each.content for each in answer.followups)
    assert said
    assert "Something went wrong" not in said


async def test_a_forged_end_by_someone_who_may_not_is_declined(world: World) -> None:
    table = await world.sit("alice", "bruno")
    for person in (world.bruno, world.eve):
        answer = press(world.env, person, world.last(), f"b:end:{table.id}")
        await world.env.settle()
        assert "Only the host" in answer.response.content
    assert table.playing


async def test_the_match_goes_on_where_the_channel_can_not_be_written_to(world: World) -> None:
    table = await world.sit("alice", "bruno")
    deny(world.env, world.guild, world.channel, "send_messages")
    for _ in range(2):
        seat = table.view(None).turn
        person = world.who(table.people[seat].user)
        message = hand_message(world, person)
        if not buttons(message):
            break
        ply = table.ply
        while table.ply == ply:
            await person.user.click(
                hand_message(world, person), custom_id=next(iter(buttons(hand_message(world, person)).values()))
            )
    assert table.ply >= 2
    assert table.playing


async def test_what_could_not_be_shown_is_shown_with_the_next_picture(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=None)
    await take_turn(world, table)
    tile = table.view(None).layout.placed[0].tile
    world.env.backend.faults.clear()
    await take_turn(world, table)
    assert f"opens with {tile}" in text(world.last())


async def test_what_could_not_be_shown_is_tried_again_by_itself(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=None)
    await take_turn(world, table)
    tile = table.view(None).layout.placed[0].tile
    world.env.backend.faults.clear()
    await world.env.advance_time(31)
    assert f"opens with {tile}" in text(world.last())


async def test_a_deleted_lobby_message_is_shown_anew(world: World) -> None:
    await world.alice.slash(world.channel, "domino play")
    lobby = world.last()
    table = world.table
    world.env.backend.delete_message(world.channel.id, lobby.id)
    press_on = await world.bruno.slash(world.channel, "domino board")
    assert press_on.ephemeral
    assert "Join" in buttons(world.last())
    await world.bruno.click(world.last(), label="Join")
    assert len(table.people) == 2


async def test_a_deleted_private_hand_is_sent_anew(world: World) -> None:
    table = await world.sit("alice", "bruno")
    other = world.who(table.people[(table.view(None).turn + 1) % 2].user)
    message = hand_message(world, other)
    world.env.backend.delete_message(other.user.dm_channel.id, message.id)
    await take_turn(world, table)
    assert hand_message(world, other) is not None


async def test_nothing_is_acknowledged_before_it_is_durable(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno")
    seat = table.view(None).turn
    person = world.who(table.people[seat].user)
    before = table.view(seat)
    store: Store = world.bot.hub.store

    async def fails(*_: object, **__: object) -> None:
        raise OSError("no space left on the disk")

    monkeypatch.setattr(store, "append", fails)
    with caplog.at_level(logging.ERROR):
        message = hand_message(world, person)
        answer = await person.user.click(message, custom_id=next(iter(buttons(message).values())))
    said = answer.response.content
    assert said.startswith("Something went wrong, and nothing was lost.")
    name = said.rstrip(".").split()[-1]
    assert any(f"error {name}" in record.getMessage() for record in caplog.records)
    assert table.view(seat) == before
    monkeypatch.undo()
    await take_turn(world, table)
    assert table.ply == 2


async def test_an_error_in_the_log_names_no_tile(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno")

    async def fails(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(world.bot.hub.store, "append", fails)
    seat = table.view(None).turn
    person = world.who(table.people[seat].user)
    with caplog.at_level(logging.DEBUG):
        message = hand_message(world, person)
        await person.user.click(message, custom_id=next(iter(buttons(message).values())))
    formatter = logging.Formatter()
    ours = [formatter.format(each) for each in caplog.records if each.name.startswith(("cogs", "engine", "render"))]
    assert ours
    for tile in table.view(0).hand + table.view(1).hand:
        assert not any(tile.text in line for line in ours)
    monkeypatch.undo()


async def test_a_lobby_that_could_not_be_shown_does_not_block_its_channel(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=500, times=1)
    await world.alice.slash(world.channel, "domino play")
    again = await world.alice.slash(world.channel, "domino play")
    assert not again.ephemeral
    assert world.table.header.post is not None


@pytest.mark.parametrize("values", [None, [], ["nobody"], ["99999999999999999999999"]])
async def test_a_forged_choice_of_a_partner_gets_a_sentence(world: World, values: list[str] | None) -> None:
    await world.alice.slash(world.channel, "domino play", pairs=True)
    table = world.table
    data = {} if values is None else {"values": values}
    answer = press(world.env, world.alice, world.last(), f"s:partner:{table.id}", component_type=3, **data)
    await world.env.settle()
    assert "Something went wrong" not in answer.response.content
    assert answer.response.content
    assert [person.name for person in table.people] == ["Alice"]


async def test_an_answer_that_discord_did_not_take_is_told_without_an_alarm(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit("alice", "bruno")
    person = world.who(table.people[table.view(None).turn].user)
    world.env.inject_error("POST", "/interactions/*/callback", status=502, times=1)
    answer = await person.click(world.last(), label="My hand")
    said = answer.response.content
    assert said == "Discord didn't take my answer. See whether it is done, and try again in a moment."
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert table.ply == 1
