"""A line of ``--check``, and the sum of all."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.cli.commands import one_line


class Mark(StrEnum):
    """What a line says about its part: it is right, there is a hint, or the bot can't start or data is in danger."""

    OK = "ok"
    HINT = "--"
    FAULT = "!!"


NAME_WIDTH: Final = 8
"""The characters of the longest name of a part."""

FAULT_STATUS: Final = 2

_UNITS: Final = ((1000**4, "TB"), (1000**3, "GB"), (1000**2, "MB"), (1000, "kB"))


@dataclass(frozen=True, slots=True)
class Line:
    """A line about a part.

    Attributes:
        part: the name of the part, as ``database``.
        text: the rest of the line; secrets have no place in it.
        unchecked: whether the part could not be checked.

    """

    mark: Mark
    part: str
    text: str
    unchecked: bool = False

    def __str__(self) -> str:
        return f"{self.mark}   {self.part:{NAME_WIDTH}}   {one_line(self.text)}"


def ok(part: str, text: str) -> Line:
    """Return a line about a part that is right."""
    return Line(Mark.OK, part, text)


def hint(part: str, text: str) -> Line:
    """Return a line about something that the owner may want to know or to change."""
    return Line(Mark.HINT, part, text)


def fault(part: str, text: str) -> Line:
    """Return a line about something that stops the bot or endangers data, with its remedy."""
    return Line(Mark.FAULT, part, text)


def unchecked(part: str, reason: str) -> Line:
    """Return a line about a part that could not be checked."""
    return Line(Mark.HINT, part, f"not checked: {reason}", unchecked=True)


def summary(lines: Collection[Line]) -> str:
    """Return the last line, about all others."""
    faults = [each.part for each in lines if each.mark is Mark.FAULT]
    left = [each.part for each in lines if each.unchecked]
    if faults:
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        return f"{count}: {_names(faults)}." + (f" Not checked: {_names(left)}." if left else "")
    if left:
        return f"No fault was found. Not checked: {_names(left)}."
    return "Everything is as the bot needs it."


def exit_status(lines: Iterable[Line]) -> int:
    """Return the exit status of the command."""
    return FAULT_STATUS if any(each.mark is Mark.FAULT for each in lines) else 0


def _names(parts: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(parts))


def size_text(count: float) -> str:
    """Return a number of bytes in words.

    >>> size_text(900), size_text(4_200_000), size_text(12_345_000_000)
    ('1 kB', '4.2 MB', '12 GB')
    """
    size, unit = next(((size, unit) for size, unit in _UNITS if count >= size), _UNITS[-1])
    number = count / size
    return f"{number:.1f} {unit}" if unit != "kB" and number < 10 else f"{number:.0f} {unit}"


def sentence(text: str) -> str:
    """Return a text with a mark at its end.

    >>> sentence("disk I/O error"), sentence("Is it running?")
    ('disk I/O error.', 'Is it running?')
    """
    return text if text.endswith((".", "?", "!")) else f"{text}."


def duration_text(seconds: float) -> str:
    """Return a number of seconds in words, in the largest unit of which there are two.

    >>> duration_text(45), duration_text(3600), duration_text(-90000)
    ('45 seconds', '60 minutes', '25 hours')
    """
    seconds = abs(seconds)
    for unit, size in (("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} seconds"
