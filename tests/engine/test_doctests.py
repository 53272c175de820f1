"""The examples in the docstrings of the packages that people start from."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["engine", "render"])
def test_the_examples_in_a_packages_docstring_are_true(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 3
    assert found.failed == 0
