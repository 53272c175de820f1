"""Domino Express. Source: documents 000 (French) and 002 (Italian); the rule book, "Domino Express"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine import match
from engine.actions import parse_move
from engine.errors import Illegal
from engine.events import Passed, Result
from engine.game import State
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, deal, dealt, late, locked, tiles

BOOKS = ("express", "express-it")
both_books = pytest.mark.parametrize("rules", BOOKS)


# ---------------------------------------------------------------------- the first deal


@both_books
@pytest.mark.parametrize(
    ("hands", "opening"),
    [
        # the highest double, not the tile with most pips (6-5 has eleven)
        ("6-5 6-4 5-4 6-3 6-2 6-1 2-2 | 3-3 1-1 0-0 4-3 4-2 4-1 4-0", "1 play 3-3 start"),
        ("6-5 6-4 5-4 6-3 6-2 6-1 5-5 | 3-3 1-1 0-0 4-3 4-2 4-1 4-0", "0 play 5-5 start"),
        # 0-0 is a double like any other
        ("6-5 6-4 5-4 6-3 6-2 6-1 5-1 | 0-0 1-0 2-0 4-3 4-2 4-1 4-0", "1 play 0-0 start"),
        ("1-0 2-0 3-0 4-0 5-0 6-0 2-1 | 0-0 1-1 2-2 3-1 4-1 5-1 6-1 | 3-3 3-2 4-2 5-2 6-2 4-3 5-3", "2 play 3-3 start"),
        # nobody holds a double: most pips, and level at nine the higher half
        ("6-4 6-0 5-0 4-0 3-0 2-0 1-0 | 6-5 2-1 3-1 4-1 5-1 3-2 4-2", "1 play 6-5 start"),
        ("5-4 6-0 5-0 4-0 3-0 2-0 1-0 | 6-3 2-1 3-1 4-1 5-1 3-2 4-2", "1 play 6-3 start"),
        ("6-2 6-0 5-0 4-0 3-0 2-0 1-0 | 5-3 2-1 3-1 4-1 5-1 3-2 4-2", "0 play 6-2 start"),
    ],
)
def test_the_highest_double_or_else_the_strongest_tile_opens_the_first_deal(
    rules: str, hands: str, opening: str
) -> None:
    # Source: document 000, "Comment jouer": "Le joueur ayant le double le plus élevé commence", "c'est le joueur qui
    # possède le domino le plus fort qui commence"; document 002, "Come si gioca": "Inizia il giro il giocatore che ha
    # la tessera con il doppio più alto". The rule book adds: with that tile.
    assert can(dealt(rules, hands)) == [opening]


@both_books
@pytest.mark.parametrize("holder", range(4))
def test_with_four_players_the_double_six_always_opens(rules: str, holder: int) -> None:
    # Source: document 000, "Comment jouer": "c'est toujours celui qui détient le double 6 qui ouvre le jeu".
    hands = ["5-5 4-4 3-3 2-2 1-1 0-0 6-5", "6-4 6-3 6-2 6-1 6-0 5-4 5-3", "5-2 5-1 5-0 4-3 4-2 4-1 4-0"]
    hands.insert(holder, "6-6 3-2 3-1 3-0 2-1 2-0 1-0")
    assert can(deal(match.new(rules, 4), *hands)) == [f"{holder} play 6-6 start"]


@both_books
def test_another_tile_may_not_open_the_first_deal(rules: str) -> None:
    # Decision: the tile that names the opener must be the one played.
    state = deal(match.new(rules, 2), "5-5 6-4 5-4 6-3 6-2 6-1 6-5", "3-3 1-1 0-0 4-3 4-2 4-1 4-0")
    assert why_not(state, "0 play 6-5 start") is Illegal.MUST_OPEN_WITH
    assert why_not(state, "0 pass") is Illegal.MUST_PLAY
    assert why_not(state, "0 play 5-5 left") is Illegal.NO_SUCH_END
    assert why_not(state, "0 play 6-6 start") is Illegal.NOT_IN_HAND
    assert why_not(state, "1 play 3-3 start") is Illegal.NOT_YOUR_TURN


# ---------------------------------------------------------------------- later deals


REMAINING = ("0-0 1-0 1-1 2-0", "2-2 3-0 3-1 3-2", "3-3 4-0 4-1 4-2 4-4", "5-1 5-2 5-3 5-4 5-5")
"""What a lock leaves: 5, 16, 29 and 40 pips, so 34 for seats 0 and 2 and 56 for seats 1 and 3."""


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


def test_any_tile_may_open_a_later_deal_in_the_french_book() -> None:
    # Source: document 000, "Manches suivantes": "Il peut commencer par jouer n'importe quelle pièce."
    state = second_deal(HANDS)
    assert can(state) == [f"1 play {tile} start" for tile in sorted(tiles(HANDS[1]))]


def test_no_double_may_open_a_later_deal_in_the_italian_book() -> None:
    # Source: document 002, "Giri successivi": "a patto che non sia una doppia".
    state = second_deal(HANDS, rules="express-it")
    assert can(state) == [f"1 play {tile} start" for tile in sorted(tiles(HANDS[1])) if not tile.double]
    assert why_not(state, "1 play 4-4 start") is Illegal.NO_DOUBLE_OPENS
    assert why_not(state, "1 play 6-6 start") is Illegal.NOT_IN_HAND


def test_seven_doubles_may_open_with_a_double_in_the_italian_book() -> None:
    # Decision: a hand of seven doubles may open with a double.
    doubles = "0-0 1-1 2-2 3-3 4-4 5-5 6-6"
    others = ("6-5 6-4 6-3 6-2 6-1 6-0 5-4", "5-3 5-2 5-1 5-0 4-3 4-2 4-1", "4-0 3-2 3-1 3-0 2-1 2-0 1-0")
    state = second_deal((others[0], doubles, *others[1:]), rules="express-it")
    assert can(state) == [f"1 play {tile} start" for tile in tiles(doubles)]


DRY = ("6-6 6-5 5-5 5-4 4-4 6-4 6-3", "0-0 1-0 1-1 2-0 2-1 2-2 3-0")
"""Seat 0 opens and never shows a number that seat 1 has."""


@both_books
@pytest.mark.parametrize(
    ("move", "reason"),
    [
        *(("0 play 4-1 left", Illegal.DOES_NOT_FIT), ("0 play 5-5 left", Illegal.DOES_NOT_FIT)),
        *(("0 play 6-1 start", Illegal.NO_SUCH_END), ("0 play 6-1 arm1", Illegal.NO_SUCH_END)),
        *(("0 play 6-1 Left", Illegal.NO_SUCH_END), ("0 play 3-3 left", Illegal.NOT_IN_HAND)),
        *(("0 play 6-4 left", Illegal.NOT_IN_HAND), ("0 play 9-9 left", Illegal.NOT_IN_HAND)),
        *(("0 pass", Illegal.MUST_PLAY), ("1 play 3-3 left", Illegal.NOT_YOUR_TURN)),
        *(("1 pass", Illegal.NOT_YOUR_TURN), ("7 pass", Illegal.NOT_YOUR_TURN)),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(rules: str, move: str, reason: Illegal) -> None:
    assert why_not(late(["6-1 4-1 5-5 1-0", "3-3"], ["6-4"], rules=rules), move) is reason


@both_books
def test_a_player_plays_if_able_and_else_passes(rules: str) -> None:
    # Source: document 000, "Comment jouer": "Si un joueur ne peut poser aucun domino, il passe son tour."
    state = after(deal(match.new(rules, 2), *DRY), "0 play 6-6 start")
    assert can(state) == ["1 pass"]
    passed, events = match.apply(state, parse_move("1 pass"))
    assert events == (Passed(1, (6,)),)
    assert passed.turn == 0
    assert passed.hands == state.hands
    assert why_not(passed, "0 pass") is Illegal.MUST_PLAY


@both_books
def test_nobody_draws(rules: str) -> None:
    # Source: document 000: "on ne peut pas piocher de nouveaux dominos"; 002: "non si può rubare dal pozzo".
    state = after(deal(match.new(rules, 2), *DRY), "0 play 6-6 start", "1 pass", "0 play 6-5 right", "1 pass")
    assert len(state.boneyard) == 14
    assert [len(hand) for hand in state.hands] == [5, 7]


@both_books
def test_the_last_tile_of_a_hand_ends_the_deal(rules: str) -> None:
    # Source: document 000, "Domino". A whole deal by the stock: the other's seven tiles have
    # 0 + 1 + 2 + 2 + 3 + 4 + 3 = 15 pips.
    state = deal(match.new(rules, 2), *DRY)
    laid = ["6-6 start", "6-5 right", "5-5 right", "5-4 right", "4-4 right", "6-4 right"]
    for step in laid:
        state = after(state, f"0 play {step}", "1 pass")
    state = after(state, "0 play 6-3 left")
    assert how_it_ended(state) == ("out", (0,), (15, 0))
    assert state.turn is None
    assert state.awaits_deal
    assert not match.legal(state)


def test_the_last_tile_wins_even_where_the_chain_is_blocked_by_it() -> None:
    # both at once: nothing fits any more, and the hand is empty. The rule book names out first.
    state = after(late(["6-1", "2-2 3-3", "4-4 5-5"], ["6-6", "6-2 right", "2-1 right"]), "0 play 6-1 right")
    assert state.results[0].reason == "out"
    assert state.results[0].winners == (0,)


@both_books
def test_a_block_is_seen_at_once_without_passes_though_undealt_tiles_would_fit(rules: str) -> None:
    # Source: document 000, "Clôture"; the rule book, "Blocked": the engine sees it by itself.
    # Six has one tile in play, the double that opens: nobody can follow.
    state = deal(match.new(rules, 2), "6-6 0-0 1-0 1-1 2-0 2-1 2-2", "3-0 3-1 3-2 3-3 4-0 4-1 4-2")
    state = after(state, "0 play 6-6 start")
    assert sum(6 in each for each in state.boneyard) == 6
    assert (state.results[0].reason, state.turn) == ("blocked", None)
    assert why_not(state, "1 pass") is Illegal.NOT_DEALT


def test_a_deal_goes_on_while_even_one_hand_has_a_tile_that_fits() -> None:
    state = after(late(["6-5 0-0", "1-1 2-2", "3-3 5-4"], ["6-6"]), "0 play 6-5 right")
    assert state.turn == 1
    assert not state.results
    assert can(after(state, "1 pass")) == ["2 play 5-4 right"]


def ended(state: State) -> Result:
    assert state.turn is None
    return state.results[-1]


# ---------------------------------------------------------------------- out


@both_books
def test_going_out_scores_the_pips_left_in_all_opponents_hands(rules: str) -> None:
    # Source: document 000, "Domino": "additionne tous les points des dominos que ses adversaires n'ont pas pu placer".
    # 5-5 and 4-1: 15. 2-0: 2. 6-3 and 0-0: 9. Together 26.
    state = late(["6-1", "5-5 4-1", "2-0", "6-3 0-0"], ["6-4"], rules=rules)
    result = ended(after(state, "0 play 6-1 left"))
    assert (result.reason, result.winners, result.points) == ("out", (0,), (26, 0, 0, 0))
    assert result.counted == (1, 2, 3)


@both_books
@pytest.mark.parametrize("blocked_pairs", ["all", "opponents"])
def test_going_out_in_pairs_scores_the_partners_pips_too(rules: str, blocked_pairs: str) -> None:
    # Source: document 000, "Domino": "il compte pour son score les points de ses adversaires plus ceux de son
    # partenaire"; 002, "Domino": "inclusi quelli del compagno". Whatever a blocked deal scores.
    # Opponents 15 + 9, partner 2: 26.
    state = late(["6-1", "5-5 4-1", "2-0", "6-3 0-0"], ["6-4"], rules=rules, pairs=True, blocked_pairs=blocked_pairs)
    result = ended(after(state, "0 play 6-1 left"))
    assert (result.reason, result.winners, result.points) == ("out", (0, 2), (26, 0))
    assert result.counted == (0, 1, 2, 3)


# ---------------------------------------------------------------------- blocked, alone


@both_books
def test_the_fewest_pips_score_all_opponents_pips_in_a_blocked_deal(rules: str) -> None:
    # Source: document 000, "Clôture": "l'équipe ou le joueur avec le moins de points l'emporte".
    # After the lock: 0-0 1-0 1-1 2-0: 5. 2-2 3-0 3-1 3-2: 16. 3-3 4-0 4-1 4-2 4-4: 29. 5-1 5-2 5-3 5-4 5-5: 40.
    result = ended(locked(REMAINING, rules=rules))
    assert (result.reason, result.winners, result.points) == ("blocked", (0,), (16 + 29 + 40, 0, 0, 0))
    assert result.counted == (1, 2, 3)


@both_books
def test_pips_decide_a_blocked_deal_and_not_the_number_of_tiles(rules: str) -> None:
    hands = "6-6 0-0 1-0 1-1 2-0 2-1 2-2", "5-5 5-4 5-3 5-2 5-1 5-0 4-4"
    # 0 + 1 + 2 + 2 + 3 + 4 = 12 in six tiles against 10 + 9 + 8 + 7 + 6 + 5 + 8 = 53 in seven
    result = ended(after(deal(match.new(rules, 2), *hands), "0 play 6-6 start"))
    assert (result.reason, result.winners, result.points) == ("blocked", (0,), (53, 0))


# ---------------------------------------------------------------------- blocked, pairs

OTHER_PAIR = ("5-1 5-2 5-3 5-5", "0-0 1-0 1-1 2-0", "3-3 4-0 4-1 4-2 4-4", "2-2 3-0 3-1 3-2 5-4")
"""After the lock: 31, 5, 29 and 25 pips, so 60 for seats 0 and 2 and 30 for seats 1 and 3."""


@both_books
@pytest.mark.parametrize(
    ("remaining", "winners", "options", "points"),
    [
        (REMAINING, (0, 2), {}, (90, 0)),
        (REMAINING, (0, 2), {"blocked_pairs": "all"}, (90, 0)),
        (REMAINING, (0, 2), {"blocked_pairs": "opponents"}, (56, 0)),
        (OTHER_PAIR, (1, 3), {}, (0, 90)),
        (OTHER_PAIR, (1, 3), {"blocked_pairs": "opponents"}, (0, 60)),
    ],
)
def test_the_two_hands_of_a_pair_together_decide_a_blocked_deal(
    rules: str, remaining: Sequence[str], winners: tuple[int, ...], options: Any, points: tuple[int, int]
) -> None:
    # Source: document 002, "Chiusura": "Il giocatore, o la coppia, con meno punti vince e somma i punti nel solito
    # modo". Decision: every pip left in the four hands, or with `opponents` the other pair's.
    result = ended(locked(remaining, rules=rules, pairs=True, **options))
    assert (result.reason, result.winners, result.points) == ("blocked", winners, points)
    losers = tuple(seat for seat in range(4) if seat not in winners)
    assert result.counted == (losers if options.get("blocked_pairs") == "opponents" else (0, 1, 2, 3))


def test_the_fewest_pips_of_one_player_do_not_decide_a_blocked_deal_in_pairs() -> None:
    # 31 + 29 = 60 against 16 + 14 = 30
    assert ended(locked(("5-1 5-2 5-3 5-5", *REMAINING[1:3], "0-0 1-0 1-1 2-0 5-4"), pairs=True)).winners == (1, 3)
    # 5 + 40 = 45 against 16 + 29 = 45: level, and the opener's pair wins
    level = ("0-0 1-0 1-1 2-0", *REMAINING[1:2], "5-1 5-2 5-3 5-4 5-5", REMAINING[2])
    assert ended(locked(level, pairs=True)).winners == (0, 2)


# ---------------------------------------------------------------------- level

LEVEL: dict[tuple[int, ...], Sequence[str]] = {
    # who is level with the fewest pips, counted from the opener: what each is left with, from the opener on
    (0, 1): ("1-1 3-0 4-1 5-1", "0-0 1-0 3-2 5-5", "2-0 2-2 3-1 4-4 5-2", "3-3 4-0 4-2 5-3 5-4"),  # 16 16 25 33
    (0, 2): ("2-0 3-0 3-2 5-5", "3-3 4-0 4-2 5-3", "0-0 1-1 3-1 4-4 5-1", "1-0 2-2 4-1 5-2 5-4"),  # 20 24 20 26
    (0, 3): ("0-0 3-2 5-1 5-3", "2-0 5-2 5-4 5-5", "1-0 2-2 4-1 4-2 4-4", "1-1 3-0 3-1 3-3 4-0"),  # 19 28 24 19
    (1, 2): ("4-2 5-2 5-3 5-5", "0-0 3-0 3-2 5-4", "1-0 1-1 2-2 3-1 3-3", "2-0 4-0 4-1 4-4 5-1"),  # 31 17 17 25
    (1, 3): ("3-2 4-0 5-1 5-4", "2-2 3-0 4-2 5-3", "1-0 1-1 3-3 4-4 5-2", "0-0 2-0 3-1 4-1 5-5"),  # 24 21 24 21
    (2, 3): ("3-3 4-2 5-1 5-2", "3-1 3-2 4-1 5-4", "0-0 1-0 1-1 4-4 5-5", "2-0 2-2 3-0 4-0 5-3"),  # 25 23 21 21
    (0, 1, 2): ("1-1 4-0 5-1 5-2", "2-0 3-1 4-1 5-3", "0-0 1-0 3-0 3-2 5-5", "2-2 3-3 4-2 4-4 5-4"),  # 19 19 19 33
    (1, 2, 3): ("3-0 3-3 4-2 5-4", "1-0 4-1 4-4 5-3", "1-1 2-0 2-2 3-1 5-5", "0-0 3-2 4-0 5-1 5-2"),  # 24 22 22 22
}


def from_opener(remaining: Sequence[str], opener: int) -> list[str]:
    """Put what is listed from the opener on into the order of the seats."""
    return [remaining[(seat - opener) % 4] for seat in range(4)]


def pips_of(hand: str) -> int:
    return sum(int(tile[0]) + int(tile[2]) for tile in hand.split())


@both_books
@pytest.mark.parametrize("opener", range(4))
@pytest.mark.parametrize("level", list(LEVEL))
def test_the_opener_or_the_nearest_after_the_opener_wins_among_level_players(
    rules: str, opener: int, level: tuple[int, ...]
) -> None:
    # Source: document 000, "Clôture": "En cas d'égalité, c'est le joueur ou l'équipe qui a la main, ou le joueur le
    # plus proche de la « main », qui remporte la manche"; the rule book: nearest after the opener in turn order.
    pips = [pips_of(hand) for hand in LEVEL[level]]
    assert tuple(at for at in range(4) if pips[at] == min(pips)) == level
    result = ended(locked(from_opener(LEVEL[level], opener), opener=opener, rules=rules))
    winner = (opener + level[0]) % 4
    assert (result.reason, result.opener, result.winners) == ("blocked", opener, (winner,))
    assert result.points[winner] == sum(pips) - min(pips)
    assert sum(result.points) == result.points[winner]


@both_books
@pytest.mark.parametrize("opener", range(4))
@pytest.mark.parametrize(
    "remaining",
    [
        # 21 + 24 against 21 + 24
        ("2-0 3-1 5-2 5-3", "1-0 4-0 4-2 5-5", "1-1 3-0 3-3 4-1 4-4", "0-0 2-2 3-2 5-1 5-4"),
        # 22 + 23 against 20 + 25: the one hand with fewest is the other pair's
        ("1-1 3-1 3-3 5-5", "0-0 4-0 4-4 5-3", "2-0 2-2 3-0 4-1 5-4", "1-0 3-2 4-2 5-1 5-2"),
        # 21 + 24 against 25 + 20: so it is here, after the opener's partner
        ("1-0 3-3 4-2 5-3", "4-0 4-1 5-1 5-5", "0-0 2-2 3-1 5-2 5-4", "1-1 2-0 3-0 3-2 4-4"),
    ],
)
@pytest.mark.parametrize(("blocked_pairs", "points"), [("all", 90), ("opponents", 45)])
def test_the_pair_that_has_the_opening_wins_among_level_pairs(
    rules: str, opener: int, remaining: Sequence[str], blocked_pairs: str, points: int
) -> None:
    # Source: document 002, "Chiusura": "vincerebbe il giocatore, o la coppia, di mano o che gli è più vicino".
    pips = [pips_of(hand) for hand in remaining]
    assert pips[0] + pips[2] == pips[1] + pips[3] == 45
    state = locked(from_opener(remaining, opener), opener=opener, rules=rules, pairs=True, blocked_pairs=blocked_pairs)
    result = ended(state)
    assert result.winners == ((0, 2) if opener in (0, 2) else (1, 3))
    assert max(result.points) == sum(result.points) == points


@both_books
@pytest.mark.parametrize("opener", [0, 1, 2])
def test_the_nearest_after_the_opener_wins_among_three_level_players(rules: str, opener: int) -> None:
    # from the opener on: 10 + 9 + 8 + 8 + 7 + 7 = 49; 6 + 6 + 6 + 2 + 2 + 3 + 3 = 28; 1 + 4 + 4 + 5 + 4 + 5 + 5 = 28
    dealt = ("6-6 5-5 5-4 5-3 4-4 5-2 4-3", "5-1 4-2 3-3 2-0 1-1 3-0 2-1", "1-0 2-2 3-1 3-2 4-0 4-1 5-0")
    hands = [dealt[(seat - opener) % 3] for seat in range(3)]
    result = ended(after(deal(match.new(rules, 3), *hands), f"{opener} play 6-6 start"))
    assert result.winners == ((opener + 1) % 3,)
    assert sum(result.points) == result.points[(opener + 1) % 3] == 49 + 28


def test_the_opener_of_a_later_deal_counts_among_its_level_players() -> None:
    # The first deal was opened by seat 0, so seat 1 opens the second. Both end level between seats 1 and 3 counted
    # from the opener: seats 1 and 3 in the first, seats 2 and 0 in the second.
    state = locked(LEVEL[1, 3], target=200)
    assert ended(state).winners == (1,)
    again = locked(from_opener(LEVEL[1, 3], 1), opener=1, target=200)
    laid = [[str(each.tile) for each in again.layout.placed if each.seat == seat] for seat in range(4)]
    left = from_opener(LEVEL[1, 3], 1)
    state = deal(state, *(" ".join([*laid[seat], left[seat]]) for seat in range(4)))
    state = after(state, *(str(move) for move in again.history))
    assert (ended(state).opener, ended(state).winners) == (1, (2,))
    # 24 + 24 + 21 = 69 each time
    assert state.totals == (0, 69, 69, 0)


# ---------------------------------------------------------------------- the match


@both_books
@pytest.mark.parametrize("target", [50, 100, 150, 200])
@pytest.mark.parametrize(("short", "won"), [(16, False), (15, True), (14, True)])
def test_the_match_ends_when_the_target_is_reached_or_passed(rules: str, target: int, short: int, won: bool) -> None:
    # Source: document 000, "Fin de partie"; the rule book, option `target`. The deal is worth 10 + 5 = 15.
    state = late(["6-1", "5-5 4-1"], ["6-4"], rules=rules, target=target, totals=(target - short, target - 1))
    state = after(state, "0 play 6-1 left")
    assert state.totals == (target - short + 15, target - 1)
    assert state.finished is won
    assert state.awaits_deal is not won
    assert state.winners == ((0,) if won else ())
    assert match.outcome(state) == ((0,) if won else None)


def test_a_pair_wins_the_match_together() -> None:
    state = after(late(["6-1", "5-5 4-1", "2-0", "6-3"], ["6-4"], pairs=True, totals=(75, 99)), "0 play 6-1 left")
    assert state.totals == (75 + 15 + 2 + 9, 99)
    assert state.winners == (0, 2)


def test_the_higher_total_past_the_target_wins_and_level_totals_go_on() -> None:
    # Source: the rule book, "Reaching the target".
    state = late(["6-1", "5-5 4-1"], ["6-4"])
    winners = state.rules.scoring.winners
    assert winners(state._replace(totals=(110, 120))) == (1,)
    assert winners(state._replace(totals=(120, 110))) == (0,)
    assert winners(state._replace(totals=(120, 120))) == ()
    assert winners(state._replace(totals=(99, 98))) == ()
