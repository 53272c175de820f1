"""The settings: their names, their sources, and their problems."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Final

from dotenv.parser import parse_stream

from hosting.checks.line import Line, fault, hint, ok
from settings import ENV_ENCODING, ENV_FILE, BadSetting, Settings, load_valid

SETTINGS: Final = "settings"

KNOWN: Final = tuple(name.upper() for name in Settings.model_fields)

ALIKE: Final = 0.8
"""How alike a name is to a setting's at least, from 0 to 1, to count as misspelt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsSeen:
    """The settings as they were observed; no value of a secret is shown.

    Attributes:
        file: the absolute path of ``.env``.
        has_file: whether it is there.
        settings: the settings, with the defaults of invalid ones; None if the file can't be read.
        problems: the problem of each invalid setting, by its name; or of the file.
        in_file: the names that the file sets.
        in_environment: the names that the environment sets.
        emptied: the names that the environment sets to nothing.
        broken: the numbers of the lines of the file that set nothing.

    """

    file: Path
    has_file: bool = True
    settings: Settings | None = None
    problems: Mapping[str, str] = field(default_factory=dict[str, str])
    in_file: Sequence[str] = ()
    in_environment: Sequence[str] = ()
    emptied: Sequence[str] = ()
    broken: Sequence[int] = ()


def look() -> SettingsSeen:
    """Observe the settings in the environment and in ``.env``."""
    file = ENV_FILE.absolute()
    environment = [name.upper() for name, value in os.environ.items() if value]
    emptied = [name.upper() for name, value in os.environ.items() if not value]
    try:
        settings, problems = load_valid()
    except BadSetting as error:
        return SettingsSeen(file=file, problems={str(ENV_FILE): str(error)}, in_environment=environment)
    text = ENV_FILE.read_text(ENV_ENCODING) if ENV_FILE.is_file() else ""
    found = list(parse_stream(StringIO(text)))
    return SettingsSeen(
        file=file,
        has_file=ENV_FILE.is_file(),
        settings=settings,
        problems=problems,
        in_file=[each.key.upper() for each in found if each.key and each.value],
        in_environment=environment,
        emptied=emptied,
        broken=[each.original.line for each in found if each.error or (each.key and each.value is None)],
    )


def lines(seen: SettingsSeen) -> list[Line]:
    """Return the lines about the settings."""
    faults = [fault(SETTINGS, each) for each in seen.problems.values()]
    # the default stands for an invalid setting, and contradicts nothing
    if not faults and seen.settings is not None and seen.settings.contradiction:
        faults = [fault(SETTINGS, seen.settings.contradiction)]
    return [*(faults or [ok(SETTINGS, _sources(seen))]), *(hint(SETTINGS, each) for each in _hints(seen))]


def _sources(seen: SettingsSeen) -> str:
    file = [name for name in KNOWN if name in seen.in_file and name not in (*seen.in_environment, *seen.emptied)]
    environment = [name for name in KNOWN if name in seen.in_environment]
    text = f"{seen.file} sets {', '.join(file) or 'nothing'}" if seen.has_file else f"there is no {seen.file}"
    return f"{text}; the environment sets {', '.join(environment)}" if environment else text


def _hints(seen: SettingsSeen) -> Iterator[str]:
    for number in seen.broken:
        yield f"line {number} of {ENV_FILE} sets nothing: write NAME=value"
    for name in (*seen.in_file, *seen.in_environment):
        meant = difflib.get_close_matches(name, KNOWN, 1, ALIKE)
        if meant and name not in KNOWN:
            yield f"{name} is no setting of the bot: is {meant[0]} meant?"
    for name in KNOWN:
        if name in seen.in_file and name in seen.in_environment:
            yield f"{name} is in {ENV_FILE} and in the environment, which wins"
        if name in seen.in_file and name in seen.emptied:
            yield f"{name} is in {ENV_FILE}, but the environment sets it to nothing, which wins"
