"""The players, a line each: tiles, points, passes."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from engine.events import Result
from engine.view import View
from render.text import sentences, verdict
from render.text.markdown import wrap


def line_names(view: View, names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return the names for beginnings of lines, the reader's own as "You"."""
    return [t.gettext("You") if seat == view.seat else name for seat, name in enumerate(names)]


def players(view: View, names: Sequence[str], t: NullTranslations) -> list[str]:
    """Return the part on the players, in turn order."""
    if view.clockwise:
        title = t.gettext("**Players in order of turns**, clockwise:")
    else:
        title = t.gettext("**Players in order of turns**, counter-clockwise:")
    lines, who = [title], line_names(view, names, t)
    for seat in range(view.seats):
        facts = ", ".join(_facts(view, seat, t))
        lines.append(t.gettext("{name}: {facts}").format(name=who[seat], facts=facts))
        if view.open_hands and view.open_hands[seat]:
            lines += wrap(_open_hand(view, seat, t))
    return [*lines, *totals(view, names, t)] if sentences.in_pairs(view) else lines


def _facts(view: View, seat: int, t: NullTranslations) -> list[str]:
    """Return a player's tiles, points and passed numbers, as phrases."""
    side, count = view.team_of(seat), view.hand_sizes[seat]
    alone = len(view.teams[side]) == 1
    points = [sentences.points(view.totals[side], view, t)] if verdict.has_points(view) and alone else []
    if seat in view.eliminated:
        return [t.gettext("out of the match"), *points]
    if verdict.takes_tiles(view):
        return points
    facts = [t.ngettext("{count} tile", "{count} tiles", count).format(count=count), *points]
    if seat == sentences.tie_winner(view):
        facts.append(t.gettext("{opener} (wins ties)").format(opener=sentences.opener_word(t)))
    if view.passed[seat]:
        facts.append(t.gettext("passed on {numbers}").format(numbers=sentences.list_numbers(view.passed[seat])))
    return facts


def _open_hand(view: View, seat: int, t: NullTranslations) -> str:
    """List the tiles of a player that all may see."""
    tiles = sentences.list_tiles(sorted(view.open_hands[seat]))
    form = t.gettext("taken: {tiles}") if verdict.takes_tiles(view) else t.gettext("in hand: {tiles}")
    return form.format(tiles=tiles)


def totals(view: View, names: Sequence[str], t: NullTranslations, result: Result | None = None) -> list[str]:
    """Return a line of points for each side, with those of the deal if given; nothing if the rules count no points."""
    if not verdict.has_points(view):
        return []
    return verdict.totals_of_sides(view, line_names(view, names, t), t, result)
