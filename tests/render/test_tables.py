"""Where the tiles of every rule set lie, from a deal's first tile to its last."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.layouts import START, Branches, Cross, Grid, Line, Pile, Trains
from engine.rules.catalogue import CATALOGUE
from engine.tiles import Tile
from engine.view import View
from render.geometry.boxes import Box, Chain, Spot
from render.geometry.laying import HIGHEST, REACH, laid
from render.geometry.tags import tags
from render.pictures.tabletop import lay_out
from render.pixels.frame import HEAD, RAIL, WIDTH
from tests.render.games import AnyDeal, any_deal, any_deals, halves, shared_edge

FEW = settings(max_examples=40, deadline=None)


def things(chain: Chain) -> list[Box]:
    """All that lies on a table, the ends left aside."""
    boxes = [spot.box for spot in chain.spots] + [fold.box for fold in chain.folds]
    return [*boxes, *chain.signs.values(), *chain.cells.values()]


def test_tiles_reach_as_far_as_the_rim_leaves_room() -> None:
    assert WIDTH // 2 - RAIL - 12 == REACH


@FEW
@given(any_deals(), st.integers(0, 1000))
def test_nothing_on_a_table_covers_anything_else(deal: AnyDeal, chance: int) -> None:
    for view in deal.views(chance):
        chain = laid(view)
        for one, other in combinations((*things(chain), *chain.ends.values()), 2):
            assert not one.overlaps(other)


@FEW
@given(any_deals(), st.integers(0, 1000))
def test_tiles_and_plates_keep_apart_and_inside_the_picture(deal: AnyDeal, chance: int) -> None:
    for view in deal.views(chance):
        chain, plates, height = lay_out(view)
        assert len(plates) == view.seats
        assert height <= 1400
        laid_out = (*things(chain), *chain.ends.values())
        for box in (*laid_out, *plates):
            assert box.x > RAIL
            assert box.right < WIDTH - RAIL
            assert box.y > HEAD
            assert box.bottom < height - RAIL
        for plate in plates:
            assert not any(plate.overlaps(box) for box in (*laid_out, *(each for each in plates if each != plate)))


@FEW
@given(any_deals((Line, Cross, Branches)), st.integers(0, 1000))
def test_the_name_of_an_end_covers_no_tile_no_end_and_no_plate(deal: AnyDeal, chance: int) -> None:
    for view in deal.views(chance):
        chain, plates, _ = lay_out(view)
        wide = 110 if isinstance(view.layout, Line) else 32
        numbers = tags(chain, dict.fromkeys(chain.ends, (wide, 32)), RAIL + 6, WIDTH - RAIL - 6)
        assert set(numbers) == set(chain.ends)
        for end, box in numbers.items():
            others = [each for name, each in (*chain.ends.items(), *numbers.items()) if name != end]
            assert not any(box.overlaps(each) for each in (*things(chain), *plates, *others))
            assert RAIL < box.x < box.right < WIDTH - RAIL


@FEW
@given(any_deals(), st.integers(0, 1000))
def test_every_tile_is_shown_once_or_folded_away_and_shows_its_halves(deal: AnyDeal, chance: int) -> None:
    for view in deal.views(chance):
        chain = laid(view)
        # the trains of three players may each take two rows
        assert chain.bounds.h <= HIGHEST + (80 if isinstance(view.layout, Trains) else 0)
        expected = [placed.tile for placed in view.layout.placed]
        if isinstance(view.layout, Trains):
            expected.insert(0, view.layout.engine)
        shown = [spot.placed.tile for spot in chain.spots]
        assert len(shown) + sum(fold.hidden for fold in chain.folds) == len(expected)
        assert [tile for tile in expected if tile in shown] == shown
        for spot in chain.spots:
            assert sorted(spot.box[2:]) == [chain.half, 2 * chain.half]
            assert {spot.first, spot.second} == {spot.placed.tile.high, spot.placed.tile.low}
        assert set(chain.ends) == set(view.layout.ends) - {"pile"}


def parents(view: View, chain: Chain) -> Iterator[tuple[Spot, Spot]]:
    """Each tile that is shown with the one that it was laid at, where that is shown as well."""
    spots = {spot.placed.tile: spot for spot in chain.spots}
    last: dict[str, Tile] = {}
    first = None
    for placed in view.layout.placed:
        before = last.get(placed.end, first)
        if before in spots and placed.tile in spots:
            yield spots[before], spots[placed.tile]
        last[placed.end] = placed.tile
        if placed.opens:
            last[placed.opens] = placed.tile
        if placed.end == START:
            first = placed.tile


ROWS = (Line, Cross, Branches, Trains)


@FEW
@given(any_deals(ROWS), st.integers(0, 1000))
def test_tiles_that_touch_by_the_rules_are_neighbours_and_no_others_are(deal: AnyDeal, chance: int) -> None:
    for view in deal.views(chance):
        chain = laid(view)
        kin = {(one.placed.tile, other.placed.tile) for one, other in parents(view, chain)}
        for one, other in combinations(chain.spots, 2):
            pair = (one.placed.tile, other.placed.tile)
            if pair in kin or pair[::-1] in kin:
                assert shared_edge(one.box, other.box) >= chain.half // 2
            else:
                assert shared_edge(one.box, other.box) == 0


@FEW
@given(any_deals(ROWS), st.integers(0, 1000))
def test_a_tile_touches_with_the_half_that_fits(deal: AnyDeal, chance: int) -> None:
    for view in deal.views(chance):
        touching = CATALOGUE[view.rules].touching
        for before, after in parents(view, laid(view)):
            if after.placed.across:
                continue
            inwards = [box for half, box in halves(after) if half == after.placed.inward]
            met = [
                half for half, box in halves(before) if any(shared_edge(box, each) >= each.w // 2 for each in inwards)
            ]
            assert met
            assert any(touching[half].get(after.placed.tile) == after.placed.inward for half in met)


@FEW
@given(any_deals(ROWS), st.integers(0, 1000))
def test_an_end_lies_at_the_tile_that_shows_it(deal: AnyDeal, chance: int) -> None:
    for view in deal.views(chance):
        chain = laid(view)
        last = {after.placed.end: after for _, after in parents(view, chain)}
        for end, box in chain.ends.items():
            if end in last and not last[end].placed.opens:
                assert shared_edge(last[end].box, box) >= chain.half // 2


@FEW
@given(any_deals((Trains,)))
def test_the_tiles_of_a_train_stay_where_they_were_until_more_of_it_is_folded(deal: AnyDeal) -> None:
    def train(chain: Chain, end: str) -> tuple[list[int], dict[Tile, tuple[int, int]]]:
        sign = chain.signs[end]
        folds = [fold.hidden for fold in chain.folds if fold.box.centre[1] == sign.centre[1]]
        spots = (spot for spot in chain.spots if spot.placed.end == end)
        return folds, {spot.placed.tile: (spot.box.x, spot.box.y - sign.y) for spot in spots}

    for before, after in pairwise(laid(match.view(state, None)) for state in deal.states):
        for end in before.signs:
            (folds, tiles), (more, after_tiles) = train(before, end), train(after, end)
            if folds == more:
                assert tiles.items() <= after_tiles.items()


def moves(rules: str, seats: int, seed: int) -> tuple[int, int]:
    """How many tiles were laid in a deal, and how often another one moved for it."""
    chains = [laid(match.view(state, None)) for state in any_deal(rules, seats, seed)]
    pairs = [(before, after) for before, after in pairwise(chains) if 0 < len(before.spots) < len(after.spots)]
    return len(pairs), sum(after.spots[: len(before.spots)] != before.spots for before, after in pairs)


@pytest.mark.parametrize(("rules", "seats"), [("all-fives", 2), ("sebastopol", 4), ("mata", 4), ("matador", 2)])
def test_on_a_table_that_forks_a_tile_hardly_ever_moves(rules: str, seats: int) -> None:
    laid_, moved = map(sum, zip(*(moves(rules, seats, seed) for seed in range(20)), strict=True))
    assert laid_ > 200
    assert moved <= 0.02 * laid_


@FEW
@given(any_deals((Pile, Grid)))
def test_tiles_of_a_pile_and_positions_of_a_grid_never_move(deal: AnyDeal) -> None:
    for before, after in pairwise(laid(match.view(state, None)) for state in deal.states):
        assert after.spots[: len(before.spots)] == before.spots
        assert after.cells == before.cells
