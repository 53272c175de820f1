"""Texas 42, the trick-taking game (the second rule book, "Texas 42")."""

from __future__ import annotations

from engine.game import About, DealScore, Family, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.layouts import Tricks
from engine.options import Option
from engine.parts.house_rules import PAIRS
from engine.parts.openers import drawn_seat_begins
from engine.parts.scoring import team_of, team_points
from engine.parts.tricks import (
    ANY_TILE,
    FORCED,
    bids_trump_or_tiles,
    made_set_or_void,
    marks_of,
    must_follow,
    next_in_bidding_or_tricks,
    pass_the_bid,
    trick_end,
)
from engine.parts.winning import at_target
from engine.position import Position


def marks(position: Position, reason: str) -> DealScore:
    """The bidder's pair gets the marks of the bid that it made; the other pair, if the bid was set."""
    table = Tricks.of(position.layout)
    bidder, bid = table.contract
    seat = bidder if reason == "made" else position.next_seat(bidder)
    points = team_points(position, seat, marks_of(bid))
    return DealScore(team_of(position, seat), points, opener=bidder)


FORTY_TWO = RuleSet(
    id="forty-two",
    about=About(
        name=N_("Texas 42"),
        aliases=N_("42, forty-two, Texas forty-two, tricks and trump"),
        tagline=N_("Bid, name trump and take tricks: the game of Texas"),
        aim="",
        family=Family.PAIRS,
        page={
            Topic.OPENING: (N_("A player drawn by lot bids first in the first deal, then the next player each time."),),
            Topic.BIDDING: (
                N_(
                    "Each player bids once, higher than the bids before, or passes: 30 to 42, or 84. Over 84 goes 126 "
                    "alone, then 168, then 210."
                ),
                N_(
                    "The last to bid must bid if all others passed (option: may pass). The highest bidder names trump "
                    "and leads."
                ),
            ),
            Topic.TURN: (
                N_(
                    "There is no line: tiles are laid in tricks, as with cards, and the winner of a trick leads the "
                    "next."
                ),
                N_(
                    "Trump is a number, the doubles, or none (follow me). A tile that is trump belongs to trump alone; "
                    "any other asks for its higher half when it is led."
                ),
                N_(
                    "Follow suit if you can; else lay any tile. A suit's double is its highest tile, then the other "
                    "halves."
                ),
                N_("The highest trump takes the trick, or else the highest tile of the suit led."),
            ),
            Topic.POINTS: (
                N_(
                    "Each trick is worth 1 point; 5-5 and 6-4 are worth 10 more, 5-0, 4-1 and 3-2 are worth 5 more: 42 "
                    "in all."
                ),
            ),
            Topic.END: (
                N_(
                    "If the bidder's pair takes as many points as it bid, it gets a mark; if not, the others do. The "
                    "deal ends as soon as that is certain."
                ),
                N_("A bid of 84 is for two marks, 126 for three, and so on: such bids, and 42, need every trick."),
            ),
            Topic.VOID: (
                N_("If all four pass, which an option allows, nobody scores, and the next player bids first."),
            ),
            Topic.MATCH: (N_("The first pair with seven marks wins (option: five, three)."),),
        },
        source=N_("42 (Wikipedia); Texas 42 (N42PA tournament rules, texas42.net)"),
    ),
    hand_sizes={4: 7},
    options=(
        PAIRS,
        Option("target", N_("Marks to win"), 7, {3: N_("3 marks"), 5: N_("5 marks"), 7: N_("7 marks")}),
        Option(
            "all_pass",
            N_("If three players pass"),
            FORCED,
            {FORCED: N_("the last one must bid"), "redeal": N_("the last one may pass, too: a new deal")},
        ),
    ),
    initial_layout=lambda _position: Tricks(),
    draws_opener=lambda position: not position.results,
    opener=drawn_seat_begins,
    fits=(ANY_TILE,),
    crosswise=frozenset(),
    open_ends=trick_end,
    plays=bids_trump_or_tiles,
    other_moves=pass_the_bid,
    next_turn=next_in_bidding_or_tricks,
    end_reason=made_set_or_void,
    veto=must_follow,
    scoring=Scoring(score_deal=marks, winners=at_target, blocked_criterion="nobody"),
)
"""Bids, trump and tricks."""
