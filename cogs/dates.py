"""Days and months in the reader's language; all of them are UTC's."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date, format_skeleton

from cogs.words import languages


def _language(locale: object) -> str:
    """Give the language in which somebody reads this bot, as babel names it: English where there is no catalog."""
    name = str(locale)
    known = next((each for each in (name, name.split("-", maxsplit=1)[0]) if each in languages()), "en")
    return known.replace("-", "_")


def month_name(at: float, locale: object) -> str:
    """Name the month in which a moment lies: ``November 2026``."""
    said = format_skeleton("yMMMM", datetime.fromtimestamp(at, UTC), tzinfo=UTC, locale=_language(locale))
    return said[:1].upper() + said[1:]


def day_name(at: float, locale: object) -> str:
    """Name the day in which a moment lies: ``21 Nov 2026``, in the order that the language has."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=_language(locale))
