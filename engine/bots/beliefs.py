"""Infers which hidden tiles each seat can't hold, from a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.actions import Draw, Move, Pass, Play
from engine.game import State
from engine.layouts import START
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
        self.visible = visible_state(view)
        rules = self.visible.rules
        with_boneyard = self.visible._replace(boneyard=full_set(12)[: view.boneyard_size])
        self.draws = isinstance(default_move(with_boneyard), Draw)
        seen = {each.tile for each in view.layout.placed}
        seen.update(rules.set_aside(self.visible), view.hand, *view.open_hands)
        self.unseen = tuple(each for each in full_set(view.max_pips) if each not in seen)
        if view.open_hands or view.layout.is_face_down:
            held: dict[int, list[int]] = {}
            self.choices: tuple[Choice, ...] = ()
        else:
            replay = _Replay(view, self.visible)
            held, self.choices = replay.held, tuple(replay.choices)
            held.pop(view.own_seat)
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


class _Replay:
    """The deal up to now, and the evidence of each of its moves.

    The slot that a tile was played from is not known. Removing the most restricted slot that could hold the tile never
    rules out the truth: the later a slot was filled, the less it is restricted.

    Attributes:
        held: the tiles that each slot of each seat can hold.
        choices: the plays that the other seats chose.

    """

    def __init__(self, view: View, now: State) -> None:
        rules = self._rules = now.rules
        self._viewer = view.seat
        self._everything = (1 << len(full_set(view.max_pips))) - 1
        self._boneyard = view.boneyard_size + sum(isinstance(move, Draw) for move in view.history)
        size = rules.tiles_each(view.options, view.seats)
        self.held = {seat: [self._everything] * size for seat in range(view.seats) if seat not in view.eliminated}
        self.choices: list[Choice] = []
        layout = rules.initial_layout(now._replace(history=()))
        self._state = now._replace(layout=layout, history=(), turn=view.opener, legal=())
        self._bound = _apply_opening(view, self._state, self.held)
        seats = [*(move.seat for move in view.history), view.turn]
        for move, following in zip(view.history, seats[1:], strict=True):
            self._make(move, following)

    def _make(self, move: Move, following: int | None) -> None:
        """Make a move; ``following`` is the seat that moves next."""
        self._state = self._state._replace(turn=move.seat, boneyard=full_set(12)[: self._boneyard])
        if isinstance(move, Play):
            self._play(move, following)
        elif isinstance(move, Draw | Pass):
            self._draw_or_pass(move, following)
        else:
            self._state = self._state.with_move(move)

    def _play(self, play: Play, following: int | None) -> None:
        seat, tile, end, _ = play
        own, opens = seat == self._viewer, end == START
        possible = self._everything if opens or own else _playable_tiles(self._state, seat)
        if not own and not (self._bound and opens):
            self.choices.append(Choice(seat, tile, possible))
        _remove_tile(self.held[seat], 1 << tile.order)
        if not possible >> tile.order & 1:
            # a tile that does not follow suit shows that none does
            _exclude(self.held[seat], possible)
        self._state = self._state.with_move(play)
        keeps_turn = self._rules.keeps_turn
        if keeps_turn is not None and following != seat and keeps_turn(_holding_all(self._state, seat)):
            # the seat would have gone on if it could
            _exclude(self.held[seat], _playable_tiles(self._state, seat))

    def _draw_or_pass(self, move: Draw | Pass, following: int | None) -> None:
        seat, held, state = move.seat, self.held, self._state
        opened = bool(state.layout.ends)
        if not (opened and _is_optional(state, move)):
            # before the opening every hand is known to lack an opening tile
            for each in (seat,) if opened else held:
                _exclude(held[each], _playable_tiles(state, seat))
        if isinstance(move, Draw):
            self._boneyard -= 1
            held[seat].append(self._everything)
            if not opened and following != seat:
                # a seat that draws an opening tile stays in turn
                _exclude(held[seat], _playable_tiles(state, seat))
        self._state = state.with_move(move)


def _apply_opening(view: View, state: State, held: dict[int, list[int]]) -> bool:
    """Rule out the tiles that would have opened the deal; return whether the rules named the opening tile."""
    first = _opening_tile(view)
    if first is None:
        return False
    opener, other = view.opener, (view.opener + 1) % view.seats

    def opens(seat: int, *more: Tile) -> bool:
        """Whether ``first`` opens if ``seat`` holds more tiles as well."""
        hands: dict[int, tuple[Tile, ...]] = {opener: (first,)}
        hands[seat] = tuple(sorted((*hands.get(seat, ()), *more)))
        opening = state.rules.opener(state, _hands_with(state, hands))
        return opening.seat == opener and opening.must_open_with is first

    if not opens(opener):
        return False
    rest = [each for each in full_set(view.max_pips) if each is not first]
    excluded = {seat: bitmask(each for each in rest if not opens(seat, each)) for seat in (opener, other)}
    for seat, slots in held.items():
        _exclude(slots, excluded[opener if seat == opener else other])
    return True


def _opening_tile(view: View) -> Tile | None:
    """Return the tile that opened the deal, or that has to; None if there is none."""
    first = view.history[0] if view.history else None
    return first.tile if isinstance(first, Play) and first.end == START else view.must_open_with


def _hands_with(state: State, hands: Mapping[int, tuple[Tile, ...]]) -> tuple[tuple[Tile, ...], ...]:
    return tuple(hands.get(seat, ()) for seat in range(state.seats))


def _playable_tiles(state: State, seat: int) -> int:
    """Return the tiles that a seat in turn could play if it held them, as a bit mask."""
    rules = state.rules
    if state.layout.ends or state.layout.is_face_down:
        return bitmask(move.tile for move in rules.plays(_holding_all(state, seat)) if isinstance(move, Play))
    tiles = full_set(rules.max_pips)
    return bitmask(each for each in tiles if rules.opener(state, _hands_with(state, {seat: (each,)})).tiles)


def _holding_all(state: State, seat: int) -> State:
    return state._replace(turn=seat, hands=_hands_with(state, {seat: full_set(state.rules.max_pips)}))


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
