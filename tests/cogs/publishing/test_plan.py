"""Tests of the plan: the steps from a message on screen to its scene, a row for each way."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from cogs.publishing.plan import Clear, Correct, Edit, Means, Scene, Send, Shown, Step, below, plan

SAYS, OLD = "says this", "says something else"
BEFORE, DONE = Shown(OLD), Shown(SAYS)
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
    ({"clears": True}, DONE, {}, ()),
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
    ({"same": True}, BEFORE, {}, (Edit(),)),
    ({"same": True, "clears": True}, BEFORE, {}, (Edit(),)),
    ({"same": True, "keeps": True}, BEFORE, {}, (Edit(None, keeps=True),)),
    ({"same": True, "face": UP}, BEFORE, {}, (Edit(UP),)),
    ({"same": True, "face": DOWN, "keeps": True}, BEFORE, {}, (Edit(DOWN, keeps=True),)),
    ({"same": True}, BEFORE, {"room": False}, (Edit(),)),
    ({"same": True, "late": True}, BEFORE, {"room": False}, (Edit(),)),
    ({"same": True, "late": True, "face": DOWN}, BEFORE, {"room": False}, (Edit(DOWN),)),
    ({"same": True}, BEFORE, {"editable": False}, (Edit(),)),
    ({"same": True, "needed": False}, BEFORE, {}, (Edit(),)),
    ({"same": True, "needed": False}, BEFORE, {"editable": False}, ()),
    ({"same": True, "needed": False, "face": UP}, BEFORE, {"editable": False}, ()),
    ({"same": True, "opens": False}, BEFORE, {}, (Edit(),)),
    # a new message says it
    ({}, BEFORE, {}, (Send(),)),
    ({"opens": False}, BEFORE, {}, ()),
    ({"clears": True}, BEFORE, {}, (Clear(), Send())),
    ({"clears": True, "opens": False}, BEFORE, {}, (Clear(),)),
    ({"needed": False}, BEFORE, {"editable": False}, (Send(),)),
    ({"late": True}, BEFORE, {"room": False}, (Send(),)),
    ({"keeps": True}, BEFORE, {}, (Send(),)),
    # a grid is shown once the older one has lost its tiles
    ({"face": DOWN, "clears": True}, BEFORE, {}, (Clear(), Send(DOWN))),
    ({"face": UP, "clears": True}, BEFORE, {}, (Clear(), Send(DOWN), Edit(UP))),
    ({"face": DOWN}, BEFORE, {}, (Send(DOWN),)),
    ({"face": UP}, BEFORE, {}, (Send(DOWN), Edit(UP))),
    ({"face": UP, "keeps": True, "clears": True}, BEFORE, {}, (Clear(), Send(DOWN), Edit(UP))),
    # nothing may be there
    (None, None, {}, ()),
    (None, BEFORE, {}, (Clear(),)),
    (None, DONE, {"editable": False}, (Clear(),)),
]

AGAIN: list[tuple[Any, tuple[Step, ...]]] = [
    ({}, (Send(),)),
    ({"same": True, "late": True, "opens": False}, (Send(),)),
    ({"face": DOWN}, (Send(DOWN),)),
    ({"face": UP}, (Send(DOWN), Edit(UP))),
    ({"face": DOWN, "clears": True}, (Clear(), Send(DOWN))),
    ({"face": UP, "same": True, "clears": True}, (Clear(), Send(DOWN), Edit(UP))),
]


def scene(**what: Any) -> Scene:
    return Scene(SAYS, **{"same": False, **what})


@pytest.mark.parametrize(("want", "shown", "means", "steps"), ROWS)
def test_a_scene_takes_these_steps(want: Any, shown: Shown | None, means: Any, steps: tuple[Step, ...] | None) -> None:
    assert plan(None if want is None else scene(**want), shown, Means(**means)) == steps


@pytest.mark.parametrize(("want", "steps"), AGAIN)
def test_a_repost_takes_these_steps(want: Any, steps: tuple[Step, ...]) -> None:
    assert below(scene(**want)) == steps


def test_no_plan_sends_tiles_before_the_older_message_is_cleared_or_in_a_message_that_is_not_stored() -> None:
    flags = itertools.product((True, False), repeat=6)
    for (same, needed, opens, late, room, editable), face, shown in itertools.product(
        flags, (UP, DOWN), (None, BEFORE, DONE)
    ):
        want = Scene(SAYS, same=same, needed=needed, opens=opens, late=late, face=face, clears=True)
        means = Means(room=room, editable=editable)
        for steps in (plan(want, shown, means) or (), below(want)):
            assert Send(UP) not in steps
            sent = [at for at, step in enumerate(steps) if isinstance(step, Send)]
            if sent and shown is not None:
                assert Clear() in steps[: sent[0]]
