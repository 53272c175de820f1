"""Sentences that the pages of several rule sets share, in the words of the functions beside them; translatable."""

from __future__ import annotations

from typing import Final

from engine.i18n import N_

# the aim
SCORE_BY_ENDS: Final = N_("Lay a tile that matches an open end. You score by what the ends add up to.")

# the opener (openers.py)
STRONGEST: Final = N_(
    "The strongest tile has the most pips; of equal ones it is the double, then the one with the higher half."
)
HIGHEST_DOUBLE_FIRST: Final = N_(
    "The holder of the highest double opens the first deal with it; if nobody has a double, the strongest tile opens."
)
STATION_NINE: Final = N_(
    "A double is taken out of the set and lies in the middle: 9-9 in the first deal, then 8-8, down to 0-0."
)
ONE_SEAT_ON: Final = N_("A player drawn by lot begins the first deal, then the next player each time.")
OPENING_PASSES_ON: Final = N_(
    "A player drawn by lot opens the first deal, then the next player each time; any tile may open."
)
SIX_SIX_THEN_WINNER: Final = N_(
    "The holder of 6-6 opens the first deal with it; then whoever won the last deal opens, with any tile."
)
NOBODY_WON: Final = N_("After a deal that nobody won, the player after its opener opens.")
PARTNER_WITH_FEWER: Final = N_(
    "Of a pair that wins a blocked deal, the partner with fewer pips opens; if level, the first of them from the "
    "blocker on."
)
PARTNERS_LEVEL: Final = N_("If partners share the lightest hand, the first of them from the blocker on opens.")

# the tiles that fit (tiles.py)
MATCHING: Final = N_("Play a tile that matches an open end; doubles lie crosswise.")
MUST_PLAY: Final = N_("You must play if you can.")

# no tile fits (moves.py)
PASS: Final = N_("Pass. Nobody draws: tiles that were not dealt stay out of play.")
PASS_ALL_DEALT: Final = N_("Pass. All tiles are dealt, so nobody draws.")
DRAW_UNTIL_ONE_FITS: Final = N_("Draw one at a time until one fits, and play it. While a tile fits you may not draw.")
DRAW_AND_STOP: Final = N_("Draw one, and your turn ends, even if it fits.")
PASS_WHEN_EMPTY: Final = N_("Pass.")
TWO_STAY: Final = N_("The last two tiles stay in the boneyard. With only these left, pass.")

# the end of a deal (endings.py), and its winner (blocked.py, scoring.py)
OUT_WINS: Final = N_("The first to go out wins.")
OUT_SCORES_OTHERS: Final = N_("The first to go out scores the pips left in the other hands.")
OUT_FOR_PAIR: Final = N_(
    "The first to go out wins the deal for their pair, which scores the pips left in all four hands."
)
BLOCK: Final = N_("The deal ends at once when no tile in any hand fits and nobody can draw.")
FEWEST_SCORES_OTHERS: Final = N_("The fewest pips scores those of the other hands, not its own.")
PAIR_SCORES_ALL: Final = N_("The pair with the fewest pips scores those of all four hands.")
NOBODY_SCORES: Final = N_("Nobody scores.")
SHARED: Final = N_("The win is shared.")
LIGHTEST_SHARED: Final = N_("If opponents share the lightest hand, nobody scores; if partners do, their pair wins.")
THEN_PIPS: Final = N_("The fewest pips decides. If that is level, too, they share the win.")

VOID_FOR_DOUBLES: Final = N_(
    "By option, a deal is void if a hand holds many doubles: nobody scores, all get new tiles, and the same rule says "
    "who opens."
)
WRITE_PIPS: Final = N_("Points are bad: when a deal ends, everyone writes down the pips left in their hand.")
WIN_SHARED: Final = N_("On a tie after the last deal the win is shared.")

# when the match is won (winning.py)
ONE_DEAL: Final = N_("One deal is the match.")
TARGET: Final = N_(
    "It ends with the deal in which somebody reaches the target. If several do, the highest total wins; if that is "
    "level, another deal is played."
)
FIRST_SIDE: Final = N_("The first side to reach the target wins.")
AT_ONCE: Final = N_(
    "Whoever reaches the target by playing a tile wins at once. If several reach it at the end of a deal, the highest "
    "total wins; if that is level, another deal is played."
)
FEWEST_AFTER_ALL: Final = N_("The lowest total after the last deal wins.")
