"""Tricks: no line of play, but tiles laid one by each seat, which the best of them takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, NamedTuple

from engine.actions import Play
from engine.layouts.form import Form
from engine.layouts.placed import Placed
from engine.tiles import Tile

TRICK: Final = "trick"
"""The name of the only end, where every tile is laid."""

NO_SUIT: Final = -1
"""The number of the end while no trick has been begun."""

DOUBLES_SUIT: Final = 7
"""The suit of the doubles, if they are trump."""

TRUMPS: Final[Mapping[str, int]] = {**{str(each): each for each in range(7)}, "doubles": DOUBLES_SUIT, "none": NO_SUIT}
"""The trumps, as written in the game record, each with its suit; with ``none`` no tile is trump."""


def suits_of(tile: Tile, trump: int) -> tuple[int, ...]:
    """Return the suits of a tile, the one that it asks for when it is led first.

    A trump belongs to trump alone, another tile to the suits of its halves (the second rule book, "Texas 42").

    >>> from engine.tiles import tile
    >>> suits_of(tile(6, 1), 2), suits_of(tile(6, 1), 1), suits_of(tile(6, 6), DOUBLES_SUIT)
    ((6, 1), (1,), (7,))
    """
    if tile.double:
        return (DOUBLES_SUIT if trump == DOUBLES_SUIT else tile.high,)
    return (trump,) if trump in tile else (tile.high, tile.low)


def rank_in(tile: Tile, suit: int) -> int:
    """Return how high a tile of a suit is in it: a double highest, then by the other half; doubles by their number."""
    if suit == DOUBLES_SUIT:
        return tile.high
    return DOUBLES_SUIT if tile.double else tile.other(suit)


def count_of(tile: Tile) -> int:
    """Return the points of a tile in a trick: its pips if they are a multiple of five, else none."""
    return tile.pips if tile.pips % 5 == 0 else 0


class _Fields(NamedTuple):
    placed: tuple[Placed, ...] = ()
    bid: int | None = None
    bidder: int | None = None
    trump: str | None = None
    taken_by: tuple[int, ...] = ()


class Tricks(_Fields, Form):  # pyright: ignore[reportIncompatibleVariableOverride]
    """The bidding and the tricks of a deal among four seats in two pairs.

    Attributes:
        placed: the tiles laid, in order of play.
        bid: the highest bid so far; None before the first.
        bidder: the seat that made it; None before the first.
        trump: the trump, a key of :data:`TRUMPS`; None until it is named.
        taken_by: the seat that took each complete trick, in order.

    """

    __slots__ = ()
    has_ends: ClassVar = False
    has_tricks: ClassVar = True

    @property
    def ends(self) -> Mapping[str, int]:
        """The trick as the only end, with the suit led, or -1 while none has been begun (game record, "Replaying")."""
        return {TRICK: self.suit_led}

    @property
    def contract(self) -> tuple[int, int]:
        """The bidder and its bid, once a seat has bid."""
        assert self.bidder is not None, "a seat has bid"
        assert self.bid is not None, "a seat has bid"
        return self.bidder, self.bid

    @property
    def trump_suit(self) -> int:
        """The suit that is trump; -1 if there is none or it has not been named."""
        return NO_SUIT if self.trump is None else TRUMPS[self.trump]

    @property
    def suit_led(self) -> int:
        """The suit that was led to the trick; -1 while no trick has been begun."""
        trick = self.trick
        return suits_of(trick[0].tile, self.trump_suit)[0] if trick else NO_SUIT

    @property
    def trick(self) -> tuple[Placed, ...]:
        """The tiles of the trick that has been begun; empty between tricks."""
        return self.placed[4 * len(self.taken_by) :]

    @property
    def last_trick(self) -> tuple[Placed, ...]:
        """The tiles of the last complete trick; empty before it."""
        return self.complete(len(self.taken_by) - 1) if self.taken_by else ()

    @property
    def taken(self) -> tuple[int, int]:
        """The points of the complete tricks of seats 0 and 2, and of seats 1 and 3."""
        points = [0, 0]
        for number, seat in enumerate(self.taken_by):
            points[seat % 2] += self.trick_points(number)
        return points[0], points[1]

    def complete(self, number: int) -> tuple[Placed, ...]:
        """Return the tiles of a complete trick by its number, from 0."""
        return self.placed[4 * number : 4 * number + 4]

    def trick_points(self, number: int) -> int:
        """Return the points of a complete trick: one, and those of its tiles."""
        return 1 + sum([count_of(each.tile) for each in self.complete(number)])

    def best(self, trick: tuple[Placed, ...]) -> Placed:
        """Return the tile that takes a trick, which is not empty, as far as it has been laid.

        That is the highest trump, else the highest tile of the suit led.
        """
        trump = self.trump_suit
        led = suits_of(trick[0].tile, trump)[0]

        def strength(each: Placed) -> tuple[bool, int]:
            suits = suits_of(each.tile, trump)
            if suits[0] == trump != NO_SUIT:
                return True, rank_in(each.tile, trump)
            return False, rank_in(each.tile, led) if led in suits else NO_SUIT

        return max(trick, key=strength)

    @property
    def focus(self) -> Placed | None:
        """The tile that takes the trick so far; None between tricks."""
        return self.best(self.trick) if self.trick else None

    def facts(self) -> Mapping[str, Any]:
        """Return the bid, trump and points taken."""
        return {"bid": self.bid, "bidder": self.bidder, "trump": self.trump, "taken": list(self.taken)}

    def with_bid(self, seat: int, points: int) -> Tricks:
        """Return the table after a bid."""
        return self._replace(bid=points, bidder=seat)

    def with_trump(self, trump: str) -> Tricks:
        """Return the table after trump was named."""
        return self._replace(trump=trump)

    def place(self, play: Play, touching: int, crosswise: bool) -> Tricks:
        """Return the table with a tile added to the trick; the fourth completes it."""
        seat, tile, end, _ = play
        after = self._replace(placed=(*self.placed, Placed(tile, end, touching, tile.pips - touching, seat, crosswise)))
        trick = after.trick
        if len(trick) < 4:
            return after
        taker = after.best(trick).seat
        assert taker is not None, "seats lay all tiles"
        return after._replace(taken_by=(*self.taken_by, taker))
