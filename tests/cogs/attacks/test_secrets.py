"""Nothing hidden is in anything that the bot sends: every request of whole matches is read."""

from __future__ import annotations

import json
import re

import pytest

from engine.tiles import full_set
from tests.cogs.conftest import World
from tests.cogs.playing import take_turn

TILE = re.compile(r"(?<![\d-])(\d)-(\d)(?![\d-])")


def tiles_in(text: str) -> set[str]:
    """Give every tile that a text names, in either order."""
    return {f"{max(a, b)}-{min(a, b)}" for a, b in TILE.findall(text)}


@pytest.mark.parametrize("options", [{"target": 50}, {"target": 50, "pairs": True}])
async def test_no_request_names_a_tile_that_its_reader_can_not_see(world: World, options: dict[str, object]) -> None:
    names = ("alice", "bruno", "chloe", "davide") if "pairs" in options else ("alice", "bruno", "chloe")
    read = 0
    table = await world.sit(*names, **options)
    dm_of = {world.people[name].user.dm_channel.id: seat for seat, name in enumerate(names)}
    checked = 0
    shown_before: set[str] = set()
    for _ in range(400):
        requests = world.env.http_requests[read:]
        read = len(world.env.http_requests)
        view = table.view(None)
        open_tiles = {placed.tile.text for placed in view.layout.placed}
        if view.turn is None:
            open_tiles |= {tile.text for hand in view.results[-1].hands for tile in hand}
        for sent in requests:
            body = json.dumps(sent.json, ensure_ascii=False) if sent.json is not None else ""
            match = re.match(r"/channels/(\d+)/messages", sent.path)
            if match is None:
                continue
            seat = dm_of.get(int(match[1]))
            own = {tile.text for tile in table.view(seat).hand} if seat is not None else set()
            # an older message is sent again without its buttons: what it showed was open then
            earlier = shown_before if sent.method == "PATCH" else set()
            assert tiles_in(body) <= open_tiles | own | earlier, sent.path
            for custom_id in re.findall(r'"custom_id": "([^"]*)"', body):
                assert not tiles_in(custom_id)
            checked += 1
        shown_before = open_tiles
        if not table.playing:
            break
        if view.turn is None:
            await world.alice.click(world.last(), label="Next deal")
        else:
            await take_turn(world, table)
    assert checked > 30


def test_the_reader_of_tiles_sees_them_in_either_order() -> None:
    assert tiles_in("hand 6-4, 3-5 and 4-4; not 2026-11-21") == {"6-4", "5-3", "4-4"}
    assert len(tiles_in(" ".join(tile.text for tile in full_set(6)))) == 28
