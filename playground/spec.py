"""Holds every request of the bot against Discord's own specification, where that lies beside the repository."""

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
        """Give what is wrong with a request."""
        ...


def spec_folder() -> Path:
    """Where the specification's checker is looked for: `DISCORD_SPEC_DIR`, else a folder beside the repository."""
    return Path(os.environ.get("DISCORD_SPEC_DIR") or DEFAULT_FOLDER)


def quickened(plain: Any) -> Any:
    """Give a class of JSON schema validators that finds the same as another, one of `jsonschema`'s, and sooner.

    A compiled one says whether there is anything to find at all; what that is, the other finds. It must serve one
    specification alone, which each schema refers to.
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
            # an address may have no braces in it, as those of routes have
            name = str(self._schema["$ref"]).replace("{", "%7B").replace("}", "%7D")
            if not known:
                known.append(compiled.Registry([(each, self._registry.contents(each)) for each in self._registry]))
            return compiled.Draft202012Validator({"$ref": name}, registry=known[0])

        def iter_errors(self, body: Any) -> Iterator[Any]:
            try:
                conforms = self._compiled.is_valid(body)
            except ValueError:
                # there is something in it that JSON does not have
                conforms = False
            return iter(()) if conforms else self._plain.iter_errors(body)

    return Quick


Rules = Callable[[str, str, Any], Iterator[Any]]


def of_messages(rules: Rules) -> Rules:
    """Give the checker's rules about messages without those who only bear the word in their address.

    A thread that is made from a message is no message, and so never an empty one; its schema holds for it all the same.
    """

    def applied(template: str, method: str, body: Any) -> Iterator[Any]:
        if not template.endswith("/threads"):
            yield from rules(template, method, body)

    return applied


@cache
def load(source: Path) -> Validator | None:
    """Load the checker from its file, once; None, with a word in the log, where a package that it needs is missing."""
    spec = importlib.util.spec_from_file_location("discord_spec", source)
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name.
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
    if source.is_file():
        return load(source)
    _log.info("Requests are not checked against Discord's specification: there is no %s.", source)
    return None


class Specification:
    """The checker, loaded in a thread: requests that come earlier wait for it."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder if folder is not None else spec_folder()
        self._loading: asyncio.Task[Validator | None] | None = None

    def start(self) -> None:
        """Begins to load, behind the loop's back."""
        if self._loading is None:
            self._loading = asyncio.create_task(asyncio.to_thread(_load, self._folder))

    async def available(self) -> bool:
        """Whether requests are checked at all."""
        self.start()
        assert self._loading is not None
        return await self._loading is not None

    async def breaches(self, method: str, path: str, body: Any) -> list[tuple[str, str]]:
        """What is wrong with a request: pairs of where in the body (dotted) and a sentence. Empty when it conforms."""
        self.start()
        assert self._loading is not None
        validator = await self._loading
        if validator is None:
            return []
        return [(str(problem.where), str(problem.message)) for problem in validator.check(method, path, body)]

    async def close(self) -> None:
        """Waits for the loading to end."""
        if self._loading is not None:
            await asyncio.gather(self._loading, return_exceptions=True)


def form_errors(breaches: list[tuple[str, str]]) -> dict[str, Any]:
    """Discord's nested `errors` for an invalid form."""
    errors: dict[str, Any] = {}
    for where, message in breaches:
        node = errors
        for part in where.split(".") if where else ():
            if part:
                node = node.setdefault(part, {})
        node.setdefault("_errors", []).append({"code": "SPECIFICATION", "message": message})
    return errors
