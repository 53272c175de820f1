"""Who begins a deal, and with what."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Opener, Opening, State
from engine.tiles import Tile

Hands = tuple[tuple[Tile, ...], ...]


def _strongest(tiles: Iterable[Tile]) -> Tile:
    return max(tiles, key=lambda each: each.strength)


def holder(hands: Hands, tile: Tile) -> int:
    """Give the seat that holds ``tile``; raise ``StopIteration`` when nobody does."""
    return next(seat for seat, hand in enumerate(hands) if tile in hand)


def highest(hands: Hands) -> Tile:
    """Give the highest double held, or when nobody holds a double the strongest tile (documents 000, 002)."""
    held = [each for hand in hands for each in hand]
    return _strongest([each for each in held if each.double] or held)


def highest_double(_state: State, hands: Hands) -> Opening:
    """Name the holder of the highest double, who opens with it; nobody has one: of the strongest tile.

    Source: documents 000 and 002, "Comment jouer" / "Come si gioca"; 001, first game. Decision: the tile must be the
    one played.
    """
    must = highest(hands)
    return Opening(holder(hands, must), (must,), must)


def strongest(state: State, hands: Hands) -> Opening:
    """Name the holder of the strongest tile (document 004 no. 1 to 5).

    Decision: it opens with that tile, or by option ``opening`` with any.
    """
    must = _strongest([each for hand in hands for each in hand])
    seat = holder(hands, must)
    return Opening(seat, (must,), must) if state.options["opening"] == "strongest" else Opening(seat, hands[seat])


def next_seat(state: State, hands: Hands) -> Opening:
    """Name the seat after the last opener, who opens with any tile (document 000 "Manches suivantes")."""
    seat = state.after(state.opener)
    return Opening(seat, hands[seat])


def next_seat_without_doubles(state: State, hands: Hands) -> Opening:
    """Name the seat after the last opener, who opens with any tile but a double (document 002 "Giri successivi").

    Decision: a hand of nothing but doubles may open with one.
    """
    seat = state.after(state.opener)
    return Opening(seat, tuple(each for each in hands[seat] if not each.double) or hands[seat])


def lucky(state: State, hands: Hands) -> Opening:
    """Name the seat that luck chose, which opens with any tile."""
    assert state.drawn_opener is not None, "luck chose a seat"
    return Opening(state.drawn_opener, hands[state.drawn_opener])


def first_then(first: Opener, later: Opener) -> Opener:
    """Let one rule name the first opener and another each later one."""

    def opener(state: State, hands: Hands) -> Opening:
        return later(state, hands) if state.results else first(state, hands)

    return opener


def first_deal(state: State) -> bool:
    """Tell whether the next deal is the match's first."""
    return not state.results
