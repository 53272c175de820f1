"""Tests of the places of a bracket."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from render.geometry.boxes import Box
from render.geometry.bracket import places

AREA = Box(26, 150, 948, 0)


@pytest.mark.parametrize("third", [0, 60])
@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_a_match_stands_between_the_two_that_lead_to_it_and_nothing_overlaps(rounds: int, third: int) -> None:
    at = places(rounds, AREA, 96, third=third)
    assert [len(each) for each in at.rounds] == [1 << number for number in reversed(range(rounds))]
    for before, after in pairwise(at.rounds):
        for number, box in enumerate(after):
            upper, lower = before[2 * number : 2 * number + 2]
            assert 2 * box.y == upper.y + lower.y
            assert box.x > upper.right
    boxes = [box for each in at.rounds for box in each] + ([at.third] if at.third else [])
    assert (at.third is not None) == bool(third)
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert all(AREA.x <= box.x and box.right <= AREA.right and AREA.y <= box.y for box in boxes)
    assert at.bottom == max(box.bottom for box in boxes)


def test_each_match_but_the_final_has_a_line_to_the_next() -> None:
    at = places(3, AREA, 96)
    boxes = [box for each in at.rounds[:-1] for box in each]
    assert [line[0] for line in at.lines] == [(box.right, box.centre[1]) for box in boxes]
    ends = [line[-1] for line in at.lines]
    assert ends == [(box.x, box.centre[1]) for each in at.rounds[1:] for box in each for _ in range(2)]
    for line in at.lines:
        # each part is level or upright
        assert all(x == to_x or y == to_y for (x, y), (to_x, to_y) in pairwise(line))
