"""The engine's errors: a code, and the facts that a sentence about it names."""

from __future__ import annotations

import re
import traceback
from enum import StrEnum


class Illegal(StrEnum):
    """The reasons to refuse an action, an option or a number of seats."""

    NOT_DEALT = "not dealt"
    DEAL_RUNNING = "deal running"
    MATCH_OVER = "match over"
    NOT_YOUR_TURN = "not your turn"
    NOT_IN_HAND = "not in hand"
    NO_SUCH_END = "no such end"
    DOES_NOT_FIT = "does not fit"
    MUST_OPEN_WITH = "must open with"
    NO_DOUBLE_OPENS = "no double opens"
    MUST_PLAY = "must play"
    MUST_DRAW = "must draw"
    NO_DRAWING = "no drawing"
    BONEYARD_EMPTY = "boneyard empty"
    DRAWN_ALREADY = "drawn already"
    NOT_OPEN_YET = "not open yet"
    CLOSED_TRAIN = "closed train"
    COVER_DOUBLE = "cover double"
    NO_SECOND_DOUBLE = "no second double"
    FOOT_FIRST = "foot first"
    STATION_FIRST = "station first"
    BID_HIGHER = "bid higher"
    MUST_BID = "must bid"
    BIDDING_OPEN = "bidding open"
    BIDDING_OVER = "bidding over"
    TRUMP_FIRST = "trump first"
    NO_SUCH_TRUMP = "no such trump"
    FOLLOW_SUIT = "follow suit"
    SAY_FACING = "say facing"
    NO_FACING = "no facing"
    NOTHING_THERE = "nothing there"
    ALREADY_UP = "already up"
    NOT_HERE = "not here"
    BAD_STOCK = "bad stock"
    BAD_FIRST = "bad first"
    UNKNOWN_RULES = "unknown rules"
    BAD_SEATS = "bad seats"
    UNKNOWN_OPTION = "unknown option"
    BAD_OPTION = "bad option"


SENTENCES = {
    Illegal.NOT_DEALT: "no deal has begun",
    Illegal.DEAL_RUNNING: "the deal before is not finished",
    Illegal.MATCH_OVER: "the match is over",
    Illegal.NOT_YOUR_TURN: "it is the turn of seat {turn}",
    Illegal.NOT_IN_HAND: "{tile} is not in the hand of seat {seat}",
    Illegal.NO_SUCH_END: "there is no end {end}",
    Illegal.DOES_NOT_FIT: "{tile} does not fit {end}, which shows {shown}",
    Illegal.MUST_OPEN_WITH: "{tile} must open this deal",
    Illegal.NO_DOUBLE_OPENS: "{tile} is a double, and no double may open this deal",
    Illegal.MUST_PLAY: "seat {seat} has a tile that fits and must play",
    Illegal.MUST_DRAW: "seat {seat} can draw and may not pass",
    Illegal.NO_DRAWING: "nobody draws now",
    Illegal.BONEYARD_EMPTY: "there is no tile left to draw",
    Illegal.DRAWN_ALREADY: "seat {seat} has drawn already",
    Illegal.NOT_OPEN_YET: "{end} is not open yet",
    Illegal.CLOSED_TRAIN: "{end} is closed: it bears no marker",
    Illegal.COVER_DOUBLE: "the double on {end} has to be covered first",
    Illegal.NO_SECOND_DOUBLE: "{tile} is a double, and the tile after a double may not be one",
    Illegal.FOOT_FIRST: "the chicken foot needs a tile on {end} first",
    Illegal.STATION_FIRST: "the double in the middle needs a tile on {end} first",
    Illegal.BID_HIGHER: "{points} cannot be bid now; the bids are {allowed}",
    Illegal.MUST_BID: "all others passed, so seat {seat} must bid",
    Illegal.BIDDING_OPEN: "the bidding is not over",
    Illegal.BIDDING_OVER: "the bidding is over",
    Illegal.TRUMP_FIRST: "trump has to be named first",
    Illegal.NO_SUCH_TRUMP: "{trump} cannot be trump",
    Illegal.FOLLOW_SUIT: "{tile} does not follow suit, and seat {seat} holds a tile that does",
    Illegal.SAY_FACING: "{tile} on {end} needs one of its own halves to face out",
    Illegal.NO_FACING: "{tile} on {end} leaves no choice of the half that faces out",
    Illegal.NOTHING_THERE: "there is no tile at position {position}",
    Illegal.ALREADY_UP: "the tile at position {position} is turned up already",
    Illegal.NOT_HERE: "these rules have no such action",
    Illegal.BAD_STOCK: "the stock is not the whole set once: {fault}",
    Illegal.BAD_FIRST: "{fault}",
    Illegal.UNKNOWN_RULES: "there is no rule set {rules}",
    Illegal.BAD_SEATS: "{rules} is for {allowed} players, not {seats}",
    Illegal.UNKNOWN_OPTION: "{rules} has no option {option}",
    Illegal.BAD_OPTION: "option {option} cannot be {value}",
}
"""Plain English for logs, records and the command line. Users on Discord read the translated sentences of the cogs."""


class IllegalMove(ValueError):
    """An action, option or number of seats that the rules don't allow. Nothing has changed.

    Attributes:
        reason: the fault.
        facts: the values that its sentence names: seats, tiles, ends, halves. The player may know all of them.

    """

    def __init__(self, reason: Illegal, **facts: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        # formatted on demand: searches raise this error by the thousand
        return SENTENCES[self.reason].format(**self.facts)


_TILE = re.compile(r"\btile\(\d+, \d+\)|(?<![\d-])1?\d-1?\d(?![\d-])")


def redacted_traceback(error: BaseException) -> str:
    """Return an error's traceback for a log, without the names of tiles, which may be hidden."""
    return _TILE.sub("(a tile)", "".join(traceback.format_exception(error)))
