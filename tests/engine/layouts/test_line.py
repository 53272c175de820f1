"""Where tiles lie."""

from __future__ import annotations

import itertools

from engine.actions import Play
from engine.layouts import START, Line, Placed
from engine.tiles import tile


def laid(*steps: tuple[int, int, str, int]) -> Line:
    """Lay tiles, each as its two halves, the end, and the half that touches."""
    line = Line()
    for high, low, end, touching in steps:
        line = line.place(Play(0, tile(high, low), end), touching, crosswise=high == low)
    return line


OPENED = (6, 4, START, 6)


def test_an_opening_double_lies_across() -> None:
    assert laid((6, 6, START, 6)).placed == (Placed(tile(6, 6), START, 6, 6, 0, crosswise=True),)


def test_a_chain_runs_from_left_to_right_with_equal_halves_touching() -> None:
    line = laid(OPENED, (4, 1, "right", 4), (6, 2, "left", 6), (2, 2, "left", 2), (1, 0, "right", 1))
    chain = [(str(each.tile), left, right) for each, left, right in line.chain()]
    assert chain == [("2-2", 2, 2), ("6-2", 2, 6), ("6-4", 6, 4), ("4-1", 4, 1), ("1-0", 1, 0)]
    assert all(one[2] == other[1] for one, other in itertools.pairwise(chain))
    assert (chain[0][1], chain[-1][2]) == (line.ends["left"], line.ends["right"])


def test_the_half_that_a_player_says_faces_out() -> None:
    # Source: the game record, "Form": the half that faces out, for a matador that touches anything.
    for half in (6, 1):
        line = laid(OPENED).place(Play(1, tile(6, 1), "right", half), 6, crosswise=True)
        assert line.ends == {"left": 6, "right": half}
        assert line.placed[-1] == Placed(tile(6, 1), "right", 7 - half, half, 1, crosswise=True)
