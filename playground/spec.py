"""Holds every request of the bot against Discord's own specification, where that lies beside the repository."""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import os
import sys
from pathlib import Path
from typing import Any, Protocol, cast

_log = logging.getLogger(__name__)

DEFAULT_FOLDER = Path(__file__).resolve().parent.parent.parent / "shared" / "conformance"


class _Validator(Protocol):
    def check(self, method: str, path: str, body: Any) -> list[Any]: ...


def spec_folder() -> Path:
    """Where the specification's checker is looked for: `DISCORD_SPEC_DIR`, else a folder beside the repository."""
    return Path(os.environ.get("DISCORD_SPEC_DIR") or DEFAULT_FOLDER)


def _load(folder: Path) -> _Validator | None:
    source = folder / "discord_spec.py"
    if not source.is_file():
        _log.info("Requests are not checked against Discord's specification: there is no %s.", source)
        return None
    spec = importlib.util.spec_from_file_location("discord_spec", source)
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name.
    sys.modules.setdefault(spec.name, module)
    try:
        spec.loader.exec_module(module)
    except ImportError as error:
        _log.warning("Requests are not checked against Discord's specification: %s.", error)
        return None
    return cast("_Validator", module.SpecValidator())


class Specification:
    """The checker, loaded in a thread: requests that come earlier wait for it."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder if folder is not None else spec_folder()
        self._loading: asyncio.Task[_Validator | None] | None = None

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
