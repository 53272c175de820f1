"""Plays any rule set: the deal-and-match shell, written once.

A game is a fold: ``new`` gives the start, ``apply`` gives the next state for each action, and nothing else changes
anything. The shuffled stock comes in as an action (:class:`engine.actions.Luck`), so that a game is its record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.actions import Action, Luck, Move, Pass, Play
from engine.errors import Reason, Refused
from engine.events import DealEnded, Dealt, Event, MatchEnded, Passed, Played
from engine.layout import START
from engine.rules.catalogue import find
from engine.rules.options import complete
from engine.state import State, sides_of
from engine.tiles import Tile, full_set
from engine.view import View


def new(rules: str, seats: int, options: Mapping[str, object] | None = None) -> State:
    """Begin a match, before its first deal.

    Raises:
        Refused: no such rule set, seats or options.

    """
    found = find(rules)
    if type(seats) is not int or seats not in found.hand_sizes:
        allowed = f"{found.seats[0]} to {found.seats[-1]}"
        raise Refused(Reason.BAD_SEATS, rules=rules, allowed=allowed, seats=repr(seats)[:20])
    values = complete(rules, found.options, options or {})
    pairs = bool(values.get("pairs"))
    if pairs and seats != 4:
        raise Refused(Reason.BAD_SEATS, rules=f"{rules} in pairs", allowed="4", seats=seats)
    sides = sides_of(seats, pairs)
    return State(found, values, seats, sides, totals=(0,) * len(sides), layout=found.layout)


def stock_of(state: State) -> tuple[Tile, ...]:
    """Give the tiles that have to be shuffled for the next deal, ascending."""
    return full_set(state.rules.top)


def legal(state: State) -> tuple[Move, ...]:
    """Give every action of the seat in turn: tiles ascending, each at the ends in the layout's order.

    Empty between deals, when the next action is a deal, and at the end.
    """
    seat = state.turn
    if seat is None:
        return ()
    if state.opening is not None:
        return tuple(Play(seat, tile, START) for tile in state.opening.tiles)
    ends = state.layout.ends.items()
    fits = state.rules.fits
    plays = tuple(
        Play(seat, tile, end) for tile in state.hands[seat] for end, shown in ends if fits(tile, shown) is not None
    )
    return plays or state.rules.unable(state, seat)


def refusal(state: State, action: Action) -> Refused | None:
    """Say why an action is not allowed now, or None when it is."""
    if isinstance(action, Luck):
        return _refuse_luck(state, action)
    if state.winners:
        return Refused(Reason.MATCH_OVER)
    if state.turn is None:
        return Refused(Reason.NOT_DEALT)
    if action.seat != state.turn:
        return Refused(Reason.NOT_YOUR_TURN, turn=state.turn, seat=action.seat)
    if action in legal(state):
        return None
    if isinstance(action, Pass):
        return Refused(Reason.MUST_PLAY, seat=action.seat)
    return _refuse_play(state, action)


def _refuse_play(state: State, action: Play) -> Refused:
    if action.tile not in state.hands[action.seat]:
        return Refused(Reason.NOT_IN_HAND, tile=action.tile, seat=action.seat)
    if state.opening is None:
        shown = state.layout.ends.get(action.end)
        if shown is None:
            return Refused(Reason.NO_SUCH_END, end=action.end[:20])
        return Refused(Reason.DOES_NOT_FIT, tile=action.tile, end=action.end, shown=shown)
    if action.end != START:
        return Refused(Reason.NO_SUCH_END, end=action.end[:20])
    if state.opening.must is not None:
        return Refused(Reason.MUST_OPEN_WITH, tile=state.opening.must)
    return Refused(Reason.NO_DOUBLE_OPENS, tile=action.tile)


def _refuse_luck(state: State, action: Luck) -> Refused | None:
    if state.winners:
        return Refused(Reason.MATCH_OVER)
    if state.turn is not None:
        return Refused(Reason.DEAL_RUNNING)
    want = stock_of(state)
    have = sorted(action.stock)
    if have != list(want):
        seen: set[Tile] = set()
        for each in have:
            if each in seen or each not in want:
                fault = f"{each} is there twice" if each in seen else f"{each} is not in the set"
                return Refused(Reason.BAD_STOCK, fault=fault)
            seen.add(each)
        return Refused(Reason.BAD_STOCK, fault=f"{len(want) - len(have)} missing")
    if action.first is not None:
        return Refused(Reason.BAD_FIRST, fault="luck chooses no seat in this deal")
    return None


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Give the state after an action, and what came of it.

    Raises:
        Refused: the rules do not allow it; nothing has changed.

    """
    refused = refusal(state, action)
    if refused is not None:
        raise refused
    match action:
        case Luck():
            return _deal(state, action)
        case Play():
            return _play(state, action)
        case Pass(seat):
            after = replace(state, turn=(seat + 1) % state.seats, history=(*state.history, action))
            return after, (Passed(seat, tuple(sorted(set(state.layout.ends.values())))),)


def _deal(state: State, action: Luck) -> tuple[State, tuple[Event, ...]]:
    size = state.rules.hand_sizes[state.seats]
    hands = tuple(tuple(sorted(action.stock[seat * size : (seat + 1) * size])) for seat in range(state.seats))
    opening = state.rules.opener(state, hands)
    after = replace(
        state,
        hands=hands,
        boneyard=action.stock[state.seats * size :],
        layout=state.rules.layout,
        opener=opening.seat,
        opening=opening,
        turn=opening.seat,
        history=(),
        luck=action.first,
    )
    return after, (Dealt(after.deal, opening.seat),)


def _play(state: State, action: Play) -> tuple[State, tuple[Event, ...]]:
    seat, tile, end = action
    touching = tile.high if end == START else state.rules.fits(tile, state.layout.ends[end])
    assert touching is not None, "a legal play touches"
    hand = tuple(each for each in state.hands[seat] if each is not tile)
    after = replace(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        layout=state.layout.place(tile, end, touching, seat),
        opening=None,
        turn=(seat + 1) % state.seats,
        history=(*state.history, action),
    )
    played = Played(seat, tile, end, len(hand))
    if not hand:
        return _end_deal(after, "out", played)
    if _blocked(after):
        return _end_deal(after, "blocked", played)
    return after, (played,)


def _blocked(state: State) -> bool:
    """Tell whether no tile in any hand fits any end. The rule book: the engine sees it by itself."""
    fits = state.rules.fits
    shown = set(state.layout.ends.values())
    return not any(fits(tile, half) is not None for hand in state.hands for tile in hand for half in shown)


def _end_deal(state: State, reason: str, *events: Event) -> tuple[State, tuple[Event, ...]]:
    result = state.rules.settle(state, reason)
    after = replace(state, turn=None, totals=result.totals, results=(*state.results, result))
    happened = (*events, DealEnded(after.deal, result))
    winners = after.rules.winners(after)
    if not winners:
        return after, happened
    return replace(after, winners=winners), (*happened, MatchEnded(winners))


def view(state: State, seat: int | None) -> View:
    """Give what ``seat`` may see, or with None what the channel may see."""
    passed: list[set[int]] = [set() for _ in range(state.seats)]
    layout = state.rules.layout
    for move in state.history:
        if isinstance(move, Pass):
            passed[move.seat].update(layout.ends.values())
        else:
            placed = state.layout.placed[len(layout.placed)]
            layout = layout.place(placed.tile, placed.end, placed.inward, placed.seat)
    return View(
        rules=state.rules.id,
        options=state.options,
        seats=state.seats,
        sides=state.sides,
        clockwise=state.rules.clockwise,
        top=state.rules.top,
        seat=seat,
        deal=state.deal,
        opener=state.opener,
        must=state.opening.must if state.opening is not None and seat == state.turn else None,
        turn=state.turn,
        layout=state.layout,
        hand=state.hands[seat] if seat is not None and state.hands else (),
        counts=tuple(len(hand) for hand in state.hands) or (0,) * state.seats,
        boneyard=len(state.boneyard),
        history=state.history,
        passed=tuple(tuple(sorted(numbers)) for numbers in passed),
        legal=legal(state) if seat is not None and seat == state.turn else (),
        totals=state.totals,
        results=state.results,
        winners=state.winners,
    )


def outcome(state: State) -> tuple[int, ...] | None:
    """Give the seats that won, or None while the match goes on."""
    return state.winners or None
