"""Sébastopol (document 004 no. 7): four arms around 6-6."""

from __future__ import annotations

from engine.game import About, Family, Opening, RuleSet, Scoring, State, Topic
from engine.i18n import N_
from engine.layouts import Cross
from engine.parts import pages
from engine.parts.endings import out_or_blocked
from engine.parts.moves import pass_when_unable, veto_unopened
from engine.parts.openers import drawn_seat, holder_of
from engine.parts.scoring import fewest_tiles, win_only
from engine.parts.winning import one_deal
from engine.position import Position
from engine.tiles import Tile, tile

SPINNER = tile(6, 6)


def laid_by_the_rules(position: Position) -> bool:
    """Whether 6-6 lies on the table before the deal: with three players, who then hold nine of 27 tiles each."""
    return position.seats == 3


def cross_by_players(position: Position) -> Cross:
    """The table begins with 6-6 for three players, and empty for four."""
    return Cross.around(SPINNER) if laid_by_the_rules(position) else Cross()


def opener(position: Position, hands: tuple[tuple[Tile, ...], ...]) -> Opening:
    """The holder of 6-6 opens with it. Decision: with three players, a seat drawn by lot begins."""
    if laid_by_the_rules(position):
        return Opening(drawn_seat(position))
    return Opening(holder_of(hands, SPINNER), (SPINNER,), SPINNER)


def sixes_first(state: State) -> dict[str, int]:
    """The next side of 6-6 takes a tile until all four have one; only then do the arms grow."""
    cross = Cross.of(state.layout)
    waiting = cross.next_arm
    return {waiting: SPINNER.high} if waiting else dict(cross.ends)


SEBASTOPOL = RuleSet(
    id="sebastopol",
    about=About(
        name=N_("Sébastopol"),
        aliases=N_("Sevastopol, cross"),
        tagline=N_("Four arms around 6-6"),
        family=Family.OTHER,
        page={
            Topic.OPENING: (
                N_(
                    "Of four players the holder of 6-6 opens with it. For three, 6-6 is laid first, and a player drawn "
                    "by lot begins."
                ),
            ),
            Topic.TURN: (
                N_(
                    "The next four tiles need a six and go on its four sides; then the four arms grow, equal numbers "
                    "touching."
                ),
                pages.MUST_PLAY,
            ),
            Topic.UNABLE: (pages.PASS_ALL_DEALT,),
            Topic.END: (pages.OUT_WINS,),
            Topic.BLOCKED: (pages.BLOCK, N_("The fewest tiles wins, not the fewest pips.")),
            Topic.TIE: (pages.THEN_PIPS,),
            Topic.MATCH: (pages.ONE_DEAL,),
        },
        source=N_("004 no. 7"),
    ),
    hand_sizes={3: 9, 4: 7},
    initial_layout=cross_by_players,
    set_aside=lambda state: (SPINNER,) if laid_by_the_rules(state) else (),
    draws_opener=laid_by_the_rules,
    opener=opener,
    open_ends=sixes_first,
    other_moves=pass_when_unable,
    end_reason=out_or_blocked,
    veto=veto_unopened,
    scoring=Scoring(score_deal=win_only(fewest_tiles), winners=one_deal, scoreless=True, blocked_criterion="tiles"),
)
"""6-6, a six on each of its sides, then four arms."""
