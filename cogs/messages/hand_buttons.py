"""The controls of a hand: every legal action in one press or two."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.components import button, select
from cogs.core.frame import Rows, rows_of_five
from cogs.messages.advice import hint_button
from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import HandState
from cogs.messages.moves import asks_facing, plays_by_tile
from cogs.messages.names import plain_name
from cogs.messages.on_hold import back_button
from engine.actions import Bid, Draw, Pass, Play, Trump
from engine.layouts import START
from engine.legal import distinct_moves
from engine.move_points import points_by_move
from engine.tiles import Tile
from engine.view import View
from render.text.accepted_halves import plays_score
from render.text.end_labels import end_note, ends_in_order
from render.text.forms import text_form
from render.text.length import cut
from render.text.sentences import capitalized, end_name, list_tiles
from render.text.tricks import bid_text, tiles_of_trump, trump_name

MAX_COMPONENTS = 37
"""The maximum number of components in the rows: Discord's 40, less the frame, the picture and the text."""

MAX_LABEL = 80
"""Discord's limit for the label of a button."""

MAX_BESIDE_TABLE = 6
"""The components that a message has besides, if it shows the table above the hand."""

_PRIMARY = discord.ButtonStyle.primary


def plays_by_end(view: View) -> dict[str, list[int]]:
    """Map each end that takes a tile to the indices of its plays in ``view.legal``, without those that mirror another.

    The viewer's own train comes first, then the Mexican train, then the others in table order.
    """
    plays: dict[str, list[int]] = {end: [] for end in ends_in_order(view)}
    for index, move in distinct_moves(view.legal, view.layout).items():
        if isinstance(move, Play):
            plays[move.end].append(index)
    return {end: indices for end, indices in plays.items() if indices}


def count_components(rows: Rows) -> int:
    """Count the components of rows: one for a row besides those in it."""
    return sum(1 + len(row) for row in rows)


def hand_rows(hand: HandState, t: NullTranslations, tiles: TileEmojis, ends_of: Tile | None = None) -> Rows:
    """Return the controls to play with: a button per play, or with ``ends_of`` one per way to play that tile.

    If plays need too many components, the tiles with the most ends ask for the end, each with one button. If that does
    not suffice, each end gets a select, or the first of several ends that are alike. A tile also asks if its halves may
    face out. For readers of text, tiles have no emoji, and labels are in words.
    """
    if hand.away and not hand.over and not hand.view.finished:
        return [[back_button(hand.header.id, t)]]
    if hand.over or hand.away or hand.paused or not hand.view.legal:
        return []
    return _HandButtons(hand, t, tiles).rows(ends_of)


class _HandButtons:
    def __init__(self, hand: HandState, t: NullTranslations, tiles: TileEmojis) -> None:
        self._header = hand.header
        self._view = hand.view
        self._verbs = hand.verbs
        self._id_arguments = (hand.header.id, hand.ply, hand.view.seat)
        self._t = t
        self._tiles = TileEmojis() if hand.as_text else tiles
        self._as_text = hand.as_text
        self._people = [plain_name(person) for person in hand.header.people]
        self._points = points_by_move(hand.view)
        self._room = MAX_COMPONENTS - (MAX_BESIDE_TABLE if hand.header.delivery.hand_below else 0)

    def rows(self, ends_of: Tile | None) -> Rows:
        if ends_of is not None:
            ways = [self._play_button(index) for index in plays_by_tile(self._view).get(ends_of, ())]
            return rows_of_five([*ways, button(f"{self._verbs}back", self._header.id, label=self._t.gettext("Back"))])
        others = self._other_moves()
        if calls := self._calls():
            return self._with_hint([[calls]], others)
        moves = [*self._tile_buttons(len(others)), *others]
        if self._fits(len(moves)):
            return self._with_hint([], moves)
        return self._with_hint(self._end_selects(), [])

    def _fits(self, count: int) -> bool:
        """Whether a number of buttons, with their rows, fits."""
        return count + -(-count // 5) <= self._room

    def _with_hint(self, rows: Rows, others: list[discord.ui.Item[Any]]) -> Rows:
        """Append the last controls, and with them the hint button if hints are allowed and it fits."""
        without = [*rows, *rows_of_five(others)]
        view = self._view
        choices = distinct_moves(view.legal, view.layout, scoring=plays_score(view))
        if self._verbs or not self._header.allows_hints or len(choices) < 2:
            return without
        hinted = [*rows, *rows_of_five([*others, hint_button(self._header.id, self._t)])]
        return hinted if count_components(hinted) <= self._room else without

    def _tile_buttons(self, more: int) -> list[discord.ui.Item[Any]]:
        """Return a button for each play, and one for each tile that asks how to play it; ``more`` follow them."""
        plays = plays_by_tile(self._view)
        asking = {tile for tile, ways in plays.items() if len({self._play(way).end for way in ways}) < len(ways)}
        # the tile with the most ends is the last
        several = sorted((tile for tile in plays if tile not in asking), key=lambda tile: len(plays[tile]))

        def count() -> int:
            return more + sum(1 if tile in asking else len(ways) for tile, ways in plays.items())

        while several and not self._fits(count()):
            asking.add(several.pop())
        buttons: list[discord.ui.Item[Any]] = []
        for tile, ways in plays.items():
            is_asking = tile in asking and len(ways) > 1
            buttons += [self._asking_button(tile, ways)] if is_asking else [self._play_button(way) for way in ways]
        return buttons

    def _asking_button(self, tile: Tile, ways: Sequence[int]) -> discord.ui.Button[Any]:
        """Return the button that asks how to play a tile."""
        return self._button("tile", ways, f"{tile.text}{self._points_note(tile, ways)}")

    def _play_button(self, index: int) -> discord.ui.Button[Any]:
        """Return the button for one way to play a tile."""
        move = self._play(index)
        label = self._play_label(move)
        if asks_facing(self._view, move.tile):
            label = move.tile.text
        if move.facing is not None:
            label = self._t.gettext("{where}, the {half} facing out").format(where=label, half=move.facing)
        return self._button("act", (index,), f"{label}{self._points_note(move.tile, (index,))}")

    def _play_label(self, move: Play) -> str:
        """Return a tile with its end: ``6-4 → left 4``; in words for readers of text: ``6-4 at the left end (4)``."""
        form = text_form(self._view, self._t, self._people)
        if move.end == START:
            return move.tile.text
        if self._as_text:
            return form.tile_at_end(move)
        target = form.target(move.end)
        return f"{move.tile} → {target}" if target else move.tile.text

    def _button(self, verb: str, ways: Sequence[int], label: str) -> discord.ui.Button[Any]:
        """Return the button of a tile."""
        emoji, style = self._tiles.get(self._play(ways[0]).tile), self._style(ways)
        arguments, label = (*self._id_arguments, ways[0]), cut(label, MAX_LABEL)
        return button(f"{self._verbs}{verb}", *arguments, label=label, emoji=emoji, style=style)

    def _style(self, plays: Sequence[int]) -> discord.ButtonStyle:
        return discord.ButtonStyle.success if any(index in self._points for index in plays) else _PRIMARY

    def _points_note(self, tile: Tile, plays: Sequence[int]) -> str:
        """Return the points a tile would score, and on a running total the new total; empty if there is neither."""
        points = [self._points.get(index, 0) for index in plays]
        best = max(points)
        running = self._view.layout.total
        total = "" if running is None else f" → {running + tile.pips}"
        if not best:
            return total
        scored = f"+{best}"
        if min(points) < best:
            scored = self._t.gettext("up to {points}").format(points=scored)
        return f"{total} ({scored})"

    def _other_moves(self) -> list[discord.ui.Item[Any]]:
        """Return the buttons to draw or pass, where legal."""
        labels = {Draw: self._t.gettext("Draw"), Pass: self._t.gettext("Pass")}
        alone = not any(isinstance(move, Play) for move in self._view.legal)
        style = _PRIMARY if alone else discord.ButtonStyle.secondary
        return [
            button(f"{self._verbs}act", *self._id_arguments, index, label=labels[type(move)], style=style)
            for index, move in enumerate(self._view.legal)
            if isinstance(move, Draw | Pass)
        ]

    def _calls(self) -> discord.ui.Select[Any] | None:
        """Return the select of bids, or of trumps with the tiles of the hand; None for neither."""
        t, options, placeholder = self._t, list[discord.SelectOption](), self._t.gettext("Choose a bid")
        for index, move in enumerate(self._view.legal):
            if isinstance(move, Bid):
                options.append(discord.SelectOption(label=bid_text(move.points, t), value=str(index)))
            elif isinstance(move, Trump):
                placeholder = t.gettext("Choose trump")
                options.append(self._trump_option(move.trump, str(index)))
        if not options:
            return None
        return select(f"{self._verbs}act", *self._id_arguments, options=options, placeholder=placeholder)

    def _trump_option(self, trump: str, value: str) -> discord.SelectOption:
        t, held = self._t, tiles_of_trump(self._view.hand, trump)
        count = t.ngettext("{count} tile: {tiles}", "{count} tiles: {tiles}", len(held))
        note = count.format(count=len(held), tiles=list_tiles(held)) if held else None
        return discord.SelectOption(label=capitalized(trump_name(trump, t)), value=value, description=note)

    def _end_selects(self) -> Rows:
        rows: list[list[discord.ui.Item[Any]]] = []
        for number, (end, plays) in enumerate(plays_by_end(self._view).items()):
            options, heading = [self._tile_option(index) for index in plays], self._heading(end)
            verb = f"{self._verbs}pick"
            rows.append([select(verb, *self._id_arguments, number, options=options, placeholder=heading)])
        return rows

    def _heading(self, end: str) -> str:
        where = capitalized(end_name(end, self._t, self._people, self._view.seat))
        return self._t.gettext("{end} ({note})").format(end=where, note=end_note(self._view, end, self._t))

    def _tile_option(self, index: int) -> discord.SelectOption:
        tile = self._play(index).tile
        return discord.SelectOption(label=tile.text, value=str(index), emoji=self._tiles.get(tile))

    def _play(self, index: int) -> Play:
        move = self._view.legal[index]
        assert isinstance(move, Play)
        return move
