"""The seat that opens a deal, and the tiles for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.events import Result
from engine.game import Opener, Opening
from engine.options import Value
from engine.position import Position
from engine.tiles import Tile

Hands = tuple[tuple[Tile, ...], ...]


def _strongest(tiles: Iterable[Tile]) -> Tile:
    return max(tiles, key=lambda each: each.strength)


def holder_of(hands: Hands, tile: Tile) -> int:
    """Return the seat that holds ``tile``; raise ``StopIteration`` if no seat does."""
    return next(seat for seat, hand in enumerate(hands) if tile in hand)


def highest_tile(hands: Hands) -> Tile:
    """Return the highest double in any hand; without doubles, the strongest tile (documents 000, 002)."""
    held = [each for hand in hands for each in hand]
    return _strongest([each for each in held if each.double] or held)


def lowest_double(position: Position, hands: Hands) -> Opening:
    """The holder of the lowest double opens with it; without doubles, the holder of the strongest tile.

    Source: the second rule book, "Bergen".
    """
    doubles = [each for hand in hands for each in hand if each.double]
    if not doubles:
        return highest_double(position, hands)
    return Opening(holder_of(hands, min(doubles)), (min(doubles),), min(doubles))


def highest_double(_position: Position, hands: Hands) -> Opening:
    """The holder of the highest double opens with it; without doubles, the holder of the strongest tile.

    Source: documents 000 and 002, "Comment jouer" / "Come si gioca"; 001, first game. Decision: the opener must play
    that tile.
    """
    must = highest_tile(hands)
    return Opening(holder_of(hands, must), (must,), must)


def strongest(position: Position, hands: Hands) -> Opening:
    """The holder of the strongest tile opens (document 004 no. 1 to 5).

    Decision: with that tile, or with any if option ``opening`` allows it.
    """
    must = _strongest([each for hand in hands for each in hand])
    seat = holder_of(hands, must)
    return Opening(seat, (must,), must) if position.options["opening"] == "strongest" else Opening(seat, hands[seat])


def next_seat_opens(position: Position, hands: Hands) -> Opening:
    """The seat after the last opener opens with any tile (document 000 "Manches suivantes")."""
    # a void deal does not move the opening
    seat = position.next_seat(played_deals(position)[-1].opener)
    return Opening(seat, hands[seat])


def winning_seat_opens(position: Position, hands: Hands) -> Opening:
    """The seat that won the last deal for its team opens with any tile (the second rule book, "What they share").

    Decision: after a deal that nobody won, the seat after the last opener does.
    """
    seat = played_deals(position)[-1].winning_seat
    return next_seat_opens(position, hands) if seat is None else Opening(seat, hands[seat])


def next_seat_opens_without_doubles(position: Position, hands: Hands) -> Opening:
    """The seat after the last opener opens with any tile but a double (document 002 "Giri successivi").

    Decision: a hand of doubles only may open with one.
    """
    seat = position.next_seat(position.opener)
    return Opening(seat, tuple(each for each in hands[seat] if not each.double) or hands[seat])


def drawn_seat(position: Position) -> int:
    """Return the seat drawn by lot to begin the deal, where one was."""
    assert position.drawn_opener is not None, "an opener was drawn"
    return position.drawn_opener


def drawn_opener(position: Position, hands: Hands) -> Opening:
    """The seat drawn by lot opens with any tile."""
    seat = drawn_seat(position)
    return Opening(seat, hands[seat])


def drawn_seat_begins(position: Position, _hands: Hands) -> Opening:
    """A seat drawn by lot begins the first deal like any other turn, then the next seat each time.

    Source: the second rule book, "Texas 42". Decision: so in other games, too.
    """
    drawn = position.drawn_opener
    return Opening(position.next_seat(position.opener) if drawn is None else drawn)


def out_seat_opens(position: Position, hands: Hands) -> Opening:
    """The seat that went out in the last deal opens with any tile; after a block, and at first, the seat drawn by lot.

    Source: the second rule book, "American fives".
    """
    if position.drawn_opener is not None:
        return drawn_opener(position, hands)
    seat = position.results[-1].last_seat
    assert seat is not None, "a seat went out"
    return Opening(seat, hands[seat])


def nobody_went_out(position: Position) -> bool:
    """Whether no seat went out in the last deal, or there was none."""
    return is_first_deal(position) or position.results[-1].reason != "out"


def first_then(first: Opener, later: Opener) -> Opener:
    """Return an opener rule that is ``first`` in the first deal, again after a void one, and ``later`` afterwards."""

    def opener(position: Position, hands: Hands) -> Opening:
        return first(position, hands) if is_first_deal(position) else later(position, hands)

    return opener


def by_option(name: str, openers: Mapping[Value, Opener]) -> Opener:
    """Return the opener rule that the option ``name`` chooses."""

    def opener(position: Position, hands: Hands) -> Opening:
        return openers[position.options[name]](position, hands)

    return opener


def played_deals(position: Position) -> tuple[Result, ...]:
    """Return the deals that have ended, without the void ones."""
    return tuple(result for result in position.results if result.reason != "void")


def is_first_deal(position: Position) -> bool:
    """Whether no deal has been played yet; void ones do not count."""
    return not played_deals(position)


def draws_first_opener(position: Position) -> bool:
    """Whether a seat is drawn by lot: for the first deal, by option ``first_opener``."""
    return is_first_deal(position) and position.options["first_opener"] == "random"
