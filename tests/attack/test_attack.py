"""The bot attacked from outside, by another Discord, for a short while each; ``tests.attack`` does so for longer."""

from __future__ import annotations

import pytest

from tests.attack.catalogue import CATALOGUE, attack
from tests.attack.faults import load

load()

RATES = (0.3, 0.6, 1.0)
"""How often something goes wrong."""

SECONDS = {
    "gateway": 95.0,
    "any-http": 36.0,
    "machine": 95.0,
    "spoilt-files": 45.0,
    "kills": 80.0,
    "forged": 60.0,
    "biggest": 18.0,
    "play": 8.0,
}
"""How long each group of faults goes on."""


@pytest.mark.long
@pytest.mark.parametrize("group", SECONDS)
async def test_it_loses_nothing_tells_all_and_gives_nothing_away(group: str) -> None:
    faults = [each for each in CATALOGUE.values() if each.group == group]
    found = await attack(faults, SECONDS[group], seed=7, rates=RATES)
    print(group, {name: figure for name, figure in found.items() if name != "log"})
    broken = {name: number for name, number in found.items() if name.startswith("BROKEN")}
    assert not broken, (found["examples"], found["unhandled lines"], found.get("log", "")[-3000:])
    assert found["acknowledged"]
