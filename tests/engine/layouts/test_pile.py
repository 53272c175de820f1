"""A pile whose pips are added up. Source: the game record, "Ends" and "Replaying"."""

from __future__ import annotations

from engine.actions import Play
from engine.layouts import PILE, Pile, Placed
from engine.tiles import tile
from tests.engine.games import tiles


def test_a_pile_shows_the_running_total_from_the_start() -> None:
    pile = Pile()
    assert pile.ends == {"pile": 0}
    totals: list[int] = []
    for each in tiles("5-5 3-2 0-0 6-6"):
        pile = pile.place(Play(0, each, PILE), each.high, crosswise=False)
        totals.append(pile.ends[PILE])
    assert totals == [10, 15, 15, 27]
    assert pile.total == 27
    assert [str(each.tile) for each in pile.placed] == ["5-5", "3-2", "0-0", "6-6"]


def test_a_tile_on_the_pile_is_its_players() -> None:
    pile = Pile().place(Play(2, tile(6, 4), PILE), 6, crosswise=False)
    assert pile.placed == (Placed(tile(6, 4), PILE, 6, 4, 2, crosswise=False),)


def test_laying_a_tile_leaves_the_pile_before_it_untouched() -> None:
    pile = Pile()
    pile.place(Play(1, tiles("6-6")[0], PILE), 6, crosswise=False)
    assert (pile.total, pile.placed) == (0, ())
