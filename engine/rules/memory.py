"""Memory, also called concentration (document 004 no. 6)."""

from __future__ import annotations

from functools import cache

from engine.actions import Flip, Move
from engine.game import About, DealScore, Family, Opening, RuleSet, Scoring, State, Topic
from engine.i18n import N_
from engine.layouts import Grid
from engine.parts import pages
from engine.parts.moves import only_plays
from engine.parts.openers import drawn_seat
from engine.parts.scoring import no_points
from engine.parts.winning import most_points, one_deal
from engine.position import Position
from engine.tiles import Tile


def face_down(position: Position) -> Grid:
    """All tiles lie face down in positions from 1, in the order of the stock (game record, "Form")."""
    return Grid(dict(enumerate(position.boneyard, 1)))


def drawn_player(position: Position, _hands: tuple[tuple[Tile, ...], ...]) -> Opening:
    """The seat drawn by lot begins. Decision: the source names no seat."""
    return Opening(drawn_seat(position))


@cache
def _flip(seat: int, position: int) -> Flip:
    return Flip(seat, position)


def flip_any(state: State) -> tuple[Move, ...]:
    """Any tile that lies face down may be flipped, two in a turn."""
    grid, seat = Grid.of(state.layout), state.mover
    return tuple([_flip(seat, at) for at in grid.tiles if at != grid.first_flipped])


def any_pair(grid: Grid) -> bool:
    """Whether any two tiles left in the grid share a half."""
    seen: set[int] = set()
    for tile in grid.tiles.values():
        assert tile is not None, "a state holds every tile"
        halves = {tile.high, tile.low}
        if seen & halves:
            return True
        seen |= halves
    return False


def taken_or_stuck(position: Position) -> str | None:
    """The deal ends when all tiles are taken. Decision: also when no two tiles left share a half."""
    grid = Grid.of(position.layout)
    if not grid.tiles:
        return "taken"
    # only a pair that was taken can leave the grid without another pair
    return None if grid.face_up or any_pair(grid) else "stuck"


def tiles_taken(before: Position, after: Position) -> int:
    """Score a point for each tile just taken."""
    return sum(after.tiles_held(seat) - before.tiles_held(seat) for seat in range(after.seats))


def most_tiles(position: Position, _reason: str) -> DealScore:
    """The most tiles taken win the deal; ties share the win."""
    return DealScore(most_points(position), no_points(position))


MEMORY = RuleSet(
    id="memory",
    about=About(
        name=N_("Memory"),
        aliases=N_("concentration, matching pairs, pelmanism"),
        tagline=N_("Face down in a grid: find two tiles that share a half"),
        aim="",
        family=Family.OTHER,
        page={
            Topic.OPENING: (N_("All tiles lie face down. A player drawn by lot begins."),),
            Topic.TURN: (
                N_("Turn two over for all to see. If they share a half, keep both and go again."),
                N_("Otherwise they are turned back, and it's the next player's turn."),
            ),
            Topic.END: (N_("It ends when all are taken, or when no two that are left share a half."),),
            Topic.TIE: (pages.SHARED,),
            Topic.MATCH: (N_("The most tiles wins."), pages.ONE_DEAL),
        },
        source=N_("004 no. 6"),
    ),
    hand_sizes=dict.fromkeys(range(2, 7), 0),
    initial_layout=face_down,
    draws_opener=lambda _state: True,
    opener=drawn_player,
    plays=flip_any,
    other_moves=only_plays,
    end_reason=taken_or_stuck,
    open_hands=lambda _state: True,
    scoring=Scoring(move_points=tiles_taken, score_deal=most_tiles, winners=one_deal),
)
"""Flip two tiles and remember. Taken tiles are public."""
