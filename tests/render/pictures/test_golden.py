"""A few telling pictures, held against stored ones.

After a change that is meant, look at the new pictures and store them with::

    RENEW_PICTURES=1 uv run pytest -n 0 tests/render/pictures/test_golden.py

A picture that differs is left beside the stored one as ``actual-NAME.png``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pixelmatch.contrib.PIL import pixelmatch

import render
from engine import match
from engine.options import Value
from engine.record import loads, replay
from engine.tiles import tile
from engine.view import View
from render.names import computer
from render.pixels.theme import THEMES
from tests.engine.record.golden_records import golden
from tests.engine.rules.pairs.book_deals import played
from tests.render.cup_standings import ROWS as ROWS_OF_CUP
from tests.render.cup_standings import STANDINGS, bracket, ended
from tests.render.games import NAMES, PEOPLE, WORDS, any_deal, deal, finished, longest
from tests.render.standings import ALICE, ROWS

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parent / "golden"
TOLERATED = 0.002
"""The share of pixels that may differ: another FreeType smooths letters a little differently."""


def _own_hand() -> bytes:
    states = deal(3, 1)
    state = next(each for each in states if len(match.legal(each)) > 2 and each.layout.placed)
    return render.hand(match.view(state, state.turn), NAMES, WORDS)


def _late(rules: str, seats: int, seed: int, share: float, **options: Value) -> bytes:
    states = any_deal(rules, seats, seed, **options)
    return render.table(match.view(states[int(share * (len(states) - 1))], None), PEOPLE, WORDS)


def _tricks() -> View:
    """A deal of a stored match of experts, in the third trick."""
    states = [state for _, state in replay(loads(golden("forty-two-expert").read_bytes()))]
    return next(match.view(each, each.turn) for each in states if len(each.layout.placed) == 10)


def _pairs() -> render.Standings:
    """The end of a round robin of pairs."""
    rows = [replace(each, names=(each.names[0], "Bo"), buchholz=None) for each in ROWS_OF_CUP[:7]]
    return replace(STANDINGS, rows=tuple(rows), about=("Everyone against everyone",), final=True)


PICTURES: dict[str, Callable[[], bytes]] = {
    "table-two-opening": lambda: render.table(match.view(deal(2, 5)[1], None), NAMES, WORDS),
    "table-pairs-longest": lambda: render.table(longest(), NAMES, WORDS),
    "table-cross": lambda: _late("all-fives", 5, 2, 0.9),
    "table-forks": lambda: _late("mata", 5, 2, 0.9),
    "table-matadors-across": lambda: _late("matador", 3, 5, 0.9, matador_ends="choose"),
    "table-trains": lambda: _late("mexican-train", 8, 3, 0.98),
    "table-trains-two-open-hands": lambda: _late("mexican-train", 2, 3, 0.8, open_hands=True),
    "table-feet": lambda: _late("chickenfoot", 4, 3, 0.9),
    "table-tricks": lambda: render.table(_tricks(), NAMES, WORDS),
    "hand-tricks": lambda: render.hand(_tricks(), NAMES, WORDS),
    "table-twelve-seats": lambda: _late("double-twelve", 12, 3, 0.98),
    "table-computers": lambda: render.table(longest(), (NAMES[0], *map(computer, NAMES[1:])), WORDS),
    "table-pile": lambda: _late("accountants", 3, 8, 0.6),
    "table-grid": lambda: _late("memory", 2, 8, 0.3),
    "hand": _own_hand,
    "match-end": lambda: render.deal_end(match.view(finished(4, 7, {"pairs": True}), None), NAMES, WORDS),
    "deal-end-capicua": lambda: render.deal_end(match.view(played("dominicano", "dominicano 1"), None), NAMES, WORDS),
    "leaderboard": lambda: render.leaderboard(
        "The Domino Club", ROWS, WORDS, about=("Singles", "November 2026", "Mexican train")
    ),
    "leaderboard-empty": lambda: render.leaderboard(
        "The Domino Club", [], WORDS, THEMES["contrast"], about=("In pairs", "All time"), empty="Nothing yet."
    ),
    "statistics": lambda: render.statistics("The Domino Club", ALICE, WORDS, THEMES["dark"]),
    "standings": lambda: render.standings(STANDINGS, WORDS),
    "standings-pairs": lambda: render.standings(_pairs(), WORDS, THEMES["contrast"]),
    "bracket": lambda: render.bracket(bracket(), WORDS),
    "bracket-pairs": lambda: render.bracket(ended(), WORDS, THEMES["dark"]),
    "example": lambda: render.example("matador", WORDS),
    "icon": lambda: render.tile_icon(tile(6, 3)),
}


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_looks_as_it_did(name: str) -> None:
    data = PICTURES[name]()
    stored, actual = FOLDER / f"{name}.png", FOLDER / f"actual-{name}.png"
    if os.environ.get("RENEW_PICTURES"):
        stored.write_bytes(data)
    actual.unlink(missing_ok=True)
    was, now = Image.open(BytesIO(stored.read_bytes())), Image.open(BytesIO(data))
    different = pixelmatch(was, now, threshold=0.15) if was.size == now.size else now.width * now.height
    if different > TOLERATED * now.width * now.height:
        actual.write_bytes(data)
        pytest.fail(f"{different} pixels differ; look at {actual.name}")


def test_the_comparison_sees_a_single_tile_that_moved() -> None:
    view = longest()
    swapped = view.layout.placed[-1]._replace(inward=6, outward=6, tile=tile(6, 6))
    placed = (*view.layout.placed[:-1], swapped)
    layout = type(view.layout)(placed, view.layout.ends)
    other = Image.open(BytesIO(render.table(replace(view, layout=layout), NAMES, WORDS)))
    was = Image.open(BytesIO((FOLDER / "table-pairs-longest.png").read_bytes()))
    assert other.size == was.size
    box = (300, 100, 800, 300)
    assert pixelmatch(was.convert("RGB").crop(box), other.convert("RGB").crop(box)) > 300


IN_ANY_ORDER = """
import json, random, sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from tests.render.pictures.test_golden import PICTURES
names = list(PICTURES)
random.Random(sys.argv[1]).shuffle(names)
with ThreadPoolExecutor(2) as threads:
    drawn = dict(zip(names, threads.map(lambda name: PICTURES[name](), names)))
print(json.dumps({name: sha256(picture).hexdigest() for name, picture in drawn.items()}, sort_keys=True))
"""
"""Draws all pictures in two threads, in an order of its own."""


@pytest.mark.long
def test_a_picture_is_the_same_to_the_last_byte_whatever_its_process_drew_before() -> None:
    command = [sys.executable, "-c", IN_ANY_ORDER]
    drawn = {
        subprocess.check_output([*command, str(order)], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": str(order)})
        for order in range(3)
    }
    assert len(drawn) == 1
