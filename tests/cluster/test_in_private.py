"""Bots that are killed while people play where they may not post: in a group message, in a private thread."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.live.database.address import DatabaseURL
from tests.support.bots.fleet import TARGET, fleet
from tests.support.bots.held_flow import HeldFlow
from tests.support.playground import open_private_thread

pytestmark = [pytest.mark.long, pytest.mark.wire]

MOVES = 4
"""How many moves are made before each kill, and after it."""

PLACES = {"group message": ("alice", "bruno", "chloe"), "private thread": ("alice", "davide", "eve")}


@pytest.mark.parametrize("place", PLACES)
async def test_a_match_goes_on_whichever_process_is_killed(place: str, tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database) as bots:
        await bots.start_all("a", "b")
        holders = bots.holders()
        far = next(shard for shard, name in holders.items() if name != holders[0])
        players = [bots.people[name] for name in PLACES[place]]
        # what happens in group messages is told to shard 0
        shard, channel = 0, "group"
        if place == "private thread":
            ids = (who.id for who in players)
            shard, channel = far, open_private_thread(bots.playground.world, bots.channels[far], *ids)
        flow = HeldFlow(bots.playground, database, players, channel, may_refuse=True)
        playing = asyncio.create_task(flow.go_on(target=TARGET))

        async def moved() -> None:
            before = len(flow.log)
            await bots.until(lambda: playing.done() or len(flow.log) >= before + MOVES, why="nobody can play")
            assert not playing.done() or playing.result()

        try:
            await moved()
            for _ in range(2):
                killed = bots.holders()[shard]
                await bots.bots[killed].kill()
                await bots.settled(*({"a", "b"} - {killed}))
                await moved()
                await bots.start(killed)
                await bots.settled("a", "b")
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        posted = {each.status for each in bots.playground.requests if each.path.startswith(f"/channels/{channel}/")}
        assert posted <= {403}
