"""Crashes among computers and where the bot only answers, on either store: they lose nothing, and computers play on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.bots.crowd import Crowd, crowd
from tests.support.bots.held_flow import HeldFlow
from tests.support.bots.kept import Place, results, set_clock
from tests.support.bots.lives import PAUSE_SECONDS, Fate, on_each_store, order_for, until_at_rest
from tests.support.bots.nursery import Nursery
from tests.support.playground import wait_for_commands

pytestmark = [pytest.mark.long, pytest.mark.wire, pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")]

APPEND = ("append:begin", "append:commit", "append:committed")


def twice(*points: str) -> list[Fate]:
    """Return deaths at the second passing of each point, and then at the first."""
    return [Fate(point, passing) for passing in (2, 1) for point in points]


class Match(NamedTuple):
    """A match that is played through deaths: by whom, with what options, and how the bot dies."""

    people: Sequence[str]
    fates: Sequence[Fate]
    options: dict[str, Any] = {"target": 50}  # noqa: RUF012 - nobody changes it


OPENING = [Fate(point) for point in ("create:begin", "create:commit", "create:committed", "answer:before")]
EVERYWHERE = [*OPENING, *twice(*APPEND, "answer:before", "answer:after")]
ANSWERS = [Fate(f"{kind}:{moment}") for kind in ("follow-up", "edit answer") for moment in ("before", "after")]
COMPUTERS = {"rules": "express", "target": 50, "computers": 3, "level": "easy", "auto": "nothing"}
MATCHES = {
    "dm": Match(["eve"], [*EVERYWHERE, *(Fate(f"edit answer:{moment}", 2) for moment in ("before", "after"))]),
    "group": Match(["alice", "bruno", "chloe"], [*EVERYWHERE, *ANSWERS]),
    "table": Match(
        ["alice"],
        [
            *twice(*APPEND, "post board:before", "post board:after"),
            *(Fate("", delay=0.03 * number) for number in range(4)),
        ],
        COMPUTERS,
    ),
}


@on_each_store
@pytest.mark.parametrize("place", MATCHES)
async def test_crashes_lose_nothing_and_computers_play_on(
    tmp_path: Path, nursery: Nursery, database: Place, place: str
) -> None:
    played = MATCHES[place]
    async with crowd() as people, AsyncExitStack() as screens:
        players = [people[name] for name in played.people]
        for who in players:
            await who.look()
            screens.push_async_callback(who.look_away)
        flow, by_themselves = HeldFlow(people.playground, database, players, place), 0
        for lives, fate in enumerate([*played.fates, None], start=1):
            stored, pressed = len(flow.log), len(flow.pressed_at)
            await live(flow, people, nursery, tmp_path, fate, played.options)
            by_themselves += [*flow.pressed_at, len(flow.log)][pressed] - stored
            set_clock(database, lives * PAUSE_SECONDS)
        assert by_themselves >= 3 or place != "table", "after a start computers go on without anybody's press"
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
        await wait_for_commands(people.playground, 20)
        if fate is not None and not fate.point:
            life.kill_in(fate.delay)
        playing = asyncio.create_task(flow.go_on(**options))
        playing.add_done_callback(lambda _: people.wake())
        try:
            await people.until(playing.done, "the end of the match")
            assert fate is None, f"{fate} never came"
        finally:
            playing.cancel()
            ended = await asyncio.gather(playing, return_exceptions=True)
            for error in ended:
                if isinstance(error, Exception):
                    raise error
    await until_at_rest(flow.database)
    flow.look()
