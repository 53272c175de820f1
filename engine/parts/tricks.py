"""Bids, trump and tricks (the second rule book, "Texas 42")."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from engine.actions import Bid, Move, Pass, Play, Trump
from engine.errors import Illegal, IllegalMove
from engine.game import State
from engine.layouts import TRICK, Tricks
from engine.layouts.tricks import TRUMPS, suits_of
from engine.position import Position
from engine.tiles import Fits, Tile, full_set

ALL_POINTS: Final = 42
"""The points of all seven tricks."""

BIDS: Final = (*range(30, 43), 84, 126, 168, 210)
"""The bids. From 84 on, each is allowed only over the one before, but 84 over any bid or none."""

FORCED: Final = "forced"
"""The value of option ``all_pass`` with which the last seat has to bid."""

ANY_TILE: Fits = {tile: tile.high for tile in full_set(6)}
"""A trick takes any tile of the set."""


def is_bidding(state: State) -> bool:
    """Whether a seat is still to bid or pass; each does once."""
    return len(state.history) < state.seats


def trick_end(state: State) -> Mapping[str, int]:
    """The trick takes any tile, once trump has been named; whether it follows suit is another matter."""
    return {} if state.layout.trump is None else {TRICK: 0}


def higher_bids(bid: int | None) -> tuple[int, ...]:
    """Return the bids allowed over the highest so far."""
    return tuple([each for each in BIDS if (bid or 0) < each <= max(84, 42 + (bid or 0))])


@cache
def _bids(seat: int, bid: int | None) -> tuple[Bid, ...]:
    return tuple([Bid(seat, each) for each in higher_bids(bid)])


@cache
def _trumps(seat: int) -> tuple[Trump, ...]:
    return tuple([Trump(seat, each) for each in TRUMPS])


@cache
def _play(seat: int, tile: Tile) -> Play:
    return Play(seat, tile, TRICK)


def following(hand: tuple[Tile, ...], table: Tricks) -> tuple[Tile, ...]:
    """Return the tiles of a hand that may be laid: those of the suit led, or any if there is none of it."""
    led, trump = table.suit_led, table.trump_suit
    return tuple([each for each in hand if led in suits_of(each, trump)]) or hand


def bids_trump_or_tiles(state: State) -> tuple[Move, ...]:
    """Return the bids of the seat in turn, then the trumps that it may name, then the tiles that it may lay."""
    table, seat = Tricks.of(state.layout), state.mover
    if is_bidding(state):
        return _bids(seat, table.bid)
    if table.trump is None:
        return _trumps(seat)
    return tuple([_play(seat, each) for each in following(state.hands[seat], table)])


def pass_the_bid(state: State, _can_play: bool) -> tuple[Move, ...]:
    """A seat may pass in the bidding; the last one only over a bid, or by option ``all_pass``."""
    if not is_bidding(state):
        return ()
    last = len(state.history) == state.seats - 1
    bound = last and Tricks.of(state.layout).bid is None and state.options["all_pass"] == FORCED
    return () if bound else (Pass(state.mover),)


def next_in_bidding_or_tricks(state: State) -> int:
    """The bidder names trump and leads; the taker of a trick leads the next."""
    table = Tricks.of(state.layout)
    if len(state.history) == state.seats or (table.trump is not None and not table.placed):
        return state.last_seat if table.bidder is None else table.bidder
    return table.taken_by[-1] if table.placed and not table.trick else state.next_seat(state.last_seat)


def missing_points(table: Tricks) -> tuple[int, int]:
    """Return how many points the bidder's pair still lacks for its bid, and how many the others lack to set it."""
    bidder, bid = table.contract
    need, side = min(bid, ALL_POINTS), bidder % 2
    return need - table.taken[side], ALL_POINTS - need + 1 - table.taken[1 - side]


def made_set_or_void(position: Position) -> str | None:
    """The deal ends with the trick that decides the bid, or when all seats passed."""
    table = Tricks.of(position.layout)
    if table.bidder is None:
        return "void" if position.passes == position.seats else None
    lacks, others_lack = missing_points(table)
    if lacks <= 0:
        return "made"
    return "set" if others_lack <= 0 else None


def must_follow(state: State, play: Play) -> IllegalMove:
    """A tile that does not follow suit is refused while the hand holds one that does."""
    return IllegalMove(Illegal.FOLLOW_SUIT, tile=play.tile, seat=play.seat, suit=Tricks.of(state.layout).suit_led)


def marks_of(bid: int) -> int:
    """Return the marks that a bid is played for.

    >>> [marks_of(bid) for bid in (30, 42, 84, 210)]
    [1, 1, 2, 5]
    """
    return max(1, bid // ALL_POINTS)
