"""Tests of the throttle: a user's flood costs the other users nothing."""

from __future__ import annotations

import asyncio
import gc

import pytest

from cogs.core import throttle
from cogs.core.throttle import BURST, GRACE_SECONDS, MAX_WAIT_SECONDS, REPEAT_SECONDS, SECONDS_EACH, Throttle, TooFast
from tests.support.in_memory.deliveries import pressed, send_all
from tests.support.in_memory.world import World, spy

ALICE = 1
FITTING = 1 + BURST + round(MAX_WAIT_SECONDS / SECONDS_EACH)
"""How many things that are asked at once get done: what is done at once, the burst, and what waits after it."""


class Clock:
    """A time that goes on only when it is told to, with everybody who sleeps until then."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self._sleeping: list[tuple[float, asyncio.Event]] = []

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        self._sleeping.append((self.now + seconds, woken))
        await woken.wait()

    async def until(self, seconds: float) -> None:
        """Go on to so many seconds after the beginning."""
        while due := sorted(at for at, woken in self._sleeping if at <= 1_000 + seconds + 1e-9 and not woken.is_set()):
            self.now = max(self.now, due[0])
            for at, woken in self._sleeping:
                if at == due[0]:
                    woken.set()
            await breathe()
        self.now = 1_000 + seconds
        await breathe()


async def breathe() -> None:
    """Let everybody act."""
    for _ in range(100):
        await asyncio.sleep(0)


class Asker:
    """Asks things, and notes in which order they are begun, done and refused."""

    def __init__(self, gate: Throttle, user: int = ALICE) -> None:
        self.begun: list[int] = []
        self.refused: list[int] = []
        self._gate = gate
        self._user = user
        self._ends: dict[int, asyncio.Event] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def ask(self, *numbers: int, takes: bool = False) -> None:
        for number in numbers:
            self._tasks.append(asyncio.create_task(self._ask(number, takes=takes)))

    def end(self, number: int) -> None:
        self._ends[number].set()

    async def _ask(self, number: int, *, takes: bool) -> None:
        try:
            async with self._gate.turn(self._user):
                self.begun.append(number)
                if takes:
                    self._ends[number] = asyncio.Event()
                    await self._ends[number].wait()
                else:
                    await asyncio.sleep(0)
        except TooFast:
            self.refused.append(number)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def gate(clock: Clock) -> Throttle:
    return Throttle(lambda: clock.now, clock.sleep)


async def test_a_user_who_waits_for_each_answer_is_never_held_up(gate: Throttle) -> None:
    asker = Asker(gate)
    for number in range(200):
        asker.ask(number)
        await breathe()
    assert asker.begun == list(range(200))


async def test_simultaneous_requests_run_in_order_first_fast_then_slowly(gate: Throttle, clock: Clock) -> None:
    asker = Asker(gate)
    asker.ask(*range(100))
    await breathe()
    assert asker.begun == list(range(1 + BURST))
    assert asker.refused == list(range(FITTING, 100)), "at once"
    await clock.until(SECONDS_EACH * 2)
    assert asker.begun == list(range(1 + BURST + 2))
    await clock.until(MAX_WAIT_SECONDS)
    assert asker.begun == list(range(FITTING))


async def test_requests_of_a_user_run_one_after_the_other(gate: Throttle, monkeypatch: pytest.MonkeyPatch) -> None:
    # the real clock's, which a slow machine uses up
    monkeypatch.setattr(throttle, "GRACE_SECONDS", 60.0)
    asker = Asker(gate)
    asker.ask(0, 1, 2, takes=True)
    await breathe()
    for number in range(3):
        assert asker.begun == list(range(number + 1))
        asker.end(number)
        await breathe()


@pytest.mark.long
async def test_a_slow_request_holds_up_its_user_for_a_moment(gate: Throttle, monkeypatch: pytest.MonkeyPatch) -> None:
    assert GRACE_SECONDS < 3, "Discord waits for three seconds"
    monkeypatch.setattr(throttle, "GRACE_SECONDS", 0.5)
    asker = Asker(gate)
    asker.ask(0, takes=True)
    await breathe()
    asker.ask(1)
    await breathe()
    assert asker.begun == [0]
    async with asyncio.timeout(60):
        while 1 not in asker.begun:
            await breathe()
    asker.end(0)


async def test_a_flood_that_goes_on_is_done_at_a_steady_pace(gate: Throttle, clock: Clock) -> None:
    asker = Asker(gate)
    seconds = 10
    for number in range(100 * seconds):
        asker.ask(number)
        if number % 10 == 9:
            await clock.until((number + 1) / 100)
    await clock.until(seconds + MAX_WAIT_SECONDS)
    assert len(asker.begun) <= 1 + BURST + (seconds + MAX_WAIT_SECONDS) / SECONDS_EACH
    assert len(asker.begun) >= seconds / SECONDS_EACH
    assert asker.begun == sorted(asker.begun)


async def test_two_presses_a_second_are_done(gate: Throttle, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "GRACE_SECONDS", 0.0)
    asker = Asker(gate)
    for number in range(60):
        asker.ask(number, takes=True)
        await clock.until(number / 2)
        if number >= 4:
            asker.end(number - 4)
    assert asker.begun == list(range(60))
    assert asker.refused == []


async def test_few_requests_of_one_user_wait(gate: Throttle, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "GRACE_SECONDS", 0.0)
    asker = Asker(gate)
    for number in range(200):
        asker.ask(number, takes=True)
        await clock.until(number)
    assert len(asker.begun) == throttle.MAX_PENDING


async def test_a_failed_request_lets_the_next_one_in(gate: Throttle) -> None:
    async def fail() -> None:
        async with gate.turn(ALICE):
            raise OSError("the disk is full")

    asker = Asker(gate)
    failing = asyncio.create_task(fail())
    asker.ask(1)
    await breathe()
    assert asker.begun == [1]
    with pytest.raises(OSError, match="full"):
        await failing


async def test_refusals_are_told_one_by_one_and_late_ones_are_dropped(gate: Throttle, clock: Clock) -> None:
    told: list[bool] = []
    go = asyncio.Event()

    async def refuse() -> None:
        async with gate.refusal(ALICE) as in_time:
            told.append(in_time)
            await go.wait()

    tasks = [asyncio.create_task(refuse()) for _ in range(10)]
    await breathe()
    assert told == [True]
    go.set()
    await breathe()
    assert told == [True], "whatever the others ask comes between"
    await clock.until(3.5 * throttle.REFUSAL_SECONDS)
    assert told == [True] * 4
    clock.now += MAX_WAIT_SECONDS
    await clock.until(clock.now - 1_000 + 10 * throttle.REFUSAL_SECONDS)
    await asyncio.gather(*tasks)
    assert told == [True] * 4 + [False] * 6


async def test_refusals_beyond_the_limit_do_not_wait(gate: Throttle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MAX_REFUSALS", 2)
    waiting = [asyncio.create_task(anext(gate.refusal(ALICE).gen)) for _ in range(2)]
    await breathe()
    async with gate.refusal(ALICE) as in_time:
        assert not in_time
    for each in waiting:
        each.cancel()


async def test_idle_users_are_forgotten(gate: Throttle, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MAX_IDLE_USERS", 10)
    for user in range(10 * throttle.MAX_IDLE_USERS):
        asker = Asker(gate, user)
        asker.ask(*range(3))
        clock.now += 1
        await breathe()
    assert len(gate._queues) <= throttle.MAX_IDLE_USERS


async def test_a_pace_is_not_forgotten_while_a_user_waits(gate: Throttle) -> None:
    asker = Asker(gate)
    asker.ask(*range(BURST + 1))
    await breathe()
    for user in range(10, 10 + 2 * throttle.MAX_IDLE_USERS):
        Asker(gate, user).ask(0)
        await breathe()
    asker.ask(100, 101)
    await breathe()
    assert asker.begun[-1] == 100, "the first is done at once, the second waits, as all beyond the burst do"
    assert 101 not in asker.begun


def test_recent_interactions_are_remembered_and_older_ones_forgotten() -> None:
    gate = Throttle()
    assert gate.is_new(1)
    assert not gate.is_new(1)
    for number in range(2, throttle.MAX_REMEMBERED + 2):
        assert gate.is_new(number)
    assert not gate.is_new(throttle.MAX_REMEMBERED)
    assert len(gate._seen) == throttle.MAX_REMEMBERED
    assert gate.is_new(1), "it was too long ago"


async def test_a_control_pressed_again_within_two_seconds_is_pressed_twice(gate: Throttle, clock: Clock) -> None:
    def repeats(control: object, user: int = ALICE) -> bool:
        return gate.tap(user, control)[1] is not None

    assert not repeats("tile")
    assert not repeats("tile", user=2)
    assert repeats("tile"), "and a third within two seconds of it"
    clock.now += REPEAT_SECONDS - 0.1
    assert repeats("tile")
    clock.now += REPEAT_SECONDS
    assert not repeats("tile")
    assert not repeats("another tile")
    assert not repeats("tile")
    assert not repeats(None)
    assert not repeats(None)


# ---------------------------------------------------------------------- on Discord


@pytest.mark.long
async def test_a_flood_by_one_user_holds_up_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Five hundred presses at once: few are done, all are answered, and another's comes through between them."""
    monkeypatch.setattr(throttle, "MAX_WAIT_SECONDS", 0.5)
    monkeypatch.setattr(throttle, "REFUSAL_SECONDS", 0.0)
    await world.sit("alice", "bruno")
    board = world.board
    identity = board.buttons["My hand"]
    drawn = spy(monkeypatch, world.bot.rendering, "draw")
    presses = [pressed(world.alice, identity, board) for _ in range(500)]
    bruno = pressed(world.bruno, identity, board)
    before = world.sent
    await send_all(*presses[:250], bruno, *presses[250:])
    order = [each.path.split("/")[2] for each in world.requests(before, path="/callback")]
    flood, other = [each.answer for each in presses], bruno.answer
    assert all(each.acknowledged for each in (*flood, other))
    shown = [each for each in flood if "Your hand" in each.text or "This copy of your hand" in each.text]
    assert sum("Your hand" in each.text for each in shown) == 1, "the others are replaced by the next"
    refused = [each for each in flood if each.text.startswith("You're going too fast for me")]
    assert len(shown) + len(refused) == len(flood)
    assert len(shown) == 1 + BURST + 0.5 / SECONDS_EACH
    assert len(drawn) == len(shown) + 1, "the bot draws no picture for a refused press"
    assert "Your hand" in other.text
    later = [each for each in presses if each.answer in shown and order.index(each.id) > order.index(bruno.id)]
    assert len(later) > len(shown) // 2, "Bruno waits for none of Alice's presses"
    assert all(each.ephemeral for each in flood)
    assert not [each for each in caplog.records if each.levelname in ("ERROR", "CRITICAL")]
    # the flood is over, and its author plays on
    assert "Your hand" in (await world.alice.press(identity, board)).text


@pytest.mark.long
async def test_a_refusal_reads_nothing_and_leaves_nothing_behind(
    world: World, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    monkeypatch.setattr(throttle, "MAX_PENDING", 1)
    monkeypatch.setattr(throttle, "REFUSAL_SECONDS", 0.0)
    await world.sit("alice", "bruno")
    board = world.board
    reads = spy(monkeypatch, world.store.preferences, "get")
    answers = await send_all(*(pressed(world.alice, board.buttons["My hand"], board) for _ in range(5)))
    said = "You're going too fast for me, so nothing was done. Try again."
    assert [each.text for each in answers[1:]] == [said] * 4
    alone = len(reads)
    await world.alice.forge(board.buttons["My hand"], board)
    assert len(reads) == 2 * alone, "the one that was answered is all that read anything"
    gc.collect()
    assert not [each for each in recwarn if "never awaited" in str(each.message)]
