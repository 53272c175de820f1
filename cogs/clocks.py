"""How much time a turn has, in words."""

from __future__ import annotations

from gettext import NullTranslations

from engine.live.pace import Clock, Pace
from engine.words import N_

_KINDS = {
    Clock.NONE: N_("none, a turn takes as long as it takes"),
    Clock.CASUAL: N_("casual, {time} a turn"),
    Clock.SLOW: N_("slow, {time} a turn"),
}


def clock_in_words(clock: Clock, pace: Pace, words: NullTranslations) -> str:
    """Tell what a clock gives: ``casual, 2 minutes a turn``."""
    seconds = pace.for_turn(clock)
    return words.gettext(_KINDS[clock]).format(time="" if seconds is None else _time(seconds, words))


def _time(seconds: float, words: NullTranslations) -> str:
    """Tell a time in the largest unit of which it is a whole number."""
    whole = round(seconds)
    if whole % 86_400 == 0:
        return words.ngettext("{count} day", "{count} days", whole // 86_400).format(count=whole // 86_400)
    if whole % 3_600 == 0:
        return words.ngettext("{count} hour", "{count} hours", whole // 3_600).format(count=whole // 3_600)
    if whole % 60 == 0:
        return words.ngettext("{count} minute", "{count} minutes", whole // 60).format(count=whole // 60)
    return words.ngettext("{count} second", "{count} seconds", whole).format(count=whole)
