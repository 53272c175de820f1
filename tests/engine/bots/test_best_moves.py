"""Tests of positions with one best move, which an expert finds after little thought."""

from __future__ import annotations

from engine import match
from engine.actions import parse_move
from engine.bots.level import Level
from engine.game import State
from engine.options import Value
from tests.engine.bots import laws
from tests.engine.bots.positions import seen
from tests.engine.games import after, deal, dealt

EFFORT = 2000
SEEDS = range(3)


def reached(
    rules: str, hands: str, moves: str, *, boneyard: str = "", first: int | None = None, **options: Value
) -> State:
    """Deal, and play moves as a record has them, but without the seat, who is in turn, and without the word play."""
    state = dealt(rules, hands, boneyard=boneyard, first=first, **options)
    for each in moves.split(", ") if moves else ():
        verb = "" if each.split()[0] in ("draw", "pass", "flip") else "play "
        state, _ = match.apply(state, parse_move(f"{state.turn} {verb}{each}"))
    return state


def finds(state: State, *best: str) -> None:
    """Ask an expert; every time it has to choose one of ``best``, which are not all that there is."""
    moves = {f"{state.turn} {each}" for each in best}
    assert moves < {str(each) for each in match.legal(state)}
    for seed in SEEDS:
        decision = laws.thought_of(*seen(state), Level.EXPERT, seed, EFFORT)
        estimates = [f"{each.move} {each.value:.2f}" for each in decision.estimates]
        assert str(decision.move) in moves, f"{decision.move} of {estimates}"


# ---------------------------------------------------------------------- Domino Express, in pairs and alone


def test_express_closes_the_line_while_it_holds_the_fewest_pips() -> None:
    """The last five at both ends ends the deal, with two pips in the hand and a dozen and more in the others."""
    state = reached(
        "express",
        "3-2 3-3 4-1 5-0 5-2 6-1 6-2 | 3-1 4-0 4-2 4-3 5-4 6-0 6-6 | 0-0 2-0 2-2 4-4 5-3 5-5 6-4 | "
        "1-0 1-1 2-1 3-0 5-1 6-3 6-5",
        "6-6 start, 6-4 left, 6-5 right, 5-0 right, 6-0 right, 4-4 left, 6-3 right, 3-2 right, 4-2 left, 2-2 right, "
        "2-1 right, 4-1 right, 5-4 right, 5-5 right, 5-1 right, 5-2 left, 3-1 right",
    )
    finds(state, "play 5-3 right")


def test_express_shuts_out_the_next_player_who_has_one_tile_left() -> None:
    """The next one, with one tile, has passed on blanks, and of the fives all but its own 5-4 lie."""
    state = reached(
        "express",
        "1-1 3-2 3-3 4-2 5-1 5-2 6-0 | 1-0 3-0 5-4 5-5 6-1 6-3 6-5 | 2-0 2-1 4-3 4-4 5-0 5-3 6-6",
        "6-6 start, 6-0 left, 6-1 right, 5-0 left, 5-2 left, 1-0 right, 2-0 left, pass, 3-0 left, 4-3 left, 4-2 left, "
        "pass, 2-1 left, 1-1 left, pass, pass, 5-1 left, 6-5 left, pass, pass, 6-3 left, 5-3 left, pass",
    )
    finds(state, "play 5-5 left")


def test_express_leaves_the_number_that_its_partner_must_have() -> None:
    """The partner's last tile has a four or a five; the blank would be answered by the opponent, who must have 0-0."""
    state = reached(
        "express",
        "1-0 2-0 3-2 4-0 4-4 5-4 6-1 | 0-0 4-2 4-3 5-0 6-0 6-4 6-5 | 3-0 3-3 4-1 5-2 5-5 6-3 6-6 | "
        "1-1 2-1 2-2 3-1 5-1 5-3 6-2",
        "6-6 start, 6-2 right, 3-2 right, 6-5 left, 3-0 right, 5-3 left, 1-0 right, 4-3 left, 4-1 left, 3-1 right, "
        "6-1 left, 6-4 left, 3-3 right, pass, 4-4 left, 4-2 left, 6-3 right, 2-1 left, pass, 6-0 right, pass, "
        "5-1 left, 2-0 right, 5-0 left, 5-2 right, pass",
        pairs=True,
    )
    finds(state, "play 4-0 left")


def test_express_does_not_open_the_only_number_on_which_the_next_opponent_can_go_out() -> None:
    """Partner and last player have passed on blanks, so the next one has 1-0, its last tile."""
    state = reached(
        "express",
        "2-0 2-2 3-3 4-0 4-2 4-3 5-2 | 0-0 1-0 5-3 6-0 6-1 6-4 6-5 | 2-1 3-1 4-1 4-4 6-2 6-3 6-6 | "
        "1-1 3-0 3-2 5-0 5-1 5-4 5-5",
        "6-6 start, pass, pass, 6-5 right, 6-3 left, 5-0 right, 4-3 left, 0-0 right, 4-1 left, 3-0 right, 3-3 right, "
        "5-3 right, 2-1 left, 5-1 right, 2-2 left, 6-1 right, 6-2 left, pass, pass, 6-0 right, pass, pass, 2-0 right, "
        "6-4 left, 4-4 left, 5-4 left, 4-2 right, pass, pass, 5-5 left",
        pairs=True,
    )
    finds(state, "play 5-2 left")


# ---------------------------------------------------------------------- the classics


def test_misere_does_not_go_out() -> None:
    """Laying 6-6 leaves 6-4, which would have to be laid next, since the others pass; 6-4 closes the line instead."""
    state = reached(
        "misere",
        "1-1 2-0 2-2 3-1 4-4 5-4 | 2-1 4-1 4-3 5-1 6-0 6-4 | 1-0 3-3 4-0 5-0 5-5 6-1",
        "5-5 start, 5-4 right, 4-3 right, 5-0 left, 2-0 left, 2-1 left, 1-0 left, 3-1 right, 6-0 left, 6-1 left, "
        "1-1 left, 4-1 right, 4-0 right, draw, 0-0 right, 5-1 left, draw, draw, 5-3 left, draw, draw, 3-0 right, "
        "draw, draw, draw, 3-2 right, 6-3 left, 6-2 left, draw, 4-2 left, draw, 5-2 right, 4-4 left, 6-5 right, "
        "pass, pass",
        boneyard="0-0 6-3 5-3 6-2 3-0 6-5 6-6 3-2 4-2 5-2",
    )
    finds(state, "play 6-4 right")


def test_misere_leaves_itself_no_tile_that_fits() -> None:
    """Keeping 4-3 while a three lies open, it would go out next; keeping 3-3 while a four does, it has to draw."""
    state = reached(
        "misere",
        "3-2 3-3 4-0 4-3 5-3 6-3 | 1-0 2-0 2-1 4-4 5-5 6-5 | 2-2 3-0 4-2 5-4 6-1 6-2",
        "6-5 start, 6-2 left, 5-3 right, 2-1 left, 3-0 right, 4-0 right, 1-0 left, 4-2 right, 3-2 right, 2-0 left, "
        "2-2 left, 6-3 right, draw, draw, draw, draw, 6-0 right, draw, draw, draw, draw, 5-2 left, draw, 5-1 left, "
        "0-0 right, 3-1 left",
        boneyard="5-0 1-1 0-0 6-0 6-4 4-1 3-1 5-2 5-1 6-6",
    )
    finds(state, "play 4-3 left")


def test_without_a_boneyard_it_lays_its_tiles_in_the_order_that_empties_the_hand() -> None:
    """1-0 or 3-0 leads through all five tiles at once; 2-0 is the end of the turn."""
    state = reached(
        "no-boneyard",
        "0-0 1-1 3-2 4-0 4-4 5-1 5-3 5-5 6-1 6-2 6-4 6-5 | 1-0 2-0 3-0 3-1 3-3 4-2 4-3 5-0 5-2 5-4 6-3 6-6",
        "6-6 start, 6-3 right, 4-3 right, 4-2 right, 5-2 right, 5-4 right, 6-2 left, 3-2 left, 6-4 right, 6-5 right, "
        "5-3 left, 5-1 right, 1-1 right, 5-5 left, 6-1 right, 5-0 left",
    )
    finds(state, "play 1-0 left", "play 3-0 left")


# ---------------------------------------------------------------------- other tables


def test_sebastopol_leaves_only_numbers_that_nobody_else_has() -> None:
    """With a blank at two arms and a six at the others everybody passes, and 0-0 goes out."""
    state = reached(
        "sebastopol",
        "3-1 3-3 4-0 4-4 5-5 6-2 6-5 | 2-2 3-0 4-1 5-2 5-4 6-3 6-4 | 0-0 1-0 2-1 4-2 4-3 5-3 6-6 | "
        "1-1 2-0 3-2 5-0 5-1 6-0 6-1",
        "6-6 start, 6-1 arm1, 6-5 arm2, 6-3 arm3, pass, 6-0 arm4, 4-0 arm4, 5-4 arm2, 5-3 arm3, 5-1 arm1, 4-4 arm4, "
        "6-4 arm4, 4-3 arm2, 3-2 arm2, 6-2 arm2, 5-2 arm1, 4-2 arm1, 5-0 arm3, pass, 3-0 arm3, pass, pass, 3-3 arm3, "
        "4-1 arm1, 2-1 arm1, 2-0 arm1, 3-1 arm3, pass",
    )
    finds(state, "play 1-0 arm3")


def test_double_twelve_makes_both_ends_fit_its_last_tile() -> None:
    """After 2-0 at the blank a two lies at both ends, and whatever the other does 7-2 goes out."""
    state = reached(
        "double-twelve",
        "0-0 1-0 4-3 5-2 8-2 8-6 8-8 9-1 10-4 11-2 11-8 12-12 | 1-1 3-3 4-0 4-2 5-1 7-0 8-4 10-10 11-10 12-1 12-7 12-8",
        "12-12 start, 12-1 left, 9-1 left, 12-7 right, draw, 7-0 right, 0-0 right, 4-0 right, 10-4 right, 11-10 right, "
        "11-8 right, 8-4 right, 4-3 right, 3-3 right, draw, draw, 9-9 left, draw, draw, draw, 10-3 right, 10-10 right, "
        "draw, 10-6 right, 8-6 right, 8-5 right, 11-5 right, draw, 11-2 right, 3-2 right, draw, draw, draw, "
        "10-9 left, draw, draw, 10-8 left, 12-8 left, draw, draw, 12-2 left, 2-2 left, 8-2 left, draw, 8-8 left, draw, "
        "8-1 left, 1-1 left, 1-0 left, 6-0 left, draw, 6-5 left, 5-2 left, 4-2 left, 4-1 left, 10-1 left, draw, draw, "
        "3-0 right, 10-2 left",
        boneyard="7-2 9-9 8-5 10-6 10-3 3-2 11-5 2-2 8-1 10-9 2-0 10-8 7-7 12-2 6-5 10-1 6-0 4-1 3-0 10-2 9-4 9-5 8-3",
    )
    finds(state, "play 2-0 right")


def test_all_fives_takes_twenty_rather_than_five() -> None:
    """4-4 makes 12 and 8; 6-1 would make 4 and 1."""
    state = reached(
        "all-fives",
        "3-0 4-0 4-1 6-2 6-6 | 1-0 4-4 6-1 6-3 6-5 | 2-0 3-3 5-0 5-3 6-4 | 0-0 2-1 3-1 4-3 5-4",
        "6-6 start, 6-3 arm1, 5-3 arm1, 5-4 arm1, draw",
        boneyard="5-1 4-2 6-0 1-1",
        target=50,
    )
    finds(state, "play 4-4 arm1")


def test_all_fives_goes_out_rather_than_draw() -> None:
    """The last tile fits, and the others hold some forty pips."""
    state = reached(
        "all-fives",
        "4-3 4-4 5-5 6-1 6-4 | 3-1 5-2 5-4 6-0 6-2 | 0-0 4-1 5-3 6-5 6-6 | 2-1 2-2 4-0 4-2 6-3",
        "6-6 start, draw, 6-4 arm1, 6-2 arm2, draw, 4-0 arm1, draw, 5-2 arm2, 5-1 arm2, 1-1 arm2, 5-0 arm1, 5-4 arm1, "
        "4-1 arm1, 2-1 arm1, draw, 6-0 arm3, 6-5 arm4, 2-2 arm1, 5-5 arm4",
        boneyard="1-1 5-1 5-0 2-0",
    )
    finds(state, "play 3-1 arm2")


def test_matador_leaves_blanks_where_it_alone_has_the_matadors_left() -> None:
    """After 5-0 a blank lies at both ends: nobody else can go on, and it can with both of the matadors left."""
    state = reached(
        "matador",
        "1-1 2-0 3-1 4-0 4-1 4-3 4-4 | 2-1 2-2 3-0 3-3 4-2 5-4 6-5 | 0-0 3-2 5-0 5-2 6-1 6-2 6-3",
        "3-2 start, 4-3 left 4, 3-3 left, 5-2 right 5, 2-0 right, 4-2 left",
        first=2,
        unable="pass",
        matador_ends="choose",
    )
    finds(state, "play 5-0 left")


def test_mata_leaves_the_number_on_which_the_others_passed_and_its_last_tile_goes() -> None:
    """The next two have one tile each and have passed where a four is wanted; 4-1 would want a three of them."""
    state = reached(
        "mata",
        "1-0 5-0 5-1 5-4 6-3 | 1-1 3-1 4-1 6-0 6-6 | 0-0 2-2 4-3 5-5 6-4 | 2-0 4-0 5-3 6-1 6-2",
        "5-1 start, 6-6 e2, 4-3 e1, 4-0 e3, 6-3 e1, 1-1 e2, 6-4 e2, 6-1 e1, 1-0 e1, 6-0 e4, 0-0 e4, 5-3 e2, draw, "
        "draw, 2-2 e2, draw, 5-0 e2, draw, draw, draw, pass, 5-2 e1, 5-5 e5, 2-0 e5, pass, 3-2 e1, pass, pass, "
        "5-4 e1, pass, pass, 6-2 e1, pass",
        boneyard="4-4 3-2 6-5 5-2 3-3 3-0 2-1 4-2",
        first=0,
        deals=1,
    )
    finds(state, "play 3-1 e1")


def test_accountants_takes_the_mark() -> None:
    """20 and 6-4 make 30."""
    state = reached(
        "accountants",
        "6-6 6-5 5-5 5-4 6-3 4-4 5-2 4-3 | 5-3 6-2 0-0 1-0 1-1 2-0 4-0 3-1 | 6-4 2-1 3-2 4-1 5-1 5-0 6-0 2-2",
        "6-6 pile, 5-3 pile",
    )
    finds(state, "play 6-4 pile")


def test_accountants_leaves_no_mark_to_the_next_player_who_needs_one_more() -> None:
    """15 and up to three pips leave a mark that no tile left hits; more pips leave one that unseen tiles hit."""
    state = reached(
        "accountants",
        "5-3 2-2 6-1 4-1 6-5 6-6 5-5 5-4 | 6-2 6-0 5-2 4-4 6-4 0-0 1-0 1-1 | 4-0 5-1 4-3 6-3 4-2 3-3 3-2 3-1",
        "5-3 pile, 6-2 pile, 4-0 pile, 2-2 pile, 6-0 pile, 5-1 pile, 6-1 pile, 5-2 pile, 4-3 pile, 4-1 pile, 4-4 pile, "
        "6-3 pile, 6-5 pile, 6-4 pile",
    )
    assert state.totals == (0, 40, 0)
    state = deal(
        state, "2-1 2-0 1-1 1-0 4-2 6-1 4-3 6-0", "6-6 6-5 5-5 5-4 6-3 4-4 6-4 5-3", "0-0 3-0 5-0 4-0 3-1 5-1 2-2 3-2"
    )
    state = after(state, "1 play 6-6 pile", "2 play 3-0 pile")
    finds(state, "play 2-1 pile", "play 2-0 pile", "play 1-1 pile", "play 1-0 pile")


# ---------------------------------------------------------------------- trains


def test_the_train_goes_out_with_a_double_and_its_cover() -> None:
    """8-8 and then 8-2 is both tiles in one turn; after 8-2 there would be 8-8 left, and sixteen pips."""
    state = reached(
        "mexican-train-nine",
        "0-0 2-1 3-2 3-3 4-1 4-4 6-2 6-3 6-6 8-2 8-6 8-8 9-0 9-2 9-4 | "
        "1-0 1-1 2-0 2-2 3-1 4-2 4-3 5-3 5-5 7-0 7-1 7-2 7-7 9-1 9-8",
        "9-1 mexican, 9-4 train0, 9-8 train1, 4-1 train0, 1-1 mexican, 1-0 mexican, 9-0 mexican, draw, 9-5 mexican, "
        "2-1 train0, 5-3 mexican, 6-2 train0, 3-1 mexican, 6-3 train0, 7-1 mexican, 3-3 train0, 3-2 train0, "
        "7-7 mexican, 7-2 mexican, 9-2 train0, 2-0 mexican, 0-0 mexican, draw, 5-0 mexican, 5-5 mexican, draw, "
        "5-4 mexican, 4-4 mexican, draw, 7-4 mexican, 7-0 mexican, draw, 9-6 train0, draw, 8-3 train1, 6-6 train0, "
        "8-6 train0, 4-3 train1",
        boneyard="9-5 5-0 5-4 7-4 9-6 8-3",
        first=1,
        deals=1,
    )
    finds(state, "play 8-8 train0")


def test_the_train_covers_its_own_double() -> None:
    """Covered, both trains want threes and fives, and it holds those; open, the double would be all it may play on."""
    state = reached(
        "mexican-train-nine",
        "1-1 2-0 2-1 2-2 3-0 5-3 5-5 6-4 7-3 8-2 8-3 8-7 9-3 9-4 9-8 | "
        "1-0 3-1 4-2 5-0 5-1 6-0 6-3 7-2 7-4 7-6 7-7 8-4 8-5 9-1 9-5",
        "9-5 train1, 9-4 mexican, 5-1 train1, 9-3 train0, 9-1 train1, 8-3 train0, 4-2 mexican, 2-0 mexican, "
        "5-0 mexican, 9-8 train0, 8-5 mexican, 8-2 mexican, 7-2 mexican, 8-7 mexican, 8-4 mexican, 6-4 mexican, "
        "6-3 mexican, 7-3 mexican, 7-7 mexican, 7-4 mexican, draw, 5-4 mexican, draw, 6-5 mexican, draw, pass, "
        "6-0 mexican, 4-0 mexican, draw, pass, draw, pass, draw, pass, draw, pass, draw, pass, draw, 4-1 mexican, "
        "1-0 mexican, 3-0 mexican, 3-1 mexican, 1-1 mexican, 2-1 mexican, 6-2 mexican, draw, 9-6 train1, 7-6 mexican, "
        "draw, 8-6 train1, 8-1 train1, draw, 7-5 mexican, draw, 9-2 train0, 2-2 train0",
        boneyard="5-4 6-5 4-0 8-1 3-3 6-2 3-2 7-0 4-1 9-6 8-6 7-5 9-2",
        first=1,
        deals=1,
    )
    finds(state, "play 3-2 train0")


def test_the_train_is_kept_for_the_long_chain() -> None:
    """From 9-1 a dozen tiles follow each other on its own train; 9-8 leads nowhere, and belongs on the Mexican one."""
    state = reached(
        "mexican-train-nine",
        "9-8 9-1 2-1 3-2 4-3 5-4 6-5 7-6 7-0 1-0 3-1 5-3 7-5 7-2 4-2 | "
        "8-8 8-7 8-6 8-5 8-4 8-3 8-2 8-1 8-0 7-7 6-6 5-5 4-4 3-3 2-2",
        "",
        first=0,
    )
    finds(state, "play 9-1 train0", "play 9-8 mexican")


# ---------------------------------------------------------------------- memory


GRID = "6-6 1-0 6-5 3-2 4-4"


def test_memory_turns_up_a_pair_that_it_knows() -> None:
    """Under the first and third position lie 6-6 and 6-5, which everybody has seen."""
    state = reached("memory", " | ", "flip 1, flip 2, flip 3, flip 4", boneyard=GRID, first=0)
    finds(state, "flip 1", "flip 3")
    finds(match.apply(state, match.legal(state)[0])[0], "flip 3")


def test_memory_remembers_the_partner_of_what_it_has_just_turned_up() -> None:
    """4-4 is new; a tile with a four has been seen."""
    state = reached("memory", " | ", "flip 1, flip 2, flip 3, flip 4, flip 5", boneyard="6-6 1-0 5-4 3-2 4-4", first=0)
    finds(state, "flip 3")


def test_a_player_acts_where_all_its_actions_come_to_the_same() -> None:
    # one tile, two ends that show a six, nothing to draw: plays score here, so nothing else is asked for advice
    state = reached(
        "all-fives",
        "6-0 6-3 6-5 5-4 5-3 | 4-2 6-4 6-6 4-4 2-2 | 6-2 4-1 3-2 5-5 4-3 | 5-2 5-1 4-0 2-0 1-0 | 0-0 5-0 3-1 6-1 3-3",
        "6-6 start, 6-2 arm1, 5-2 arm1, 5-0 arm1, 6-0 arm1, draw, draw, draw",
        boneyard="2-1 3-0 1-1",
    )
    assert [str(move) for move in match.legal(state)] == ["4 play 6-1 arm1", "4 play 6-1 arm2"]
    view, turned = seen(state)
    for level in Level:
        decision = laws.thought_of(view, turned, level, 1)
        laws.the_choice_is_legal(state, decision)
        laws.every_option_is_estimated(view, decision)
