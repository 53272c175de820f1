"""The actions of a cup, and their JSON in its log."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from types import UnionType
from typing import Any, Final, NamedTuple, Union, cast, get_args, get_origin, get_type_hints

from engine.cups.model import How

TableOfRound = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A table as a pairing names it: its number, and the entrants of both sides."""


class SignedUp(NamedTuple):
    """A person, or with fixed pairs two, entered; after the beginning it is a late entry."""

    persons: tuple[int, ...]


class SoughtPartner(NamedTuple):
    """A person looks for a partner, and makes a pair with the first other one who may sit at the same table."""

    person: int


class OfferedToSubstitute(NamedTuple):
    """A person is ready to sit for others."""

    person: int


class Withdrew(NamedTuple):
    """A person withdrew; once the cup has begun, their pair as a whole."""

    person: int


class TakenOut(NamedTuple):
    """The organizer took an entrant out."""

    entrant: int


class TakenBack(NamedTuple):
    """The organizer took an entrant that was out back in; its absences count anew."""

    entrant: int


class Forbade(NamedTuple):
    """Two people may not sit at one table from now on."""

    first: int
    second: int


class Allowed(NamedTuple):
    """Two people may sit at one table again."""

    first: int
    second: int


class Began(NamedTuple):
    """The sign-up is over.

    Attributes:
        ratings: entrants that have a rating, each with it; the higher one is better.

    """

    ratings: tuple[tuple[int, int], ...] = ()


class Paired(NamedTuple):
    """A round was paired."""

    round: int
    tables: tuple[TableOfRound, ...]
    byes: tuple[int, ...] = ()

    @property
    def seated(self) -> list[int]:
        """The entrants at its tables."""
        return [each for _, first, second in self.tables for each in first + second]


class TableBegan(NamedTuple):
    """A table was shown to its people."""

    round: int
    table: int


class Finished(NamedTuple):
    """A table's match ended; see :class:`engine.cups.model.Result`."""

    round: int
    table: int
    winner: int | None
    points: tuple[int, int]
    how: How = How.PLAYED
    left: tuple[int, ...] = ()


class Absent(NamedTuple):
    """Of one side, or both, nobody came."""

    round: int
    table: int
    sides: tuple[int, ...]


class StoodIn(NamedTuple):
    """Somebody sat for a person who had not come; ``by`` is 0 for a computer."""

    round: int
    table: int
    person: int
    by: int


class Replaced(NamedTuple):
    """The organizer gave a person's place to another one for the rest of the cup."""

    person: int
    by: int


class Corrected(NamedTuple):
    """The organizer corrected a result, with a reason that all see."""

    round: int
    table: int
    winner: int | None
    points: tuple[int, int]
    how: How
    reason: str
    absent: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


class Paused(NamedTuple):
    """No round and no table begins until the cup is resumed."""


class Resumed(NamedTuple):
    """The cup goes on."""


class Cancelled(NamedTuple):
    """The cup was called off."""

    reason: str


class Ended(NamedTuple):
    """The standings are final."""


Action = (
    SignedUp
    | SoughtPartner
    | OfferedToSubstitute
    | Withdrew
    | TakenOut
    | TakenBack
    | Forbade
    | Allowed
    | Began
    | Paired
    | TableBegan
    | Finished
    | Absent
    | StoodIn
    | Replaced
    | Corrected
    | Paused
    | Resumed
    | Cancelled
    | Ended
)

_NAMES: Final[dict[type[Action], str]] = {
    kind: re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower() for kind in get_args(Action)
}
_KINDS: Final = {name: kind for kind, name in _NAMES.items()}


PEOPLE: Final = frozenset({"persons", "person", "by", "first", "second"})
"""The fields with people; all other numbers are entrants, rounds, tables, sides, points and ratings."""


def with_people(action: Action, change: Callable[[int], int]) -> Action:
    """Return an action with other people in the places of its people.

    >>> with_people(StoodIn(1, 2, 7, 8), lambda person: -person)
    StoodIn(round=1, table=2, person=-7, by=-8)
    """

    def changed(value: int | tuple[int, ...]) -> int | tuple[int, ...]:
        return tuple(map(change, value)) if isinstance(value, tuple) else change(value)

    fields: dict[str, Any] = {name: changed(value) for name, value in action._asdict().items() if name in PEOPLE}
    return action._replace(**fields)


def dumps(action: Action) -> str:
    """Return an action as JSON; fields at their defaults are left out.

    >>> dumps(SignedUp((7, 8)))
    '{"action": "signed-up", "persons": [7, 8]}'
    """
    defaults = action._field_defaults
    fields = {
        name: value for name, value in action._asdict().items() if name not in defaults or value != defaults[name]
    }
    return json.dumps({"action": _NAMES[type(action)], **fields}, ensure_ascii=False)


def loads(text: str | bytes) -> Action:
    """Parse an action.

    Raises:
        ValueError: the text is not an action.

    >>> loads('{"action": "withdrew", "person": 7}')
    Withdrew(person=7)
    """
    raw: Any = json.loads(text)
    if not isinstance(raw, dict):
        raise ValueError("an action is an object")
    fields = cast("dict[str, Any]", raw)
    name = fields.pop("action", None)
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ValueError(f"there is no action {str(name)[:40]!r}")
    return _built(kind, fields)


def _built(kind: type[Action], fields: dict[str, Any]) -> Action:
    hints = get_type_hints(kind)
    unknown = fields.keys() - hints.keys()
    missing = hints.keys() - fields.keys() - kind._field_defaults.keys()
    if unknown or missing:
        raise ValueError(f"{_NAMES[kind]} has not these fields: {sorted(unknown | missing)}"[:100])
    return kind(**{name: _parsed(value, hints[name]) for name, value in fields.items()})


def _parsed(value: Any, hint: Any) -> Any:
    """Return a JSON value as a field's type; raise ``ValueError`` for any other."""
    if get_origin(hint) in (UnionType, Union):
        return None if value is None else _parsed(value, get_args(hint)[0])
    if get_origin(hint) is not tuple:
        if hint is How and isinstance(value, str):
            return How(value)
        if type(value) is not hint:
            raise ValueError(f"{str(value)[:40]!r} is not of type {hint.__name__}")
        return value
    if not isinstance(value, list):
        raise ValueError(f"{str(value)[:40]!r} is not a list")
    items, inner = cast("list[Any]", value), get_args(hint)
    if inner[-1] is ...:
        inner = inner[:1] * len(items)
    if len(items) != len(inner):
        raise ValueError(f"a list of {len(inner)} has {len(items)} items")
    return tuple(_parsed(item, each) for item, each in zip(items, inner, strict=True))
