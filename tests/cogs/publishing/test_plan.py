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
    ({"sends": False}, None, {}, ()),
    ({"face": DOWN}, None, {}, (Send(DOWN),)),
    ({"face": UP}, None, {}, (Send(DOWN), Edit(UP))),
    ({"edits": True}, None, {}, (Send(),)),
    ({"edits": True, "sends": False}, None, {}, ()),
    ({"face": UP, "sends": False}, None, {}, ()),
    ({"late": True}, None, {"spare": False}, (Send(),)),
    ({"keeps": True}, None, {}, (Send(),)),
    ({}, None, {"editable": False}, (Send(),)),
    ({}, None, {"spare": False}, (Send(),)),
    # it says all this already
    ({}, DONE, {}, ()),
    ({"edits": True}, DONE, {}, ()),
    ({"face": UP}, DONE, {}, ()),
    ({"edits": True, "face": DOWN}, DONE, {"spare": False}, ()),
    ({"clears": True}, DONE, {}, ()),
    # but for the deadline
    ({"late": True}, DONE, {}, (Correct(),)),
    ({"late": True, "edits": True}, DONE, {}, (Correct(),)),
    ({"late": True, "keeps": True}, DONE, {}, (Correct(),)),
    ({"late": True}, DONE, {"spare": False}, None),
    ({"late": True}, DONE, {"editable": False}, (Correct(),)),
    ({"late": True, "picture_stays": False}, DONE, {}, (Edit(None, keeps=True),)),
    ({"late": True, "picture_stays": False, "face": UP}, DONE, {}, (Edit(UP, keeps=True),)),
    ({"late": True, "picture_stays": False, "face": DOWN}, DONE, {}, (Edit(DOWN, keeps=True),)),
    ({"late": True, "picture_stays": False}, DONE, {"spare": False}, None),
    # the same message says it
    ({"edits": True}, BEFORE, {}, (Edit(),)),
    ({"edits": True, "clears": True}, BEFORE, {}, (Edit(),)),
    ({"edits": True, "keeps": True}, BEFORE, {}, (Edit(None, keeps=True),)),
    ({"edits": True, "face": UP}, BEFORE, {}, (Edit(UP),)),
    ({"edits": True, "face": DOWN, "keeps": True}, BEFORE, {}, (Edit(DOWN, keeps=True),)),
    ({"edits": True}, BEFORE, {"spare": False}, (Edit(),)),
    ({"edits": True, "late": True}, BEFORE, {"spare": False}, (Edit(),)),
    ({"edits": True, "late": True, "face": DOWN}, BEFORE, {"spare": False}, (Edit(DOWN),)),
    ({"edits": True}, BEFORE, {"editable": False}, (Edit(),)),
    ({"edits": True, "needed": False}, BEFORE, {}, (Edit(),)),
    ({"edits": True, "needed": False}, BEFORE, {"editable": False}, ()),
    ({"edits": True, "needed": False, "face": UP}, BEFORE, {"editable": False}, ()),
    ({"edits": True, "sends": False}, BEFORE, {}, (Edit(),)),
    # a new message says it
    ({}, BEFORE, {}, (Send(),)),
    ({"sends": False}, BEFORE, {}, ()),
    ({"clears": True}, BEFORE, {}, (Clear(), Send())),
    ({"clears": True, "sends": False}, BEFORE, {}, (Clear(),)),
    ({"needed": False}, BEFORE, {"editable": False}, (Send(),)),
    ({"late": True}, BEFORE, {"spare": False}, (Send(),)),
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
    ({"edits": True, "late": True, "sends": False}, (Send(),)),
    ({"face": DOWN}, (Send(DOWN),)),
    ({"face": UP}, (Send(DOWN), Edit(UP))),
    ({"face": DOWN, "clears": True}, (Clear(), Send(DOWN))),
    ({"face": UP, "edits": True, "clears": True}, (Clear(), Send(DOWN), Edit(UP))),
]


def scene(**what: Any) -> Scene:
    return Scene(SAYS, **{"edits": False, **what})


@pytest.mark.parametrize(("want", "shown", "means", "steps"), ROWS)
def test_a_scene_takes_these_steps(want: Any, shown: Shown | None, means: Any, steps: tuple[Step, ...] | None) -> None:
    assert plan(None if want is None else scene(**want), shown, Means(**means)) == steps


@pytest.mark.parametrize(("want", "steps"), AGAIN)
def test_a_repost_takes_these_steps(want: Any, steps: tuple[Step, ...]) -> None:
    assert below(scene(**want)) == steps


def test_no_plan_sends_tiles_before_the_older_message_is_cleared_or_in_a_message_that_is_not_stored() -> None:
    flags = itertools.product((True, False), repeat=6)
    for (edits, needed, sends, late, spare, editable), face, shown in itertools.product(
        flags, (UP, DOWN), (None, BEFORE, DONE)
    ):
        want = Scene(SAYS, edits=edits, needed=needed, sends=sends, late=late, face=face, clears=True)
        means = Means(spare=spare, editable=editable)
        for steps in (plan(want, shown, means) or (), below(want)):
            assert Send(UP) not in steps
            sent = [at for at, step in enumerate(steps) if isinstance(step, Send)]
            if sent and shown is not None:
                assert Clear() in steps[: sent[0]]
