"""Tests of matches with computers: their messages, and requests without their numbers."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest

from cogs.publishing import schedule
from engine.live.model.table import Presence
from engine.live.tables import lifecycle, playing
from engine.live.tables.table import Table
from tests.support.in_memory.world import World

PAUSE = 3.0
"""Seconds after which a computer has moved."""


async def act(world: World, table: Table) -> None:
    """Let the match go on by one turn: a person's first choice, or a computer's move."""
    turn = table.view(None).turn
    if turn is not None and table.people[turn].away:
        await world.wait(PAUSE)
    else:
        await world.do(table)


async def play_on(world: World, table: Table, turns: int = 400) -> None:
    for _ in range(turns):
        if not table.playing:
            return
        await act(world, table)


async def until_turn_of(world: World, table: Table, seat: int) -> None:
    for _ in range(60):
        if table.view(None).turn == seat:
            return
        await act(world, table)
    raise AssertionError("their turn never came")


def negative(world: World) -> list[str]:
    """Return each request that has a number below zero in its address, its values or its texts.

    The texts of commands know no table, and name a difference from UTC.
    """
    asked = [each for each in world.requests() if not each.path.endswith("/commands")]
    sent = [f"{each.method} {each.path} {json.dumps(each.json)}".replace("\\n", " ") for each in asked]
    return [each for each in sent if re.search(r"(?<![0-9A-Za-z\]])-\d", each)]


# ------------------------------------------------------------------ texts


async def test_moves_of_computers_share_one_message_that_calls_the_next_person(world: World) -> None:
    table = await world.lobby("alice", computers=3)
    await until_turn_of(world, table, 0)
    await act(world, table)
    before = len(world.messages)
    sent = world.sent
    await world.wait(PAUSE)
    assert table.view(None).turn == 0
    assert len(world.messages) == before + 1
    shown = world.board
    for person in table.people[1:]:
        assert f"**🤖 {person.name}** p" in shown.text
    assert shown.text.count(f"<@{world.alice.id}>") == 1
    posted = world.requests(sent, "POST", "messages")
    assert [each.json["allowed_mentions"]["users"] for each in posted] == [[world.alice.id]]


async def test_long_runs_of_computers_are_shown_in_between(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "MAX_BATCH_SECONDS", 0.05)
    table = await world.lobby("alice", computers=3)
    await until_turn_of(world, table, 0)
    monkeypatch.setattr(lifecycle, "is_bot_move_due", lambda at: True)
    await act(world, table)
    assert "**Alice** p" in world.board.text


async def test_tiles_flipped_by_computers_are_never_held_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "MAX_BATCH_SECONDS", 60.0)
    await world.lobby("alice", "bruno", computers=3, rules="memory")
    start = world.board.buttons["Start"]
    monkeypatch.setattr(lifecycle, "is_bot_move_due", lambda at: True)
    await world.alice.press(start)
    assert "28 tiles lie face down" in world.board.alt


async def test_the_board_mentions_no_player_and_no_time_before_computers_move(world: World) -> None:
    table = await world.lobby("alice", computers=3)
    await until_turn_of(world, table, 0)
    await act(world, table)
    assert f"It is **🤖 {table.people[1].name}**'s turn." in world.board.text
    assert not any(said in world.board.text for said in ("<@", "Your time runs out", "the bot plays"))


async def test_alt_texts_and_text_mode_say_which_players_are_computers(world: World) -> None:
    table = await world.sit("alice", "bruno", computers=1, level="easy")
    name = table.people[1].name
    (alt,) = world.board.alts
    assert f"{name} (computer)" in alt
    assert "Bruno (computer)" not in alt
    assert "(bot)" not in alt
    await world.alice.write_text("on", "table")
    assert f"{name} (computer): " in world.board.text


async def test_computers_get_no_private_message_and_people_theirs(world: World) -> None:
    await world.alice.run("play", computers=3, show=True)
    await until_turn_of(world, world.table, 0)
    opened = world.requests(path="/users/@me/channels")
    assert [each.json["recipient_id"] for each in opened] in ([world.alice.id], [str(world.alice.id)])
    assert "My hand" in world.board.buttons
    assert world.alice.hand is not None


@pytest.mark.long
async def test_a_match_with_computers_changes_no_place_on_the_leaderboard_of_people(world: World) -> None:
    table = await world.lobby("alice", rules="classic", computers=3)
    await play_on(world, table)
    shown = world.board
    assert "wins the match" in shown.text or "win the match" in shown.text
    told = "-# Matches with computers are ranked separately on the leaderboard and don't change anyone's rating."
    assert shown.text.count(told) == 1
    assert "on the leaderboard, no." not in shown.text
    people = await world.alice.run("leaderboard")
    await world.bruno.press("Singles", people)
    assert "No finished matches yet: Singles" in people.alt
    await world.bruno.press("With computers", people)
    # with computers, only players who have won something have a place
    place = "1. " if "Alice wins the match" in shown.text.replace("*", "") else ""
    kind = "Leaderboard: Domino Café · With computers · All time · All rule sets."
    assert people.alt.startswith(f"{kind} {place}Alice: {len(place) // 3} of 1")
    assert not any(name in people.alt for name in ("rating", *(person.name for person in table.people[1:])))
    assert "With computers · All time" in (await world.bruno.press("Leaderboard", shown)).private


# ------------------------------------------------------------------ taking over, and giving back


@pytest.mark.long
async def test_an_absent_player_is_told_from_a_computer(world: World) -> None:
    table = await world.sit("alice", "bruno", computers=2)
    for _ in range(2):
        await until_turn_of(world, table, 3)
        await world.wait(121)
    assert table.people[3].presence is Presence.KEPT
    await until_turn_of(world, table, 0)
    assert "Bruno (bot)" in world.board.alt
    assert "Bruno (computer)" not in world.board.alt
    await world.bruno.press("I'm back")
    assert [person.away for person in table.people] == [False, True, True, False]


async def test_computers_do_not_play_on_after_the_last_person_has_left(world: World) -> None:
    await world.alice.run("play", computers=3, show=True)
    asked = await world.alice.run("leave")
    assert "No one else is left, so the match will end and won't count for anyone." in asked.text
    await world.alice.press("Leave", asked)
    assert "Everyone has left" in world.board.text


# ------------------------------------------------------------------ again


# ------------------------------------------------------------------ requests


@pytest.mark.long
@pytest.mark.parametrize(("rules", "turns"), [("classic", 200), ("mexican-train-nine", 30), ("memory", 12)])
async def test_no_request_names_a_computer_by_its_number(world: World, rules: str, turns: int) -> None:
    await world.lobby("alice", "bruno", rules=rules, computers=2, level="easy")
    await world.alice.open_form(await world.alice.press("More"), "clock")
    await world.alice.press("Start")
    table = world.table
    assert [each.user_id for each in table.people if each.computer] == [-1, -2]
    await play_on(world, table, 4)
    for who, command in product((world.alice, world.bruno), ("hand", "board", "hint", "table pause", "table pause")):
        await who.run(command)
    await world.alice.run("table host", person=world.bruno)
    await world.bruno.run("table end")
    # half of a turn's time, and all of it
    await world.wait(61)
    await world.wait(61)
    await play_on(world, table, turns)
    if table.playing:
        await world.bruno.run("table end")
    for label in () if table.playing else ("Leaderboard", "Replay", "Rematch", "More"):
        await world.alice.press(label)
    await world.restart()
    assert negative(world) == []


async def test_each_turn_of_computers_in_a_grid_has_a_message_that_shows_it(world: World) -> None:
    table = await world.lobby("alice", rules="memory", computers=5, level="easy")
    for _ in range(8):
        if table.view(None).turn == 0:
            async with world.directly():
                for position in sorted(table.view(None).layout.tiles)[-2:]:
                    await table.do(playing.flip, world.alice.id, table.ply, position)
        await world.wait(5)
    told = [message.lines for message in world.messages]
    misses = [sum("no pair." in line for line in lines) for lines in told]
    assert sum(misses) >= 5
    assert max(misses) == 1
    shown = [
        each["description"]
        for request in world.env.http_requests
        if isinstance(request.json, dict)
        for each in request.json.get("attachments") or ()
        if "Face up" in each.get("description", "") and "(computer) turned up" in each["description"].split("It is")[0]
    ]
    assert len(shown) >= sum("🤖" in line and "no pair." in line for lines in told for line in lines)
