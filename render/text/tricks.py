"""Texts on bids, trump and tricks, shared by pictures, alt texts, text mode and messages."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final

from engine.actions import Bid, Pass, Trump
from engine.events import Result
from engine.i18n import N_
from engine.layouts import Placed, Tricks
from engine.layouts.tricks import NO_SUIT, TRUMPS, count_of, suits_of
from engine.parts.tricks import marks_of, missing_points
from engine.tiles import Tile
from engine.view import View
from render.i18n import list_items

_SUITS: Final = (
    *(N_("blanks"), N_("ones"), N_("twos"), N_("threes"), N_("fours"), N_("fives"), N_("sixes"), N_("doubles")),
)


def suit_name(suit: int, t: NullTranslations) -> str:
    """Return the name of a suit: ``threes``."""
    return t.gettext(_SUITS[suit])


def trump_name(trump: str, t: NullTranslations) -> str:
    """Return what is trump: ``threes``, or ``no trump``."""
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


def call_text(bid: int | None, t: NullTranslations) -> str:
    """Return a seat's bid, or that it passed."""
    return t.gettext("passed") if bid is None else str(bid)


def side_points(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the points that each pair has taken: ``Ana and Cem 16, Bo and Di 5``."""
    table = table_of(view)
    pairs = [
        t.gettext("{names} {points}").format(names=list_items([names[seat] for seat in seats], t), points=points)
        for seats, points in zip(view.teams, table.taken, strict=True)
    ]
    return ", ".join(pairs)


def table_of(view: View) -> Tricks:
    """Return the tricks of a view."""
    assert isinstance(view.layout, Tricks)
    return view.layout


def taken_text(table: Tricks, number: int, t: NullTranslations) -> str:
    """Return what a complete trick counts: ``16 points (5-5 10, 5-0 5, the trick 1)``, or just ``1 point``."""
    points = table.trick_points(number)
    told = t.ngettext("{count} point", "{count} points", points).format(count=points)
    counting = [f"{each.tile} {count_of(each.tile)}" for each in table.complete(number) if count_of(each.tile)]
    if not counting:
        return told
    parts = ", ".join([*counting, t.gettext("the trick 1")])
    return t.gettext("{points} ({parts})").format(points=told, parts=parts)


def _laid(trick: Sequence[Placed], names: Sequence[str]) -> str:
    return ", ".join(f"{names[each.seat or 0]} {each.tile}" for each in trick)


def contract_text(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return who has bid what, and what is trump, as sentences."""
    table = table_of(view)
    if table.bidder is None or table.bid is None:
        return t.gettext("Nobody has bid yet.")
    who, bid = names[table.bidder], bid_text(table.bid, t)
    if table.trump is None:
        form = t.gettext("{name} has bid {bid}, the most so far.")
        if not is_bidding(view):
            form = t.gettext("{name} has won the bidding with {bid} and names trump.")
        return form.format(name=who, bid=bid)
    form = t.gettext("{name} has bid {bid}. Trump: {trump}.")
    if table.trump == "none":
        form = t.gettext("{name} has bid {bid}, without trump.")
    return form.format(name=who, bid=bid, trump=trump_name(table.trump, t))


def lacking(view: View) -> int:
    """Return how many points the bid needs yet; 0 before trump is named, and once it is made or the deal is over."""
    table = table_of(view)
    return max(missing_points(table)[0], 0) if table.trump is not None and view.turn is not None else 0


def points_text(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the points taken, and how many the bid needs yet, as a sentence; empty before the first trick."""
    table = table_of(view)
    if not table.taken_by:
        return ""
    form = t.gettext("Points: {points}.")
    lacks = lacking(view)
    if lacks:
        form = t.gettext("Points: {points}; the bid needs {count} more.")
    return form.format(points=side_points(view, names, t), count=lacks)


def trick_text(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the tiles of the trick that has been begun, or who leads the next, as a sentence; else empty."""
    table, number = table_of(view), len(table_of(view).taken_by) + 1
    if table.trump is None or view.turn is None:
        return ""
    if not table.trick:
        return t.gettext("{name} leads to trick {number}.").format(name=names[view.turn], number=number)
    best = table.best(table.trick)
    return t.gettext("Trick {number}, {suit} led: {tiles}; {name} takes it so far.").format(
        number=number,
        suit=suit_name(table.suit_led, t),
        tiles=_laid(table.trick, names),
        name=names[best.seat or 0],
    )


def last_trick_text(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the last complete trick, as a sentence; empty before it."""
    table = table_of(view)
    if not table.taken_by:
        return ""
    return t.gettext("Last trick: {tiles}; {name} took it, {points}.").format(
        tiles=_laid(table.last_trick, names),
        name=names[table.taken_by[-1]],
        points=taken_text(table, len(table.taken_by) - 1, t),
    )


def calls_text(view: View, names: Sequence[str], t: NullTranslations) -> str:
    """Return the bids and passes so far, as a sentence; empty before the first."""
    made = [f"{names[seat]} {call_text(bid, t)}" for seat, bid in calls(view)]
    return t.gettext("Bidding: {bids}.").format(bids=", ".join(made)) if made else ""


def told(view: View, names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return sentences on the bid, trump, the points and the trick, the most important first."""
    table = table_of(view)
    found = [
        trick_text(view, names, t),
        contract_text(view, names, t),
        points_text(view, names, t),
        last_trick_text(view, names, t),
        calls_text(view, names, t) if table.trump is None else "",
    ]
    return [each for each in found if each]


def trick_lines(view: View, names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return a line for each complete trick: ``1. Ana 5-0, Bo 5-4, Cem 5-3, Di 5-5: Cem, 16 points``."""
    table = table_of(view)
    return [
        t.gettext("{number}. {tiles}: {name}, {points}").format(
            number=number + 1,
            tiles=_laid(table.complete(number), names),
            name=names[seat],
            points=taken_text(table, number, t),
        )
        for number, seat in enumerate(table.taken_by)
    ]


def what_now(view: View, t: NullTranslations) -> str:
    """Return what the viewer, whose turn it is, can do, as a heading."""
    table = table_of(view)
    if is_bidding(view):
        can_pass = any(isinstance(move, Pass) for move in view.legal)
        return t.gettext("Your turn: bid or pass") if can_pass else t.gettext("Your turn: you have to bid")
    if table.trump is None:
        return t.gettext("Your turn: name trump")
    if not table.trick:
        return t.gettext("Your turn: you lead")
    suit = suit_name(table.suit_led, t)
    if any(table.suit_led in suits_of(each, table.trump_suit) for each in view.hand):
        return t.gettext("Your turn: follow with {suit}").format(suit=suit)
    return t.gettext("Your turn: you have no {suit}, lay any tile").format(suit=suit)


def choices(view: View, t: NullTranslations) -> list[str]:
    """Return what the viewer may bid, or name as trump with what the hand holds of each, a line each."""
    bids = [bid_text(move.points, t) for move in view.legal if isinstance(move, Bid)]
    if bids:
        return [t.gettext("You can bid: {bids}").format(bids=", ".join(bids))]
    return [trump_choice(view, move.trump, t) for move in view.legal if isinstance(move, Trump)]


def trump_choice(view: View, trump: str, t: NullTranslations) -> str:
    """Return a trump with what the viewer's hand holds of it: ``threes: 3-3 3-2 3-0``."""
    name = trump_name(trump, t)
    held = tiles_of_trump(view.hand, trump)
    if not held:
        return name
    return t.gettext("{trump}: {tiles}").format(trump=name, tiles=" ".join(each.text for each in held))


def verdict(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return whether the bid was made or set, who scores how many marks, and the points taken, without a full stop.

    Once another deal lies on the table, only who got the marks is known.
    """
    table = table_of(view)
    if table.bid is None or table.bidder is None or view.turn is not None or result != view.results[-1]:
        form, bidder, marks = t.gettext("{names} score {marks}"), 0, max(result.earned)
    else:
        form = t.gettext("{names} make their bid of {bid} and score {marks}, with {points}")
        if result.reason == "set":
            form = t.gettext("{bidder} is set at {bid}: {names} score {marks}, with {points}")
        bidder, marks = table.bidder, marks_of(table.bid)
    taken = table.taken[view.team_of(result.winners[0])]
    return form.format(
        bidder=names[bidder],
        bid=table.bid,
        names=list_items([names[seat] for seat in result.winners], t),
        marks=t.ngettext("{count} mark", "{count} marks", marks).format(count=marks),
        points=t.ngettext("{count} point", "{count} points", taken).format(count=taken),
    )
