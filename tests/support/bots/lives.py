"""How the lives of a bot end that is killed again and again, and what lies between two of them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.bots.crowd import LOOK_SECONDS, Crowd
from tests.support.bots.kept import Place, at_rest
from tests.support.bots.mortal_bot import Order
from tests.support.people import HANG_SECONDS

TURN_SECONDS = 600.0
PAUSE_SECONDS = 3600.0
"""The time from one life to the next, by the clock of a server's database; the leases of the dead are over by then."""

on_each_store = pytest.mark.parametrize("store", ["sqlite", "postgres"])
"""Tests whose ``database`` is a file, and on a server."""


class Fate(NamedTuple):
    """The end of a life: the n-th passing of a point, or without a point some time after its n-th step began."""

    point: str = ""
    number: int = 1
    delay: float = 0.0


def order_for(crowd: Crowd, database: Place, log: Path, fate: Fate | None, **more: float) -> Order:
    """Return the order for one life, which ends by its fate."""
    point, number, _ = fate or Fate()
    life = {"turn": TURN_SECONDS, "deal": TURN_SECONDS, "point": point, "passing": number, **more}
    place = str(database) if isinstance(database, Path) else database.reveal()
    return Order(crowd.playground.url, place, str(log), crowd.channel, **life)


async def until_at_rest(database: Place) -> None:
    """Wait until nothing is under way any more that a dead process has asked for."""
    async with asyncio.timeout(HANG_SECONDS):
        while not at_rest(database):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(LOOK_SECONDS)
