"""Texts on bids, trump and tricks, shared by pictures, alt texts, text mode and messages."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final

from engine.actions import Bid, Pass
from engine.events import Result
from engine.i18n import N_
from engine.layouts import Tricks
from engine.layouts.tricks import NO_SUIT, TRUMPS, count_of, suits_of
from engine.parts.tricks import marks_of, missing_points
from engine.tiles import Tile
from engine.view import View
from render.text.sentences import list_names

_SUITS: Final = (
    *(N_("blanks"), N_("ones"), N_("twos"), N_("threes"), N_("fours"), N_("fives"), N_("sixes"), N_("doubles")),
)


def suit_name(suit: int, t: NullTranslations) -> str:
    """Return the name of a suit: ``threes``."""
    return t.gettext(_SUITS[suit])


def trump_name(trump: str, t: NullTranslations) -> str:
    """Return the name of trump: ``threes``, or ``no trump``."""
    suit = TRUMPS[trump]
    return t.gettext("no trump") if suit == NO_SUIT else suit_name(suit, t)


def bid_text(bid: int, t: NullTranslations) -> str:
    """Return a bid, with the marks that it is played for if they are more than one: ``31``, ``84 (2 marks)``."""
    marks = marks_of(bid)
    if marks == 1:
        return str(bid)
    return t.ngettext("{bid} ({count} mark)", "{bid} ({count} marks)", marks).format(bid=bid, count=marks)


def tiles_of_trump(hand: Sequence[Tile], trump: str) -> tuple[Tile, ...]:
    """Return the tiles of a hand that a trump would make trump, the highest first."""
    suit = TRUMPS[trump]
    return tuple([each for each in reversed(hand) if suit != NO_SUIT and suits_of(each, suit)[0] == suit])


def calls(view: View) -> list[tuple[int, int | None]]:
    """Return each seat that has bid or passed in the bidding, in order, with its bid or None."""
    made = view.history[: view.seats]
    return [
        (move.seat, move.points if isinstance(move, Bid) else None) for move in made if isinstance(move, Bid | Pass)
    ]


def is_bidding(view: View) -> bool:
    """Whether seats are still to bid or pass."""
    return len(view.history) < view.seats


def taken_text(table: Tricks, number: int, t: NullTranslations) -> str:
    """Return the points of a complete trick: ``16 points (5-5 10, 5-0 5, the trick 1)``, or just ``1 point``."""
    points = table.trick_points(number)
    total = t.ngettext("{count} point", "{count} points", points).format(count=points)
    counting = [f"{each.tile} {count_of(each.tile)}" for each in table.complete(number) if count_of(each.tile)]
    if not counting:
        return total
    parts = ", ".join([*counting, t.gettext("the trick 1")])
    return t.gettext("{points} ({parts})").format(points=total, parts=parts)


def lacking(view: View) -> int:
    """Return the points that the bid still needs; 0 before trump is named, once the bid is made, and after the deal."""
    table = Tricks.of(view.layout)
    return max(missing_points(table)[0], 0) if table.trump is not None and view.turn is not None else 0


def verdict(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return the fate of the bid, the winners' marks and the points taken, without a full stop.

    Once another deal lies on the table, only the winners of the marks are known.
    """
    table = Tricks.of(view.layout)
    if table.bid is None or table.bidder is None or view.turn is not None or result != view.results[-1]:
        form, bidder, marks = t.gettext("{names} score {marks}"), 0, max(result.earned)
    else:
        form = t.gettext("{names} make their bid of {bid} and score {marks}, with {points}")
        if result.reason == "set":
            form = t.gettext("{names} score {marks}, with {points}: {bidder} is set at {bid}")
        bidder, marks = table.bidder, marks_of(table.bid)
    taken = table.taken[view.team_of(result.winners[0])]
    return form.format(
        bidder=names[bidder],
        bid=table.bid,
        names=list_names(result.winners, names, t),
        marks=t.ngettext("{count} mark", "{count} marks", marks).format(count=marks),
        points=t.ngettext("{count} point", "{count} points", taken).format(count=taken),
    )
