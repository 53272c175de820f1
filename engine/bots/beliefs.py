"""Infers which hidden tiles each seat can't hold, from a view."""

from __future__ import annotations

from typing import NamedTuple

from engine.actions import Bid, Draw, Pass, Play, Trump
from engine.game import State
from engine.layouts import START, Grid, Tricks
from engine.legal import default_move
from engine.rules import find
from engine.tiles import Tile, bitmask, full_set
from engine.view import View


class Choice(NamedTuple):
    """A tile that another seat played, and its alternatives.

    Attributes:
        possible: every tile that would have been legal if held, as a bit mask by the tiles' order.

    """

    seat: int
    tile: Tile
    possible: int


class Beliefs:
    """The tiles that a seat can't see, and where each may be.

    A hand is a row of slots, one for each tile in it. A seat that draws or passes without a fitting tile shows that
    none of its tiles fits, which rules tiles out for the slots filled by then, but not for those filled later.

    Attributes:
        visible: the match as far as the view shows it, without the other hands and with an empty boneyard.
        unseen: the tiles in the boneyard and in hands that the view does not show, ascending.
        slots: for each slot its seat and the tiles it can hold, as a bit mask by the tiles' order; those with the
            fewest tiles first.
        choices: the plays that the other seats chose.
        draws: whether a seat that can't play draws from the boneyard.

    """

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "the channel does not play"
        self.visible = visible_state(view)
        rules = self.visible.rules
        with_boneyard = self.visible._replace(boneyard=full_set(12)[: view.boneyard_size])
        self.draws = isinstance(default_move(with_boneyard), Draw)
        seen = {each.tile for each in view.layout.placed}
        seen.update(rules.set_aside(self.visible), view.hand, *view.open_hands)
        self.unseen = tuple(each for each in full_set(view.max_pips) if each not in seen)
        if view.open_hands or isinstance(view.layout, Grid):
            held: dict[int, list[int]] = {}
            self.choices: tuple[Choice, ...] = ()
        else:
            held, self.choices = _replay_deal(view, self.visible)
            held.pop(view.seat)
        unseen = bitmask(self.unseen)
        self.slots = sorted(
            ((seat, mask & unseen) for seat, masks in held.items() for mask in masks),
            key=lambda place: place[1].bit_count(),
        )


def visible_state(view: View) -> State:
    """Return the match as far as a view shows it: with the hands that it shows, and an empty boneyard."""
    rules = find(view.rules)
    before = view.results[-1].totals if view.results else (0,) * len(view.teams)
    hands = list(view.open_hands) or [()] * view.seats
    if view.seat is not None:
        hands[view.seat] = view.hand
    return State(
        rules=rules,
        options=view.options,
        seats=view.seats,
        teams=view.teams,
        layout=view.layout,
        totals=view.totals,
        scored=tuple(now - then for now, then in zip(view.totals, before, strict=True)),
        results=view.results,
        eliminated=view.eliminated,
        hands=tuple(hands),
        opener=view.opener,
        drawn_opener=view.opener,
        turn=view.turn,
        history=view.history,
        passed=view.passed,
        drawn=((),) * view.seats,
    )


def _replay_deal(view: View, now: State) -> tuple[dict[int, list[int]], tuple[Choice, ...]]:
    """Replay the deal; return the tiles that each slot of each seat can hold, and the choices of the others.

    The slot that a tile was played from is not known. Removing the most restricted slot that could hold the tile never
    rules out the truth: the later a slot was filled, the less it is restricted.
    """
    rules = now.rules
    everything = (1 << len(full_set(view.max_pips))) - 1
    size = rules.tiles_each(view.options, view.seats)
    held = {seat: [everything] * size for seat in range(view.seats) if seat not in view.eliminated}
    boneyard = view.boneyard_size + sum(isinstance(move, Draw) for move in view.history)
    state = now._replace(layout=rules.initial_layout(now._replace(history=())), history=(), turn=view.opener, legal=())
    bound = _apply_opening(view, state, held)
    chosen: list[Choice] = []
    for index, move in enumerate(view.history):
        state = state._replace(turn=move.seat, boneyard=full_set(12)[:boneyard])
        following = view.history[index + 1].seat if index + 1 < len(view.history) else view.turn
        match move:
            case Play(seat, tile, end):
                possible = everything if end == START or seat == view.seat else _playable_tiles(state, seat)
                if seat != view.seat and not (bound and end == START):
                    chosen.append(Choice(seat, tile, possible))
                _remove_tile(held[seat], 1 << tile.order)
                if not possible >> tile.order & 1:
                    # a tile that does not follow suit shows that none does
                    _exclude(held[seat], possible)
                state = state._replace(layout=state.laid(move), history=(*state.history, move))
                if rules.keeps_turn is not None and following != seat:
                    able = _holding_all(state, seat)
                    if rules.keeps_turn(able):
                        # the seat would have gone on if it could
                        _exclude(held[seat], _playable_tiles(state, seat))
            case Draw(seat) | Pass(seat):
                if not (state.layout.ends and _is_optional(state, move)):
                    # before the opening every hand is known to lack an opening tile
                    for each in (seat,) if state.layout.ends else held:
                        _exclude(held[each], _playable_tiles(state, seat))
                if isinstance(move, Draw):
                    boneyard -= 1
                    held[seat].append(everything)
                    if not state.layout.ends and following != seat:
                        # a seat that draws an opening tile stays in turn
                        _exclude(held[seat], _playable_tiles(state, seat))
                elif rules.after_pass is not None:
                    state = state._replace(layout=rules.after_pass(state))
                state = state._replace(history=(*state.history, move))
            case Bid() | Trump():
                assert isinstance(state.layout, Tricks)
                called = state.layout
                layout = (
                    called.with_bid(move.seat, move.points) if isinstance(move, Bid) else called.with_trump(move.trump)
                )
                state = state._replace(layout=layout, history=(*state.history, move))
            case _:
                pass
    return held, tuple(chosen)


def _apply_opening(view: View, state: State, held: dict[int, list[int]]) -> bool:
    """Rule out the tiles that would have opened the deal; return whether the rules named the opening tile."""
    plays = [move for move in view.history[:1] if isinstance(move, Play)]
    first = plays[0].tile if plays and plays[0].end == START else view.must_open_with
    if first is None:
        return False
    opener, other = view.opener, (view.opener + 1) % view.seats

    def opens(*hands: tuple[int, tuple[Tile, ...]]) -> bool:
        opening = state.rules.opener(state, _hands_with(state, *hands))
        return opening.seat == opener and opening.must_open_with is first

    if not opens((opener, (first,))):
        return False
    rest = [each for each in full_set(view.max_pips) if each is not first]
    own = [each for each in rest if not opens((opener, tuple(sorted((first, each)))))]
    others = [each for each in rest if not opens((opener, (first,)), (other, (each,)))]
    for seat in held:
        _exclude(held[seat], bitmask(own if seat == opener else others))
    return True


def _hands_with(state: State, *hands: tuple[int, tuple[Tile, ...]]) -> tuple[tuple[Tile, ...], ...]:
    held = dict(hands)
    return tuple(held.get(seat, ()) for seat in range(state.seats))


def _playable_tiles(state: State, seat: int) -> int:
    """Return the tiles that a seat in turn could play if it held them, as a bit mask."""
    rules = state.rules
    if state.layout.ends or isinstance(state.layout, Grid):
        return bitmask(move.tile for move in rules.plays(_holding_all(state, seat)) if isinstance(move, Play))
    tiles = full_set(rules.max_pips)
    return bitmask(each for each in tiles if rules.opener(state, _hands_with(state, (seat, (each,)))).tiles)


def _holding_all(state: State, seat: int) -> State:
    return state._replace(turn=seat, hands=_hands_with(state, (seat, full_set(state.rules.max_pips))))


def _is_optional(state: State, move: Draw | Pass) -> bool:
    """Return whether a draw or pass was also legal with a fitting tile, and so reveals nothing."""
    return move in state.rules.other_moves(state, True)


def _remove_tile(slots: list[int], tile: int) -> None:
    fitting = [mask for mask in slots if mask & tile]
    if fitting:
        slots.remove(min(fitting, key=int.bit_count))
    else:
        slots.pop()


def _exclude(slots: list[int], tiles: int) -> None:
    slots[:] = [mask & ~tiles for mask in slots]
