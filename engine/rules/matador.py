"""Matador (document 004 no. 9): touching halves add up to seven."""

from __future__ import annotations

from engine.actions import Move, Play
from engine.game import About, Family, RuleSet, Scoring, State, Topic, fitting_plays
from engine.i18n import N_
from engine.layouts import Branches, Line
from engine.options import Option, target
from engine.parts import pages
from engine.parts.endings import out_or_blocked
from engine.parts.moves import always, draw_when_unable, pass_when_unable
from engine.parts.openers import drawn_opener, first_then, is_first_deal, next_seat_opens
from engine.parts.scoring import opponents_pips
from engine.parts.winning import at_target
from engine.position import Position
from engine.tiles import MATADORS, SUM_OF_SEVEN


def player_chooses(position: Position) -> bool:
    """Whether the player of a matador chooses the half that faces out; the line then never forks."""
    return position.options["matador_ends"] == "choose"


def empty_line_or_tree(position: Position) -> Line | Branches:
    """The table is a line, or one that can fork."""
    return Line() if player_chooses(position) else Branches()


def plays(state: State) -> tuple[Move, ...]:
    """Any tile that fits may be played; if players choose, a matador with either half facing out."""
    fitting = fitting_plays(state)
    if not player_chooses(state):
        return fitting
    return tuple(turned for play in fitting if isinstance(play, Play) for turned in _facings(play))


def _facings(play: Play) -> tuple[Play, ...]:
    tile = play.tile
    if tile not in MATADORS:
        return (play,)
    return tuple(play._replace(facing=half) for half in ((tile.high,) if tile.double else (tile.high, tile.low)))


_draw = draw_when_unable()


def draw_or_pass(state: State, can_play: bool) -> tuple[Move, ...]:
    """Draw until a tile fits, or pass, by option ``unable`` (document 004 no. 9, "boudant ou piochant")."""
    return _draw(state, can_play) if state.options["unable"] == "draw" else pass_when_unable(state, can_play)


MATADOR = RuleSet(
    id="matador",
    about=About(
        name=N_("Matador"),
        aliases=N_("Russian, Russian dominoes, sevens"),
        tagline=N_("Halves that touch add up to seven, and four tiles go anywhere"),
        aim=N_("Lay a tile so that halves that touch add up to seven. Whoever is out of tiles first wins the deal."),
        family=Family.SUMS,
        page={
            Topic.OPENING: (pages.OPENING_PASSES_ON,),
            Topic.TURN: (
                N_("Touching halves add up to seven."),
                N_("The matadors 0-0, 6-1, 5-2 and 4-3 go on any end at any time, and only they go on a blank."),
                N_(
                    "They lie across, and both their halves become ends (option: you say which); doubles lie along the "
                    "line."
                ),
                N_("0-0 leaves one end."),
                pages.MUST_PLAY,
            ),
            Topic.UNABLE: (
                N_(
                    "Draw one at a time until one fits, and play it (option: pass). A matador always fits, so with one "
                    "you play."
                ),
            ),
            Topic.EMPTY: (pages.PASS_WHEN_EMPTY,),
            Topic.END: (pages.OUT_SCORES_OTHERS,),
            Topic.BLOCKED: (pages.BLOCK, N_("The fewest pips scores all that are left, its own included.")),
            Topic.TIE: (pages.NOBODY_SCORES,),
            Topic.MATCH: (pages.TARGET,),
        },
        source=N_("004 no. 9"),
    ),
    hand_sizes={2: 7, 3: 7, 4: 6},
    options=(
        target(100, 50),
        Option(
            "matador_ends",
            N_("A matador leaves"),
            "both",
            {"both": N_("both its halves as ends"), "choose": N_("the half that its player chooses")},
        ),
        Option("unable", N_("If no tile fits"), "draw", {"draw": N_("draw until one does"), "pass": N_("pass")}),
    ),
    initial_layout=empty_line_or_tree,
    draws_opener=is_first_deal,
    opener=first_then(drawn_opener, next_seat_opens),
    fits=SUM_OF_SEVEN,
    crosswise=MATADORS,
    plays=plays,
    other_moves=draw_or_pass,
    draw_keeps_turn=always,
    end_reason=out_or_blocked,
    scoring=Scoring(score_deal=opponents_pips(own_when_blocked=True), winners=at_target),
)
"""Touching halves add up to seven, and four tiles fit any end."""
