"""Replays of a deal: as an animation with a frame per move, or moment by moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from gettext import NullTranslations
from typing import Final, Literal

from engine.actions import Bid, Draw, Pass, Trump
from engine.cli.progress import Report, counted, silent
from engine.view import View
from render.geometry.arrangement import Room, arrange, room_for
from render.pictures import deal_end
from render.pictures import table as tabletop
from render.pixels import animation
from render.pixels.animation import Frame
from render.pixels.canvas import draw_png
from render.pixels.theme import DEFAULT, Theme

_MOVE: Final = 1000
_NO_TILE: Final = 600
"""The duration of draws and passes, which show less."""
_LAST_TILE: Final = 1500
_RESULT: Final = 8000
"""Long enough to read, and to mark the end of the loop."""

MAX_MOMENTS: Final = 600
"""The maximum number of moments, which keeps files small enough; only deals of a grid may have more."""

_FORMS: Final[Mapping[str, Callable[[Iterator[Frame]], bytes]]] = {"gif": animation.gif, "webp": animation.webp}


def replay(
    views: Sequence[View],
    names: Sequence[str],
    t: NullTranslations,
    theme: Theme = DEFAULT,
    form: Literal["gif", "webp"] = "gif",
    report: Report = silent,
) -> bytes:
    """Draw a deal as an animation: the table after each move, and the result if the deal has ended.

    All frames have the same size. Tiles have the size that the last table allows, and seldom move.

    Args:
        views: the channel's views before the deal's first move and after each move; of more than
            :data:`MAX_MOMENTS` the last.
        names: each seat's name.
        t: the catalog of the reader's language.
        theme: the theme.
        form: the file's format. Every client plays a ``gif``; a ``webp`` is half as large, for twice the time.
        report: takes the pictures that are drawn.

    Returns:
        An endless animation, 1000 pixels wide.

    Raises:
        ValueError: there are no views.

    """
    if not views:
        raise ValueError("a replay of nothing")
    views = views[-MAX_MOMENTS:]
    count = len(views) + sum(view.between_deals for view in views)
    return _FORMS[form](counted(_frames(views, names, t, theme), count, report))


def _frames(views: Sequence[View], names: Sequence[str], t: NullTranslations, theme: Theme) -> Iterator[Frame]:
    room = room_for(views)
    table = arrange(views[0], room)[2] + room.hands_height
    results = [deal_end.draw_deal_end(view, names, t, theme).image.height for view in views if view.between_deals]
    high = max(table, *results, 0)
    room = room.taller(high - table)
    for view in views:
        yield Frame(tabletop.draw_table(view, names, t, theme, room), _pause(view))
        if view.between_deals:
            yield Frame(deal_end.draw_deal_end(view, names, t, theme, high), _RESULT)


def _pause(view: View) -> int:
    """Return the duration of a table's frame, in milliseconds."""
    if view.between_deals:
        return _LAST_TILE
    return _NO_TILE if view.history and isinstance(view.history[-1], Draw | Pass | Bid | Trump) else _MOVE


class Reel:
    """The moments of a deal: the table after each move, and last the result if the deal has ended.

    All tables have the same size, as in :func:`replay`. The shared layout is cached.

    Attributes:
        views: the views before the deal's first move and after each move.

    """

    def __init__(self, views: Sequence[View]) -> None:
        if not views:
            raise ValueError("a replay of nothing")
        self.views = tuple(views)

    def __len__(self) -> int:
        """Return the number of moments."""
        return len(self.views) + self.views[-1].between_deals

    def view(self, at: int) -> View:
        """Return the view of a moment, from 0; the result has the view of the last move."""
        return self.views[min(at, len(self.views) - 1)]

    def shows_result(self, at: int) -> bool:
        """Return whether a moment is the result."""
        return at >= len(self.views)

    def picture(self, at: int, names: Sequence[str], t: NullTranslations, theme: Theme = DEFAULT) -> bytes:
        """Draw a moment.

        Args:
            at: its number, from 0.
            names: each seat's name.
            t: the catalog of the reader's language.
            theme: the theme.

        Returns:
            A PNG file, 1000 pixels wide.

        """
        if self.shows_result(at):
            return draw_png(deal_end.draw_deal_end, self.views[-1], names, t, theme)
        return draw_png(tabletop.draw_table, self.views[at], names, t, theme, self._room)

    @cached_property
    def _room(self) -> Room:
        return room_for(self.views)
