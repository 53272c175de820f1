"""Tests of the plan: the steps from what is on screen to what should be, a row for each way."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from cogs.publishing.plan import Clear, Correct, Edit, Means, Scene, Send, Shown, Step, below, plan

SAYS, OLD = "says this", "says something else"
LOBBY, BOARD = Shown(OLD, 0), Shown(OLD, 3)
DONE = Shown(SAYS, 3)
UP, DOWN = ("up", "down")

ROWS: list[tuple[Any, Shown | None, Any, tuple[Step, ...] | None]] = [
    # nothing is there
    ({}, None, {}, (Send(),)),
    ({"opens": False}, None, {}, ()),
    ({"face": DOWN}, None, {}, (Send(DOWN),)),
    ({"face": UP}, None, {}, (Send(DOWN), Edit(UP))),
    ({"same": True}, None, {}, (Send(),)),
    ({"same": True, "opens": False}, None, {}, ()),
    ({"face": UP, "opens": False}, None, {}, ()),
    ({"late": True}, None, {"room": False}, (Send(),)),
    ({"keeps": True}, None, {}, (Send(),)),
    ({}, None, {"editable": False}, (Send(),)),
    ({}, None, {"room": False}, (Send(),)),
    # it says all this already
    ({}, DONE, {}, ()),
    ({"same": True}, DONE, {}, ()),
    ({"face": UP}, DONE, {}, ()),
    ({"same": True, "face": DOWN}, DONE, {"room": False}, ()),
    ({}, Shown(SAYS, 0), {}, ()),
    # but for the deadline
    ({"late": True}, DONE, {}, (Correct(),)),
    ({"late": True, "same": True}, DONE, {}, (Correct(),)),
    ({"late": True, "keeps": True}, DONE, {}, (Correct(),)),
    ({"late": True}, DONE, {"room": False}, None),
    ({"late": True}, DONE, {"editable": False}, (Correct(),)),
    ({"late": True, "picture_stays": False}, DONE, {}, (Edit(None, keeps=True),)),
    ({"late": True, "picture_stays": False, "face": UP}, DONE, {}, (Edit(UP, keeps=True),)),
    ({"late": True, "picture_stays": False, "face": DOWN}, DONE, {}, (Edit(DOWN, keeps=True),)),
    ({"late": True, "picture_stays": False}, DONE, {"room": False}, None),
    # the same message says it
    ({"same": True}, BOARD, {}, (Edit(),)),
    ({"same": True}, LOBBY, {}, (Edit(),)),
    ({"same": True, "keeps": True}, BOARD, {}, (Edit(None, keeps=True),)),
    ({"same": True, "face": UP}, BOARD, {}, (Edit(UP),)),
    ({"same": True, "face": DOWN, "keeps": True}, BOARD, {}, (Edit(DOWN, keeps=True),)),
    ({"same": True}, BOARD, {"room": False}, (Edit(),)),
    ({"same": True, "late": True}, BOARD, {"room": False}, (Edit(),)),
    ({"same": True, "late": True, "face": DOWN}, BOARD, {"room": False}, (Edit(DOWN),)),
    ({"same": True}, BOARD, {"editable": False}, (Edit(),)),
    ({"same": True, "needed": False}, BOARD, {}, (Edit(),)),
    ({"same": True, "needed": False}, BOARD, {"editable": False}, ()),
    ({"same": True, "needed": False, "face": UP}, BOARD, {"editable": False}, ()),
    ({"same": True, "opens": False}, BOARD, {}, (Edit(),)),
    # a new message says it
    ({}, BOARD, {}, (Send(),)),
    ({}, LOBBY, {}, (Send(),)),
    ({"opens": False}, BOARD, {}, (Send(),)),
    ({"needed": False}, BOARD, {"editable": False}, (Send(),)),
    ({"late": True}, BOARD, {"room": False}, (Send(),)),
    ({"keeps": True}, BOARD, {}, (Send(),)),
    # a grid is shown once the older one has lost its tiles
    ({"face": DOWN}, BOARD, {}, (Clear(), Send(DOWN))),
    ({"face": UP}, BOARD, {}, (Clear(), Send(DOWN), Edit(UP))),
    ({"face": DOWN}, LOBBY, {}, (Send(DOWN),)),
    ({"face": UP}, LOBBY, {}, (Send(DOWN), Edit(UP))),
    ({"face": UP, "keeps": True}, BOARD, {}, (Clear(), Send(DOWN), Edit(UP))),
]

AGAIN: list[tuple[Any, Shown | None, tuple[Step, ...]]] = [
    ({}, None, (Send(),)),
    ({}, DONE, (Send(),)),
    ({"same": True, "late": True, "opens": False}, DONE, (Send(),)),
    ({"face": DOWN}, None, (Send(DOWN),)),
    ({"face": UP}, None, (Send(DOWN), Edit(UP))),
    ({"face": DOWN}, DONE, (Clear(), Send(DOWN))),
    ({"face": UP, "same": True}, DONE, (Clear(), Send(DOWN), Edit(UP))),
    ({"face": DOWN}, LOBBY, (Send(DOWN),)),
    ({"face": UP}, LOBBY, (Send(DOWN), Edit(UP))),
]


def scene(**what: Any) -> Scene:
    return Scene(SAYS, **{"same": False, **what})


@pytest.mark.parametrize(("want", "shown", "means", "steps"), ROWS)
def test_what_should_be_on_screen_takes_these_steps(
    want: Any, shown: Shown | None, means: Any, steps: tuple[Step, ...] | None
) -> None:
    assert plan(scene(**want), shown, Means(**means)) == steps


@pytest.mark.parametrize(("want", "shown", "steps"), AGAIN)
def test_what_is_shown_once_more_takes_these_steps(want: Any, shown: Shown | None, steps: tuple[Step, ...]) -> None:
    assert below(scene(**want), shown) == steps


def test_no_plan_sends_a_grid_before_the_older_one_is_cleared_or_shows_tiles_in_a_message_that_is_not_stored() -> None:
    flags = itertools.product((True, False), repeat=6)
    for (same, needed, opens, late, room, editable), face, shown in itertools.product(
        flags, (UP, DOWN), (None, LOBBY, BOARD, DONE)
    ):
        want = Scene(SAYS, same=same, needed=needed, opens=opens, late=late, face=face)
        means = Means(room=room, editable=editable)
        for steps in (plan(want, shown, means) or (), below(want, shown)):
            assert Send(UP) not in steps
            sent = [at for at, step in enumerate(steps) if isinstance(step, Send)]
            if sent and shown is not None and shown.ply:
                assert Clear() in steps[: sent[0]]
