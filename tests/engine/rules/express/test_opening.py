"""Who opens a deal of Domino Express, and with what."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import match, random_deal
from engine.actions import parse_move
from engine.errors import Illegal, IllegalMove
from engine.game import State
from tests.engine.games import LOCK, after, deal, locked, tiles

BOOKS = ("express", "express-it")
both_books = pytest.mark.parametrize("rules", BOOKS)


def openings(state: State) -> list[str]:
    return [str(move) for move in match.legal(state)]


def refused(state: State, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        match.apply(state, parse_move(move))
    return caught.value


# ---------------------------------------------------------------------- the first deal


@both_books
@pytest.mark.parametrize(
    ("hands", "opening"),
    [
        # the highest double, not the tile with most pips (6-5 has eleven)
        (("6-5 6-4 5-4 6-3 6-2 6-1 2-2", "3-3 1-1 0-0 4-3 4-2 4-1 4-0"), "1 play 3-3 start"),
        (("6-5 6-4 5-4 6-3 6-2 6-1 5-5", "3-3 1-1 0-0 4-3 4-2 4-1 4-0"), "0 play 5-5 start"),
        # 0-0 is a double like any other
        (("6-5 6-4 5-4 6-3 6-2 6-1 5-1", "0-0 1-0 2-0 4-3 4-2 4-1 4-0"), "1 play 0-0 start"),
        (
            ("1-0 2-0 3-0 4-0 5-0 6-0 2-1", "0-0 1-1 2-2 3-1 4-1 5-1 6-1", "3-3 3-2 4-2 5-2 6-2 4-3 5-3"),
            "2 play 3-3 start",
        ),
    ],
)
def test_the_highest_double_opens_the_first_deal(rules: str, hands: tuple[str, ...], opening: str) -> None:
    # Source: document 000, "Comment jouer": "Le joueur ayant le double le plus élevé commence";
    # document 002, "Come si gioca": "Inizia il giro il giocatore che ha la tessera con il doppio più alto".
    # The rule book adds: with that tile.
    assert openings(deal(match.new(rules, len(hands)), *hands)) == [opening]


@both_books
@pytest.mark.parametrize("holder", range(4))
def test_with_four_players_the_double_six_always_opens(rules: str, holder: int) -> None:
    # Source: document 000, "Comment jouer": "c'est toujours celui qui détient le double 6 qui ouvre le jeu".
    hands = ["5-5 4-4 3-3 2-2 1-1 0-0 6-5", "6-4 6-3 6-2 6-1 6-0 5-4 5-3", "5-2 5-1 5-0 4-3 4-2 4-1 4-0"]
    hands.insert(holder, "6-6 3-2 3-1 3-0 2-1 2-0 1-0")
    assert openings(deal(match.new(rules, 4), *hands)) == [f"{holder} play 6-6 start"]


@both_books
def test_with_four_players_every_shuffle_is_opened_by_the_double_six(rules: str) -> None:
    source = random.Random(4)
    for _ in range(50):
        state = match.new(rules, 4, {"pairs": bool(source.getrandbits(1))})
        state = match.apply(state, random_deal(state, source))[0]
        assert [move.split(" ", 1)[1] for move in openings(state)] == ["play 6-6 start"]


@both_books
@pytest.mark.parametrize(
    ("hands", "opening"),
    [
        # most pips
        (("6-4 6-0 5-0 4-0 3-0 2-0 1-0", "6-5 2-1 3-1 4-1 5-1 3-2 4-2"), "1 play 6-5 start"),
        # level at nine: the higher half
        (("5-4 6-0 5-0 4-0 3-0 2-0 1-0", "6-3 2-1 3-1 4-1 5-1 3-2 4-2"), "1 play 6-3 start"),
        (("6-2 6-0 5-0 4-0 3-0 2-0 1-0", "5-3 2-1 3-1 4-1 5-1 3-2 4-2"), "0 play 6-2 start"),
    ],
)
def test_nobody_holds_a_double_so_the_strongest_tile_opens(rules: str, hands: tuple[str, ...], opening: str) -> None:
    # Source: document 000, "Comment jouer": "c'est le joueur qui possède le domino le plus fort qui commence".
    # Decision: most pips, then the higher half; and it must be the tile played.
    assert openings(deal(match.new(rules, 2), *hands)) == [opening]


@both_books
def test_another_tile_may_not_open_the_first_deal(rules: str) -> None:
    # Decision: the tile that names the opener must be the one played.
    state = deal(match.new(rules, 2), "5-5 6-4 5-4 6-3 6-2 6-1 6-5", "3-3 1-1 0-0 4-3 4-2 4-1 4-0")
    error = refused(state, "0 play 6-5 start")
    assert error.reason is Illegal.MUST_OPEN_WITH
    assert str(error.facts["tile"]) == "5-5"
    assert refused(state, "0 pass").reason is Illegal.MUST_PLAY
    assert refused(state, "0 play 5-5 left").reason is Illegal.NO_SUCH_END
    assert refused(state, "0 play 6-6 start").reason is Illegal.NOT_IN_HAND
    assert refused(state, "1 play 3-3 start").reason is Illegal.NOT_YOUR_TURN


# ---------------------------------------------------------------------- later deals


REMAINING = ("0-0 1-0 1-1 2-0", "2-2 3-0 3-1 3-2", "3-3 4-0 4-1 4-2 4-4", "5-1 5-2 5-3 5-4 5-5")


def second_deal(hands: tuple[str, str, str, str], opener: int = 0, rules: str = "express", **options: Any) -> State:
    """Deal again after a first deal that ``opener`` opened."""
    remaining = REMAINING[-opener:] + REMAINING[:-opener] if opener else REMAINING
    state = locked(remaining, opener=opener, rules=rules, **options)
    assert state.awaits_deal
    return deal(state, *hands)


HANDS = (
    "6-6 5-5 6-5 6-4 6-3 6-2 6-1",
    "4-4 3-3 5-4 5-3 5-2 5-1 6-0",
    "2-2 4-3 4-2 4-1 5-0 4-0 3-2",
    "1-1 0-0 3-1 3-0 2-1 2-0 1-0",
)


@both_books
@pytest.mark.parametrize("opener", range(4))
def test_the_opening_passes_to_the_seat_after_the_last_opener(rules: str, opener: int) -> None:
    # Source: document 000, "Manches suivantes": "le joueur qui a la main sera celui qui joue juste après la personne
    # qui avait la main dans la manche précédente". Neither 6-6 nor who won the deal decides.
    state = second_deal(HANDS, opener, rules)
    assert state.results[0].opener == opener
    assert state.turn == state.opener == (opener + 1) % 4


@both_books
def test_the_opening_goes_round_through_many_deals(rules: str) -> None:
    source = random.Random(11)
    state = match.new(rules, 3, {"target": 200})
    openers: list[int] = []
    while not state.finished:
        if state.awaits_deal:
            state = match.apply(state, random_deal(state, source))[0]
            openers.append(state.opener)
        else:
            state = match.apply(state, source.choice(match.legal(state)))[0]
    assert len(openers) > 3
    assert openers == [(openers[0] + n) % 3 for n in range(len(openers))]
    assert [result.opener for result in state.results] == openers


def test_any_tile_may_open_a_later_deal_in_the_french_book() -> None:
    # Source: document 000, "Manches suivantes": "Il peut commencer par jouer n'importe quelle pièce."
    state = second_deal(HANDS)
    assert openings(state) == [f"1 play {tile} start" for tile in sorted(tiles(HANDS[1]))]
    assert "1 play 4-4 start" in openings(state)
    assert state.opening is not None
    assert state.opening.must is None


def test_no_double_may_open_a_later_deal_in_the_italian_book() -> None:
    # Source: document 002, "Giri successivi": "a patto che non sia una doppia".
    state = second_deal(HANDS, rules="express-it")
    assert openings(state) == [f"1 play {tile} start" for tile in sorted(tiles(HANDS[1])) if not tile.double]
    error = refused(state, "1 play 4-4 start")
    assert error.reason is Illegal.NO_DOUBLE_OPENS
    assert str(error.facts["tile"]) == "4-4"
    assert refused(state, "1 play 6-6 start").reason is Illegal.NOT_IN_HAND


def test_seven_doubles_may_open_with_a_double_in_the_italian_book() -> None:
    # Decision: a hand of seven doubles may open with a double.
    doubles = "0-0 1-1 2-2 3-3 4-4 5-5 6-6"
    others = (
        "6-5 6-4 6-3 6-2 6-1 6-0 5-4",
        "5-3 5-2 5-1 5-0 4-3 4-2 4-1",
        "4-0 3-2 3-1 3-0 2-1 2-0 1-0",
    )
    state = second_deal((others[0], doubles, *others[1:]), rules="express-it")
    assert openings(state) == [f"1 play {tile} start" for tile in tiles(doubles)]


def test_a_double_may_be_played_after_a_later_deal_is_opened_in_the_italian_book() -> None:
    state = after(second_deal(HANDS, rules="express-it"), "1 play 5-2 start")
    assert "2 play 2-2 right" in openings(state)


def test_the_lock_is_ten_plays_of_which_the_double_six_is_the_first() -> None:
    # the helper that the tests above stand on
    assert len(LOCK) == 10
    assert LOCK[0] == "6-6 start"
