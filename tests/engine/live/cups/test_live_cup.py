"""Two writers lose nothing, and a cup that is stored no more is forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from engine.cups import Phase
from engine.live.cups import organizing, signing
from engine.live.cups.cups import Cups
from engine.live.cups.errors import Code, CupDeclined
from engine.live.cups.model import Situation
from engine.live.database.connection import Statement
from tests.engine.cups.cups import SWISS
from tests.engine.live.cups.evening import ORGANIZER, Evening, person
from tests.engine.live.stores import FragileStore


async def test_the_change_of_a_slower_writer_is_decided_anew(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    others = Cups(evening.store, clock=lambda: evening.now)
    await others.load()
    for user_id in range(101, 109):
        writer = cup if user_id % 2 else others.find(cup.id)
        await writer.do(signing.sign_up, person(user_id))
    assert [each.members[0] for each in others.find(cup.id).situation.cup.entrants.values()] == [*range(101, 109)]


async def test_of_two_writers_one_alone_begins(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    others = Cups(evening.store, clock=lambda: evening.now)
    await others.load()
    both = [each.do(organizing.begin_now, ORGANIZER.user_id, manager=False) for each in (cup, others.find(cup.id))]
    refused = [each for each in await asyncio.gather(*both, return_exceptions=True) if isinstance(each, Exception)]
    assert len(refused) == 1
    assert cup.situation.phase is Phase.PAIRING


async def test_a_change_while_ratings_are_read_is_kept(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = await evening.opened(SWISS)

    async def read(at: Situation) -> Mapping[int, int]:
        await cup.do(signing.sign_up, person(101))
        return {101: 2500}

    monkeypatch.setattr(evening.store, "ratings", read)
    await cup.rate()
    assert len(cup.situation.cup.entrants) == 1
    assert cup.situation.ratings == {101: 2500}


async def test_a_cup_that_is_stored_no_more_is_forgotten(evening: Evening, store: FragileStore) -> None:
    cup = await evening.opened(SWISS)
    await store.connection.write(Statement("DELETE FROM cups WHERE id = ?", (cup.id,)))
    evening.now += 100
    with pytest.raises(CupDeclined) as caught:
        await evening.cups.advance(cup, {})
    assert caught.value.code is Code.NO_CUP
    assert evening.cups.open == ()
