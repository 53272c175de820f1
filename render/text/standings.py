"""Phrases on the standings of a cup, shared by its picture, its alt text and text mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from gettext import NullTranslations
from math import ceil
from typing import Final

from engine.cups import Broke
from engine.i18n import N_
from render.i18n import grouped, list_items, tenths
from render.names import computer, is_computer, plain, split_number
from render.text.figures import place_shared
from render.text.length import cut
from render.text.sentences import sentence_name
from render.values import Standings, StandingsRow

_QUARTERS: Final = ("", "¼", "½", "¾")

BEHIND: Final[Mapping[Broke, str]] = {
    Broke.BUCHHOLZ: N_("behind on Buchholz"),
    Broke.DIFFERENCE: N_("behind on difference"),
    Broke.POINTS: N_("behind on points"),
    Broke.DIRECT: N_("behind in direct encounters"),
    Broke.DIRECT_POINTS: N_("behind on points in direct encounters"),
    Broke.LOT: N_("behind by lot"),
}
"""What put a row behind the one above it, after a tie on wins."""

Named = Callable[[str], str]
"""Formats a name for a text: escaped or not."""


NAME_ROOMS: Final = (32, 20, 12, 8)
"""The maximum lengths of a name in an alt text, from much room to little."""


def short_name(room: int, name: str, t: NullTranslations) -> str:
    """Return a name for an alt text, cut to a maximum length; a computer's is marked, and a number stays."""
    base, number = split_number(plain(name))
    short = f"{cut(base, room - len(number))}{number}"
    return sentence_name(computer(short) if is_computer(name) else short, t)


def quarters(value: Fraction) -> str:
    """Return a number of win points: ``2½``.

    >>> quarters(Fraction(5, 2)), quarters(Fraction(1, 2)), quarters(Fraction(0))
    ('2½', '½', '0')
    """
    whole, rest = divmod(value, 1)
    sign = _QUARTERS[round(4 * rest)]
    return f"{whole or ''}{sign}" if sign else str(whole)


def decimal(value: Fraction, t: NullTranslations) -> str:
    """Return a number of points, with its halves and quarters, or a digit after the point: ``184½``, ``133.3``."""
    if value.denominator not in (1, 2, 4):
        return tenths(float(value), t)
    whole, rest = divmod(value, 1)
    sign = _QUARTERS[int(4 * rest)]
    return f"{grouped(whole, t) if whole or not sign else ''}{sign}"


def signed_decimal(value: Fraction, t: NullTranslations) -> str:
    """Return a difference of points: ``+40``, ``−12½``, ``0``."""
    if not value:
        return "0"
    return f"{'−' if value < 0 else '+'}{decimal(abs(value), t)}"


def wins_text(value: Fraction, t: NullTranslations) -> str:
    """Return a number of win points as a phrase: ``2½ wins``."""
    return t.ngettext("{count} win", "{count} wins", ceil(value)).format(count=quarters(value))


def side_text(names: Sequence[str], named: Named, t: NullTranslations) -> str:
    """Return the name of one person or of a pair: ``Ana and Ben``."""
    return list_items([named(each) for each in names], t)


def moved_text(moved: int, t: NullTranslations) -> str:
    """Return the places that a row has gained or lost, as a phrase; empty for none."""
    if not moved:
        return ""
    if moved > 0:
        return t.ngettext("up {count} place", "up {count} places", moved).format(count=moved)
    return t.ngettext("down {count} place", "down {count} places", -moved).format(count=-moved)


def behind_text(broke: Broke | None, t: NullTranslations) -> str:
    """Return the tie-break between a row and the one above it, as a phrase; empty for wins."""
    word = None if broke is None else BEHIND.get(broke)
    return t.gettext(word) if word else ""


def main_phrases(row: StandingsRow, t: NullTranslations) -> list[str]:
    """Return the shortest phrases on a row: its wins, or how far it came in a knock-out."""
    wins = [] if row.wins is None else [wins_text(row.wins, t)]
    return [*wins, *([row.reached] if row.reached else [])]


def phrases(row: StandingsRow, t: NullTranslations) -> list[str]:
    """Return all phrases on a row."""
    figures: list[str] = []
    if row.buchholz is not None:
        figures.append(t.gettext("Buchholz {value}").format(value=quarters(row.buchholz)))
    if row.difference is not None:
        figures.append(t.gettext("difference {value}").format(value=signed_decimal(row.difference, t)))
    if row.points is not None:
        figures.append(t.gettext("points {value}").format(value=decimal(row.points, t)))
    broke = behind_text(row.broke, t)
    shared = place_shared(t) if row.place and row.shared else ""
    out = t.gettext("out") if row.out and not row.reached else ""
    return [each for each in (*main_phrases(row, t), *figures, shared, broke, moved_text(row.moved, t), out) if each]


def sentence(row: StandingsRow, told: Sequence[str], named: Named, t: NullTranslations, *, dot: str = ".") -> str:
    """Return a row as a sentence: ``2. Ben: 2½ wins, Buchholz 4.``; ``dot`` follows the place."""
    who = side_text(row.names, named, t)
    if not told:
        form = t.gettext("{place} {name}.") if row.place else t.gettext("{name}.")
    else:
        form = t.gettext("{place} {name}: {told}.") if row.place else t.gettext("{name}: {told}.")
    return form.format(place=f"{row.place}{dot}", name=who, told=", ".join(told))


def news(standings: Standings, named: Named, t: NullTranslations) -> list[str]:
    """Return sentences on the leaders, or the winners, and on the biggest climb."""
    return [each for each in (_leaders(standings, named, t), _climb(standings, named, t)) if each]


def tie_line(standings: Standings, t: NullTranslations) -> str:
    """Return the sentence on the tie-breaks of level wins; empty where none was needed, and for a knock-out."""
    if all(row.broke is None or row.wins is None for row in standings.rows):
        return ""
    if any(row.buchholz is not None for row in standings.rows):
        return t.gettext("Level on wins: first the wins of all one's opponents (Buchholz), then the difference.")
    return t.gettext("Level on wins: first the matches among those who are level, then the difference.")


MAX_LEADERS: Final = 3
"""The maximum number of level leaders who are named."""


def _leaders(standings: Standings, named: Named, t: NullTranslations) -> str:
    """Return the sentence on those who are first; empty before anybody has won, and if nobody is first."""
    first = [row for row in standings.rows if row.place == 1]
    if not first or standings.first or not (standings.final or any(row.wins for row in first)):
        return ""
    level = [row for row in standings.rows if row.place and row.wins == first[0].wins]
    if not standings.final and len(level) > len(first):
        return _level(level, named, t)
    if len(first) > MAX_LEADERS:
        return t.gettext("{count} share the lead.").format(count=len(first))
    who = list_items([side_text(row.names, named, t) for row in first], t)
    # a pair is two
    people = sum(len(row.names) for row in first)
    if first[0].wins is None:
        if not standings.final:
            return ""
        return t.ngettext("{names} wins the tournament.", "{names} win the tournament.", people).format(names=who)
    if standings.final:
        form = t.ngettext("{names} wins the tournament with {wins}.", "{names} win the tournament with {wins}.", people)
    else:
        form = t.ngettext("{names} leads with {wins}.", "{names} lead with {wins}.", people)
    return form.format(names=who, wins=wins_text(first[0].wins, t))


def _level(level: Sequence[StandingsRow], named: Named, t: NullTranslations) -> str:
    """Return the sentence on those who have the most wins, while only other figures set them apart."""
    wins = wins_text(level[0].wins or Fraction(0), t)
    if len(level) > MAX_LEADERS:
        return t.gettext("{count} are level with {wins} each.").format(count=len(level), wins=wins)
    who = list_items([side_text(row.names, named, t) for row in level], t)
    return t.gettext("{names} are level with {wins} each.").format(names=who, wins=wins)


MIN_CLIMB: Final = 2
"""The fewest places that are a climb worth a sentence."""


def _climb(standings: Standings, named: Named, t: NullTranslations) -> str:
    best = max(standings.rows, key=lambda row: row.moved, default=None)
    if best is None or best.moved < MIN_CLIMB:
        return ""
    form = t.ngettext(
        "Biggest climb: {name}, by {count} place to number {place}.",
        "Biggest climb: {name}, by {count} places to number {place}.",
        best.moved,
    )
    return form.format(name=side_text(best.names, named, t), count=best.moved, place=best.place)
