"""The words for a cup: its name, people, format, rounds and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from gettext import NullTranslations
from typing import Final

from cogs.core.frame import escaped
from cogs.messages.names import COMPUTER_SIGN, fit_items, options_text, rules_name
from engine.cups import Cup, Format, Settings, Sides
from engine.i18n import N_
from engine.live.cups.model import CupHeader, CupPerson, LiveTable, Post
from engine.live.model.computers import NAMES
from engine.live.model.deleted_users import DELETED_NAME, is_deleted
from engine.options import complete
from engine.rules import find
from render.i18n import list_items
from render.names import plain

COMMANDS = N_("domino-cup new"), N_("domino-cup show")
"""The commands whose words have another sense in other texts: catalogs have them under their whole names."""

MAX_NAME: Final = 50
"""The maximum length of a cup's name."""

MAX_LISTED: Final = 1_200
"""The maximum length of a list of names in a message."""

FORMATS: Final[Mapping[Format, str]] = {
    Format.SWISS: N_("Swiss"),
    Format.ROUND_ROBIN: N_("everyone against everyone"),
    Format.KNOCK_OUT: N_("knock-out"),
}
SIDES: Final[Mapping[Sides, str]] = {
    Sides.PAIRS: N_("pairs"),
    Sides.PARTNERS_CHANGE: N_("partners change"),
    Sides.ALONE: N_("alone"),
}
"""The names of formats and of sides, as choices of a command have them."""


def title(header: CupHeader) -> str:
    """Return a cup's name for messages, with nothing that formats, links or mentions."""
    return escaped(header.name)


def person_name(people: Mapping[int, CupPerson], user_id: int, t: NullTranslations) -> str:
    """Return a person's name for selects and pictures: one line, at most 32 characters."""
    if is_deleted(user_id):
        return t.gettext(DELETED_NAME)
    person = people.get(user_id)
    return plain(person.name.replace(COMPUTER_SIGN, " ") if person is not None else "")


def filler_name(entrant_id: int) -> str:
    """Return the name of a computer that fills the field, by its entrant id, without the sign of computers."""
    again, at = divmod(-entrant_id - 1, len(NAMES))
    return f"{NAMES[at]}{f' {again + 1}' if again else ''}"


def computer_name(entrant_id: int) -> str:
    """Return the name of a computer that fills the field for messages: its sign comes first."""
    return f"{COMPUTER_SIGN} {filler_name(entrant_id)}"


def entrant_name(cup: Cup, people: Mapping[int, CupPerson], entrant_id: int, t: NullTranslations) -> str:
    """Return an entrant's name for selects and pictures: ``Ana``, ``Ana and Ben``, or a computer's."""
    entrant = cup.entrants.get(entrant_id)
    if entrant is None or entrant.is_computer:
        return computer_name(entrant_id) if entrant_id < 0 else "?"
    return list_items([person_name(people, each, t) for each in entrant.members], t)


def side_name(cup: Cup, people: Mapping[int, CupPerson], side: Iterable[int], t: NullTranslations) -> str:
    """Return the name of a side of a table for selects and pictures; partners of one round are joined."""
    return list_items([entrant_name(cup, people, each, t) for each in side], t)


def table_name(number: int, t: NullTranslations) -> str:
    """Return the name of a table of a round: ``Table 3``."""
    return t.gettext("Table {number}").format(number=number)


def round_name(number: int, planned: int, t: NullTranslations) -> str:
    """Return the name of a round: ``Round 2 of 5``."""
    return t.gettext("Round {number} of {planned}").format(number=number, planned=planned)


def numbers_of(number: int, table: int, t: NullTranslations) -> str:
    """Return the numbers of a round and of a table in it: ``round 2, table 3``."""
    return t.gettext("round {number}, table {table}").format(number=number, table=table)


def names_line(names: Iterable[str], t: NullTranslations, *, pairs: bool = False) -> str:
    """Return names in a sentence of a message; of many the first, and the number of the others."""
    shown = fit_items([escaped(each) for each in names], MAX_LISTED, t)
    # each pair has an "and" of its own
    return " · ".join(shown) if pairs else list_items(shown, t)


def rules_line(settings: Settings, t: NullTranslations) -> str:
    """Return the game with its options: ``Block (100 points)``."""
    chosen = complete(settings.rules, find(settings.rules).options, settings.options)
    # the format says who plays with whom
    options = options_text(settings.rules, chosen, t, without=("pairs",))
    name = rules_name(settings.rules, t)
    return f"{name} ({options})" if options else name


_SIDES_TOLD: Final[Mapping[Sides, str]] = {
    Sides.PAIRS: N_("fixed pairs"),
    Sides.PARTNERS_CHANGE: N_("another partner in each round"),
    Sides.ALONE: N_("one against one"),
}


def format_line(settings: Settings, planned: int, t: NullTranslations) -> str:
    """Return the format, with its sides: ``Fixed pairs · Swiss, 5 rounds``.

    Args:
        settings: the organizer's choices.
        planned: the number of rounds; 0 before the beginning.
        t: the reader's catalog.

    """
    told = t.gettext(FORMATS[settings.format])
    if settings.twice:
        told = t.gettext("everyone against everyone, twice")
    if settings.format is Format.SWISS:
        rounds = planned or settings.rounds
        told = t.gettext("{format}, as many rounds as one winner needs").format(format=told)
        if rounds:
            counted = t.ngettext("{count} round", "{count} rounds", rounds).format(count=rounds)
            told = f"{t.gettext(FORMATS[Format.SWISS])}, {counted}"
    line = f"{t.gettext(_SIDES_TOLD[settings.sides])} · {told}"
    return f"{line[:1].upper()}{line[1:]}"


_MEANINGS: Final[Mapping[Format, str]] = {
    Format.SWISS: N_("In each round you meet somebody with about as many wins; nobody is out by losing."),
    Format.ROUND_ROBIN: N_("Each meets all the others, one in each round."),
    Format.KNOCK_OUT: N_("Whoever loses a match is out."),
}


def meaning(settings: Settings, t: NullTranslations) -> str:
    """Return the meaning of a format, for people who don't know its name."""
    return t.gettext(_MEANINGS[settings.format])


def duration(seconds: float, t: NullTranslations) -> str:
    """Return a duration in minutes, hours or days, the largest of them that divides it evenly."""
    minutes = max(1, round(seconds / 60))
    if minutes % 1_440 == 0:
        return t.ngettext("{count} day", "{count} days", minutes // 1_440).format(count=minutes // 1_440)
    if minutes % 60 == 0:
        return t.ngettext("{count} hour", "{count} hours", minutes // 60).format(count=minutes // 60)
    return t.ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def relative(at: float) -> str:
    """Return a time as Discord shows it to each reader: ``in 5 minutes``."""
    return f"<t:{int(at)}:R>"


def dated(at: float) -> str:
    """Return a time with its date, as Discord shows both to each reader: ``Friday, 1 May 2026 20:00, in 2 days``."""
    return f"<t:{int(at)}:F>, {relative(at)}"


def linked_title(header: CupHeader) -> str:
    """Return a cup's name for messages; it leads to the cup's message, if that is there."""
    address = post_link(header, header.posts.get("cup"))
    return f"[{title(header)}]({address})" if address else title(header)


def post_link(header: CupHeader, post: Post | None) -> str:
    """Return the address of a message of the cup; empty if it has none yet, or no place."""
    if post is None or post.message_id <= 0:
        return ""
    return f"https://discord.com/channels/{header.guild_id}/{post.channel_id}/{post.message_id}"


def table_link(header: CupHeader, live: LiveTable | None) -> str:
    """Return the address of a table's message, or of its channel; empty where it has none yet."""
    if live is None or not live.channel_id:
        return ""
    address = f"https://discord.com/channels/{header.guild_id}/{live.channel_id}"
    return f"{address}/{live.message_id}" if live.message_id else address


def entrants_word(settings: Settings, count: int, t: NullTranslations) -> str:
    """Return the number of entrants in words: ``5 pairs`` or ``8 players``."""
    if settings.sides is Sides.PAIRS:
        return t.ngettext("{count} pair", "{count} pairs", count).format(count=count)
    return t.ngettext("{count} player", "{count} players", count).format(count=count)
