"""Options: the house rules that players choose before a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from engine.errors import Illegal, IllegalMove
from engine.i18n import N_

Value = bool | int | str

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule that a rule set offers.

    Attributes:
        id: its name in records.
        label: its name for players, translatable.
        default: the value that a new table is offered, its value there if none is chosen.
        values: the values offered, each with a translatable label; the label ``""`` stands for the number itself.
        needs: another option and its values with which this option matters; None if it always matters. A record may
            set this option in any case.
        min_value: the lowest whole number accepted besides ``values``; None if no other value is.
        unwritten: its value where this option was not written yet: records, stored tables and saved defaults of
            versions that did not have it; None: ``default``.

    """

    id: str
    label: str
    default: Value
    values: Mapping[Value, str]
    needs: tuple[str, tuple[Value, ...]] | None = None
    min_value: int | None = None
    unwritten: Value | None = None

    def matters(self, chosen: Mapping[str, Value]) -> bool:
        """Whether this option makes a difference, given the other values ``chosen``."""
        return self.needs is None or chosen.get(self.needs[0]) in self.needs[1]

    @property
    def is_choice(self) -> bool:
        """Whether there is more than one value to choose from."""
        return len(self.values) > 1 or self.min_value is not None

    def accepts(self, value: object) -> bool:
        """Whether ``value`` can be chosen; its type counts (``True`` is not 1).

        >>> option = Option("deals", "Deals", 5, {5: "", 10: ""}, min_value=1)
        >>> option.accepts(7), option.accepts(0), option.accepts(True)
        (True, False, False)
        """
        if self.min_value is not None and type(value) is int and value >= self.min_value:
            return True
        return any(value == each and type(value) is type(each) for each in self.values)


def numbers(*values: int) -> Mapping[Value, str]:
    """Return whole numbers as option values, each labelled by the number itself."""
    return dict.fromkeys(values, "")


def target(*values: int) -> Option:
    """Return the option ``target``, the points that win a match; the first value is the default."""
    words: dict[Value, str] = {each: _POINTS[each] for each in sorted(values)}
    return Option("target", N_("Points to win"), values[0], words)


_POINTS = {
    3: N_("3 points"),
    6: N_("6 points"),
    7: N_("7 points"),
    10: N_("10 points"),
    15: N_("15 points"),
    50: N_("50 points"),
    61: N_("61 points"),
    100: N_("100 points"),
    121: N_("121 points"),
    150: N_("150 points"),
    200: N_("200 points"),
    250: N_("250 points"),
    300: N_("300 points"),
    500: N_("500 points"),
}


def accepted(offered: Iterable[Option], values: Mapping[str, Value]) -> dict[str, Value]:
    """Return those of ``values``, by option, that a rule set offers."""
    by_id = {option.id: option for option in offered}
    return {name: value for name, value in values.items() if name in by_id and by_id[name].accepts(value)}


def as_written(offered: Iterable[Option], written: Mapping[str, T]) -> dict[str, Value | T]:
    """Return the values that a record, a stored table or a saved default stands for, with those that it lacks.

    An option without a value of its own for that is left out, as before.

    >>> option = Option("capicua", "Capicúa", "either", {"either": "", "plain": ""}, unwritten="plain")
    >>> as_written([option], {}), as_written([option], {"capicua": "either"})
    ({'capicua': 'plain'}, {'capicua': 'either'})
    """
    lacking = {option.id: option.unwritten for option in offered if option.unwritten is not None}
    return {**lacking, **written}


def complete(rules: str, offered: tuple[Option, ...], chosen: Mapping[str, object]) -> Mapping[str, Value]:
    """Return a value for each option of a rule set, chosen or the default of a new table.

    Raises:
        IllegalMove: an option is unknown, or a value is not offered.

    """
    by_id = {option.id: option for option in offered}
    values: dict[str, Value] = {option.id: option.default for option in offered}
    for name, value in chosen.items():
        if name not in by_id:
            raise IllegalMove(Illegal.UNKNOWN_OPTION, rules=rules, option=repr(name)[:40])
        if not isinstance(value, (bool, int, str)) or not by_id[name].accepts(value):
            raise IllegalMove(Illegal.BAD_OPTION, rules=rules, option=name, value=repr(value)[:40])
        values[name] = value
    return MappingProxyType(values)
