"""What each kind of action does to a match. The actions are legal by the time they get here."""

from __future__ import annotations

from operator import attrgetter
from typing import TypeVar

from engine.actions import Deal, Draw, Flip, Pass, Play
from engine.events import DealEnded, Dealt, Drew, Event, Flipped, MatchEnded, Passed, Played, Result
from engine.game import State, state_from_fields
from engine.layouts import START, Grid
from engine.legal import with_legal_moves
from engine.tiles import Tile

Outcome = tuple[State, tuple[Event, ...]]

T = TypeVar("T")

_IN_ORDER = attrgetter("order")
_LAYOUT, _HANDS, _OPENING, _TURN, _HISTORY, _DRAWN, _LEGAL = (
    State._fields.index(name) for name in ("layout", "hands", "opening", "turn", "history", "drawn", "legal")
)


def _sorted(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=_IN_ORDER))


def deal(state: State, action: Deal) -> Outcome:
    """Hand out the tiles, lay what the rules lay, and name who begins."""
    rules, stock = state.rules, action.stock
    size = rules.hand_sizes[state.seats]
    hands: list[tuple[Tile, ...]] = [()] * state.seats
    dealt = 0
    for seat in state.active_seats:
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
        scored=(0,) * len(state.teams),
    )
    opening = rules.opener(begun, begun.hands)
    layout = rules.initial_layout(begun)
    after = with_legal_moves(
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
    touching = tile.high if end == START else rules.fits[rules.open_ends(state)[end]][tile]
    hands = [*state.hands]
    hand = hands[seat] = tuple([each for each in hands[seat] if each is not tile])
    midway = state.history and state.history[-1].seat == turn
    # the commonest action by far: one copy of the state, where _replace would make several
    fields = [*state]
    fields[_HANDS] = tuple(hands)
    fields[_LAYOUT] = layout.place(action, touching, tile in rules.crosswise)
    fields[_OPENING] = fields[_LEGAL] = None
    fields[_HISTORY] = (*state.history, action)
    if state.drawn[seat] and not midway:
        fields[_DRAWN] = _with_item(state.drawn, seat, ())
    if rules.keeps_turn is None:
        fields[_TURN] = state.next_seat(seat)
    after = state_from_fields(fields)
    gained, addends = 0, ()
    if rules.move_points is not None:
        gained = rules.move_points(state, after)
        addends = rules.addends(after.layout) if rules.addends is not None else ()
        if gained:
            after = _add_points(after, seat, gained)
    if rules.keeps_turn is not None and not rules.keeps_turn(after):
        after = after._replace(turn=state.next_seat(seat))
    return _finish(after, Played(seat, tile, end, len(hand), gained, addends))


def draw(state: State, action: Draw) -> Outcome:
    """Take the next tile of the boneyard into the hand."""
    seat = action.seat
    rules = state.rules
    tile, rest = state.boneyard[0], state.boneyard[1:]
    hand = _sorted((*state.hands[seat], tile))
    after = state._replace(
        hands=_with_item(state.hands, seat, hand),
        boneyard=rest,
        drawn=_with_item(state.drawn, seat, (*state.drawn[seat], tile) if state.mid_turn else (tile,)),
        history=(*state.history, action),
    )
    event = Drew(seat, len(hand), len(rest))
    if state.opening is not None:
        opening = rules.opener(after, after.hands)
        return _finish(after._replace(opener=opening.seat, opening=opening, turn=opening.seat), event)
    return _finish(
        _end_turn(state, after, goes_on=rules.draw_keeps_turn is not None and rules.draw_keeps_turn(after)), event
    )


def pass_turn(state: State, action: Pass) -> Outcome:
    """Pass."""
    seat = action.seat
    on = tuple(sorted(set(state.rules.open_ends(state).values())))
    after = state._replace(
        layout=state.rules.after_pass(state) if state.rules.after_pass else state.layout,
        history=(*state.history, action),
        passed=_with_item(state.passed, seat, tuple(sorted({*state.passed[seat], *on}))),
        drawn=state.drawn if state.mid_turn else _with_item(state.drawn, seat, ()),
        turn=state.next_seat(seat),
    )
    return _finish(after, Passed(seat, on))


def flip(state: State, action: Flip) -> Outcome:
    """Turn a tile up; two that share a half are taken."""
    seat, position = action
    assert isinstance(state.layout, Grid), "tiles are turned up in a grid"
    grid = state.layout.flip(position)
    tile = grid.tiles[position]
    assert tile is not None, "the engine sees all"
    after = state._replace(layout=grid, history=(*state.history, action))
    if grid.first_flipped is not None:
        return _finish(after, Flipped(seat, position, tile, None))
    other = grid.tiles[grid.face_up[0]]
    assert other is not None, "the engine sees all"
    pair = tile.high in other or tile.low in other
    if pair:
        hand = _sorted((*state.hands[seat], other, tile))
        after = after._replace(layout=grid.remove_pair(), hands=_with_item(state.hands, seat, hand))
        assert state.rules.move_points is not None, "tiles taken are points"
        after = _add_points(after, seat, state.rules.move_points(state, after))
    return _finish(
        _end_turn(state, after, goes_on=pair), Flipped(seat, position, tile, pair, (other, tile) if pair else ())
    )


def _with_item(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Give ``values`` with another one at a place."""
    return (*values[:at], value, *values[at + 1 :])


def _add_points(state: State, seat: int, gained: int) -> State:
    side = state.team_of(seat)
    return state._replace(
        scored=_with_item(state.scored, side, state.scored[side] + gained),
        totals=_with_item(state.totals, side, state.totals[side] + gained),
    )


def _end_turn(before: State, after: State, *, goes_on: bool) -> State:
    assert before.turn is not None, "somebody was in turn"
    return after if goes_on else after._replace(turn=before.next_seat(before.turn))


def _finish(state: State, event: Event) -> Outcome:
    """Work out what may come next, and end the deal when it is over."""
    after = with_legal_moves(state)
    reason = after.rules.end_reason(after)
    return _end_deal(after, reason, event) if reason else (after, (event,))


def _end_deal(state: State, reason: str, event: Event) -> Outcome:
    spoils = state.rules.score_deal(state, reason)
    points = tuple(a + b for a, b in zip(state.scored, spoils.points, strict=True))
    totals = tuple(a + b for a, b in zip(state.totals, spoils.points, strict=True))
    opener = state.opener if spoils.opener is None else spoils.opener
    result = Result(opener, reason, spoils.winners, points, totals, state.hands, spoils.counted, spoils.points)
    after = state._replace(turn=None, opening=None, totals=totals, results=(*state.results, result), legal=())
    happened = (event, DealEnded(after.deal, result))
    winners = after.rules.winners(after)
    if winners:
        return after._replace(winners=winners), (*happened, MatchEnded(winners))
    return after._replace(eliminated=after.rules.eliminated(after)), happened
