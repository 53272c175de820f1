"""Fixtures and hooks of all tests."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import secrets
import shutil
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import is_hypothesis_test

from engine.live.database import sqlite
from engine.live.database.address import DatabaseURL
from engine.live.database.connection import Connection
from engine.live.database.copy_between import copy_between
from tests.engine.live import traces
from tests.support import specification, template
from tests.support.examples import load_profiles
from tests.support.postgres import Cluster, cluster, program

if TYPE_CHECKING:
    from tests.support.schemas import Schemas

load_profiles()


SERVER = "DOMINO_TEST_POSTGRES"
"""The environment variable with the address of a PostgreSQL server that tests may make databases on."""


FEW_CASES = 4
"""How many cases of a test marked ``sampled`` run at each change, if the mark names no number."""


MEMORY, MIN_FREE_BYTES = Path("/dev/shm"), 4 << 30
"""Where Linux keeps files in memory, and how much room there has to be."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let stores be on PostgreSQL."""
    where = f"where stores are: in files, or on a PostgreSQL server, that of {SERVER} or the tests' own"
    parser.addoption("--store", choices=("sqlite", "postgres"), default="sqlite", help=where)


def pytest_configure(config: pytest.Config) -> None:
    """Have a PostgreSQL server, if stores are there, and compiled modules in pytest's cache."""
    if config.getoption("store") == "postgres" and SERVER not in os.environ:
        # the workers find it in their environment
        os.environ[SERVER] = _started(config)
    _keep_compiled_modules(config)
    _keep_files_in_memory()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # a shell that starts the tests in the background has them, and the commands that they start, ignore Ctrl-C
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _keep_files_in_memory() -> None:
    """Have temporary files in memory, if there is room: tests make thousands, which a busy disk deletes slowly."""
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > MIN_FREE_BYTES:
        # pytest's own variable
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def _started(config: pytest.Config) -> str:
    """Start a PostgreSQL server, which ends with the tests; return its address."""
    if program("initdb") is None:
        raise pytest.UsageError(f"--store=postgres needs PostgreSQL on this machine, or {SERVER}")
    running = ExitStack()
    config.add_cleanup(running.close)
    return running.enter_context(cluster()).address()


def _keep_compiled_modules(config: pytest.Config) -> None:
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


@pytest.fixture(scope="session")
def schemas(worker_id: str) -> Iterator[Schemas]:
    """The schemas of a database of this worker's."""
    from tests.support.schemas import Schemas

    found = Schemas(os.environ[SERVER], f"domino_{worker_id}_{os.getpid()}")
    yield found
    found.drop()


@pytest.fixture(autouse=True)
def stores_are_on_postgres(request: pytest.FixtureRequest) -> Iterator[None]:
    """With ``--store=postgres``, open a schema for each file that a store would be in."""
    if request.config.getoption("store") != "postgres":
        yield
        return
    from engine.live.database import postgres

    schemas: Schemas = request.getfixturevalue("schemas")
    open_file = Connection.open

    async def opened(database: Path | str | DatabaseURL, **how: Any) -> Connection:
        if not isinstance(database, DatabaseURL):
            where = schemas.fresh if database == ":memory:" else partial(schemas.of, str(database))
            database = await asyncio.to_thread(where)
        return await open_file(database, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Connection, "open", opened)
        patch.setattr(traces, "connect", lambda file: postgres.connect(schemas.of(str(file))))
        patch.setattr(traces, "TABLES", "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        yield
    schemas.forget()


@pytest.fixture(scope="session")
def server() -> Iterator[Cluster]:
    """A PostgreSQL server for tests that stop it, or that start bots on it."""
    if program("postgres") is None:
        pytest.skip("PostgreSQL is not installed")
    with cluster() as running:
        yield running


@pytest.fixture
def database(server: Cluster) -> DatabaseURL:
    """An empty database there."""
    return DatabaseURL(server.create())


@pytest.fixture
def to_the_stores(request: pytest.FixtureRequest) -> Callable[[Path], Path]:
    """Let the contents of a file be where a store finds them that opens the file."""
    if request.config.getoption("store") != "postgres":
        return lambda file: file
    schemas: Schemas = request.getfixturevalue("schemas")

    def moved(file: Path) -> Path:
        copy_between(file, schemas.of(str(file)))
        return file

    return moved


@pytest.fixture(autouse=True, scope="session")
def secrets_come_from_random() -> Iterator[None]:
    """Draw seeds and tokens from ``random``, which each test seeds with its own name: no test passes by chance."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", lambda nbytes=32: random.randbytes(nbytes or 32))
        patch.setattr(secrets, "randbits", random.getrandbits)
        yield


@pytest.fixture(autouse=True, scope="session")
def frozen_objects_are_not_counted() -> Iterator[None]:
    """Tell each bot that starts at once that there are some: to count those of all tests takes 20 ms and more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "get_freeze_count", lambda: 1)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Let the collector of garbage rest until all tests are there: next to nothing becomes garbage before."""
    gc.disable()
    try:
        _import_a_share(session.config)
        return (yield)
    finally:
        gc.enable()


def _import_a_share(config: pytest.Config) -> None:
    """Import a worker's share of the modules first: in a fresh checkout, the others find these compiled then."""
    if (worker := getattr(config, "workerinput", None)) is None:
        return
    files = sorted(file for each in config.args for file in Path(each).resolve().rglob("test_*.py"))
    for file in files[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        # the tests' own import tells a failure
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.relative_to(config.rootpath).with_suffix("").parts))


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


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Mark laws and samples, and skip tests about the other database; spread those that wait for other processes."""
    other = "sqlite" if config.getoption("store") == "postgres" else "postgres"
    for item in items:
        if item.get_closest_marker(other) is not None:
            item.add_marker(pytest.mark.skip(reason=f"is about {other}"))
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker(pytest.mark.laws)
    _sample(items)
    # some are deselected by their marks here
    yield
    items[:] = _spread(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def _spread(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests so that each worker begins with an equal share of those that wait for other processes.

    Each worker is sent an equal part of the tests, and steals from others only at the end.
    """
    waiting = [item for item in items if item.get_closest_marker("wire") is not None]
    others = [item for item in items if item.get_closest_marker("wire") is None]
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        own = waiting[worker::workers]
        part = (len(items) - len(ordered)) // (workers - worker)
        count = max(part - len(own), 0)
        ordered += own + others[:count]
        del others[:count]
    return ordered


def _sample(items: Sequence[pytest.Item]) -> None:
    """Mark the cases ``long`` that are not among the few of their test, from its first to its last one."""
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled") is not None and item.get_closest_marker("long") is None:
            cases[item.nodeid.partition("[")[0]].append(item)
    for each in cases.values():
        mark = each[0].get_closest_marker("sampled")
        count = mark.args[0] if mark is not None and mark.args else FEW_CASES
        kept = {round(at * (len(each) - 1) / max(count - 1, 1)) for at in range(count)}
        for at, item in enumerate(each):
            if at not in kept:
                item.add_marker(pytest.mark.long)


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
