"""Pictures on the command line: ``python -m render RECORD [--at N] [--seat S] -o out.png``, and whole sets of tiles.

Beside ``bot.py`` the only place that brings engine, texts and pictures together: it plays a record, takes what a seat
or the channel may see at one moment, and draws it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from gettext import NullTranslations
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, cast

import render
from engine import match
from engine.actions import Deal
from engine.cli.commands import one_line, read_file, run, uninterrupted
from engine.cli.interrupts import INTERRUPTED
from engine.cli.progress import shown
from engine.game import State
from engine.record import BadRecord, Record, loads, replay
from engine.view import View
from render.i18n import languages, translations
from render.text.markdown import unformat

ENGLISH: Final = "en"
_MAX_NAME: Final = 200
"""More characters than any picture has room for; records may hold megabytes."""

_HELP: Final = """\
Moments are counted as in the record: --at 17 is the one after the players' 17th action, all deals counted together;
--at 2:5 the one after the fifth action of the second deal, and --at 2:0 that deal before its first action. Without
--at it is the record's end. A deal that has ended is shown as its result.

A .png is the picture of that moment, a .txt the same as text; a .gif or .webp plays the whole deal again, move by move.
The players' names are read from the record's key "players", a list of texts, where it is there.
"""


class Misuse(Exception):
    """Invalid arguments; the message says why."""


class _Parser(argparse.ArgumentParser):
    """A parser that raises :class:`Misuse`: errors are printed on one line."""

    def error(self, message: str) -> NoReturn:
        raise Misuse(message)


@dataclass(frozen=True, slots=True)
class Moment:
    """A requested moment.

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
        """Return the moment's place in the states of each deal, both numbers from 0.

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
    """A picture to draw.

    Attributes:
        deal: every state of the deal, from its first to its last in the record.
        at: the number of the state that is meant, from 0.
        seat: the seat whose view is drawn; None for the channel's.
        names: each seat's name.
        t: the language.
        theme: the look.

    """

    deal: Sequence[State]
    at: int
    seat: int | None
    names: Sequence[str]
    t: NullTranslations
    theme: render.Theme

    @property
    def view(self) -> View:
        """The view at that moment."""
        return match.view(self.deal[self.at], self.seat)


def _picture(scene: Scene) -> bytes:
    view = scene.view
    draw = render.table
    if scene.seat is not None:
        draw = render.hand
    elif view.between_deals:
        draw = render.deal_end
    return draw(view, scene.names, scene.t, scene.theme)


def _text(scene: Scene) -> bytes:
    view = scene.view
    tell = render.table_text
    if scene.seat is not None:
        tell = render.hand_text
    elif view.between_deals:
        tell = render.deal_end_text
    return f"{unformat(tell(view, scene.names, scene.t))}\n".encode(errors="replace")


def _replay(scene: Scene, form: Literal["gif", "webp"]) -> bytes:
    if scene.seat is not None:
        raise Misuse(f"--seat: a .{form} shows what everybody sees")
    views = [match.view(state, None) for state in scene.deal]
    with shown("film", "pictures") as report:
        return render.replay(views, scene.names, scene.t, scene.theme, form, report)


_WRITERS: Final[dict[str, Callable[[Scene], bytes]]] = {
    ".png": _picture,
    ".gif": lambda scene: _replay(scene, "gif"),
    ".webp": lambda scene: _replay(scene, "webp"),
    ".txt": _text,
}


def _deals(record: Record) -> list[list[State]]:
    """Play a record; return the states of each deal, the first of them the deal itself.

    Raises:
        BadRecord: the rules refuse something in it.

    """
    deals: list[list[State]] = []
    for action, state in replay(record):
        if isinstance(action, Deal):
            deals.append([])
        deals[-1].append(state)
    return deals


def _names(record: Record, t: NullTranslations) -> list[str]:
    given: Any = record.extra.get("players")
    listed = cast("list[Any]", given) if isinstance(given, list) else []
    names = [t.gettext("Player {number}").format(number=seat + 1) for seat in range(record.seats)]
    for seat, name in enumerate(listed[: record.seats]):
        if isinstance(name, str):
            names[seat] = name[:_MAX_NAME]
    return names


def _record(name: str) -> Record:
    """Read a record.

    Raises:
        BadRecord: something in one of its deals is not of the record's form.
        Misuse: it is not a record at all.
        OSError: it can't be read.

    """
    try:
        return loads(read_file(name))
    except BadRecord as error:
        if error.deal:
            raise
        file = "standard input" if name == "-" else name
        raise Misuse(f"{file} is not a game record ({error.reason})") from None


def _scene(arguments: argparse.Namespace) -> Scene:
    record = _record(arguments.record)
    deals = _deals(record)
    asked: Moment | None = arguments.at
    deal, at = (len(deals) - 1, len(deals[-1]) - 1) if asked is None else asked.within(deals)
    seat: int | None = arguments.seat
    if seat is not None and not 0 <= seat < record.seats:
        raise Misuse(f"--seat: the record has seats 0 to {record.seats - 1}, not {seat}")
    t = translations(arguments.lang)
    return Scene(deals[deal], at, seat, _names(record, t), t, render.THEMES[arguments.theme])


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
        raise Misuse(f"--output: {path} can't be written: {error.strerror}") from None
    finally:
        with uninterrupted(), suppress(OSError):
            part.unlink(missing_ok=True)


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = _Parser(
        prog="python -m render",
        description="Draws any moment of a game record, or a whole set of tiles.",
        epilog=_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("record", nargs="?", metavar="RECORD", help="a record's path, or - for standard input")
    parser.add_argument("--at", type=Moment.read, metavar="N", help="the moment, as 17 or 2:5 (default: the end)")
    parser.add_argument("--seat", type=int, metavar="S", help="this seat's hand as it sees it; seat 0 is Player 1")
    parser.add_argument("--set", type=int, choices=render.TILE_SETS, help="in place of a record: a whole set of tiles")
    parser.add_argument("--paper", action="store_true", help="with --set: a sheet to print, black on white")
    parser.add_argument("--theme", choices=render.THEMES, default=render.DEFAULT.id, help="the look")
    parser.add_argument("--lang", choices=(ENGLISH, *languages()), default=ENGLISH, help="the language")
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="FILE", help=f"ends in {_endings(_WRITERS)}"
    )
    arguments = parser.parse_args(argv)
    if (arguments.record is None) == (arguments.set is None):
        raise Misuse("either RECORD or --set is required, and not both")
    if arguments.set is None and arguments.paper:
        raise Misuse("--paper goes with --set")
    if arguments.set is not None and (arguments.at is not None or arguments.seat is not None):
        raise Misuse("--at and --seat go with RECORD")
    return arguments


def _endings(known: Iterable[str]) -> str:
    return ", ".join(known)


def _file(arguments: argparse.Namespace) -> bytes:
    """Return the content of the requested file.

    Raises:
        BadRecord: the record is not one.
        Misuse: it can't be made.
        OSError: the record can't be read.

    """
    output: Path = arguments.output
    known = _WRITERS if arguments.set is None else (".png",)
    if output.suffix.lower() not in known:
        raise Misuse(f"--output: {output.name!r} does not end in {_endings(known)}")
    if arguments.set is None:
        return _WRITERS[output.suffix.lower()](_scene(arguments))
    t = translations(arguments.lang)
    if arguments.paper:
        return render.tile_set_sheet(arguments.set, t)
    return render.tile_set(arguments.set, t, render.THEMES[arguments.theme])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status: 0, 2 with one line on standard error, or 130 after Ctrl-C."""
    try:
        arguments = _arguments(argv)
        _write(arguments.output, _file(arguments))
    except (BadRecord, Misuse, OSError) as error:
        sys.stderr.write(one_line(str(error)) + "\n")
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
