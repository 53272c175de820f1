"""Observes the settings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from dotenv.parser import Binding, parse_stream

from hosting.checks.owner_settings import SettingsSeen
from settings import ENV_ENCODING, ENV_FILE, BadSetting, load_valid


def look_at_settings() -> SettingsSeen:
    """Observe the settings in the environment and in ``.env``."""
    folder = Path.cwd()
    environment = tuple(name.upper() for name, value in os.environ.items() if value)
    try:
        settings, problems = load_valid()
    except BadSetting as error:
        return SettingsSeen(folder=folder, unreadable=str(error), in_environment=environment)
    found = list(_bindings())
    return SettingsSeen(
        folder=folder,
        has_file=ENV_FILE.is_file(),
        settings=settings,
        problems=problems,
        in_file=tuple(each.key.upper() for each in found if each.key and each.value),
        in_environment=environment,
        emptied=tuple(name.upper() for name, value in os.environ.items() if not value),
        broken=tuple(each.original.line for each in found if _is_broken(each)),
    )


def _bindings() -> Iterator[Binding]:
    """Yield the lines of ``.env`` as the library of the settings reads them."""
    if ENV_FILE.is_file():
        yield from parse_stream(StringIO(ENV_FILE.read_text(ENV_ENCODING)))


def _is_broken(line: Binding) -> bool:
    return line.error or (line.key is not None and line.value is None)
