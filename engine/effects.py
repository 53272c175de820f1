"""What each kind of action does to a match. The actions are legal by the time they get here."""

from __future__ import annotations

from operator import attrgetter

from engine.actions import Draw, Flip, Luck, Pass, Play
from engine.events import DealEnded, Dealt, Drew, Event, Flipped, MatchEnded, Passed, Played, Result
from engine.layouts import START, Grid
from engine.legal import with_moves
from engine.state import State
from engine.tiles import Tile

Outcome = tuple[State, tuple[Event, ...]]

_IN_ORDER = attrgetter("order")


def _sorted(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=_IN_ORDER))


def deal(state: State, action: Luck) -> Outcome:
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
        luck=action.first,
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
    rules = state.rules
    touching = tile.high if end == START else rules.touching[rules.ends(state)[end]][tile]
    hands = list(state.hands)
    hand = hands[seat] = tuple([each for each in hands[seat] if each is not tile])
    assert not isinstance(state.layout, Grid), "tiles are laid in rows here"
    after = state._replace(
        hands=tuple(hands),
        layout=state.layout.place(action, touching, across=tile in rules.across),
        opening=None,
        history=(*state.history, action),
    )
    if state.drawn[seat] and not state.midway:
        after = _forget_drawn(after, seat)
    gained = rules.gain(state, after) if rules.gain else 0
    if gained:
        after = _score(after, seat, gained)
    event = Played(seat, tile, end, len(hand), gained, rules.count(after) if rules.count else ())
    return _finish(_turn_over(state, after, goes_on=rules.goes_on is not None and rules.goes_on(after)), event)


def draw(state: State, action: Draw) -> Outcome:
    """Take the next tile of the boneyard into the hand."""
    seat = action.seat
    rules = state.rules
    tile, rest = state.boneyard[0], state.boneyard[1:]
    hands = list(state.hands)
    hand = hands[seat] = _sorted((*hands[seat], tile))
    drawn = list(state.drawn)
    drawn[seat] = (*drawn[seat], tile) if state.midway else (tile,)
    after = state._replace(hands=tuple(hands), boneyard=rest, drawn=tuple(drawn), history=(*state.history, action))
    event = Drew(seat, len(hand), len(rest))
    if state.opening is not None:
        opening = rules.opener(after, after.hands)
        return _finish(after._replace(opener=opening.seat, opening=opening, turn=opening.seat), event)
    return _finish(_turn_over(state, after, goes_on=rules.draws_on is not None and rules.draws_on(after)), event)


def give_up(state: State, action: Pass) -> Outcome:
    """Pass."""
    seat = action.seat
    on = tuple(sorted(set(state.rules.ends(state).values())))
    passed = list(state.passed)
    passed[seat] = tuple(sorted({*passed[seat], *on}))
    after = state._replace(
        layout=state.rules.on_pass(state) if state.rules.on_pass else state.layout,
        history=(*state.history, action),
        passed=tuple(passed),
    )
    if state.drawn[seat] and not state.midway:
        after = _forget_drawn(after, seat)
    return _finish(_turn_over(state, after, goes_on=False), Passed(seat, on))


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
        hands = list(state.hands)
        hands[seat] = _sorted((*hands[seat], other, tile))
        after = after._replace(layout=grid.take(), hands=tuple(hands))
        assert state.rules.gain is not None, "tiles taken are points"
        after = _score(after, seat, state.rules.gain(state, after))
    return _finish(
        _turn_over(state, after, goes_on=pair), Flipped(seat, position, tile, pair, (other, tile) if pair else ())
    )


def _forget_drawn(state: State, seat: int) -> State:
    drawn = list(state.drawn)
    drawn[seat] = ()
    return state._replace(drawn=tuple(drawn))


def _score(state: State, seat: int, gained: int) -> State:
    side = state.side_of(seat)
    scored, totals = list(state.scored), list(state.totals)
    scored[side] += gained
    totals[side] += gained
    return state._replace(scored=tuple(scored), totals=tuple(totals))


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
