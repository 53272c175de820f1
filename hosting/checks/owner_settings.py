"""The lines about the settings."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hosting.checks.line import Line, fault, hint, ok
from settings import ENV_FILE, Settings

SETTINGS: Final = "settings"

ALIKE: Final = 0.8
"""How alike a name is to a setting's at least, from 0 to 1, to count as misspelt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsSeen:
    """The settings as they were observed; no value of a secret is shown.

    Attributes:
        folder: the absolute path of the working directory.
        has_file: whether ``.env`` is there.
        settings: the settings, with the defaults of invalid ones; None if ``.env`` can't be read.
        unreadable: why ``.env`` can't be read.
        problems: the problem of each invalid setting, by its name.
        in_file: the names that ``.env`` sets.
        in_environment: the names that the environment sets.
        emptied: the names that the environment sets to nothing.
        broken: the numbers of the lines of ``.env`` that set nothing.

    """

    folder: Path
    has_file: bool = True
    settings: Settings | None = None
    unreadable: str = ""
    problems: Mapping[str, str] = field(default_factory=dict[str, str])
    in_file: Sequence[str] = ()
    in_environment: Sequence[str] = ()
    emptied: Sequence[str] = ()
    broken: Sequence[int] = ()


def settings_lines(seen: SettingsSeen) -> list[Line]:
    """Return the lines about the settings."""
    faults = [fault(SETTINGS, each) for each in _problems(seen)]
    return [*(faults or [ok(SETTINGS, _sources(seen))]), *(hint(SETTINGS, each) for each in _hints(seen))]


def _problems(seen: SettingsSeen) -> Iterator[str]:
    if seen.unreadable:
        yield seen.unreadable
    yield from seen.problems.values()
    # the default stands for an invalid setting, and contradicts nothing
    if seen.settings is not None and seen.settings.contradiction and not seen.problems:
        yield seen.settings.contradiction


def _sources(seen: SettingsSeen) -> str:
    known = [name.upper() for name in Settings.model_fields]
    file = [name for name in known if name in seen.in_file and name not in (*seen.in_environment, *seen.emptied)]
    environment = [name for name in known if name in seen.in_environment]
    where = seen.folder / ENV_FILE
    parts = [f"{where} sets {', '.join(file) or 'nothing'}" if seen.has_file else f"there is no {where}"]
    if environment:
        parts.append(f"the environment sets {', '.join(environment)}")
    return "; ".join(parts)


def _hints(seen: SettingsSeen) -> Iterator[str]:
    for number in seen.broken:
        yield f"line {number} of {ENV_FILE} sets nothing: write NAME=value"
    known = [name.upper() for name in Settings.model_fields]
    for name in (*seen.in_file, *seen.in_environment):
        meant = difflib.get_close_matches(name, known, 1, ALIKE)
        if meant and name not in known:
            yield f"{name} is no setting of the bot: is {meant[0]} meant?"
    for name in known:
        if name in seen.in_file and name in seen.in_environment:
            yield f"{name} is in {ENV_FILE} and in the environment, which wins"
        if name in seen.in_file and name in seen.emptied:
            yield f"{name} is in {ENV_FILE}, but the environment sets it to nothing, which wins"
