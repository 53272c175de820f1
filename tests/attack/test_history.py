"""Tests of the history checker: it holds a move that nobody was told against the bot."""

from __future__ import annotations

import pytest

from tests.attack.history import LEFT_OUT, History, Kept, Row

MOVES = ("deal first 0", "0 play 5-5 mexican", "1 play 9-3 train1", "0 play 6-5 mexican", "1 play 6-2 mexican")
TOLD = {
    "each": (["A plays **5-5**.", "B plays 9-3.", "A plays 6-5 and covers the double 5-5.", "B plays 6-2."], True),
    "together": (["A plays 5-5.\nB plays 9-3.\nA plays 6-5.\nB plays 6-2."], True),
    "twice": (["A plays 5-5.", "A plays 5-5.\nB plays 9-3.", "A plays 6-5.\nB plays 6-2."], True),
    "not one": (["A plays 5-5.", "A plays 6-5 and covers the double 5-5.", "B plays 6-2."], False),
    "in another order": (["B plays 9-3.\nA plays 6-5.\nB plays 6-2.", "A plays 5-5."], False),
    "without room": ([f"{LEFT_OUT[0]}\nA plays 6-5 and covers the double 5-5.\nB plays 6-2."], True),
    "without room, not one more": ([f"{LEFT_OUT[1]}\nA plays 6-5 and covers the double 5-5."], False),
    "another match in between": (["A plays 5-5.\nB plays 9-3.", "C plays 6-2.", "A plays 6-5.\nB plays 6-2."], True),
    "not one before, then without room": (["A plays 5-5.", "B plays 9-3.", "B plays 6-2.", f"{LEFT_OUT[0]}\n"], False),
}


def history(moves: tuple[str, ...], texts: list[str]) -> History:
    """Hold what was told in a channel against the moves of a match."""
    log = [Row(ply, action, 1, 0.0) for ply, action in enumerate(moves)]
    found = History()
    found._told(Kept("t", 1, "finished", None, "mexican-train", {}, [None, None], "", "", log), texts)
    return found


@pytest.mark.parametrize("how", TOLD)
def test_each_move_is_told_in_order_or_left_out_where_there_is_no_room(how: str) -> None:
    texts, good = TOLD[how]
    assert history(MOVES, texts).broken["not told"] == (not good)


def test_a_tile_of_the_next_deal_is_not_looked_for_in_a_text_about_the_last() -> None:
    next_deal = ("deal first 1", "1 play 6-2 train1", "0 play 1-0 mexican", "1 play 9-3 train1")
    full, its_archive = (
        f"{LEFT_OUT[0]}\nA plays 6-5.\nB plays 6-2.",
        f"{LEFT_OUT[0]}\nB plays 9-3.\nA plays 6-5.\nB plays 6-2.",
    )
    texts = [full, its_archive, "B plays 6-2.", "A plays 1-0.", "B plays 9-3."]
    assert not history(MOVES + next_deal, texts).broken
    assert history(MOVES + next_deal, [*texts[:3], texts[4]]).broken
