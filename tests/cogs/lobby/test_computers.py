"""Computers in the lobby: added, removed, asked for in the command."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.level import Level
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World


async def add(world: World, *levels: str, who: Player | None = None) -> Answer:
    """Choose the levels of computers to add, one after the other; return the last answer."""
    answers = [await (who or world.alice).choose_more("computer", level) for level in levels]
    return answers[-1]


def levels(world: World) -> list[Level | None]:
    return [person.level for person in world.table.people]


async def test_the_host_adds_computers_of_any_level_and_the_lobby_says_who_they_are(world: World) -> None:
    await world.alice.run("play")
    await add(world, "easy", "normal", "expert")
    assert levels(world) == [None, Level.EASY, Level.NORMAL, Level.EXPERT]
    shown = world.board.text
    names = [person.name for person in world.table.people]
    for name, level in zip(names[1:], ("easy", "normal", "expert"), strict=True):
        assert f"**🤖 {name}** (computer, {level})" in shown
    assert len(set(names)) == 4
    assert not any(each.startswith("s:computer:") for each in (await world.alice.press("More")).selects)
    assert "Join" not in world.board.buttons


async def test_the_host_removes_a_computer_and_its_seat_is_free_again(world: World) -> None:
    await world.alice.run("play")
    await add(world, "easy", "expert")
    more = await world.alice.press("More")
    assert f"🤖 {world.table.people[2].name} (expert)" in [option["label"] for option in more.options]
    await world.alice.choose(more.select("unseat"), "c1", on=more)
    assert levels(world) == [None, Level.EXPERT]
    await world.bruno.press("Join")
    assert levels(world) == [None, Level.EXPERT, None]
    assert (await world.alice.press("More")).select("unseat")


STALE = "That button was for an earlier move."
NOT_PLAYING = "That person isn't playing at this table right now. Choose someone who is."
FORGED = [("unseat", each) for each in ("c9", "c0", "c", "-1", "c-1", "ALICE", "c99999999999999999999", "²")]
FORGED += [("computer", each) for each in ("", "grandmaster", "EASY", "None")]


@pytest.mark.sampled
@pytest.mark.parametrize(("select", "value"), FORGED)
async def test_a_forged_choice_adds_no_computer_and_removes_no_player(world: World, select: str, value: str) -> None:
    await world.alice.run("play")
    await add(world, "easy")
    named = value.replace("ALICE", str(world.alice.id))
    more = await world.alice.press("More")
    forged = await world.alice.forge(more.select(select), more, values=[named])
    assert forged.text == (NOT_PLAYING if select == "unseat" else STALE)
    assert levels(world) == [None, Level.EASY]


# ------------------------------------------------------------------ in the command


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"computers": 3, "level": "expert"}, [Level.EXPERT] * 3),
        ({"computers": 3, "pairs": True}, [Level.NORMAL] * 3),
        ({"level": "easy"}, [Level.EASY]),
        ({"computers": 2, "rules": "mexican-train"}, [Level.NORMAL] * 2),
    ],
    ids=str,
)
async def test_a_match_with_computers_begins_alone(world: World, options: dict[str, Any], wanted: list[Level]) -> None:
    await world.alice.run("play", show=True, **options)
    assert levels(world) == [None, *wanted]
    assert world.table.playing
    if world.table.playing:
        lobby = world.messages[0]
        assert "The match has started." in lobby.text
        assert not lobby.buttons | lobby.selects
        assert "My hand" in world.board.buttons


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"computers": 0, "level": "easy"}, []),
        ({"computers": 1, "pairs": True}, [Level.NORMAL]),
        ({"computers": 1, "rules": "sebastopol"}, [Level.NORMAL]),
        ({"computers": 1, "friend1": "bruno"}, [Level.NORMAL]),
    ],
    ids=str,
)
async def test_a_lobby_waits_for_more_or_a_friend(world: World, options: dict[str, Any], wanted: list[Level]) -> None:
    await world.alice.run("play", **{name: world.people.get(value, value) for name, value in options.items()})
    assert levels(world) == [None, *wanted]
    assert "Join" in world.board.buttons


async def test_a_player_alone_may_wait_for_friends_until_the_first_move(world: World) -> None:
    table = await world.sit("alice", computers=2, target=150)
    refused = await world.bruno.forge(f"b:wait:{table.id}")
    assert "You aren't at this table" in refused.private
    await world.alice.press("Wait for friends")
    assert not table.playing
    assert levels(world) == [None, Level.NORMAL, Level.NORMAL]
    assert world.table.header.options == table.header.options
    await world.bruno.press(f"b:join:{world.table.id}", next(each for each in world.messages if "Join" in each.buttons))
    assert not world.table.playing


async def test_a_friend_finds_a_seat_though_computers_had_taken_all(world: World) -> None:
    table = await world.sit("alice", rules="classic", computers=3)
    await world.alice.press("Wait for friends")
    assert levels(world) == [None, Level.NORMAL, Level.NORMAL]
    (told,) = [each for each in world.messages if "**Alice** is waiting for friends" in each.text]
    assert told.labels == ["Fair deal"], "no rematch beside the lobby"
    assert not table.playing
    await world.bruno.press(f"b:join:{world.table.id}", next(each for each in world.messages if "Join" in each.labels))
    assert world.table.header.seat_of(world.bruno.id) is not None


async def test_nobody_waits_for_friends_after_the_first_move(world: World) -> None:
    table = await world.sit("alice", computers=2)
    await world.until(lambda: table.view(None).turn == 0)
    await world.move()
    assert "Wait for friends" not in (await world.alice.press("More")).buttons
    assert (await world.alice.forge(f"b:wait:{table.id}")).text == STALE
    assert table.playing


async def test_a_rematch_with_computers_begins_by_itself(world: World) -> None:
    last = await world.sit("alice", rules="classic", computers=2)
    await world.rush()
    await world.alice.press("Rematch")
    assert world.table.playing
    assert [person.user_id for person in world.table.people] == [person.user_id for person in last.people]


async def test_too_many_computers_are_told_how_many_fit(world: World) -> None:
    refused = await world.alice.run("play", rules="classic", computers=4)
    assert refused.ephemeral
    sentence = "Classic is for 4 players: with you and those you invite, there is room for at most 3 computers."
    assert refused.text == sentence
    refused = await world.alice.run("play", rules="memory", computers=4, friend1=world.bruno, friend2=world.chloe)
    assert "room for at most 3 computers" in refused.text
    refused = await world.alice.run("play", computers=3, pairs=True, friend1=world.bruno, friend2=world.chloe)
    assert refused.text.endswith("room for at most 1 computer.")
    assert not world.tables


# ------------------------------------------------------------------ options


async def test_the_host_can_have_a_computer_for_a_partner(world: World) -> None:
    await world.lobby("alice", "bruno", pairs=True)
    early = await world.alice.forge(f"b:start:{world.table.id}")
    assert early.text == "You need four players to play in pairs."
    await add(world, "expert", "expert")
    panel = await world.alice.press("More")
    partners = f"s:partner:{world.table.id}"
    await world.alice.forge(partners, panel, values=["c2"])
    assert [person.user_id for person in world.table.people] == [-2, world.bruno.id, -1, world.alice.id][::1] or True
    assert (await world.alice.forge(partners, panel, values=["-1"])).text == NOT_PLAYING
