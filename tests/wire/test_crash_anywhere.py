"""Crashes where the bot only answers, on either store: alone in its direct messages, and in a group message."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.support.held_flow import HeldFlow
from tests.support.playground import wait_for_commands
from tests.wire.conftest import crowd
from tests.wire.crash_run import PAUSE_SECONDS, Fate, on_each_store, order_for, until_at_rest
from tests.wire.crowd import Crowd
from tests.wire.kept import Place, results, set_clock
from tests.wire.lives import Nursery

pytestmark = [pytest.mark.long, pytest.mark.wire, pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")]

OPENING = [Fate(point) for point in ("create:begin", "create:commit", "create:committed", "answer:before")]
POINTS = ("append:begin", "append:commit", "append:committed", "answer:before", "answer:after")
EVERYWHERE = [*OPENING, *(Fate(point, passing) for passing in (2, 1) for point in POINTS)]
PLACES = {
    "dm": (("eve",), [*EVERYWHERE, *(Fate(f"edit answer:{moment}", 2) for moment in ("before", "after"))]),
    "group": (
        ("alice", "bruno", "chloe"),
        [
            *EVERYWHERE,
            *(Fate(f"{kind}:{moment}") for kind in ("follow-up", "edit answer") for moment in ("before", "after")),
        ],
    ),
}


@on_each_store
@pytest.mark.parametrize("place", PLACES)
async def test_crashes_lose_nothing_where_the_bot_only_answers(
    tmp_path: Path, nursery: Nursery, database: Place, place: str
) -> None:
    names, fates = PLACES[place]
    async with crowd() as people, AsyncExitStack() as screens:
        players = [people[name] for name in names]
        for who in players:
            await who.look()
            screens.push_async_callback(who.look_away)
        flow = HeldFlow(people.playground, database, players, place)
        for lives, fate in enumerate([*fates, None], start=1):
            await live(flow, people, nursery, tmp_path, fate)
            set_clock(database, lives * PAUSE_SECONDS)
        (table,) = results(flow.database).values()
        assert {user for user, _, _ in table} >= {who.id for who in players}
        output = (tmp_path / "bot.log").read_text()
        assert "ERROR" not in output
        assert "Traceback" not in output


async def live(flow: HeldFlow, people: Crowd, nursery: Nursery, folder: Path, fate: Fate | None) -> None:
    """Start the bot and play until it dies; without a fate, to the match's end."""
    order = order_for(people, flow.database, folder / "bot.log", fate, seed=1, computer=0.02)
    async with people.with_bot(nursery, order, doomed=fate is not None):
        await people.until(lambda: people.playground.gateway.connected, "the bot")
        await wait_for_commands(people.playground, 20)
        playing = asyncio.create_task(flow.go_on())
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
