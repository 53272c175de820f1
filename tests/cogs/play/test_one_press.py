"""Tests of how far a reader has to go who follows one press on a tile through the code."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType

import pytest

from tests.support.in_memory.world import World

ROOT = Path(__file__).parents[3]


@contextmanager
def calls() -> Generator[list[str]]:
    """Note the file of each named function that this thread, the loop's, calls; one that goes on is no call."""
    files: list[str] = []
    begun: set[FrameType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and frame not in begun and code.co_filename.startswith(f"{ROOT}/"):
            begun.add(frame)
            if "<" not in code.co_name:
                files.append(str(Path(code.co_filename).relative_to(ROOT)))

    sys.setprofile(note)
    try:
        yield files
    finally:
        sys.setprofile(None)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("folders", "max_files", "max_changes"),
    [
        (("cogs/", "engine/", "render/"), 55, 296),
        # without the rules, and without drawing
        (("cogs/", "engine/live/"), 45, 250),
    ],
)
async def test_one_press_on_a_tile_goes_through_few_files(
    world: World, folders: tuple[str, ...], max_files: int, max_changes: int
) -> None:
    table = await world.sit("alice", "bruno")
    await world.moves(2)
    player, ply = world.mover(), table.ply
    with calls() as files:
        await player.press(next(iter(player.hand.buttons.values())), player.hand)
    assert table.ply == ply + 1
    way = [file for file in files if file.startswith(folders)]
    assert len(set(way)) <= max_files
    assert sum(before != after for before, after in pairwise(way)) <= max_changes
