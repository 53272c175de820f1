"""The end of a deal: the winners and their points, the reason, the hands, and last the table."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.events import Result
from engine.view import View
from render.geometry.boxes import Chain, bounds_of
from render.geometry.forms import geometry_of
from render.pictures.chain import draw_chain
from render.pictures.deal_end_cards import Cards
from render.pictures.player_plate import shown_name
from render.pictures.titles import fit
from render.pixels import decorations, frame
from render.pixels.canvas import Canvas, draw_png
from render.pixels.frame import BASELINE, HEADER, RAIL, SMALL, STRONG, WIDTH
from render.pixels.theme import DEFAULT, Theme
from render.pixels.typography.text import Style
from render.text import sentences, verdict

_LEFT = RAIL + 12
_RIGHT = WIDTH - RAIL - 12
_LINE = 44
_BANNER = ((42, 340, 1), (36, 260, 1), (30, 180, 1), (30, 100, 1))
_BANNER_ROOM = 760
_WINNERS = ((60, 500, 1), (52, 300, 1), (44, 240, 1), (36, 180, 1), (30, 100, 1))
_WINNERS_ROOM = 820
_WINNERS_HIGH = 76
_NOTE = ((34, 0, 1), (30, 0, 1), (26, 0, 1))
_FEAT = Style(36, 700)
_FEATS = 68
_FEAT_WIDTH = 560
"""The height of the line of feats, and the width of its ribbon, in pixels."""
_LARGE_HEADING = (48, 400, 1)
_HEADING = ((40, 400, 1), (36, 340, 1), (32, 260, 1), (32, 340, 2), (30, 200, 2), (28, 100, 2))


def _winners(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> str:
    """Return the winners of a deal and their points; empty if they score none, or points count against players."""
    rules = sentences.rules_of(view)
    if view.finished or not result.winners or rules.scoring.points_against or verdict.takes_tiles(view):
        return ""
    added = result.points[view.team_of(result.winners[0])]
    return f"{sentences.list_names(result.winners, names, t)}  {verdict.signed(added)}" if added else ""


class _Title:
    """The winners, in large letters, and below them the reason.

    Attributes:
        height: the height in pixels.

    """

    def __init__(self, view: View, result: Result, names: Sequence[str], t: NullTranslations) -> None:
        self._match = (
            fit(names, lambda short: verdict.match_won(view, short, t), _BANNER, _BANNER_ROOM)
            if view.finished
            else None
        )
        self._winners = (
            fit(names, lambda short: _winners(view, result, short, t), _WINNERS, _WINNERS_ROOM)
            if _winners(view, result, names, t)
            else None
        )
        # without points above it, the sentence is the title
        shapes = _HEADING if self._match or self._winners else (_LARGE_HEADING, *_HEADING)
        sentence = verdict.below_winners if self._winners else verdict.who_won
        self._deal = fit(names, lambda short: sentence(view, result, short, t), shapes, _RIGHT - _LEFT)
        self._feats = " · ".join(verdict.bonus_text(bonus, t) for bonus in result.bonuses if bonus.feat)
        self.height = 10 + 48 * len(self._deal[0])
        self.height += (96 if self._match else 0) + (_WINNERS_HIGH if self._winners else 0)
        self.height += _FEATS if self._feats else 0

    def draw(self, canvas: Canvas, y: int) -> None:
        """Draw it from ``y`` on."""
        theme = canvas.theme
        middle = WIDTH // 2
        if self._match:
            (line,), style = self._match
            canvas.paste(decorations.banner(theme, _RIGHT - _LEFT, 84), _LEFT, y)
            wide = canvas.write(line, (middle, y + 58), style, (theme.ink, theme.highlight), "m", room=_BANNER_ROOM)
            for x in (middle - wide // 2 - 50, middle + wide // 2 + 50):
                canvas.paste(decorations.dark_crown(theme), x, y + 42)
            y += 96
        if self._winners:
            (line,), style = self._winners
            colours = (theme.highlight, theme.ground)
            wide = canvas.write(line, (middle + 36, y + 62), style, colours, "m", room=_WINNERS_ROOM)
            canvas.paste(decorations.crown(theme, 56, theme.ground), middle + 36 - wide // 2 - 44, y + 42)
            y += _WINNERS_HIGH
        lines, style = self._deal
        for line in lines:
            canvas.write(line, (middle, y + 40), style, (theme.text, theme.ground), "m", room=_RIGHT - _LEFT)
            y += 48
        if self._feats:
            ribbon = decorations.panel(theme, _FEAT_WIDTH, _FEATS - 10, theme.highlight, theme.highlight_edge)
            canvas.paste(ribbon, middle - _FEAT_WIDTH // 2, y + 12)
            for x in (-_FEAT_WIDTH // 2 + 44, _FEAT_WIDTH // 2 - 44):
                canvas.paste(decorations.dark_crown(theme), middle + x, y + 41)
            room = _FEAT_WIDTH - 160
            canvas.write(self._feats, (middle, y + 53), _FEAT, (theme.ink, theme.highlight), "m", room=room)


def lay_out_chain(view: View, top: int) -> tuple[Chain, int]:
    """Return the tiles and signs on the table from ``top`` on, as large as possible, and the y below them."""
    geometry = geometry_of(view)
    chain = geometry.lay_out_result()
    # room for a next tile is not drawn
    drawn = bounds_of([*chain.boxes, *chain.signs.values()])
    x = WIDTH // 2 if geometry.is_centred else (WIDTH - drawn.w) // 2 - drawn.x
    return chain.moved(x, top - drawn.y), top + drawn.h


def _notes(view: View, result: Result, names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return the lines below the title: the sum of points, the players put out, the reason of the match's end."""
    against = sentences.rules_of(view).scoring.points_against
    notes = [
        "" if against else verdict.points_text(view, result, names, t),
        verdict.eliminated_text(view, names, t),
        verdict.match_reason(view, t) if view.finished else "",
    ]
    return [note for note in notes if note]


def deal_end(view: View, names: Sequence[str], t: NullTranslations, theme: Theme = DEFAULT) -> bytes:
    """Draw the end of a deal, or of the match if ``view.finished``.

    Args:
        view: the match after a deal: ``view.results`` is not empty.
        names: each seat's name.
        t: the catalog of the reader's language.
        theme: the theme.

    Returns:
        A PNG file, 1000 pixels wide.

    Raises:
        ValueError: no deal has ended.

    """
    return draw_png(draw_deal_end, view, names, t, theme)


def draw_deal_end(view: View, names: Sequence[str], t: NullTranslations, theme: Theme, high: int = 0) -> Canvas:
    """Draw the end of a deal as :func:`deal_end` does, in the middle of a picture at least ``high`` pixels high.

    Raises:
        ValueError: no deal has ended.

    """
    if not view.results:
        raise ValueError("no deal has ended")
    result = view.results[-1]
    drawable = [shown_name(names, seat, t) for seat in range(view.seats)]
    notes = _notes(view, result, drawable, t)
    cards = Cards(theme, view, result, drawable, t)
    title = _Title(view, result, drawable, t)
    top = HEADER + 8
    cards_at = top + title.height + _LINE * len(notes) + 12
    chain, below = lay_out_chain(view, cards_at + cards.height + 10)
    needed = (below + 12 if chain.spots or chain.signs else cards_at + cards.height) + RAIL
    spare = max(high - needed, 0)
    canvas = frame.begin_table(theme, needed + spare)
    y = top + spare // 2
    title.draw(canvas, y)
    y += title.height
    for note in notes:
        (line,), style = fit((), lambda _, note=note: note, _NOTE, _RIGHT - _LEFT)
        canvas.write(line, (WIDTH // 2, y + 30), style, (theme.highlight, theme.ground), "m", room=_RIGHT - _LEFT)
        y += _LINE
    cards.draw(canvas, cards_at + spare // 2)
    if chain.spots:
        draw_chain(canvas, view, chain.moved(0, spare // 2), badges=False, names=drawable, t=t)
    deal = t.gettext("Deal {deal} · result").format(deal=view.deal)
    if sentences.single_deal(view):
        deal = t.gettext("Result")
    left = RAIL + 10
    left += canvas.write(sentences.rules_name(view, t), (left, BASELINE), STRONG, (theme.text, theme.frame), room=560)
    canvas.write(deal, (WIDTH - RAIL - 10, BASELINE), SMALL, (theme.text, theme.frame), "r")
    return canvas
