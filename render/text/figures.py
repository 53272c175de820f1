"""Texts of a player's statistics, for pictures, alt texts and text mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from gettext import NullTranslations
from typing import Final

from render.i18n import grouped, percent
from render.values import Chapter, LeaderboardRow, Statistics

MAX_RULES: Final = 6
"""The maximum number of rule sets listed; further ones are counted."""


def nameless(t: NullTranslations) -> str:
    """Return the name of a player without one."""
    return t.gettext("a player")


def rating(value: float, *, provisional: bool = False) -> str:
    """Write a rating as a whole number, and a question mark while it is provisional: ``1043?``."""
    written = str(round(value)).replace("-", "−")
    return f"{written}?" if provisional else written


def place_shared(t: NullTranslations) -> str:
    """Return the phrase for a place that others share."""
    return t.gettext("place shared")


def matches_won(row: LeaderboardRow, t: NullTranslations) -> str:
    """Return the matches won: ``19 of 41 matches won``."""
    form = t.ngettext("{wins} of {matches} match won", "{wins} of {matches} matches won", row.matches)
    return form.format(wins=row.wins, matches=row.matches)


def main_figures(row: LeaderboardRow, t: NullTranslations) -> list[str]:
    """Return the main figures of a row as phrases: matches, wins, the rating, and whether the place is shared."""
    phrases = [matches_won(row, t), percent(row.rate, t)]
    if row.rating is not None:
        form = t.gettext("provisional rating {rating}") if row.provisional else t.gettext("rating {rating}")
        phrases.append(form.format(rating=rating(row.rating)))
    if row.rank and row.shared:
        phrases.append(place_shared(t))
    return phrases


def other_figures(row: LeaderboardRow, t: NullTranslations) -> list[str]:
    """Return the other figures of a row as phrases: points, streaks and the best comeback, if any."""
    phrases: list[str] = []
    if row.points or row.against:
        form = t.ngettext(
            "{points} point for and {against} against", "{points} points for and {against} against", row.points
        )
        phrases.append(form.format(points=grouped(row.points, t), against=grouped(row.against, t)))
    if row.best_streak:
        form = t.gettext("{streak} won in a row, {best} at best")
        phrases.append(form.format(streak=row.streak, best=row.best_streak))
    if row.comeback:
        form = t.ngettext("best comeback {count} point", "best comeback {count} points", row.comeback)
        phrases.append(form.format(count=row.comeback))
    return phrases


def sentence(row: LeaderboardRow, rank: str, name: str, phrases: Sequence[str], t: NullTranslations) -> str:
    """Return a row as a sentence; rank, empty for none, and name as they stand in it."""
    if not rank:
        form = t.gettext("{name} (you): {told}.") if row.you else t.gettext("{name}: {told}.")
        return form.format(name=name, told=", ".join(phrases))
    form = t.gettext("{rank}. {name} (you): {told}.") if row.you else t.gettext("{rank}. {name}: {told}.")
    return form.format(rank=rank, name=name, told=", ".join(phrases))


def empty_leaderboard(t: NullTranslations, empty: str = "", *, inviting: bool = True) -> tuple[str, ...]:
    """Return the lines of an empty leaderboard, and an invitation to play.

    Args:
        t: the catalog of the reader's language.
        empty: the first line; empty for a general one.
        inviting: whether a match could still change it; without an invitation otherwise.

    """
    first = empty or t.gettext("No match has been finished yet.")
    return (first, t.gettext("Play one, and this board is yours.")) if inviting else (first,)


def chapter(entry: Chapter, t: NullTranslations) -> str:
    """Return a player's figures in one kind of match as a sentence."""
    phrases = ", ".join([*main_figures(entry.row, t), *other_figures(entry.row, t)])
    form = t.gettext("{kind}: no. {rank}, {told}.") if entry.row.rank else t.gettext("{kind}: {told}.")
    return form.format(kind=entry.title, rank=entry.row.rank, told=phrases)


def curve(entry: Chapter, t: NullTranslations) -> str:
    """Return the course of a rating as a sentence; empty if there is no curve, or a point alone."""
    if len(entry.curve) < 2:
        return ""
    values = [value for value, _ in entry.curve]
    form = t.gettext(
        "The rating from {since} to {until}: at first {first}, at its lowest {least}, at its highest {most}, now {now}."
    )
    first, lowest, highest, now = (rating(each) for each in (values[0], min(values), max(values), values[-1]))
    return form.format(since=entry.since, until=entry.until, first=first, least=lowest, most=highest, now=now)


def rules(about: Statistics, t: NullTranslations) -> list[str]:
    """Return a phrase for each rule set played, and one for the number of others."""
    form = t.gettext("{name} ({wins} of {matches} won)")
    phrases = [form.format(name=name, wins=wins, matches=matches) for name, matches, wins in about.rules[:MAX_RULES]]
    return [*phrases, more_rules(about, t)] if len(about.rules) > MAX_RULES else phrases


def more_rules(about: Statistics, t: NullTranslations) -> str:
    """Return the number of rule sets beyond those listed, as a phrase."""
    count = len(about.rules) - MAX_RULES
    return t.ngettext("and {count} more rule set", "and {count} more rule sets", count).format(count=count)


def companions(about: Statistics, t: NullTranslations, named: Callable[[str], str]) -> list[str]:
    """Return a sentence for each companion; ``named`` formats a name for it."""
    sentences: list[str] = []
    if (partner := about.partner) is not None:
        form = t.gettext("Favourite partner: {name}, {wins} of {matches} won together.")
        name = named(partner.name) if partner.name else nameless(t)
        sentences.append(form.format(name=name, wins=partner.wins, matches=partner.matches))
    if (nemesis := about.nemesis) is not None:
        form = t.gettext("Nemesis: {name}, who won {wins} of {matches} against {player}.")
        name = named(nemesis.name) if nemesis.name else nameless(t)
        player = named(about.name) if about.name else nameless(t)
        sentences.append(form.format(name=name, wins=nemesis.wins, matches=nemesis.matches, player=player))
    return sentences
