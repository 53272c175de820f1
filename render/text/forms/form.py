"""A table in words: the base of one class for each form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import ClassVar, Generic, TypeVar, cast

from engine.actions import Draw, Move, Pass, Play
from engine.events import Played
from engine.layouts import START, Layout, Placed
from engine.tiles import Tile
from engine.view import View
from render.text import sentences
from render.text.length import length
from render.text.moves import last_revealed
from render.text.tile_rows import Row, fold_middle

L = TypeVar("L", bound=Layout)

Fits = Mapping[Tile, Sequence[str]]
"""Playable tiles, each with the names of the ends that it fits."""


class TextForm(ABC, Generic[L]):
    """The words for one table and one reader.

    The defaults hold for most forms. Lines of text mode are Discord markdown; all others are sentences or phrases of
    alt texts and messages.

    Attributes:
        view: the match.
        layout: its table.
        t: the catalog of the reader's language.
        names: each seat's name, as it stands in the texts; may be empty where no text names a player.

    """

    tiles_last: ClassVar[bool] = False
    """Whether an alt text names the tiles on the table after the seats: ends with names of their own say more."""
    has_ends_after_deal: ClassVar[bool] = True
    """Whether the alt text of a deal's end has :meth:`ends_alt`: not where the rows show their ends."""

    def __init__(self, view: View, t: NullTranslations, names: Sequence[str] = ()) -> None:
        self.view = view
        self.layout = cast("L", view.layout)
        self.t = t
        self.names = names

    # -------------------------------------------------------------- the table

    @abstractmethod
    def ends_alt(self) -> list[str]:
        """Return sentences on the open ends, total, trick or grid, for the beginning of an alt text."""

    @abstractmethod
    def end_parts(self) -> list[list[str]]:
        """Return the parts of text mode on the open ends, total or trick."""

    @abstractmethod
    def tiles_part(self, max_tiles: int) -> list[str]:
        """Return the part of text mode on the tiles on the table; rows of more than ``max_tiles`` lose their middle."""

    def rows(self) -> list[Row]:
        """Return the rows of tiles, among them those of ends that have no tile yet; a grid has none."""
        return []

    def tiles_alt(self, max_length: int) -> list[str]:
        """Return a sentence for each row of tiles; the middle of long rows is left out to keep to the length."""
        if not self.layout.placed and self.layout.station is None:
            return []
        rows = self.rows()
        longest = max((len(row.tiles) for row in rows), default=0)

        def taken(max_tiles: int) -> int:
            return length(" ".join(self.row_sentences(rows, max_tiles)))

        # mostly there is room for all tiles of each row
        if taken(longest) <= max_length:
            return self.row_sentences(rows, longest)
        return self.row_sentences(rows, bisect_right(range(longest), max_length, key=taken) - 1)

    def row_sentences(self, rows: Sequence[Row], max_tiles: int) -> list[str]:
        """Return sentences on rows, with at most ``max_tiles`` tiles for each."""
        del rows, max_tiles
        return []

    def listed(self, row: Row, max_tiles: int) -> str:
        """List a row's tiles, after the one that it forks off."""
        origin = [] if row.origin is None else [f"{row.origin.other(row.half)}-{row.half}"]
        return " ".join([*origin, *fold_middle(row.tiles, max_tiles, self.t)])

    def marked(self, title: str) -> str:
        """Return a heading with the last tile, which brackets mark."""
        last = self.layout.placed[-1].tile
        return self.t.gettext("{heading}, [{tile}] was laid last:").format(heading=title, tile=last.text)

    # -------------------------------------------------------------- the hand

    def what_now(self) -> str:
        """Return the viewer's choice in their turn, as a heading."""
        t, view, kinds = self.t, self.view, self.kinds
        if Play in kinds:
            if Draw in kinds:
                return t.gettext("Your turn: lay a tile or draw")
            return t.gettext("Still your turn: lay another tile") if self.has_just_played else self.task()
        if Pass in kinds:
            return t.gettext("Your turn: no tile fits, you have to pass")
        if view.hand and view.ends:
            return t.gettext("Your turn: no tile fits, you have to draw")
        return t.gettext("Your turn: you have to draw")

    def task(self) -> str:
        """Return the heading of a turn with a tile to lay."""
        return self.t.gettext("Your turn")

    def choices_alt(self, fits: Fits) -> Iterator[str]:
        """Yield sentences on the viewer's choice in their turn."""
        t, kinds = self.t, self.kinds
        if fits:
            tiles = self.playable_alt(fits) if self.view.ends else [each.text for each in sorted(fits)]
            yield t.gettext("You can play: {tiles}.").format(tiles=sentences.list_phrases(tiles, t))
            if Draw in kinds:
                yield t.gettext("Or you draw a tile.")
        elif Draw in kinds:
            yield t.gettext("No tile fits, you have to draw.")
        elif Pass in kinds:
            yield t.gettext("No tile fits, you have to pass.")

    def playable_alt(self, fits: Fits) -> Iterator[str]:
        """Yield phrases on the tiles that the viewer can lay, and their ends."""
        yield from ()

    def playable_lines(self, fits: Fits) -> list[str]:
        """Return lines of text mode on the tiles that the viewer can lay, and their ends."""
        return []

    def calls(self) -> list[str]:
        """Return the bids or trumps that the viewer may call, a line each."""
        return []

    # -------------------------------------------------------------- messages

    def prompt(self) -> str:
        """Return the viewer's choice in their turn, as sentences."""
        return self.able_prompt() if Play in self.kinds else self.unable_prompt()

    def able_prompt(self) -> str:
        """Return the choice of a viewer who can play a tile."""
        t, view = self.t, self.view
        if any(isinstance(move, Play) and move.end == START for move in view.legal):
            return self._opening_prompt()
        if Draw in self.kinds:
            return t.gettext("It's your turn: choose a tile, or draw one, which ends your turn.")
        if self.has_just_played:
            return t.gettext("It's still your turn: lay another tile.")
        return t.gettext("It's your turn: choose a tile.")

    def _opening_prompt(self) -> str:
        t, view = self.t, self.view
        if view.must_open_with is not None:
            return t.gettext("It's your turn: you open, with {tile}.").format(tile=view.must_open_with)
        if len(view.legal) < len(view.hand):
            return t.gettext("It's your turn: you open, with any tile but a double.")
        return t.gettext("It's your turn: you open. Choose a tile.")

    def unable_prompt(self) -> str:
        """Return the duty of a viewer who can play no tile."""
        t, view = self.t, self.view
        if Pass in self.kinds:
            return t.gettext("It's your turn, and none of your tiles fits: pass.")
        if not view.ends:
            return t.gettext("It's your turn. Nobody has a double to open with: draw a tile.")
        if not view.hand:
            return t.gettext("It's your turn, and you have no tiles: draw one.")
        return t.gettext("It's your turn, and none of your tiles fits: draw.")

    def demand(self) -> str:
        """Return the duty of the player in turn at an open double or foot, for everyone; empty if none is open."""
        return ""

    def still_in_turn(self, name: str) -> str:
        """Return a line on another move of the player who moved last."""
        return self.t.gettext("➡️ It's still **{name}**'s turn.").format(name=name)

    def tile_at_end(self, move: Play) -> str:
        """Return a tile with its place.

        Examples: ``6-4 at the left end (4)``, ``6-4 on arm 2 (4)``, ``6-4 at end 3 (takes 4)``, ``6-4 on your train``.
        """
        return move.tile.text

    def target(self, end: str) -> str:
        """Return the end of a play on its button, by the marks in the picture; empty where there is no choice.

        Examples: ``left 4``, ``4``, ``end 3 (4)``, ``double 6``, ``Ana's train``.
        """
        del end
        return ""

    # -------------------------------------------------------------- events

    def deal_begins(self, deal: int, name: str) -> str:
        """Return a sentence on the first player of a deal, and on the advantage of the opener."""
        t, view = self.t, self.view
        text = t.gettext("Deal {deal}: {name} begins.")
        if self.layout.has_ends and self.layout.station is None:
            text = t.gettext("Deal {deal}: {name} opens.")
            if sentences.rules_of(view).ties_go_to_opener(view.options):
                text = t.gettext("Deal {deal}: {name} opens, and wins ties.")
        return text.format(deal=deal, name=name)

    def place(self, placed: Placed) -> str:
        """Return the place of a tile by the half that it touches, if pictures mark ends so; else empty."""
        del placed
        return ""

    def after_play(self, play: str, played: Played, placed: Placed | None, index: int | None) -> str:
        """Return a play and its consequences, as a sentence.

        Args:
            play: the player, tile and place, without a full stop.
            played: the play.
            placed: its tile on the table, if the view has it.
            index: the number of the move in ``view.history``; None for a move of another deal.

        """
        del played, placed, index
        return self.t.gettext("{play}.").format(play=play)

    def after_pass(self, seat: int, index: int | None) -> Iterator[str]:
        """Yield sentences on the consequences of a pass; ``index`` as for :meth:`after_play`."""
        del seat, index
        yield from ()

    def wins_bidding(self, index: int | None) -> int | None:
        """Return the seat that wins the bidding if a move, by its number in ``view.history``, is the last call."""
        del index
        return None

    def last_action(self, seat: int) -> tuple[str, ...]:
        """Return a seat's current or last action, in full and in short."""
        t, view = self.t, self.view
        revealed = last_revealed(view)
        if isinstance(revealed, Play) and revealed.seat == seat:
            tile = revealed.tile.text
            laid = t.gettext("laid {tile}").format(tile=tile)
            # a tile is owed after a double, and a run goes on
            return (t.gettext("laid {tile}, goes on").format(tile=tile), laid) if seat == view.turn else (laid, tile)
        if seat == view.turn:
            return (t.gettext("to play"),)
        match sentences.last_move_of(view, seat):
            case Play(_, tile):
                return (t.gettext("laid {tile}").format(tile=tile.text),)
            case Draw():
                return (t.gettext("drew"),)
            case Pass():
                return (t.gettext("passed"),)
            case _:
                return ("",)

    # -------------------------------------------------------------- shared by forms

    @property
    def kinds(self) -> set[type[Move]]:
        """The kinds of the viewer's legal moves."""
        return {type(move) for move in self.view.legal}

    @property
    def has_just_played(self) -> bool:
        """Whether the player in turn has just laid a tile, and goes on."""
        return self.view.mid_turn and isinstance(self.view.history[-1], Play)
