"""The seat that opens a deal, and the tiles for it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Opener, Opening, State
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


def highest_double(_state: State, hands: Hands) -> Opening:
    """The holder of the highest double opens with it; without doubles, the holder of the strongest tile.

    Source: documents 000 and 002, "Comment jouer" / "Come si gioca"; 001, first game. Decision: the opener must play
    that tile.
    """
    must = highest_tile(hands)
    return Opening(holder_of(hands, must), (must,), must)


def strongest(state: State, hands: Hands) -> Opening:
    """The holder of the strongest tile opens (document 004 no. 1 to 5).

    Decision: with that tile, or with any if option ``opening`` allows it.
    """
    must = _strongest([each for hand in hands for each in hand])
    seat = holder_of(hands, must)
    return Opening(seat, (must,), must) if state.options["opening"] == "strongest" else Opening(seat, hands[seat])


def next_seat_opens(state: State, hands: Hands) -> Opening:
    """The seat after the last opener opens with any tile (document 000 "Manches suivantes")."""
    seat = state.next_seat(state.opener)
    return Opening(seat, hands[seat])


def next_seat_opens_without_doubles(state: State, hands: Hands) -> Opening:
    """The seat after the last opener opens with any tile but a double (document 002 "Giri successivi").

    Decision: a hand of doubles only may open with one.
    """
    seat = state.next_seat(state.opener)
    return Opening(seat, tuple(each for each in hands[seat] if not each.double) or hands[seat])


def drawn_opener(state: State, hands: Hands) -> Opening:
    """The seat drawn by lot opens with any tile."""
    assert state.drawn_opener is not None, "an opener was drawn"
    return Opening(state.drawn_opener, hands[state.drawn_opener])


def first_then(first: Opener, later: Opener) -> Opener:
    """Return an opener rule that is ``first`` in the first deal and ``later`` afterwards."""

    def opener(state: State, hands: Hands) -> Opening:
        return later(state, hands) if state.results else first(state, hands)

    return opener


def is_first_deal(state: State) -> bool:
    """Whether the next deal is the first of the match."""
    return not state.results
