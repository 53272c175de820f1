"""The names of a cup's entrants: those that look the same have numbers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from gettext import NullTranslations

from cogs.core.frame import escaped
from cogs.cups.texts import filler_name, person_name
from cogs.messages.names import COMPUTER_SIGN
from engine.live.cups.model import Situation
from engine.live.model.namesakes import namesake_numbers
from render.i18n import list_items
from render.names import computer, is_computer, numbered, plain


class EntrantNames:
    """The names of a cup's entrants, in one language.

    Args:
        at: the cup.
        t: the reader's catalog.

    """

    def __init__(self, at: Situation, t: NullTranslations) -> None:
        self._at = at
        self._t = t

    @cached_property
    def _people(self) -> dict[int, str]:
        """The names of all people who have an entrant, with numbers where they look the same."""
        ids = [person for each in self._at.cup.entrants.values() for person in each.members]
        names = [person_name(self._at.people, each, self._t) for each in ids]
        return {
            person: numbered(name, number)
            for person, name, number in zip(ids, names, namesake_numbers(names), strict=True)
        }

    def of(self, entrant_id: int) -> tuple[str, ...]:
        """Return the names of an entrant's people as pictures take them; a computer's is marked."""
        if entrant_id < 0:
            return (computer(filler_name(entrant_id)),)
        return tuple(self._people[each] for each in self._at.cup.entrants[entrant_id].members)

    def side(self, side: Iterable[int]) -> tuple[str, ...]:
        """Return the names of all people of a side of a table."""
        return tuple(name for entrant_id in side for name in self.of(entrant_id))

    def person(self, user_id: int) -> str:
        """Return the name of a person, who may be a substitute."""
        return self._people.get(user_id) or person_name(self._at.people, user_id, self._t)

    def told(self, entrant_ids: Iterable[int]) -> str:
        """Return entrants for a message: ``Ana and Ben``, with nothing that formats, links or mentions."""
        return list_items([shown(name) for name in self.side(entrant_ids)], self._t)


def shown(name: str) -> str:
    """Return a name of pictures for a message; a computer's begins with its sign."""
    return f"{COMPUTER_SIGN} {escaped(plain(name))}" if is_computer(name) else escaped(plain(name))


def bold(name: str) -> str:
    """Return a name of pictures for a message, in bold."""
    return f"**{shown(name)}**"
