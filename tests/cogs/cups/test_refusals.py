"""The sentences for what a cup refuses."""

from __future__ import annotations

import pytest

from cogs.cups.refusals import DECLINES, REFUSALS, refusal
from engine.cups import CupError, Format, Refusal
from engine.live.cups.errors import Code, CupDeclined
from render.i18n import translations
from tests.cogs.cups.examples import cup_at

T = translations("en-US")


def test_every_refusal_has_a_sentence() -> None:
    assert REFUSALS.keys() == {*Refusal}
    assert DECLINES.keys() == {*Code}


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (CupError(Refusal.SIGNED_UP_ALREADY, person=11), "You are in this tournament already."),
        (CupError(Refusal.SIGNED_UP_ALREADY, person=12), "Ben\\_ is in this tournament already."),
        (
            CupError(Refusal.GONE_ALREADY, entrant=1),
            "You have already left this tournament. The organizer can take you back.",
        ),
        (CupError(Refusal.GONE_ALREADY, entrant=2), "Cleo and Dan has already left the tournament."),
        (CupError(Refusal.TOO_FEW, fewest=4, entrants=2), "It takes at least 4 to begin, and so far there are 2."),
        (
            CupError(Refusal.TOO_LATE, missed=3, planned=5),
            "Too many rounds have been played to enter now. You can still press **Substitute**.",
        ),
        (
            CupError(Refusal.TOO_LATE, round=1, table=1),
            "The next match of one of them has already begun, so this result stays as it is.",
        ),
        (CupDeclined(Code.NOT_AT_TABLE), "You don't play at this table. Your own is under /show."),
        (
            CupDeclined(Code.NOT_ORGANIZER, organizer=9),
            "Only <@9>, who organizes this tournament, and members with Manage Events can do that.",
        ),
    ],
)
def test_a_refusal_speaks_to_the_one_who_pressed(error: CupError | CupDeclined, told: str) -> None:
    assert refusal(error, cup_at(), 11, T, "/show") == told


@pytest.mark.parametrize(
    ("how", "told"),
    [
        (Format.ROUND_ROBIN, "everyone meets everyone"),
        (Format.KNOCK_OUT, "first round alone"),
        (Format.SWISS, "format"),
    ],
)
def test_keeping_people_apart_is_refused_with_the_formats_reason(how: Format, told: str) -> None:
    assert told in refusal(CupError(Refusal.NOT_IN_THIS_FORMAT), cup_at(how=how), 11, T, "")
