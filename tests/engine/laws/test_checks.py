"""Tests of the laws, each held to an engine that breaks it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any, cast

import pytest

from engine import match
from engine.actions import Deal, Pass, Play, parse_move
from engine.errors import Illegal, IllegalMove
from engine.events import Bonus, DealEnded, Drew, MatchEnded, Passed, Played
from engine.game import State
from engine.layouts import Grid, Line
from engine.tiles import pips, tile
from tests.engine.games import Step, after, deal_action, late, play_out
from tests.engine.laws import laws
from tests.engine.rules.pairs.book_deals import later

pytestmark = pytest.mark.long

broken = pytest.raises(AssertionError)
new, apply, legal, view = match.new, match.apply, match.legal, match.view

# ---------------------------------------------------------------------- positions


def spoilt(state: State, **fields: Any) -> State:
    return state._replace(**fields)


POSITIONS: dict[str, tuple[Callable[[State], None], Callable[[State], State]]] = {
    "a tile is lost": (laws.tiles_are_conserved, lambda state: spoilt(state, boneyard=state.boneyard[1:])),
    "a tile is in two hands": (
        laws.tiles_are_conserved,
        lambda state: spoilt(state, hands=(state.hands[0], (state.hands[0][0], *state.hands[1][1:]), state.hands[2])),
    ),
    "there is a turn after the match": (laws.the_turn_is_one_seats, lambda state: spoilt(state, winners=(0,))),
}
"""The law, and the position that breaks it."""


@pytest.mark.parametrize("how", POSITIONS)
def test_a_law_notices_a_position_where(how: str, state: State) -> None:
    law, spoil = POSITIONS[how]
    with broken:
        law(spoil(state))


# ---------------------------------------------------------------------- what is done, told and shown


def blind(state: State) -> None:
    for seed in range(20):
        for seat in range(3):
            laws.nobody_sees_what_is_hidden(state, seat, random.Random(seed))


def names(state: State) -> None:
    for seat in (None, 0, 1, 2):
        laws.no_tile_is_named_but_the_seen(state, seat)


def between_deals(state: State) -> None:
    laws.the_turn_is_one_seats(spoilt(state, turn=None))


def same_order(state: State) -> None:
    for _ in range(20):
        laws.the_order_is_stable(state)


def meddle(state: State, action: Any) -> Any:
    cast("dict[str, int]", state.layout.ends)["left"] = 3
    return apply(state, action)


def refuse(state: State, action: Any) -> Any:
    raise IllegalMove(Illegal.MATCH_OVER)


def shows(**fields: Callable[[State, Any], Any]) -> Callable[[State, int | None], Any]:
    def show(state: State, seat: int | None) -> Any:
        seen = view(state, seat)
        return replace(seen, **{name: value(state, seen) for name, value in fields.items()})

    return show


SOURCE = random.Random(3)

ENGINES: dict[str, tuple[Callable[[State], None], str, Callable[..., Any]]] = {
    "lists nothing": (laws.the_turn_is_one_seats, "legal", lambda _: ()),
    "lists another seat's action": (laws.the_turn_is_one_seats, "legal", lambda state: (*legal(state), Pass(0))),
    "lists an action twice": (laws.the_turn_is_one_seats, "legal", lambda state: legal(state) * 2),
    "lists an action between deals": (between_deals, "legal", lambda _: (Pass(0),)),
    "lists tiles descending": (laws.the_order_is_stable, "legal", lambda state: legal(state)[::-1]),
    "lists by chance": (same_order, "legal", lambda state: tuple(SOURCE.sample(legal(state), len(legal(state))))),
    "takes any pass": (
        laws.refusals_change_nothing,
        "apply",
        lambda state, action: (state, ()) if isinstance(action, Pass) else apply(state, action),
    ),
    "refuses what is listed": (laws.refusals_change_nothing, "apply", refuse),
    "changes a state that it is given": (
        lambda state: laws.refusals_change_nothing(state, tried=[Pass(0)]),
        "apply",
        meddle,
    ),
    "tells the boneyard in an event": (
        blind,
        "apply",
        lambda state, action: (apply(state, action)[0], (Passed(0, tuple(each.pips for each in state.boneyard)),)),
    ),
    "tells the boneyard in a refusal": (
        blind,
        "why_illegal",
        lambda state, _: IllegalMove(Illegal.MUST_OPEN_WITH, tile=state.boneyard[0]),
    ),
    "shows the boneyard": (blind, "view", shows(boneyard_size=lambda state, _: state.boneyard[0].pips)),
    "shows the pips of hands": (
        blind,
        "view",
        shows(hand_sizes=lambda state, _: tuple(pips(hand) for hand in state.hands)),
    ),
    "shows a hand in the channel": (blind, "view", shows(hand=lambda state, seen: state.hands[seen.seat or 0])),
    "shows the hand in turn": (blind, "view", shows(hand=lambda state, _: state.hands[state.turn or 0])),
    "shows a hidden half": (
        blind,
        "view",
        shows(layout=lambda state, _: Line(state.layout.placed, {"left": state.boneyard[-1].high})),
    ),
    "names a hidden tile": (names, "view", shows(must_open_with=lambda state, _: state.boneyard[0])),
}
"""The law, and the function of the engine that breaks it."""


@pytest.mark.parametrize("how", ENGINES)
def test_a_law_notices_an_engine_that(how: str, state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    law, name, wrong = ENGINES[how]
    allowed = legal(state)
    monkeypatch.setattr(match, "legal", lambda _: allowed)
    monkeypatch.setattr(match, name, wrong)
    with broken:
        law(state)


def test_the_laws_of_blindness_notice_a_grid_that_is_not_stripped(monkeypatch: pytest.MonkeyPatch) -> None:
    state = match.new("memory", 3)
    state, _ = apply(state, Deal(match.stock_of(state), 1))
    state = after(state, "1 flip 9", "1 flip 28")
    names(state)
    monkeypatch.setattr(Grid, "public", lambda grid: grid)
    for law in (blind, names):
        with broken:
            law(state)


def test_the_law_of_refusals_notices_a_legal_action_that_is_not_tried(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(legal(state)) < set(laws.candidates(state))
    monkeypatch.setattr(laws, "candidates", lambda _: [Pass(0)])
    with pytest.raises(AssertionError, match="something legal is not tried"):
        laws.refusals_change_nothing(state)


def test_shuffling_what_is_hidden_keeps_the_seats_hand_and_every_size(state: State) -> None:
    other = laws.shuffled(state, 1, random.Random(4))
    laws.tiles_are_conserved(other)
    assert other.hands[1] == state.hands[1]
    assert [len(hand) for hand in other.hands] == [len(hand) for hand in state.hands]
    assert (other.hands[0], other.boneyard) != (state.hands[0], state.boneyard)


# ---------------------------------------------------------------------- matches and records


def test_the_law_of_writing_notices_an_action_that_reads_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Play, "__str__", lambda play: f"{play.seat} play {play.tile} left")
    with broken:
        laws.actions_are_written_and_read([Play(0, tile(6, 4), "right")])


@pytest.mark.parametrize("winners", [(), (0, 1)])
def test_the_law_of_ends_notices_winners_who_are_no_side(
    winners: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(*arguments: Any) -> State:
        state = new(*arguments)
        scoring = replace(state.rules.scoring, winners=lambda _: winners)
        return spoilt(state, rules=replace(state.rules, scoring=scoring))

    monkeypatch.setattr(match, "new", changed)
    with broken:
        laws.the_match_ends("express", 4, {"pairs": True}, seed=1)


@pytest.mark.parametrize("lost", ["the last action", "what chance decided"])
def test_the_law_of_folding_notices_a_record_without(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = play_out("express", 2, {}, seed=1)
    laws.folding_gives_the_state(steps)
    if lost == "the last action":
        written = laws.dumps
        monkeypatch.setattr(laws, "dumps", lambda *given: written(*given[:-1], given[-1][:-1]))
    else:
        calls = count()
        monkeypatch.setattr(match, "apply", lambda *given: (spoilt(apply(*given)[0], drawn_opener=next(calls)), ()))
    with broken:
        laws.folding_gives_the_state(steps)


# ---------------------------------------------------------------------- points and events


def stepped(state: State, written: str) -> Step:
    step = Step(state, parse_move(written), *apply(state, parse_move(written)))
    laws.points_add_up(step)
    laws.events_tell_what_happened(step)
    return step


def scoring() -> Step:
    """A play of All Fives that scores 10."""
    return stepped(late(["5-0 1-1", "6-1 2-2"], ["5-5"], rules="all-fives"), "0 play 5-0 arm1")


def last() -> Step:
    """A play that ends deal and match."""
    return stepped(late(["6-1", "6-6 6-5 5-5 5-4 5-3"], ["6-4"], target=50), "0 play 6-1 left")


def test_the_law_of_points_notices_points_that_do_not_add_up() -> None:
    play, end = scoring(), last()
    result = end.after.results[-1]._replace(points=(1, 0))
    for step in (
        play._replace(after=spoilt(play.after, totals=(15, 0))),
        play._replace(events=(cast("Played", play.events[0])._replace(points=5),)),
        end._replace(after=spoilt(end.after, results=(result,))),
    ):
        with broken:
            laws.points_add_up(step)


def test_the_law_of_events_notices_what_is_told_wrongly() -> None:
    end = last()
    played, ended, over = cast("tuple[Played, DealEnded, MatchEnded]", end.events)
    draw = stepped(late(["2-2 1-1", "6-1"], ["6-6"], rules="all-fives"), "0 draw")
    memory = match.new("memory", 2)
    flip = stepped(apply(memory, Deal(match.stock_of(memory), 1))[0], "1 flip 3")
    wrong: list[tuple[Step, tuple[Any, ...]]] = [
        (end, (played,)),
        (end, (played, ended)),
        (end, (played, over, ended)),
        (end, (played._replace(hand_size=1), ended, over)),
        (end, (played._replace(end="right"), ended, over)),
        (end, (played, ended._replace(deal=2), over)),
        (end, (played, ended, MatchEnded((1,)))),
        (end, (Passed(0, (6,)), ended, over)),
        (draw, (Drew(0, 2, 20),)),
        (draw, (Passed(0, (6,)),)),
        (flip, (Passed(1, ()),)),
    ]
    for step, events in wrong:
        with broken:
            laws.events_tell_what_happened(step._replace(events=events))


def test_the_law_of_points_notices_a_bonus_told_wrongly() -> None:
    dealt, _ = apply(later("dominicano", 0), deal_action(["6-6 6-5 6-4 6-3 6-2 6-1 6-0"]))
    state = after(dealt, "0 play 6-6 start")
    step = stepped(state, "1 pass")
    passed = cast("Passed", step.events[0])
    hands = ["3-1", "5-5", "5-4", "4-0"]
    end = stepped(late(hands, ["3-2", "2-1 right"], rules="dominicano", boneyard=""), "0 play 3-1 left")
    played, ended = cast("tuple[Played, DealEnded]", end.events)
    for wrong in (
        step._replace(events=(passed._replace(bonus=None),)),
        step._replace(events=(passed._replace(bonus=Bonus("pase de salida", 25, 1)),)),
        end._replace(events=(played, ended._replace(result=ended.result._replace(counted=(1,))))),
    ):
        with broken:
            laws.points_add_up(wrong)
