"""Tests of the bot's process: started, restarted, and ended with its parent."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest

from playground import process as process_module
from playground.host import serve
from playground.process import ROOT, BotProcess, child_command, keep_running
from playground.server import FILE_NAME
from tests.playground.table import until
from tests.support.people import HANG_SECONDS
from tests.test_bot import alive

pytestmark = pytest.mark.wire

SILENT = child_command("tests.playground.silent_bot")


def pids(tmp_path: Path) -> list[int]:
    file = tmp_path / "pids"
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.mark.long
async def test_a_bot_stops_when_asked_and_dies_when_stubborn(tmp_path: Path) -> None:
    env = {"PID_FILE": str(tmp_path / "pids")}
    bot = BotProcess("http://127.0.0.1:1", command=SILENT, env=env)
    await bot.start()
    await until(lambda: len(pids(tmp_path)) == 1)
    assert await bot.stop() == -signal.SIGTERM
    stubborn = BotProcess("http://127.0.0.1:1", command=SILENT, env={**env, "STUBBORN": "1"})
    await stubborn.start()
    await until(lambda: len(pids(tmp_path)) == 2)
    assert await stubborn.stop(0.3) == -signal.SIGKILL
    assert not any(alive(pid) for pid in pids(tmp_path))


@pytest.mark.long
async def test_a_bot_that_ends_is_started_again_and_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "BACKOFF_SECONDS", (0.05, 0.1))
    env = {"PID_FILE": str(tmp_path / "pids"), "SHORT_LIVED": "1"}
    said: list[str] = []
    bot = BotProcess("http://127.0.0.1:1", command=SILENT, env=env)
    running = asyncio.create_task(keep_running(bot, said.append))
    await until(lambda: len(pids(tmp_path)) >= 3)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert said[0] == ""
    assert "status 3" in said[1]
    assert said[2] == ""
    assert not any(alive(pid) for pid in pids(tmp_path))


async def begin(tmp_path: Path) -> tuple[asyncio.subprocess.Process, str]:
    """Start `python -m playground` with the silent bot; return its process and address once the bot runs."""
    env = {**os.environ, "PID_FILE": str(tmp_path / "pids"), "PYTHONPATH": str(ROOT)}
    arguments = ["--port", "0", "--data", str(tmp_path), "--bot", "tests.playground.silent_bot"]
    command = [sys.executable, "-m", "playground", *arguments]
    process = await asyncio.create_subprocess_exec(
        *command, env=env, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    async with asyncio.timeout(HANG_SECONDS):
        line = (await process.stdout.readline()).decode()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found, line
    await until(lambda: len(pids(tmp_path)) == 1)
    return process, found[0]


@pytest.mark.long
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_server_and_bot_and_leaves_the_file(tmp_path: Path, ending: signal.Signals) -> None:
    process, url = await begin(tmp_path)
    async with aiohttp.ClientSession() as session, session.get(url + "/people") as response:
        assert (await response.json())["bot_connected"] is False
    process.send_signal(ending)
    async with asyncio.timeout(HANG_SECONDS):
        assert await process.wait() == 0
    assert not alive(pids(tmp_path)[0])
    assert (tmp_path / FILE_NAME).exists()


@pytest.mark.long
async def test_the_bot_ends_by_itself_when_its_parent_was_killed(tmp_path: Path) -> None:
    process, _ = await begin(tmp_path)
    process.kill()
    await process.wait()
    await until(lambda: not alive(pids(tmp_path)[0]))


@pytest.mark.long
async def test_a_killed_bot_is_back_and_the_page_has_said_so(tmp_path: Path) -> None:
    process, url = await begin(tmp_path)
    try:
        async with aiohttp.ClientSession() as session:
            async with session.get(url + "/people") as response:
                alice = (await response.json())["people"][0]["id"]
            async with session.ws_connect(f"{url}/people/{alice}/live") as screen:
                os.kill(pids(tmp_path)[0], signal.SIGKILL)
                async with asyncio.timeout(HANG_SECONDS):
                    while "ended unexpectedly" not in (note := (await screen.receive_json()).get("note", "")):
                        pass
                assert "status -9" in note
        await until(lambda: len(pids(tmp_path)) == 2)
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def test_serving_can_be_cancelled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    serving = asyncio.create_task(serve(port=0, data=tmp_path, bot_command=[]))
    await until(lambda: "http://" in capsys.readouterr().out)
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving
    assert (tmp_path / FILE_NAME).exists()
