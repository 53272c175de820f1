"""House rules that a table may choose, and their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.errors import Reason, Refused

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a rule set offers.

    Attributes:
        id: its name in records.
        label: its name for people, in English, translatable.
        default: its value when nobody chooses.
        values: every value it can take, with a translatable word for each.
        needs: the option that has to be on for this one to matter; empty for none. A record may give it all the same.

    """

    id: str
    label: str
    default: Value
    values: Mapping[Value, str]
    needs: str = ""

    def matters(self, chosen: Mapping[str, Value]) -> bool:
        """Tell whether this option makes a difference beside the others chosen."""
        return not self.needs or bool(chosen.get(self.needs))

    def accepts(self, value: object) -> bool:
        """Tell whether ``value`` is one of the values, of the same type (``true`` is not 1)."""
        return any(value == each and type(value) is type(each) for each in self.values)


def complete(rules: str, offered: tuple[Option, ...], chosen: Mapping[str, object]) -> Mapping[str, Value]:
    """Give every option of a rule set its value, chosen or default.

    Raises:
        Refused: an option is unknown, or a value is not offered.

    """
    by_id = {option.id: option for option in offered}
    values: dict[str, Value] = {option.id: option.default for option in offered}
    for name, value in chosen.items():
        if name not in by_id:
            raise Refused(Reason.UNKNOWN_OPTION, rules=rules, option=repr(name)[:40])
        if not isinstance(value, (bool, int, str)) or not by_id[name].accepts(value):
            raise Refused(Reason.BAD_OPTION, option=name, value=repr(value)[:40])
        values[name] = value
    return MappingProxyType(values)
