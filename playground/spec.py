"""Checks every request of the bot against Discord's own specification, if it lies beside the repository."""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Protocol, cast

_log = logging.getLogger(__name__)

DEFAULT_FOLDER = Path(__file__).resolve().parent.parent.parent / "shared" / "conformance"


class Validator(Protocol):
    """The checker beside the repository."""

    def check(self, method: str, path: str, body: Any) -> list[Any]:
        """Return the faults of a request."""
        ...


def spec_folder() -> Path:
    """Return the folder of the specification's checker: `DISCORD_SPEC_DIR`, else a folder beside the repository."""
    return Path(os.environ.get("DISCORD_SPEC_DIR") or DEFAULT_FOLDER)


def quickened(plain: Any) -> Any:
    """Return a class of JSON schema validators that finds the same as one of `jsonschema`'s, but faster.

    A compiled validator decides whether a body conforms; only for one that doesn't, the other finds the errors. The
    class serves a single specification, to which each schema refers.
    """
    compiled: Any = importlib.import_module("jsonschema_rs")
    known: list[Any] = []

    class Quick:
        def __init__(self, schema: dict[str, Any], registry: Any) -> None:
            self._schema = schema
            self._registry = registry
            self._plain = plain(schema, registry=registry)

        @cached_property
        def _compiled(self) -> Any:
            # an address can't contain the braces of a route's template
            name = str(self._schema["$ref"]).replace("{", "%7B").replace("}", "%7D")
            if not known:
                known.append(compiled.Registry([(each, self._registry.contents(each)) for each in self._registry]))
            return compiled.Draft202012Validator({"$ref": name}, registry=known[0])

        def iter_errors(self, body: Any) -> Iterator[Any]:
            try:
                conforms = self._compiled.is_valid(body)
            except ValueError:
                # the body contains something that JSON does not have
                conforms = False
            return iter(()) if conforms else self._plain.iter_errors(body)

    return Quick


Rules = Callable[[str, str, Any], Iterator[Any]]


def of_messages(rules: Rules) -> Rules:
    """Return the checker's rules about messages, restricted to routes of messages.

    A thread made from a message has "messages" in its route, but is no message and so never an empty one; its schema
    applies all the same.
    """

    def applied(template: str, method: str, body: Any) -> Iterator[Any]:
        if not template.endswith("/threads"):
            yield from rules(template, method, body)

    return applied


@cache
def load(source: Path) -> Validator | None:
    """Load the checker from its file, once; return None and log it if a package that it needs is missing."""
    spec = importlib.util.spec_from_file_location("discord_spec", source)
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    # dataclasses look their module up by name
    sys.modules.setdefault(spec.name, module)
    try:
        spec.loader.exec_module(module)
        names = vars(module)
        if "Draft202012Validator" in names:
            names["Draft202012Validator"] = quickened(names["Draft202012Validator"])
    except ImportError as error:
        _log.warning("Requests are not checked against Discord's specification: %s.", error)
        return None
    if "rules" in names:
        names["rules"] = of_messages(names["rules"])
    return cast("Validator", module.SpecValidator())


def _load(folder: Path) -> Validator | None:
    source = folder / "discord_spec.py"
    return load(source) if source.is_file() else None


class Specification:
    """The checker, loaded in a thread; requests that arrive earlier wait for it."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder if folder is not None else spec_folder()
        self._loading: asyncio.Task[Validator | None] | None = None

    def start(self) -> None:
        """Begin to load in a thread."""
        if self._loading is None:
            self._loading = asyncio.create_task(asyncio.to_thread(_load, self._folder))

    async def breaches(self, method: str, path: str, body: Any) -> list[tuple[str, str]]:
        """Return the faults of a request: pairs of a dotted path in the body and a sentence."""
        self.start()
        assert self._loading is not None
        validator = await self._loading
        if validator is None:
            return []
        found = [(str(problem.where), str(problem.message)) for problem in validator.check(method, path, body)]
        return [each for each in found if not _is_plain_description(path, each[0], body)]

    async def close(self) -> None:
        """Wait until loading has ended."""
        if self._loading is not None:
            await asyncio.gather(self._loading, return_exceptions=True)


def _is_plain_description(path: str, where: str, body: Any) -> bool:
    """Whether a fault is that an application's description is a text.

    Discord's documentation has a text there, and libraries send one; the specification knows only texts by language.
    """
    return path == "/applications/@me" and where == "description" and isinstance(body["description"], str)


def form_errors(breaches: list[tuple[str, str]]) -> dict[str, Any]:
    """Return Discord's nested `errors` for an invalid form."""
    errors: dict[str, Any] = {}
    for where, message in breaches:
        node = errors
        for part in where.split(".") if where else ():
            if part:
                node = node.setdefault(part, {})
        node.setdefault("_errors", []).append({"code": "SPECIFICATION", "message": message})
    return errors
