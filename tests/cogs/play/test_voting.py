"""Tests of votes to end a match."""

from __future__ import annotations

import pytest

from engine.live.model.table import Status
from engine.live.tables import lifecycle
from engine.live.tables.table import Table
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import MISSING_PERMISSIONS, World

FOUR = ("alice", "bruno", "chloe", "davide")
QUESTION = "**End this match? It would not count for anyone.**"
OVER = "That vote is over."


async def called(world: World, *names: str, **options: str | int) -> tuple[Table, Answer]:
    """Seat players, and let Bruno ask for a vote; return the table and the ballot."""
    table = await world.sit(*(names or FOUR), **options)  # type: ignore[arg-type]
    return table, await ask(world, table)


async def ask(world: World, table: Table) -> Answer:
    ballot = await world.bruno.run("table end")
    assert not ballot.ephemeral
    assert table.header.vote is not None
    return ballot


def assert_ended(world: World, table: Table) -> None:
    assert table.header.status is Status.CLOSED
    assert "It doesn't count for anyone." in world.board.text


async def test_more_than_half_of_the_present_players_end_the_match(world: World) -> None:
    table, ballot = await called(world)
    assert not ballot.lacks(QUESTION, "End it: Bruno\nPlay on: nobody")
    assert ballot.labels == ["End the match", "Play on"]
    await world.chloe.press("End the match", ballot)
    assert "End it: Bruno, Chloé" in ballot.text
    assert table.playing, "half is not more than half"
    await world.alice.press("End the match", ballot)
    assert "More than half of the players here want to end the match, so it has ended." in ballot.text
    assert_ended(world, table)
    assert all("This match was stopped." in player.hand.text for player in world.named(*FOUR))
    await world.assert_kept(table)
    assert not (await world.alice.run("play")).ephemeral


async def test_half_of_the_players_against_it_let_the_match_go_on(world: World) -> None:
    table, ballot = await called(world)
    assert table.header.vote is not None
    await world.chloe.press("End the match", ballot)
    await world.chloe.press("Play on", ballot)
    assert "End it: Bruno\nPlay on: Chloé" in ballot.text, "minds may change"
    await world.davide.press("Play on", ballot)
    assert "Too few players want to end the match, so it continues." in ballot.text
    assert not ballot.buttons
    assert OVER in (await world.alice.forge(f"b:vote:{table.id}:{table.header.vote.number}:yes", ballot)).followups
    assert table.playing
    await world.move()
    assert await ask(world, table) != ballot, "it may be asked again"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("takes", [True, False], ids=["", "the channel takes nothing"])
async def test_a_vote_runs_out_and_a_late_press_is_told(world: World, takes: bool) -> None:
    table, ballot = await called(world, *FOUR, clock="none")
    world.skip(86_401)
    if not takes:
        world.fail("PATCH", "/channels/*", *MISSING_PERMISSIONS)
    assert (await world.chloe.press("End the match", ballot)).followups == [OVER]
    assert table.playing
    assert table.header.vote is not None
    assert table.header.vote.yes == (world.bruno.id,)
    if takes:
        assert world.now(ballot).text == "That vote is over, and the match continues."
    await world.move_by_hand()


@pytest.mark.long
async def test_only_present_players_vote(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", target=200)
    play = world.command("play")
    stranger = f"You aren't at this table. Join its next match, or open a table in another channel: {play}."
    assert (await world.eve.run("table end")).private == stranger
    ballot, vote = await ask(world, table), table.header.vote
    assert vote is not None
    assert (await world.eve.press("End the match", ballot)).private == stranger
    again = await world.alice.run_formerly("vote")
    assert again.private.startswith("A vote to end this match is already in progress.")
    assert again.labels == ["End the match", "Play on"]
    for forged in (f"{table.id}:{vote.number}:maybe", f"{table.id}:x:yes", f"{table.id}:99:yes"):
        said = (await world.alice.forge(f"b:vote:{forged}", ballot)).text
        assert "That button was for an earlier move." in said or OVER in said
    assert table.header.vote == vote
    await world.hold(world.chloe)
    away = "You were away, so the bot is playing for you. Press **I'm back** to take over again."
    assert (await world.chloe.press("End the match", ballot)).private == away
    assert (await world.chloe.run("table end")).private == away
    assert table.playing
    await world.alice.press("End the match", ballot)
    assert_ended(world, table)


async def test_a_second_call_for_a_vote_can_be_answered_there(world: World) -> None:
    _, ballot = await called(world)
    await world.alice.press("Play on", await world.alice.run_formerly("vote"))
    await world.chloe.press("Play on", ballot)
    assert "End it: Bruno\nPlay on: Alice, Chloé" in ballot.text


async def test_a_vote_loses_its_buttons_when_the_match_has_ended(world: World) -> None:
    table, ballot = await called(world, "alice", "bruno", "chloe")
    async with world.directly():
        await table.do(lifecycle.end, world.alice.id)
    answer = await world.chloe.press("End the match", ballot)
    assert answer.followups[-1] == f"This table is closed. Open a new one with {world.command('play')}."
    assert world.now(ballot).text == "This match is over."


@pytest.mark.long
async def test_nobody_ends_a_match_of_two_alone_once_a_deal_has_been_played(world: World) -> None:
    table = await world.sit("alice", "bruno", target=200)
    asked = await world.alice.run("table end")
    assert asked.ephemeral, "before the first deal has ended"
    await world.end_deal()
    assert "it takes a vote to end this match" in (await world.alice.press("End the match", asked)).private
    ballot = await world.alice.run("table end")
    assert "and at least two" in ballot.text
    assert "End it: Alice" in ballot.text
    await world.hold(world.bruno)
    assert table.playing, "the only player who is there doesn't win the vote"
    await world.bruno.run("back")
    await world.bruno.press("End the match", ballot)
    assert_ended(world, table)
    assert "Rematch" in world.board.buttons


async def test_a_player_who_is_alone_is_asked_before_a_vote_ends_the_match(world: World) -> None:
    table = await world.sit("alice", computers=1)
    await world.end_deal()
    asked = await world.alice.run("table end")
    assert asked.private == "End this match? It won't count."
    assert table.playing
    await world.alice.press("End the match", asked)
    assert not table.playing


async def test_a_vote_with_a_late_answer_is_shown_in_the_channel(world: World) -> None:
    table = await world.sit(*FOUR)
    world.fail("POST", "/interactions/*/callback", 404, 10062, times=1)
    await world.bruno.run("table end")
    assert QUESTION in world.board.text
    ballot = world.board
    for player in (world.alice, world.chloe):
        await player.press("End the match", ballot)
    assert_ended(world, table)


async def test_a_question_that_stayed_where_the_table_was_asks_nobody_there(world: World) -> None:
    table = await world.sit(*FOUR)
    asked = await world.bruno.run("leave")
    room = world.guild.create_text_channel("room")
    async with world.directly():
        await world.bot.hub.move(table, world.bruno.id, room.id)
    before = world.messages
    told = await world.bruno.press("Ask everyone to end it", asked)
    assert told.private.startswith("There is no table in this channel.")
    assert world.messages == before
    assert table.header.vote is None
    ballot = await world.bruno.run("table end", room)
    assert QUESTION in ballot.text


async def test_a_vote_runs_on_over_a_restart(world: World) -> None:
    _, ballot = await called(world)
    await world.restart()
    for player in (world.alice, world.chloe):
        await player.press("End the match", ballot)
    assert not world.tables
    assert "so it has ended" in world.now(ballot).text
