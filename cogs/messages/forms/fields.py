"""The fields of options, and the values that a submitted form stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import Any, TypeVar

from cogs.core.cog import Sent
from cogs.core.components import is_number, only
from cogs.messages.forms.form import Choice, Field, Page, packed
from cogs.messages.names import auto_text, clock_text, labelled, value_name
from engine.live.model.errors import Code, TableError
from engine.live.model.pace import Auto, TimeControl, Timeouts
from engine.options import Option, Value
from engine.rules import find

T = TypeVar("T")

CLOCK = "clock"
"""The id of the field of the clock, which comes first."""

CLOCKS = {each.value: each for each in TimeControl}
AUTOS = {each.value: each for each in Auto}
NEW, EDITED = "new", "edited"
PICTURES = {NEW: False, EDITED: True}
"""The values on offer for the clock, the bot's moves, and whether one picture is edited at each move."""

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
        label = labelled(t.gettext(option.label), t.gettext("another"), t)
        fields.append(Field(f"{NUMBER}{option.id}", label, description=description))
    return fields


def clock_field(chosen: TimeControl, pace: Timeouts, t: NullTranslations) -> Field:
    """Return the field of the clock."""
    choices = [Choice(value, clock_text(clock, pace, t)) for value, clock in CLOCKS.items()]
    return Field(CLOCK, t.gettext("Clock"), (chosen.value,), choices)


def auto_field(chosen: Auto, t: NullTranslations) -> Field:
    """Return the field of the moves that the bot makes for players without a choice."""
    choices = [Choice(value, auto_text(each, t)) for value, each in AUTOS.items()]
    return Field("auto", t.gettext("The bot plays"), (chosen.value,), choices)


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
    choices = [Choice(value, pictures_text(edited, t), pictures_cost(edited, t)) for value, edited in PICTURES.items()]
    return Field("pictures", t.gettext("Pictures"), (EDITED if one_picture else NEW,), choices)


def option_pages(rules: str, chosen: Mapping[str, Value], others: Sequence[Field], t: NullTranslations) -> list[Page]:
    """Return the options of a rule set that matter, and other fields, by page; the clock stays first."""
    options = [each for each in find(rules).options if each.matters(chosen) and each.is_choice]
    house = [option_fields(each, chosen, t) for each in options]
    singles, timed = [[field] for field in others], others[0].id == CLOCK
    pages = packed([*singles[:timed], *house, *singles[timed:]])
    if not house:
        return [Page(t.gettext("Options"), page) for page in pages]
    return [Page(_title(number, page[0], others[timed:], t), page) for number, page in enumerate(pages)]


def _title(number: int, first: Field, others: Sequence[Field], t: NullTranslations) -> str:
    # a third page may begin with the last house rules
    if first in others or number > 1:
        return t.gettext("Other options")
    if number:
        return t.gettext("More house rules")
    return t.gettext("House rules and clock") if first.id == CLOCK else t.gettext("House rules")


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
    return int(typed) if is_number(typed) else typed


def one_of(offered: Mapping[str, T], value: str) -> T:
    """Return the meaning of a chosen value; raise :class:`TableError` if it was not on offer."""
    if value not in offered:
        raise TableError(Code.STALE)
    return offered[value]


def others_sent(readers: Mapping[str, tuple[str, Mapping[str, Any]]], sent: Sent) -> dict[str, Any]:
    """Return the meanings of fields with one value each.

    Args:
        readers: the name of each field's meaning, and the values on offer with their meanings, by the field's id.
        sent: the submitted fields, and maybe others.

    Raises:
        TableError: a value was not on offer, as only forged or late forms have it.

    """
    return {name: one_of(offered, only(sent[field])) for field, (name, offered) in readers.items() if field in sent}
