"""The bot dies at a boundary of a cup: nothing is lost, nothing is there twice, and nobody is mentioned twice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.cups import Phase
from engine.live.cups import organizing
from engine.live.cups.live_cup import LiveCup
from engine.live.model.errors import StorageError
from tests.cogs.cups.flow import Club, opened
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World

FOUR = ("alice", "bruno", "chloe", "davide")
STEPS = (
    *((step, 1) for step in ("trying", "opened", "shown", "match_begun", "posted", "settle", "substitutes_called")),
    *((step, 2) for step in ("posted", "paired", "noted", "archived")),
)
"""The changes after which, or instead of which, the bot dies, and the round in which it does."""


class Death:
    """Lets the store of cups fail from a change on, as that of a process which has died.

    Attributes:
        before: whether the change itself is lost.
        met: whether the change was met.

    """

    def __init__(self, patch: pytest.MonkeyPatch, step: str, *, before: bool) -> None:
        self.met, do = False, LiveCup.do

        async def dying(cup: LiveCup, decide: Any, *args: Any, **kwargs: Any) -> Any:
            if self.met:
                raise StorageError("dead")
            if getattr(decide, "__name__", "") == step or _decides(decide, cup, step):
                self.met = True
                if before:
                    raise StorageError("dead")
            return await do(cup, decide, *args, **kwargs)

        patch.setattr(LiveCup, "do", dying)


def _decides(decide: Any, cup: LiveCup, step: str) -> bool:
    """Whether a change that the cup makes by itself is of a kind."""
    if getattr(decide, "__name__", "") != "<lambda>":
        return False
    names = {type(each).__name__ for each, _ in decide(cup.situation).actions}
    kinds = {"settle": {"TableBegan", "Absent"}, "paired": {"Paired"}, "noted": {"Finished"}}
    return bool(names & kinds.get(step, set[str]()))


async def assert_played_once(club: Club) -> None:
    """Check that a cup has ended, and that its messages were there once, and mentioned nobody twice in a round."""
    assert (await club.stored()).phase is Phase.ENDED
    kept = [each for each in club.world.messages if "Thursday Cup" in each.text]
    headings = Counter("\n".join(each.text.splitlines()[: 1 if ": Round" in each.text else 2]) for each in kept)
    assert not [each for each, count in headings.items() if count > 1]
    names = Counter(str(each.name) for each in club.world.channel.threads)
    assert not [each for each, count in names.items() if count > 1]
    for thread in club.world.channel.threads:
        texts = [Seen(each).text for each in thread.history()]
        assert sum("against" in each for each in texts) == 1


@pytest.mark.long
@pytest.mark.parametrize("before", [True, False], ids=["instead of", "after"])
@pytest.mark.parametrize(("step", "round_number"), STEPS)
async def test_a_death_at_a_boundary_costs_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str, round_number: int, before: bool
) -> None:
    club = await opened(world, *world.named(*FOUR), substitutes=(world.eve,))
    if round_number == 2:
        await club.begin()
        await club.play_round()
    with monkeypatch.context() as patch:
        death = Death(patch, step, before=before)
        for _ in range(60):
            if death.met:
                break
            await _live_on(club, late=step == "substitutes_called")
    assert death.met
    await world.restart(down=40)
    for _ in range(60):
        if not club.is_open:
            break
        await _live_on(club)
    await assert_played_once(club)
    people = Counter(club.mentions())
    assert max(people.values()) <= 2, "once in each of two rounds"


async def _live_on(club: Club, *, late: bool = False) -> None:
    """Let some time pass, people come, and matches be played."""
    await club.wait(60)
    if not club.is_open:
        return
    for live in club.tables:
        if live.message_id and not live.match_id:
            await club.come(live, club.people(live)[:1] if late else None)
    await club.tick()
    for live in club.tables if club.is_open else ():
        if club.match(live) is not None:
            await club.play(live)
    await club.tick()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("down", "left"), [(100, 180), (3600, 300)], ids=["before its end", "over its end"])
async def test_a_restart_keeps_who_is_there_and_their_grace(world: World, down: float, left: float) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    live = club.tables[0]
    await club.come(live, club.people(live)[:1])
    await club.wait(120)
    await world.restart(down=down)
    await club.show()
    after = club.tables[0]
    assert after.here == (club.people(live)[0].id,)
    assert after.until is not None
    assert after.until - world.time == pytest.approx(left, abs=25)
    await club.come(after, club.people(live)[1:])
    await club.tick()
    assert club.match(after) is not None


@pytest.mark.long
async def test_after_a_long_absence_nobody_is_mentioned_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    club = await opened(world, *world.named(*FOUR))
    with monkeypatch.context() as patch:
        death = Death(patch, "shown", before=True)
        await club.begin()
        assert death.met
    mentioned = club.mentions()
    assert mentioned
    await world.restart(down=3600)
    await club.show()
    assert all(live.message_id for live in club.tables)
    assert max(Counter(club.mentions()).values()) == 1


@pytest.mark.long
async def test_a_thread_that_was_deleted_meanwhile_is_left_by_its_match(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.begin()
    live = club.tables[0]
    await club.come(live)
    await club.tick()

    async def unheard(cup: LiveCup, channel_id: int) -> None:
        """Lose nothing: the bot was away."""

    with monkeypatch.context() as patch:
        patch.setattr(world.cog("CupRunner").tables, "lose", unheard)
        await world.delete_channel(club.place(live))
    await world.restart(down=100)
    await club.show()
    match = club.match(live)
    assert match is not None
    assert match.header.channel_id == world.channel.id


@pytest.mark.long
@pytest.mark.parametrize("before", [True, False], ids=["instead of", "after"])
async def test_a_moved_start_is_told_once_although_the_bot_dies(
    world: World, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    club = await opened(world, *world.named(*FOUR))
    await club.tick()
    with monkeypatch.context() as patch:
        death = Death(patch, "noted_start", before=before)
        async with world.directly():
            await club.cup.do(organizing.move_start, world.alice.id, world.time + 3600, manager=False)
        await club.tick()
        assert death.met
    await world.restart(down=40)
    await club.show()
    assert sum("The organizer moved the start. It begins <t:" in each.text for each in world.messages) == 1
    assert club.at.header.moved_at is None
