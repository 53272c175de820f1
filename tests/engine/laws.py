"""What is true of every rule set, as checks of a state, an action or a whole match. Each raises AssertionError."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

from engine import match
from engine.actions import Action, Luck, Move, Pass, Play, parse
from engine.errors import Refused
from engine.events import DealEnded, Event, MatchEnded
from engine.layout import START
from engine.record import dumps, loads, replay
from engine.rules.options import Value
from engine.state import State
from engine.tiles import Tile
from tests.engine.games import Step, play_out


def tiles_are_conserved(state: State) -> None:
    """Every tile of the set is in just one place."""
    if not state.hands:
        return
    lying = [each.tile for each in state.layout.placed]
    somewhere = sorted([*lying, *state.boneyard, *(tile for hand in state.hands for tile in hand)])
    assert somewhere == list(match.stock_of(state)), f"{len(somewhere)} tiles: {somewhere}"


def the_turn_is_one_seats(state: State) -> None:
    """A live state has a legal action, each once, and only for the seat in turn; any other state has none."""
    moves = match.legal(state)
    if state.turn is None:
        assert not moves, "somebody may act while no deal is in play"
        assert state.awaits_deal or state.finished
        return
    assert moves, "nobody may do anything"
    assert {move.seat for move in moves} == {state.turn}, "someone may act out of turn"
    assert len(set(moves)) == len(moves), "an action is listed twice"
    assert not state.finished, "a finished match has somebody's turn"


def the_order_is_stable(state: State) -> None:
    """The same state gives the same actions in the same order: tiles ascending, ends as the layout lists them."""
    moves = match.legal(state)
    assert moves == match.legal(replace(state)), "asked twice, the order differs"
    plays = [move for move in moves if isinstance(move, Play)]
    ends = [START, *state.layout.ends]
    order = [(move.tile.high, move.tile.low, ends.index(move.end)) for move in plays]
    assert order == sorted(order), f"out of order: {[str(move) for move in moves]}"


def actions_are_written_and_read(actions: Iterable[Action]) -> None:
    """What is written is read as the same action."""
    for action in actions:
        assert parse(str(action)) == action, f"{action} reads otherwise"


def the_match_ends(rules: str, seats: int, options: dict[str, Value], seed: int) -> list[Step]:
    """A match played at random ends, with winners who are one side of it; give its steps."""
    steps = play_out(rules, seats, options, seed)
    last = steps[-1].after
    assert last.finished
    assert last.winners in last.sides, f"{last.winners} are no side"
    assert last.winners == match.outcome(last)
    return steps


def folding_gives_the_state(steps: list[Step]) -> None:
    """Writing the match as a record and playing that again gives each of its states."""
    first = steps[0].before
    text = dumps(first.rules.id, first.seats, first.options, tuple(step.action for step in steps))
    again = list(replay(loads(text)))
    assert len(again) == len(steps), f"{len(again)} actions of {len(steps)}"
    for (action, state), step in zip(again, steps, strict=True):
        assert action == step.action
        assert state == step.after, f"after {action} the state differs"


def candidates(state: State) -> list[Action]:
    """Give actions of every kind for every seat and one seat too many, good and bad alike."""
    stock = match.stock_of(state)
    ends = list(dict.fromkeys((*state.layout.ends, START, "left", "right", "nowhere")))
    moves: list[Action] = [Pass(seat) for seat in range(state.seats + 1)]
    moves += [Play(seat, tile, end) for seat in range(state.seats + 1) for tile in stock for end in ends]
    return [*moves, Luck(stock), Luck(stock[1:]), Luck((*stock[1:], stock[1])), Luck(stock, first=0)]


def refusals_change_nothing(state: State, tried: Iterable[Action] | None = None) -> None:
    """An action is done exactly when it is listed as legal; a refused one leaves the state as it was."""
    allowed: set[Action] = set(match.legal(state))
    if state.awaits_deal:
        allowed.add(Luck(match.stock_of(state)))
    before = repr(state)
    for action in candidates(state) if tried is None else tried:
        refused = None
        try:
            match.apply(state, action)
        except Refused as error:
            refused = error
        assert (refused is None) == (action in allowed), f"{action}: {refused or 'done, and not legal'}"
        assert (match.refusal(state, action) is None) == (refused is None)
    assert repr(state) == before, "the state changed"


def shuffled(state: State, seat: int | None, source: random.Random) -> State:
    """Give the state with all that ``seat`` can't see shuffled: the other hands and the boneyard keep their sizes."""
    hidden = [tile for at, hand in enumerate(state.hands) if at != seat for tile in hand]
    hidden += state.boneyard
    source.shuffle(hidden)
    hands: list[tuple[Tile, ...]] = []
    for at, hand in enumerate(state.hands):
        if at == seat:
            hands.append(hand)
        else:
            hands.append(tuple(sorted(hidden[: len(hand)])))
            del hidden[: len(hand)]
    return replace(state, hands=tuple(hands), boneyard=tuple(hidden))


def _public(events: tuple[Event, ...]) -> list[Event]:
    """Leave out a deal's end, where the hands are laid open."""
    return [event for event in events if not isinstance(event, (DealEnded, MatchEnded))]


def nobody_sees_what_is_hidden(state: State, seat: int, source: random.Random) -> None:
    """With the opening tile laid, what ``seat`` and the channel see, and what they are told of the seat's next action
    or refusal, does not depend on what is hidden from the seat.
    """
    if state.opening is not None or state.turn is None:
        return
    other = shuffled(state, seat, source)
    assert match.view(other, seat) == match.view(state, seat), "a seat's view shows hidden tiles"
    assert repr(match.view(other, seat)) == repr(match.view(state, seat)), "a seat's view shows hidden tiles"
    assert match.view(other, None) == match.view(state, None), "the channel's view shows hidden tiles"
    assert not match.view(state, None).hand
    assert not match.view(state, None).legal
    moves: list[Move] = [*(match.legal(state) if state.turn == seat else ()), Pass(seat), Play(seat, _any(state), "x")]
    for move in moves:
        told, told_otherwise = ([], []) if move not in match.legal(state) else (_told(state, move), _told(other, move))
        assert told == told_otherwise, f"{move} tells what is hidden"
        assert str(match.refusal(state, move)) == str(match.refusal(other, move)), "a refusal tells what is hidden"


def _told(state: State, move: Move) -> list[Event]:
    return _public(match.apply(state, move)[1])


def _any(state: State) -> Tile:
    return match.stock_of(state)[0]
