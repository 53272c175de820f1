"""Tests of the tiles that a forked table folds away."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.layouts import Branches, Cross, Placed
from render.geometry.branching.folding import Hidden, Piece, bits, folds
from tests.render.constructed import crosses, forks, one_arm
from tests.support.examples import examples

FEW = settings(max_examples=examples(40))


def away(pieces: tuple[Piece, ...]) -> int:
    return sum(len(piece.tiles) for piece in pieces if isinstance(piece, Hidden))


@FEW
@given(st.one_of(crosses(), forks()))
def test_more_and_more_tiles_are_folded_away_and_none_is_lost(layout: Cross | Branches) -> None:
    steps = [layout.placed, *folds(layout.placed, isinstance(layout, Branches))]
    for before, after in pairwise(steps):
        assert away(after) == away(before) + 4
        assert sum(map(bits, after)) == sum(map(bits, layout.placed))
        assert [piece for piece in after if isinstance(piece, Placed)] == [
            placed for placed in layout.placed if placed in after
        ]


@FEW
@given(st.one_of(crosses(), forks()))
def test_a_fold_is_of_one_line_between_tiles_that_stay(layout: Cross | Branches) -> None:
    for pieces in folds(layout.placed, isinstance(layout, Branches)):
        for hidden in pieces:
            if not isinstance(hidden, Hidden):
                continue
            line = [placed for placed in layout.placed if placed.end == hidden.end]
            first = line.index(hidden.tiles[0])
            assert list(hidden.tiles) == line[first : first + len(hidden.tiles)]
            assert not any(placed.opens for placed in hidden.tiles)
            # beside it stay a tile towards the middle and two towards the end
            assert first > 0
            assert line[first - 1] in pieces
            beyond = line[first + len(hidden.tiles) :]
            assert len(beyond) >= 2
            assert beyond[0] in pieces
            assert beyond[1] in pieces


def test_the_longest_run_is_folded_first() -> None:
    layout = one_arm()
    first = next(folds(layout.placed, forks=False))
    (hidden,) = (piece for piece in first if isinstance(piece, Hidden))
    assert hidden.end == "arm1"
    assert hidden.outward == layout.arm("arm1")[4].outward
    assert not hidden.crosswise
