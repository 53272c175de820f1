"""A player's result of a challenge: the screen for the player alone, and the card, which gives nothing away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from engine.i18n import N_
from engine.live.challenges.standing import Square
from render.i18n import grouped, percent
from render.text.verdict import signed

MIN_STREAK = 2
"""The fewest days in a row that are a streak."""


@dataclass(frozen=True, slots=True)
class Result:
    """A player's result of a challenge, as far as it is known.

    Attributes:
        title: the challenge: ``Dominoes 329``.
        margins: the player's points less those of the best other side, of each deal.
        par: the same of the expert in the player's seat; None until it is computed.
        squares: a square for each deal; empty without par.
        played: how many players have a result, the player with them.
        percentage: how much of the field the player has beaten; None for a small field.
        streak: how many days in a row the player has played up to this one.
        cut: whether the end came first, and the computer played the rest.
        over: whether the challenge has ended, so that the result is final.

    """

    title: str
    margins: Sequence[int]
    par: Sequence[int] | None = None
    squares: Sequence[Square] = ()
    played: int = 1
    percentage: float | None = None
    streak: int = 0
    cut: bool = False
    over: bool = False


SQUARE_WORDS = {
    Square.GREEN: N_("at least as good as the expert"),
    Square.YELLOW: N_("ahead"),
    Square.WHITE: N_("not ahead"),
}
"""The meaning of the squares, in words."""


def card(result: Result, t: NullTranslations) -> str:
    """Return the card: ``Dominoes 329 · +18 (expert +25) · 71% of 24 · 🟩🟨🟩 · 5 days``."""
    parts = [result.title, _points(result, t), _field(result, t), "".join(result.squares), _days(result, t)]
    return " · ".join(filter(None, parts))


def card_key(squares: Sequence[Square], t: NullTranslations) -> str:
    """Return the squares of a card in words, for readers who hear them; empty without squares."""
    words = [t.gettext(SQUARE_WORDS[each]) for each in squares]
    if len(words) > 1 and len({*words}) == 1:
        return t.gettext("Every deal: {words}.").format(words=words[0])
    return t.gettext("Deal by deal: {words}.").format(words=", ".join(words)) if words else ""


def result_lines(result: Result, t: NullTranslations) -> list[str]:
    """Return the lines of a result for its player: the points, each deal beside the expert's, the field, the days."""
    lines = [t.gettext("Your result: **{points}**").format(points=_points(result, t))]
    if len(result.margins) > 1:
        lines += [_deal_line(result, at, t) for at in range(len(result.margins))]
    lines.append(f"-# {_meaning(result, t)}")
    lines += filter(None, [_field_line(result, t), _streak_line(result, t)])
    if result.cut:
        lines.append(t.gettext("The time ran out first, so a normal computer played the rest in your place."))
    return lines


def _meaning(result: Result, t: NullTranslations) -> str:
    """Return what the points are, and when the expert's are to come."""
    meaning = t.gettext("Points: yours less those of the best other side.")
    if result.par is None and not result.over:
        return f"{meaning} {t.gettext('The expert is still playing; its result comes in a few minutes.')}"
    return meaning


def _points(result: Result, t: NullTranslations) -> str:
    """Return the sum of the margins, beside the expert's if that is known: ``+18 (expert +25)``."""
    own = signed(sum(result.margins))
    if result.par is None:
        return own
    return t.gettext("{points} (expert {par})").format(points=own, par=signed(sum(result.par)))


def _deal_line(result: Result, at: int, t: NullTranslations) -> str:
    """Return the line on one deal: ``🟩 Deal 1: +12 (expert +8)``."""
    points = signed(result.margins[at])
    if result.par is not None:
        points = t.gettext("{points} (expert {par})").format(points=points, par=signed(result.par[at]))
    line = t.gettext("Deal {deal}: {points}").format(deal=at + 1, points=points)
    return f"{result.squares[at]} {line}" if result.squares else f"- {line}"


def _field(result: Result, t: NullTranslations) -> str:
    """Return the percentage of the field: ``71% of 24``; empty for a small field."""
    if result.percentage is None:
        return ""
    share = percent(round(result.percentage), t)
    return t.gettext("{percent} of {count}").format(percent=share, count=grouped(result.played, t))


def _field_line(result: Result, t: NullTranslations) -> str:
    """Return the sentence on the field, which may still grow."""
    count = grouped(result.played, t)
    if result.played == 1 and not result.over:
        return t.gettext("You are the first to finish.")
    if result.percentage is None:
        text = t.ngettext("{count} person has finished.", "{count} people have finished.", result.played)
        return text.format(count=count)
    text = t.gettext("Better than {percent} of the field so far, {count} people.")
    if result.over:
        text = t.gettext("Better than {percent} of the field of {count} people.")
    return text.format(percent=percent(round(result.percentage), t), count=count)


def _days(result: Result, t: NullTranslations) -> str:
    if result.streak < MIN_STREAK:
        return ""
    return t.ngettext("{count} day", "{count} days", result.streak).format(count=grouped(result.streak, t))


def _streak_line(result: Result, t: NullTranslations) -> str:
    if result.streak < MIN_STREAK:
        return ""
    text = t.ngettext("{count} day in a row", "{count} days in a row", result.streak)
    return text.format(count=grouped(result.streak, t))
