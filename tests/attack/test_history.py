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
    "not one before, then without room": (["A plays 5-5.", "B plays 9-3.", "B plays 6-2.", f"{LEFT_OUT[0]}\n"], False),
}


@pytest.mark.parametrize("how", TOLD)
def test_each_move_is_told_in_order_or_left_out_where_there_is_no_room(how: str) -> None:
    texts, good = TOLD[how]
    log = [Row(ply, action, 1, 0.0) for ply, action in enumerate(MOVES)]
    table = Kept("t", 1, "finished", None, "mexican-train", {}, [None, None], "", "", log)
    found = History()
    found._told(table, texts)
    assert found.broken["not told"] == (not good)
