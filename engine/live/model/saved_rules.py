"""Rules that a server or a person has saved under a name: a rule set with its options, and those of its table."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from engine.i18n import N_
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.table import Header
from engine.options import Option, Value, accepted, as_written, complete
from engine.rules import RULE_SETS

MAX_SAVED = 20
"""The maximum number of saved rules of an owner."""

SAVED = "saved-"
"""The beginning of the text that stands for saved rules where a rule set may be named, before their id."""

CLOCK = Option(
    "clock",
    N_("Clock"),
    TimeControl.CASUAL.value,
    {
        TimeControl.NONE.value: N_("none"),
        TimeControl.CASUAL.value: N_("casual"),
        TimeControl.SLOW.value: N_("slow, a day a turn"),
    },
)
HINTS = Option(
    "hints",
    N_("Hints"),
    default=False,
    values={False: N_("not allowed"), True: N_("players may ask an expert on their turn")},
)
AUTO = Option(
    "auto",
    N_("The bot plays"),
    Auto.TURNS.value,
    {
        Auto.TURNS.value: N_("passes and draws that the rules force"),
        Auto.FORCED.value: N_("every forced move; the others can then tell that there was no choice"),
        Auto.NOTHING.value: N_("nothing by itself"),
    },
)
OF_A_TABLE = (CLOCK, HINTS, AUTO)
"""The options of every table, besides those of its rule set."""


class OwnerKind(StrEnum):
    """The kinds of owners of saved rules."""

    SERVER = "server"
    PERSON = "person"


class Owner(NamedTuple):
    """A server or a person with saved rules."""

    kind: OwnerKind
    id: int


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A rule set with options, as some version of the bot wrote them: this one may lack any of them.

    Attributes:
        rules: the id of the rule set.
        options: options of the rule set and :data:`OF_A_TABLE`, by their ids.

    """

    rules: str
    options: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class SavedRules:
    """Rules under a name.

    Attributes:
        id: the id, unique for its owner.
        name: the name that the owner chose.

    """

    id: str
    name: str
    rules: HouseRules

    @property
    def key(self) -> str:
        """The text that stands for them where a rule set may be named."""
        return f"{SAVED}{self.id}"


class Lost(NamedTuple):
    """A part of saved rules that this version lacks.

    Attributes:
        name: the id of the option; empty for the rule set itself.
        value: the value, or the id of the rule set.

    """

    name: str
    value: Value


class Fitted(NamedTuple):
    """Saved rules as this version plays them.

    Attributes:
        rules: the id of the rule set.
        options: a value for each of its options.
        of_table: a value for each of :data:`OF_A_TABLE`.
        lost: the parts that this version lacks; their defaults take their places.

    """

    rules: str
    options: Mapping[str, Value]
    of_table: Mapping[str, Value]
    lost: tuple[Lost, ...] = ()

    @property
    def known(self) -> bool:
        """Whether this version has the rule set that was saved."""
        return all(each.name for each in self.lost)

    @property
    def clock(self) -> TimeControl:
        """The time that players have for a turn."""
        return TimeControl(self.of_table["clock"])

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints."""
        return bool(self.of_table["hints"])

    @property
    def auto(self) -> Auto:
        """The moves that the bot makes for players without a choice."""
        return Auto(self.of_table["auto"])


class SavedName(Exception):
    """Saved rules can't have a name: others have it, or the owner has the maximum number.

    Attributes:
        taken: whether others have the name.

    """

    def __init__(self, *, taken: bool) -> None:
        self.taken = taken
        super().__init__("taken" if taken else "too many")


def offered(rules: str) -> tuple[Option, ...]:
    """Return the options of a rule set and of every table; of an unknown rule set, only the latter."""
    return (*(RULE_SETS[rules].options if rules in RULE_SETS else ()), *OF_A_TABLE)


def rules_of_table(header: Header) -> HouseRules:
    """Return the rules of a table."""
    of_table = {"clock": header.time_control.value, "hints": header.hints, "auto": header.auto.value}
    return HouseRules(header.rules, MappingProxyType({**header.options, **of_table}))


def fitted(kept: HouseRules, default: str) -> Fitted:
    """Return rules as this version plays them.

    An option that it lacks is left out, and one that does not take its value any more has its default. An option that
    was not written has the value for that.

    Args:
        kept: the rules.
        default: the rule set in place of one that this version lacks.

    """
    if kept.rules not in RULE_SETS:
        # its options say nothing of another rule set
        of_table = {each.id: kept.options[each.id] for each in OF_A_TABLE if each.id in kept.options}
        found = fitted(HouseRules(default, of_table), default)
        options = complete(default, RULE_SETS[default].options, {})
        return found._replace(options=options, lost=(Lost("", kept.rules), *found.lost))
    taken = accepted(offered(kept.rules), kept.options)
    lost = tuple(Lost(name, value) for name, value in kept.options.items() if name not in taken)
    lost_ids = {each.name for each in lost}
    written = {name: value for name, value in as_written(offered(kept.rules), taken).items() if name not in lost_ids}

    def values(options: tuple[Option, ...]) -> Mapping[str, Value]:
        return complete(kept.rules, options, accepted(options, written))

    return Fitted(kept.rules, values(RULE_SETS[kept.rules].options), values(OF_A_TABLE), lost)


def folded(name: str) -> str:
    """Return a name for comparison: without case, and with one form of each letter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def saved_among(present: Sequence[SavedRules], saved_id: str, name: str, rules: HouseRules) -> SavedRules:
    """Return the rules to store under a name: in place of those with that name, or new ones with that id.

    Raises:
        SavedName: the owner has as many as there may be.

    """
    for each in present:
        if folded(each.name) == folded(name):
            return replace(each, name=name, rules=rules)
    if len(present) >= MAX_SAVED:
        raise SavedName(taken=False)
    return SavedRules(saved_id, name, rules)


def renamed_among(present: Sequence[SavedRules], saved_id: str, name: str) -> SavedRules | None:
    """Return the rules to store under another name; None if the owner has none with that id.

    Raises:
        SavedName: others have that name.

    """
    if any(folded(each.name) == folded(name) and each.id != saved_id for each in present):
        raise SavedName(taken=True)
    return next((replace(each, name=name) for each in present if each.id == saved_id), None)
