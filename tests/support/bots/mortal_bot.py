"""The bot for tests that kill it: forked by a process that has imported everything, and killed at a named point.

python -m tests.support.bots.mortal_bot FD

A plain start takes over a second, most of it imports. So one process, the nursery, imports everything once, has no
event loop and no thread, and forks a child for each life. It reads orders from the socket FD, a line of JSON each, with
the end of a pipe that the child tells its death point on; the pipe's other end closes when the child is gone.

The bot's own code runs unmodified: what is wrapped here is only watched, and cut off.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import json
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

import discord
import discord.webhook.async_ as webhooks

import launch
import render
from cogs.bot import EXTENSIONS, DominoBot
from cogs.core import rendering
from engine.actions import Deal
from engine.dealing import random_deal
from engine.game import State
from engine.live.database_store import DatabaseStore
from engine.live.model.pace import Timeouts
from playground.child import TOKEN, point_at
from render.i18n import translations
from settings import Settings
from settings import database as place
from tests.support.bots.moments import watch_writing


def dealer_of(seed: int) -> Callable[[State], Deal]:
    """Shuffle each deal by the seed and its number alone: the same in every life, and in a control run."""

    def dealer(state: State) -> Deal:
        return random_deal(state, seed * 1000 + state.deal)

    return dealer


@dataclass(frozen=True, slots=True)
class Order:
    """One life of a bot.

    Attributes:
        url: the playground.
        database: the bot's file, or the address of its database.
        log: the file for its output.
        channel: the channel whose messages are called boards; all others are hands.
        seed: the seed of the deals.
        turn: seconds to act.
        deal: seconds between two deals.
        ahead: seconds that its clock is ahead of this machine's.
        computer: seconds before a computer moves.
        point: the point at which it kills itself; empty for none.
        passing: the passing of that point at which it dies, from 1.

    """

    url: str
    database: str
    log: str
    channel: int
    seed: int
    turn: float
    deal: float
    ahead: float = 0
    computer: float = 1
    point: str = ""
    passing: int = 1


# ---------------------------------------------------------------------- where it can die


@dataclass(slots=True)
class Fate:
    """Kills this process when it passes its point for the n-th time."""

    point: str
    left: int
    tell: int

    def at(self, name: str) -> None:
        if name == self.point:
            self.left -= 1
            if self.left == 0:
                os.write(self.tell, f"{name}\n".encode())
                os.kill(os.getpid(), signal.SIGKILL)
                time.sleep(60)


def _watch_sending(fate: Fate, channel: int) -> None:
    """Name requests after what they do: ``answer`` and what follows it, or ``post`` and ``edit`` of a board or hand."""

    def kind(route: Any) -> str:
        if route.path.endswith("/callback"):
            return "answer"
        if route.path.startswith("/webhooks"):
            return "follow-up" if route.method == "POST" else "edit answer"
        verb = {
            ("POST", "/channels/{channel_id}/messages"): "post",
            ("PATCH", "/channels/{channel_id}/messages/{message_id}"): "edit",
        }.get((route.method, route.path))
        if verb is None:
            return ""
        return f"{verb} board" if int(route.channel_id) == channel else f"{verb} hand"

    def watch(owner: Any) -> None:
        request = owner.request

        async def watched(self: Any, route: Any, *arguments: Any, **more: Any) -> Any:
            name = kind(route)
            fate.at(f"{name}:before")
            given = await request(self, route, *arguments, **more)
            fate.at(f"{name}:after")
            return given

        owner.request = watched

    watch(discord.http.HTTPClient)
    watch(webhooks.AsyncWebhookAdapter)


# ---------------------------------------------------------------------- a life


async def _live(order: Order) -> None:
    settings = Settings(_env_file=None, domino_database=place(order.database), domino_shards="1")
    store = await DatabaseStore.open(settings.domino_database)
    joined = await launch.join(store, settings)
    client = DominoBot(
        store,
        pace=Timeouts(turn=order.turn, deal=order.deal, computer=(order.computer, order.computer)),
        # a server's clock is as far ahead
        clock=lambda: time.time() + order.ahead,
        dealer=dealer_of(order.seed),
        without=("cogs.tile_emojis",),
        warm_up=False,
        ownership=joined.get("ownership"),
    )
    await client.start(TOKEN)


def _be_born(order: Order, tell: int) -> NoReturn:
    """Be the bot, in a child that has just been forked."""
    try:
        log = os.open(order.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.dup2(log, 1)
        os.dup2(log, 2)
        discord.utils.setup_logging(level=logging.INFO)
        point_at(order.url)
        fate = Fate(order.point, order.passing, tell)
        watch_writing(fate.at)
        _watch_sending(fate, order.channel)
        sys.setswitchinterval(0.001)
        asyncio.run(_live(order))
    except BaseException:
        logging.getLogger(__name__).exception("the bot has ended without a kill")
    finally:
        os._exit(1)


# ---------------------------------------------------------------------- the nursery


def _warm_up() -> None:
    """Prepare what every child would otherwise prepare itself."""
    rendering._typical()
    # each start compares the commands in all languages with those that Discord has
    for locale in discord.Locale:
        translations(locale)
    assert render.DEFAULT
    for name in EXTENSIONS:
        importlib.import_module(name)
    # with a server alone
    importlib.import_module("cogs.cluster.lease_holder")
    importlib.import_module("cogs.cluster.peers")


def _orders(line: socket.socket) -> Iterator[tuple[dict[str, Any], list[int]]]:
    while True:
        text, fds, _, _ = socket.recv_fds(line, 65536, 1)
        if not text:
            return
        yield json.loads(text), fds


def main() -> None:
    """Fork a child for each order, and bury the dead ones, until the line with orders is closed."""
    line = socket.socket(fileno=int(sys.argv[1]))
    alive: set[int] = set()
    _warm_up()
    gc.collect()
    gc.freeze()
    try:
        for order, fds in _orders(line):
            if "bury" in order:
                _, status = os.waitpid(order["bury"], 0)
                alive.discard(order["bury"])
                line.send(json.dumps(os.waitstatus_to_exitcode(status)).encode())
                continue
            born = os.fork()
            if not born:
                line.close()
                _be_born(Order(**order), fds[0])
            alive.add(born)
            os.close(fds[0])
            line.send(json.dumps(born).encode())
    finally:
        for each in alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)


if __name__ == "__main__":
    main()
