"""The table of results of a challenge that is over, as text: it reads well on a phone and to a screen reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from typing import Any, NamedTuple

import discord

from cogs.core.components import select
from cogs.core.frame import choice, escaped
from cogs.messages.names import fit_items, labelled
from cogs.messages.option_fields import MAX_ENTRIES
from render.i18n import list_items
from render.text.figures import nameless
from render.text.verdict import signed

MAX_ROWS = 25
"""The maximum number of players listed."""

MAX_COMPARED = 100
"""The maximum number of results read; of a larger field, each deal's best is not known."""

MAX_BEST = 60
"""The maximum length of the names of a deal's best players."""

CUT = "⏱"
"""The sign of a player for whom a computer played the rest."""


class ResultRow(NamedTuple):
    """The result of one player; also of the expert.

    Attributes:
        name: the name as the player wishes to be shown; empty for a player who is shown without one.
        margins: for each deal, the player's points less those of the best other side.
        cut: whether a computer played the rest, because the time was up.
        attempt_id: the id of the attempt, for replays.

    """

    name: str
    margins: Sequence[int]
    cut: bool = False
    attempt_id: str = ""

    @property
    def total(self) -> int:
        """The points of all deals."""
        return sum(self.margins)


def ranked(rows: Sequence[ResultRow]) -> list[tuple[int, ResultRow]]:
    """Return results with their ranks, from 1, the best first; equal totals share a rank, and keep their order."""
    ranks = [(1 + sum(other.total > each.total for other in rows), each) for each in rows]
    return sorted(ranks, key=lambda row: row[0])


def best_of(rows: Sequence[ResultRow], deal: int) -> list[ResultRow]:
    """Return the results that are the best of a deal, which counts from 0."""
    best = max((each.margins[deal] for each in rows), default=0)
    return [each for each in rows if each.margins[deal] == best]


def result_lines(
    rows: Sequence[ResultRow], par: Sequence[int] | None, count: int, t: NullTranslations
) -> Iterator[str]:
    """Yield the lines of the table and, for few players, each deal's best. See :func:`ranking_lines`."""
    yield from ranking_lines(rows, par, count, t)
    if rows and count <= MAX_COMPARED and len(rows[0].margins) > 1:
        yield ""
        yield t.gettext("**Best in each deal**")
        yield from (_best_line(rows, deal, t) for deal in range(len(rows[0].margins)))


def ranking_lines(
    rows: Sequence[ResultRow], par: Sequence[int] | None, count: int, t: NullTranslations
) -> Iterator[str]:
    """Yield the lines of the table: the players by rank, and the expert.

    Args:
        rows: the results of the best players who may be listed.
        par: the points of the expert in each deal; None if they are not known.
        count: how many have finished.
        t: the reader's catalog.

    """
    shown = ranked(rows)[:MAX_ROWS]
    for rank, each in shown:
        yield _line(f"**{rank}.** {escaped(each.name) or nameless(t)}", each, t)
    if more := count - len(shown):
        yield f"-# {t.ngettext('and {count} more', 'and {count} more', more).format(count=more)}"
    elif not rows:
        yield t.gettext("Nobody has played.")
    if par is not None and count:
        yield _line(t.gettext("The expert"), ResultRow("", par), t)
    if any(each.cut for _, each in shown):
        cut = t.gettext("{sign} means that the time was up, and a normal computer played the rest.")
        yield f"-# {cut.format(sign=CUT)}"


def _line(who: str, row: ResultRow, t: NullTranslations) -> str:
    """Return a total and the points of each deal: ``Ana ⏱: **+18** (+12, +5, +1)``."""
    deals = f" ({', '.join(map(signed, row.margins))})" if len(row.margins) > 1 else ""
    return labelled(f"{who} {CUT}" if row.cut else who, f"**{signed(row.total)}**{deals}", t)


def _best_line(rows: Sequence[ResultRow], deal: int, t: NullTranslations) -> str:
    best = best_of(rows, deal)
    names = list_items(fit_items([escaped(each.name) or nameless(t) for each in best], MAX_BEST, t), t)
    form = t.gettext("Deal {deal}: {points} by {names}")
    return form.format(deal=deal + 1, points=signed(best[0].margins[deal]), names=names)


def replay_select(rows: Sequence[ResultRow], t: NullTranslations) -> discord.ui.Item[Any]:
    """Return the select that opens the replay of a deal: of each deal's best, and of as many others as it has room for.

    Cogs of history answer it.
    """
    shown = [row for _, row in ranked(rows)]
    deals = range(len(shown[0].margins))
    best = [(deal, best_of(shown, deal)[0]) for deal in deals]
    others = [(deal, row) for row in shown for deal in deals]
    entries = sorted(list(dict.fromkeys([*best, *others]))[:MAX_ENTRIES], key=lambda entry: entry[0])
    options = [choice(_entry(row, deal, t), f"{row.attempt_id}-{deal + 1}") for deal, row in entries]
    return select("look", options=options, placeholder=t.gettext("Watch a deal again"))


def _entry(row: ResultRow, deal: int, t: NullTranslations) -> str:
    form = t.gettext("Deal {deal}: {points} by {names}")
    return form.format(deal=deal + 1, points=signed(row.margins[deal]), names=row.name or nameless(t))
