"""The effects of each kind of action on a match. All functions expect a legal action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final, TypeVar

from engine.actions import Action, Bid, Deal, Draw, Flip, Pass, Play, Trump
from engine.events import (
    BidMade,
    DealEnded,
    Dealt,
    Drew,
    Event,
    Flipped,
    MatchEnded,
    Passed,
    Played,
    Result,
    TrumpNamed,
)
from engine.game import DealScore, RuleSet, State, state_from_fields
from engine.layouts import Grid
from engine.legal import with_legal_moves
from engine.position import Position
from engine.tiles import Tile

Outcome = tuple[State, tuple[Event, ...]]

T = TypeVar("T")

_IN_ORDER = attrgetter("order")
_LAYOUT, _HANDS, _OPENING, _TURN, _HISTORY, _DRAWN, _LEGAL = (
    State._fields.index(name) for name in ("layout", "hands", "opening", "turn", "history", "drawn", "legal")
)


def _without(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    return tuple([each for each in hand if each is not tile])


def _sorted(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=_IN_ORDER))


def hands_and_boneyard(
    rules: RuleSet, position: Position, stock: tuple[Tile, ...]
) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
    """Return the hand of each seat, in the order of ``stock`` and empty for a seat out of the match, and the rest."""
    size = rules.tiles_each(position.options, position.seats)
    hands: list[tuple[Tile, ...]] = [()] * position.seats
    dealt = 0
    for seat in position.active_seats:
        hands[seat] = stock[dealt : dealt + size]
        dealt += size
    return tuple(hands), stock[dealt:]


def deal(state: State, action: Deal) -> Outcome:
    """Deal the tiles, lay the initial layout, and find the opener."""
    rules = state.rules
    hands, boneyard = hands_and_boneyard(rules, state, action.stock)
    no_tiles = ((),) * state.seats
    begun = state._replace(
        hands=tuple([_sorted(hand) for hand in hands]),
        boneyard=boneyard,
        drawn_opener=action.first,
        history=(),
        passed=no_tiles,
        drawn=no_tiles,
        scored=(0,) * len(state.teams),
    )
    opening = rules.opener(begun, begun.hands)
    layout = rules.initial_layout(begun)
    after = with_legal_moves(
        begun._replace(
            layout=layout,
            boneyard=() if layout.is_face_down else begun.boneyard,
            opener=opening.seat,
            opening=opening if opening.tiles is not None else None,
            turn=opening.seat,
        )
    )
    event = Dealt(after.deal, opening.seat)
    if rules.is_void is not None and rules.is_void(after):
        return _end_deal(after, "void", event)
    return after, (event,)


def play(state: State, action: Play) -> Outcome:
    """Lay a tile and score it; find the next seat in turn, and the end of the deal."""
    seat, tile, end, _ = action
    rules, turn = state.rules, state.turn
    hands = [*state.hands]
    hand = hands[seat] = _without(hands[seat], tile)
    mid_turn = state.history and state.history[-1].seat == turn
    # the most frequent action: copy the state once, not once per _replace
    fields = [*state]
    fields[_HANDS] = tuple(hands)
    fields[_LAYOUT] = state.laid(action)
    fields[_OPENING] = fields[_LEGAL] = None
    fields[_HISTORY] = (*state.history, action)
    if state.drawn[seat] and not mid_turn:
        fields[_DRAWN] = _with_item(state.drawn, seat, ())
    if rules.keeps_turn is None:
        fields[_TURN] = state.next_seat(seat)
    after = state_from_fields(fields)
    points, addends = 0, ()
    if rules.scoring.move_points is not None:
        points = rules.scoring.move_points(state, after)
        addends = () if rules.scoring.addends is None else rules.scoring.addends(after.layout)
        after = _add_points(after, seat, points)
    if rules.keeps_turn is not None and not rules.keeps_turn(after):
        after = after._replace(turn=state.next_seat(seat))
    return _finish(_move_turn(after), Played(seat, tile, end, len(hand), points, addends))


def draw(state: State, action: Draw) -> Outcome:
    """Take the next tile from the boneyard into the hand."""
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
        _end_turn(state, after, keeps_turn=rules.draw_keeps_turn is not None and rules.draw_keeps_turn(after)), event
    )


def pass_turn(state: State, action: Pass) -> Outcome:
    """Pass the turn."""
    seat = action.seat
    on = tuple(sorted(set(state.rules.open_ends(state).values())))
    after = state._replace(
        layout=state.table_after(action),
        history=(*state.history, action),
        passed=_with_item(state.passed, seat, tuple(sorted({*state.passed[seat], *on}))),
        drawn=state.drawn if state.mid_turn else _with_item(state.drawn, seat, ()),
        turn=state.next_seat(seat),
    )
    bonus = state.rules.scoring.pass_bonus(after) if state.rules.scoring.pass_bonus is not None else None
    if bonus is not None:
        after = _add_points(after, bonus.seat, bonus.points)
    return _finish(_move_turn(after), Passed(seat, on, bonus))


def flip(state: State, action: Flip) -> Outcome:
    """Flip a tile; two that share a half are taken."""
    seat, position = action
    grid = Grid.of(state.table_after(action))
    tile = grid.tiles[position]
    assert tile is not None, "a state holds every tile"
    after = state._replace(layout=grid, history=(*state.history, action))
    if grid.first_flipped is not None:
        return _finish(after, Flipped(seat, position, tile, None))
    other = grid.tiles[grid.face_up[0]]
    assert other is not None, "a state holds every tile"
    pair = tile.high in other or tile.low in other
    if pair:
        hand = _sorted((*state.hands[seat], other, tile))
        after = after._replace(layout=grid.remove_pair(), hands=_with_item(state.hands, seat, hand))
        assert state.rules.scoring.move_points is not None, "tiles taken are points"
        after = _add_points(after, seat, state.rules.scoring.move_points(state, after))
    return _finish(
        _end_turn(state, after, keeps_turn=pair), Flipped(seat, position, tile, pair, (other, tile) if pair else ())
    )


def bid(state: State, action: Bid) -> Outcome:
    """Bid for the right to name trump."""
    return _finish(_called(state, action), BidMade(action.seat, action.points))


def name_trump(state: State, action: Trump) -> Outcome:
    """Name trump."""
    return _finish(_called(state, action), TrumpNamed(action.seat, action.trump))


def _called(state: State, action: Bid | Trump) -> State:
    """Return the state after a bid or a trump."""
    return _move_turn(state.with_move(action)._replace(turn=state.next_seat(action.seat)))


def _move_turn(state: State) -> State:
    """Return the state with the seat in turn that the rules name, if it is not the next one."""
    return state if state.rules.next_turn is None else state._replace(turn=state.rules.next_turn(state))


def _with_item(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return ``values`` with another value at one index."""
    return (*values[:at], value, *values[at + 1 :])


def _add_points(state: State, seat: int, points: int) -> State:
    if not points:
        return state
    team = state.team_of(seat)
    return state._replace(
        scored=_with_item(state.scored, team, state.scored[team] + points),
        totals=_with_item(state.totals, team, state.totals[team] + points),
    )


def _end_turn(before: State, after: State, *, keeps_turn: bool) -> State:
    assert before.turn is not None, "a seat was in turn"
    return after if keeps_turn else after._replace(turn=before.next_seat(before.turn))


def _finish(state: State, event: Event) -> Outcome:
    """Compute the legal moves, and end the deal if it is over."""
    after = with_legal_moves(state)
    reason = after.rules.end_reason(after)
    return _end_deal(after, reason, event) if reason else (after, (event,))


def deal_result(rules: RuleSet, position: Position, reason: str, hands: tuple[tuple[Tile, ...], ...]) -> Result:
    """Return the result of a deal that has just ended; ``hands`` are the tiles left."""
    void = reason == "void"
    score = DealScore((), (0,) * len(position.teams)) if void else rules.scoring.score_deal(position, reason)
    points = tuple([a + b for a, b in zip(position.scored, score.points, strict=True)])
    totals = tuple([a + b for a, b in zip(position.totals, score.points, strict=True)])
    return Result(
        position.opener if score.opener is None else score.opener,
        reason,
        score.winners,
        points,
        totals,
        hands,
        score.counted,
        score.points,
        None if void else position.last_seat,
        score.winning_seat,
        score.bonuses,
    )


def _end_deal(state: State, reason: str, event: Event) -> Outcome:
    result = deal_result(state.rules, state, reason, state.hands)
    after = state._replace(turn=None, opening=None, totals=result.totals, results=(*state.results, result), legal=())
    happened = (event, DealEnded(after.deal, result))
    winners = after.rules.scoring.winners(after)
    if winners:
        return after._replace(winners=winners), (*happened, MatchEnded(winners))
    return after._replace(eliminated=after.rules.scoring.eliminated(after)), happened


TRANSITIONS: Final[Mapping[type[Action], Callable[[State, Any], Outcome]]] = {
    Play: play,
    Draw: draw,
    Pass: pass_turn,
    Flip: flip,
    Bid: bid,
    Trump: name_trump,
    Deal: deal,
}
"""The function for each kind of action."""
