"""Collects from the code what the bot tells its owner: errors of the command line, and log lines that are warnings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCES = ("bot.py", "launch.py", "settings.py", "hosting/**/*.py", "cogs/**/*.py", "engine/live/**/*.py")
LEVELS = ("warning", "error", "critical", "exception")
SYSTEM = ("OSError", "FileNotFoundError", "FileExistsError", "IsADirectoryError", "NotADirectoryError")
ERRORS = {
    **dict.fromkeys(("CannotStart", "OwnerNeeded", "BadSetting", *SYSTEM), 0),
    "PydanticCustomError": 1,
    "fault": 1,
}
"""Errors whose text the owner reads, and the place of the text among their arguments.

Those of the system are there too: the bot passes their texts on, its own as well as the system's. ``fault`` makes a
line of ``--check``.
"""

GAP = "…"
_VARIABLE = re.compile(r"%[-+.\d]*[a-z]|\{[^}]*\}")


class Text(NamedTuple):
    """A text for the owner.

    Attributes:
        where: the file and the line.
        text: the text, with an ellipsis for each variable part.

    """

    where: str
    text: str


class _Module(NamedTuple):
    name: str
    nodes: Sequence[ast.AST]


@cache
def _module(file: Path) -> _Module:
    kinds = (ast.Call, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Assign, ast.ExceptHandler)
    nodes = [node for node in ast.walk(ast.parse(_code(file))) if isinstance(node, kinds)]
    return _Module(str(file.relative_to(ROOT)), nodes)


@cache
def _files() -> list[Path]:
    return sorted({file for each in SOURCES for file in ROOT.glob(each)})


@cache
def _code(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _modules(told: Iterable[str]) -> list[_Module]:
    """Return the modules that log warnings, or name one of these errors."""
    words = (*(f".{each}(" for each in LEVELS), *(f"{each}(" for each in told), *(f"({each}):" for each in told))
    return [_module(file) for file in _files() if any(word in _code(file) for word in words)]


def _name(node: ast.expr) -> str:
    """Return the last part of a dotted name, of the first of two alternatives; empty for other expressions."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.IfExp(body=body):
            return _name(body)
        case _:
            return ""


def _values(node: ast.expr, module: _Module, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Return the texts that an expression may have, as far as its module tells."""
    match node:
        case ast.Constant(value=str(text)):
            yield _VARIABLE.sub(GAP, text)
        case ast.JoinedStr(values=parts):
            yield from map("".join, product(*(list(_values(each, module, seen)) for each in parts)))
        case ast.FormattedValue(value=value) | ast.ListComp(elt=value):
            yield from _values(value, module, seen)
        case ast.IfExp(body=body, orelse=other):
            yield from (*_values(body, module, seen), *_values(other, module, seen))
        case ast.Dict():
            yield from (
                text for each in ast.walk(node) if isinstance(each, ast.Constant) for text in _values(each, module)
            )
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)) if name not in seen:
            yield from _given(name, module, seen | {name}) or [GAP]
        case ast.Call(func=ast.Name(id=name)) if name not in seen:
            yield from _returned(name, module, seen | {name}) or [GAP]
        case ast.Call(func=ast.Attribute(attr="join"), args=[joined]):
            yield from _values(joined, module, seen)
        case ast.Call(func=ast.Attribute(value=ast.Constant() | ast.JoinedStr() as text)):
            yield from _values(text, module, seen)
        case _:
            yield GAP


def _given(name: str, module: _Module, seen: frozenset[str]) -> list[str]:
    """Return the texts that a module gives to a name, by assignments or as an argument of calls."""
    ends = [node.value for node in module.nodes if isinstance(node, ast.Assign) and name in map(_name, node.targets)]
    for function in (node for node in module.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
        names = [each.arg for each in function.args.args if each.arg != "self"]
        if name in names and function.name != "__init__":
            place = names.index(name)
            calls = [node for node in module.nodes if isinstance(node, ast.Call) and _name(node.func) == function.name]
            ends += [call.args[place] for call in calls if len(call.args) > place]
    return [text for each in ends for text in _values(each, module, seen) if _words(text)]


def _returned(name: str, module: _Module, seen: frozenset[str]) -> list[str]:
    """Return the texts that a function of a module returns."""
    bodies = [node for node in module.nodes if isinstance(node, ast.FunctionDef) and node.name == name]
    ends = [each.value for body in bodies for each in ast.walk(body) if isinstance(each, ast.Return) and each.value]
    return [text for each in ends for text in _values(each, module, seen) if _words(text)]


def _words(text: str) -> bool:
    return re.search("[a-zA-Z]{2}", text) is not None


def _told() -> dict[str, int]:
    """Return the errors whose texts the owner reads: those above, their kinds, and each that is passed on in one."""
    told, before = dict(ERRORS), -1
    while len(told) != before:
        before = len(told)
        for node in (node for module in _modules(told) for node in module.nodes):
            if isinstance(node, ast.ClassDef) and any(_name(each) in told for each in node.bases):
                told.setdefault(node.name, 0)
            elif isinstance(node, ast.ExceptHandler) and node.type and _passes_on(node, told):
                kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
                told |= {_name(each): 0 for each in kinds if _name(each) not in told and _is_own(_name(each))}
    return told


def _passes_on(handler: ast.ExceptHandler, told: Iterable[str]) -> bool:
    """Whether a handler raises the text of its error again, in one of those that the owner reads."""
    raised = [each.exc for each in ast.walk(handler) if isinstance(each, ast.Raise)]
    calls = [each for each in raised if isinstance(each, ast.Call) and _name(each.func) in told]
    names = {each.id for call in calls for each in ast.walk(call) if isinstance(each, ast.Name)}
    return handler.name in names


def _is_own(error: str) -> bool:
    return any(f"class {error}(" in _code(file) for file in _files())


def _places(module: _Module, told: Mapping[str, int]) -> Iterator[tuple[ast.Call, int, bool]]:
    """Return the calls that have a text for the owner, the place of the text, and whether it is a line of the log."""
    for node in module.nodes:
        if isinstance(node, ast.ClassDef) and node.name in told:
            inner = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
            yield from ((each, 0, False) for each in inner if ast.unparse(each.func) == "super().__init__")
        elif isinstance(node, ast.Call) and _name(node.func) in told:
            yield node, told[_name(node.func)], False
        elif isinstance(node, ast.Call) and _name(node.func) in LEVELS and "og" in ast.unparse(node.func):
            yield node, 0, True


def _texts(call: ast.Call, place: int, module: _Module, *, logs: bool) -> Iterator[str]:
    for text in _values(call.args[place], module) if place < len(call.args) else ():
        if logs and text.startswith(GAP) and len(call.args) > 1:
            yield from (first + text.removeprefix(GAP) for first in _values(call.args[1], module))
        else:
            yield text


def owner_texts() -> list[Text]:
    """Return all texts for the owner, but for those without a word of their own: they pass on other texts."""
    told = _told()
    return [
        Text(f"{module.name}:{call.lineno}", " ".join(text.split()))
        for module in _modules(told)
        for call, place, logs in _places(module, told)
        for text in dict.fromkeys(_texts(call, place, module, logs=logs))
        if _words(text)
    ]
