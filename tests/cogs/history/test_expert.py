"""The button Expert under a replay: the expert's choices, and the cost of each move."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest

from cogs.history import reviewer
from engine.actions import Move
from engine.bots.decision import Decision
from engine.bots.memory import FlippedTiles
from engine.live.history.move_review import DealReview, questions
from engine.live.model.table import SavedTable
from engine.view import View
from tests.support.in_memory.matches import keep
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World
from tests.support.thinking import AtOnce

PROGRESS = re.compile(r"Expert: (\d+) of (\d+) moves?")


class Gate:
    """Reviews only as many moves as it is allowed."""

    def __init__(self, world: World) -> None:
        self.allowed = asyncio.Semaphore(0)
        self.asked: list[View] = []
        self.lost = False
        self.env = world.env
        world.bot.thinkers.review = self.review

    async def review(self, view: View, turned: FlippedTiles, played: Move, seed: int) -> Decision | None:
        self.asked.append(view)
        await self.env.external_wait(self.allowed.acquire(), reason="the test lets the expert think")
        return None if self.lost else await AtOnce().review(view, turned, played, seed)

    def open(self, count: int = 10_000) -> None:
        for _ in range(count):
            self.allowed.release()


async def replayed(world: World, who: str = "alice", **how: Any) -> tuple[SavedTable, Answer]:
    kept = await keep(world, "alice bruno", **how)
    return kept, await world.people[who].run("match replay", id="pastmtch")


async def verdict(world: World, at: int, answer: Answer, deal: int = 1) -> str:
    """Return the expert's verdict under a moment."""
    await world.alice.forge(f"b:step:pastmtch:{deal}:{at}:next:expert", answer)
    return "\n".join(answer.lines[2:-1])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", ["express", "all-fives", "mexican-train-nine"])
async def test_under_each_move_stands_what_the_expert_would_have_played(world: World, rules: str) -> None:
    kept, answer = await replayed(world, rules=rules)
    await world.alice.press("Expert", answer)
    await world.env.settle()
    choices = {each.at for each in questions(kept, 1)}
    assert choices
    last = max(choices)
    for at in range(1, last + 1):
        said = await verdict(world, at, answer)
        if at in choices:
            assert re.fullmatch(
                r"The expert would play (the same\.|\*\*.+\*\*(\.|; .+ is about as good\.|"
                r"; .+ costs about \d+ of 100 (deals|matches)\.))",
                said,
            ), said
        else:
            assert said == "Expert: that was the only legal move."


async def test_the_summary_names_each_players_average_and_leads_to_the_costliest_move(world: World) -> None:
    _, answer = await replayed(world)
    await world.alice.press("Expert", answer)
    await world.env.settle()
    assert "Expert: done. Each move now has its verdict" in answer.text
    await world.alice.press("Last", answer)
    text = answer.text
    (review,) = world.cog("Replays").reviewer.kept.values()
    assert review.costs()
    for seat in review.costs():
        player = ("Alice", "Bruno")[seat]
        assert re.search(rf"a move by {player} cost \d+\.\d of 100 deals on average \(\d+ moves? simulated\)\.", text)
    worst = re.search(r"Costliest move: number (\d+), by (Alice|Bruno), about (\d+) of 100 deals\.", text)
    assert worst is not None, text
    await world.alice.press("Costliest move", answer)
    assert f"Move {worst[1]} of" in answer.lines[-1]
    assert f"costs about {worst[3]} of 100 deals." in answer.text
    assert "Costliest move" not in answer.labels, "it is disabled there"


async def test_progress_is_shown_now_and_then_and_verdicts_last(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewer, "PROGRESS_SECONDS", 0.0)
    gate = Gate(world)
    kept, answer = await replayed(world)
    await world.alice.press("Expert", answer)
    count = len(questions(kept, 1))
    assert f"Expert: 0 of {count} moves" in answer.text
    gate.open(2)
    await world.env.settle()
    assert f"Expert: 2 of {count} moves" in answer.text
    assert answer.files == ["replay-1-0.png"], "the picture stays"
    await world.alice.press("Next", answer)
    assert f"Expert: 2 of {count} moves" in answer.text
    gate.open()
    await world.env.settle()
    assert not PROGRESS.search(answer.text)
    assert re.search(r"The expert would play|only legal move", answer.text)
    assert "Move 1 of" in answer.lines[-1]


async def test_two_people_share_one_analysis_and_others_see_none(world: World) -> None:
    gate = Gate(world)
    kept, first = await replayed(world)
    second = await world.bruno.run("match replay", id="pastmtch")
    third = await world.eve.run("match replay", id="pastmtch")
    await world.alice.press("Expert", first)
    await world.bruno.press("Expert", second)
    gate.open()
    await world.env.settle()
    assert len(gate.asked) == len(questions(kept, 1))
    for who, answer in ((world.alice, first), (world.bruno, second)):
        await who.press("Last", answer)
        assert "on average" in answer.text
    await world.eve.press("Last", third)
    assert "on average" not in third.text
    assert "Expert" in third.labels


async def test_after_a_restart_the_same_verdicts_are_thought_out_anew(world: World) -> None:
    _, answer = await replayed(world)
    await world.alice.press("Expert", answer)
    await world.env.settle()
    assert "Expert: done. Each move now has its verdict" in answer.text
    await world.alice.press("Last", answer)
    before = answer.text
    await world.restart()
    await world.alice.press("First", answer)
    assert "Expert" in answer.labels
    await world.alice.press("Expert", answer)
    await world.env.settle()
    await world.alice.press("Last", answer)
    assert answer.text == before


@pytest.mark.long
async def test_the_analysis_outlives_the_token_of_the_press(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(world)
    _, answer = await replayed(world)
    await world.alice.press("Expert", answer)
    shown = answer.text
    await world.env.advance_time(timedelta(minutes=16).total_seconds())
    gate.open()
    await world.env.settle()
    assert answer.text == shown
    (review,) = world.cog("Replays").reviewer.kept.values()
    assert review.done
    assert not review.listeners


@pytest.mark.parametrize("how", ["lost", "error"])
async def test_a_failed_worker_is_told_and_the_button_tries_again(world: World, how: str) -> None:
    gate = Gate(world)
    _, answer = await replayed(world)
    gate.lost = True
    if how == "error":
        world.alarmed = True

        async def broken(*_: Any) -> Decision | None:
            raise OSError("no memory")

        world.bot.thinkers.review = broken
    gate.open()
    await world.alice.press("Expert", answer)
    await world.env.settle()
    assert "The expert couldn't finish. Press **Expert** to try again." in answer.text
    gate.lost, world.bot.thinkers.review = False, gate.review
    await world.alice.press("Expert", answer)
    await world.env.settle()
    await world.alice.press("Last", answer)
    assert "on average" in answer.text


async def test_only_some_deals_are_reviewed_at_a_time_and_kept(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewer, "MAX_RUNNING", 1)
    monkeypatch.setattr(reviewer, "MAX_REVIEWS", 1)
    gate = Gate(world)
    _, answer = await replayed(world)
    await world.alice.press("Expert", answer)
    refused = await world.alice.forge("b:expert:pastmtch:2:0", answer)
    assert refused.private == "The expert is busy with other deals. Try again in a minute."
    gate.open()
    await world.env.settle()
    await world.alice.forge("b:expert:pastmtch:2:0", answer)
    await world.env.settle()
    assert [*world.cog("Replays").reviewer.kept] == [("pastmtch", 2)]


@pytest.mark.parametrize("deal", ["0", "99", "x"])
async def test_a_deal_that_does_not_exist_is_not_reviewed(world: World, deal: str) -> None:
    _, answer = await replayed(world)
    refused = await world.alice.forge(f"b:expert:pastmtch:{deal}:0", answer)
    assert refused.private in ("That deal hasn't ended yet.", "That button was for an earlier move.")
    assert not world.cog("Replays").reviewer.kept


async def test_a_match_in_play_is_not_reviewed_nor_is_another_servers(world: World) -> None:
    table = await world.sit("alice", "bruno", target=200)
    await world.play_deal()
    refused = await world.alice.forge(f"b:expert:{table.id}:1:0")
    assert refused.private.startswith("That match is still being played.")
    assert not world.cog("Replays").reviewer.kept


async def test_another_servers_match_is_not_reviewed(world: World) -> None:
    await keep(world, "alice bruno")
    channel, mallory = world.elsewhere()
    answer = await mallory.run("play", channel)
    refused = await mallory.forge("b:expert:pastmtch:1:0", answer)
    assert refused.private.startswith("There is no such match here.")
    assert not world.cog("Replays").reviewer.kept


async def test_old_buttons_keep_working(world: World) -> None:
    _, answer = await replayed(world)
    await world.alice.forge("b:step:pastmtch:1:1:next", answer)
    assert "Move 1 of" in answer.lines[-1]


async def test_each_move_is_reviewed_from_what_its_player_saw(world: World) -> None:
    gate = Gate(world)
    gate.open()
    kept, answer = await replayed(world)
    await world.alice.press("Expert", answer)
    await world.env.settle()
    assert gate.asked == [each.view for each in questions(kept, 1)]
    for view in gate.asked:
        assert view.seat == view.turn
        assert not view.open_hands
        assert len(view.legal) > 1


def test_a_review_without_a_choice_is_done_at_once() -> None:
    nothing = DealReview(())
    assert nothing.done
    assert not nothing.running
