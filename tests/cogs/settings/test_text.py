"""``/domino settings text``: a match without pictures, for one person or for a channel."""

from __future__ import annotations

import re
from gettext import NullTranslations

import pytest

import render
from engine.live.model.preferences import PersonPreferences
from engine.live.tables.table import Table
from engine.rules import RULE_SETS
from tests.engine.live.stores import open_store
from tests.support.in_memory.grids import face_up, leaked, until_miss
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World, laid, turn_of


def is_text(message: Seen) -> bool:
    return not message.attachments and not message.alts


def hand_of(table: Table, seat: int) -> list[str]:
    return [tile.text for tile in table.view(seat).hand]


async def test_the_text_command_without_a_mode_says_what_is_set(world: World) -> None:
    assert (await world.alice.run("settings text")).private == "Anything only you can see is shown in pictures."
    await world.lobby("alice")
    await world.alice.write_text()
    assert (await world.alice.run("settings text")).lines == [
        "Anything only you can see is shown as text.",
        "The table in this channel is shown in pictures.",
    ]


async def test_the_form_is_chosen_from_a_select(world: World) -> None:
    panel = await world.bruno.run("settings text")
    assert list(panel.selects) == ["s:text:me"]
    assert [(each["label"], each.get("default", False)) for each in panel.options] == [
        ("For you: pictures", True),
        ("For you: text", False),
    ]
    await world.bruno.choose("s:text:me", "on", on=panel)
    assert panel.text == "Anything only you can see is shown as text."
    assert panel.chosen == ["on"]


async def test_the_host_chooses_for_the_table_from_a_select_too_and_the_others_do_not(world: World) -> None:
    await world.sit("alice", "bruno")
    panel = await world.alice.run("settings text")
    board = world.board
    await world.alice.choose("s:text:table", "on", on=panel)
    assert "The table in this channel is shown as text." in panel.text
    assert is_text(world.board)
    assert world.board != board
    assert "s:text:table" not in (await world.bruno.run("settings text")).selects
    refused = await world.bruno.forge("s:text:table", panel, values=["off"])
    assert refused.private.startswith("Only the host of the table")
    assert is_text(world.board)


@pytest.mark.long
async def test_a_message_for_a_reader_of_text_alone_has_no_picture(world: World) -> None:
    await world.alice.write_text()
    for rules in RULE_SETS:
        page = await world.alice.run("rules", rules=rules)
        assert is_text(page)
        assert page.text.endswith(render.example_alt(rules, NullTranslations())), "no rules are cut"
        assert not is_text(await world.bruno.run("rules", rules=rules))
    for top in render.TILE_SETS:
        shown = await world.alice.run_formerly("set", highest=top)
        assert render.tile_set_alt(top, NullTranslations()) in shown.text
        assert not shown.alts
        assert shown.files == [f"double-{top}-a4.png"], "the sheet to print"
        assert (await world.bruno.run_formerly("set", highest=top)).alts
    assert is_text(await world.alice.run("settings theme"))
    assert not is_text(await world.bruno.run("settings theme"))


async def test_a_forged_choice_of_a_form_changes_nothing(world: World) -> None:
    panel = await world.alice.run("settings text")
    for custom_id, value in (("s:text:me", "perhaps"), ("s:text:him", "on")):
        assert (await world.alice.forge(custom_id, panel, values=[value])).private.startswith("That button was for")
    assert panel.chosen == ["off"]


# ---------------------------------------------------------------------- for one person


async def test_a_hand_becomes_text_at_once_and_a_picture_again(world: World) -> None:
    table = await world.sit("alice", "bruno")
    assert (await world.alice.write_text()).ephemeral
    told = world.alice.hand.text
    assert is_text(world.alice.hand)
    assert not world.alice.hand.lacks(*hand_of(table, 0))
    assert len(world.bruno.hand.attachments) == len(world.board.attachments) == 1, "the others keep their pictures"
    assert len(world.alice.hands) == 1, "the message that was there has changed"
    await world.alice.write_text("off")
    assert len(world.alice.hand.attachments) == 1
    assert len(world.alice.hand.text) < len(told)


async def test_a_hand_becomes_text_soon_where_another_process_plays_the_table(world: World) -> None:
    await world.sit("alice", "bruno")
    async with open_store(world.database) as other:
        await other.preferences.set(world.alice.id, PersonPreferences(as_text=True))
    assert not is_text(world.alice.hand)
    async with world.directly():
        await world.bot.hub.reload_changed()
    assert is_text(world.alice.hand)
    assert not is_text(world.bruno.hand)
    assert len(world.alice.hands) == 1
    requests = len(world.requests())
    async with world.directly():
        await world.bot.hub.reload_changed()
    assert len(world.requests()) == requests


async def test_a_hand_as_text_shows_the_table_too_and_keeps_its_controls(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.moves(3)
    player, seat = world.mover(), turn_of(table)
    pictured = player.hand.buttons
    await player.write_text()
    shown = player.hand
    assert list(shown.buttons.values()) == list(pictured.values())
    assert len(re.findall("turn[:.]", shown.text)) == 1, "the first line has said whose turn it is"
    for tile in (placed.tile for placed in table.view(None).layout.placed):
        assert tile.text in shown.text or f"{tile.low}-{tile.high}" in shown.text
    by_button = await player.press("My hand")
    assert by_button.ephemeral
    assert is_text(by_button)
    assert not by_button.lacks(*hand_of(table, seat))


async def test_a_hand_as_text_follows_the_table_while_others_play(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    waiting = world.others()[1]
    await waiting.write_text()
    await world.move()
    assert laid(table)[-1] in waiting.hand.text


# ---------------------------------------------------------------------- for a channel


async def test_the_host_switches_the_channels_board_to_text_and_back_at_once(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.move()
    pictured, count = world.board, len(world.messages)
    assert "The table in this channel is shown as text." in (await world.alice.write_text("on", "table")).private
    assert world.board != pictured
    assert is_text(world.board)
    assert laid(table)[0] in world.board.text
    assert world.board.labels == ["My hand", "Pass", "More"]
    assert not world.now(pictured).buttons
    assert len(world.alice.hand.attachments) == 1, "hands keep their pictures"
    for _ in range(2):
        await world.alice.write_text("off", "table")
        assert len(world.board.attachments) == 1
        assert len(world.messages) == count + 2, "a choice of the present form posts nothing"


async def test_each_move_brings_text_and_the_message_before_keeps_only_what_happened(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.alice.write_text("on", "table")
    await world.move()
    before = world.board
    opening = f"opens with {laid(table)[0]}"
    assert opening in before.text
    assert "Last move" not in before.text, "the sentence above tells it"
    await world.move()
    old = world.now(before)
    assert not old.buttons
    assert opening in old.text
    assert "Last move" not in old.text
    assert is_text(world.board)


async def test_a_deals_end_is_told_as_text_and_stays_told(world: World) -> None:
    table = await world.sit("alice", "bruno", target=200)
    await world.alice.write_text("on", "table")
    await world.end_deal()
    end = world.board
    left = [tile.text for hand in table.view(None).results[0].hands for tile in hand]
    assert is_text(end)
    assert left
    assert not end.lacks(*left)
    assert end.text.count(" scores ") == 1, "the winner is told once"
    await world.bruno.press("Next deal", end)
    assert not world.now(end).lacks(*left)


async def test_the_form_can_be_chosen_in_the_lobby(world: World) -> None:
    await world.lobby("alice", "bruno")
    lobby = world.board
    await world.alice.write_text("on", "table")
    assert world.board == lobby, "there is no picture yet, and nothing to show again"
    await world.alice.press("Start")
    assert world.board != lobby
    assert is_text(world.board)


async def test_only_the_host_and_managers_choose_for_the_channel(world: World) -> None:
    assert (await world.alice.write_text("on", "table")).text.startswith("There is no table in this channel.")
    table = await world.sit("alice", "bruno")
    board = world.board
    for person in (world.bruno, world.eve):
        answer = await person.write_text("on", "table")
        assert answer.private.startswith("Only the host of the table")
        assert answer.text.endswith(
            f"Ask the host, or change it for yourself alone: {world.command('settings', 'text')} `for:me`."
        )
    assert not table.header.as_text
    assert world.board == board
    for permission, mode in (("manage_guild", "on"), ("manage_messages", "off")):
        await world.manager(**{permission: True}).write_text(mode, "table")
        assert table.header.as_text is (mode == "on")


@pytest.mark.long
async def test_a_channel_stays_with_text_after_a_restart_and_in_a_rematch(world: World) -> None:
    await world.sit("alice", "bruno", target=50)
    await world.alice.write_text("on", "table")
    await world.restart()
    await world.move()
    assert is_text(world.board)
    await world.rush()
    assert is_text(world.board)
    await world.bruno.press("Rematch")
    await world.alice.press("Join")
    await world.bruno.press("Start")
    assert world.table.playing
    assert is_text(world.board)


# ---------------------------------------------------------------------- a grid


async def test_a_grid_as_text_names_tiles_only_while_they_are_up(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    await world.alice.write_text("on", "table")
    await until_miss(world)
    up = face_up(table)
    assert len(up) == 2
    assert is_text(world.board)
    assert not world.board.lacks(*up)
    assert re.search(r"turns up \d+ \(\d-\d\) and \d+ \(\d-\d\): no pair", world.board.text)
    board = world.board
    await world.wait(9)
    assert world.board == board
    assert not leaked(world)
    assert re.search(r"turns up \d+ and \d+: no pair", world.board.text)


@pytest.mark.parametrize(("before", "after"), [("off", "on"), ("on", "off")])
async def test_a_grid_whose_form_changes_in_mid_turn_leaves_nothing(world: World, before: str, after: str) -> None:
    await world.sit("alice", "bruno", rules="memory")
    await world.alice.write_text(before, "table")
    await until_miss(world)
    await world.alice.write_text(after, "table")
    assert is_text(world.board) == (after == "on")
    await world.wait(9)
    assert not leaked(world)
    assert sum(bool(each.attachments) for each in world.messages) == (after == "off")


# ---------------------------------------------------------------------- room


async def test_the_longest_texts_leave_room_for_controls(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "table_text", lambda *_, **_told: "t" * 2400)
    monkeypatch.setattr(render, "hand_text", lambda *_, **_told: "h" * 2400)
    for player in (world.alice, world.bruno):
        await player.write_text()
    await world.sit("alice", "bruno", rules="mexican-train")
    shown = world.mover().hand
    assert shown.buttons
    assert "It's your turn" in shown.text
    assert shown.text.count("h") > 2400
    assert sum(map(len, shown.parts)) <= 4000
