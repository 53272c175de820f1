"""Pictures from the shell: ``python -m render RECORD [--at N] [--seat S] -o out.png``.

Beside ``bot.py`` the only place that brings engine, texts and pictures together: it plays a record, takes what a seat
or the channel may see at one moment, and draws it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from gettext import NullTranslations
from pathlib import Path
from typing import Any, Final, NoReturn, cast

import render
from cogs.words import languages, words_for
from engine import match
from engine.actions import Luck
from engine.record import BadRecord, Record, loads, replay
from engine.shell import one_line, read
from engine.state import State

ENGLISH: Final = "en"

_HELP: Final = """\
Moments are counted as in the record: --at 17 is the one after the players' 17th action, all deals counted together;
--at 2:5 the one after the fifth action of the second deal, and --at 2:0 that deal before its first action. Without
--at it is the record's end. A deal that has ended is shown as its result.

The players' names are read from the record's key "players", a list of texts, where it is there.
"""


class Misuse(Exception):
    """Something that the command can't do as it was asked; the message says why."""


class _Parser(argparse.ArgumentParser):
    """Tells what is wrong with the arguments on one line, as the command tells everything else."""

    def error(self, message: str) -> NoReturn:
        raise Misuse(message)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment as people ask for it.

    Attributes:
        deal: the deal, from 1; None where actions are counted over the whole record.
        action: how many of the players' actions have happened by then, in that deal or in all.

    """

    deal: int | None
    action: int

    @staticmethod
    def read(text: str) -> Moment:
        """Read ``17`` or ``2:5``.

        Raises:
            argparse.ArgumentTypeError: it is neither.

        """
        found = re.fullmatch(r"(?:([0-9]{1,9}):)?([0-9]{1,9})", text)
        if found is None:
            raise argparse.ArgumentTypeError(f"{text!r} is neither an action's number nor DEAL:ACTION")
        return Moment(None if found[1] is None else int(found[1]), int(found[2]))

    def within(self, deals: Sequence[Sequence[State]]) -> tuple[int, int]:
        """Give the moment's place in the states of each deal, both numbers from 0.

        Raises:
            Misuse: the record has no such moment.

        """
        if self.deal is not None:
            if not 1 <= self.deal <= len(deals):
                raise Misuse(f"--at: the record has deals 1 to {len(deals)}, not {self.deal}")
            most = len(deals[self.deal - 1]) - 1
            if self.action > most:
                raise Misuse(f"--at: deal {self.deal} has actions 0 to {most}, not {self.action}")
            return self.deal - 1, self.action
        left = self.action
        for number, states in enumerate(deals):
            if left < len(states):
                return number, left
            left -= len(states) - 1
        raise Misuse(f"--at: the record has actions 0 to {self.action - left}, not {self.action}")


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be drawn.

    Attributes:
        deal: every state of the deal, from its first to its last in the record.
        at: the number of the state that is meant, from 0.
        seat: whose view is wanted; None for what the channel sees.
        names: each seat's name.
        words: the language.

    """

    deal: Sequence[State]
    at: int
    seat: int | None
    names: Sequence[str]
    words: NullTranslations


def _picture(scene: Scene) -> bytes:
    view = match.view(scene.deal[scene.at], scene.seat)
    if scene.seat is not None:
        return render.hand(view, scene.names, scene.words)
    draw = render.deal_end if view.between_deals else render.table
    return draw(view, scene.names, scene.words)


_DRAWN: Final[dict[str, Callable[[Scene], bytes]]] = {".png": _picture}


def _deals(record: Record) -> list[list[State]]:
    """Play a record; give the states of each deal, the first of them the deal itself.

    Raises:
        BadRecord: the rules refuse something in it.

    """
    deals: list[list[State]] = []
    for action, state in replay(record):
        if isinstance(action, Luck):
            deals.append([])
        deals[-1].append(state)
    return deals


def _names(record: Record, words: NullTranslations) -> list[str]:
    given: Any = record.extra.get("players")
    listed = cast("list[Any]", given) if isinstance(given, list) else []
    names = [words.gettext("Player {number}").format(number=seat + 1) for seat in range(record.seats)]
    for seat, name in enumerate(listed[: record.seats]):
        if isinstance(name, str):
            names[seat] = name
    return names


def _scene(arguments: argparse.Namespace) -> Scene:
    record = loads(read(arguments.record))
    deals = _deals(record)
    asked: Moment | None = arguments.at
    deal, at = (len(deals) - 1, len(deals[-1]) - 1) if asked is None else asked.within(deals)
    seat: int | None = arguments.seat
    if seat is not None and not 0 <= seat < record.seats:
        raise Misuse(f"--seat: the record has seats 0 to {record.seats - 1}, not {seat}")
    words = words_for(arguments.lang)
    return Scene(deals[deal], at, seat, _names(record, words), words)


def _write(path: Path, data: bytes) -> None:
    """Write a file as a whole or not at all.

    Raises:
        Misuse: it can't be written.

    """
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise Misuse(f"--output: {path} can't be written: {error.strerror}") from None


def _run(argv: Sequence[str] | None) -> None:
    parser = _Parser(
        prog="python -m render",
        description="Draws any moment of a game record.",
        epilog=_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("record", metavar="RECORD", help="a record's path, or - for standard input")
    parser.add_argument("--at", type=Moment.read, metavar="N", help="the moment, as 17 or 2:5 (default: the end)")
    parser.add_argument("--seat", type=int, metavar="S", help="draw this seat's hand as it sees it, from 0")
    parser.add_argument("--lang", choices=(ENGLISH, *languages()), default=ENGLISH, help="the language")
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE", help=f"ends in {_suffixes()}")
    arguments = parser.parse_args(argv)
    output: Path = arguments.output
    draw = _DRAWN.get(output.suffix.lower())
    if draw is None:
        raise Misuse(f"--output: {output.name!r} does not end in {_suffixes()}")
    _write(output, draw(_scene(arguments)))


def _suffixes() -> str:
    return ", ".join(_DRAWN)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; give the exit status: 0, or 2 with one line on standard error."""
    try:
        _run(argv)
    except (BadRecord, Misuse, OSError) as error:
        sys.stderr.write(one_line(str(error)) + "\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
