"""The organizer's panel in words."""

from __future__ import annotations

import pytest

from cogs.cups.organize_text import panel
from engine.cups import Action, Began, Forbade, Paired, Sides, SignedUp
from render.i18n import translations
from tests.cogs.cups.examples import cup_at

FOUR = tuple(SignedUp((each,)) for each in (11, 12, 13, 14))
APART = tuple(Forbade(11, each) for each in (12, 13, 14))


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ((*FOUR, Began(), Paired(1, ((1, (1,), (2,)), (2, (3,), (4,))))), False),
        ((*FOUR, *APART, Began(), Paired(1, ((1, (2,), (3,)),), (1, 4))), True),
    ],
)
def test_byes_of_people_who_are_kept_apart_are_told(actions: tuple[Action, ...], told: bool) -> None:
    shown = str(panel(cup_at(*actions, sides=Sides.ALONE), translations("en-US")).to_components())
    assert ("2 byes more than usual: the people whom you keep apart" in shown) is told
