"""The JSON Schema of game records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine import match, random_deal
from engine.errors import IllegalMove
from engine.layouts import Branches, Cross, Feet, Grid, Layout, Line, Pile, Spinners, Trains, Tricks
from engine.options import Option, Value
from engine.record import FORMAT
from engine.rules import RULE_SETS, RuleSet

Schema = dict[str, Any]

SEAT: Final = "(0|[1-9]|1[01])"
NUMBER: Final = "([1-9]|[1-9][0-9])"
AT_END: Final[dict[type[Layout], tuple[str, str]]] = {
    Line: ("line", "(start|(left|right)( [0-6])?)"),
    Cross: ("cross", "(start|arm[1-4])"),
    Branches: ("branches", f"(start|e{NUMBER})"),
    Spinners: ("spinners", f"(start|e{NUMBER})"),
    Feet: ("feet", f"e{NUMBER}"),
    Trains: ("trains", "(train[0-7]|mexican)"),
    Pile: ("pile", "pile"),
    Tricks: ("tricks", "trick"),
    Grid: ("grid", ""),
}
"""The name of each layout, and a pattern for its ends."""
OTHER_ACTIONS: Final[dict[type[Layout], tuple[str, ...]]] = {
    Pile: (),
    Tricks: ("pass", "bid (3[0-9]|4[0-2]|84|126|168|210)", "trump ([0-6]|doubles|none)"),
    Grid: (f"flip {NUMBER}",),
}
"""Patterns for the actions of a seat besides plays; of the layouts that are not here, :data:`DRAW_OR_PASS`."""
DRAW_OR_PASS: Final = ("draw", "pass")
TIME: Final = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z"


def schema() -> Schema:
    """Return the schema of a record, draft 2020-12."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{FORMAT.replace('/', ':')}",
        "title": FORMAT,
        "description": "A match of dominoes: the shuffled tiles of each deal, and the actions of the players.",
        "type": "object",
        "required": ["format", "rules", "seats", "deals"],
        "properties": _members(),
        "dependentRequired": {"seed": ["commitment"]},
        "allOf": [
            {"if": _chosen("pairs", True), "then": {"properties": {"seats": {"const": 4}}}},
            *map(_of_seats, sorted({seats for rules in RULE_SETS.values() for seats in rules.seats})),
            *map(_of_rules, RULE_SETS.values()),
        ],
        "$defs": {**_deals(), **dict(sorted(_patterns()))},
    }


def _text(pattern: str) -> Schema:
    """Return the schema of a text that a pattern matches as a whole; in Python, ``$`` alone allows a line break."""
    return {"type": "string", "pattern": f"^{pattern}(?!\\n)$"}


def _members() -> Schema:
    digits = _text("[0-9a-f]{64}")
    deal = {"$ref": "#/$defs/deal"}
    first, later = {"$ref": "#/$defs/first-deal"}, {"$ref": "#/$defs/later-deal"}
    return {
        "format": {"const": FORMAT},
        "rules": {"enum": [*RULE_SETS]},
        "options": {"type": "object"},
        "seats": {"type": "integer"},
        "deals": {
            "type": "array",
            "minItems": 1,
            "prefixItems": [{"allOf": [deal, first]}],
            "items": {"allOf": [deal, later]},
        },
        "players": {"type": "array", "items": {"type": "string"}},
        "played_at": _text(TIME),
        "seed": digits,
        "commitment": digits,
    }


def _deals() -> Schema:
    """Return the parts of a deal that are the same in all rule sets."""

    def true(name: str) -> Schema:
        return {"properties": {name: {"const": True}}, "required": [name]}

    return {
        "deal": {
            "type": "object",
            "required": ["stock", "actions"],
            "properties": {
                "stock": {"type": "array", "uniqueItems": True},
                "first": {"type": "integer", "minimum": 0},
                "named": {"type": "boolean"},
                "passed_on": {"type": "boolean"},
                "words": {"type": "array", "items": _text("[^\\n]*")},
                "actions": {"type": "array"},
            },
        },
        "first-deal": {
            "if": {"anyOf": [true("named"), true("passed_on")]},
            "then": {"required": ["first"], "not": {"allOf": [true("named"), true("passed_on")]}},
        },
        "later-deal": {"properties": {"named": {"const": False}, "passed_on": {"const": False}}},
    }


def _chosen(option: str, value: Value) -> Schema:
    """Return the condition that a record has an option with a value."""
    options = {"properties": {option: {"const": value}}, "required": [option]}
    return {"properties": {"options": options}, "required": ["options"]}


def _of_seats(seats: int) -> Schema:
    """Return what a number of players asks of a record."""
    each = {"minItems": seats, "maxItems": seats}
    deal = {"properties": {"first": {"maximum": seats - 1}, "words": each}}
    return _if("seats", seats, {"players": each, "deals": {"items": deal}})


def _of_rules(rules: RuleSet) -> Schema:
    """Return what a rule set asks of a record."""
    options = {option.id: _of_option(option) for option in rules.options}
    layouts, sizes = _tables(rules)
    actions = [{"$ref": f"#/$defs/{AT_END[each][0]}-{rules.max_pips}"} for each in layouts]
    stock = {"items": {"$ref": f"#/$defs/tile-{rules.max_pips}"}}
    asked: Schema = {
        "seats": {"minimum": rules.seats[0], "maximum": rules.seats[-1]},
        "options": {"properties": options, "additionalProperties": False},
    }
    by_seats: Schema = {}
    if len({*sizes.values()}) == 1:
        stock |= _whole(sizes[rules.seats[0]])
    else:
        sized = [_if("seats", seats, _in_deals({"stock": _whole(size)})) for seats, size in sizes.items()]
        by_seats = {"allOf": sized}
    asked |= _in_deals({"stock": stock, "actions": {"items": actions[0] if len(actions) == 1 else {"anyOf": actions}}})
    return _if("rules", rules.id, asked, by_seats)


def _if(member: str, value: Value, properties: Schema, more: Schema | None = None) -> Schema:
    """Return that a record with a value of a member has these properties."""
    condition = {"properties": {member: {"const": value}}, "required": [member]}
    return {"if": condition, "then": {"properties": properties, **(more or {})}}


def _in_deals(properties: Schema) -> Schema:
    return {"deals": {"items": {"properties": properties}}}


def _whole(size: int) -> Schema:
    return {"minItems": size, "maxItems": size}


def _of_option(option: Option) -> Schema:
    values: Schema = {"enum": [*option.values]}
    if option.min_value is None:
        return values
    return {"type": "integer", "minimum": option.min_value}


def _tables(rules: RuleSet) -> tuple[list[type[Layout]], dict[int, int]]:
    """Return the layouts of a rule set, and the number of shuffled tiles by the number of players."""
    layouts: set[type[Layout]] = set()
    sizes: dict[int, int] = {}
    for seats in rules.seats:
        for options in _choices(rules):
            try:
                state = match.new(rules.id, seats, options)
            except IllegalMove:
                continue
            sizes[seats] = len(match.stock_of(state))
            layouts.add(type(match.apply(state, random_deal(state, seed=1))[0].layout))
    return sorted(layouts, key=lambda layout: layout.__name__), sizes


def _choices(rules: RuleSet) -> Iterator[dict[str, Value]]:
    """Yield the defaults, and each value of each option by itself."""
    yield {}
    for option in rules.options:
        for value in option.values:
            yield {option.id: value}


def _patterns() -> Iterator[tuple[str, Schema]]:
    """Yield a pattern for the tiles of each set, and one for the actions on each layout with that set."""
    for rules in RULE_SETS.values():
        highest = rules.max_pips
        tile = "(" + "|".join(f"{high}-{_up_to(high)}" for high in range(highest + 1)) + ")"
        yield f"tile-{highest}", _text(tile)
        for layout in _tables(rules)[0]:
            name, ends = AT_END[layout]
            verbs = [f"play {tile} {ends}"] if ends else []
            verbs += OTHER_ACTIONS.get(layout, DRAW_OR_PASS)
            yield f"{name}-{highest}", _text(f"{SEAT} ({'|'.join(verbs)})")


def _up_to(high: int) -> str:
    """Return a pattern for the numbers up to one."""
    if high < 10:
        return f"[0-{high}]" if high else "0"
    return f"([0-9]|1[0-{high - 10}])"
