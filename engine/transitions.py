"""What each kind of action does to a match. The actions are legal by the time they get here."""

from __future__ import annotations

from operator import attrgetter
from typing import TypeVar

from engine.actions import Deal, Draw, Flip, Pass, Play
from engine.events import DealEnded, Dealt, Drew, Event, Flipped, MatchEnded, Passed, Played, Result
from engine.game import State, made_of
from engine.layouts import START, Grid
from engine.legal import with_moves
from engine.tiles import Tile

Outcome = tuple[State, tuple[Event, ...]]

T = TypeVar("T")

_IN_ORDER = attrgetter("order")
_LAYOUT, _HANDS, _OPENING, _TURN, _HISTORY, _DRAWN, _MOVES = (
    State._fields.index(name) for name in ("layout", "hands", "opening", "turn", "history", "drawn", "moves")
)


def _sorted(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=_IN_ORDER))


def deal(state: State, action: Deal) -> Outcome:
    """Hand out the tiles, lay what the rules lay, and name who begins."""
    rules, stock = state.rules, action.stock
    size = rules.hand_sizes[state.seats]
    hands: list[tuple[Tile, ...]] = [()] * state.seats
    dealt = 0
    for seat in state.playing:
        hands[seat] = _sorted(stock[dealt : dealt + size])
        dealt += size
    nobody = ((),) * state.seats
    begun = state._replace(
        hands=tuple(hands),
        boneyard=stock[dealt:],
        drawn_opener=action.first,
        history=(),
        passed=nobody,
        drawn=nobody,
        scored=(0,) * len(state.sides),
    )
    opening = rules.opener(begun, begun.hands)
    layout = rules.layout(begun)
    after = with_moves(
        begun._replace(
            layout=layout,
            boneyard=() if isinstance(layout, Grid) else begun.boneyard,
            opener=opening.seat,
            opening=opening if opening.tiles is not None else None,
            turn=opening.seat,
        )
    )
    return after, (Dealt(after.deal, opening.seat),)


def play(state: State, action: Play) -> Outcome:
    """Lay a tile, score what it scores, and see whose turn it is now and whether the deal is over."""
    seat, tile, end, _ = action
    rules, layout, turn = state.rules, state.layout, state.turn
    assert not isinstance(layout, Grid), "tiles are laid in rows here"
    touching = tile.high if end == START else rules.touching[rules.ends(state)[end]][tile]
    hands = [*state.hands]
    hand = hands[seat] = tuple([each for each in hands[seat] if each is not tile])
    midway = state.history and state.history[-1].seat == turn
    # the commonest action by far: one copy of the state, where _replace would make several
    fields = [*state]
    fields[_HANDS] = tuple(hands)
    fields[_LAYOUT] = layout.place(action, touching, tile in rules.across)
    fields[_OPENING] = fields[_MOVES] = None
    fields[_HISTORY] = (*state.history, action)
    if state.drawn[seat] and not midway:
        fields[_DRAWN] = _changed(state.drawn, seat, ())
    if rules.goes_on is None:
        fields[_TURN] = state.after(seat)
    after = made_of(fields)
    gained, addends = 0, ()
    if rules.gain is not None:
        gained = rules.gain(state, after)
        addends = rules.count(after.layout) if rules.count is not None else ()
        if gained:
            after = _score(after, seat, gained)
    if rules.goes_on is not None and not rules.goes_on(after):
        after = after._replace(turn=state.after(seat))
    return _finish(after, Played(seat, tile, end, len(hand), gained, addends))


def draw(state: State, action: Draw) -> Outcome:
    """Take the next tile of the boneyard into the hand."""
    seat = action.seat
    rules = state.rules
    tile, rest = state.boneyard[0], state.boneyard[1:]
    hand = _sorted((*state.hands[seat], tile))
    after = state._replace(
        hands=_changed(state.hands, seat, hand),
        boneyard=rest,
        drawn=_changed(state.drawn, seat, (*state.drawn[seat], tile) if state.midway else (tile,)),
        history=(*state.history, action),
    )
    event = Drew(seat, len(hand), len(rest))
    if state.opening is not None:
        opening = rules.opener(after, after.hands)
        return _finish(after._replace(opener=opening.seat, opening=opening, turn=opening.seat), event)
    return _finish(_turn_over(state, after, goes_on=rules.draws_on is not None and rules.draws_on(after)), event)


def give_up(state: State, action: Pass) -> Outcome:
    """Pass."""
    seat = action.seat
    on = tuple(sorted(set(state.rules.ends(state).values())))
    after = state._replace(
        layout=state.rules.on_pass(state) if state.rules.on_pass else state.layout,
        history=(*state.history, action),
        passed=_changed(state.passed, seat, tuple(sorted({*state.passed[seat], *on}))),
        drawn=state.drawn if state.midway else _changed(state.drawn, seat, ()),
        turn=state.after(seat),
    )
    return _finish(after, Passed(seat, on))


def flip(state: State, action: Flip) -> Outcome:
    """Turn a tile up; two that share a half are taken."""
    seat, position = action
    assert isinstance(state.layout, Grid), "tiles are turned up in a grid"
    grid = state.layout.turn(position)
    tile = grid.lying[position]
    assert tile is not None, "the engine sees all"
    after = state._replace(layout=grid, history=(*state.history, action))
    if grid.turned is not None:
        return _finish(after, Flipped(seat, position, tile, None))
    other = grid.lying[grid.up[0]]
    assert other is not None, "the engine sees all"
    pair = tile.high in other or tile.low in other
    if pair:
        hand = _sorted((*state.hands[seat], other, tile))
        after = after._replace(layout=grid.take(), hands=_changed(state.hands, seat, hand))
        assert state.rules.gain is not None, "tiles taken are points"
        after = _score(after, seat, state.rules.gain(state, after))
    return _finish(
        _turn_over(state, after, goes_on=pair), Flipped(seat, position, tile, pair, (other, tile) if pair else ())
    )


def _changed(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Give ``values`` with another one at a place."""
    return (*values[:at], value, *values[at + 1 :])


def _score(state: State, seat: int, gained: int) -> State:
    side = state.side_of(seat)
    return state._replace(
        scored=_changed(state.scored, side, state.scored[side] + gained),
        totals=_changed(state.totals, side, state.totals[side] + gained),
    )


def _turn_over(before: State, after: State, *, goes_on: bool) -> State:
    assert before.turn is not None, "somebody was in turn"
    return after if goes_on else after._replace(turn=before.after(before.turn))


def _finish(state: State, event: Event) -> Outcome:
    """Work out what may come next, and end the deal when it is over."""
    after = with_moves(state)
    reason = after.rules.ended(after)
    return _end_deal(after, reason, event) if reason else (after, (event,))


def _end_deal(state: State, reason: str, event: Event) -> Outcome:
    spoils = state.rules.settle(state, reason)
    points = tuple(a + b for a, b in zip(state.scored, spoils.points, strict=True))
    totals = tuple(a + b for a, b in zip(state.totals, spoils.points, strict=True))
    opener = state.opener if spoils.opener is None else spoils.opener
    result = Result(opener, reason, spoils.winners, points, totals, state.hands, spoils.counted, spoils.points)
    after = state._replace(turn=None, opening=None, totals=totals, results=(*state.results, result), moves=())
    happened = (event, DealEnded(after.deal, result))
    winners = after.rules.winners(after)
    if winners:
        return after._replace(winners=winners), (*happened, MatchEnded(winners))
    return after._replace(gone=after.rules.eliminated(after)), happened
