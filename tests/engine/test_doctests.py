"""Tests of the examples in the docstrings of the engine and of the package ``render``."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import engine

MODULES = ["engine", "render", *(found.name for found in pkgutil.walk_packages(engine.__path__, "engine."))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_the_examples_in_the_docstrings_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", ["engine", "engine.match", "engine.actions", "engine.record", "render"])
def test_the_modules_where_readers_begin_have_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).attempted > 1
