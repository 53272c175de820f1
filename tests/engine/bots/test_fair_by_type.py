"""Tests that neither the players' arguments nor their imports hold a hidden tile."""

from __future__ import annotations

import ast
import importlib
import inspect
import random
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import engine
from engine.actions import Move
from engine.bots import baselines, choose
from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.game import State
from engine.live.thinking.worker import Request
from engine.view import View

ROOT = Path(engine.__file__).parents[1]

FORBIDDEN = (
    "engine.dealing",
    "engine.live",
    "engine.record",
    "engine.bots.tournament",
    *("asyncio", "gc", "inspect", "multiprocessing", "os", "secrets", "sys", "threading", "time", "weakref"),
)
"""What no player may import: matches as they are, and whatever would make the same question have another answer."""

ON_WORLDS = {"step", "legal"}
"""What players may ask of the shell: both go on from a state that they made up themselves."""


def source_of(module: str) -> ast.Module:
    return ast.parse((ROOT / module.replace(".", "/")).with_suffix(".py").read_text())


def imports(module: str) -> Iterator[str]:
    """Return the full name of everything that a module imports, modules and names in them."""
    for node in ast.walk(source_of(module)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level
            yield from (f"{node.module}.{each.name}" for each in node.names)


def is_player(name: str) -> bool:
    return name.startswith("engine.bots.") and (ROOT / name.replace(".", "/")).with_suffix(".py").exists()


def thinking() -> list[str]:
    """Return the modules of players that a thought goes through."""
    found = ["engine.bots.choose", "engine.bots.baselines"]
    for module in found:
        for name in imports(module):
            for each in (name, name.rpartition(".")[0]):
                if is_player(each) and each not in found:
                    found.append(each)
    return found


THINKING = thinking()


def functions(module: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Return the public functions of a module, and the methods of its classes, with the types of what they take."""
    found = importlib.import_module(module)
    for name, each in vars(found).items():
        if getattr(each, "__module__", None) != module or name.startswith("_"):
            continue
        if inspect.isfunction(each):
            yield name, get_type_hints(each)
        elif inspect.isclass(each):
            methods = (one for one in vars(each).values() if inspect.isfunction(one) and one.__module__ == module)
            yield from ((one.__qualname__, get_type_hints(one)) for one in methods)


def test_a_thought_takes_a_view_and_what_has_been_turned_up_and_no_state() -> None:
    asked = {"view": View, "flipped": FlippedTiles, "level": Level, "seed": int, "effort": int, "compared": Move | None}
    assert get_type_hints(choose.choose_move) == {**asked, "return": Decision}
    assert list(get_type_hints(Request).values()) == list(asked.values())


def test_plain_players_take_the_same() -> None:
    for name in ("random_move", "heaviest_tile", "most_points"):
        takes = get_type_hints(getattr(baselines, name))
        assert {each for what, each in takes.items() if what != "return"} == {View, FlippedTiles, random.Random}


@pytest.mark.parametrize("module", THINKING)
def test_no_function_is_given_both_a_view_and_a_state(module: str) -> None:
    for name, takes in functions(module):
        given = [kind for what, each in takes.items() if what != "return" for kind in (each, *get_args(each))]
        assert not (View in given and State in given), f"{module}.{name}"


@pytest.mark.parametrize("module", THINKING)
def test_thinking_modules_import_no_match_no_clock_and_no_other_chance(module: str) -> None:
    for name in imports(module):
        assert not any(name == each or name.startswith(f"{each}.") for each in FORBIDDEN), f"{module}: {name}"
        assert not name.startswith("engine.match.") or name.rpartition(".")[2] in ON_WORLDS, f"{module}: {name}"


@pytest.mark.parametrize("module", THINKING)
def test_thinking_modules_begin_no_match_and_look_at_none(module: str) -> None:
    asked = {
        node.attr
        for node in ast.walk(source_of(module))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "match"
    }
    assert asked <= ON_WORLDS


@pytest.mark.parametrize("module", THINKING)
def test_all_chance_comes_from_the_seed(module: str) -> None:
    made: list[ast.Call] = []
    for node in ast.walk(source_of(module)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random", f"{module}: random.{node.attr}"
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("random.Random", "Random"):
            made.append(node)
    assert not any(name.startswith("random.") for name in imports(module))
    assert [ast.unparse(each) for each in made] == ["random.Random(seed)"] * (module == "engine.bots.choose")


def test_every_level_is_among_what_is_looked_at() -> None:
    assert {f"engine.bots.{each}" for each in (*Level, "memory", "beliefs", "determinization")} <= {*THINKING}
