"""The controls to play from: every legal action in one press or two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.bot import Emojis
from cogs.core.components import button, select
from cogs.messages.advice import hint_button
from cogs.messages.board import back_button
from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import Sight
from cogs.messages.moves import place, way
from cogs.messages.names import name, plain_name
from engine.actions import Draw, Pass, Play
from engine.layouts import PILE, START, Pile, Trains
from engine.live.model.table import Presence
from engine.live.tables.table import Table
from engine.points import preview
from engine.tiles import Tile
from engine.view import View
from render.text.ends import end_note
from render.text.fits import ends_in_order
from render.text.length import cut
from render.text.sentences import end_name

Row = str | Sequence[discord.ui.Item[Any]]
"""A heading, or controls side by side."""

ROOM = 37
"""How many components the rows may come to: Discord allows 40, and the frame, the picture and the text are three."""

LABEL_LIMIT = 80
"""How many characters a button's label may have at Discord."""

_PRIMARY = discord.ButtonStyle.primary


def by_tile(view: View) -> dict[Tile, list[int]]:
    """Give each playable tile with the numbers of its plays in ``view.legal``."""
    found: dict[Tile, list[int]] = {}
    for index, move in enumerate(view.legal):
        if isinstance(move, Play):
            found.setdefault(move.tile, []).append(index)
    return found


def by_end(view: View) -> dict[str, list[int]]:
    """Give each end that takes a tile with the numbers of the plays there in ``view.legal``.

    The viewer's own train comes first, then the Mexican train, then the others in the table's order.
    """
    found: dict[str, list[int]] = {end: [] for end in ends_in_order(view)}
    for index, move in enumerate(view.legal):
        if isinstance(move, Play):
            found[move.end].append(index)
    return {end: plays for end, plays in found.items() if plays}


def components(rows: Iterable[Row]) -> int:
    """Count the components that some rows come to: a heading is one, and so is each row beside what is in it."""
    return sum(1 if isinstance(row, str) else 1 + len(row) for row in rows)


def rows(table: Table, sight: Sight, t: NullTranslations, tiles: Emojis, ends_of: Tile | None = None) -> list[Row]:
    """Give the controls to play from: a button a tile; with ``ends_of`` one for each way to lay that tile.

    On trains each tile stands under every train that takes it; what has no room for that gets a select a train. Where
    text takes the place of pictures, tiles have no emoji, and a button that lays one says where.
    """
    if sight.presence is Presence.HELD and not sight.over and not sight.view.finished:
        return [[back_button(table.id, t)]]
    if sight.over or sight.away or sight.paused or not sight.view.legal:
        return []
    return _Choices(table, sight, t, tiles).rows(ends_of)


class _Choices:
    def __init__(self, table: Table, sight: Sight, t: NullTranslations, tiles: Emojis) -> None:
        self._table = table
        self._view = sight.view
        self._where = (table.id, sight.ply, sight.view.seat)
        self._t = t
        self._tiles = TileEmojis() if sight.as_text else tiles
        self._as_text = sight.as_text
        self._gains = preview(sight.view)

    def rows(self, ends_of: Tile | None) -> list[Row]:
        if ends_of is not None:
            ways = [self._way(index) for index in by_tile(self._view).get(ends_of, ())]
            return _in_fives([*ways, button("back", self._table.id, label=self._t.gettext("Back"))])
        if not isinstance(self._view.layout, Trains):
            tiles = [*(self._tile(*each) for each in by_tile(self._view).items()), *self._instead()]
            return self._with_hint([], tiles)
        instead = self._instead()
        rows = self._train_buttons()
        if components([*rows, *_in_fives(instead)]) <= ROOM:
            return self._with_hint(rows, instead)
        return self._with_hint(self._train_selects(), [])

    def _with_hint(self, rows: list[Row], last: list[discord.ui.Item[Any]]) -> list[Row]:
        """Put the last controls below the others, and with them the way to a hint, where there is one and has room."""
        without = [*rows, *_in_fives(last)]
        if not self._table.hints or len(self._view.legal) < 2:
            return without
        hinted = [*rows, *_in_fives([*last, hint_button(self._table.id, self._t)])]
        return hinted if components(hinted) <= ROOM else without

    def _tile(self, tile: Tile, plays: Sequence[int]) -> discord.ui.Button[Any]:
        """Play a tile where there is one way to lay it, else ask for the way."""
        verb = "act" if len(plays) == 1 else "tile"
        label = cut(f"{self._named(tile, plays)}{self._promise(tile, plays)}", LABEL_LIMIT)
        style = self._style(plays)
        return button(verb, *self._where, plays[0], label=label, emoji=self._tiles.get(tile), style=style)

    def _named(self, tile: Tile, plays: Sequence[int]) -> str:
        """Name a tile, for who reads text with the end that it goes to: ``12-2 on your train``."""
        move = self._view.legal[plays[0]]
        assert isinstance(move, Play)
        if not self._as_text or len(plays) > 1 or move.end in (START, PILE):
            return tile.text
        people = [plain_name(person) for person in self._table.people]
        return place(move, self._view, self._t, people)

    def _style(self, plays: Sequence[int]) -> discord.ButtonStyle:
        return discord.ButtonStyle.success if any(index in self._gains for index in plays) else _PRIMARY

    def _promise(self, tile: Tile, plays: Sequence[int]) -> str:
        """Say what a tile would score, and on a pile the total it would make; empty where it does neither."""
        points = [self._gains.get(index, 0) for index in plays]
        most = max(points)
        layout = self._view.layout
        made = f" → {layout.total + tile.pips}" if isinstance(layout, Pile) else ""
        if not most:
            return made
        scored = f"+{most}"
        if min(points) < most:
            scored = self._t.gettext("up to {points}").format(points=scored)
        return f"{made} ({scored})"

    def _way(self, index: int) -> discord.ui.Button[Any]:
        """Lay a tile in one of the ways that there are."""
        move = self._view.legal[index]
        assert isinstance(move, Play)
        label = way(move, self._view, self._t)
        label += self._promise(move.tile, (index,))
        return button("act", *self._where, index, label=label, style=self._style((index,)))

    def _instead(self) -> list[discord.ui.Item[Any]]:
        """Draw or pass, where that is allowed."""
        labels = {Draw: self._t.gettext("Draw"), Pass: self._t.gettext("Pass")}
        alone = not any(isinstance(move, Play) for move in self._view.legal)
        style = _PRIMARY if alone else discord.ButtonStyle.secondary
        return [
            button("act", *self._where, index, label=labels[type(move)], style=style)
            for index, move in enumerate(self._view.legal)
            if isinstance(move, Draw | Pass)
        ]

    def _train_buttons(self) -> list[Row]:
        people = [name(person) for person in self._table.people]
        rows: list[Row] = []
        for end, plays in by_end(self._view).items():
            rows.append(self._heading(end, people))
            rows += _in_fives([self._tile(self._laid(index), (index,)) for index in plays])
        return rows

    def _train_selects(self) -> list[Row]:
        people = [plain_name(person) for person in self._table.people]
        rows: list[Row] = []
        for number, (end, plays) in enumerate(by_end(self._view).items()):
            options = [
                discord.SelectOption(label=tile.text, value=str(index), emoji=self._tiles.get(tile))
                for index, tile in ((index, self._laid(index)) for index in plays)
            ]
            placeholder = self._heading(end, people)
            rows.append([select("pick", *self._where, number, options=options, placeholder=placeholder)])
        return rows

    def _heading(self, end: str, people: Sequence[str]) -> str:
        train = end_name(end, self._t, people, self._view.seat)
        return self._t.gettext("On {train} ({note}):").format(train=train, note=end_note(self._view, end, self._t))

    def _laid(self, index: int) -> Tile:
        move = self._view.legal[index]
        assert isinstance(move, Play)
        return move.tile


def _in_fives(items: Sequence[discord.ui.Item[Any]]) -> list[Row]:
    return [items[at : at + 5] for at in range(0, len(items), 5)]
