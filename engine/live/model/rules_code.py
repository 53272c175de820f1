"""Codes of rules: a text that carries them to another server, where another version of the bot may read it.

A code is a version, a rule set, its options and a checksum of four characters, with points between them:
``d1.fives.target=200.+pairs.clock=slow.wqtd``. An option with the value that an unwritten one stands for is left out.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from types import MappingProxyType
from zlib import crc32

from engine.live.model.saved_rules import HouseRules, offered
from engine.options import Option, Value

VERSION = 1

MAX_CODE = 400
"""The maximum length of a code."""

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's digits of base 32, of which none looks like another."""

_LOOK_ALIKE = str.maketrans("oil", "011")

_CODE = re.compile(r"d([0-9]{1,3})\.([a-z0-9_.=+-]+)\.([a-z0-9]{4})")
_BEGINNING = re.compile(r"d[0-9]{1,3}\.")
_WORD = r"[a-z0-9][a-z0-9_-]{0,31}"
_FIELD = re.compile(rf"(?P<sign>[+-])(?P<switch>{_WORD})|(?P<name>{_WORD})=(?P<value>{_WORD})")
_NUMBER = re.compile(r"0|[1-9]\d{0,8}")
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_BESIDE = re.compile(r"[\s`'\"<>\u200b-\u200f\u2060\ufeff]+")


class Unreadable(StrEnum):
    """The reasons for which a text is not read as a code."""

    NO_CODE = "no code"
    MISTYPED = "mistyped"
    LATER = "later"


def written_code(rules: HouseRules) -> str:
    """Return the code of rules."""
    lacking = {each.id: _unwritten(each) for each in offered(rules.rules)}
    fields = [_field(name, value) for name, value in rules.options.items() if value != lacking.get(name)]
    body = ".".join([f"d{VERSION}", rules.rules, *fields])
    return f"{body}.{_check(body)}"


def read_code(text: str) -> HouseRules | Unreadable:
    """Return the rules of a code, or the reason why the text is no code.

    Case, spaces and the signs around a code don't matter.
    """
    typed = _BESIDE.sub("", _DASHES.sub("-", unicodedata.normalize("NFKC", text[: 2 * MAX_CODE]).casefold()))
    match = _CODE.fullmatch(typed)
    if match is None or len(typed) > MAX_CODE or len(text) > 2 * MAX_CODE:
        return Unreadable.MISTYPED if _BEGINNING.match(typed) else Unreadable.NO_CODE
    version, body, check = match.groups()
    if _check(f"d{version}.{body}") != check.translate(_LOOK_ALIKE):
        return Unreadable.MISTYPED
    if version != str(VERSION):
        return Unreadable.LATER
    rules, *fields = body.split(".")
    found = [_FIELD.fullmatch(each) for each in fields]
    if re.fullmatch(_WORD, rules) is None or None in found:
        return Unreadable.MISTYPED
    return HouseRules(rules, MappingProxyType(dict(_option(each) for each in found if each is not None)))


def _unwritten(option: Option) -> Value:
    return option.default if option.unwritten is None else option.unwritten


def _field(name: str, value: Value) -> str:
    if isinstance(value, bool):
        return f"{'+' if value else '-'}{name}"
    return f"{name}={value}"


def _option(field: re.Match[str]) -> tuple[str, Value]:
    if field["sign"]:
        return field["switch"], field["sign"] == "+"
    value = field["value"]
    return field["name"], int(value) if _NUMBER.fullmatch(value) else value


def _check(body: str) -> str:
    """Return the checksum of a text."""
    rest, letters = crc32(body.encode()), ""
    for _ in range(4):
        rest, digit = divmod(rest, len(_LETTERS))
        letters += _LETTERS[digit]
    return letters
