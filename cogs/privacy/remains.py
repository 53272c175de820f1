"""Texts about deleted data that the database file can't lose at once."""

from __future__ import annotations

from gettext import NullTranslations

from engine.live.privacy.service import Remains


def with_remains(done: str, left: Remains, t: NullTranslations) -> str:
    """Return the text of a deletion, with when the last copies are removed if that is later."""
    match left:
        case Remains.NONE:
            return done
        case Remains.AN_HOUR:
            later = t.gettext(
                "The last copies, in unused parts of the bot's database file, are removed within the hour."
            )
        case Remains.UNTIL_START:
            later = t.gettext(
                "The last copies, in unused parts of the bot's database file, are removed when the bot is next started."
            )
    return f"{done}\n-# {later}"
