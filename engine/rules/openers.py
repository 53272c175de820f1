"""Who opens a deal, and with what."""

from __future__ import annotations

from engine.rules.ruleset import Opener, Opening
from engine.state import State
from engine.tiles import Tile


def _strongest(tiles: tuple[Tile, ...]) -> Tile:
    return max(tiles, key=lambda each: each.strength)


def highest_double(_state: State, hands: tuple[tuple[Tile, ...], ...]) -> Opening:
    """Name the holder of the highest double, who opens with it; nobody has one: of the strongest tile.

    Source: documents 000 and 002, "Comment jouer" / "Come si gioca". Decision: the tile must be the one played.
    """
    held = tuple(each for hand in hands for each in hand)
    must = _strongest(tuple(each for each in held if each.double) or held)
    seat = next(seat for seat, hand in enumerate(hands) if must in hand)
    return Opening(seat, (must,), must)


def _next_seat(state: State, hands: tuple[tuple[Tile, ...], ...]) -> Opening:
    seat = (state.results[-1].opener + 1) % state.seats
    return Opening(seat, hands[seat])


def _next_seat_without_doubles(state: State, hands: tuple[tuple[Tile, ...], ...]) -> Opening:
    seat, tiles, _ = _next_seat(state, hands)
    return Opening(seat, tuple(each for each in tiles if not each.double) or tiles)


def rotating(*, doubles: bool) -> Opener:
    """Let the highest double open the first deal, and the seat after the last opener each later one.

    Source: documents 000 "Manches suivantes" (any tile) and 002 "Giri successivi" (``doubles`` false: no double).
    Decision: a hand of nothing but doubles may open with one.
    """
    later = _next_seat if doubles else _next_seat_without_doubles

    def opener(state: State, hands: tuple[tuple[Tile, ...], ...]) -> Opening:
        return later(state, hands) if state.results else highest_double(state, hands)

    return opener
