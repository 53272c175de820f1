"""One player's hand at one moment: what a message with it says, and the controls to play from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

import discord

from cogs.controls import button, select
from cogs.emojis import TileEmojis
from cogs.errors import link
from cogs.names import rules_name
from cogs.narration import tell
from engine.actions import Pass, Play
from engine.events import DealEnded, MatchEnded
from engine.layouts import START
from engine.live.table import Table
from engine.tiles import Tile
from engine.view import View
from render.sentences import end_name

BUTTONS = 20
"""How many tiles get a button each; with more that fit, a select lists them."""


@dataclass(frozen=True, slots=True)
class Sight:
    """One player's hand at one moment: everything that a message with it shows.

    Attributes:
        user: whose hand.
        locale: their language.
        view: what their seat sees.
        ply: how many actions the table's log holds.
        over: whether the table has closed.
        away: whether they have left the match.

    """

    user: int
    locale: str
    view: View
    ply: int
    over: bool
    away: bool

    @property
    def face(self) -> tuple[object, ...]:
        """What tells two sights apart; equal faces need no edit."""
        return (self.view.deal, self.view.hand, self.view.legal, self.view.turn is None, self.over, self.away)


def choices(view: View) -> dict[Tile, list[int]]:
    """Give each playable tile with the numbers of its plays in ``view.legal``."""
    choices: dict[Tile, list[int]] = {}
    for index, move in enumerate(view.legal):
        if isinstance(move, Play):
            choices.setdefault(move.tile, []).append(index)
    return choices


def text(table: Table, sight: Sight, words: NullTranslations, ends_of: Tile | None = None) -> str:
    """Say whose hand of which table it is, and what its player can do."""
    view = sight.view
    where = words.gettext("{rules}, deal {deal}, in <#{channel}>").format(
        rules=rules_name(view.rules, words), deal=view.deal, channel=table.header.channel
    )
    lines = [f"**{words.gettext('Your hand')}** · {where} · [{words.gettext('go to the table')}]({link(table)})"]
    if sight.over:
        lines.append(words.gettext("This match was ended."))
    elif ends_of is not None:
        lines.append(words.gettext("{tile}: at which end?").format(tile=ends_of))
    elif sight.away:
        lines.append(words.gettext("You have left this match, and the bot plays on for you."))
    elif view.finished:
        ended = [DealEnded(view.deal, view.results[-1]), MatchEnded(view.winners)]
        lines += tell(ended, view, table.people, words)
    elif view.turn is None:
        lines += tell([DealEnded(view.deal, view.results[-1])], view, table.people, words)
    elif view.turn != view.seat:
        lines.append(words.gettext("Wait for your turn."))
    elif any(isinstance(move, Pass) for move in view.legal):
        lines.append(words.gettext("It's your turn, and none of your tiles fits: pass."))
    elif view.must is not None:
        lines.append(words.gettext("It's your turn: you open, with {tile}.").format(tile=view.must))
    elif any(isinstance(move, Play) and move.end == START for move in view.legal):
        lines.append(words.gettext("It's your turn: you open. Choose a tile."))
    else:
        lines.append(words.gettext("It's your turn: choose a tile."))
    return "\n".join(lines)


def rows(
    table: Table, sight: Sight, words: NullTranslations, tiles: TileEmojis, ends_of: Tile | None = None
) -> list[list[discord.ui.Item[Any]]]:
    """Give the controls to play from: a button or an entry a tile; with ``ends_of`` a button for each end it fits."""
    view = sight.view
    if sight.over or sight.away or view.seat is None or not view.legal:
        return []
    if ends_of is not None:
        return [_end_buttons(table, sight, words, ends_of)]
    if any(isinstance(move, Pass) for move in view.legal):
        label = words.gettext("Pass")
        return [[button("act", table.id, sight.ply, view.seat, 0, label=label, style=discord.ButtonStyle.primary)]]
    found = choices(view)
    if len(found) > BUTTONS:
        return [[_tile_select(table, sight, words, tiles, found)]]
    buttons: list[discord.ui.Item[Any]] = [
        button(
            "act" if len(plays) == 1 else "tile",
            table.id,
            sight.ply,
            view.seat,
            plays[0],
            label=tile.text,
            emoji=tiles.get(tile),
            style=discord.ButtonStyle.primary,
        )
        for tile, plays in found.items()
    ]
    return [buttons[at : at + 5] for at in range(0, len(buttons), 5)]


def _tile_select(
    table: Table, sight: Sight, words: NullTranslations, tiles: TileEmojis, found: Mapping[Tile, Sequence[int]]
) -> discord.ui.Item[Any]:
    options = [
        discord.SelectOption(label=tile.text, value=str(plays[0]), emoji=tiles.get(tile))
        for tile, plays in list(found.items())[:25]
    ]
    placeholder = words.gettext("Choose a tile")
    return select("tile", table.id, sight.ply, sight.view.seat, options=options, placeholder=placeholder)


def _end_buttons(table: Table, sight: Sight, words: NullTranslations, tile: Tile) -> list[discord.ui.Item[Any]]:
    view = sight.view
    buttons: list[discord.ui.Item[Any]] = []
    for index in choices(view).get(tile, ()):
        move = view.legal[index]
        assert isinstance(move, Play)
        label = words.gettext("{tile} at the {end} end ({shown})").format(
            tile=tile, end=end_name(move.end, words), shown=view.ends.get(move.end, "")
        )
        style = discord.ButtonStyle.primary
        buttons.append(button("act", table.id, sight.ply, view.seat, index, label=label, style=style))
    buttons.append(button("back", table.id, label=words.gettext("Back")))
    return buttons
