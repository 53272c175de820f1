"""The Mexican train (document 001, second game) and its variant with a double-nine set."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Draw, Move, Play
from engine.errors import Illegal, IllegalMove
from engine.game import About, Family, RuleSet, Scoring, State, Topic, fitting_plays
from engine.i18n import N_
from engine.layouts import Trains
from engine.options import Option, numbers
from engine.parts import pages
from engine.parts.endings import out_or_nothing_fits
from engine.parts.moves import always, draw_one
from engine.parts.openers import drawn_seat_begins, is_first_deal
from engine.parts.scoring import pips_written
from engine.parts.station import station_aside, station_of
from engine.parts.winning import fewest_after_all_deals
from engine.position import Position


def empty_trains(position: Position) -> Trains:
    """The station lies in the middle."""
    return Trains.start(station_of(position), position.seats, position.max_pips)


def owes_tile(state: State) -> bool:
    """Whether the seat in turn has played a double and owes a second tile; it may have drawn since."""
    own = [move for move in state.history[-2:] if move.seat == state.turn]
    if not state.mid_turn:
        return False
    last = own[-1]
    if isinstance(last, Draw) and len(own) > 1:
        last = own[-2]
    return isinstance(last, Play) and last.tile.double


def open_ends(state: State) -> Mapping[str, int]:
    """Return the ends where the seat in turn may lay a tile.

    An open double must be covered first, on any player's train (document 001, "Doublet ouvert"). The player of the
    double itself may cover it or play on any other train open to that player ("Doublets").
    """
    trains = Trains.of(state.layout)
    seat = state.turn
    double = trains.open_double
    if double is not None and not owes_tile(state):
        return {double: trains.ends[double]}
    if seat is None:
        return trains.ends
    return trains.open_to(seat)


def plays(state: State) -> tuple[Move, ...]:
    """Any tile that fits may be played; the tile owed after a double may not be a double."""
    fitting = fitting_plays(state)
    if not owes_tile(state):
        return fitting
    return tuple(play for play in fitting if isinstance(play, Play) and not play.tile.double)


def set_marker(state: State) -> Trains:
    """Open the train of the seat in turn to all."""
    return Trains.of(state.layout).add_marker(state.mover)


def laid_double(position: Position) -> bool:
    """A player stays in turn after a double, to play a second tile."""
    tile = position.last_tile
    return tile is not None and tile.double


def veto(state: State, play: Play) -> IllegalMove | None:
    """Return why a tile that fits a train may not be laid there now."""
    if play.end not in open_ends(state):
        double = state.layout.open_double
        if double is not None and not owes_tile(state):
            return IllegalMove(Illegal.COVER_DOUBLE, end=double)
        return IllegalMove(Illegal.CLOSED_TRAIN, end=play.end)
    return IllegalMove(Illegal.NO_SECOND_DOUBLE, tile=play.tile)


def _game(
    identity: str,
    name: str,
    aliases: str,
    tagline: str,
    source: str,
    top: int,
    hand_sizes: Mapping[int, int],
    station: str,
) -> RuleSet:
    deals = top + 1
    return RuleSet(
        id=identity,
        about=About(
            name=name,
            aliases=aliases,
            tagline=tagline,
            aim=N_(
                "Lay a tile that matches the end of your train, or of an open one. Pips left in your hand count "
                "against you."
            ),
            family=Family.TRAINS,
            page={
                Topic.OPENING: (
                    station,
                    pages.ONE_SEAT_ON,
                ),
                Topic.TURN: (
                    N_(
                        "Each player has a train and there is one for all, the Mexican train; each begins with "
                        "the number of the double in the middle."
                    ),
                    N_("Lay one tile on your own train, on the Mexican train, or on another's that bears a marker."),
                    pages.MUST_PLAY,
                ),
                Topic.DOUBLES: (
                    N_("After a double lay a second tile, not a double, anywhere you may; it can cover the double."),
                    N_(
                        "If you can't, draw one, even if you drew before; if that doesn't "
                        "fit, your marker is set and the double stays open."
                    ),
                    N_(
                        "A double left open has to be covered before anything else is played, by whoever can, on any "
                        "train."
                    ),
                    N_("A double whose tiles all lie on the table binds nobody."),
                ),
                Topic.UNABLE: (
                    N_(
                        "Draw one, and play it if it fits; else a marker opens your train to all until you next play "
                        "on it."
                    ),
                ),
                Topic.EMPTY: (N_("Your marker is set at once."),),
                Topic.END: (
                    N_("The deal ends when someone goes out, with a double, too: no second tile is owed then."),
                ),
                Topic.BLOCKED: (
                    N_(
                        "The deal ends when the boneyard is used up and no tile in any hand fits any train, not even a "
                        "closed one."
                    ),
                ),
                Topic.TIE: (pages.WIN_SHARED,),
                Topic.POINTS: (pages.WRITE_PIPS, N_("0-0 counts 0.")),
                Topic.MATCH: (pages.FEWEST_AFTER_ALL,),
            },
            source=source,
        ),
        max_pips=top,
        hand_sizes=hand_sizes,
        options=(
            Option("deals", N_("Deals"), deals, numbers(*range(1, deals + 1))),
            Option(
                "open_hands",
                N_("Hands"),
                default=False,
                values={False: N_("hidden"), True: N_("open to everyone")},
            ),
        ),
        initial_layout=empty_trains,
        set_aside=station_aside,
        draws_opener=is_first_deal,
        opener=drawn_seat_begins,
        open_ends=open_ends,
        plays=plays,
        other_moves=draw_one,
        keeps_turn=laid_double,
        draw_keeps_turn=always,
        after_pass=set_marker,
        end_reason=out_or_nothing_fits,
        open_hands=lambda state: bool(state.options["open_hands"]),
        veto=veto,
        scoring=Scoring(score_deal=pips_written(), winners=fewest_after_all_deals, points_against=True),
    )


MEXICAN_TRAIN = _game(
    "mexican-train",
    N_("Mexican train"),
    N_("Mexican, train, trains"),
    N_("A train for each player and one for all, with a double-twelve set"),
    N_("001, second game"),
    12,
    {2: 16, 3: 16, 4: 15, 5: 14, 6: 12, 7: 10, 8: 9},
    N_("A double is taken out of the set and lies in the middle: 12-12 in the first deal, then 11-11, down to 0-0."),
)
MEXICAN_TRAIN_NINE = _game(
    "mexican-train-nine",
    N_("Mexican train (double-nine)"),
    N_("Mexican train 9, double nine, double 9"),
    N_("A train for each player and one for all, with a double-nine set"),
    N_("001, variant"),
    9,
    {2: 15, 3: 13, 4: 10},
    pages.STATION_NINE,
)
