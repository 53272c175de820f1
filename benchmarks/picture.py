"""The time and size of pictures, and the delay of everything else.

    uv run python -m benchmarks.picture [--quick | --sizes]

With ``--sizes``: for each form and number of tiles, the side of a half in points where the picture is 310 points wide,
on a phone, and where Discord shows it within 550 by 350 points, on a desktop; and the height of a picture 1000 pixels
wide. Each figure is the smallest of some deals and the median, of heights the largest.

Else prints one ``name value`` a line. Compared jobs alternate in one run, and their medians are compared. Ratios of
single threads are of processor time: a busy machine interrupts longer jobs more often, which makes them look longer
still by the clock (names that end in ``_wall``). On an idle machine both are the same.

``floor_ratio``
    drawing and encoding a table of 28 tiles with four seats, over encoding a blank image as large, in the same mode, by
    Pillow at level 4. At most 1.3.
``naive_ratio``
    the table drawn four times too large and shrunk (:mod:`benchmarks.support.naive`), over ours. At least 15.
``largest_ratio``
    a Mexican train of eight players with nine full trains, over the table of 28 tiles. At most 3.
``table_bytes``
    the largest of the tables of 28 tiles. At most 40,960.
``threads_ratio``
    the number of tables that two threads draw in the time in which one draws one. At least 1.7. ``threads_machine`` is
    the same for work without the interpreter, the machine's own limit; ``threads_rounds`` the number of rounds counted,
    those at full speed of the machine if there are any (:mod:`benchmarks.threads`).
``loop_held_ms``
    the maximum lateness of a tick of the event loop while the bot's threads drew what had been drawn before;
    and ``loop_held_p99_ms``, the 99th percentile. A tick is also late without a free processor, so compare with
    ``loop_idle_…`` (the threads slept) and ``loop_packing_…`` (they worked without the interpreter).
``loop_first_ms``
    the same while they drew what this process had not drawn before.
``first_picture_ms``
    the first picture of a process, a table of 28 tiles. At most 60.

For each kind of picture: its bytes, the milliseconds of its first drawing in this process, and the median and the 95th
percentile of later ones.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import BytesIO
from itertools import cycle
from typing import NamedTuple

from PIL import Image

import render
from benchmarks import positions, threads
from benchmarks.loop import lateness
from benchmarks.support import naive
from engine import match
from engine.options import Value
from launch import SWITCH_SECONDS
from render.geometry.arrangement import arrange
from render.geometry.dimensions import WIDTH
from tests.render.games import NAMES, WORDS, any_deal, deal, finished

PEOPLE = (*NAMES, "Eleonora", "Fatima", "Gus", "Hiroshi")


FORMS = {
    "line": ("classic-draw", 2),
    "line of a large set": ("double-twelve", 4),
    "cross": ("all-fives", 2),
    "spinner": ("fives", 2),
    "branches": ("matador", 2),
    "spinners": ("fives", 4),
    "pile": ("accountants", 3),
    "grid": ("memory", 2),
    "feet": ("chickenfoot", 4),
    "trains of 3": ("mexican-train", 3),
    "trains of 8": ("mexican-train", 8),
    "tricks": ("forty-two", 4),
}
"""By form of table, a rule set and a number of players."""
OPTIONS: Mapping[str, Mapping[str, Value]] = {"spinners": {"spinners": "all"}}
"""By form, options that differ from the defaults."""
PHONE_WIDTH, DESKTOP = 310, (550, 350)
"""The width of a picture on a phone, and the box around it on a desktop, in points."""


class Taken(NamedTuple):
    """Milliseconds of each run, by the clock and of processor time."""

    wall: list[float]
    cpu: list[float]


def take_turns(rounds: int, jobs: Sequence[Callable[[], object]]) -> list[Taken]:
    """Run each job once a round; return the times of each."""
    taken = [Taken([], []) for _ in jobs]
    for _ in range(rounds):
        for job, times in zip(jobs, taken, strict=True):
            wall, cpu = time.perf_counter(), time.thread_time()
            job()
            times.cpu.append(1000 * (time.thread_time() - cpu))
            times.wall.append(1000 * (time.perf_counter() - wall))
    return taken


def show(name: str, value: float, digits: int = 2) -> None:
    """Print a figure."""
    print(f"{name} {value:.{digits}f}", flush=True)


def show_ratio(name: str, over: Taken, under: Taken) -> None:
    """Print the ratio of two medians."""
    show(name, statistics.median(over.cpu) / statistics.median(under.cpu))
    show(f"{name}_wall", statistics.median(over.wall) / statistics.median(under.wall))


def show_late(name: str, late: Sequence[float]) -> None:
    """Print the maximum and the 99th percentile of an event loop's lateness."""
    show(f"loop_{name}_ms", max(late))
    show(f"loop_{name}_p99_ms", statistics.quantiles(late, n=100)[-1])


def blank(picture: bytes) -> Image.Image:
    """Return an empty image of the same size, mode and colours."""
    image = Image.open(BytesIO(picture))
    image.load()
    image.paste(0, (0, 0, *image.size))
    return image


def encode(image: Image.Image) -> bytes:
    """Encode an image with Pillow."""
    out = BytesIO()
    image.save(out, "PNG", compress_level=4)
    return out.getvalue()


def kinds() -> dict[str, Callable[[], bytes]]:
    """Return a function that draws each kind of picture."""
    line, station = positions.lines()[0], positions.trains()
    states = deal(4, 3)
    state = states[len(states) // 2]
    own, end = match.view(state, state.turn), match.view(finished(4, 7, {"pairs": True}), None)
    rows = [render.LeaderboardRow(n + 1, f"Player {n}", 20, 20 - n, 900 - n) for n in range(10)]
    return {
        "table_28_tiles": lambda: render.table(line, PEOPLE, WORDS),
        "table_nine_trains": lambda: render.table(station, PEOPLE, WORDS),
        "hand": lambda: render.hand(own, PEOPLE, WORDS),
        "match_end": lambda: render.deal_end(end, PEOPLE, WORDS),
        "leaderboard_10_rows": lambda: render.leaderboard("Club", rows, WORDS),
    }


def draw_first(drawn: Mapping[str, Callable[[], bytes]]) -> dict[str, float]:
    """Draw each kind of picture for the first time, beside an event loop; return the milliseconds of each."""
    taken: dict[str, float] = {}

    def draw(name: str) -> None:
        begun = time.perf_counter()
        drawn[name]()
        taken[name] = 1000 * (time.perf_counter() - begun)

    show_late("first", lateness([partial(draw, name) for name in drawn], 60))
    return taken


def compare(largest: Callable[[], bytes], quick: bool) -> None:
    """Compare tables of 28 tiles with all other pictures."""
    lines = positions.lines()
    pictures = [render.table(view, PEOPLE, WORDS) for view in lines]
    views = cycle(lines)
    draw = lambda: render.table(next(views), PEOPLE, WORDS)  # noqa: E731 - a job, like the others
    jobs = [draw, partial(encode, blank(pictures[0])), largest]
    ours, floor, trains = take_turns(200 if quick else 1000, jobs)
    show_ratio("floor_ratio", ours, floor)
    show_ratio("largest_ratio", trains, ours)
    plain, ours = take_turns(7 if quick else 30, [lambda: naive.table(lines[0], PEOPLE), draw])
    show_ratio("naive_ratio", plain, ours)
    show("table_bytes", max(map(len, pictures)), 0)
    gained = threads.gain(partial(render.table, lines[0], PEOPLE, WORDS), 8 if quick else 60)
    show("threads_ratio", gained.ours)
    show("threads_machine", gained.machine)
    show("threads_rounds", gained.rounds, 0)


def hold_up(drawn: Mapping[str, Callable[[], bytes]], quick: bool) -> None:
    """Measure the lateness of an event loop beside threads that draw, and beside others."""
    beside = {"held": drawn.values(), "packing": [threads.pack], "idle": [partial(time.sleep, 0.02)]}
    waiting = {name: cycle(jobs) for name, jobs in beside.items()}
    late: dict[str, list[float]] = {name: [] for name in beside}
    for _ in range(6 if quick else 40):
        for name, jobs in waiting.items():
            late[name] += lateness(jobs, 0.5)
    for name, found in late.items():
        show_late(name, found)


def sizes() -> None:
    """Print the table of the sizes of tiles."""
    print("form | tiles | phone: least, median | desktop: least, median | largest height")
    for form, (rules, seats) in FORMS.items():
        views = [
            match.view(state, None)
            for seed in range(16)
            for state in any_deal(rules, seats, seed, **OPTIONS.get(form, {}))
        ]
        for count in (4, 8, 14, 21, 28):
            # a grid has its size from the start
            tables = [arrange(view) for view in views if len(view.layout.placed) == count or view.layout.is_face_down]
            if tables:
                phone = [table.chain.half * PHONE_WIDTH / WIDTH for table in tables]
                desk = [table.chain.half * min(DESKTOP[0] / WIDTH, DESKTOP[1] / table.height) for table in tables]
                columns = [f"{min(each):.1f}, {statistics.median(each):.1f}" for each in (phone, desk)]
                print(form, count, *columns, max(table.height for table in tables), sep=" | ", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, done within 45 s")
    parser.add_argument("--sizes", action="store_true", help="print the sizes of tiles alone")
    arguments = parser.parse_args()
    if arguments.sizes:
        sizes()
        return
    quick: bool = arguments.quick
    sys.setswitchinterval(SWITCH_SECONDS)
    drawn = kinds()
    first = draw_first(drawn)
    show("first_picture_ms", first["table_28_tiles"], 1)
    compare(drawn["table_nine_trains"], quick)
    hold_up(drawn, quick)
    later = take_turns(50 if quick else 300, list(drawn.values()))
    for (name, job), taken in zip(drawn.items(), later, strict=True):
        show(f"{name}_bytes", len(job()), 0)
        show(f"{name}_first_ms", first[name], 1)
        show(f"{name}_median_ms", statistics.median(taken.wall))
        show(f"{name}_p95_ms", statistics.quantiles(taken.wall, n=20)[-1])


if __name__ == "__main__":
    main()
