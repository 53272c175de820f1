"""Chickenfoot (the second rule book, "Chickenfoot").

Its sources are house rules that people wrote down: Chickenfoot (nathanlong/rules, GitHub), Chicken foot (Wikipedia) and
How to Play Chickenfoot Dominoes (cardsdicedominoes.com).
"""

from __future__ import annotations

from typing import Final

from engine.actions import Play
from engine.errors import Illegal, IllegalMove
from engine.game import About, Family, RuleSet, Scoring, State, Topic
from engine.i18n import N_
from engine.layouts import Feet
from engine.options import Option, numbers
from engine.parts import pages
from engine.parts.endings import out_or_nothing_fits
from engine.parts.moves import always, draw_one
from engine.parts.openers import drawn_seat_begins, is_first_deal
from engine.parts.scoring import pips_written
from engine.parts.station import station_aside, station_of
from engine.parts.winning import fewest_after_all_deals
from engine.position import Position
from engine.tiles import tile

DOUBLE_BLANK: Final = frozenset({tile(0, 0)})


def station_with_arms(position: Position) -> Feet:
    """The starting double lies in the middle; option ``first_arms`` says how many sides it has."""
    return Feet.start(station_of(position), int(position.options["first_arms"]), position.max_pips)


def blank_points(position: Position, seat: int) -> int:
    """Return what 0-0 in the hand of ``seat`` costs, by option ``blank``."""
    return int(position.options["blank"]) * position.count_held(seat, DOUBLE_BLANK)


def veto(state: State, _play: Play) -> IllegalMove:
    """Return why a tile that fits an end may not be laid there now: a foot, or the station, is open."""
    feet = Feet.of(state.layout)
    reason = Illegal.STATION_FIRST if feet.last_double is None else Illegal.FOOT_FIRST
    return IllegalMove(reason, end=feet.waiting[0])


CHICKENFOOT = RuleSet(
    id="chickenfoot",
    about=About(
        name=N_("Chickenfoot"),
        aliases=N_("chicken foot, chicken feet, chicken, chickie, crow's foot"),
        tagline=N_("Every double is a chicken foot, which needs three toes first"),
        aim=N_("Lay a tile that matches an open end. Pips left in your hand count against you."),
        family=Family.TRAINS,
        page={
            Topic.OPENING: (
                pages.STATION_NINE,
                pages.ONE_SEAT_ON,
            ),
            Topic.TURN: (
                N_(
                    "The first plays go on that double, one on each of its four sides (option: six). Then every end is "
                    "open."
                ),
                pages.MUST_PLAY,
            ),
            Topic.DOUBLES: (
                N_(
                    "A double is a chicken foot: the next three plays, by whoever can, are its toes. Then all ends are "
                    "open."
                ),
                N_("A foot whose number is used up needs no more toes."),
            ),
            Topic.UNABLE: (N_("Draw one, and play it if it fits; else pass."),),
            Topic.EMPTY: (pages.PASS_WHEN_EMPTY,),
            Topic.END: (N_("The deal ends when someone goes out, with a double, too."),),
            Topic.BLOCKED: (N_("The deal ends when the boneyard is used up and no tile in any hand may be played."),),
            Topic.TIE: (pages.WIN_SHARED,),
            Topic.POINTS: (pages.WRITE_PIPS, N_("0-0 counts 50 (option: nothing).")),
            Topic.MATCH: (pages.FEWEST_AFTER_ALL,),
        },
        source=N_("Chickenfoot (house rules, among others cardsdicedominoes.com)"),
    ),
    max_pips=9,
    hand_sizes={2: 21, 3: 14, 4: 11, 5: 8, 6: 7, 7: 6, 8: 5},
    options=(
        Option("deals", N_("Deals"), 10, numbers(*range(1, 11))),
        Option("first_arms", N_("Sides of the first double"), 4, numbers(4, 6)),
        Option("blank", N_("Double blank left in a hand"), 50, {50: N_("50 points"), 0: N_("nothing")}),
    ),
    initial_layout=station_with_arms,
    set_aside=station_aside,
    draws_opener=is_first_deal,
    opener=drawn_seat_begins,
    other_moves=draw_one,
    draw_keeps_turn=always,
    end_reason=out_or_nothing_fits,
    veto=veto,
    scoring=Scoring(score_deal=pips_written(blank_points), winners=fewest_after_all_deals, points_against=True),
)
"""A tree of doubles, each with three toes; the fewest pips left in hands win."""
