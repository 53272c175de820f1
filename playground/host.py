"""The playground as people start it: the server, and the bot beside it, until Ctrl-C."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from .process import BotProcess, keep_running
from .server import Playground

_log = logging.getLogger(__name__)


async def serve(*, port: int | None, data: Path, bot_command: Sequence[str] | None) -> None:
    """Serve the playground and keep a bot running against it, until Ctrl-C, SIGTERM or cancellation.

    Args:
        port: None for 8321 or the next free port.
        data: the folder of the playground's file.
        bot_command: the command that runs the bot, to which the address is added; None runs the project's own, an
            empty one runs none.

    Raises:
        OSError: the port is taken.

    """
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    handled: list[signal.Signals] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        # on Windows loops can't: KeyboardInterrupt cancels this instead
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, stop.set)
            handled.append(number)
    try:
        async with Playground(port=port, data=data) as playground:
            print(f"The playground is at {playground.url}  (Ctrl-C ends it)", flush=True)  # noqa: T201

            def say(note: str) -> None:
                if note:
                    _log.warning("%s", note)
                playground.set_note(note)

            tasks: list[asyncio.Task[object]] = [asyncio.create_task(stop.wait())]
            if bot_command is None or len(bot_command) > 0:
                bot = BotProcess(playground.url, command=bot_command)
                tasks.append(asyncio.create_task(keep_running(bot, say)))
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                results = await asyncio.gather(*tasks, return_exceptions=True)
            for result in results:
                if isinstance(result, Exception):
                    raise result
    finally:
        for number in handled:
            loop.remove_signal_handler(number)
