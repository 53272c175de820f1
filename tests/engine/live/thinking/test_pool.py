"""Processes that think: a fair queue, whatever happens to them, and that nothing secret gets out."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncGenerator, Callable
from itertools import islice
from pathlib import Path

import pytest
import pytest_asyncio

from engine import match, random_deal
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.level import Level
from engine.live.thinking import pool, worker
from engine.live.thinking.pool import BotPool
from engine.live.thinking.worker import Request, WorkerLost
from engine.rules import CATALOGUE
from engine.view import View
from tests.engine.games import play_on

ROOT = Path(__file__).parents[4]


def choice(seed: int = 1, rules: str = "express") -> View:
    """Return the view of a seat that has a choice."""
    state = match.new(rules, 4)
    state, _ = match.apply(state, random_deal(state, seed))
    state, _ = match.apply(state, match.legal(state)[0])
    while len(match.legal(state)) < 2:
        state, _ = match.apply(state, match.legal(state)[0])
    return match.view(state, state.turn)


def last_of(view: View) -> Decision:
    """Think of what no player would choose but by chance: the last of what may be done."""
    return Decision(view.legal[-1], Rationale.TRIED, (Estimate(view.legal[-1], 0.5, 3),))


class Fake:
    """A worker without a process: what comes of each question is written beforehand.

    Attributes:
        script: for each question what is done, beginning with the first; the last for all after it.
        asked: all questions, of all workers.
        killed: how many workers were killed.

    """

    script: list[Callable[[Request], Decision | str]] = []  # noqa: RUF012
    asked: list[Request] = []  # noqa: RUF012
    killed = 0
    pid = None

    def __init__(self) -> None:
        self.dead = threading.Event()
        self._busy = threading.Lock()

    def ask(self, question: Request) -> Decision | str:
        assert threading.current_thread() is not threading.main_thread(), "the loop would be held"
        assert self._busy.acquire(blocking=False), "one question at a time"
        try:
            Fake.asked.append(question)
            self.dead.clear()
            return Fake.script.pop(0)(question) if len(Fake.script) > 1 else Fake.script[0](question)
        finally:
            self._busy.release()

    def kill(self) -> None:
        Fake.killed += 1
        self.dead.set()

    def close(self) -> None: ...


def answers(question: Request) -> Decision | str:
    return last_of(question.view)


def dies(question: Request) -> Decision | str:
    del question
    raise WorkerLost("no answer, exit status -9")


@pytest_asyncio.fixture
async def thinkers(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[BotPool]:
    """A pool without processes."""
    monkeypatch.setattr(pool, "Worker", Fake)
    Fake.script, Fake.asked, Fake.killed = [answers], [], 0
    made = BotPool(effort=200)
    try:
        yield made
    finally:
        await made.close()


@pytest_asyncio.fixture
async def real() -> AsyncGenerator[BotPool]:
    """A pool with a process."""
    made = BotPool(effort=200)
    try:
        yield made
    finally:
        await made.close()


# ---------------------------------------------------------------------- who is asked


async def test_whoever_has_a_choice_is_worth_a_process(thinkers: BotPool) -> None:
    view = choice()
    state = match.new("express", 2)
    state, _ = match.apply(state, random_deal(state, 1))
    only = match.view(state, state.turn)
    assert len(only.legal) == 1
    for level in Level:
        assert (await thinkers.think(only, (), level)).move == only.legal[0]
        assert Fake.asked == []
    for level in Level:
        assert await thinkers.think(view, (), level) == last_of(view)
        question = Fake.asked[-1]
        assert (question.view, question.level, question.effort) == (view, level, 200)


async def test_each_thought_has_a_seed_of_its_own(thinkers: BotPool) -> None:
    for _ in range(5):
        await thinkers.think(choice(), (), Level.EXPERT)
    assert len({question.seed for question in Fake.asked}) == 5


@pytest.mark.parametrize("rules", CATALOGUE)
def test_a_view_of_any_rule_set_arrives_as_it_was_sent(rules: str) -> None:
    beginning = match.new(rules, CATALOGUE[rules].seats[0])
    for step in islice(play_on(beginning, random.Random(1)), 0, 60, 7):
        if step.before.turn is not None:
            view = match.view(step.before, step.before.turn)
            sent = pool._portable(view)  # pyright: ignore[reportPrivateUsage]
            assert pickle.loads(pickle.dumps(sent)) == view == sent


# ---------------------------------------------------------------------- the queue


async def test_twenty_who_ask_at_once_are_answered_in_their_order_one_at_a_time(thinkers: BotPool) -> None:
    running = most = 0
    lock = threading.Lock()

    def slowly(question: Request) -> Decision | str:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.002)
        with lock:
            running -= 1
        return last_of(question.view)

    Fake.script = [slowly]
    views = [choice(seed) for seed in range(20)]
    answered: list[int] = []

    async def ask(number: int) -> None:
        assert await thinkers.think(views[number], (), Level.EXPERT) == last_of(views[number])
        answered.append(number)

    await asyncio.gather(*(ask(number) for number in range(20)))
    assert answered == list(range(20))
    assert [question.view for question in Fake.asked] == views
    assert most == 1


async def test_as_many_think_at_once_as_there_are_processes(thinkers: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    together = threading.Barrier(3)

    def meeting(question: Request) -> Decision | str:
        together.wait(10)
        return last_of(question.view)

    Fake.script = [meeting]
    three = BotPool(processes=3)
    await asyncio.gather(*(three.think(choice(seed), (), Level.EXPERT) for seed in range(3)))
    await three.close()


async def test_who_waits_no_more_leaves_the_others_their_places(thinkers: BotPool) -> None:
    asked, go = threading.Event(), threading.Event()

    def waits(question: Request) -> Decision | str:
        asked.set()
        assert go.wait(10)
        return last_of(question.view)

    Fake.script = [waits, answers]
    first, second, third = (asyncio.create_task(thinkers.think(choice(n), (), Level.EXPERT)) for n in range(3))
    assert await asyncio.to_thread(asked.wait, 10)
    first.cancel()
    second.cancel()
    await asyncio.sleep(0)
    assert len(Fake.asked) == 1, "the first question still keeps the process busy"
    go.set()
    assert await third == last_of(choice(2))
    assert len(Fake.asked) == 2
    assert first.cancelled()
    assert second.cancelled()


async def test_a_process_is_in_use_until_it_has_answered_even_where_nobody_waits_for_that(thinkers: BotPool) -> None:
    del thinkers
    asked, go = threading.Event(), threading.Event()

    def waits(question: Request) -> Decision | str:
        asked.set()
        assert go.wait(10)
        return last_of(question.view)

    Fake.script = [waits, answers]
    two = BotPool(processes=2)
    first = asyncio.create_task(two.think(choice(), (), Level.EXPERT))
    assert await asyncio.to_thread(asked.wait, 10)
    first.cancel()
    for seed in range(4):
        assert await two.think(choice(seed), (), Level.EXPERT) == last_of(choice(seed))
    go.set()
    await two.close()


# ---------------------------------------------------------------------- what goes wrong


async def test_what_a_lost_process_was_asked_is_asked_once_more(
    thinkers: BotPool, caplog: pytest.LogCaptureFixture
) -> None:
    Fake.script = [dies, answers]
    view = choice()
    with caplog.at_level(logging.INFO):
        assert await thinkers.think(view, (), Level.EXPERT) == last_of(view)
    assert [record.getMessage() for record in caplog.records] == [
        "a thinking process was lost: no answer, exit status -9"
    ]


async def test_where_none_answers_a_normal_player_chooses(
    thinkers: BotPool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Level] = []

    def think(view: View, turned: object, level: Level, seed: int, effort: int) -> Decision:
        del turned, seed, effort
        asked.append(level)
        return Decision(view.legal[0], Rationale.HEAVY, ())

    monkeypatch.setattr(pool, "choose_move", think)
    Fake.script = [dies]
    view = choice()
    assert (await thinkers.think(view, (), Level.EXPERT)).rationale is Rationale.HEAVY
    assert asked == [Level.NORMAL]
    assert len(Fake.asked) == 2
    assert_no_tiles(caplog)


async def test_a_process_that_never_answers_is_killed(thinkers: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MAX_THOUGHT_SECONDS", 0.01)
    fake = thinkers._workers[0]  # pyright: ignore[reportPrivateUsage]

    def hangs(question: Request) -> Decision | str:
        assert fake.dead.wait(10)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
        return dies(question)

    Fake.script = [hangs, answers]
    view = choice()
    assert await thinkers.think(view, (), Level.EXPERT) == last_of(view)
    assert Fake.killed == 1


@pytest.mark.parametrize("wrong", ["Traceback: RuntimeError: (a tile)", Decision("0 jump", Rationale.ONLY, ())])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
async def test_an_error_or_a_move_that_is_not_legal_is_not_asked_for_again(
    wrong: Decision | str, thinkers: BotPool, caplog: pytest.LogCaptureFixture
) -> None:
    Fake.script = [lambda _question: wrong]
    view = choice()
    assert (await thinkers.think(view, (), Level.EXPERT)).move in view.legal
    assert len(Fake.asked) == 1
    assert_no_tiles(caplog)


async def test_there_is_an_answer_even_where_every_player_fails(
    thinkers: BotPool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(view: View, *_: object) -> Decision:
        raise RuntimeError(f"{view.hand}")

    monkeypatch.setattr(pool, "choose_move", broken)
    Fake.script = [dies]
    view = choice()
    for level in Level:
        assert (await thinkers.think(view, (), level)).move == view.legal[0]
    assert "a tile" in caplog.text
    assert_no_tiles(caplog)


async def test_a_question_that_can_not_be_put_is_no_end(thinkers: BotPool, caplog: pytest.LogCaptureFixture) -> None:
    def raises(question: Request) -> Decision | str:
        raise TypeError(f"cannot pickle {question.view.hand}")

    Fake.script = [raises]
    view = choice()
    assert (await thinkers.think(view, (), Level.EXPERT)).move in view.legal
    assert_no_tiles(caplog)


def assert_no_tiles(caplog: pytest.LogCaptureFixture) -> None:
    assert re.search(r"\btile\(\d+, \d+\)|(?<![\d-])\d-\d(?![\d-])", caplog.text) is None


# ---------------------------------------------------------------------- real processes


async def test_a_process_thinks_is_replaced_when_it_is_killed_and_ends_with_the_bot(
    real: BotPool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs")
    assert real.pids == [], "it is started when it is needed"
    view = choice()
    assert (await real.think(view, (), Level.EXPERT)).move in view.legal
    (first,) = real.pids
    assert "DISCORD_TOKEN" not in environment_of(first)
    assert os.getpriority(os.PRIO_PROCESS, first) > os.getpriority(os.PRIO_PROCESS, 0)
    os.kill(first, signal.SIGTERM)
    os.kill(first, signal.SIGINT)
    assert (await real.think(view, (), Level.EXPERT)).move in view.legal
    assert real.pids == [first], "it leaves that to the bot"
    os.kill(first, signal.SIGKILL)
    assert (await real.think(view, (), Level.EXPERT)).move in view.legal
    (second,) = real.pids
    assert second != first
    assert "a thinking process was lost: no answer, exit status -9" in caplog.text or "Broken pipe" in caplog.text
    await real.close()
    assert real.pids == []
    assert not alive(second)
    assert (await real.think(view, (), Level.EXPERT)).move in view.legal, "as a normal player would"
    assert real.pids == []


@pytest.mark.parametrize("name", ["DISCORD_TOKEN", "discord_token", "Discord_Token"])
def test_no_process_is_started_with_the_token_however_it_is_written(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, str]] = []

    def start(*_: object, env: dict[str, str], **_others: object) -> None:
        started.append(env)
        raise OSError("none")

    monkeypatch.setenv(name, "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs")
    monkeypatch.setattr(worker.subprocess, "Popen", start)
    with pytest.raises(WorkerLost):
        worker.Worker().ask(Request(choice(), (), Level.EXPERT, 1, 1))
    (env,) = started
    assert "PATH" in env, "the rest it gets"
    assert not [each for each in env if each.upper() == "DISCORD_TOKEN"]


def test_a_process_that_can_not_read_a_question_ends_and_is_not_waited_for() -> None:
    asked = worker.Worker()
    silent = threading.Timer(30, asked.kill)
    silent.start()
    try:
        # as after an update of the program under a bot that runs on: the two don't mean the same any more
        with pytest.raises(WorkerLost, match="exit status 0"):
            asked.ask(Unreadable())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    finally:
        silent.cancel()
        asked.close()


class Unreadable:
    """What can be written, and not read."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return int, ("none",)


BOT = """
import sys, threading, time
from dataclasses import replace
from engine import match, random_deal
from engine.live.thinking import worker
from engine.bots.level import Level

hang = f"import pathlib\\ndef hang(*_):\\n    pathlib.Path({sys.argv[1]!r}).touch()\\n    while True: pass\\n"
patch = "import engine.live.thinking.worker as worker; worker.choose_move = hang; serve()"
worker.COMMAND = hang + worker.COMMAND.replace("serve()", patch)
state = match.new("express", 2)
state, _ = match.apply(state, random_deal(state, 1))
view = match.view(state, state.turn)
view = replace(view, options=dict(view.options), open_ends=dict(view.open_ends))
asked = worker.Worker()
threading.Thread(target=asked.ask, args=(worker.Request(view, (), Level.EXPERT, 1, 1),), daemon=True).start()
while asked.pid is None:
    time.sleep(0.01)
print(asked.pid, flush=True)
sys.stdin.read()
"""
"""Asks a worker for what it never answers; it is told so by a file."""


def environment_of(pid: int) -> str:
    """Return what a process was started with, where that can be looked up."""
    file = Path(f"/proc/{pid}/environ")
    return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""


def alive(pid: int) -> bool:
    """Return whether there is a process, and not only its grave."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks processes up in /proc")
def test_a_process_ends_in_mid_thought_when_the_bot_is_killed(tmp_path: Path) -> None:
    mark = tmp_path / "thinking"
    with subprocess.Popen(
        [sys.executable, "-c", BOT, str(mark)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as bot:
        pid = int(bot.stdout.readline())
        until = time.monotonic() + 30
        while not mark.exists() and time.monotonic() < until:
            time.sleep(0.01)
        assert mark.exists()
        assert alive(pid)
        bot.kill()
        bot.wait()
        while alive(pid) and time.monotonic() < until:
            time.sleep(0.01)
    try:
        assert not alive(pid)
    finally:
        if alive(pid):
            os.kill(pid, signal.SIGKILL)


def test_of_a_thought_that_failed_no_tile_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(view: View, *_: object) -> Decision:
        raise KeyError(view.hand)

    monkeypatch.setattr(worker, "choose_move", broken)
    answer = worker._answer(Request(choice(), (), Level.EXPERT, 1, 1))  # pyright: ignore[reportPrivateUsage]
    assert isinstance(answer, str)
    assert "KeyError: ((a tile), (a tile)" in answer
    assert "tile(" not in answer
