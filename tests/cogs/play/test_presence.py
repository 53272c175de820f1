"""Tests of the commands and buttons back, host, remove, pause and resume."""

from __future__ import annotations

import random

import pytest

from engine.live.model.seating import with_presence
from engine.live.model.table import Presence
from engine.live.tables import presence
from tests.support.in_memory.grids import flip_any
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World

EVERYBODY = ("alice", "bruno", "chloe")
STRANGER = "You aren't at this table."
NOT_PLAYING = "That person isn't playing at this table right now. Choose someone who is."


def only(host: int) -> str:
    return f"Only the host of the table, <@{host}>, can do that."


# ---------------------------------------------------------------------- being back


@pytest.mark.sampled(2)
@pytest.mark.parametrize("way", ["board", "hand", "My hand", "command"])
async def test_an_absent_player_reads_about_it_and_takes_the_seat_back(world: World, way: str) -> None:
    await world.sit(*EVERYBODY, target=200)
    await world.hold(world.bruno)
    assert "**Bruno** took too long: the bot plays for them" in world.board.text
    hand = world.bruno.hand
    assert "You were away, so the bot is playing for you. Press **I'm back** to take over again." in hand.text
    assert hand.labels == ["I'm back"]
    assert "I'm back" in world.board.buttons
    assert "I'm back" not in world.alice.hand.buttons
    if way == "command":
        assert (await world.bruno.run("back")).private == "Welcome back! Your seat is yours again."
    else:
        shown = await world.bruno.press("My hand")
        await world.bruno.press("I'm back", {"board": world.board, "hand": hand, "My hand": shown}[way])
        assert "You were away" not in shown.text
    assert world.presence(world.bruno) is Presence.HERE
    assert "**Bruno** is back." in world.board.text
    assert "I'm back" not in world.board.buttons
    assert "You were away" not in world.bruno.hand.text
    while await world.move_by_hand() is not world.bruno:
        pass


async def test_only_its_player_takes_a_held_seat_back(world: World) -> None:
    table = await world.sit(*EVERYBODY, target=200)
    await world.hold(world.bruno)
    ply, people = table.ply, table.people
    for person, why in ((world.alice, "The bot isn't playing for you"), (world.eve, STRANGER)):
        assert (await person.press("I'm back")).private.startswith(why)
        assert (await person.run("back")).private.startswith(why)
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert (await world.bruno.run("back", elsewhere)).private.startswith("There is no table in this channel.")
    stale = await world.bruno.forge(f"b:act:{table.id}:{table.ply}:{table.header.seat_of(world.bruno.id)}:0")
    assert "You were away, so the bot is playing for you." in stale.text
    assert (table.ply, table.people) == (ply, people)
    await world.move_by_hand()


async def test_a_player_back_in_a_later_deal_gets_its_hand(world: World) -> None:
    table = await world.sit(*EVERYBODY, target=200)
    await world.hold(world.bruno)
    deal = table.view(None).deal
    await world.until(lambda: table.view(None).deal > deal)
    assert len(world.bruno.hands) == 1, "an absent player gets no message"
    await world.bruno.run("back")
    assert len(world.bruno.hands) == 2
    assert f"deal {deal + 1}" in world.bruno.hand.text


# ---------------------------------------------------------------------- the host


async def test_the_host_hands_over_in_a_lobby_and_in_a_match(world: World) -> None:
    table, lobby = await world.lobby("alice", "bruno"), world.board
    assert (await world.alice.run("table host", person=world.bruno)).private == "Bruno is now the host."
    assert "**Bruno** (host)" in world.board.text
    assert (await world.alice.press("Start", lobby)).private.startswith("Only the host of the table")
    await world.bruno.press("Start", lobby)
    assert (await world.bruno.run("table host", person=world.alice)).private == "Alice is now the host."
    assert "**Alice** is now the host." in world.board.text
    assert table.header.host_id == world.alice.id
    await world.move()


async def test_only_the_host_or_a_manager_hands_over_and_only_to_players(world: World) -> None:
    table = await world.sit(*EVERYBODY, target=200)
    host = table.header.host_id
    for person in (world.bruno, world.eve):
        assert (await person.run("table host", person=world.bruno)).private == only(host)
    assert (await world.alice.run("table host", person=world.eve)).private == NOT_PLAYING
    yourself = "That person is already the host of this table. Choose someone else."
    assert (await world.alice.run("table host", person=world.alice)).private == yourself
    await world.hold(world.chloe)
    assert (await world.alice.run("table host", person=world.chloe)).private == NOT_PLAYING
    assert table.header.host_id == host
    await world.chloe.run("back")
    moderator = world.manager(manage_messages=True)
    assert (await moderator.run("table host", person=world.chloe)).private == "Chloé is now the host."
    assert table.header.host_id == world.chloe.id
    assert (await moderator.run("table pause")).private.startswith("The match is paused.")
    await moderator.press("Resume")
    assert table.header.pause is None


# ---------------------------------------------------------------------- removing a player


async def test_the_host_frees_a_seat_in_the_lobby(world: World) -> None:
    table, lobby = await world.lobby("alice", "bruno"), world.board
    assert (await world.bruno.run("table remove", person=world.alice)).private.startswith("Only the host")
    for person, why in ((world.eve, "That person isn't playing"), (world.alice, "You can't remove yourself.")):
        assert (await world.alice.run("table remove", person=person)).private.startswith(why)
    assert len(table.people) == 2
    assert (await world.alice.run("table remove", person=world.bruno)).private == "Bruno is no longer at this table."
    assert "Bruno" not in world.board.text
    assert len(table.people) == 1
    await world.chloe.press("Join", lobby)
    await world.alice.press("Start", lobby)
    assert table.playing


async def removed(world: World) -> Answer:
    """Let Alice remove Bruno from a match; return the answer to her."""
    await world.sit(*EVERYBODY, target=200)
    asked = await world.alice.run("table remove", person=world.bruno)
    assert asked.private == "Remove Bruno from this match? The bot will play for them."
    return await world.alice.press("Remove", asked)


async def test_the_host_removes_a_player_after_a_question(world: World) -> None:
    answer = await removed(world)
    assert answer.text == "Bruno has been removed, and the bot is playing for them."
    assert "**Bruno**" in world.board.text
    assert "The host has removed you from this match, and the bot is playing for you." in world.bruno.hand.text
    assert "I'm back" not in world.board.buttons
    assert (await world.alice.run("table remove", person=world.bruno)).private == NOT_PLAYING
    for person in (world.chloe, world.eve):
        assert (await person.run("table remove", person=world.alice)).private.startswith("Only the host")
    assert world.presence(world.bruno) is Presence.REMOVED
    for _ in range(4):
        await (world.wait(2) if world.mover() is world.bruno else world.move_by_hand())


async def test_a_crash_before_the_message_keeps_who_left_from_no_channel(world: World) -> None:
    table = await world.sit(*EVERYBODY, target=200)
    seat = table.situation.require_seat(world.bruno.id)
    await world.store.save(with_presence(table.header, seat, Presence.LEFT))
    await world.restart()
    assert "**Bruno** has left; the bot is playing for them." in world.board.lines
    before = world.board
    await world.restart()
    assert world.board == before


async def test_a_removal_is_undone_by_the_host(world: World) -> None:
    answer = await removed(world)
    undone = await world.alice.press("Undo", answer)
    assert undone.text == "Bruno may come back: they need to press **I'm back**."
    await world.bruno.press("I'm back", world.bruno.hand)
    assert world.presence(world.bruno) is Presence.HERE


@pytest.mark.parametrize("way", ["button", "command"])
async def test_a_removed_player_comes_back_if_the_host_agrees(world: World, way: str) -> None:
    await removed(world)
    for _ in range(2):
        asked = await (world.bruno.run("back") if way == "command" else world.bruno.press("I'm back", world.bruno.hand))
        assert f"The host, <@{world.alice.id}>, has to agree. I've asked." in (asked.text, *asked.followups)
    requests = [each for each in world.messages if "would like their seat back" in each.text]
    assert [each.text for each in requests] == [f"<@{world.alice.id}>, Bruno would like their seat back."]
    sent = [each.json for each in world.requests(method="POST", path=f"/channels/{world.channel.id}/messages")]
    (asking,) = [each for each in sent if "would like their seat back" in str(each)]
    assert [int(user) for user in asking["allowed_mentions"]["users"]] == [world.alice.id], "the host has to notice"
    assert (await world.chloe.press("Let them play", requests[0])).private.startswith("Only the host")
    await world.alice.press("Let them play", requests[0])
    assert world.now(requests[0]).text == "Bruno has their seat back."
    assert world.presence(world.bruno) is Presence.HERE
    assert "**Bruno** is back" in world.board.text


async def test_leaving_players_read_the_cost_and_staying_ones_the_gain_of_playing_on(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="classic")
    asked = await world.bruno.run("leave")
    assert "rated" not in asked.private, "nobody is, before everybody has had a turn"
    first = table.view(None).turn
    while table.view(None).turn == first:
        await world.move(table)
    while presence.is_first_round(table.situation):
        await world.move(table)
    asked = await world.bruno.run("leave")
    assert asked.private.startswith(
        "Leave this match? The bot will play for you, and unless you come back, you can't win and are rated as last."
    )
    await world.bruno.press("Leave", asked)
    counts = "If it is played to its end, it counts, and anyone who left is rated as last."
    assert (
        await world.alice.run("table end")
    ).private == f"End this match for everyone? It won't count for anyone. {counts}"
    assert (await world.alice.run("leave")).private == (
        f"Leave this match? No one else is left, so the match will end and won't count for anyone. {counts}"
    )
    await world.rush(table)
    assert "rating" in world.board.text


async def test_a_host_who_removes_the_others_ends_no_match_by_leaving(world: World) -> None:
    await world.sit("alice", "bruno", target=200)
    await world.end_deal()
    await world.alice.press("Remove", await world.alice.run("table remove", person=world.bruno))
    asked = await world.alice.run("table end")
    assert "at least two, to end the match" in asked.text
    assert world.table.playing
    asked = await world.alice.run("leave")
    assert asked.private.startswith("Leave this match? The bot will play for you, and unless you come back")
    await world.alice.press("Leave", asked)
    assert "Everyone is away, so the match is on hold. Press **I'm back** to continue." in world.board.text
    await world.bruno.press("I'm back")
    await world.bruno.press("Next deal")
    assert world.table.view(None).deal == 2


# ---------------------------------------------------------------------- pauses


@pytest.mark.long
async def test_a_pause_stops_the_clock_and_all_play_and_every_hand_says_so(world: World) -> None:
    table = await world.sit(*EVERYBODY, target=200)
    await world.wait(20)
    player, ply = world.mover(), table.ply
    control = next(iter(player.hand.buttons.values()))
    assert (
        await world.alice.run("table pause")
    ).private == f"The match is paused. Use {world.command('table', 'pause')} to continue it."
    assert (
        "⏸️ The match is paused. **Alice** can continue it; once this deal has been paused for an hour, every player "
        "can." in world.board.text
    )
    assert world.board.text.count("⏸️") == 1
    assert world.board.labels == ["My hand", "Resume", "More"]
    resume = world.command("table", "pause")
    sentence = (
        f"The match is paused. Its host, <@{world.alice.id}>, can continue it with {resume}; once this "
        "deal has been paused for an hour, every player can."
    )
    own = "The match is paused. Press **Resume** under the table to continue it."
    for each in world.named(*EVERYBODY):
        assert (own if each is world.alice else sentence) in each.hand.text
        assert not each.hand.buttons
    assert sentence in (await player.forge(control, player.hand)).text
    await world.wait(500)
    assert table.ply == ply
    assert (await world.alice.run("table pause")).private == "The match continues."
    assert (table.header.deadline or 0) - world.time == pytest.approx(100, abs=3)
    assert "The match isn't paused." in (await world.alice.run_formerly("resume")).private
    assert not world.board.lacks("The match continues.", "it's your turn")
    await world.move_by_hand()


async def test_pause_in_more_answers_there_and_so_does_resume(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    more = await world.alice.press("More")
    await world.alice.press("Pause", more)
    assert table.header.pause is not None
    assert more.text == f"The match is paused. Use {world.command('table', 'pause')} to continue it."
    assert more.labels == ["Resume"]
    await world.alice.press("Resume", more)
    assert table.header.pause is None
    assert more.text == "The match continues."
    assert not more.labels


@pytest.mark.long
async def test_a_pause_is_the_hosts_for_an_hour_and_then_every_player_ends_it(world: World) -> None:
    table = await world.sit(*EVERYBODY)
    for person in (world.bruno, world.eve):
        assert (await person.run("table pause")).private == only(world.alice.id)
    await world.alice.run("table pause")
    assert table.header.pause is not None
    until = int(table.header.pause.since) + 3600
    for answer in (await world.bruno.run("table pause"), await world.bruno.press("Resume")):
        host, when = answer.private.split(". ")
        assert host == f"For now, only the host, <@{world.alice.id}>, can continue this match"
        assert when in (f"You can <t:{until}:R>.", f"You can <t:{until + 1}:R>.")
    await world.alice.press("Resume")
    assert table.header.pause is None
    await world.alice.run("table pause")
    await world.wait(3601)
    assert (await world.eve.run("table pause")).private.startswith(STRANGER)
    await world.bruno.press("Resume")
    assert table.header.pause is None
    assert "The match continues." in world.board.text
    assert (await world.alice.run("table pause")).private == (
        "This deal has been paused for an hour in all, and that is the limit. You can pause again in the next deal."
    )
    moderator = world.manager(manage_messages=True)
    await moderator.run("table pause")
    assert (await world.bruno.run("table pause")).private == "The match continues."


async def test_hands_name_a_new_host_in_a_pause(world: World) -> None:
    await world.sit(*EVERYBODY)
    await world.alice.run("table pause")
    await world.alice.run("table host", person=world.bruno)
    assert "**Bruno** can continue it" in world.board.text, "a mention that notifies nobody is for no message of all"
    for hand in (world.alice.hand, world.chloe.hand):
        assert f"<@{world.bruno.id}>" in hand.text
    assert "Press **Resume**" in world.bruno.hand.text
    await world.bruno.press("Resume")
    await world.move()


async def test_commands_of_a_match_are_refused_before_it_and_without_a_table(world: World) -> None:
    for why in (
        f"There is no table in this channel. Open one with {world.command('play')}.",
        "The match hasn't started yet. The host needs to press **Start**.",
    ):
        for name in ("back", "table pause"):
            assert (await world.alice.run(name)).private == why
        if not world.tables:
            await world.lobby("alice", "bruno")
    await world.alice.press("Start")
    assert world.table.playing


# ---------------------------------------------------------------------- grids


async def test_a_grid_with_all_its_positions_held_and_paused_stays_within_discords_limits(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory", clock="casual")
    await world.hold(world.bruno)
    board = world.board
    assert "I'm back" in board.buttons
    assert sum(node.get("label", "").isdecimal() for node in board.components) == 28
    assert len(board.components) <= 40
    await world.alice.run("table pause")
    assert world.board.labels == ["Resume", "I'm back", "More"], "nothing can be flipped now"
    assert "⏸️ The match is paused." in world.board.text
    await world.bruno.press("I'm back")
    await world.alice.press("Resume")
    assert len(world.board.components) <= 40
    ply = table.ply
    await flip_any(world, random.Random(1))
    assert table.ply == ply + 1
