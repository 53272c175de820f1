"""Crashes lose nothing, on either store: matches on a server, in private and among computers, and a bot that dies."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.rules import has_hands
from tests.support.bots.crowd import Crowd, crowd
from tests.support.bots.held_flow import HeldFlow
from tests.support.bots.kept import Place, results, set_clock
from tests.support.bots.lives import PAUSE_SECONDS, Fate, on_each_store, order_for, until_at_rest
from tests.support.bots.nursery import Nursery
from tests.support.playground import wait_for_commands

pytestmark = [pytest.mark.long, pytest.mark.wire, pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")]

MATCH_SECONDS = 300
"""The seconds in which the rest of a match is played at the latest."""


class Match(NamedTuple):
    """A match that is played through deaths: by whom, with what options, and where.

    Attributes:
        deaths: how often the bot dies; None for once at each of the moments that answers alone have.

    """

    people: Sequence[str]
    options: dict[str, Any]
    place: str = "table"
    deaths: int | None = None


COMPUTERS = {"rules": "express", "target": 200, "computers": 3, "level": "easy", "show": True, "auto": "nothing"}
FOUR = ("alice", "bruno", "chloe", "davide")
MATCHES = {
    "alone": Match(["eve"], {"target": 50}, "dm"),
    "group": Match(["alice", "bruno", "chloe"], {"target": 50}, "group"),
    "computers": Match(["alice"], COMPUTERS, deaths=25),
    "pairs": Match(FOUR, {"rules": "express", "target": 200, "pairs": True, "auto": "nothing"}, deaths=30),
    "all-fives": Match(FOUR[:3], {"rules": "all-fives", "target": 250, "auto": "nothing"}, deaths=30),
    "trains": Match(FOUR[:3], {"rules": "mexican-train-nine", "deals": 3, "auto": "nothing"}, deaths=30),
    "memory": Match(FOUR[:3], {"rules": "memory"}, deaths=20),
}

APPEND = ("append:begin", "append:commit", "append:committed")
OPENING = ("create:begin", "create:commit", "create:committed", "answer:before")
LOBBY = ("create:begin", "create:committed", "answer:before", "save:commit", "save:committed", "answer:after")
HANDS = ("post hand:before", "post hand:after", "hand_message:commit")
BOARD = tuple(f"{what} board:{moment}" for what in ("post", "edit") for moment in ("before", "after"))
STARTS = {
    "sqlite": ("load:begin", "load:commit", "load:committed"),
    "postgres": tuple(
        f"{what}:{moment}" for what in ("join", "renew") for moment in ("begin", "commit", "sent", "committed")
    ),
}
"""The moments of a start, by store. With a server, a process joins others, and takes the shard of the dead one."""
SENT = {"sqlite": (), "postgres": ("create:sent", "save:sent", "post:sent", *("append:sent",) * 3)}
"""The moments that there are only with a server: the commit is sent, and nobody knows whether it is done."""


def fates(match: Match, store: str, source: random.Random) -> list[Fate]:
    """Choose how the bot dies, again and again: while a table is opened first, then in any order."""
    if match.deaths is None:
        twice = [Fate(point, passing) for passing in (2, 1) for point in (*APPEND, "answer:before", "answer:after")]
        answers = [Fate(f"{kind}:{moment}") for kind in ("follow-up", "edit answer") for moment in ("before", "after")]
        edits = [Fate(f"edit answer:{moment}", 2) for moment in ("before", "after")]
        return [*map(Fate, OPENING), *twice, *(answers if match.place == "group" else edits)]
    if "computers" in match.options:
        first, deck = [Fate(point) for point in OPENING[:3]], [*APPEND, *BOARD[:2]]
    else:
        shown = has_hands(match.options["rules"])
        first = [Fate(point) for point in (*LOBBY, *(HANDS if shown else ()))]
        deck = [*APPEND, "answer:before", "answer:after", *BOARD, "post:commit", "post:committed"]
        deck += ["edit hand:before", "edit hand:after"] if shown else []
    later = [Fate(point, source.choice((1, 1, 2))) for point in deck]
    later += [Fate(point) for point in (*STARTS[store], *SENT[store][2:])]
    later += [Fate("", delay=source.uniform(0, 0.3)) for _ in range(match.deaths - len(first) - len(later))]
    source.shuffle(later)
    return first + later


@on_each_store
@pytest.mark.parametrize("name", MATCHES)
async def test_crashes_lose_nothing_and_computers_play_on(
    tmp_path: Path, nursery: Nursery, database: Place, name: str, store: str
) -> None:
    played = MATCHES[name]
    async with crowd() as people, AsyncExitStack() as screens:
        players = [people[name] for name in played.people]
        for who in players:
            await who.look()
            screens.push_async_callback(who.look_away)
        flow, by_themselves = HeldFlow(people.playground, database, players, played.place), 0
        for lives, fate in enumerate([*fates(played, store, random.Random(name)), None], start=1):
            stored, pressed = len(flow.log), len(flow.pressed_at)
            await live(flow, people, nursery, tmp_path, fate, played.options)
            by_themselves += [*flow.pressed_at, len(flow.log)][pressed] - stored
            set_clock(database, lives * PAUSE_SECONDS)
        assert by_themselves >= 3 or name != "computers", "after a start computers go on without anybody's press"
        ids = {who.id for who in players}
        assert {row.user for row in flow.log} <= {None, *ids}
        (table,) = results(flow.database).values()
        assert sorted(user for user, _, _ in table) == sorted(ids), "it counts once, for people alone"
        output = (tmp_path / "bot.log").read_text()
        assert "ERROR" not in output
        assert "Traceback" not in output


async def live(
    flow: HeldFlow, people: Crowd, nursery: Nursery, folder: Path, fate: Fate | None, options: dict[str, Any]
) -> None:
    """Start the bot and play until it dies; without a fate, to the match's end."""
    order = order_for(people, flow.database, folder / "bot.log", fate, seed=1, computer=0.02)
    async with people.with_bot(nursery, order, doomed=fate is not None) as life:
        await people.until(lambda: people.playground.gateway.connected, "the bot")
        await wait_for_commands(people.playground)
        if fate is not None and not fate.point:
            life.kill_in(fate.delay)
        # a tick of the bot comes once a second
        flow.pause = 1.2 if fate is not None and fate.point.startswith("post:c") else 0.0
        playing = asyncio.create_task(flow.go_on(**options))
        playing.add_done_callback(lambda _: people.wake())
        try:
            await people.until(playing.done, "the end of the match", MATCH_SECONDS)
            assert fate is None, f"{fate} never came"
            await people.until(lambda: not people.left_behind(), "one message with live controls")
        finally:
            playing.cancel()
            ended = await asyncio.gather(playing, return_exceptions=True)
            for error in ended:
                if isinstance(error, Exception):
                    raise error
    await until_at_rest(flow.database)
    flow.look()
