"""Deals that have ended, told once more."""

from __future__ import annotations

import pytest

from engine.live.declined import Declined, Why
from engine.live.retelling import deal_views
from engine.live.store import Kept
from engine.live.table import Table
from engine.view import View
from tests.engine.live.people import World, play_deal, play_match, play_one


async def kept(world: World, table: Table) -> Kept:
    found = await world.store.find(table.id)
    assert found is not None
    return found


async def watched(table: Table) -> list[View]:
    """Play a deal to its end; give what the channel saw meanwhile, each time once."""
    seen = [table.view(None)]
    while table.view(None).turn is not None:
        await play_one(table)
        seen.append(table.view(None))
    return seen


async def test_a_deal_is_told_as_the_channel_saw_it_from_its_first_moment_to_its_end(world: World) -> None:
    table = await world.match(target=200)
    first = await watched(table)
    await table.next_deal(table.header.host, 1)
    second = await watched(table)
    assert list(deal_views(await kept(world, table), 1)) == first
    assert list(deal_views(await kept(world, table), 2)) == second


async def test_it_shows_nobodys_hand_before_the_end(world: World) -> None:
    table = await world.match()
    await play_deal(table)
    *before, last = deal_views(await kept(world, table), 1)
    assert all(view.seat is None and not view.hand and not view.legal and not view.drawn for view in before)
    assert not any(view.results for view in before)
    assert len(last.results) == 1


async def test_the_last_deal_can_be_told_after_the_match(world: World) -> None:
    table = await world.match(target=50)
    await play_match(table)
    deals = table.view(None).deal
    views = deal_views(await kept(world, table), deals)
    assert views[-1].finished
    assert {view.deal for view in views} == {deals}


@pytest.mark.parametrize("deal", [0, 2, 3])
async def test_a_deal_that_has_not_ended_is_declined(world: World, deal: int) -> None:
    table = await world.match(target=200)
    await play_deal(table)
    await table.next_deal(table.header.host, 1)
    await play_one(table)
    with pytest.raises(Declined) as declined:
        deal_views(await kept(world, table), deal)
    assert declined.value.why is Why.DEAL_NOT_ENDED


async def test_a_match_without_an_action_has_no_deal(world: World) -> None:
    with pytest.raises(Declined):
        deal_views(Kept((await world.lobby()).header, ()), 1)
