"""Whatever happens, a cup ends by itself, and its standings are those of the results in its log."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.cups import Format, Phase, Sides
from engine.live.cups.model import Situation
from engine.live.database_store import DatabaseStore
from tests.engine.live.cups.second_reading import check_final_standings
from tests.engine.live.cups.unrest import Unrest, some_settings, some_size

KINDS = [
    (Format.SWISS, Sides.ALONE),
    (Format.SWISS, Sides.PAIRS),
    (Format.SWISS, Sides.PARTNERS_CHANGE),
    (Format.ROUND_ROBIN, Sides.ALONE),
    (Format.ROUND_ROBIN, Sides.PAIRS),
    (Format.KNOCK_OUT, Sides.ALONE),
    (Format.KNOCK_OUT, Sides.PAIRS),
]
CUPS = 8
"""How many cups of each kind are played in the long step."""


def check(evening: Unrest, over: Situation) -> None:
    """Check a cup that is over: its end, its messages, and its standings."""
    assert over.phase is Phase.ENDED
    told = Counter(evening.told)
    assert {*told.values()} == {1}
    assert {f"round-{each.number}" for each in over.cup.rounds} <= {*told}
    assert "end" in told
    redrawn = over.cup.settings.format is Format.KNOCK_OUT
    assert redrawn or {*evening.mentioned.values()} <= {1}
    assert all(table.result for each in over.cup.rounds for table in each.tables)
    if not redrawn or "_correct" not in evening.happened:
        check_final_standings(over)


async def play(store: DatabaseStore, form: Format, sides: Sides, seed: int, most: int) -> None:
    """Play a cup through all that may happen."""
    source = random.Random(f"{form} {sides} {seed}")
    settings = some_settings(source, form, sides)
    evening = Unrest(
        store=store.cups, connection=store.connection, random=source, unrest=source.choice((0.0, 0.02, 0.1))
    )
    cup = await evening.opened(settings, automatic=source.random() < 0.8)
    await evening.signed_up(cup, some_size(source, form, sides, most))
    for _ in range(source.randrange(4)):
        await evening.offered(cup)
    await evening.pass_time(600)
    try:
        check(evening, await evening.play(cup))
    except AssertionError as error:
        raise AssertionError(f"seed {seed}, {settings}, {evening.happened}: {error}") from error


@pytest.mark.long
@pytest.mark.parametrize(("form", "sides"), KINDS)
async def test_whatever_happens_a_cup_ends_by_itself(store: DatabaseStore, form: Format, sides: Sides) -> None:
    for seed in range(2):
        await play(store, form, sides, seed, 12)


@pytest.mark.long
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize(("form", "sides"), KINDS)
async def test_many_cups_end_by_themselves(store: DatabaseStore, form: Format, sides: Sides, part: int) -> None:
    for seed in range(2 + part, CUPS, 2):
        await play(store, form, sides, seed, 64 if seed % 10 == 0 else 20)
