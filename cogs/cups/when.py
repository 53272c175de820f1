"""The start of a cup, as people type it: in minutes or hours, at a time of day, or as one of Discord's timestamps."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from gettext import NullTranslations
from typing import Final

from discord import app_commands

from cogs.bot import Interaction
from cogs.cups.texts import duration
from engine.i18n import N_
from engine.live.cups.organizing import MAX_AHEAD_SECONDS
from render.i18n import translations

BUTTON: Final = "button"
"""The text for a cup that its organizer begins."""

OFFERED: Final = (900, 1_800, 3_600, 7_200, 86_400)
"""The waits on offer, in seconds."""

ON_BUTTON: Final = N_("when the organizer presses Begin now")

_UNITS: Final = {"": 60, "m": 60, **dict.fromkeys("hso", 3_600), **dict.fromkeys("dtjg", 86_400)}
"""The seconds of units by their first letters: minutes, hours (``Stunden``, ``ore``), days (``Tage``, ``jours``…)."""

_STAMP: Final = re.compile(r"<t:(\d{9,11})(?::[a-zA-Z])?>")
_WAIT: Final = re.compile(r"(?:\d{1,5}\s*[^\W\d]*\s*)+")
_PART: Final = re.compile(r"(\d{1,5})\s*([^\W\d]*)")
_CLOCK: Final = re.compile(
    r"(?:(\d{4})-(\d{1,2})-(\d{1,2})[ T]+)?(\d{1,2})[:h](\d{2})(?:\s*(?:utc|gmt)?\s*([+-]\d{1,2}|z)?)?", re.IGNORECASE
)


class StartError(ValueError):
    """A text means no start."""


def start_of(typed: str, now: float) -> float | None:
    """Return the start that a text means, in seconds since 1970; None: when the organizer says so.

    A number alone is a wait in minutes. A time of day is the next one, in UTC unless an offset follows: ``20:00 +1``.

    Raises:
        StartError: the text means no time.

    >>> start_of("90", 0), start_of("1h 30 min", 0), start_of("<t:1800000000:R>", 0), start_of("20:00 +1", 0)
    (5400, 5400, 1800000000.0, 68400.0)
    """
    text = typed.strip()
    if text == BUTTON:
        return None
    if found := _STAMP.fullmatch(text):
        return float(found[1])
    if found := _CLOCK.fullmatch(text):
        return _at(found, now)
    if _WAIT.fullmatch(text):
        parts = [(int(count), unit[:1].casefold()) for count, unit in _PART.findall(text)]
        if all(unit in _UNITS for _, unit in parts):
            return now + sum(count * _UNITS[unit] for count, unit in parts)
    raise StartError(typed)


def _at(found: re.Match[str], now: float) -> float:
    year, month, day, hour, minute, offset = found.groups()
    zone = UTC if offset in (None, "z", "Z") else timezone(timedelta(hours=max(-14, min(14, int(offset)))))
    today = datetime.fromtimestamp(now, zone)
    date = (int(year), int(month), int(day)) if year else (today.year, today.month, today.day)
    try:
        at = datetime(*date, int(hour), int(minute), tzinfo=zone)
    except ValueError:
        raise StartError(found[0]) from None
    if not year and at <= today:
        at += timedelta(days=1)
    return at.timestamp()


def wait_text(seconds: float, t: NullTranslations) -> str:
    """Return a wait in words, to the minute: ``in 3 hours and 12 minutes``."""
    minutes = max(1, round(seconds / 60))
    days, hours = minutes // 1_440, minutes % 1_440 // 60
    parts = [duration(days * 86_400, t)] if days else []
    if hours:
        parts.append(duration(hours * 3_600, t))
    if minutes % 60:
        parts.append(duration(minutes % 60 * 60, t))
    return t.gettext("in {time}").format(time=" ".join(parts))


async def suggest_starts(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest starts; for a typed time, suggest its meaning."""
    t, now = translations(interaction.locale), interaction.client.clock()
    if typed.strip():
        try:
            at = start_of(typed, now)
        except StartError:
            return []
        if at is not None and now < at <= now + MAX_AHEAD_SECONDS:
            return [app_commands.Choice(name=wait_text(at - now, t), value=f"<t:{int(at)}>")]
    waits = [app_commands.Choice(name=wait_text(each, t), value=f"{each // 60} min") for each in OFFERED]
    return [app_commands.Choice(name=t.gettext(ON_BUTTON), value=BUTTON), *waits]
