"""A round is paired off the event loop, and if no process can, by a thread."""

from __future__ import annotations

import pytest

from engine import cups
from engine.live.cups import pairing
from tests.engine.cups.cups import CHANGING, SWISS, begun


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("settings", "entrants"), [(SWISS, 40), (SWISS, 6), (CHANGING, 36)])
async def test_a_process_pairs_as_this_one_does(settings: cups.Settings, entrants: int) -> None:
    task = cups.pairing_task(begun(settings, entrants))
    assert await pairing.paired(task) == cups.solve(task)


async def test_a_thread_pairs_where_no_process_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "COMMAND", "raise SystemExit(3)")
    task = cups.pairing_task(begun(SWISS, 40))
    assert await pairing.paired(task) == cups.solve(task)
