"""A vote to end a match: who may, what is said, how it is decided, and what a late press comes to."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from engine.live.model.table import Status
from engine.live.tables.table import Table
from tests.cogs.conftest import World
from tests.cogs.failing import kept, move_by_hand, unhurt
from tests.cogs.play.test_presence import hold, said
from tests.cogs.playing import buttons, hand_message, take_turn, text
from tests.support.simcord_private import press

FOUR = ("alice", "bruno", "chloe", "davide")
QUESTION = "**End this match? It would count for nobody.**"


async def called(world: World, table: Table) -> discord.Message:
    """Let Bruno ask; give the message of the vote."""
    answer = await world.bruno.slash(world.channel, "domino vote")
    assert not answer.ephemeral
    assert table.header.vote is not None
    return answer.response.message


def now(world: World, ballot: Any) -> str:
    return text(next(each for each in world.channel.history() if each.id == ballot.id))


async def test_more_than_half_of_those_who_are_there_end_the_match(world: World) -> None:
    table = await world.sit(*FOUR)
    ballot = await called(world, table)
    assert QUESTION in text(ballot)
    assert "End it: Bruno\nPlay on: nobody" in text(ballot)
    assert list(buttons(ballot)) == ["End the match", "Play on"]
    await world.chloe.click(ballot, label="End the match")
    assert "End it: Bruno, Chloé" in now(world, ballot)
    assert table.playing, "half is not more than half"
    await world.alice.click(ballot, label="End the match")
    assert "More than half of those who are here want to end it: the match has ended." in now(world, ballot)
    assert table.header.status is Status.CLOSED
    assert "It counts for nobody." in text(world.last())
    for each in FOUR:
        assert "This match was ended." in text(hand_message(world, world.people[each]))
    await kept(world, table)
    again = await world.alice.slash(world.channel, "domino play")
    assert not again.ephemeral


async def test_half_who_want_to_play_on_decide_it_and_the_match_goes_on(world: World) -> None:
    table = await world.sit(*FOUR)
    ballot = await called(world, table)
    await world.chloe.click(ballot, label="End the match")
    await world.chloe.click(ballot, label="Play on")
    assert "End it: Bruno\nPlay on: Chloé" in now(world, ballot), "minds may change"
    await world.davide.click(ballot, label="Play on")
    assert "Too few want to end it: the match goes on." in now(world, ballot)
    assert not buttons(next(each for each in world.channel.history() if each.id == ballot.id))
    late = press(world.env, world.alice, ballot, f"b:vote:{table.id}:{table.header.vote.number}:yes")
    await world.env.settle()
    assert "That vote is over." in "".join(each.content for each in late.followups)
    assert table.playing
    await kept(world, table)
    await take_turn(world, table)
    assert (await called(world, table)).id != ballot.id, "it may be asked again"


async def test_a_vote_ends_by_itself_and_a_late_press_says_so(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table = await world.sit(*FOUR, clock="none")
    ballot = await called(world, table)
    world.env.backend.advance_clock(86_401)
    late = await world.chloe.click(ballot, label="End the match")
    assert now(world, ballot) == "That vote is over, and the match goes on."
    assert [each.content for each in late.followups] == ["That vote is over."]
    assert table.playing
    assert table.header.vote.yes == (world.bruno.id,)
    await move_by_hand(world, table)
    await kept(world, table)
    unhurt(caplog)


async def test_a_late_press_in_a_channel_that_takes_nothing_is_answered_all_the_same(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*FOUR, clock="none")
    ballot = await called(world, table)
    world.env.backend.advance_clock(86_401)
    world.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=None)
    late = await world.chloe.click(ballot, label="Play on")
    assert [each.content for each in late.followups] == ["That vote is over."]
    await kept(world, table)
    await move_by_hand(world, table)
    unhurt(caplog)


async def test_who_may_not_vote_is_told_why(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", target=200)
    stranger = "You aren't at this table. Join its next match, or open a table in another channel: /domino play."
    assert said(await world.eve.slash(world.channel, "domino vote")) == stranger
    ballot = await called(world, table)
    vote = table.header.vote
    assert said(await world.eve.click(ballot, label="End the match")) == stranger
    running = "A vote to end this match is running already."
    again = await world.alice.slash(world.channel, "domino vote")
    assert again.ephemeral
    assert text(again.response).startswith(running)
    assert list(buttons(again.response)) == ["End the match", "Play on"]
    for forged in (f"b:vote:{table.id}:{vote.number}:maybe", f"b:vote:{table.id}:x:yes", f"b:vote:{table.id}:99:yes"):
        answer = press(world.env, world.alice, ballot, forged)
        await world.env.settle()
        told = (answer.response.content if answer.response is not None else "") + "".join(
            each.content for each in answer.followups
        )
        assert told.startswith(("That was for an earlier move.", "That vote is over.")), told
    assert table.header.vote == vote
    await hold(world, table, world.chloe)
    away = "You were away, so the bot plays for you. Press I'm back first: /domino back."
    assert said(await world.chloe.click(ballot, label="End the match")) == away
    assert said(await world.chloe.slash(world.channel, "domino vote")) == away
    assert table.playing
    await kept(world, table)


async def test_whoever_asks_for_a_vote_that_runs_already_can_vote_there(world: World) -> None:
    table = await world.sit(*FOUR)
    ballot = await called(world, table)
    asked = await world.alice.slash(world.channel, "domino vote")
    await world.alice.click(asked.response, label="Play on")
    await world.chloe.click(ballot, label="Play on")
    assert "End it: Bruno\nPlay on: Alice, Chloé" in now(world, ballot)


async def test_the_buttons_of_a_vote_go_when_the_match_has_ended_otherwise(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe")
    ballot = await called(world, table)
    await table.end(world.alice.id)
    await world.env.settle()
    answer = await world.chloe.click(ballot, label="End the match")
    assert answer.followups[-1].content == "This table is closed. Open a new one with /domino play."
    assert now(world, ballot) == "This match is over."


async def test_only_those_who_are_there_count(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", target=200)
    await hold(world, table, world.chloe)
    ballot = await called(world, table)
    assert table.playing
    await world.alice.click(ballot, label="End the match")
    assert "the match has ended" in now(world, ballot)
    assert table.header.status is Status.CLOSED
    await kept(world, table)


async def test_who_is_alone_among_absent_players_ends_the_match_by_asking(world: World) -> None:
    table = await world.sit("alice", "bruno", target=200)
    await hold(world, table, world.alice)
    ballot = await called(world, table)
    assert "the match has ended" in text(ballot)
    assert not buttons(ballot)
    assert table.header.status is Status.CLOSED
    assert "It counts for nobody." in text(world.last())
    await kept(world, table)


async def test_a_grid_is_voted_on_like_any_match(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    ballot = await called(world, table)
    await world.alice.click(ballot, label="End the match")
    assert table.header.status is Status.CLOSED
    assert "It counts for nobody." in text(world.last())
    await kept(world, table)


async def test_a_vote_whose_answer_comes_too_late_is_shown_in_the_channel(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.sit(*FOUR)
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=1)
    await world.bruno.slash(world.channel, "domino vote")
    assert table.header.vote is not None
    assert QUESTION in text(world.last())
    await world.alice.click(world.last(), label="End the match")
    await world.chloe.click(world.last(), label="End the match")
    assert table.header.status is Status.CLOSED
    await kept(world, table)
    unhurt(caplog)


async def test_a_vote_runs_on_over_a_restart(world: World) -> None:
    table = await world.sit(*FOUR)
    ballot = await called(world, table)
    await world.restart()
    await world.alice.click(ballot, label="End the match")
    await world.chloe.click(ballot, label="End the match")
    assert not world.bot.hub.tables
    assert "the match has ended" in now(world, ballot)
