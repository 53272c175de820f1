"""Laws of every rule set, as checks of a state, an action or a whole match. Each raises AssertionError."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import replace

from engine import match
from engine.actions import Action, Bid, Deal, Draw, Flip, Move, Pass, Play, Trump, parse
from engine.errors import IllegalMove
from engine.events import BidMade, DealEnded, Dealt, Drew, Event, MatchEnded, Passed, Played, TrumpNamed
from engine.game import State
from engine.layouts import START, Feet, Grid, Trains
from engine.layouts.tricks import TRUMPS
from engine.options import Value
from engine.record import dumps, loads, replay
from engine.tiles import Tile, full_set, pips, tile
from tests.engine.games import Step, play_out


def tiles_are_conserved(state: State) -> None:
    """Every tile of the set is in just one place, or was taken out of it before the deal."""
    if not state.hands:
        return
    layout = state.layout
    lying = [each.tile for each in layout.placed]
    if isinstance(layout, Trains | Feet):
        lying.append(layout.station)
    if isinstance(layout, Grid):
        lying += [tile for tile in layout.tiles.values() if tile is not None]
    dealt = state if state.turn is not None else state._replace(results=state.results[:-1])
    lying += [each for each in state.rules.set_aside(dealt) if each not in lying]
    somewhere = [*lying, *state.boneyard, *(tile for hand in state.hands for tile in hand)]
    somewhere.sort(key=lambda tile: tile.order)
    assert somewhere == list(full_set(state.rules.max_pips)), f"{len(somewhere)} tiles: {somewhere}"


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
    """The same state gives the same actions in the same order: tiles ascending, ends as the layout lists them, the
    higher half facing out first; positions ascending; plays before draws before passes.
    """
    moves = match.legal(state)
    assert moves == match.legal(state._replace(legal=None)), "asked twice, the order differs"
    ends = [START, *state.layout.ends]

    def place(move: Move) -> tuple[int, ...]:
        match move:
            case Play(_, tile, end, facing):
                return 0, tile.high, tile.low, ends.index(end), -(facing or 0)
            case Flip(_, position):
                return 0, position
            case Bid(_, points):
                return 0, points
            case Trump(_, trump):
                return 0, [*TRUMPS].index(trump)
            case Draw():
                return (1,)
            case Pass():
                return (2,)

    order = [place(move) for move in moves]
    assert order == sorted(order), f"out of order: {[str(move) for move in moves]}"


def points_add_up(step: Step) -> None:
    """Totals are those of the deals that ended and what was scored in the one in play; a play tells what it scored."""
    state = step.after
    before = state.results[-1].totals if state.results else (0,) * len(state.teams)
    assert [sum(points) for points in zip(*(result.points for result in state.results), strict=True)] in (
        [],
        list(before),
    ), "the deals' points are not the total"
    in_play = state.scored if state.turn is not None else (0,) * len(state.teams)
    assert state.totals == tuple(a + b for a, b in zip(before, in_play, strict=True)), "the totals are something else"
    for event in step.events:
        if isinstance(event, Played):
            side = state.team_of(event.seat)
            scored = state.scored[side] - step.before.scored[side]
            assert event.points == scored, f"{event.points} told, {scored} scored"
        if isinstance(event, Passed):
            scored = [now - then for now, then in zip(state.scored, step.before.scored, strict=True)]
            told = [0] * len(scored)
            if event.bonus is not None:
                told[state.team_of(event.bonus.seat)] = event.bonus.points
            assert told == scored, f"{event.bonus} told, {scored} scored"
        if isinstance(event, DealEnded):
            result = event.result
            counted = sum(pips(result.hands[seat]) for seat in result.counted)
            beside = sum(bonus.points for bonus in result.bonuses)
            if result.bonuses and result.counted:
                assert sum(result.earned) == counted + beside, "pips and bonuses are not the points"


def events_tell_what_happened(step: Step) -> None:
    """The first event is that of the action, with the counts that are true after it; ends are told when they come."""
    action, state = step.action, step.after
    event = step.events[0]
    match action:
        case Deal():
            assert event == Dealt(state.deal, state.opener)
        case Play(seat, laid, end):
            assert event[:4] == (seat, laid, end, len(state.hands[seat]))
        case Draw(seat):
            assert event == Drew(seat, len(state.hands[seat]), len(state.boneyard))
        case Pass(seat):
            assert type(event).__name__ == "Passed"
            assert event[0] == seat
        case Bid(seat, points):
            assert event == BidMade(seat, points)
        case Trump(seat, trump):
            assert event == TrumpNamed(seat, trump)
        case Flip(seat, position):
            assert type(event).__name__ == "Flipped"
            assert event[:2] == (seat, position)
    deal_over = len(state.results) > len(step.before.results)
    assert [type(event) for event in step.events[1:]] == [DealEnded] * deal_over + [MatchEnded] * state.finished
    if deal_over:
        assert step.events[1] == DealEnded(state.deal, state.results[-1])
    if state.finished:
        assert step.events[2] == MatchEnded(state.winners)


def actions_are_written_and_read(actions: Iterable[Action]) -> None:
    """What is written is read as the same action."""
    for action in actions:
        assert parse(str(action)) == action, f"{action} reads otherwise"


def the_match_ends(rules: str, seats: int, options: dict[str, Value], seed: int) -> list[Step]:
    """A match played at random ends, with winners who are one side of it; return its steps."""
    steps = play_out(rules, seats, options, seed)
    last = steps[-1].after
    assert last.finished
    assert last.winners == tuple(sorted(set(last.winners)))
    sides = [side for side in last.teams if side[0] in last.winners]
    assert {seat for side in sides for seat in side} == set(last.winners), f"{last.winners} are no whole sides"
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
    """Return legal and illegal actions of every kind, for every seat and one too many; most for the seat in turn."""
    stock = match.stock_of(state)
    ends = list(dict.fromkeys((*state.layout.ends, START, "left", "arm1", "train0", "pile", "trick", "nowhere")))
    moves: list[Action] = []
    for seat in range(state.seats + 1):
        moves += [Pass(seat), Draw(seat)]
        moves += [Flip(seat, at) for at in range(30)]
        moves += [Bid(seat, points) for points in (29, *range(30, 43), 43, 84, 126, 168, 210, 252)]
        moves += [Trump(seat, trump) for trump in (*TRUMPS, "7", "pass")]
        some = stock if seat == state.turn else stock[seat::6]
        moves += [Play(seat, each, end) for each in some for end in ends]
        held = state.hands[seat] if state.hands and seat == state.turn else ()
        for each in (*held, *stock[:3]):
            moves += [Play(seat, each, end, half) for end in ends for half in {each.high, each.low, 6}]
    return [*moves, Deal(stock), Deal(stock[1:]), Deal((*stock[1:], stock[1])), Deal(stock, 0), Deal(stock, 99)]


def refusals_change_nothing(state: State, tried: Iterable[Action] | None = None) -> None:
    """An action is done exactly when it is listed as legal; a refused one leaves the state as it was."""
    allowed: set[Action] = set(match.legal(state))
    if state.awaits_deal:
        allowed.add(Deal(match.stock_of(state), 0 if state.rules.draws_opener(state) else None))
    before = repr(state)
    if tried is None:
        tried = candidates(state)
        assert allowed <= set(tried), "something legal is not tried"
    for action in tried:
        refused = None
        try:
            match.apply(state, action)
        except IllegalMove as error:
            refused = error
        assert (refused is None) == (action in allowed), f"{action}: {refused or 'done, and not legal'}"
        assert (match.why_illegal(state, action) is None) == (refused is None)
    assert repr(state) == before, "the state changed"


def shuffled(state: State, seat: int | None, source: random.Random, keep: int | None = None) -> State:
    """Return the state with all that ``seat`` can't see shuffled: the other hands and the boneyard keep their sizes.

    Where hands are open only the boneyard is hidden, in a grid what lies face down, save position ``keep``.
    """
    grid = state.layout
    if isinstance(grid, Grid):
        down = [at for at in grid.tiles if at not in grid.face_up and at != keep]
        mixed = [grid.tiles[at] for at in down]
        source.shuffle(mixed)
        return state._replace(layout=grid._replace(tiles={**grid.tiles, **dict(zip(down, mixed, strict=True))}))
    open_hands = state.rules.open_hands(state)
    hidden = [tile for at, hand in enumerate(state.hands) if at != seat and not open_hands for tile in hand]
    hidden += state.boneyard
    source.shuffle(hidden)
    hands: list[tuple[Tile, ...]] = []
    for at, hand in enumerate(state.hands):
        if at == seat or open_hands:
            hands.append(hand)
        else:
            hands.append(tuple(sorted(hidden[: len(hand)])))
            del hidden[: len(hand)]
    drawn = tuple(tiles if at == seat else () for at, tiles in enumerate(state.drawn))
    return state._replace(hands=tuple(hands), boneyard=tuple(hidden), drawn=drawn, legal=None)


def _public(events: tuple[Event, ...]) -> list[Event]:
    """Leave out a deal's end, where the hands are laid open."""
    return [event for event in events if not isinstance(event, (DealEnded, MatchEnded))]


_NAMED = re.compile(r"tile\((\d+), (\d+)\)")


def no_tile_is_named_but_the_seen(state: State, seat: int | None) -> None:
    """What ``seat``, or the channel, sees of the deal in play names only the tiles that lie open and its own."""
    seen = {each.tile for each in state.layout.placed}
    if isinstance(state.layout, Trains | Feet):
        seen.add(state.layout.station)
    if isinstance(state.layout, Grid):
        seen |= {each for at in state.layout.face_up if (each := state.layout.tiles.get(at)) is not None}
    for at, hand in enumerate(state.hands):
        if at == seat or state.rules.open_hands(state):
            seen |= set(hand)
    shown = repr(replace(match.view(state, seat), results=()))
    named = {tile(int(high), int(low)) for high, low in _NAMED.findall(shown)}
    assert named <= seen, f"seat {seat} sees {named - seen}"


def nobody_sees_what_is_hidden(state: State, seat: int, source: random.Random) -> None:
    """What ``seat`` and the channel see, and what they are told of the seat's next action or refusal, does not depend
    on what is hidden from the seat.
    """
    if state.turn is None:
        return
    other = shuffled(state, seat, source)
    assert match.view(other, seat) == match.view(state, seat), "a seat's view shows hidden tiles"
    assert repr(match.view(other, seat)) == repr(match.view(state, seat)), "a seat's view shows hidden tiles"
    assert match.view(other, None) == match.view(state, None), "the channel's view shows hidden tiles"
    assert not match.view(state, None).hand
    assert not match.view(state, None).drawn
    assert not match.view(state, None).legal
    own = match.legal(state) if state.turn == seat else ()
    tried: list[Move] = [
        *own,
        Pass(seat),
        Draw(seat),
        Flip(seat, 1),
        Bid(seat, 30),
        Trump(seat, "none"),
        Play(seat, match.stock_of(state)[0], "x"),
    ]
    for move in tried:
        if isinstance(move, Flip):
            other = shuffled(state, seat, source, keep=move.position)
        told, told_otherwise = (_told(state, move), _told(other, move)) if move in own else ([], [])
        assert told == told_otherwise, f"{move} tells what is hidden"
        assert str(match.why_illegal(state, move)) == str(match.why_illegal(other, move)), (
            "a refusal tells what is hidden"
        )


def _told(state: State, move: Move) -> list[Event]:
    return _public(match.apply(state, move)[1])
