"""Bids, trump and tricks in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.actions import Bid, Pass, Play, Trump
from engine.events import Played
from engine.layouts import Placed, Tricks
from engine.layouts.tricks import suits_of
from render.text import sentences, tricks
from render.text.forms.form import Fits, TextForm
from render.text.markdown import wrap
from render.text.tile_rows import Row, as_written


class TricksText(TextForm[Tricks]):
    """The bidding and the tricks of a deal."""

    # -------------------------------------------------------------- the table

    def rows(self) -> list[Row]:
        """Return the complete tricks."""
        return [Row("", as_written(self.layout.complete(number))) for number in range(len(self.layout.taken_by))]

    def row_sentences(self, rows: Sequence[Row], max_tiles: int) -> list[str]:
        """Return a sentence for each complete trick."""
        form = self.t.gettext("Trick {number}: {tiles}, taken by {name}.")
        return [
            form.format(number=number, tiles=self.listed(row, max_tiles), name=self.names[seat])
            for number, (row, seat) in enumerate(zip(rows, self.layout.taken_by, strict=True), 1)
        ]

    def tiles_part(self, max_tiles: int) -> list[str]:
        """Return a line for each complete trick: ``1. Ana 5-0, Bo 5-4, Cem 5-3, Di 5-5: Cem, 16 points``."""
        t, table = self.t, self.layout
        lines = [
            t.gettext("{number}. {tiles}: {name}, {points}").format(
                number=number + 1,
                tiles=self._laid(table.complete(number)),
                name=self.names[seat],
                points=tricks.taken_text(table, number, t),
            )
            for number, seat in enumerate(table.taken_by)
        ]
        return [t.gettext("**Tricks**"), *lines] if lines else []

    def ends_alt(self) -> list[str]:
        """Return sentences on the trick, the bid, trump and the points, the most important first."""
        bidding = self._bidding() if self.layout.trump is None else ""
        return [*filter(None, (self._trick(), self._contract(), self._points(), self._last_trick(), bidding))]

    def end_parts(self) -> list[list[str]]:
        """Return the same as :meth:`ends_alt`, as a part."""
        return [self.ends_alt()]

    def _laid(self, trick: Sequence[Placed]) -> str:
        return ", ".join(f"{self.names[each.seat or 0]} {each.tile}" for each in trick)

    def _contract(self) -> str:
        """Return the highest bid, its bidder and trump."""
        t, table = self.t, self.layout
        if table.bidder is None or table.bid is None:
            return t.gettext("Nobody has bid yet.")
        who, bid = self.names[table.bidder], tricks.bid_text(table.bid, t)
        if table.trump is None:
            form = t.gettext("{name} has bid {bid}, the most so far.")
            if not tricks.is_bidding(self.view):
                form = t.gettext("{name} has won the bidding with {bid} and names trump.")
            return form.format(name=who, bid=bid)
        form = t.gettext("{name} has bid {bid}. Trump: {trump}.")
        if table.trump == "none":
            form = t.gettext("{name} has bid {bid}, without trump.")
        return form.format(name=who, bid=bid, trump=tricks.trump_name(table.trump, t))

    def _points(self) -> str:
        """Return the points taken, and those that the bid still needs; empty before the first trick."""
        if not self.layout.taken_by:
            return ""
        t = self.t
        pairs = [
            t.gettext("{names} {points}").format(names=sentences.list_names(seats, self.names, t), points=points)
            for seats, points in zip(self.view.teams, self.layout.taken, strict=True)
        ]
        form = t.gettext("Points: {points}.")
        lacking = tricks.lacking(self.view)
        if lacking:
            form = t.gettext("Points: {points}; the bid needs {count} more.")
        return form.format(points=", ".join(pairs), count=lacking)

    def _trick(self) -> str:
        """Return the tiles of the trick that has been begun, or the leader of the next; else empty."""
        t, table, number = self.t, self.layout, len(self.layout.taken_by) + 1
        if table.trump is None or self.view.turn is None:
            return ""
        if table.focus is None:
            return t.gettext("{name} leads to trick {number}.").format(name=self.names[self.view.turn], number=number)
        return t.gettext("Trick {number}, {suit} led: {tiles}; {name} takes it so far.").format(
            number=number,
            suit=tricks.suit_name(table.suit_led, t),
            tiles=self._laid(table.trick),
            name=self.names[table.focus.seat or 0],
        )

    def _last_trick(self) -> str:
        """Return the last complete trick; empty before it."""
        t, table = self.t, self.layout
        if not table.taken_by:
            return ""
        return t.gettext("Last trick: {tiles}; {name} took it, {points}.").format(
            tiles=self._laid(table.last_trick),
            name=self.names[table.taken_by[-1]],
            points=tricks.taken_text(table, len(table.taken_by) - 1, t),
        )

    def _bidding(self) -> str:
        """Return the bids and passes so far; empty before the first."""
        t = self.t
        calls = [
            f"{self.names[seat]} {t.gettext('passed') if bid is None else bid}" for seat, bid in tricks.calls(self.view)
        ]
        return t.gettext("Bidding: {bids}.").format(bids=", ".join(calls)) if calls else ""

    # -------------------------------------------------------------- the turn

    def what_now(self) -> str:
        """Return the viewer's choice in their turn, as a heading."""
        t, table = self.t, self.layout
        if tricks.is_bidding(self.view):
            if Pass in self.kinds:
                return t.gettext("Your turn: bid or pass")
            return t.gettext("Your turn: you have to bid")
        if table.trump is None:
            return t.gettext("Your turn: name trump")
        if not table.trick:
            return t.gettext("Your turn: you lead")
        suit = tricks.suit_name(table.suit_led, t)
        if any(table.suit_led in suits_of(each, table.trump_suit) for each in self.view.hand):
            return t.gettext("Your turn: follow with {suit}").format(suit=suit)
        return t.gettext("Your turn: you have no {suit}, lay any tile").format(suit=suit)

    def choices_alt(self, fits: Fits) -> Iterator[str]:
        """Yield sentences on the viewer's choice of a bid, a trump or a tile."""
        t = self.t
        yield t.gettext("{sentence}.").format(sentence=self.what_now())
        for call in self.calls():
            yield t.gettext("{sentence}.").format(sentence=sentences.capitalized(call))
        if fits:
            yield t.gettext("You can play: {tiles}.").format(tiles=sentences.list_tiles(sorted(fits)))

    def playable_lines(self, fits: Fits) -> list[str]:
        """Return the tiles that the viewer can lay."""
        return wrap(sentences.list_tiles(sorted(fits)))

    def calls(self) -> list[str]:
        """Return the bids that the viewer may make, or the trumps with the hand's tiles of each, a line each."""
        t, legal = self.t, self.view.legal
        bids = [tricks.bid_text(move.points, t) for move in legal if isinstance(move, Bid)]
        if bids:
            return [t.gettext("You can bid: {bids}").format(bids=", ".join(bids))]
        return [self._trump_line(move.trump) for move in legal if isinstance(move, Trump)]

    def _trump_line(self, trump: str) -> str:
        """Return a trump with the tiles of the viewer's hand: ``threes: 3-3 3-2 3-0``."""
        name, held = tricks.trump_name(trump, self.t), tricks.tiles_of_trump(self.view.hand, trump)
        if not held:
            return name
        return self.t.gettext("{trump}: {tiles}").format(trump=name, tiles=sentences.list_tiles(held))

    def prompt(self) -> str:
        """Return the viewer's choice in their turn, the bid, the trick and the points."""
        t, table = self.t, self.layout
        lines = [t.gettext("{sentence}.").format(sentence=self.what_now()), self._contract()]
        if table.trump is not None:
            lines += [self._trick() if table.trick else "", self._points()]
        elif table.bid is not None and not tricks.is_bidding(self.view):
            lines[1] = t.gettext("You have won the bidding with {bid}.").format(bid=tricks.bid_text(table.bid, t))
        return " ".join(filter(None, lines))

    def still_in_turn(self, name: str) -> str:
        """Return a line on the lead to the next trick, or on naming trump."""
        form = self.t.gettext("➡️ **{name}** leads to trick {number}.")
        if self.layout.trump is None:
            form = self.t.gettext("➡️ **{name}** names trump.")
        return form.format(name=name, number=len(self.layout.taken_by) + 1)

    # -------------------------------------------------------------- events

    def deal_begins(self, deal: int, name: str) -> str:
        """Return a sentence on the first bidder."""
        return self.t.gettext("Deal {deal}: {name} bids first.").format(deal=deal, name=name)

    def after_play(self, play: str, played: Played, placed: Placed | None, index: int | None) -> str:
        """Return a play, and with the fourth tile the taker and the points of the trick."""
        t, table = self.t, self.layout
        number, place = divmod(table.placed.index(placed), 4) if placed in table.placed else (0, 0)
        if place != 3:
            return super().after_play(play, played, placed, index)
        taker = table.taken_by[number]
        text = t.gettext("{play}; {name} takes the trick: {points}.")
        if taker == played.seat:
            text = t.gettext("{play} and takes the trick: {points}.")
        return text.format(play=play, name=self.names[taker], points=tricks.taken_text(table, number, t))

    def after_pass(self, seat: int, index: int | None) -> Iterator[str]:
        """Yield a sentence on the winner of the bidding after the last pass."""
        winner = self.wins_bidding(index)
        if winner is not None:
            bid = tricks.bid_text(self.layout.bid or 0, self.t)
            yield self.t.gettext("{name} wins the bidding with {bid}.").format(name=self.names[winner], bid=bid)

    def wins_bidding(self, index: int | None) -> int | None:
        """Return the seat that wins the bidding if a move is the last call."""
        return self.layout.bidder if index == self.view.seats - 1 else None

    def last_action(self, seat: int) -> tuple[str, ...]:
        """Return a seat's task, or its last action, in the bidding or in a trick."""
        t, view, table = self.t, self.view, self.layout
        if seat == view.turn:
            if tricks.is_bidding(view):
                return (t.gettext("to bid"),)
            return (t.gettext("to name trump"), t.gettext("trump?")) if table.trump is None else (t.gettext("to play"),)
        bid = (t.gettext("bid {bid}").format(bid=table.bid),) if seat == table.bidder else ()
        match sentences.last_move_of(view, seat):
            case Play(_, tile):
                laid = t.gettext("laid {tile}").format(tile=tile)
                return (*(f"{laid} · {each}" for each in bid), laid, tile.text)
            case Bid() | Trump():
                return bid or ("",)
            case Pass():
                return (t.gettext("passed"),)
            case _:
                return ("",)
