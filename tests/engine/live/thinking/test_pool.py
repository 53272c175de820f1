"""Processes that think: a fair queue in spite of failures, and no secrets outside."""

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
from collections.abc import AsyncGenerator, Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
import pytest_asyncio

import engine
from engine import match, random_deal
from engine.bots.choose import choose_move
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.level import Level
from engine.game import State
from engine.live.thinking import pool, worker
from engine.live.thinking.pool import BotPool
from engine.live.thinking.worker import Request, WorkerLost
from engine.rules import RULE_SETS
from engine.view import View
from tests.engine.games import play_on
from tests.support.thinking import pids_of

ROOT = Path(__file__).parents[4]
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


def opening(rules: str = "express", seats: int = 2, seed: int = 1) -> State:
    """Return a match in which the tiles have been dealt."""
    state = match.new(rules, seats)
    return match.apply(state, random_deal(state, seed))[0]


def choice(seed: int = 1) -> View:
    """Return the view of a seat that has a choice."""
    state = opening(seats=4, seed=seed)
    state, _ = match.apply(state, match.legal(state)[0])
    while len(match.legal(state)) < 2:
        state, _ = match.apply(state, match.legal(state)[0])
    return match.view(state, state.turn)


VIEW = choice()


def last_of(view: View) -> Decision:
    """Choose the last legal move, which no player would choose but by chance."""
    return Decision(view.legal[-1], Rationale.TRIED, (Estimate(view.legal[-1], 0.5, 3),))


async def ask(thinkers: BotPool, view: View = VIEW, level: Level = Level.EXPERT) -> Decision:
    """Ask for a move; see that it is legal."""
    decision = await thinkers.think(view, (), level)
    assert decision.move in view.legal
    return decision


class Fake:
    """A worker without a process: its answers are written beforehand.

    Attributes:
        script: an answer for each question, beginning with the first; the last for all after it.
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


class Waits:
    """Answers when let go."""

    def __init__(self) -> None:
        self.asked, self.go = threading.Event(), threading.Event()

    def __call__(self, question: Request) -> Decision | str:
        self.asked.set()
        assert self.go.wait(60)
        return last_of(question.view)

    async def is_asked(self) -> None:
        assert await asyncio.to_thread(self.asked.wait, 60)


@pytest_asyncio.fixture
async def real() -> AsyncGenerator[BotPool]:
    """A pool with a process."""
    made = BotPool(effort=200)
    try:
        yield made
    finally:
        await made.close()


@pytest.fixture
def thinkers(no_processes: None, real: BotPool, caplog: pytest.LogCaptureFixture) -> Iterator[BotPool]:
    """A pool without processes, which writes no tile to the log."""
    yield real
    text = "\n".join(map(caplog.handler.format, caplog.get_records("call")))
    assert re.search(r"\btile\(\d+, \d+\)|(?<![\d-])\d-\d(?![\d-])", text) is None


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "Worker", Fake)
    Fake.script, Fake.asked, Fake.killed = [answers], [], 0


# ---------------------------------------------------------------------- questions


async def test_only_a_choice_is_worth_a_process(thinkers: BotPool) -> None:
    state = opening()
    only = match.view(state, state.turn)
    assert len(only.legal) == 1
    for level in Level:
        await ask(thinkers, only, level)
        assert Fake.asked == []
    for level in Level:
        assert await ask(thinkers, VIEW, level) == last_of(VIEW)
        question = Fake.asked[-1]
        assert (question.view, question.level, question.effort) == (VIEW, level, 200)


async def test_each_thought_has_a_seed_of_its_own(thinkers: BotPool) -> None:
    for _ in range(5):
        await ask(thinkers)
    assert len({question.seed for question in Fake.asked}) == 5


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_view_of_any_rule_set_arrives_as_it_was_sent(rules: str) -> None:
    beginning = match.new(rules, RULE_SETS[rules].seats[0])
    for step in islice(play_on(beginning, random.Random(1)), 0, 60, 7):
        if step.before.turn is not None:
            view = match.view(step.before, step.before.turn)
            sent = pool._portable(view)
            assert pickle.loads(pickle.dumps(sent)) == view == sent


# ---------------------------------------------------------------------- the queue


async def test_twenty_questions_at_once_are_answered_in_their_order_one_at_a_time(thinkers: BotPool) -> None:
    # a fake worker fails where two ask it at once
    views = [choice(seed) for seed in range(20)]
    answered: list[int] = []

    def slowly(question: Request) -> Decision | str:
        time.sleep(0.002)
        return last_of(question.view)

    async def note(number: int) -> None:
        assert await ask(thinkers, views[number]) == last_of(views[number])
        answered.append(number)

    assert len(thinkers._workers) == 1
    Fake.script = [slowly]
    await asyncio.gather(*(note(number) for number in range(20)))
    assert answered == list(range(20))
    assert [question.view for question in Fake.asked] == views


@pytest.mark.usefixtures("no_processes")
async def test_as_many_think_at_once_as_there_are_processes() -> None:
    together = threading.Barrier(3)

    def meeting(question: Request) -> Decision | str:
        together.wait(60)
        return last_of(question.view)

    Fake.script = [meeting]
    three = BotPool(processes=3)
    await asyncio.gather(*(ask(three, choice(seed)) for seed in range(3)))
    await three.close()


async def test_a_question_given_up_leaves_the_others_their_places(thinkers: BotPool) -> None:
    waits = Waits()
    Fake.script = [waits, answers]
    first, second, third = (asyncio.create_task(ask(thinkers, choice(seed))) for seed in range(3))
    await waits.is_asked()
    first.cancel()
    second.cancel()
    await asyncio.sleep(0)
    assert len(Fake.asked) == 1, "the first question still keeps the process busy"
    waits.go.set()
    assert await third == last_of(choice(2))
    assert len(Fake.asked) == 2
    assert first.cancelled()
    assert second.cancelled()


@pytest.mark.usefixtures("no_processes")
async def test_a_process_is_in_use_until_it_has_answered_a_question_given_up_too() -> None:
    waits = Waits()
    Fake.script = [waits, answers]
    two = BotPool(processes=2)
    first = asyncio.create_task(ask(two))
    await waits.is_asked()
    first.cancel()
    for seed in range(4):
        assert await ask(two, choice(seed)) == last_of(choice(seed))
    waits.go.set()
    await two.close()


# ---------------------------------------------------------------------- faults


async def test_a_question_to_a_lost_process_is_asked_again(thinkers: BotPool, caplog: pytest.LogCaptureFixture) -> None:
    Fake.script = [dies, answers]
    with caplog.at_level(logging.INFO):
        assert await ask(thinkers) == last_of(VIEW)
    assert caplog.messages == ["a thinking process was lost: no answer, exit status -9"]


async def test_a_normal_player_chooses_where_no_process_answers(
    thinkers: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Level] = []

    def think(view: View, turned: object, level: Level, seed: int, effort: int) -> Decision:
        asked.append(level)
        return Decision(view.legal[0], Rationale.HEAVY, ())

    monkeypatch.setattr(pool, "choose_move", think)
    Fake.script = [dies]
    assert (await ask(thinkers)).rationale is Rationale.HEAVY
    assert asked == [Level.NORMAL]
    assert len(Fake.asked) == 2


async def test_a_process_that_never_answers_is_killed(thinkers: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MAX_THOUGHT_SECONDS", 0.01)
    fake = thinkers._workers[0]

    def hangs(question: Request) -> Decision | str:
        assert fake.dead.wait(60)
        # the next answer may take its time
        monkeypatch.setattr(pool, "MAX_THOUGHT_SECONDS", 60.0)
        return dies(question)

    Fake.script = [hangs, answers]
    assert await ask(thinkers) == last_of(VIEW)
    assert Fake.killed == 1


def can_not_be_put(question: Request) -> Decision | str:
    raise TypeError(f"cannot pickle {question.view.hand}")


@pytest.mark.parametrize(
    "fault",
    [
        lambda _question: "Traceback: RuntimeError: (a tile)",
        lambda _question: Decision("0 jump", Rationale.ONLY, ()),
        can_not_be_put,
    ],
    ids=["an error", "a move that is not legal", "a question that can not be put"],
)
async def test_a_question_that_failed_is_answered_and_not_asked_again(
    fault: Callable[[Request], Decision | str], thinkers: BotPool
) -> None:
    Fake.script = [fault]
    await ask(thinkers)
    assert len(Fake.asked) == 1


def broken(view: View, *_: object) -> Decision:
    raise KeyError(view.hand)


async def test_there_is_an_answer_even_where_every_player_fails(
    thinkers: BotPool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "choose_move", broken)
    Fake.script = [dies]
    for level in Level:
        assert (await ask(thinkers, VIEW, level)).move == VIEW.legal[0]
    assert "a tile" in caplog.text


def test_an_answer_about_a_thought_that_failed_tells_no_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "choose_move", broken)
    answer = worker._answer(Request(VIEW, (), Level.EXPERT, 1, 1))
    assert "KeyError: ((a tile), (a tile)" in answer
    assert "tile(" not in answer


# ---------------------------------------------------------------------- real processes


@pytest.mark.long
async def test_a_killed_process_is_replaced_and_ends_with_the_bot(
    real: BotPool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert pids_of(real) == [], "it is started when it is needed"
    await ask(real)
    (first,) = pids_of(real)
    assert "DISCORD_TOKEN" not in environment_of(first)
    assert os.getpriority(os.PRIO_PROCESS, first) > os.getpriority(os.PRIO_PROCESS, 0)
    os.kill(first, signal.SIGTERM)
    os.kill(first, signal.SIGINT)
    await ask(real)
    assert pids_of(real) == [first], "it leaves that to the bot"
    os.kill(first, signal.SIGKILL)
    await ask(real)
    (second,) = pids_of(real)
    assert second != first
    assert "a thinking process was lost: no answer, exit status -9" in caplog.text or "Broken pipe" in caplog.text
    await real.close()
    assert pids_of(real) == []
    assert not alive(second)
    await ask(real)
    assert pids_of(real) == []


@pytest.mark.parametrize("name", ["DISCORD_TOKEN", "discord_token", "Discord_Token"])
def test_a_process_is_started_without_the_token_in_any_spelling(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, str]] = []

    def start(*_: object, env: dict[str, str], **_others: object) -> None:
        started.append(env)
        raise OSError("none")

    monkeypatch.setenv(name, TOKEN)
    monkeypatch.setattr(worker.subprocess, "Popen", start)
    with pytest.raises(WorkerLost):
        worker.Worker().ask(Request(VIEW, (), Level.EXPERT, 1, 1))
    (env,) = started
    assert "PATH" in env, "the rest it gets"
    assert not [each for each in env if each.upper() == "DISCORD_TOKEN"]


def test_a_process_imports_no_cryptography() -> None:
    told = "import engine.live.thinking.worker, sys; print(sys.modules.keys() & {'hashlib', '_hashlib', 'ssl'})"
    asked = subprocess.run(
        [sys.executable, "-P", "-s", "-S", "-c", f"import sys; sys.path[:0] = ['.']; {told}"],
        capture_output=True,
        check=True,
        text=True,
        cwd=Path(engine.__file__).parents[1],
    )
    assert asked.stdout == "set()\n"


def test_a_process_that_can_not_read_a_question_ends_and_is_not_waited_for() -> None:
    asked = worker.Worker()
    silent = threading.Timer(30, asked.kill)
    silent.start()
    try:
        # as after an update of the program under a bot that runs on: the two don't mean the same any more
        with pytest.raises(WorkerLost, match="exit status 0"):
            asked.ask(Unreadable())
    finally:
        silent.cancel()
        asked.close()


class Unreadable:
    """A value that can be written, and not read."""

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
    """Return the environment of a process, where that can be looked up."""
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
        until = time.monotonic() + 60
        while not mark.exists() and time.monotonic() < until:
            time.sleep(0.01)
        assert mark.exists()
        assert alive(pid)
        bot.kill()
        bot.wait()
        until = time.monotonic() + 60
        while alive(pid) and time.monotonic() < until:
            time.sleep(0.01)
    try:
        assert not alive(pid)
    finally:
        if alive(pid):
            os.kill(pid, signal.SIGKILL)


# ---------------------------------------------------------------------- questions with a seed


QUESTION = Request(VIEW, (), Level.NORMAL, 5, 300)
PATIENT = pytest.mark.parametrize("patient", [True, False], ids=["patient", "urgent"])


@PATIENT
async def test_exactly_the_question_is_asked_whatever_the_effort_of_the_pool(thinkers: BotPool, patient: bool) -> None:
    assert await thinkers.decide(QUESTION, patient=patient) == last_of(VIEW)
    assert Fake.asked == [QUESTION]


@PATIENT
async def test_a_process_answers_a_question_as_it_is_answered_here(real: BotPool, patient: bool) -> None:
    for level in Level:
        question = QUESTION._replace(level=level)
        assert await real.decide(question, patient=patient) == choose_move(*question)


@PATIENT
async def test_a_question_with_one_legal_move_needs_no_process(thinkers: BotPool, patient: bool) -> None:
    state = opening()
    only = match.view(state, state.turn)
    decision = await thinkers.decide(QUESTION._replace(view=only), patient=patient)
    assert decision is not None
    assert (decision.move, Fake.asked) == (only.legal[0], [])


@PATIENT
async def test_a_question_that_failed_has_no_answer(thinkers: BotPool, patient: bool) -> None:
    for fault in (dies, lambda _question: Decision("0 jump", Rationale.ONLY, ())):
        Fake.script = [fault]
        assert await thinkers.decide(QUESTION, patient=patient) is None


async def test_patient_questions_wait_until_no_other_is_open_and_run_one_at_a_time(thinkers: BotPool) -> None:
    with thinkers._urgent():
        seeds = range(3)
        asked = [asyncio.create_task(thinkers.decide(QUESTION._replace(seed=each), patient=True)) for each in seeds]
        await asyncio.sleep(0.01)
        await thinkers.decide(QUESTION._replace(seed=9), patient=False)
        assert [each.seed for each in Fake.asked] == [9]
        assert thinkers.open_questions == 1, "patient questions do not count"
    await asyncio.gather(*asked)
    assert [each.seed for each in Fake.asked] == [9, 0, 1, 2]


async def test_a_patient_question_waits_no_longer_than_its_patience(
    thinkers: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.live.thinking.pool.MAX_PATIENCE_SECONDS", 0.01)
    with thinkers._urgent():
        async with asyncio.timeout(60):
            assert await thinkers.decide(QUESTION, patient=True) == last_of(VIEW)


async def test_of_three_processes_one_may_answer_a_patient_question_while_another_is_busy() -> None:
    thinkers = BotPool(3)
    with thinkers._urgent():
        assert thinkers._quiet.is_set()
        with thinkers._urgent():
            assert not thinkers._quiet.is_set()
    assert thinkers._quiet.is_set()
    await thinkers.close()


# ---------------------------------------------------------------------- past moves


async def test_a_past_move_is_reviewed_by_an_expert_with_the_given_seed(thinkers: BotPool) -> None:
    assert await thinkers.review(VIEW, (), VIEW.legal[0], 5) == last_of(VIEW)
    assert (Fake.asked[-1].level, Fake.asked[-1].compared, Fake.asked[-1].seed) == (Level.EXPERT, VIEW.legal[0], 5)


async def test_a_past_move_waits_until_no_table_does(thinkers: BotPool) -> None:
    with thinkers._urgent():
        reviewing = asyncio.create_task(thinkers.review(VIEW, (), VIEW.legal[0], 5))
        await asyncio.sleep(0.01)
        await ask(thinkers)
        assert [each.seed == 5 for each in Fake.asked] == [False]
        assert not reviewing.done()
    assert await reviewing == last_of(VIEW)


async def test_a_past_move_that_cannot_be_reviewed_has_no_decision(thinkers: BotPool) -> None:
    Fake.script = [dies]
    assert await thinkers.review(VIEW, (), VIEW.legal[0], 5) is None
