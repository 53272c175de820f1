"""House rules that a table may choose, and their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.errors import Illegal, IllegalMove
from engine.i18n import N_

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a rule set offers.

    Attributes:
        id: its name in records.
        label: its name for people, in English, translatable.
        default: its value when nobody chooses.
        values: the values offered, with a translatable word for each; the word ``""`` stands for the number itself.
        needs: the option that has to have one of some values for this one to matter, and those values; empty where it
            always matters. A record may give it all the same.
        at_least: the lowest whole number taken beside the values offered; None where only those are.

    """

    id: str
    label: str
    default: Value
    values: Mapping[Value, str]
    needs: tuple[str, tuple[Value, ...]] | None = None
    at_least: int | None = None

    def matters(self, chosen: Mapping[str, Value]) -> bool:
        """Tell whether this option makes a difference beside the others chosen."""
        return self.needs is None or chosen.get(self.needs[0]) in self.needs[1]

    def accepts(self, value: object) -> bool:
        """Tell whether ``value`` can be chosen; it has to be of the same type (``true`` is not 1)."""
        if self.at_least is not None and type(value) is int and value >= self.at_least:
            return True
        return any(value == each and type(value) is type(each) for each in self.values)


def numbers(*values: int) -> Mapping[Value, str]:
    """Offer whole numbers that need no word."""
    return dict.fromkeys(values, "")


def target(*values: int) -> Option:
    """Offer the points that win a match; the first is the default."""
    words: dict[Value, str] = {each: _POINTS[each] for each in sorted(values)}
    return Option("target", N_("Points to win"), values[0], words)


_POINTS = {
    50: N_("50 points"),
    100: N_("100 points"),
    150: N_("150 points"),
    200: N_("200 points"),
    250: N_("250 points"),
}


def complete(rules: str, offered: tuple[Option, ...], chosen: Mapping[str, object]) -> Mapping[str, Value]:
    """Give every option of a rule set its value, chosen or default.

    Raises:
        IllegalMove: an option is unknown, or a value is not offered.

    """
    by_id = {option.id: option for option in offered}
    values: dict[str, Value] = {option.id: option.default for option in offered}
    for name, value in chosen.items():
        if name not in by_id:
            raise IllegalMove(Illegal.UNKNOWN_OPTION, rules=rules, option=repr(name)[:40])
        if not isinstance(value, (bool, int, str)) or not by_id[name].accepts(value):
            raise IllegalMove(Illegal.BAD_OPTION, option=name, value=repr(value)[:40])
        values[name] = value
    return MappingProxyType(values)
