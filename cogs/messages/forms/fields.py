"""The fields of options, and the values that a submitted form stands for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from gettext import NullTranslations

from cogs.core.cog import Sent
from cogs.core.components import only
from cogs.messages.forms.form import Choice, Field, Page, packed
from cogs.messages.names import auto_text, clock_text, value_name
from engine.live.model.errors import Code, TableError
from engine.live.model.pace import Auto, TimeControl, Timeouts
from engine.options import Option, Value
from engine.rules import find

MAX_DIGITS = 9
"""The maximum number of digits of a typed number."""

NUMBER = "number-"
"""The beginning of the id of a field that takes another number for an option than those on offer."""


def value_text(value: Value) -> str:
    """Return an option's value as a field carries it."""
    return str(value).lower()


def option_fields(option: Option, chosen: Mapping[str, Value], t: NullTranslations) -> list[Field]:
    """Return the field of an option, and a field to type another number if the option takes any."""
    present = chosen.get(option.id, option.default)
    # a typed number is listed after those offered
    values = list(option.values) if present in option.values else [*option.values, present]
    choices = [Choice(value_text(value), value_name(option, value, t)) for value in values]
    fields = [Field(option.id, t.gettext(option.label), (value_text(present),), choices)]
    if option.min_value is not None:
        description = t.gettext("A whole number from {least}").format(least=option.min_value)
        fields.append(Field(f"{NUMBER}{option.id}", t.gettext("Another number"), description=description))
    return fields


def clock_field(chosen: TimeControl, pace: Timeouts, t: NullTranslations) -> Field:
    """Return the field of the clock."""
    choices = [Choice(clock.value, clock_text(clock, pace, t)) for clock in TimeControl]
    return Field("clock", t.gettext("Clock"), (chosen.value,), choices)


def auto_field(chosen: Auto, t: NullTranslations) -> Field:
    """Return the field of the moves that the bot makes for players without a choice."""
    choices = [Choice(each.value, auto_text(each, t)) for each in Auto]
    return Field("auto", t.gettext("The bot plays"), (chosen.value,), choices)


NEW, EDITED = "new", "edited"
"""The values of the field of pictures: a new one after each move, and one that is edited."""


def pictures_text(one_picture: bool, t: NullTranslations) -> str:
    """Return whether moves post new pictures, or edit one."""
    return t.gettext("one, edited at each move") if one_picture else t.gettext("a new one after each move")


def pictures_cost(one_picture: bool, t: NullTranslations) -> str:
    """Return the messages that pictures cost a channel."""
    if one_picture:
        return t.gettext("A message for each deal; a mention tells each turn until the next move")
    return t.gettext("A message for each move")


def pictures_field(one_picture: bool, t: NullTranslations) -> Field:
    """Return the field of pictures, with their costs."""
    choices = [
        Choice(value, pictures_text(edited, t), pictures_cost(edited, t))
        for value, edited in ((NEW, False), (EDITED, True))
    ]
    return Field("pictures", t.gettext("Pictures"), (EDITED if one_picture else NEW,), choices)


def is_edited(value: str) -> bool:
    """Return whether a choice stands for one picture; raise :class:`TableError` if there is none such."""
    if value not in (NEW, EDITED):
        raise TableError(Code.STALE)
    return value == EDITED


def option_pages(rules: str, chosen: Mapping[str, Value], others: Iterable[Field], t: NullTranslations) -> list[Page]:
    """Return the options of a rule set that matter, and other fields after them, by page."""
    options = [each for each in find(rules).options if each.matters(chosen) and each.is_choice]
    house = [option_fields(each, chosen, t) for each in options]
    pages = packed([*house, *([each] for each in others)])
    ids = {each.id for each in options}
    return [Page(_title(number, [each.id for each in fields], ids, t), fields) for number, fields in enumerate(pages)]


def _title(number: int, fields: Sequence[str], options: set[str], t: NullTranslations) -> str:
    if fields[0] not in options:
        return t.gettext("Other options")
    if number:
        return t.gettext("More house rules")
    return t.gettext("House rules and clock") if "clock" in fields else t.gettext("House rules")


def options_sent(rules: str, chosen: Mapping[str, Value], sent: Sent) -> dict[str, Value]:
    """Return the values of a rule set's options in the fields of a submitted form.

    A typed number goes before a choice; a text that is no number stays text.

    Raises:
        TableError: a field belongs to none of the options.

    """
    values: dict[str, Value] = {}
    for field in sorted(sent, key=lambda each: each.startswith(NUMBER)):
        option, entry = find(rules).option(field.removeprefix(NUMBER)), only(sent[field]).strip()
        if option is None:
            raise TableError(Code.STALE)
        if not field.startswith(NUMBER):
            offered = {value_text(value): value for value in (*option.values, chosen.get(option.id, option.default))}
            values[option.id] = offered.get(entry, entry)
        elif entry:
            values[option.id] = _number(entry)
    return values


def _number(typed: str) -> Value:
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= MAX_DIGITS else typed


def clock_of(value: str) -> TimeControl:
    """Return the clock that a choice stands for; raise :class:`TableError` if there is none."""
    if value not in {each.value for each in TimeControl}:
        raise TableError(Code.STALE)
    return TimeControl(value)


def auto_of(value: str) -> Auto:
    """Return the option value that a choice stands for; raise :class:`TableError` if there is none."""
    if value not in {each.value for each in Auto}:
        raise TableError(Code.STALE)
    return Auto(value)
