"""Fixtures and hooks of all tests."""

from __future__ import annotations

import gc
import os
import random
import secrets
import sys
from collections.abc import Iterator

import pytest
from hypothesis import is_hypothesis_test

from engine.live.database import sqlite
from tests.support import specification, template
from tests.support.examples import load_profiles

load_profiles()


def pytest_configure(config: pytest.Config) -> None:
    """Keep compiled modules in pytest's cache where they may not lie beside their sources.

    Otherwise each worker, and each bot that a test starts, would compile all libraries.
    """
    if not sys.dont_write_bytecode or not hasattr(config, "cache") or hasattr(config, "workerinput"):
        return
    assert config.cache is not None
    folder = str(config.cache.mkdir("bytecode"))
    sys.dont_write_bytecode, sys.pycache_prefix = False, folder
    # for the processes that come of this one
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = folder


@pytest.fixture(autouse=True, scope="session")
def databases_in_memory_begin_up_to_date() -> Iterator[None]:
    """Skip the migrations of new databases in memory; files are migrated as usual."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "migrate", template.up_to_date)
        yield


@pytest.fixture(autouse=True, scope="session")
def secrets_come_from_random() -> Iterator[None]:
    """Draw seeds and tokens from ``random``, which each test seeds with its own name: no test passes by chance."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", lambda nbytes=32: random.randbytes(nbytes or 32))
        patch.setattr(secrets, "randbits", random.getrandbits)
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Seed ``random`` with the name of the test."""
    random.seed(item.nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Have one worker more than there are processors: tests of processes and pages wait for most of their time."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the laws, and put tests that wait first: other workers compute meanwhile."""
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker(pytest.mark.laws)
    items.sort(key=lambda item: item.get_closest_marker("wire") is None)


def pytest_collection_finish() -> None:
    """Let the collector of garbage look at everything seldom: tests keep much, and leave little that hangs together."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2000, 20, 100)


def pytest_report_header(config: pytest.Config) -> str:
    """Say whether requests are held against Discord's specification."""
    del config
    held = "held against" if specification.available() else "NOT held against (its checker is not at hand)"
    return f"requests are {held} Discord's specification"
