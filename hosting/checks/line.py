"""A line of ``--check``, and the sum of all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sized
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from engine.cli.commands import one_line


class NotObserved(Exception):
    """Something could not be observed; the text says why."""


class Mark(StrEnum):
    """The verdict on a part: right, a hint, or a fault."""

    OK = "ok"
    HINT = "--"
    FAULT = "!!"


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
        return f"{self.mark}   {self.part:8}   {one_line(self.text)}"


ok = partial(Line, Mark.OK)
"""Makes a line about a part that is right, from the part and the text."""

hint = partial(Line, Mark.HINT)
"""Makes a line about something that the owner may want to know or to change."""

fault = partial(Line, Mark.FAULT)
"""Makes a line about something that stops the bot or endangers data, with its remedy."""


def unchecked(part: str, reason: str) -> Line:
    """Return a line about a part that could not be checked."""
    return Line(Mark.HINT, part, f"not checked: {reason}", unchecked=True)


def summary(lines: Collection[Line]) -> str:
    """Return the last line, about all others."""
    faults = [each.part for each in lines if each.mark is Mark.FAULT]
    others = {
        "Hints": [each.part for each in lines if each.mark is Mark.HINT and not each.unchecked],
        "Not checked": [each.part for each in lines if each.unchecked],
    }
    sentences = [f"{heading}: {_names(parts)}." for heading, parts in others.items() if parts]
    if faults:
        return " ".join([f"{_count(faults)}: {_names(faults)}.", *sentences])
    return " ".join(["No fault was found.", *sentences]) if sentences else "Everything is as the bot needs it."


def _count(faults: Sized) -> str:
    return "1 fault" if len(faults) == 1 else f"{len(faults)} faults"


def exit_status(lines: Iterable[Line]) -> int:
    """Return the exit status of the command: 2 for a fault."""
    return 2 if any(each.mark is Mark.FAULT for each in lines) else 0


def _names(parts: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(parts))


def sentence(text: str) -> str:
    """Return a text with a mark at its end.

    >>> sentence("disk I/O error"), sentence("Is it running?")
    ('disk I/O error.', 'Is it running?')
    """
    return text if text.endswith((".", "?", "!")) else f"{text}."
